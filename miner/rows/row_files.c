/* The files of a dataset are those that the user named, in this order. In place of a folder or a
 * zip archive are the files of rows in it, by their names and their first bytes. A text has no zero
 * bytes, or has them as UTF-16 and UTF-32 do. The names of the files of a folder are sorted when
 * all are known. An archive is open from its first file to its last, and its entries are read in
 * its order. */
#include "miner/rows/row_files.h"

#include "base/archive_reader.h"
#include "base/beneath.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/packed.h"
#include "base/table.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum {
    MAX_DEPTH = 32,
    MAX_FILES = 1 << 20,
    START_BYTES = FILE_KIND_BYTES,
    N_EXAMPLES = 3, /* of many files, so many are named */
};

/* What a name says, without the ending of a packing and in any case. */
enum row_name {
    NAME_OTHER,
    NAME_TABLE, /* .csv and the like */
    NAME_JSON,
    NAME_WHOLE, /* .parquet or .zip, which are read from their ends */
};

/* What the content is, without packing. */
enum row_start_kind {
    START_TEXT, /* in any encoding */
    START_PARQUET,
    START_ZIP,
    START_TAR,
    START_OTHER,   /* it is known, and not rows */
    START_BINARY,  /* it is not known, and not a text */
    START_UNKNOWN, /* it is empty, or cannot be read twice, or not at all */
};

struct row_start {
    enum row_start_kind kind;
    const char *what; /* of START_OTHER: "a PDF document" */
};

/* How files begin, after blanks and a byte order mark, and in any case. */
static const struct {
    const char *bytes;
    enum row_start_kind kind;
    const char *what;
    size_t offset; /* of the bytes, in the file */
} starts[] = {
    {"PAR1", START_PARQUET, NULL, 0},
    {"PK\x03\x04", START_ZIP, NULL, 0},
    {"PK\x05\x06", START_ZIP, NULL, 0},
    {"ustar", START_TAR, NULL, 257},
    {"%PDF-", START_OTHER, "a PDF document", 0},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", START_OTHER, "a workbook of Excel (.xls)", 0},
    {"7z\xbc\xaf\x27\x1c", START_OTHER, "a 7-Zip archive", 0},
    {"Rar!\x1a\x07", START_OTHER, "a RAR archive", 0},
    {"ARROW1", START_OTHER, "an Arrow file", 0},
    {"SQLite format 3", START_OTHER, "an SQLite database", 0},
    {"PGDMP", START_OTHER, "a dump of pg_dump", 0},
    {"-- ", START_OTHER, "a dump of SQL commands", 0},
    {"--\n", START_OTHER, "a dump of SQL commands", 0},
    {"pragma foreign_keys", START_OTHER, "a dump of SQL commands", 0}, /* SQLite's .dump */
    {"begin transaction", START_OTHER, "a dump of SQL commands", 0},
    {"create table", START_OTHER, "a dump of SQL commands", 0},
    {"insert into", START_OTHER, "a dump of SQL commands", 0},
    {"/*m!999999", START_OTHER, "a dump of SQL commands", 0}, /* MariaDB since 10.11.8 */
    {"<!doctype html", START_OTHER, "a page of HTML", 0},
    {"<html", START_OTHER, "a page of HTML", 0},
    {"<?xml", START_OTHER, "XML", 0},
    {"version https://git-lfs.github.com/spec/", START_OTHER, "a pointer of Git LFS", 0},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static enum row_name name_of(const char *path)
{
    static const struct {
        const char *extension;
        enum row_name name;
    } names[] = {
        {"csv", NAME_TABLE}, {"tsv", NAME_TABLE},     {"tab", NAME_TABLE},
        {"psv", NAME_TABLE}, {"jsonl", NAME_JSON},    {"ndjson", NAME_JSON},
        {"json", NAME_JSON}, {"parquet", NAME_WHOLE}, {"zip", NAME_WHOLE},
    };
    const char *name = file_name(path);
    size_t length = strlen(name) - strlen(packing_suffix(packing_of(name)));
    const char *dot = memrchr(name, '.', length);
    size_t n = dot ? length - (size_t)(dot + 1 - name) : 0;
    for (size_t i = 0; i < COUNT(names) && dot != name; i++)
        if (n == strlen(names[i].extension) && strncasecmp(dot + 1, names[i].extension, n) == 0)
            return names[i].name;
    return NAME_OTHER;
}

/* Whether all zero bytes are those of UTF-16 or UTF-32. */
static bool is_text(const char *bytes, size_t length)
{
    const char *encoding = row_text_encoding(bytes, length, NULL);
    return !memchr(bytes, 0, length) || (encoding && strcmp(encoding, "UTF-8") != 0);
}

static struct row_start start_of(const char *bytes, size_t length)
{
    length = length < START_BYTES ? length : START_BYTES;
    size_t at = 0;
    while (at < length && bytes[at] && strchr(" \t\r\n\xef\xbb\xbf", bytes[at]))
        at++;
    if (length == 0)
        return (struct row_start){.kind = START_UNKNOWN};
    for (size_t i = 0; i < COUNT(starts); i++) {
        size_t from = starts[i].offset ? starts[i].offset : at, n = strlen(starts[i].bytes);
        if (length >= from + n && strncasecmp(bytes + from, starts[i].bytes, n) == 0)
            return (struct row_start){starts[i].kind, starts[i].what};
    }
    return (struct row_start){.kind = is_text(bytes, length) ? START_TEXT : START_BINARY};
}

static const struct row_start unknown = {.kind = START_UNKNOWN};

/* Reads what can be unpacked. The rest may be damaged, or not be there. */
static struct row_start start_of_packed(struct packed *packed)
{
    char bytes[START_BYTES];
    size_t length = 0;
    ptrdiff_t n;
    while (length < sizeof bytes &&
           (n = packed_read(packed, bytes + length, sizeof bytes - length, NULL)) > 0)
        length += (size_t)n;
    return start_of(bytes, length);
}

/* Only looks at the first bytes, so that they can be read again. What is packed is unknown. */
static struct row_start start_of_standard(void)
{
    char bytes[START_BYTES];
    size_t n = input_peek_standard(bytes, sizeof bytes);
    return packing_of_bytes(bytes, n) == PACKING_NONE ? start_of(bytes, n) : unknown;
}

/* Examines a file; "-" is standard input, which is only looked at, and unknown if it is packed. */
static struct row_start start_at(const char *path)
{
    scoped(packed) *packed = NULL;
    struct file_start start;
    if (strcmp(path, "-") == 0)
        return start_of_standard();
    if (file_start_read(&start, path, NULL) != 0 || start.kind == FILE_KIND_FOLDER ||
        (!start.length && start.kind != FILE_KIND_EMPTY) || packed_open(&packed, path, NULL) != 0)
        return unknown;
    return start_of_packed(packed);
}

/* ---- The files in folders and archives ---- */

/* The files of a folder or a zip archive. All zero but for its first members before it is read. */
struct listing {
    const char *path;
    bool is_zip;
    /* Paths below the folder, in the order of strcmp(), or as in the archive, in its order: of the
     * files of rows, and of what is not rows or has a path that is not safe. */
    struct text_list files, others;
    struct table paths; /* of an archive: of two entries with one path, the first counts */
    struct arena arena; /* of the texts */
};

static void release_listing(struct listing *listing)
{
    array_release(&listing->files);
    array_release(&listing->others);
    table_release(&listing->paths);
    arena_release(&listing->arena);
}
SCOPED_VALUE(listing, release_listing)

/* Whether a name says that a file is rows. Entries of an archive are read once, from their start.
 */
static bool is_rows(const struct listing *listing, const char *path)
{
    enum row_name name = name_of(path);
    return name != NAME_OTHER && (name != NAME_WHOLE || !listing->is_zip);
}

static int add(struct listing *listing, const char *path, bool is_file, struct err *err)
{
    if (listing->files.n + listing->others.n == MAX_FILES)
        return err_set(err, "'%s' has more than %d files; name those that are rows", listing->path,
                       MAX_FILES);
    array_push(is_file && is_rows(listing, path) ? &listing->files : &listing->others,
               arena_text(&listing->arena, path));
    return 0;
}

static bool has(const struct beneath_folder *folder, const char *name)
{
    return faccessat(folder->fd, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static int search_folder(struct listing *listing, const struct beneath_folder *folder,
                         const char *prefix, int depth, struct err *err);

static int take(struct listing *listing, const struct beneath_folder *parent, const char *prefix,
                const struct beneath_name *name, int depth, struct err *err)
{
    scoped(beneath_folder) folder = {.fd = -1};
    struct err why;
    scoped_memory char *path = mem_print("%s%s", prefix, name->text);
    if (interrupt_signal())
        return err_set(err, "stopped");
    if (name->kind != BENEATH_FOLDER || depth == MAX_DEPTH)
        return add(listing, path, name->kind == BENEATH_FILE, err);
    enum beneath_result result = beneath_enter(&folder, parent, name->text, &why);
    if (result == BENEATH_BROKEN || result == BENEATH_UNREADABLE)
        return err_set(err, "cannot read '%s/%s': %s", listing->path, path, why.message);
    if (result != BENEATH_OK)
        return add(listing, path, false, err);
    scoped_memory char *below = mem_print("%s/", path);
    return search_folder(listing, &folder, below, depth + 1, err);
}

static int search_folder(struct listing *listing, const struct beneath_folder *folder,
                         const char *prefix, int depth, struct err *err)
{
    scoped(beneath_names) names = {0};
    int status = beneath_list(&names, folder, err);
    for (size_t i = 0; i < names.list.n && status == 0; i++)
        if (!strstr(names.list.items[i].text, ".db.unfinished")) /* of a run that writes there */
            status = take(listing, folder, prefix, &names.list.items[i], depth, err);
    return status;
}

/* Lists the files of a folder and of the folders in it, to a depth of 32. What is hidden is left
 * out. Links are `others`. A file is rows if its name says so. */
static int read_folder(struct listing *listing, struct err *err)
{
    scoped(beneath_folder) root = {.fd = -1};
    struct err why;
    if (beneath_open_root(&root, listing->path, &why) != BENEATH_OK)
        return err_set(err, "cannot read '%s': %s", listing->path, why.message);
    if (search_folder(listing, &root, "", 0, err) != 0)
        return ERR;
    array_sort(&listing->files, text_compare);
    array_sort(&listing->others, text_compare);
    return 0;
}

/* Whether a folder is a Project CodeNet tree, or has one. */
static bool is_codenet(const char *path)
{
    scoped(beneath_folder) root = {.fd = -1};
    struct err why;
    return beneath_open_root(&root, path, &why) == BENEATH_OK &&
           (has(&root, "Project_CodeNet/data") || has(&root, "data/p00000") ||
            has(&root, "data/p00001") || (has(&root, "data") && has(&root, "metadata")));
}

static int take_entry(struct listing *listing, const struct entry *entry, struct err *err)
{
    const char *path = entry->path ? entry->path : "(no name)";
    scoped(str) cut = {0};
    if (interrupt_signal())
        return err_set(err, "stopped");
    bool is_safe = !entry_path_cut(&cut, path);
    if (entry->kind == ENTRY_FOLDER || (is_safe && row_path_is_hidden(str_text(&cut))))
        return 0;
    if (entry->is_encrypted && is_rows(listing, path))
        return err_set(err,
                       "'%s/%s' is encrypted: unpack the archive with its password, and name "
                       "its folder",
                       listing->path, path);
    return add(listing, path,
               entry->kind == ENTRY_FILE && is_safe &&
                   table_add(&listing->paths, str_text(&cut)) != TABLE_NONE,
               err);
}

/* Lists the entries of a zip archive by the same rules; zip archives and Parquet in it are
 * `others`. Fails if it is damaged, or if rows in it are encrypted. */
static int read_zip(struct listing *listing, struct err *err)
{
    scoped(archive_reader) *archive = NULL;
    struct entry entry;
    int status;
    if (archive_reader_open(&archive, listing->path, err) != 0)
        return ERR;
    while ((status = archive_reader_next(archive, &entry, err)) == 1)
        if (take_entry(listing, &entry, err) != 0)
            return ERR;
    return status == 0 ? 0 : ERR;
}

/* A file is rows if its name says so, or if it is a text that no other kind reads. What is rows
 * only when it is converted is refused when it is opened. */
int row_files_recognize(const struct source_request *request)
{
    const char *path = request->path;
    scoped(listing) listing = {.path = path};
    const struct rows_options *options = request->own;
    if (options->layout)
        return ROWS_CSV;
    if (file_is_folder(path)) {
        bool is_rows = !request->metadata && !is_codenet(path) &&
                       read_folder(&listing, NULL) == 0 && listing.files.n;
        return is_rows ? ROWS_FOUND : -1;
    }
    switch (start_at(path).kind) {
    case START_TEXT:
    case START_PARQUET:
    case START_ZIP:
    case START_OTHER:
        return ROWS_FOUND;
    case START_TAR:
        return -1;
    default:
        return name_of(path) != NAME_OTHER ? ROWS_FOUND : -1;
    }
}

/* ---- The files ---- */

/* A file of rows, and where it is. */
struct listed_file {
    struct row_file file;
    const char *path;
    const char *entry;         /* in the archive at `path`; NULL: the file itself */
    bool begins_archive;       /* it is the first of it */
    uint64_t n_bytes;          /* of the file, and of an archive with its last file; 0: unknown */
    struct row_layout *layout; /* NULL: none */
    bool is_parquet;
};

/* Adds a file of rows. `file` is the name that says its format. */
static struct listed_file *add_file(struct row_files *files, const char *name, const char *path,
                                    const char *file)
{
    enum row_name named = name_of(file);
    int format = files->request->format;
    if (format == ROWS_FOUND && named == NAME_JSON)
        format = ROWS_JSON_LINES;
    else if (format == ROWS_FOUND && named == NAME_TABLE)
        format = ROWS_CSV;
    struct listed_file *listed = mem_alloc(1, sizeof *listed);
    listed->path = arena_text(&files->arena, path);
    listed->file = (struct row_file){
        .name = arena_text(&files->arena, name),
        .number = (uint32_t)files->list.n,
        .form.format = (enum row_format)format,
    };
    array_push(&files->list, listed);
    return listed;
}

static void count_bytes(struct row_files *files, const char *path)
{
    struct stat info;
    bool is_file = stat(path, &info) == 0 && S_ISREG(info.st_mode);
    uint64_t n_bytes = is_file ? (uint64_t)info.st_size : 0;
    if (files->list.n)
        files->list.items[files->list.n - 1]->n_bytes = n_bytes;
    files->n_bytes += n_bytes;
}

/* Says which files are left out: the first of them, and how many they are. */
static void note_left_out(struct row_files *files, const char *name, const struct listing *listing)
{
    scoped(str) examples = {0};
    size_t n = listing->others.n;
    for (size_t i = 0; i < n && i < N_EXAMPLES; i++)
        str_print(&examples, "%s%s", i ? ", " : "", listing->others.items[i]);
    if (n)
        input_errors_add(
            files->errors, INPUT_FILE_LEFT_OUT, name, 0, "left out %s: %s%s",
            counted((int64_t)n, "file that is not rows", "files that are not rows").text,
            str_text(&examples), n > N_EXAMPLES ? ", ..." : "");
}

static int list_zip(struct row_files *files, const char *path, const char *name, struct err *err)
{
    scoped(listing) listing = {.path = path, .is_zip = true};
    if (read_zip(&listing, err) != 0)
        return ERR;
    note_left_out(files, name, &listing);
    for (size_t i = 0; i < listing.files.n; i++) {
        const char *entry = arena_text(&files->arena, listing.files.items[i]);
        scoped_memory char *whole = mem_print("%s/%s", name, entry);
        struct listed_file *listed = add_file(files, whole, path, entry);
        listed->file.is_in_archive = true;
        listed->begins_archive = i == 0;
        listed->entry = entry;
    }
    count_bytes(files, path);
    return 0;
}

/* Fails for what is known, and not rows. */
static int refuse(const char *path, const struct row_start *start, struct err *err)
{
    if (start->kind == START_OTHER)
        return err_set(err, "'%s' is %s, and not rows: make CSV or JSON lines of it (doc/rows.md)",
                       path, start->what);
    if (start->kind == START_TAR)
        return err_set(err, "'%s' is a tar archive: unpack it, and name its folder", path);
    return 0;
}

/* Lists a file that the user named, or that is in a folder. */
static int list_any_file(struct row_files *files, const char *path, const char *name,
                         struct err *err)
{
    scoped_memory char *folder = file_folder(path);
    struct row_start start = start_at(path);
    if (start.kind == START_ZIP)
        return list_zip(files, path, name, err);
    if (refuse(path, &start, err) != 0)
        return ERR;
    struct listed_file *listed = add_file(files, name, path, path);
    listed->file.folder = arena_text(&files->arena, folder);
    count_bytes(files, path);
    listed->is_parquet = start.kind == START_PARQUET;
    if (listed->is_parquet)
        listed->file.form.format = ROWS_JSON_LINES;
    if (start.kind == START_BINARY && (int)listed->file.form.format == ROWS_FOUND)
        return err_set(err, "'%s' is neither text nor an archive that tokfix knows", path);
    return 0;
}

static int list_folder(struct row_files *files, const char *path, struct err *err)
{
    scoped(listing) listing = {.path = path};
    scoped(str) folder = {0};
    size_t length = strlen(path);
    file_add_name(&folder, path);
    if (read_folder(&listing, err) != 0)
        return ERR;
    note_left_out(files, str_text(&folder), &listing);
    for (size_t i = 0; i < listing.files.n; i++) {
        const char *below = listing.files.items[i];
        scoped_memory char *file =
            mem_print("%s%s%s", path, path[length - 1] == '/' ? "" : "/", below);
        scoped_memory char *name = mem_print("%s/%s", str_text(&folder), below);
        if (list_any_file(files, file, name, err) != 0)
            return ERR;
    }
    return 0;
}

static int list_standard_input(struct row_files *files, struct err *err)
{
    struct row_start start = start_at("-");
    if (start.kind == START_ZIP || start.kind == START_PARQUET)
        return err_set(err, "zip archives and Parquet are not read from standard input; name the "
                            "file");
    if (refuse("standard input", &start, err) != 0)
        return ERR;
    add_file(files, "standard input", "-", "-");
    count_bytes(files, "/dev/stdin");
    return 0;
}

/* Whether another file that the user named has the same name in another folder. */
static bool is_ambiguous(const struct source_request *request, const char *path)
{
    size_t n_same = strcmp(file_name(request->path), file_name(path)) == 0;
    for (size_t i = 0; request->others && i < request->others->n; i++)
        n_same += strcmp(file_name(request->others->items[i]), file_name(path)) == 0;
    return n_same > 1;
}

/* Lists the folder or archive of a layout. */
static int list_layout(struct row_files *files, const char *path,
                       const struct rows_options *options, struct err *err)
{
    scoped(row_layout) *layout = NULL;
    scoped(str) name = {0};
    if (row_layout_open(&layout, path, options, files->request->max_bytes, err) != 0)
        return ERR;
    if (strcmp(path, "-") == 0)
        str_add_text(&name, "standard input");
    else
        file_add_name(&name, path);
    struct listed_file *listed = add_file(files, str_text(&name), path, path);
    listed->file.folder = listed->path;
    listed->file.is_layout = true;
    listed->file.form = (struct row_form){.format = ROWS_CSV, .csv.delimiter = ','};
    listed->layout = hand_over(layout);
    count_bytes(files, path);
    return 0;
}

static int list(struct row_files *files, const char *path, struct err *err)
{
    const struct rows_options *options = files->request->own;
    if (options->layout)
        return list_layout(files, path, options, err);
    if (strcmp(path, "-") == 0)
        return list_standard_input(files, err);
    if (file_is_folder(path))
        return list_folder(files, path, err);
    const char *name = is_ambiguous(files->request, path) ? path : file_name(path);
    return list_any_file(files, path, name, err);
}

/* Appends the name of what the user named, without an ending for packing. */
static void add_name(struct str *out, const char *path)
{
    scoped(str) name = {0};
    file_add_name(&name, path);
    size_t suffix = strlen(packing_suffix(packing_of(str_text(&name))));
    str_add(out, name.text, name.length - suffix);
}

/* Names the first, and how many more there are; and all of several. */
static void name_all(struct row_files *files)
{
    const struct source_request *request = files->request;
    size_t n_more = request->others ? request->others->n : 0;
    bool is_standard = strcmp(request->path, "-") == 0;
    scoped(str) first = {0};
    add_name(&first, request->path);
    files->name = is_standard ? "standard input" : arena_text(&files->arena, str_text(&first));
    if (n_more)
        files->name = arena_print(&files->arena, "%s and %zu more", files->name, n_more);
    for (size_t i = 0; n_more && i <= n_more; i++) {
        const char *path = i ? request->others->items[i - 1] : request->path;
        scoped(str) name = {0};
        if (is_ambiguous(request, path) || strcmp(path, "-") == 0)
            str_add_text(&name, path);
        else
            add_name(&name, path);
        word_list_add(&files->files, str_text(&name));
    }
}

static void view(const struct row_files *files)
{
    scoped(str) names = {0};
    size_t n = files->list.n;
    for (size_t i = 0; i < n && i < N_EXAMPLES; i++)
        str_print(&names, "%s%s", i ? ", " : "", files->list.items[i]->file.name);
    str_add_text(&names, n > N_EXAMPLES ? ", ..." : "");
    source_view_add(files->request->view, "files", "%zu: %s", n, str_text(&names));
}

int row_files_open(struct row_files **out, const struct source_request *request,
                   const struct row_columns *columns, struct input_errors *errors, struct err *err)
{
    scoped(row_files) *files = mem_alloc(1, sizeof *files);
    files->request = request;
    files->columns = columns;
    files->errors = errors;
    if (list(files, request->path, err) != 0)
        return ERR;
    for (size_t i = 0; request->others && i < request->others->n; i++)
        if (list(files, request->others->items[i], err) != 0)
            return ERR;
    if (!files->list.n)
        return err_set(
            err,
            "'%s' has no files of rows (.csv, .tsv, .json, .jsonl, .parquet): name other "
            "files one by one, save a sheet as CSV; programs in folders need --layout",
            request->path);
    name_all(files);
    if (request->view && files->list.n > 1)
        view(files);
    *out = hand_over(files);
    return 0;
}

/* Goes on in the archive to the entry of a file. */
static int find_entry(struct row_files *files, const struct listed_file *listed, struct err *err)
{
    struct entry entry;
    int status;
    if (listed->begins_archive) {
        archive_reader_close(files->archive);
        files->archive = NULL;
        if (archive_reader_open(&files->archive, listed->path, err) != 0)
            return ERR;
    }
    while ((status = archive_reader_next(files->archive, &entry, err)) == 1)
        if (entry.path && strcmp(entry.path, listed->entry) == 0)
            return 0;
    return status ? ERR : err_set(err, "'%s' was changed while it was read", listed->path);
}

static int open_text(struct row_files *files, const struct listed_file *listed,
                     struct row_text *text, struct err *err)
{
    if (listed->layout)
        return row_layout_open_text(text, listed->layout, err);
    if (listed->is_parquet)
        return row_text_open_parquet(text, listed->path, files->columns, err);
    if (!listed->entry)
        return row_text_open(text, listed->path, NULL, err);
    return find_entry(files, listed, err) == 0
               ? row_text_open(text, listed->file.name, files->archive, err)
               : ERR;
}

int row_files_next(struct row_files *files, struct row_file **file, struct row_text *text,
                   struct err *err)
{
    if (files->n_opened == files->list.n)
        return 0;
    struct listed_file *listed = files->list.items[files->n_opened];
    if (files->n_opened++)
        atomic_fetch_add(&files->bytes_before, files->list.items[files->n_opened - 2]->n_bytes);
    *file = &listed->file;
    if (open_text(files, listed, text, err) != 0)
        return ERR;
    listed->file.encoding = text->encoding;
    return 1;
}

const struct row_file *row_files_at(const struct row_files *files, uint32_t number)
{
    return &files->list.items[number]->file;
}

void row_files_add_errors(const struct row_files *files)
{
    for (size_t i = 0; i < files->list.n; i++) {
        const struct listed_file *listed = files->list.items[i];
        if (listed->layout)
            row_layout_add_errors(listed->layout, listed->file.name, files->errors);
    }
}

void row_files_close(struct row_files *files)
{
    if (!files)
        return;
    for (size_t i = 0; i < files->list.n; i++) {
        row_layout_free(files->list.items[i]->layout);
        free(files->list.items[i]);
    }
    archive_reader_close(files->archive);
    array_release(&files->list);
    arena_release(&files->arena);
    str_release(&files->files);
    free(files);
}
