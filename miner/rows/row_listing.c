/* A text has no zero bytes, or has them as UTF-16 and UTF-32 do. The names of the files of a folder
 * are sorted when all are known; entries of an archive stay in its order. */
#include "miner/rows/row_listing.h"

#include "base/archive_reader.h"
#include "base/beneath.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/packed.h"
#include "base/table.h"
#include "miner/rows/row_text.h"

#include <fcntl.h>
#include <string.h>
#include <strings.h>

enum {
    MAX_DEPTH = 32,
    MAX_FILES = 1 << 20,
    START_BYTES = FILE_KIND_BYTES,
};

/* How files begin, after blanks and a byte order mark, and in any case. */
static const struct {
    const char *bytes;
    enum row_start_kind kind;
    const char *what;
    size_t offset; /* of the bytes, in the file */
} starts[] = {
    {"PAR1", ROW_START_PARQUET, NULL, 0},
    {"PK\x03\x04", ROW_START_ZIP, NULL, 0},
    {"PK\x05\x06", ROW_START_ZIP, NULL, 0},
    {"ustar", ROW_START_TAR, NULL, 257},
    {"%PDF-", ROW_START_OTHER, "a PDF document", 0},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ROW_START_OTHER, "a workbook of Excel (.xls)", 0},
    {"7z\xbc\xaf\x27\x1c", ROW_START_OTHER, "a 7-Zip archive", 0},
    {"Rar!\x1a\x07", ROW_START_OTHER, "a RAR archive", 0},
    {"ARROW1", ROW_START_OTHER, "an Arrow file", 0},
    {"SQLite format 3", ROW_START_OTHER, "an SQLite database", 0},
    {"PGDMP", ROW_START_OTHER, "a dump of pg_dump", 0},
    {"-- mysql dump", ROW_START_OTHER, "a dump of SQL commands", 0},
    {"-- mariadb dump", ROW_START_OTHER, "a dump of SQL commands", 0},
    {"/*m!999999", ROW_START_OTHER, "a dump of SQL commands", 0}, /* MariaDB since 10.11.8 */
    {"--\n-- postgresql database dump", ROW_START_OTHER, "a dump of SQL commands", 0},
    {"<!doctype html", ROW_START_OTHER, "a page of HTML", 0},
    {"<html", ROW_START_OTHER, "a page of HTML", 0},
    {"<?xml", ROW_START_OTHER, "XML", 0},
    {"version https://git-lfs.github.com/spec/", ROW_START_OTHER, "a pointer of Git LFS", 0},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum row_name row_name_of(const char *path)
{
    static const struct {
        const char *extension;
        enum row_name name;
    } names[] = {
        {"csv", ROW_NAME_TABLE}, {"tsv", ROW_NAME_TABLE},     {"tab", ROW_NAME_TABLE},
        {"psv", ROW_NAME_TABLE}, {"jsonl", ROW_NAME_JSON},    {"ndjson", ROW_NAME_JSON},
        {"json", ROW_NAME_JSON}, {"parquet", ROW_NAME_WHOLE}, {"zip", ROW_NAME_WHOLE},
    };
    const char *name = file_name(path);
    size_t length = strlen(name) - strlen(packing_suffix(packing_of(name)));
    const char *dot = memrchr(name, '.', length);
    size_t n = dot ? length - (size_t)(dot + 1 - name) : 0;
    for (size_t i = 0; i < COUNT(names) && dot != name; i++)
        if (n == strlen(names[i].extension) && strncasecmp(dot + 1, names[i].extension, n) == 0)
            return names[i].name;
    return ROW_NAME_OTHER;
}

/* Whether all zero bytes are those of UTF-16 or UTF-32. */
static bool is_text(const char *bytes, size_t length)
{
    const char *encoding = row_text_encoding(bytes, length, NULL);
    return !memchr(bytes, 0, length) || (encoding && strcmp(encoding, "UTF-8") != 0);
}

static struct row_start row_start_of(const char *bytes, size_t length)
{
    length = length < START_BYTES ? length : START_BYTES;
    size_t at = 0;
    while (at < length && bytes[at] && strchr(" \t\r\n\xef\xbb\xbf", bytes[at]))
        at++;
    if (length == 0)
        return (struct row_start){.kind = ROW_START_UNKNOWN};
    for (size_t i = 0; i < COUNT(starts); i++) {
        size_t from = starts[i].offset ? starts[i].offset : at, n = strlen(starts[i].bytes);
        if (length >= from + n && strncasecmp(bytes + from, starts[i].bytes, n) == 0)
            return (struct row_start){starts[i].kind, starts[i].what};
    }
    return (struct row_start){.kind = is_text(bytes, length) ? ROW_START_TEXT : ROW_START_BINARY};
}

static const struct row_start unknown = {.kind = ROW_START_UNKNOWN};

/* Reads what can be unpacked. The rest may be damaged, or not be there. */
static struct row_start start_of_packed(struct packed *packed)
{
    char bytes[START_BYTES];
    size_t length = 0;
    for (ptrdiff_t n = 1; n > 0 && length<sizeof bytes; length += n> 0 ? (size_t)n : 0)
        n = packed_read(packed, bytes + length, sizeof bytes - length, NULL);
    return row_start_of(bytes, length);
}

/* Only looks at the first bytes, so that they can be read again. What is packed is unknown. */
static struct row_start start_of_standard(void)
{
    char bytes[START_BYTES];
    size_t n = input_peek_standard(bytes, sizeof bytes);
    return packing_of_bytes(bytes, n) == PACKING_NONE ? row_start_of(bytes, n) : unknown;
}

struct row_start row_start_at(const char *path)
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

/* ---- Folders and archives ---- */

struct search {
    struct row_listing *out;
    const char *path;    /* of the folder or the archive */
    struct table *paths; /* of an archive: of two entries with one path, the first counts */
};

/* Whether a name says that a file is rows. Entries of an archive are read once, from their start.
 */
static bool is_rows(const struct search *search, const char *path)
{
    enum row_name name = row_name_of(path);
    return name != ROW_NAME_OTHER && (name != ROW_NAME_WHOLE || !search->paths);
}

static int add(struct search *search, const char *path, bool is_file, struct err *err)
{
    struct row_listing *out = search->out;
    if (out->files.n + out->others.n == MAX_FILES)
        return err_set(err, "'%s' has more than %d files; name those that are rows", search->path,
                       MAX_FILES);
    array_push(is_file && is_rows(search, path) ? &out->files : &out->others,
               arena_text(&out->arena, path));
    return 0;
}

static bool has(const struct beneath_folder *folder, const char *name)
{
    return faccessat(folder->fd, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static int search_folder(struct search *search, const struct beneath_folder *folder,
                         const char *prefix, int depth, struct err *err);

static int take(struct search *search, const struct beneath_folder *parent, const char *prefix,
                const struct beneath_name *name, int depth, struct err *err)
{
    scoped(beneath_folder) folder = {.fd = -1};
    struct err why;
    scoped_memory char *path = mem_print("%s%s", prefix, name->text);
    if (interrupt_signal())
        return err_set(err, "stopped");
    if (name->kind != BENEATH_FOLDER || depth == MAX_DEPTH)
        return add(search, path, name->kind == BENEATH_FILE, err);
    enum beneath_result result = beneath_enter(&folder, parent, name->text, &why);
    if (result == BENEATH_BROKEN || result == BENEATH_UNREADABLE)
        return err_set(err, "cannot read '%s/%s': %s", search->path, path, why.message);
    if (result != BENEATH_OK)
        return add(search, path, false, err);
    scoped_memory char *below = mem_print("%s/", path);
    return search_folder(search, &folder, below, depth + 1, err);
}

static int search_folder(struct search *search, const struct beneath_folder *folder,
                         const char *prefix, int depth, struct err *err)
{
    scoped(beneath_names) names = {0};
    int status = beneath_list(&names, folder, err);
    for (size_t i = 0; i < names.list.n && status == 0; i++)
        if (!strstr(names.list.items[i].text, ".db.unfinished")) /* of a run that writes there */
            status = take(search, folder, prefix, &names.list.items[i], depth, err);
    return status;
}

int row_listing_read_folder(struct row_listing *out, const char *path, struct err *err)
{
    struct search search = {.out = out, .path = path};
    scoped(beneath_folder) root = {.fd = -1};
    struct err why;
    if (beneath_open_root(&root, path, &why) != BENEATH_OK)
        return err_set(err, "cannot read '%s': %s", path, why.message);
    if (search_folder(&search, &root, "", 0, err) != 0)
        return ERR;
    array_sort(&out->files, text_compare);
    array_sort(&out->others, text_compare);
    return 0;
}

bool row_listing_is_codenet(const char *path)
{
    scoped(beneath_folder) root = {.fd = -1};
    struct err why;
    return beneath_open_root(&root, path, &why) == BENEATH_OK &&
           (has(&root, "Project_CodeNet/data") || has(&root, "data/p00000") ||
            has(&root, "data/p00001") || (has(&root, "data") && has(&root, "metadata")));
}

bool row_path_is_hidden(const char *path)
{
    return *path == '.' || strstr(path, "/.");
}

static int take_entry(struct search *search, const struct entry *entry, struct err *err)
{
    const char *path = entry->path ? entry->path : "(no name)";
    scoped(str) cut = {0};
    if (interrupt_signal())
        return err_set(err, "stopped");
    bool is_safe = !entry_path_cut(&cut, path);
    if (entry->kind == ENTRY_FOLDER || (is_safe && row_path_is_hidden(str_text(&cut))))
        return 0;
    if (entry->is_encrypted && is_rows(search, path))
        return err_set(err,
                       "'%s/%s' is encrypted: unpack the archive with its password, and name "
                       "its folder",
                       search->path, path);
    return add(search, path,
               entry->kind == ENTRY_FILE && is_safe &&
                   table_add(search->paths, str_text(&cut)) != TABLE_NONE,
               err);
}

int row_listing_read_zip(struct row_listing *out, const char *path, struct err *err)
{
    scoped(table) paths = {0};
    struct search search = {.out = out, .path = path, .paths = &paths};
    scoped(archive_reader) *archive = NULL;
    struct entry entry;
    int status;
    if (archive_reader_open(&archive, path, err) != 0)
        return ERR;
    while ((status = archive_reader_next(archive, &entry, err)) == 1)
        if (take_entry(&search, &entry, err) != 0)
            return ERR;
    return status == 0 ? 0 : ERR;
}

void row_listing_release(struct row_listing *listing)
{
    array_release(&listing->files);
    array_release(&listing->others);
    arena_release(&listing->arena);
    *listing = (struct row_listing){0};
}
