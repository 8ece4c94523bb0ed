/* Reads line by line. A file begins with `diff --git`, or with lines `---` and `+++` and a hunk.
 *
 * git writes the names of a file up to three times: in the lines `rename from` and `rename to`, in
 * `---` and `+++`, and in `diff --git`, where nothing separates two names with blanks. There, two
 * names that differ in prefixes of the same length at most are halves of the line. */
#include "base/patch.h"

#include "base/table.h"

#include <string.h>

enum { MAX_NUMBER = INT32_MAX, MAX_MISSING = 3, MAX_COMPARISONS = 1 << 27 };

struct span {
    const char *text;
    size_t length;
};

struct reading {
    struct patch *patch;
    const char *at, *end;              /* the rest of the text */
    size_t line;                       /* number of the line at `at`, from 1 */
    struct str names[N_PATCH_SIDES];   /* of the current file, as they are written */
    struct table paths[N_PATCH_SIDES]; /* of all files */
    struct err *err;
};

/* What is said of a file before its hunks. The texts of names that are not given are NULL. */
struct header {
    struct span both;                 /* after `diff --git ` */
    struct span moved[N_PATCH_SIDES]; /* after `rename from ` and so on */
    struct span names[N_PATCH_SIDES]; /* after `--- ` and `+++ ` */
    bool is_missing[N_PATCH_SIDES];   /* the file is new, or deleted */
    bool is_copy, is_binary;
    size_t line, n_lines; /* of its first line; their number */
};

static int fail(const struct reading *reading, size_t line, const char *reason)
{
    return err_set(reading->err, "line %zu of the patch: %s", line, reason);
}

/* ---- Lines ---- */

/* Sets the line at which reading is, without its end. Returns false at the end of the text. */
static bool peek(const struct reading *reading, struct span *line)
{
    size_t left = (size_t)(reading->end - reading->at);
    const char *feed = left ? memchr(reading->at, '\n', left) : NULL;
    *line = (struct span){reading->at, feed ? (size_t)(feed - reading->at) : left};
    return left > 0;
}

static void step(struct reading *reading, const struct span *line)
{
    reading->at = line->text + line->length;
    reading->at += reading->at < reading->end;
    reading->line++;
}

static bool begins(const struct span *line, const char *start)
{
    size_t length = strlen(start);
    return line->length >= length && memcmp(line->text, start, length) == 0;
}

/* Returns what comes after `start`, without a CR at its end. */
static struct span rest_of(const struct span *line, const char *start)
{
    struct span rest = {line->text + strlen(start), line->length - strlen(start)};
    rest.length -= rest.length && rest.text[rest.length - 1] == '\r';
    return rest;
}

/* ---- Names ---- */

static bool is_octal(char c)
{
    return c >= '0' && c <= '7';
}

/* Decodes the escape after a backslash. Returns its length, or 0. */
static size_t unescape(const char *escape, size_t length, char *c)
{
    static const char letters[] = "abtnvfr\"\\", meanings[] = "\a\b\t\n\v\f\r\"\\";
    const char *letter = length ? memchr(letters, *escape, sizeof letters - 1) : NULL;
    *c = letter ? meanings[letter - letters] : '\0';
    if (letter)
        return 1;
    if (length < 3 || *escape > '3' || !is_octal(*escape) || !is_octal(escape[1]) ||
        !is_octal(escape[2]))
        return 0;
    *c = (char)((escape[0] - '0') * 64 + (escape[1] - '0') * 8 + escape[2] - '0');
    return 3;
}

/* Decodes a name in quotes at the start of a text. Returns its length there, or 0. */
static size_t unquote(struct str *out, const char *text, size_t length)
{
    size_t i = 1;
    if (!length || *text != '"')
        return 0;
    while (i < length && text[i] != '"') {
        char c = text[i++];
        if (c == '\\') {
            size_t n = unescape(text + i, length - i, &c);
            if (!n)
                return 0;
            i += n;
        }
        str_add(out, &c, 1);
    }
    return i < length ? i + 1 : 0;
}

/* Reads a name that ends the line, or that a tab ends. */
static bool read_name(struct str *out, const struct span *name)
{
    if (name->length && *name->text == '"')
        return unquote(out, name->text, name->length) > 0;
    const char *tab = name->length ? memchr(name->text, '\t', name->length) : NULL;
    str_add(out, name->text, tab ? (size_t)(tab - name->text) : name->length);
    return true;
}

/* Reads both names of a line `diff --git`. */
static bool read_both(struct str names[N_PATCH_SIDES], const struct span *both)
{
    size_t n = both->length / 2;
    if (both->length && *both->text == '"') {
        n = unquote(&names[PATCH_BEFORE], both->text, both->length);
        return n && n < both->length && both->text[n] == ' ' &&
               unquote(&names[PATCH_AFTER], both->text + n + 1, both->length - n - 1) > 0;
    }
    if (both->length % 2 == 0 || both->text[n] != ' ')
        return false;
    str_add(&names[PATCH_BEFORE], both->text, n);
    str_add(&names[PATCH_AFTER], both->text + n + 1, n);
    return true;
}

static const char *after_slash(const char *name)
{
    const char *slash = strchr(name, '/');
    return slash ? slash + 1 : NULL;
}

/* Whether a name begins with a prefix that git writes (git-config(1), diff.mnemonicPrefix). */
static bool has_prefix(const char *name)
{
    return *name && strchr("abciow12", *name) && name[1] == '/';
}

/* Of two names of a file that has only one (x.py.orig and x.py), returns the better one. */
static const char *better(const char *before, const char *after)
{
    size_t n = strlen(before);
    return n < strlen(after) && strncmp(before, after, n) == 0 ? before : after;
}

/* Sets the paths of a file whose names have prefixes, or not. */
static void strip(const char *paths[N_PATCH_SIDES])
{
    const char *before = paths[PATCH_BEFORE], *after = paths[PATCH_AFTER];
    const char *inner[N_PATCH_SIDES] = {after_slash(before), after_slash(after)};
    if (strcmp(before, after) == 0)
        return;
    bool is_stripped =
        inner[0] && inner[1] &&
        (strcmp(inner[0], inner[1]) == 0 || (has_prefix(before) && has_prefix(after)));
    if (is_stripped)
        memcpy(paths, inner, sizeof inner);
    paths[PATCH_BEFORE] = paths[PATCH_AFTER] = better(paths[PATCH_BEFORE], paths[PATCH_AFTER]);
}

/* Whether a name is that of no file. */
static bool is_nothing(const struct span *name)
{
    return begins(name, "/dev/null") && (name->length == 9 || name->text[9] == '\t');
}

/* Whether the date after a name is the one that diff writes for no file. */
static bool has_epoch(const struct span *name)
{
    static const char *const epochs[] = {"\t1970-01-01 ", "\t1969-12-31 "};
    for (size_t i = 0; i < sizeof epochs / sizeof *epochs; i++)
        if (memmem(name->text, name->length, epochs[i], strlen(epochs[i])))
            return true;
    return false;
}

/* Reads the names of the lines `---` and `+++`. */
static bool read_names(struct str names[N_PATCH_SIDES], const struct header *header,
                       const char *paths[N_PATCH_SIDES])
{
    for (int side = 0; side < N_PATCH_SIDES; side++) {
        if (!header->names[side].text || !read_name(&names[side], &header->names[side]))
            return false;
        paths[side] = header->is_missing[side] ? NULL : str_text(&names[side]);
    }
    if (paths[PATCH_BEFORE] && paths[PATCH_AFTER]) {
        strip(paths);
        return true;
    }
    const char **path = paths[PATCH_BEFORE] ? &paths[PATCH_BEFORE] : &paths[PATCH_AFTER];
    if (!*path)
        return false;
    *path += has_prefix(*path) ? 2 : 0;
    return true;
}

/* Sets the paths from the names that say most. They are in `names`. */
static bool choose_paths(struct str names[N_PATCH_SIDES], const struct header *header,
                         const char *paths[N_PATCH_SIDES])
{
    const struct span *moved = header->moved;
    if (moved[0].text || moved[1].text) {
        for (int side = 0; side < N_PATCH_SIDES; side++) {
            if (!moved[side].text || !read_name(&names[side], &moved[side]))
                return false;
            paths[side] = str_text(&names[side]);
        }
        return true;
    }
    bool is_one_sided = header->is_missing[0] || header->is_missing[1];
    bool has_names = header->names[0].text || header->names[1].text;
    if (has_names && !(is_one_sided && header->both.text))
        return read_names(names, header, paths);
    if (!header->both.text || !read_both(names, &header->both)) {
        str_clear(&names[0]);
        str_clear(&names[1]);
        return has_names && read_names(names, header, paths);
    }
    paths[PATCH_BEFORE] = str_text(&names[PATCH_BEFORE]);
    paths[PATCH_AFTER] = str_text(&names[PATCH_AFTER]);
    strip(paths);
    for (int side = 0; side < N_PATCH_SIDES; side++)
        if (header->is_missing[side])
            paths[side] = NULL;
    return paths[PATCH_BEFORE] || paths[PATCH_AFTER];
}

/* Returns what makes a path unsafe, or NULL. */
static const char *find_fault(const char *path)
{
    size_t length = strlen(path);
    if (!length)
        return "an empty name of a file";
    if (length > PATCH_MAX_PATH)
        return "a name of a file is too long";
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)path[i] < 0x20 || path[i] == 0x7f)
            return "a control character in the name of a file";
    for (const char *part = path; part; part = after_slash(part)) {
        size_t n = strcspn(part, "/");
        if (n == 0 || (n == 1 && part[0] == '.') || (n == 2 && part[0] == '.' && part[1] == '.'))
            return "the name of a file leads out of the repository";
    }
    return NULL;
}

/* Checks the paths of a file, and keeps them. */
static int take_paths(struct reading *reading, const struct header *header, struct patch_file *file)
{
    const char *paths[N_PATCH_SIDES] = {NULL, NULL}, *fault = NULL;
    for (int side = 0; side < N_PATCH_SIDES; side++)
        str_clear(&reading->names[side]);
    if (!choose_paths(reading->names, header, paths))
        return fail(reading, header->line, "a file without a name");
    for (int side = 0; side < N_PATCH_SIDES; side++) {
        const struct str *name = &reading->names[side];
        if (memchr(str_text(name), '\0', name->length))
            return fail(reading, header->line, "a zero byte in the name of a file");
        if (paths[side] && (fault = find_fault(paths[side])))
            return fail(reading, header->line, fault);
    }
    for (int side = 0; side < N_PATCH_SIDES; side++) {
        bool is_kept = header->is_copy && side == PATCH_BEFORE;
        if (!paths[side])
            continue;
        if (!is_kept && table_add(&reading->paths[side], paths[side]) == TABLE_NONE)
            return fail(reading, header->line, "this file is changed twice");
        file->path[side] = arena_text(&reading->patch->arena, paths[side]);
    }
    return 0;
}

/* ---- Hunks ---- */

/* Reads digits. Returns their number, or 0. A number that is too large becomes MAX_NUMBER + 1. */
static size_t read_number(const struct span *line, size_t at, uint32_t *number)
{
    size_t n = 0;
    uint64_t value = 0;
    for (; at + n < line->length && is_digit(line->text[at + n]); n++)
        if (value <= MAX_NUMBER)
            value = value * 10 + (uint64_t)(line->text[at + n] - '0');
    *number = value <= MAX_NUMBER ? (uint32_t)value : (uint32_t)MAX_NUMBER + 1;
    return n;
}

/* Reads `-1,7 +1,8 @@`. Returns false if it is malformed. */
static bool read_hunk_header(const struct span *line, struct patch_hunk *hunk)
{
    static const char *const marks[] = {"@@ -", " +"};
    size_t at = 0;
    for (int side = 0; side < N_PATCH_SIDES; side++) {
        size_t n_mark = strlen(marks[side]);
        if (line->length - at < n_mark || memcmp(line->text + at, marks[side], n_mark) != 0)
            return false;
        at += n_mark;
        size_t n_digits = read_number(line, at, &hunk->line[side]);
        at += n_digits;
        hunk->n[side] = 1;
        if (!n_digits)
            return false;
        if (at < line->length && line->text[at] == ',') {
            n_digits = read_number(line, at + 1, &hunk->n[side]);
            at += 1 + n_digits;
            if (!n_digits)
                return false;
        }
        if (hunk->line[side] > MAX_NUMBER || hunk->n[side] > MAX_NUMBER)
            return false;
    }
    return line->length - at >= 3 && memcmp(line->text + at, " @@", 3) == 0;
}

/* A hunk that is being read. */
struct hunk {
    struct patch_hunk out;
    size_t line;                   /* of its header */
    uint32_t left[N_PATCH_SIDES];  /* lines that are still to come */
    bool has_ended[N_PATCH_SIDES]; /* there was a last line without an end */
    bool has_change;
};

static bool is_of(char kind, int side)
{
    return kind == ' ' || kind == (side == PATCH_BEFORE ? '-' : '+');
}

static int fail_count(const struct reading *reading, const struct hunk *hunk)
{
    scoped(str) reason = {0};
    str_print(&reason, "the hunk of line %zu does not have as many lines as it says", hunk->line);
    return fail(reading, reading->line, str_text(&reason));
}

/* Takes a line of a hunk, which must be one that is still to come. */
static int take_line(struct reading *reading, struct hunk *hunk, const struct span *line)
{
    struct patch *patch = reading->patch;
    char kind = line->length ? *line->text : ' ';
    if (kind != ' ' && kind != '-' && kind != '+')
        return fail_count(reading, hunk);
    for (int side = 0; side < N_PATCH_SIDES; side++) {
        if (!is_of(kind, side))
            continue;
        if (!hunk->left[side])
            return fail_count(reading, hunk);
        if (hunk->has_ended[side])
            return fail(reading, reading->line, "a line after the end of the file");
        hunk->left[side]--;
    }
    if (patch->lines.n == PATCH_MAX_LINES)
        return fail(reading, reading->line, "too many lines");
    if (line->length > UINT32_MAX)
        return fail(reading, reading->line, "the line is too long");
    hunk->has_change |= kind != ' ';
    array_push(&patch->lines, (struct patch_line){
                                  .kind = kind,
                                  .text = line->text + (line->length > 0),
                                  .length = (uint32_t)(line->length - (line->length > 0)),
                              });
    hunk->out.n_lines++;
    return 0;
}

/* Takes "\ No newline at end of file", in whatever language. */
static int take_end(struct reading *reading, struct hunk *hunk)
{
    if (!hunk->out.n_lines)
        return fail_count(reading, hunk);
    struct patch_line *last = &reading->patch->lines.items[reading->patch->lines.n - 1];
    if (!last->length)
        return fail(reading, reading->line, "an empty line without an end");
    last->has_no_end = true;
    for (int side = 0; side < N_PATCH_SIDES; side++)
        hunk->has_ended[side] |= is_of(last->kind, side);
    return 0;
}

/* At the end of the text, adds the empty lines of context that somebody cut off there. */
static int add_missing(struct reading *reading, struct hunk *hunk)
{
    const struct span empty = {reading->end, 0};
    uint32_t n = hunk->left[PATCH_BEFORE];
    if (n != hunk->left[PATCH_AFTER] || n > MAX_MISSING)
        return fail_count(reading, hunk);
    while (hunk->left[PATCH_BEFORE])
        if (take_line(reading, hunk, &empty) != 0)
            return ERR;
    return 0;
}

/* Whether a line after the last one of a hunk can only be one more of it. "-- " is the start of a
 * signature of git format-patch. */
static bool is_surplus(const struct span *line)
{
    if (!line->length || begins(line, "--- ") || (begins(line, "-- ") && line->length == 3))
        return false;
    return strchr(" +-", *line->text) && *line->text;
}

/* Reads a hunk after its header. */
static int read_hunk(struct reading *reading, struct hunk *hunk)
{
    struct span line;
    while (hunk->left[PATCH_BEFORE] || hunk->left[PATCH_AFTER]) {
        if (!peek(reading, &line)) {
            if (add_missing(reading, hunk) != 0)
                return ERR;
            break;
        }
        bool is_end = begins(&line, "\\ ");
        if ((is_end ? take_end(reading, hunk) : take_line(reading, hunk, &line)) != 0)
            return ERR;
        step(reading, &line);
    }
    if (peek(reading, &line) && begins(&line, "\\ ")) {
        if (take_end(reading, hunk) != 0)
            return ERR;
        step(reading, &line);
    }
    if (peek(reading, &line) && is_surplus(&line))
        return fail_count(reading, hunk);
    return hunk->has_change ? 0 : fail(reading, hunk->line, "the hunk changes nothing");
}

static int read_hunks(struct reading *reading, struct patch_file *file)
{
    struct patch *patch = reading->patch;
    struct span line;
    file->first_hunk = (uint32_t)patch->hunks.n;
    while (peek(reading, &line) && begins(&line, "@@ -")) {
        struct hunk hunk = {.line = reading->line};
        if (!read_hunk_header(&line, &hunk.out))
            return fail(reading, reading->line, "malformed header of a hunk");
        hunk.out.first_line = (uint32_t)patch->lines.n;
        memcpy(hunk.left, hunk.out.n, sizeof hunk.left);
        step(reading, &line);
        if (read_hunk(reading, &hunk) != 0)
            return ERR;
        if ((!file->path[PATCH_BEFORE] && hunk.out.n[PATCH_BEFORE]) ||
            (!file->path[PATCH_AFTER] && hunk.out.n[PATCH_AFTER]))
            return fail(reading, hunk.line, "lines of a file that does not exist");
        array_push(&patch->hunks, hunk.out);
        file->n_hunks++;
    }
    return 0;
}

/* ---- Files ---- */

/* Reads the paths and hunks of a file after its header. */
static int read_file(struct reading *reading, const struct header *header)
{
    struct patch_file file = {.is_binary = header->is_binary};
    if (take_paths(reading, header, &file) != 0 || read_hunks(reading, &file) != 0)
        return ERR;
    if (!file.n_hunks && header->names[PATCH_AFTER].text && !header->is_binary)
        return fail(reading, reading->line, "a file without a hunk");
    array_push(&reading->patch->files, file);
    return 0;
}

static void take_name(struct header *header, int side, const struct span *name)
{
    header->names[side] = *name;
    header->is_missing[side] |= is_nothing(name);
}

/* Takes a line between `diff --git` and the first hunk. Returns false if it is not one. */
static bool take_header_line(struct header *header, const struct span *line)
{
    static const char *const others[] = {"old mode ", "new mode ", "index ", "similarity index ",
                                         "dissimilarity index "};
    static const struct {
        const char *start;
        int side;
        bool is_copy;
    } moves[] = {{"rename from ", 0, false}, {"rename to ", 1, false}, {"rename old ", 0, false},
                 {"rename new ", 1, false},  {"copy from ", 0, true},  {"copy to ", 1, true}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (begins(line, others[i]))
            return true;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (begins(line, moves[i].start)) {
            header->moved[moves[i].side] = rest_of(line, moves[i].start);
            header->is_copy |= moves[i].is_copy;
            return true;
        }
    const struct span after_mark = line->length >= 4 ? rest_of(line, "--- ") : *line;
    if (begins(line, "--- ") && !header->names[PATCH_BEFORE].text)
        take_name(header, PATCH_BEFORE, &after_mark);
    else if (begins(line, "+++ ") && !header->names[PATCH_AFTER].text)
        take_name(header, PATCH_AFTER, &after_mark);
    else if (begins(line, "new file mode "))
        header->is_missing[PATCH_BEFORE] = true;
    else if (begins(line, "deleted file mode "))
        header->is_missing[PATCH_AFTER] = true;
    else if (begins(line, "Binary files ") || begins(line, "GIT binary patch"))
        header->is_binary = true;
    else
        return false;
    return true;
}

/* Reads a file that begins with `diff --git`. Without a further line it is text. */
static int read_git_file(struct reading *reading, struct span *line)
{
    struct header header = {.line = reading->line, .both = rest_of(line, "diff --git ")};
    step(reading, line);
    while (!header.is_binary && peek(reading, line) && take_header_line(&header, line)) {
        header.n_lines++;
        step(reading, line);
    }
    return header.n_lines ? read_file(reading, &header) : 0;
}

/* Reads a file that begins with `---`, `+++` and a hunk; anything else is text. */
static int read_plain_file(struct reading *reading, struct span *line)
{
    struct header header = {.line = reading->line};
    struct span names[N_PATCH_SIDES] = {rest_of(line, "--- ")}, next, hunk;
    struct patch_hunk ranges;
    step(reading, line);
    struct reading ahead = *reading;
    if (!peek(&ahead, &next) || !begins(&next, "+++ "))
        return 0;
    names[PATCH_AFTER] = rest_of(&next, "+++ ");
    step(&ahead, &next);
    if (!peek(&ahead, &hunk) || !begins(&hunk, "@@ -"))
        return 0;
    reading->at = ahead.at;
    reading->line = ahead.line;
    bool is_sound = read_hunk_header(&hunk, &ranges);
    for (int side = 0; side < N_PATCH_SIDES; side++) {
        take_name(&header, side, &names[side]);
        header.is_missing[side] |= is_sound && !ranges.n[side] && has_epoch(&names[side]);
    }
    return read_file(reading, &header);
}

static int read_next(struct reading *reading, struct span *line)
{
    struct patch_hunk hunk;
    if (begins(line, "diff --git "))
        return read_git_file(reading, line);
    if (begins(line, "--- "))
        return read_plain_file(reading, line);
    if (begins(line, "diff --cc ") || begins(line, "diff --combined "))
        return fail(reading, reading->line, "a combined diff of a merge");
    if (begins(line, "@@ -") && read_hunk_header(line, &hunk))
        return fail(reading, reading->line, "a hunk without a file");
    step(reading, line);
    return 0;
}

int patch_read(struct patch *patch, const char *text, size_t length, struct err *err)
{
    *patch = (struct patch){0};
    const char *copy = arena_copy_text(&patch->arena, text, length);
    struct reading reading = {
        .patch = patch, .at = copy, .end = copy + length, .line = 1, .err = err};
    struct span line;
    int status = 0;
    while (status == 0 && peek(&reading, &line))
        status = read_next(&reading, &line);
    for (int side = 0; side < N_PATCH_SIDES; side++) {
        str_release(&reading.names[side]);
        table_release(&reading.paths[side]);
    }
    if (status == 0 && !patch->files.n)
        return err_set(err, "the patch changes no file");
    return status;
}

void patch_release(struct patch *patch)
{
    array_release(&patch->lines);
    array_release(&patch->hunks);
    array_release(&patch->files);
    arena_release(&patch->arena);
}

/* ---- Applying ----
 *
 * As apply_fragments() of git's apply.c: the place of a hunk is searched forwards and backwards, a
 * line further each time. Here the text before stays as it is, and the place is a line of it, so
 * that only lines after those of the hunk before are searched. */

/* The lines of a text. Line `i` has the bytes from starts[i] to starts[i + 1]. */
struct text_lines {
    const char *text;
    ARRAY(size_t) starts;
    size_t n;
};

/* A hunk whose place is searched. */
struct piece {
    const struct patch_line *lines;
    size_t n_lines;
    char gone; /* the kind of lines that only the text before has */
    ARRAY(const struct patch_line *) before;
    size_t n_after;
    uint32_t line[N_PATCH_SIDES];
    bool is_at_start, is_at_end; /* it only matches there */
    bool has_context;
};

struct applying {
    struct text_lines lines;
    struct piece piece;
    size_t floor;     /* the first line that no hunk has matched */
    ptrdiff_t growth; /* lines that the hunks have added */
    size_t n_comparisons;
};

static void cut_lines(struct text_lines *lines, const char *text, size_t length)
{
    lines->text = text;
    for (size_t at = 0; at < length; lines->n++) {
        const char *feed = memchr(text + at, '\n', length - at);
        array_push(&lines->starts, at);
        at = feed ? (size_t)(feed - text) + 1 : length;
    }
    array_push(&lines->starts, length);
}

static void set_piece(struct piece *piece, const struct patch *patch, const struct patch_hunk *hunk,
                      bool is_reverse)
{
    bool has_trailing = false;
    piece->lines = patch->lines.items + hunk->first_line;
    piece->n_lines = hunk->n_lines;
    piece->gone = is_reverse ? '+' : '-';
    piece->has_context = false;
    piece->line[PATCH_BEFORE] = hunk->line[is_reverse ? PATCH_AFTER : PATCH_BEFORE];
    piece->line[PATCH_AFTER] = hunk->line[is_reverse ? PATCH_BEFORE : PATCH_AFTER];
    piece->n_after = 0;
    array_clear(&piece->before);
    for (size_t i = 0; i < piece->n_lines; i++) {
        const struct patch_line *line = &piece->lines[i];
        has_trailing = line->kind == ' ';
        piece->has_context |= has_trailing;
        piece->n_after += line->kind != piece->gone;
        if (has_trailing || line->kind == piece->gone)
            array_push(&piece->before, line);
    }
    piece->is_at_start = piece->line[PATCH_BEFORE] <= 1;
    piece->is_at_end = !has_trailing;
}

static bool is_equal(const struct text_lines *lines, size_t i, const struct patch_line *line)
{
    const char *text = lines->text + lines->starts.items[i];
    size_t length = lines->starts.items[i + 1] - lines->starts.items[i];
    bool has_end = text[length - 1] == '\n';
    length -= has_end;
    return has_end != line->has_no_end && length == line->length &&
           memcmp(text, line->text, length) == 0;
}

static bool matches(struct applying *applying, ptrdiff_t place)
{
    const struct piece *piece = &applying->piece;
    size_t n = piece->before.n, first = (size_t)place, i = 0;
    if (place < (ptrdiff_t)applying->floor || first > applying->lines.n ||
        n > applying->lines.n - first)
        return false;
    applying->n_comparisons++;
    while (i < n && is_equal(&applying->lines, first + i, piece->before.items[i]))
        i++;
    applying->n_comparisons += i;
    return i == n;
}

/* Finds the place that is nearest to a line, the later one of two. */
static bool search(struct applying *applying, ptrdiff_t line, ptrdiff_t *place)
{
    ptrdiff_t floor = (ptrdiff_t)applying->floor, n = (ptrdiff_t)applying->lines.n;
    ptrdiff_t distance = line < floor ? floor - line : line > n ? line - n : 0;
    for (; line + distance <= n || line - distance >= floor; distance++) {
        if (applying->n_comparisons > MAX_COMPARISONS)
            return false;
        *place = line + distance;
        if (matches(applying, *place))
            return true;
        *place = line - distance;
        if (matches(applying, *place))
            return true;
    }
    return false;
}

/* Sets the place of the hunk. */
static bool find_place(struct applying *applying, bool is_exact, ptrdiff_t *place)
{
    const struct piece *piece = &applying->piece;
    ptrdiff_t n = (ptrdiff_t)applying->lines.n, n_before = (ptrdiff_t)piece->before.n;
    if (is_exact) {
        *place = (ptrdiff_t)piece->line[PATCH_BEFORE] - (n_before > 0);
        return matches(applying, *place);
    }
    if (piece->is_at_start || piece->is_at_end) {
        *place = piece->is_at_start ? -applying->growth : n - n_before;
        return (!piece->is_at_end || *place + n_before == n) && matches(applying, *place);
    }
    ptrdiff_t line = (ptrdiff_t)piece->line[PATCH_AFTER];
    return search(applying, line - (line > 0) - applying->growth, place);
}

static void add_after(struct str *out, const struct piece *piece)
{
    for (size_t i = 0; i < piece->n_lines; i++) {
        const struct patch_line *line = &piece->lines[i];
        if (line->kind == piece->gone)
            continue;
        str_add(out, line->text, line->length);
        if (!line->has_no_end)
            str_add(out, "\n", 1);
    }
}

/* Whether the last line of the hunk after has no end. */
static bool has_no_end(const struct piece *piece)
{
    for (size_t i = piece->n_lines; i-- > 0;)
        if (piece->lines[i].kind != piece->gone)
            return piece->lines[i].has_no_end;
    return false;
}

/* Applies the hunk at its place. */
static bool apply_piece(struct applying *applying, bool is_exact, struct str *out)
{
    const struct text_lines *lines = &applying->lines;
    const struct piece *piece = &applying->piece;
    ptrdiff_t place;
    if (!find_place(applying, is_exact, &place))
        return false;
    size_t from = lines->starts.items[applying->floor], to = lines->starts.items[place];
    str_add(out, lines->text + from, to - from);
    add_after(out, piece);
    applying->floor = (size_t)place + piece->before.n;
    applying->growth += (ptrdiff_t)piece->n_after - (ptrdiff_t)piece->before.n;
    return !has_no_end(piece) || applying->floor == lines->n;
}

/* Whether the lines of the hunks alone say where they belong: none has context, and it is not one
 * hunk that replaces the whole text. */
static bool is_without_context(struct applying *applying, const struct patch *patch,
                               const struct patch_file *file, bool is_reverse)
{
    struct piece *piece = &applying->piece;
    for (uint32_t i = 0; i < file->n_hunks; i++) {
        set_piece(piece, patch, &patch->hunks.items[file->first_hunk + i], is_reverse);
        if (piece->has_context || (file->n_hunks == 1 && piece->is_at_start))
            return false;
    }
    return true;
}

bool patch_apply(struct str *out, const struct patch *patch, const struct patch_file *file,
                 const char *text, size_t length, bool is_reverse)
{
    struct applying applying = {0};
    scoped(str) result = {0};
    bool is_applied = true;
    cut_lines(&applying.lines, text, length);
    bool is_exact = is_without_context(&applying, patch, file, is_reverse);
    for (uint32_t i = 0; is_applied && i < file->n_hunks; i++) {
        set_piece(&applying.piece, patch, &patch->hunks.items[file->first_hunk + i], is_reverse);
        is_applied = apply_piece(&applying, is_exact, &result);
    }
    if (is_applied) {
        size_t from = applying.lines.starts.items[applying.floor];
        str_add(out, str_text(&result), result.length);
        str_add(out, text + from, length - from);
    }
    array_release(&applying.lines.starts);
    array_release(&applying.piece.before);
    return is_applied;
}
