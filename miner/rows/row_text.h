/* The text of a part of a dataset of rows: UTF-8 without a byte order mark, read from its start to
 * its end. Where it comes from is known only to the function that opened it. */
#ifndef MINER_ROWS_ROW_TEXT_H
#define MINER_ROWS_ROW_TEXT_H

#include "base/archive_reader.h"
#include "base/err.h"
#include "base/mem.h"
#include "miner/rows/row_columns.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif
