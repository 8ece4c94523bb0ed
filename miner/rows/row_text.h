/* The text of a file of rows, and its form: how it is cut into rows, and these into values. */
#ifndef MINER_ROWS_ROW_TEXT_H
#define MINER_ROWS_ROW_TEXT_H

#include "base/archive_reader.h"
#include "base/csv.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"
#include "miner/rows/row_columns.h"
#include "miner/rows/rows_source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- The text ---- */

/* UTF-8 without a byte order mark, read from its start to its end. Where it comes from is known
 * only to the function that opened it. */
struct row_text {
    void *context; /* NULL: closed */
    /* Reads the next bytes, at most `capacity` > 0. Returns their number, 0 at the end, or ERR. The
     * error is "stopped" if reading was stopped (base/file.h). */
    ptrdiff_t (*read)(void *context, char *bytes, size_t capacity, struct err *err);
    /* Returns how many bytes of its file were read. */
    uint64_t (*position)(const void *context);
    void (*close)(void *context);
    const char *encoding; /* of its file, for people; NULL: UTF-8 */
};

/* A closed text is ignored. */
void row_text_close(struct row_text *text);
SCOPED_VALUE(row_text, row_text_close)

/* Opens a file, which may be packed (base/packed.h); "-" is standard input. Or if `archive` is not
 * NULL, which is borrowed, its current entry, with that name for messages. The bytes become UTF-8.
 * Their encoding is the one that they show, or else UTF-8. Bytes that are not text in the encoding
 * remain, or become others that are not UTF-8 (decoder_add()). Close it also after a failure. */
int row_text_open(struct row_text *out, const char *path, struct archive_reader *archive,
                  struct err *err);

/* Returns the encoding of a text that begins with these bytes: that of the byte order mark (UTF-8,
 * UTF-16, UTF-32), or without one, UTF-16 or UTF-32 if the zero bytes of the first two characters
 * show it; else NULL. Sets `n_mark` to the size of the mark, unless it is NULL. */
const char *row_text_encoding(const char *bytes, size_t length, size_t *n_mark);

/* Whether what is known of a JSON document has begun an array of objects that is a member. */
bool row_text_has_array(const char *bytes, size_t length);

/* Makes the text of a JSON document, which may have any size, JSON lines: the items of its array,
 * or of the only array of objects in its object. `bytes` are those of it that were read before.
 * `name` is for messages, and borrowed. Reading fails where the document cannot be read on. */
void row_text_unfold(struct row_text *text, const char *name, const char *bytes, size_t length);

/* Opens a Parquet file: the columns that may be fields, as JSON lines. Fails if a field that is
 * required has no column. */
int row_text_open_parquet(struct row_text *out, const char *path, const struct row_columns *columns,
                          struct err *err);

/* ---- The form ---- */

enum row_format {
    ROWS_JSON_LINES, /* JSON of any form */
    ROWS_CSV,        /* RFC 4180 with any delimiter, or ROWS_COPY if it looks like that */
    ROWS_COPY,       /* text with backslashes (base/csv.h) */
    ROWS_JSON,       /* another name for ROWS_JSON_LINES, which a form has in its place */
};

/* The number of the format if no option says it: the name of each file does, or its first bytes. */
enum { ROWS_FOUND = 1 << 8 };

struct row_form {
    enum row_format format; /* what was said or found */
    bool is_document;       /* of JSON: the rows are the items of an array, and not lines */
    struct csv_form csv;    /* of the others */
    bool has_null_word;     /* of ROWS_COPY: the word NULL is null, as in MySQL's batch mode */
    size_t n_skipped;       /* bytes before the header: a line sep=; and blank lines */
};

/* The start of a text, and what was said of it. */
struct row_look {
    const struct rows_options *own;
    const char *name; /* of the file, for messages */
    const char *bytes;
    size_t length;
    bool is_whole; /* the text has no more bytes */
};

/* Finds the form of a text. If its format is not known, what begins with `{` or `[` is JSON, and
 * any other text is CSV. The delimiter is the one that the first line has most often. Tabs also
 * separate the values of ROWS_COPY: the text is that if there are escapes, and values in quotes
 * make no sense of it. JSON is lines if its first line is a whole object, or its second one begins
 * another one. Fails if the options cannot hold. */
int row_form_find(struct row_form *form, const struct row_look *look, struct err *err);

/* Appends the name of the form: "CSV with semicolons". */
void row_form_describe(struct str *out, const struct row_form *form);

/* Returns the length of the line at the start of the bytes, a row of JSON, with its end, or
 * `length` if it does not end. */
size_t row_line_length(const char *bytes, size_t length);

#endif
