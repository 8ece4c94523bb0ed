/* A text has no zero bytes, or has them as UTF-16 and UTF-32 do. What it is, is then seen from its
 * first character. */
#include "sources/rows/row_start.h"

#include "base/input.h"
#include "base/mem.h"
#include "base/packed.h"
#include "sources/rows/row_text.h"

#include <string.h>
#include <strings.h>

#define SAVE_AS                                                                                  \
    "save the sheet as CSV (in Excel: File, Save As, CSV UTF-8; in LibreOffice: File, Save As, " \
    "Text CSV), and name that file"
#define UNPACK "unpack it, and name its folder"
#define OF_COMMANDS                                                                             \
    "is a dump of SQL commands: load it into its database, and write the table of submissions " \
    "as CSV (doc/rows.md)"

enum {
    PEEK_BYTES = 48 << 10, /* of standard input; a pipe holds 64 KiB */
    START_BYTES = FILE_KIND_BYTES,
};

/* How files begin that are not rows. */
static const struct {
    const char *bytes;
    const char *advice;
} refused[] = {
    {"%PDF-", "is a PDF, and not rows"},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "is a workbook of Excel (.xls): " SAVE_AS},
    {"7z\xbc\xaf\x27\x1c", "is a 7-Zip archive: " UNPACK},
    {"Rar!\x1a\x07", "is a RAR archive: " UNPACK},
    {"ARROW1", "is an Arrow file: write Parquet or CSV from it"},
    {"PGDMP", "is a dump of pg_dump: restore it, and write the table of submissions with \\copy"},
};

/* The same for texts, after blanks and in any case. */
static const struct {
    const char *text;
    const char *advice;
} refused_texts[] = {
    {"<!doctype html", "is a page of HTML, as of a login: download the data itself"},
    {"<html", "is a page of HTML, as of a login: download the data itself"},
    {"<?xml", "is XML, and not rows: write CSV or JSON lines from it"},
    {"-- mysql dump", OF_COMMANDS},
    {"-- mariadb dump", OF_COMMANDS},
    {"/*m!999999", OF_COMMANDS}, /* how MariaDB's dumps begin since 10.11.8 */
    {"--\n-- postgresql database dump", OF_COMMANDS},
    {"version https://git-lfs.github.com/spec/",
     "is a pointer to a file of Git LFS: get the file with git lfs pull"},
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

enum row_format row_format_of(const char *path, const struct row_start *start)
{
    enum row_name name = row_name_of(path);
    return name == ROW_NAME_JSON    ? ROWS_JSON_LINES
           : name == ROW_NAME_TABLE ? ROWS_CSV
                                    : start->format;
}

const char *row_start_office(const char *entry)
{
    static const struct {
        const char *entry, *advice;
    } files[] = {
        {"xl/workbook.xml", "is a workbook of Excel: " SAVE_AS},
        {"xl/workbook.bin", "is a workbook of Excel: " SAVE_AS},
        {"META-INF/manifest.xml", "is a document of LibreOffice: " SAVE_AS},
    };
    for (size_t i = 0; i < COUNT(files); i++)
        if (strcmp(entry, files[i].entry) == 0)
            return files[i].advice;
    return NULL;
}

static bool begins_with(const char *bytes, size_t length, const char *start)
{
    size_t n = strlen(start);
    return length >= n && memcmp(bytes, start, n) == 0;
}

/* The first bytes of a text, without the zero bytes of UTF-16 and what comes before them. */
static struct row_start start_of_text(const char *bytes, size_t length)
{
    char text[START_BYTES + 1];
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        if (bytes[i] && (n || !strchr(" \t\r\n\xef\xbb\xbf\xff\xfe", bytes[i])))
            text[n++] = bytes[i];
    text[n] = '\0';
    for (size_t i = 0; i < COUNT(refused_texts); i++)
        if (strncasecmp(text, refused_texts[i].text, strlen(refused_texts[i].text)) == 0)
            return (struct row_start){ROW_START_REFUSED, ROWS_CSV, refused_texts[i].advice};
    bool is_json = text[0] == '{' || text[0] == '[';
    return (struct row_start){ROW_START_TEXT, is_json ? ROWS_JSON_LINES : ROWS_CSV, NULL};
}

/* Whether all zero bytes are those of UTF-16 or UTF-32. */
static bool is_text(const char *bytes, size_t length)
{
    const char *encoding = row_text_encoding(bytes, length, NULL);
    return !memchr(bytes, 0, length) || (encoding && strcmp(encoding, "UTF-8") != 0);
}

struct row_start row_start_of(const char *bytes, size_t length)
{
    static const struct {
        size_t offset;
        const char *bytes;
        enum row_start_kind kind;
    } kinds[] = {{0, "PAR1", ROW_START_PARQUET},
                 {0, "PK\x03\x04", ROW_START_ZIP},
                 {0, "PK\x05\x06", ROW_START_ZIP},
                 {257, "ustar", ROW_START_TAR}};
    length = length < START_BYTES ? length : START_BYTES;
    if (length == 0)
        return (struct row_start){ROW_START_EMPTY, ROWS_CSV, NULL};
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (length > kinds[i].offset &&
            begins_with(bytes + kinds[i].offset, length - kinds[i].offset, kinds[i].bytes))
            return (struct row_start){kinds[i].kind, ROWS_CSV, NULL};
    for (size_t i = 0; i < COUNT(refused); i++)
        if (begins_with(bytes, length, refused[i].bytes))
            return (struct row_start){ROW_START_REFUSED, ROWS_CSV, refused[i].advice};
    if (file_kind_of(bytes, length) == FILE_KIND_DATABASE)
        return (struct row_start){
            ROW_START_REFUSED, ROWS_CSV,
            "is an SQLite database: if tokfix made it, tokfix stats and tokfix show read it; else "
            "write its rows as CSV with: sqlite3 -csv -header FILE 'select ...' >rows.csv"};
    return is_text(bytes, length) ? start_of_text(bytes, length)
                                  : (struct row_start){ROW_START_BINARY, ROWS_CSV, NULL};
}

/* ---- A file ---- */

static const struct row_start unknown = {ROW_START_UNKNOWN, ROWS_CSV, NULL};

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
    return start.kind == ROW_START_EMPTY ? unknown : start;
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
