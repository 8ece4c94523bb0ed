/* The folder is walked while the text is read, so that only the names of the folders on the way to
 * the current program are in memory. A folder that does not match its component of the pattern is
 * not entered: it is left out as a whole. The files of an archive come in its order, and only once,
 * so their programs are in the text. */
#include "miner/rows/row_files.h"

#include "base/archive_reader.h"
#include "base/beneath.h"
#include "base/csv.h"
#include "base/file.h"
#include "miner/rows/path_pattern.h"
#include "tokenize/languages/language.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    MAX_EXAMPLES = 3,
    MAX_ID = 112, /* bytes of an id that is made of a path; with "-buggy" it is a safe name */
    TEXT_BYTES = 1 << 16,
};

/* Why files and folders are left out. */
enum left_out {
    LEFT_OUT_UNMATCHED,
    LEFT_OUT_NAME,
    LEFT_OUT_LINK,
    LEFT_OUT_CLOSED,
    LEFT_OUT_ALONE,
    N_LEFT_OUT
};

static const struct {
    const char *one, *many, *why;
    enum input_error_kind kind;
} reasons[N_LEFT_OUT] = {
    [LEFT_OUT_UNMATCHED] = {"file or folder does", "files and folders do", "not match the layout",
                            INPUT_FILE_LEFT_OUT},
    [LEFT_OUT_NAME] = {"name is", "names are",
                       "not UTF-8, or longer than 128 bytes, or with control characters",
                       INPUT_FILE_LEFT_OUT},
    [LEFT_OUT_LINK] = {"link is", "links are", "not followed", INPUT_FILE_LEFT_OUT},
    [LEFT_OUT_CLOSED] = {"file or folder", "files and folders", "cannot be read",
                         INPUT_SOURCE_UNREADABLE},
    [LEFT_OUT_ALONE] = {"buggy program has", "buggy programs have", "no fixed program",
                        INPUT_SOURCE_MISSING},
};

struct examples {
    uint64_t n;
    struct str names; /* of the first */
};

/* A folder on the way to the current program. */
struct level {
    struct beneath_folder folder;
    struct beneath_names names;
    size_t next;
    size_t length; /* of its path and the slash after it */
};

/* A file or folder that is looked at. */
struct current {
    struct str path;
    struct path_values values;
};

/* The text. */
struct made {
    struct str bytes; /* from `n_read` on not yet read */
    size_t n_read;
    uint64_t n_programs; /* in all of it */
    bool has_ended;
};

struct row_layout {
    const char *path;
    struct path_pattern pattern, fixed;
    bool is_pairs;
    /* It is an archive, or the pattern has .zip/, archives in a folder: the programs are in the
     * text. */
    bool has_codes;
    size_t max_bytes; /* of a program in it */
    struct level levels[PATTERN_MAX_COMPONENTS];
    size_t n_levels;                /* that are open */
    struct archive_reader *archive; /* NULL: none, or it is closed */
    size_t n_above;                 /* bytes of the path of an archive in a folder, and the slash */
    struct current current;
    struct made text;
    struct examples left_out[N_LEFT_OUT];
};

/* ---- Rows ---- */

static void add_value(struct row_layout *layout, const char *text, size_t length)
{
    struct str *out = &layout->text.bytes;
    bool is_first = !out->length || out->text[out->length - 1] == '\n';
    str_add_text(out, is_first ? "" : ",");
    csv_add_quoted(out, text, length);
}

static void add_text(struct row_layout *layout, const char *text)
{
    add_value(layout, text, strlen(text));
}

/* Whether the field has its place in the rows only because of a placeholder. */
static bool is_plain(const struct row_layout *layout, int field)
{
    return layout->pattern.has[field] && field != ROW_LANGUAGE && field != ROW_ID;
}

static void add_header(struct row_layout *layout)
{
    for (int field = 0; field < N_ROW_FIELDS; field++)
        if (is_plain(layout, field))
            add_text(layout, row_field_name((enum row_field)field));
    add_text(layout, row_field_name(ROW_LANGUAGE));
    add_text(layout, row_field_name(ROW_ID));
    add_text(layout, row_field_name(layout->is_pairs ? ROW_BUGGY_PATH : ROW_PATH));
    if (layout->is_pairs || layout->has_codes)
        add_text(layout, row_field_name(layout->is_pairs ? ROW_FIXED_PATH : ROW_CODE));
    str_add_text(&layout->text.bytes, "\n");
}

/* The name of a folder is what a judge calls the language: the folder C is not the extension. */
static void add_language(struct row_layout *layout)
{
    const struct path_value *said = &layout->current.values.of[ROW_LANGUAGE];
    const char *path = str_text(&layout->current.path), *dot = strrchr(file_name(path), '.');
    const char *start = said->length ? path + said->start : dot ? dot + 1 : "";
    scoped_memory char *text = mem_copy_text(start, said->length ? said->length : strlen(start));
    scoped_memory char *name = mem_print("x.%s", text);
    bool is_extension = !said->length || (said->start && path[said->start - 1] == '.');
    const struct language *language = is_extension ? language_of_extension(UINT_MAX, name) : NULL;
    add_text(layout, language ? language->name : text);
}

/* Whether a component is the same in all programs of a problem. */
static bool is_constant(const struct pattern_component *component)
{
    for (size_t i = 0; i < component->n_pieces; i++)
        if (component->pieces[i].field != PATTERN_LITERAL &&
            component->pieces[i].field != ROW_PROBLEM)
            return false;
    return true;
}

/* Adds the given id, or one that is made of the path. */
static void add_id(struct row_layout *layout)
{
    scoped(str) id = {0};
    const char *path = str_text(&layout->current.path);
    const struct path_value *given = &layout->current.values.of[ROW_ID];
    char hex[SHA256_HEX_SIZE];
    if (given->length) {
        add_value(layout, path + given->start, given->length);
        return;
    }
    for (size_t i = 0; i < layout->pattern.components.n; i++, path += *path == '/') {
        size_t length = strcspn(path, "/");
        bool is_last = i + 1 == layout->pattern.components.n;
        if (!is_constant(&layout->pattern.components.items[i]) || (is_last && !id.length))
            str_print(&id, "%s%.*s", id.length ? "-" : "", (int)length, path);
        path += length;
    }
    if (id.length > MAX_ID) {
        sha256_hex(layout->current.path.text, layout->current.path.length, hex);
        str_set(&id, "%s", hex);
    }
    add_text(layout, str_text(&id));
}

/* Adds the row of the current file. `other` is the path of the fixed program, or the program. */
static void add_row(struct row_layout *layout, const struct str *other)
{
    const char *path = str_text(&layout->current.path);
    for (int field = 0; field < N_ROW_FIELDS; field++)
        if (is_plain(layout, field))
            add_value(layout, path + layout->current.values.of[field].start,
                      layout->current.values.of[field].length);
    add_language(layout);
    add_id(layout);
    add_text(layout, path);
    if (layout->is_pairs || layout->has_codes)
        add_value(layout, str_text(other), other->length);
    str_add_text(&layout->text.bytes, "\n");
    layout->text.n_programs++;
}

/* ---- The folder ---- */

/* Whether the current path matches a pattern: as a file, all of it; as a folder, its start. */
static bool matches(const struct row_layout *layout, const struct path_pattern *pattern,
                    bool is_folder, struct path_values *values)
{
    const char *path = str_text(&layout->current.path);
    for (size_t i = 0, start = 0; i < pattern->components.n; i++) {
        size_t end = start + strcspn(path + start, "/");
        bool is_last = i + 1 == pattern->components.n;
        if ((is_last || !path[end]) && (is_last == is_folder || path[end]))
            return false;
        if (!path_pattern_match(pattern, i, path, start, values))
            return false;
        if (!path[end])
            return true;
        start = end + 1;
    }
    return false;
}

/* Leaves out the current file or folder. */
static void leave_out(struct row_layout *layout, enum left_out why, bool is_folder)
{
    struct examples *examples = &layout->left_out[why];
    if (++examples->n > MAX_EXAMPLES)
        return;
    str_add_text(&examples->names, examples->names.length ? ", " : "");
    utf8_add_valid(&examples->names, layout->current.path.text, layout->current.path.length);
    str_add_text(&examples->names, is_folder ? "/" : "");
}

/* Whether the current file or folder is left out. What may be of fixed programs is not counted. */
static bool is_left_out(struct row_layout *layout, bool is_safe, bool is_link, bool is_folder,
                        bool is_archive)
{
    struct path_values unused;
    if (!is_safe)
        leave_out(layout, LEFT_OUT_NAME, is_folder);
    else if (is_link)
        leave_out(layout, LEFT_OUT_LINK, false);
    else if (matches(layout, &layout->pattern, is_folder || is_archive, &layout->current.values))
        return false;
    else if (!matches(layout, &layout->fixed, is_folder, &unused))
        leave_out(layout, LEFT_OUT_UNMATCHED, is_folder);
    return true;
}

static void leave_folder(struct row_layout *layout)
{
    struct level *level = &layout->levels[--layout->n_levels];
    beneath_close(&level->folder);
    beneath_names_release(&level->names);
    *level = (struct level){.folder = {.fd = -1}};
}

/* Takes over the open folder. */
static int enter_folder(struct row_layout *layout, struct beneath_folder *folder, struct err *err)
{
    struct level *level = &layout->levels[layout->n_levels++];
    if (layout->current.path.length)
        str_add_text(&layout->current.path, "/");
    *level = (struct level){.folder = *folder, .length = layout->current.path.length};
    *folder = (struct beneath_folder){.fd = -1};
    return beneath_list(&level->names, &level->folder, err);
}

static int take_folder(struct row_layout *layout, const char *name, struct err *err)
{
    scoped(beneath_folder) folder = {.fd = -1};
    struct err why;
    switch (beneath_enter(&folder, &layout->levels[layout->n_levels - 1].folder, name, &why)) {
    case BENEATH_OK:
        return enter_folder(layout, &folder, err);
    case BENEATH_BROKEN:
        return err_set(err, "cannot read '%s/%s': %s", layout->path,
                       str_text(&layout->current.path), why.message);
    default:
        leave_out(layout, LEFT_OUT_CLOSED, true);
        return 0;
    }
}

/* Takes the current file, which matches. */
static void take_file(struct row_layout *layout)
{
    scoped(str) other = {0};
    struct stat info;
    struct err why;
    const struct level *level = &layout->levels[layout->n_levels - 1];
    const char *name = file_name(str_text(&layout->current.path));
    if (layout->has_codes &&
        beneath_read(&other, &level->folder, name, layout->max_bytes, &why) != BENEATH_OK) {
        leave_out(layout, LEFT_OUT_CLOSED, false);
        return;
    }
    if (layout->is_pairs) {
        path_pattern_fill(&other, &layout->fixed, str_text(&layout->current.path),
                          &layout->current.values);
        if (fstatat(layout->levels[0].folder.fd, str_text(&other), &info, AT_SYMLINK_NOFOLLOW) !=
            0) {
            leave_out(layout, LEFT_OUT_ALONE, false);
            return;
        }
    }
    add_row(layout, &other);
}

/* Begins to read the archive at the current path. */
static int open_archive(struct row_layout *layout)
{
    struct err why;
    scoped_memory char *path = mem_print("%s/%s", layout->path, str_text(&layout->current.path));
    str_add_text(&layout->current.path, "/");
    layout->n_above = layout->current.path.length;
    if (archive_reader_open(&layout->archive, path, &why) != 0)
        leave_out(layout, LEFT_OUT_CLOSED, false);
    return 0;
}

/* Takes the next file or folder. A link is none of a folder: it is not followed, because links in a
 * circle would not end. */
static int step(struct row_layout *layout, struct err *err)
{
    struct level *level = &layout->levels[layout->n_levels - 1];
    if (level->next == level->names.list.n) {
        leave_folder(layout);
        return 0;
    }
    const struct beneath_name *name = &level->names.list.items[level->next++];
    bool is_last = layout->n_levels == layout->pattern.components.n;
    bool is_folder = name->kind == BENEATH_FOLDER, is_link = name->kind == BENEATH_LINK && !is_last;
    layout->current.path.length = level->length;
    str_add_text(&layout->current.path, name->text);
    bool is_safe = beneath_is_safe_name(name->text, strlen(name->text));
    bool is_archive = layout->has_codes && !is_folder && !is_last;
    if (is_left_out(layout, is_safe, is_link, is_folder, is_archive))
        return 0;
    if (is_folder)
        return take_folder(layout, name->text, err);
    if (is_archive)
        return open_archive(layout);
    take_file(layout);
    return 0;
}

/* ---- The archive ---- */

/* Reads the program of an entry. Of one that is too large, reads so much that it is found to be. */
static int read_program(const struct row_layout *layout, struct str *out, struct err *err)
{
    while (out->length <= layout->max_bytes) {
        size_t room = layout->max_bytes + 1 - out->length;
        room = room < TEXT_BYTES ? room : TEXT_BYTES;
        ptrdiff_t n = archive_reader_read(layout->archive, str_reserve(out, room), room, err);
        if (n <= 0)
            return (int)n;
        str_extend(out, (size_t)n);
    }
    return 0;
}

bool row_path_is_hidden(const char *path)
{
    return *path == '.' || strstr(path, "/.");
}

static int take_entry(struct row_layout *layout, const struct entry *entry, struct err *err)
{
    scoped(str) program = {0}, cut = {0};
    const char *path = entry->path ? entry->path + strspn(entry->path, "/") : "";
    const char *why = entry_path_cut(&cut, path);
    layout->current.path.length = layout->n_above;
    str_add_text(&layout->current.path, why ? path : str_text(&cut));
    bool is_safe = !why && beneath_is_safe_path(str_text(&layout->current.path));
    if (entry->kind == ENTRY_FOLDER ||
        (is_safe && row_path_is_hidden(str_text(&layout->current.path))) ||
        is_left_out(layout, is_safe, entry->kind == ENTRY_LINK, false, false))
        return 0;
    if (entry->kind != ENTRY_FILE || entry->is_encrypted) {
        leave_out(layout, LEFT_OUT_CLOSED, false);
        return 0;
    }
    if (read_program(layout, &program, err) != 0)
        return ERR;
    add_row(layout, &program);
    return 0;
}

static void close_archive(struct row_layout *layout)
{
    archive_reader_close(layout->archive);
    layout->archive = NULL;
}

/* Takes the next entry of the archive. */
static int next_entry(struct row_layout *layout, struct err *err)
{
    struct entry entry;
    int status = archive_reader_next(layout->archive, &entry, err);
    if (status == 1 && (status = take_entry(layout, &entry, err)) == 0)
        return 0;
    if (layout->n_above) { /* the folder goes on, also after a damaged one */
        layout->current.path.text[layout->current.path.length = layout->n_above - 1] = '\0';
        if (status != 0)
            leave_out(layout, LEFT_OUT_CLOSED, false);
        close_archive(layout);
        return 0;
    }
    if (status == ARCHIVE_IS_NONE)
        return err_set(err, "'%s' is neither a folder nor a zip or tar archive, as --layout needs",
                       layout->path);
    if (status == 0)
        layout->text.has_ended = true;
    return status;
}

/* ---- The text ---- */

static int fail_without_any(const struct row_layout *layout, struct err *err)
{
    const struct examples *alone = &layout->left_out[LEFT_OUT_ALONE];
    const struct examples *unmatched = &layout->left_out[LEFT_OUT_UNMATCHED];
    if (alone->n)
        return err_set(err, "no buggy program in '%s' has its fixed one: %s", layout->path,
                       str_text(&alone->names));
    return err_set(err, "no file in '%s' matches the layout%s%s", layout->path,
                   unmatched->n ? ": " : "", str_text(&unmatched->names));
}

/* Makes the next rows. Returns 1, 0 at the end, or ERR. */
static int fill(struct row_layout *layout, struct err *err)
{
    str_clear(&layout->text.bytes);
    layout->text.n_read = 0;
    while (!layout->text.has_ended && layout->text.bytes.length < TEXT_BYTES) {
        if ((layout->archive ? next_entry(layout, err) : step(layout, err)) != 0)
            return ERR;
        layout->text.has_ended |= !layout->archive && !layout->n_levels;
    }
    if (layout->text.bytes.length)
        return 1;
    return layout->text.n_programs ? 0 : fail_without_any(layout, err);
}

static ptrdiff_t read_text(void *context, char *bytes, size_t capacity, struct err *err)
{
    struct row_layout *layout = context;
    int status = layout->text.n_read < layout->text.bytes.length ? 1 : fill(layout, err);
    if (status != 1)
        return status;
    return (ptrdiff_t)str_take(&layout->text.bytes, &layout->text.n_read, bytes, capacity);
}

static uint64_t position(const void *context)
{
    const struct row_layout *layout = context;
    return layout->archive ? archive_reader_bytes_done(layout->archive) : 0;
}

static void close_text(void *context)
{
    struct row_layout *layout = context;
    while (layout->n_levels)
        leave_folder(layout);
    close_archive(layout);
}

int row_layout_open_text(struct row_text *out, struct row_layout *layout, struct err *err)
{
    scoped(beneath_folder) root = {.fd = -1};
    struct err why;
    const char *archive = strcmp(layout->path, "-") == 0 ? "/dev/stdin" : layout->path;
    *out = (struct row_text){layout, read_text, position, close_text, NULL};
    add_header(layout);
    if (!file_is_folder(layout->path))
        return archive_reader_open(&layout->archive, archive, err);
    if (beneath_open_root(&root, layout->path, &why) != BENEATH_OK)
        return err_set(err, "cannot read '%s': %s", layout->path, why.message);
    return enter_folder(layout, &root, err);
}

/* ---- The layout ---- */

/* Reads the pattern of the fixed programs, whose paths follow from those of the buggy ones. */
static int read_fixed(struct row_layout *layout, const char *pattern, struct err *err)
{
    if (path_pattern_read(&layout->fixed, pattern, err) != 0)
        return ERR;
    for (int field = 0; field < N_ROW_FIELDS; field++)
        if (layout->fixed.has[field] && !layout->pattern.has[field])
            return err_set(err,
                           "'{%s}' is in --fixed and not in --layout, so the fixed program "
                           "cannot be found",
                           row_field_name((enum row_field)field));
    if (layout->fixed.has[PATTERN_ANY])
        return err_set(err, "--fixed must name one file for each buggy program: '{}' can be many");
    return 0;
}

int row_layout_open(struct row_layout **out, const char *path, const struct rows_options *options,
                    size_t max_bytes, struct err *err)
{
    scoped(row_layout) *layout = mem_alloc(1, sizeof *layout);
    layout->path = path;
    layout->is_pairs = options->fixed;
    layout->max_bytes = max_bytes;
    layout->has_codes = !file_is_folder(path) || strstr(options->layout, ".zip/");
    if (layout->is_pairs && layout->has_codes)
        return err_set(err, "pairs in an archive are not read: unpack '%s'", path);
    if (path_pattern_read(&layout->pattern, options->layout, err) != 0 ||
        (options->fixed && read_fixed(layout, options->fixed, err) != 0))
        return ERR;
    *out = hand_over(layout);
    return 0;
}

void row_layout_add_errors(const struct row_layout *layout, const char *dataset,
                           struct input_errors *errors)
{
    for (int i = 0; i < N_LEFT_OUT; i++) {
        const struct examples *examples = &layout->left_out[i];
        if (examples->n)
            input_errors_add(errors, reasons[i].kind, dataset, 0, "%s %s: %s%s",
                             counted((int64_t)examples->n, reasons[i].one, reasons[i].many).text,
                             reasons[i].why, str_text(&examples->names),
                             examples->n > MAX_EXAMPLES ? ", ..." : "");
    }
}

void row_layout_free(struct row_layout *layout)
{
    if (!layout)
        return;
    close_text(layout);
    path_pattern_release(&layout->pattern);
    path_pattern_release(&layout->fixed);
    str_release(&layout->current.path);
    str_release(&layout->text.bytes);
    for (int i = 0; i < N_LEFT_OUT; i++)
        str_release(&layout->left_out[i].names);
    free(layout);
}
