/* Each kind has a test of the changed lines of a patch. In a run of removed and added lines, the
 * first removed line belongs to the first added one, and so on. A line without the other one is
 * read as one beside an empty line. */
#include "sources/git/sweeps.h"

#include "base/file.h"
#include "base/table.h"
#include "languages/file_path.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum {
    MOST_PERCENT = 90,    /* of the changed lines, which must be of the kind */
    RENAMED_PERCENT = 67, /* the same for renaming, if the message says it */
    MOST_LINES = 30,      /* or so many lines do: lines are wrapped again */
    MIN_LETTERS = 3,      /* of a name */
    MANY_LINES = 3,       /* in which the same text is replaced */
    MANY_FILES = 3,       /* the same, if the message does not say it */
    MAX_REPLACED = 200,   /* bytes of a text that is replaced */
    MERGED_FILES = 10,    /* of a merge of others' changes: at least so many files */
    MERGED_LINES = 200,   /* or so many changed lines */
};

struct change {
    const struct patch_file *file;
    const struct patch_line *line[N_PATCH_SIDES]; /* NULL: there is none on this side */
};

/* Takes each change of a hunk. */
static void visit_hunk(const struct patch *patch, const struct patch_file *file,
                       const struct patch_hunk *hunk, void *context,
                       void (*take)(void *context, const struct change *change))
{
    const struct patch_line *line = &patch->lines.items[hunk->first_line];
    const struct patch_line *end = line + hunk->n_lines;
    while (line < end) {
        const struct patch_line *removed = line, *added;
        while (line < end && line->kind == '-')
            line++;
        added = line;
        while (line < end && line->kind == '+')
            line++;
        for (ptrdiff_t i = 0; removed + i < added || added + i < line; i++) {
            struct change change = {
                file,
                {removed + i < added ? removed + i : NULL, added + i < line ? added + i : NULL}};
            take(context, &change);
        }
        line += line < end && line->kind == ' ';
    }
}

static void visit_changes(const struct patch *patch, void *context,
                          void (*take)(void *context, const struct change *change))
{
    for (size_t f = 0; f < patch->files.n; f++) {
        const struct patch_file *file = &patch->files.items[f];
        for (uint32_t h = 0; h < file->n_hunks; h++)
            visit_hunk(patch, file, &patch->hunks.items[file->first_hunk + h], context, take);
    }
}

static const char *name_of(const struct patch_file *file)
{
    return file_name(file->path[file->path[PATCH_AFTER] ? PATCH_AFTER : PATCH_BEFORE]);
}

static bool has_ending(const char *name, const char *ending)
{
    size_t n = strlen(name), n_ending = strlen(ending);
    return n >= n_ending && strcasecmp(name + n - n_ending, ending) == 0;
}

/* Whether a line has one of the words, in any case, also as a part of another word. */
static bool line_has(const struct patch_line *line, const char *const *words)
{
    for (; line && *words; words++) {
        size_t n = strlen(*words);
        for (size_t i = 0; i + n <= line->length; i++)
            if (strncasecmp(line->text + i, *words, n) == 0)
                return true;
    }
    return false;
}

/* ---- Format ---- */

/* Appends a line without what is only layout: blanks that are not in quotes, and in Python the kind
 * of the quotes and a backslash at the end. */
static void add_line_without_layout(struct str *out, const struct patch_line *line, bool is_python)
{
    char quote = '\0';
    size_t length = line->length;
    while (length && isspace((unsigned char)line->text[length - 1]))
        length--;
    if (is_python && length && line->text[length - 1] == '\\')
        length--;
    for (size_t i = 0; i < length; i++) {
        char c = line->text[i];
        bool is_quote = (c == '"' || c == '\'') && (i == 0 || line->text[i - 1] != '\\');
        if (isspace((unsigned char)c) && !quote)
            continue;
        if (is_quote && (!quote || quote == c))
            quote = quote ? '\0' : c;
        str_add(out, is_quote && is_python ? "\"" : &c, 1);
    }
}

/* Removes the commas before a closing bracket, and at the end. */
static void remove_last_commas(struct str *text)
{
    size_t n = 0;
    for (size_t i = 0; i < text->length; i++) {
        bool is_last = i + 1 == text->length || strchr(")]}", text->text[i + 1]);
        if (text->text[i] != ',' || !is_last)
            text->text[n++] = text->text[i];
    }
    text->length = n;
}

/* Whether both sides of a hunk are the same but for layout. */
static bool is_layout(const struct patch *patch, const struct patch_file *file,
                      const struct patch_hunk *hunk)
{
    scoped(str) before = {0}, after = {0};
    bool is_python = has_ending(name_of(file), ".py");
    for (uint32_t i = 0; i < hunk->n_lines; i++) {
        const struct patch_line *line = &patch->lines.items[hunk->first_line + i];
        if (line->kind != '+')
            add_line_without_layout(&before, line, is_python);
        if (line->kind != '-')
            add_line_without_layout(&after, line, is_python);
    }
    remove_last_commas(&before);
    remove_last_commas(&after);
    return before.length == after.length &&
           (!before.length || memcmp(before.text, after.text, before.length) == 0);
}

static size_t count_changed(const struct patch *patch, const struct patch_hunk *hunk)
{
    size_t n = 0;
    for (uint32_t i = 0; i < hunk->n_lines; i++)
        n += patch->lines.items[hunk->first_line + i].kind != ' ';
    return n;
}

/* Whether nearly all changed lines are in hunks in which only the layout changes. */
static bool shows_format(const struct patch *patch, unsigned signs)
{
    size_t n_layout = 0, n = 0;
    for (size_t f = 0; signs & SIGN(FORMAT) && f < patch->files.n; f++) {
        const struct patch_file *file = &patch->files.items[f];
        for (uint32_t h = 0; h < file->n_hunks; h++) {
            const struct patch_hunk *hunk = &patch->hunks.items[file->first_hunk + h];
            size_t n_changed = count_changed(patch, hunk);
            n += n_changed;
            if (is_layout(patch, file, hunk))
                n_layout += n_changed;
        }
    }
    return n && n_layout * 100 >= n * MOST_PERCENT;
}

/* ---- Rename ---- */

/* How often a text is replaced by another one. */
struct replacement {
    size_t n_lines, n_files;
    const struct patch_file *last;
};

/* What is replaced in a line: numbers of replacements. */
struct replaced_line {
    size_t first, n; /* in `numbers`; n is 0 if it is not known */
};

struct replacing {
    struct table texts; /* both, with a line end between them */
    ARRAY(struct replacement) list;
    ARRAY(size_t) numbers;
    ARRAY(struct replaced_line) lines; /* all changed lines */
    struct str text;
};

static void release_replacing(struct replacing *replacing)
{
    table_release(&replacing->texts);
    array_release(&replacing->list);
    array_release(&replacing->numbers);
    array_release(&replacing->lines);
    str_release(&replacing->text);
}
SCOPED_VALUE(replacing, release_replacing)

/* A part of a line. */
struct span {
    const char *at;
    size_t length;
};

static bool is_name_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (c & 0x80);
}

static size_t count_letters(struct span span)
{
    size_t n = 0;
    for (size_t i = 0; i < span.length; i++)
        n += isalpha((unsigned char)span.at[i]) != 0;
    return n;
}

/* Counts that `a` is replaced by `b` in the last line. Returns false if they are not texts that
 * have a name. */
static bool add_replaced(struct replacing *replacing, const struct patch_file *file, struct span a,
                         struct span b)
{
    struct str *text = &replacing->text;
    bool is_name = count_letters(a) >= MIN_LETTERS || count_letters(b) >= MIN_LETTERS;
    if (!is_name || a.length > MAX_REPLACED || b.length > MAX_REPLACED)
        return false;
    str_clear(text);
    str_add(text, a.at, a.length);
    str_add_text(text, "\n");
    str_add(text, b.at, b.length);
    if (memchr(text->text, '\0', text->length))
        return false;
    size_t number = (size_t)table_number(&replacing->texts, text->text);
    if (number == replacing->list.n)
        array_push(&replacing->list, (struct replacement){0});
    struct replacement *replacement = &replacing->list.items[number];
    replacement->n_lines++;
    replacement->n_files += replacement->last != file || !file;
    replacement->last = file;
    array_push(&replacing->numbers, number);
    replacing->lines.items[replacing->lines.n - 1].n++;
    return true;
}

/* Takes a word, or a byte between words, from the start of a part of a line. */
static struct span next_word(struct span *rest)
{
    struct span word = {rest->at, 0};
    while (word.length < rest->length && is_name_byte(word.at[word.length]))
        word.length++;
    word.length += word.length == 0 && rest->length > 0;
    rest->at += word.length;
    rest->length -= word.length;
    return word;
}

static bool is_equal(struct span a, struct span b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* Counts the words that differ, if both lines have as many words and the same between them. */
static bool replace_words(struct replacing *replacing, const struct patch_file *file, struct span a,
                          struct span b, bool is_counted)
{
    while (a.length && b.length) {
        struct span x = next_word(&a), y = next_word(&b);
        if (is_equal(x, y))
            continue;
        if (!is_name_byte(*x.at) || !is_name_byte(*y.at) ||
            (is_counted && !add_replaced(replacing, file, x, y)))
            return false;
    }
    return !a.length && !b.length;
}

/* Counts all from the first to the last difference, and the words there as wholes. */
static bool replace_middle(struct replacing *replacing, const struct patch_file *file,
                           struct span a, struct span b)
{
    size_t n = a.length < b.length ? a.length : b.length, start = 0, end = 0;
    while (start < n && a.at[start] == b.at[start])
        start++;
    while (end < n - start && a.at[a.length - 1 - end] == b.at[b.length - 1 - end])
        end++;
    while (start > 0 && is_name_byte(a.at[start - 1]))
        start--;
    while (end > 0 && is_name_byte(a.at[a.length - end]))
        end--;
    return add_replaced(replacing, file, (struct span){a.at + start, a.length - start - end},
                        (struct span){b.at + start, b.length - start - end});
}

static void replace(struct replacing *replacing, const struct patch_file *file, struct span a,
                    struct span b)
{
    array_push(&replacing->lines, (struct replaced_line){replacing->numbers.n, 0});
    struct replaced_line *line = &replacing->lines.items[replacing->lines.n - 1];
    bool is_known = replace_words(replacing, file, a, b, false)
                        ? replace_words(replacing, file, a, b, true)
                        : replace_middle(replacing, file, a, b);
    if (!is_known)
        line->n = 0;
}

static void take_replaced(void *context, const struct change *change)
{
    struct replacing *replacing = context;
    const struct patch_line *before = change->line[PATCH_BEFORE],
                            *after = change->line[PATCH_AFTER];
    if (before && after)
        replace(replacing, change->file, (struct span){before->text, before->length},
                (struct span){after->text, after->length});
    else
        array_push(&replacing->lines, (struct replaced_line){0, 0});
}

/* Takes the names of renamed files as lines. */
static void take_names(struct replacing *replacing, const struct patch *patch)
{
    for (size_t f = 0; f < patch->files.n; f++) {
        const char *const *path = patch->files.items[f].path;
        const char *a = path[PATCH_BEFORE] ? file_name(path[PATCH_BEFORE]) : NULL;
        const char *b = path[PATCH_AFTER] ? file_name(path[PATCH_AFTER]) : NULL;
        if (a && b && strcmp(a, b) != 0)
            replace(replacing, NULL, (struct span){a, strlen(a)}, (struct span){b, strlen(b)});
    }
}

/* Whether a text is replaced by another one in many places. */
static bool is_wide(const struct replacement *it, unsigned signs)
{
    return it->n_files >= MANY_FILES ||
           (signs & SIGN(RENAME) && (it->n_files > 1 || it->n_lines >= MANY_LINES));
}

/* Whether in most changed lines all that changes is replaced in many places. */
static bool shows_rename(const struct patch *patch, unsigned signs)
{
    scoped(replacing) replacing = {.text = {0}};
    size_t n = 0;
    if (signs & (SIGN(RENAME) | SIGN(FILES))) {
        visit_changes(patch, &replacing, take_replaced);
        take_names(&replacing, patch);
    }
    for (size_t i = 0; i < replacing.lines.n; i++) {
        const struct replaced_line *line = &replacing.lines.items[i];
        bool is_sweep = line->n > 0;
        for (size_t j = 0; j < line->n; j++)
            is_sweep &=
                is_wide(&replacing.list.items[replacing.numbers.items[line->first + j]], signs);
        n += is_sweep;
    }
    size_t least = signs & SIGN(RENAME) || n >= MOST_LINES ? RENAMED_PERCENT : MOST_PERCENT;
    return n && n * 100 >= replacing.lines.n * least;
}

/* ---- Version ---- */

/* A test of every change. */
struct testing {
    unsigned signs;
    bool is_placed;    /* a change is where a version is */
    size_t n, n_other; /* changes, and those of another kind */
};

static bool is_version_word(const char *at, size_t length)
{
    static const char *const words[] = {
        "v",  "dev",  "devel", "rc",    "a",       "b",        "c", "alpha", "beta", "git",
        "hg", "post", "pre",   "final", "release", "snapshot", "p", "ga",    NULL};
    while (length && isdigit((unsigned char)at[length - 1]))
        length--;
    for (const char *const *word = words; *word; word++)
        if (strlen(*word) == length && strncasecmp(at, *word, length) == 0)
            return true;
    return length == 0;
}

/* Appends a line without the numbers of versions, their words, signs and relations. */
static void add_line_without_versions(struct str *out, const struct patch_line *line)
{
    for (size_t i = 0; i < line->length;) {
        size_t n = i;
        while (n < line->length && is_name_byte(line->text[n]))
            n++;
        bool is_word = n > i;
        n += !is_word;
        bool is_left_out = is_word ? isdigit((unsigned char)line->text[i]) ||
                                         is_version_word(line->text + i, n - i)
                                   : strchr(" \t\r.,-+<>=!~^*", line->text[i]) != NULL;
        if (!is_left_out)
            str_add(out, line->text + i, n - i);
        i = n;
    }
}

static bool is_same_without_versions(const struct change *change)
{
    scoped(str) before = {0}, after = {0};
    if (!change->line[PATCH_BEFORE] || !change->line[PATCH_AFTER])
        return false;
    add_line_without_versions(&before, change->line[PATCH_BEFORE]);
    add_line_without_versions(&after, change->line[PATCH_AFTER]);
    return strcmp(str_text(&before), str_text(&after)) == 0;
}

static bool has_one_of(const char *name, bool (*has)(const char *name, const char *part),
                       const char *const *parts)
{
    for (; *parts; parts++)
        if (has(name, *parts))
            return true;
    return false;
}

static bool has_part(const char *name, const char *part)
{
    return strcasestr(name, part) != NULL;
}

/* Whether a file is one of those that hold versions. */
static bool is_version_file(const char *name)
{
    static const char *const parts[] = {
        "version",    "requirements", "curlver",        "setup.py",
        "setup.cfg",  "pkginfo",      "pyproject.toml", "pom.xml",
        "gradle",     "package.json", "meson.build",    "configure.ac",
        "CMakeLists", "tox.ini",      "Pipfile",        NULL};
    static const char *const names[] = {"conf.py", "release.py", NULL};
    static const char *const sources[] = {".c", ".cc", ".cpp", NULL};
    return text_is_one_of(name, names) ||
           (has_one_of(name, has_part, parts) && !has_one_of(name, has_ending, sources));
}

/* Whether a file tells what has changed. */
static bool is_news_file(const char *name)
{
    static const char *const parts[] = {"changes", "changelog", "news",      "history",
                                        "release", "whatsnew",  "whats_new", NULL};
    static const char *const sources[] = {".py", ".java", ".c", ".h", ".cc", ".cpp", NULL};
    return has_one_of(name, has_part, parts) && !has_one_of(name, has_ending, sources);
}

/* Whether a line gives a name with `version` in it a value. */
static bool sets_version(const struct patch_line *line)
{
    scoped(str) text = {0};
    if (!line)
        return false;
    str_add(&text, line->text, line->length);
    const char *at = strcasestr(str_text(&text), "version");
    while (at && (is_name_byte(*at) || (*at && strchr("\"' \t", *at))))
        at++;
    bool is_relation = at && *at && strchr("=!<>", at[1]) && at[1];
    return at && ((strchr("=:", *at) && *at && !is_relation) || strstr(text.text, "#define"));
}

static void test_version(void *context, const struct change *change)
{
    static const char *const documents[] = {".md", ".rst", ".txt", ".yml", ".lock", NULL};
    struct testing *testing = context;
    const char *name = name_of(change->file);
    if (is_news_file(name))
        return;
    bool is_placed = is_version_file(name) || sets_version(change->line[PATCH_BEFORE]);
    bool is_document = has_one_of(name, has_ending, documents);
    testing->is_placed |= is_placed;
    testing->n_other += !is_same_without_versions(change) || (!is_placed && !is_document);
}

/* Whether all changes are those of versions, or in the news. */
static bool shows_version(const struct patch *patch, unsigned signs)
{
    struct testing testing = {.signs = signs};
    if (signs & SIGN(VERSION))
        visit_changes(patch, &testing, test_version);
    return testing.is_placed && !testing.n_other;
}

/* ---- Licence ---- */

/* Whether two lines are the same but for numbers and the signs between them. */
static bool is_same_without_numbers(const struct patch_line *a, const struct patch_line *b)
{
    static const char left_out[] = "0123456789-, \r";
    size_t i = 0, j = 0;
    while (a && b) {
        while (i < a->length && a->text[i] && strchr(left_out, a->text[i]))
            i++;
        while (j < b->length && b->text[j] && strchr(left_out, b->text[j]))
            j++;
        if (i == a->length || j == b->length)
            return i == a->length && j == b->length;
        if (a->text[i++] != b->text[j++])
            return false;
    }
    return false;
}

static void test_license(void *context, const struct change *change)
{
    static const char *const words[] = {"copyright", "licen", "(c)", "\xc2\xa9", "spdx", NULL};
    struct testing *testing = context;
    const struct patch_line *before = change->line[PATCH_BEFORE],
                            *after = change->line[PATCH_AFTER];
    bool is_named = (!before || line_has(before, words)) && (!after || line_has(after, words));
    bool is_year = is_same_without_numbers(before, after);
    bool is_said = testing->signs & SIGN(LICENSE);
    testing->n++;
    testing->n_other += is_said ? !is_named && !is_year : !is_named || !is_year;
}

/* Whether all changes are those of years in lines of copyright. If the message says it, they may be
 * any change of such a line, or of numbers only. */
static bool shows_license(const struct patch *patch, unsigned signs)
{
    struct testing testing = {.signs = signs};
    if (signs & (SIGN(LICENSE) | SIGN(YEAR) | SIGN(FILES)))
        visit_changes(patch, &testing, test_license);
    return testing.n && !testing.n_other;
}

/* ---- Merge ---- */

/* Whether a merge brings many changes, or whether all files are those of other people. */
static bool shows_merge(const struct patch *patch, unsigned signs)
{
    size_t n_lines = 0, n_vendored = 0;
    for (size_t h = 0; h < patch->hunks.n; h++)
        n_lines += count_changed(patch, &patch->hunks.items[h]);
    for (size_t f = 0; f < patch->files.n; f++) {
        const char *const *path = patch->files.items[f].path;
        n_vendored += path_is_vendored(path[path[PATCH_AFTER] ? PATCH_AFTER : PATCH_BEFORE]);
    }
    bool is_large = patch->files.n >= MERGED_FILES || n_lines >= MERGED_LINES;
    return (signs & SIGN(MERGE) && is_large) ||
           (signs & SIGN(UPDATE) && n_vendored && n_vendored == patch->files.n);
}

enum sweep_kind sweep_of_patch(const struct patch *patch, unsigned signs)
{
    static const struct {
        enum sweep_kind kind;
        bool (*shows)(const struct patch *patch, unsigned signs);
    } kinds[] = {
        {SWEEP_FORMAT, shows_format},   {SWEEP_LICENSE, shows_license},
        {SWEEP_VERSION, shows_version}, {SWEEP_RENAME, shows_rename},
        {SWEEP_MERGE, shows_merge},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].shows(patch, signs))
            return kinds[i].kind;
    return signs & SIGN(REVERT) ? SWEEP_REVERT : SWEEP_NONE;
}
