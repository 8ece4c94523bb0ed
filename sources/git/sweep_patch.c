/* Each kind has a test of the changed lines of a patch. */
#include "sources/git/sweep_changes.h"

#include "base/file.h"
#include "languages/file_path.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum {
    MOST_PERCENT = 90,  /* of the changed lines, which must be of the kind */
    MERGED_FILES = 10,  /* of a merge of others' changes: at least so many files */
    MERGED_LINES = 200, /* or so many changed lines */
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

void sweep_visit_changes(const struct patch *patch, void *context,
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
        bool is_last = i + 1 == text->length || memchr(")]}", text->text[i + 1], strlen(")]}"));
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
        while (n < line->length && sweep_is_name_byte(line->text[n]))
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
    while (at && (sweep_is_name_byte(*at) || (*at && strchr("\"' \t", *at))))
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
        sweep_visit_changes(patch, &testing, test_version);
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
        sweep_visit_changes(patch, &testing, test_license);
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
        {SWEEP_VERSION, shows_version}, {SWEEP_RENAME, sweep_shows_rename},
        {SWEEP_MERGE, shows_merge},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].shows(patch, signs))
            return kinds[i].kind;
    return signs & SIGN(REVERT) ? SWEEP_REVERT : SWEEP_NONE;
}
