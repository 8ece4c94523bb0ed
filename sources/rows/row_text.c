/* A text is a chain: a file or an entry of an archive, what unpacks it, and what decodes it.
 *
 * The columns of a Parquet file are like the header of CSV, so a missing one is known at once. Only
 * those that may be fields are read: other columns of a wide table cost nothing. */
#include "sources/rows/row_text.h"

#include "base/encoding.h"
#include "base/interrupt.h"
#include "base/packed.h"
#include "base/str.h"
#include "sandbox/parquet.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void row_text_close(struct row_text *text)
{
    if (text->context)
        text->close(text->context);
    *text = (struct row_text){0};
}

/* ---- A file ---- */

/* A file that is unpacked gives many bytes without waiting. */
static ptrdiff_t read_packed(void *context, char *bytes, size_t capacity, struct err *err)
{
    return interrupt_signal() ? err_set(err, "stopped")
                              : packed_read(context, bytes, capacity, err);
}

static uint64_t packed_read_bytes(const void *context)
{
    return packed_position(context);
}

static void close_packed(void *context)
{
    packed_close(context);
}

int row_text_open_file(struct row_text *out, const char *path, struct err *err)
{
    struct packed *packed;
    if (packed_open(&packed, path, err) != 0)
        return ERR;
    *out = (struct row_text){packed, read_packed, packed_read_bytes, close_packed, NULL};
    return 0;
}

/* ---- An entry of an archive ---- */

struct entry_text {
    struct archive_reader *archive;
    struct packed *content;
};

static ptrdiff_t read_archive(void *context, char *bytes, size_t capacity, struct err *err)
{
    return archive_reader_read(context, bytes, capacity, err);
}

static ptrdiff_t read_entry(void *context, char *bytes, size_t capacity, struct err *err)
{
    struct entry_text *text = context;
    return read_packed(text->content, bytes, capacity, err);
}

static uint64_t entry_position(const void *context)
{
    const struct entry_text *text = context;
    return archive_reader_bytes_done(text->archive);
}

static void close_entry(void *context)
{
    struct entry_text *text = context;
    packed_close(text->content);
    free(text);
}

int row_text_open_entry(struct row_text *out, struct archive_reader *archive, const char *name,
                        struct err *err)
{
    scoped_memory struct entry_text *text = mem_alloc(1, sizeof *text);
    text->archive = archive;
    if (packed_open_stream(&text->content, name, read_archive, archive, err) != 0)
        return ERR;
    *out = (struct row_text){hand_over(text), read_entry, entry_position, close_entry, NULL};
    return 0;
}

/* ---- Decoding ---- */

enum { BLOCK_BYTES = 1 << 16, MAX_MARK = 4 };

struct decoded {
    struct row_text below;
    struct decoder *decoder; /* NULL: UTF-8 */
    char block[BLOCK_BYTES];
    size_t start, end; /* the bytes of `block` that are not yet decoded */
    bool has_ended;    /* `below` has no more bytes */
    struct str text;   /* decoded, */
    size_t n_taken;    /* and how much of it was read */
};

/* How texts begin. A byte of the pattern is that of the mark, or 0, or any other one (`x`). */
static const struct {
    const char *encoding, *start;
    size_t length;
    bool is_mark; /* and no character of the text */
} starts[] = {
    {"UTF-8", "\xef\xbb\xbf", 3, true}, {"UTF-32LE", "\xff\xfe\0\0", 4, true},
    {"UTF-16LE", "\xff\xfe", 2, true},  {"UTF-32BE", "\0\0\xfe\xff", 4, true},
    {"UTF-16BE", "\xfe\xff", 2, true},  {"UTF-32LE", "x\0\0\0", 4, false},
    {"UTF-32BE", "\0\0\0x", 4, false},  {"UTF-16LE", "x\0x\0", 4, false},
    {"UTF-16BE", "\0x\0x", 4, false},
};

static bool begins_with(const char *bytes, size_t length, size_t row)
{
    const char *start = starts[row].start;
    if (length < starts[row].length)
        return false;
    for (size_t i = 0; i < starts[row].length; i++)
        if (start[i] == 'x' ? !bytes[i] : bytes[i] != start[i])
            return false;
    return true;
}

const char *row_text_encoding(const char *bytes, size_t length, size_t *n_mark)
{
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (begins_with(bytes, length, i)) {
            if (n_mark && starts[i].is_mark)
                *n_mark = starts[i].length;
            return starts[i].encoding;
        }
    return NULL;
}

/* Fills the block as far as there are bytes, but waits only for one. */
static int fill_block(struct decoded *text, size_t least, struct err *err)
{
    memmove(text->block, text->block + text->start, text->end -= text->start);
    text->start = 0;
    while (text->end < least && text->end < BLOCK_BYTES && !text->has_ended) {
        ptrdiff_t n = text->below.read(text->below.context, text->block + text->end,
                                       BLOCK_BYTES - text->end, err);
        if (n < 0)
            return ERR;
        text->has_ended = n == 0;
        text->end += (size_t)n;
    }
    return 0;
}

static ptrdiff_t read_utf8(struct decoded *text, char *bytes, size_t capacity, struct err *err)
{
    size_t left = text->end - text->start, n = left < capacity ? left : capacity;
    if (!left)
        return text->has_ended ? 0 : text->below.read(text->below.context, bytes, capacity, err);
    memcpy(bytes, text->block + text->start, n);
    text->start += n;
    return (ptrdiff_t)n;
}

static ptrdiff_t read_decoded(void *context, char *bytes, size_t capacity, struct err *err)
{
    struct decoded *text = context;
    if (!text->decoder)
        return read_utf8(text, bytes, capacity, err);
    while (text->n_taken == text->text.length) {
        text->n_taken = 0;
        str_clear(&text->text);
        if (text->has_ended && text->start == text->end)
            return 0;
        if (fill_block(text, text->end - text->start + 1, err) != 0)
            return ERR;
        text->start += decoder_add(text->decoder, &text->text, text->block + text->start,
                                   text->end - text->start, text->has_ended);
    }
    return (ptrdiff_t)str_take(&text->text, &text->n_taken, bytes, capacity);
}

static uint64_t decoded_position(const void *context)
{
    const struct decoded *text = context;
    return text->below.position(text->below.context);
}

static void close_decoded(void *context)
{
    struct decoded *text = context;
    row_text_close(&text->below);
    decoder_close(text->decoder);
    str_release(&text->text);
    free(text);
}

int row_text_decode(struct row_text *text, struct err *err)
{
    struct decoded *decoded = mem_alloc(1, sizeof *decoded);
    decoded->below = *text;
    *text = (struct row_text){decoded, read_decoded, decoded_position, close_decoded, NULL};
    if (fill_block(decoded, MAX_MARK, err) != 0)
        return ERR;
    const char *shown = row_text_encoding(decoded->block, decoded->end, &decoded->start);
    text->encoding = shown;
    return shown ? decoder_open(&decoded->decoder, shown, err) : 0;
}

/* ---- Parquet ---- */

/* Where fields may be inside columns, only the rows show which are missing. */
static int choose(void *context, const char *const *names, size_t n, bool *is_wanted,
                  struct err *err)
{
    const struct row_columns *columns = context;
    int at[N_ROW_SLOTS];
    bool has_more = false;
    for (size_t i = 0; i < n; i++) {
        struct row_column column = row_columns_look(columns, names[i]);
        is_wanted[i] = column.rank >= 0 || column.input >= 0 || column.has_more;
        has_more |= column.has_more;
    }
    return has_more ? 0 : row_columns_find(columns, names, n, true, at, err);
}

static ptrdiff_t read_parquet(void *context, char *bytes, size_t capacity, struct err *err)
{
    return parquet_rows_read(context, bytes, capacity, err);
}

static uint64_t parquet_position(const void *context)
{
    return parquet_rows_position(context);
}

static void close_parquet(void *context)
{
    parquet_rows_close(context);
}

int row_text_open_parquet(struct row_text *out, const char *path, const struct row_columns *columns,
                          struct err *err)
{
    struct parquet_rows *rows;
    struct err reason;
    int status = parquet_rows_open(&rows, path, choose, (void *)columns, &reason);
    if (status == 0)
        *out = (struct row_text){rows, read_parquet, parquet_position, close_parquet, NULL};
    if (status != PARQUET_UNABLE)
        return status == 0 ? 0 : err_pass(err, &reason);
    return err_set(err,
                   "cannot read '%s': %s; or convert the file with DuckDB's command line: duckdb "
                   "-c \"copy (from 'FILE') to 'FILE.jsonl' (format json)\"",
                   path, reason.message);
}
