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
#include "sources/rows/json_rows.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct row_file {
    struct row_part *part;
    const struct row_file_options *options;
    struct row_text text;
    size_t max_row_bytes;
    struct json_rows json; /* of a document */
    size_t n_outside;      /* bytes from `start` that are in no row */
    char *buffer;
    size_t start, end, capacity; /* the bytes from `start` to `end` are not yet handed out */
    bool has_ended;              /* the file has no more bytes */
    size_t line;                 /* the number of the line at `start` */
    size_t n_rows;               /* of a document, before `start` */
    size_t n_single;             /* bytes from `start` in which every line is a row */
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

/* Drops the next bytes. */
static void drop(struct row_file *file, size_t length)
{
    file->line += text_count(file->buffer + file->start, length, '\n');
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
        while (csv_scan(&scan, &file->part->form.csv, file->buffer + file->start + n_whole,
                        length - n_whole)) {
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

/* Skips a row of a document that is larger than the largest row. */
static int skip_value(struct row_file *file, struct row_batch *batch, struct err *err)
{
    size_t n = file->end - file->start, gap = json_rows_gap(file->buffer + file->start, n);
    enum json_rows_step step = JSON_ROWS_MORE;
    *batch = (struct row_batch){.part = file->part, .is_too_large = true};
    batch->first_line = file->line + text_count(file->buffer + file->start, gap, '\n');
    while (step == JSON_ROWS_MORE) {
        drop(file, file->json.value.n_bytes);
        file->json.value.n_bytes = 0;
        if (fill(file, ROW_BATCH_BYTES, err) != 0)
            return ERR;
        step = json_rows_next(&file->json, file->buffer + file->start, file->end - file->start,
                              file->has_ended, &n);
    }
    drop(file, n);
    file->n_rows++;
    return 1;
}

static int fail_in_document(const struct row_file *file, size_t n, struct err *err)
{
    const char *name = file->part->name, *error = file->json.error;
    size_t line = file->line + text_count(file->buffer + file->start, n, '\n');
    if (!error)
        return err_set(err, "'%s' has several arrays of objects: name one with --rows: %s", name,
                       str_text(&file->json.choices));
    return err_set(err, "'%s' cannot be read on from line %zu as JSON: %s", name, line, error);
}

static int end_document(const struct row_file *file, struct err *err)
{
    const struct json_rows *json = &file->json;
    if (json->has_rows || json->is_sequence)
        return 0;
    if (!json->wanted)
        return err_set(err, "'%s' has no array of objects", file->part->name);
    return err_set(err, "'%s' has no array '%s', which --rows names%s%s", file->part->name,
                   json->wanted, json->n_choices ? "; its arrays of objects are: " : "",
                   str_text(&json->choices));
}

static int next_of_document(struct row_file *file, struct row_batch *batch, struct err *err)
{
    size_t n_whole = 0, n_rows = 0, n = 0;
    drop(file, file->n_outside);
    file->n_outside = 0;
    for (;;) {
        size_t length = file->end - file->start;
        enum json_rows_step step =
            n_whole >= ROW_BATCH_BYTES
                ? JSON_ROWS_MORE
                : json_rows_next(&file->json, file->buffer + file->start + n_whole,
                                 length - n_whole, file->has_ended, &n);
        if (step == JSON_ROWS_ROW) {
            n_whole += n;
            n_rows++;
        } else if (step == JSON_ROWS_OUTSIDE && !n_whole) {
            drop(file, n);
        } else if (n_whole) {
            file->n_outside = step == JSON_ROWS_OUTSIDE ? n : 0;
            give(file, batch, n_whole);
            batch->first_row = file->n_rows + 1;
            file->n_rows += n_rows;
            return 1;
        } else if (step == JSON_ROWS_END) {
            return end_document(file, err);
        } else if (step == JSON_ROWS_WRONG) {
            return fail_in_document(file, n, err);
        } else if (length >= file->max_row_bytes) {
            return skip_value(file, batch, err);
        } else if (fill_more(file, err) != 0) {
            return ERR;
        }
    }
}

/* Drops what is before the header, and blank lines. */
static void skip_to_header(struct row_file *file)
{
    size_t n = file->part->form.n_skipped, length = file->end - file->start;
    const char *bytes = file->buffer + file->start;
    while (n < length &&
           (bytes[n] == '\n' || (bytes[n] == '\r' && n + 1 < length && bytes[n + 1] == '\n')))
        n++;
    drop(file, n);
}

static int read_header(struct row_file *file, struct err *err)
{
    struct csv_scan scan = {0};
    const struct csv_form *form = &file->part->form.csv;
    skip_to_header(file);
    while (!csv_scan(&scan, form, file->buffer + file->start, file->end - file->start)) {
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
    size_t n_header = scan.n_bytes;
    if (row_header_take(file->part, file->options, file->buffer + file->start,
                        file->end - file->start, &n_header, err) != 0)
        return ERR;
    drop(file, n_header);
    return 0;
}

/* Looks at the first rows of a document, and does not take them. */
static int look_at_document(struct row_file *file, struct err *err)
{
    struct json_rows looking = {.wanted = file->json.wanted, .is_sequence = file->json.is_sequence};
    enum json_rows_step step = JSON_ROWS_OUTSIDE;
    const char *bytes = file->buffer + file->start;
    size_t length = file->end - file->start, at = 0, start = 0, n_rows = 0, n;
    for (; step == JSON_ROWS_OUTSIDE || step == JSON_ROWS_ROW; at += n) {
        step = json_rows_next(&looking, bytes + at, length - at, file->has_ended, &n);
        n_rows += step == JSON_ROWS_ROW;
        if (step != JSON_ROWS_ROW && n_rows)
            break;
        start = n_rows ? start : at + n;
    }
    json_rows_release(&looking);
    return row_header_look(file->part, file->options, bytes + start, at - start, true, err);
}

/* Finds the form at the start of the text, and the columns. */
static int look_at_start(struct row_file *file, struct err *err)
{
    struct row_form *form = &file->part->form;
    const struct row_look look = {.own = file->options->own,
                                  .columns = file->options->columns,
                                  .name = file->part->name,
                                  .bytes = file->buffer + file->start,
                                  .length = file->end - file->start,
                                  .is_whole = file->has_ended};
    if (file->part->is_layout)
        form->csv.delimiter = ',';
    else if (row_form_find(form, &look, err) != 0)
        return ERR;
    if (form->format != ROWS_JSON_LINES)
        return read_header(file, err);
    file->json.wanted = file->options->own->rows;
    file->json.is_sequence = form->json == JSON_SEQUENCE;
    if (form->json != JSON_LINES)
        return look_at_document(file, err);
    return row_header_look(file->part, file->options, look.bytes, look.length, look.is_whole, err);
}

int row_file_open(struct row_file **out, struct row_part *part, struct row_text *text,
                  const struct row_file_options *options, struct err *err)
{
    scoped(row_file) *file = mem_alloc(1, sizeof *file);
    file->part = part;
    file->options = options;
    file->text = *text;
    *text = (struct row_text){0};
    file->max_row_bytes = options->max_row_bytes;
    file->line = 1;
    if (fill(file, ROW_BATCH_BYTES, err) != 0 || look_at_start(file, err) != 0)
        return ERR;
    *out = hand_over(file);
    return 0;
}

int row_file_next(struct row_file *file, struct row_batch *batch, struct err *err)
{
    const struct row_form *form = &file->part->form;
    if (!file->n_single && fill(file, ROW_BATCH_BYTES, err) != 0)
        return ERR;
    if (form->format != ROWS_JSON_LINES)
        return next_csv(file, batch, err);
    return form->json == JSON_LINES ? next_lines(file, batch, err)
                                    : next_of_document(file, batch, err);
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
    json_rows_release(&file->json);
    free(file->buffer);
    free(file);
}
