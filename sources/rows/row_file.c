/* The buffer has the bytes that are not yet handed out. A batch ends after its last whole row; if
 * not even one row is whole, the buffer grows.
 *
 * A quote that is not closed makes one row of all lines after it. When that row is too large, or
 * the file ends, its first line is a row by itself, and so is every line up to the place that
 * was reached. A row that began on one of these lines and went on to the next would be in quotes
 * where the first one was, and would not end either. So every byte is searched at most twice. */
#include "sources/rows/row_file.h"

#include "base/csv_row.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct row_file {
    const struct row_part *part;
    struct row_text text;
    size_t max_row_bytes;
    char *buffer;
    size_t start, end, capacity; /* the bytes from `start` to `end` are not yet handed out */
    bool has_ended;              /* the file has no more bytes */
    size_t line;                 /* the number of the line at `start` */
    size_t n_single;             /* bytes from `start` in which every line is a row */
    char *header;
    size_t header_length;
    atomic_uint_fast64_t n_read;
};

/* Reads until `length` bytes are in the buffer, or the file ends. */
static int fill(struct row_file *file, size_t length, struct err *err)
{
    if (file->end - file->start >= length || file->has_ended)
        return 0;
    if (file->start && file->capacity - file->start < length) {
        memmove(file->buffer, file->buffer + file->start, file->end - file->start);
        file->end -= file->start;
        file->start = 0;
    }
    if (file->capacity < length)
        file->buffer = mem_resize(file->buffer, file->capacity = length, 1);
    while (file->end - file->start < length && !file->has_ended) {
        ptrdiff_t n = file->text.read(file->text.context, file->buffer + file->end,
                                      length - (file->end - file->start), err);
        if (n < 0)
            return ERR;
        file->has_ended = n == 0;
        file->end += (size_t)n;
        atomic_store(&file->n_read, file->text.position(file->text.context));
    }
    return 0;
}

/* Doubles the number of bytes in the buffer, up to the size of the largest row. */
static int fill_more(struct row_file *file, struct err *err)
{
    size_t n = 2 * (file->end - file->start);
    n = n < ROW_BATCH_BYTES ? ROW_BATCH_BYTES : n;
    return fill(file, n < file->max_row_bytes ? n : file->max_row_bytes, err);
}

static size_t count_lines(const char *bytes, size_t length)
{
    size_t n = 0;
    const char *end = bytes + length;
    for (const char *at = bytes; (at = memchr(at, '\n', (size_t)(end - at))); at++)
        n++;
    return n;
}

/* Drops the next bytes. */
static void drop(struct row_file *file, size_t length)
{
    file->line += count_lines(file->buffer + file->start, length);
    file->start += length;
    file->n_single -= file->n_single < length ? file->n_single : length;
}

/* Hands out the next bytes. */
static int give(struct row_file *file, struct row_batch *batch, size_t length)
{
    *batch = (struct row_batch){
        .part = file->part,
        .bytes = mem_resize(NULL, mem_add(length, 1), 1),
        .length = length,
        .first_line = file->line,
        .has_single_lines = file->n_single > 0,
    };
    memcpy(batch->bytes, file->buffer + file->start, length);
    drop(file, length);
    return 1;
}

/* Returns the number of bytes up to the end of the last line that ends in the first `length`; 0 if
 * none does. */
static size_t whole_lines(const struct row_file *file, size_t length)
{
    const char *bytes = file->buffer + file->start, *feed = memrchr(bytes, '\n', length);
    return feed ? (size_t)(feed - bytes) + 1 : 0;
}

/* Skips a line that is larger than the largest row. */
static int skip_line(struct row_file *file, struct row_batch *batch, struct err *err)
{
    *batch = (struct row_batch){.part = file->part, .first_line = file->line, .is_too_large = true};
    for (;;) {
        size_t length = file->end - file->start;
        const char *bytes = file->buffer + file->start, *feed = memchr(bytes, '\n', length);
        drop(file, feed ? (size_t)(feed - bytes) + 1 : length);
        if (feed || (file->has_ended && file->start == file->end))
            return 1;
        if (fill(file, ROW_BATCH_BYTES, err) != 0)
            return ERR;
    }
}

static int next_lines(struct row_file *file, struct row_batch *batch, struct err *err)
{
    for (;;) {
        size_t length = file->end - file->start, n = whole_lines(file, length);
        if (n)
            return give(file, batch, n);
        if (file->has_ended)
            return length ? give(file, batch, length) : 0;
        if (length >= file->max_row_bytes)
            return skip_line(file, batch, err);
        if (fill_more(file, err) != 0)
            return ERR;
    }
}

/* Hands out lines of which each is a row. */
static int next_single_lines(struct row_file *file, struct row_batch *batch)
{
    size_t most = file->n_single < ROW_BATCH_BYTES ? file->n_single : ROW_BATCH_BYTES;
    size_t n = whole_lines(file, most);
    if (n)
        return give(file, batch, n);
    const char *bytes = file->buffer + file->start;
    const char *feed = memchr(bytes, '\n', file->n_single);
    return give(file, batch, feed ? (size_t)(feed - bytes) + 1 : file->n_single);
}

/* The row at the start does not end in the `length` bytes that it may have. */
static int next_unended(struct row_file *file, struct row_batch *batch, const struct csv_scan *scan,
                        size_t length, struct err *err)
{
    if (!file->has_ended) {
        file->n_single = whole_lines(file, length);
        return skip_line(file, batch, err);
    }
    if (scan->state != CSV_QUOTED)
        return length ? give(file, batch, length) : 0;
    file->n_single = length;
    return next_single_lines(file, batch);
}

static int next_csv(struct row_file *file, struct row_batch *batch, struct err *err)
{
    size_t n_whole = 0; /* bytes of whole rows */
    struct csv_scan scan = {0};
    if (file->n_single)
        return next_single_lines(file, batch);
    for (;;) {
        size_t length = file->end - file->start;
        while (csv_scan(&scan, file->buffer + file->start + n_whole, length - n_whole)) {
            n_whole += scan.n_bytes;
            scan = (struct csv_scan){0};
            if (n_whole >= ROW_BATCH_BYTES)
                break;
        }
        if (n_whole)
            return give(file, batch, n_whole);
        if (file->has_ended || length >= file->max_row_bytes)
            return next_unended(file, batch, &scan, length, err);
        if (fill_more(file, err) != 0)
            return ERR;
    }
}

static int read_header(struct row_file *file, struct err *err)
{
    struct csv_scan scan = {0};
    while (!csv_scan(&scan, file->buffer + file->start, file->end - file->start)) {
        size_t length = file->end - file->start;
        if (file->has_ended)
            break;
        if (length >= file->max_row_bytes)
            return err_set(err, "'%s' is not CSV: its first row, the header, does not end",
                           file->part->name);
        if (fill_more(file, err) != 0)
            return ERR;
    }
    if (scan.n_bytes == 0)
        return err_set(err, "'%s' is empty; the first row of CSV is a header", file->part->name);
    file->header_length = scan.n_bytes;
    file->header = mem_copy_text(file->buffer + file->start, scan.n_bytes);
    drop(file, scan.n_bytes);
    return 0;
}

int row_file_open(struct row_file **out, const struct row_part *part, struct row_text *text,
                  size_t max_row_bytes, struct err *err)
{
    scoped(row_file) *file = mem_alloc(1, sizeof *file);
    file->part = part;
    file->text = *text;
    *text = (struct row_text){0};
    file->max_row_bytes = max_row_bytes;
    file->line = 1;
    if (fill(file, ROW_BATCH_BYTES, err) != 0)
        return ERR;
    file->start += utf8_byte_order_mark(file->buffer, file->end);
    if (part->form.format == ROWS_CSV && read_header(file, err) != 0)
        return ERR;
    *out = hand_over(file);
    return 0;
}

char *row_file_header(struct row_file *file, size_t *length)
{
    *length = file->header_length;
    return file->header;
}

const char *row_file_start(const struct row_file *file, size_t *length)
{
    *length = file->end - file->start;
    return file->buffer + file->start;
}

int row_file_next(struct row_file *file, struct row_batch *batch, struct err *err)
{
    if (!file->n_single && fill(file, ROW_BATCH_BYTES, err) != 0)
        return ERR;
    return file->part->form.format == ROWS_CSV ? next_csv(file, batch, err)
                                               : next_lines(file, batch, err);
}

uint64_t row_file_position(const struct row_file *file)
{
    return atomic_load(&file->n_read);
}

void row_file_close(struct row_file *file)
{
    if (!file)
        return;
    row_text_close(&file->text);
    free(file->buffer);
    free(file->header);
    free(file);
}
