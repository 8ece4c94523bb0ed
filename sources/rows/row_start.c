/* A text has no zero bytes, or has them as UTF-16 and UTF-32 do. What it is, is then seen from its
 * first character. */
#include "sources/rows/row_start.h"

#include "base/input.h"
#include "base/mem.h"
#include "base/packed.h"
#include "sources/rows/row_text.h"

#include <string.h>
#include <strings.h>

enum {
    PEEK_BYTES = 48 << 10, /* of standard input; a pipe holds 64 KiB */
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
        {"csv", ROW_NAME_TABLE}, {"tsv", ROW_NAME_TABLE},       {"tab", ROW_NAME_TABLE},
        {"psv", ROW_NAME_TABLE}, {"jsonl", ROW_NAME_JSON},      {"ndjson", ROW_NAME_JSON},
        {"json", ROW_NAME_JSON}, {"parquet", ROW_NAME_PARQUET}, {"zip", ROW_NAME_ZIP},
        {"txt", ROW_NAME_ANY},   {"dat", ROW_NAME_ANY},
    };
    const char *name = file_name(path);
    size_t length = strlen(name) - strlen(packing_suffix(packing_of(name)));
    const char *dot = memrchr(name, '.', length);
    if (!dot || dot == name)
        return ROW_NAME_ANY;
    size_t n = length - (size_t)(dot + 1 - name);
    for (size_t i = 0; i < COUNT(names); i++)
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

struct row_start row_start_of(const char *bytes, size_t length)
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

/* ---- A file ---- */

static const struct row_start unknown = {.kind = ROW_START_UNKNOWN};

struct peeked {
    struct str bytes;
    size_t at;
};

static ptrdiff_t read_peeked(void *context, char *bytes, size_t capacity, struct err *err)
{
    struct peeked *peeked = context;
    (void)err;
    return (ptrdiff_t)str_take(&peeked->bytes, &peeked->at, bytes, capacity);
}

/* Reads what can be unpacked. The rest may be damaged, or not be there. */
static struct row_start start_of_packed(struct packed *packed)
{
    char bytes[START_BYTES];
    size_t length = 0;
    for (ptrdiff_t n = 1; n > 0 && length<sizeof bytes; length += n> 0 ? (size_t)n : 0)
        n = packed_read(packed, bytes + length, sizeof bytes - length, NULL);
    return row_start_of(bytes, length);
}

static struct row_start start_of_standard(void)
{
    struct peeked peeked = {0};
    struct row_start start = unknown;
    scoped(packed) *packed = NULL;
    char first[START_BYTES];
    size_t n = input_peek_standard(first, sizeof first);
    if (n == 0)
        return unknown;
    if (packing_of_bytes(first, n) == PACKING_NONE)
        return row_start_of(first, n);
    str_extend(&peeked.bytes,
               input_peek_standard(str_reserve(&peeked.bytes, PEEK_BYTES), PEEK_BYTES));
    if (packed_open_stream(&packed, "-", read_peeked, &peeked, NULL) == 0)
        start = start_of_packed(packed);
    str_release(&peeked.bytes);
    return start;
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
