/* The ordered pipeline: lines are read in batches, each batch is validated by one thread, and the
 * findings are taken in the order of the lines. */
#include "export/validate/validation.h"

#include "base/file.h"
#include "base/lines.h"
#include "base/pipeline.h"
#include "export/export.h"
#include "export/parquet.h"
#include "export/validate/row_formats.h"
#include "sandbox/parquet.h"

#include <inttypes.h>
#include <stdlib.h>

enum { BATCH_ROWS = 64, BATCH_BYTES = 1 << 20 };

struct row_finding {
    size_t row; /* in the batch */
    const char *rule, *detail;
};

struct batch {
    struct arena arena;
    struct str lines;              /* each ended by a zero */
    size_t starts[BATCH_ROWS + 1]; /* of the lines, and of the one after the last */
    size_t n;
    uint64_t first; /* number of the first line, from 1 */
    struct row_traits traits[BATCH_ROWS];
    ARRAY(struct row_finding) findings;
    size_t row; /* the one that is being validated */
};

struct reading {
    struct validation *validation;
    struct data_file *file;
    size_t file_number;
    struct lines lines;
    int status; /* of the last line that was read: 1, 0 at the end, or ERR */
    struct err err;
    uint64_t n_before;  /* rows of the files before */
    struct batch first; /* read ahead to detect the format */
};

static void release(void *item)
{
    struct batch *batch = item;
    str_release(&batch->lines);
    array_release(&batch->findings);
    arena_release(&batch->arena);
}

static void push_line(struct batch *batch, const char *line, size_t length)
{
    str_add(&batch->lines, line, length);
    str_add(&batch->lines, "", 1);
    batch->starts[++batch->n] = batch->lines.length;
}

/* That lines cannot be read further is a finding, not an error. */
static void fill_batch(struct reading *reading, struct batch *batch)
{
    while (reading->status == 1 && batch->n < BATCH_ROWS && batch->lines.length < BATCH_BYTES) {
        char *line;
        size_t length;
        reading->status = lines_next(&reading->lines, &line, &length, &reading->err);
        if (reading->status != 1)
            break;
        if (!batch->n)
            batch->first = reading->lines.number;
        reading->file->n_content_bytes += length + reading->lines.ended;
        push_line(batch, line, length);
    }
}

static int read_batch(void *context, void *item, struct err *err)
{
    struct reading *reading = context;
    struct batch *batch = item;
    (void)err;
    if (reading->first.n) {
        *batch = reading->first;
        reading->first = (struct batch){0};
    } else {
        fill_batch(reading, batch);
    }
    return batch->n != 0;
}

static void *worker_new(void *context)
{
    const struct reading *reading = context;
    struct row_reader *reader = mem_alloc(1, sizeof *reader);
    reader->validation = reading->validation;
    reader->programs = row_programs_new();
    return reader;
}

static void worker_free(void *worker)
{
    struct row_reader *reader = worker;
    row_programs_free(reader->programs);
    str_release(&reader->scratch);
    free(reader);
}

static void report(void *context, const char *rule, const char *detail)
{
    struct batch *batch = context;
    struct row_finding finding = {batch->row, rule, arena_text(&batch->arena, detail)};
    array_push(&batch->findings, finding);
}

static void validate_batch(void *context, void *worker, void *item)
{
    struct batch *batch = item;
    (void)context;
    for (size_t i = 0; i < batch->n; i++) {
        struct rule_check check = {.context = batch, .report = report};
        batch->row = i;
        row_validate(worker, batch->lines.text + batch->starts[i],
                     batch->starts[i + 1] - batch->starts[i] - 1, &check, &batch->traits[i],
                     &batch->arena);
    }
}

static int take_batch(void *context, void *item, struct err *err)
{
    struct reading *reading = context;
    struct validation *validation = reading->validation;
    struct batch *batch = item;
    size_t found = 0;
    (void)err;
    for (size_t i = 0; i < batch->n; i++) {
        for (; found < batch->findings.n && batch->findings.items[found].row == i; found++)
            validation_find(validation, reading->file->path, batch->first + i,
                            batch->findings.items[found].rule, "%s",
                            batch->findings.items[found].detail);
        compare_row(validation, reading->file_number, batch->first + i, &batch->traits[i]);
    }
    reading->file->n_rows += batch->n;
    meter_count(&validation->options.meter, reading->n_before + reading->file->n_rows, 0);
    return 0;
}

/* Detects the format from the first line, if it is not yet known. */
static void detect(struct validation *validation, const struct data_file *file,
                   const struct batch *first)
{
    if (validation->format && !validation->format->features) {
        validation_find(validation, file->path, 1, "format", "%s is not a format of JSON lines",
                        validation->format->name);
        validation->format = NULL;
    }
    if (validation->format || !first)
        return;
    validation->format = row_format_detect(first->lines.text, first->starts[1] - 1);
    if (validation->format)
        validation_note(validation, "%s: read as %s, because of the keys of its first row",
                        file->path, validation->format->name);
    else
        validation_find(validation, file->path, 1, "format",
                        "no format has the keys of the first row; name the format with --format");
}

/* Checks what only the whole file shows. */
static void check_whole(struct reading *reading)
{
    struct validation *validation = reading->validation;
    const struct data_file *file = reading->file;
    const struct export_limits none = {0};
    const struct export_limits *limits = validation->format ? &validation->format->limits : &none;
    if (reading->status == ERR)
        validation_find(validation, file->path, reading->lines.number + 1, "unreadable", "%s",
                        reading->err.message);
    else if (file->n_rows == 0)
        validation_find(validation, file->path, 1, "empty_file", "no rows");
    else if (!reading->lines.ended)
        validation_find(validation, file->path, file->n_rows, "line_end",
                        "the last line has no line end");
    if (!validation->is_folder && file->n_rows && file->n_rows < limits->min_rows)
        validation_find(validation, file->path, file->n_rows, "insufficient_examples",
                        "%s; %s requires at least %zu",
                        counted((int64_t)file->n_rows, "row", "rows").text, limits->reader,
                        limits->min_rows);
    if (limits->max_bytes && file->n_content_bytes > limits->max_bytes)
        validation_find(validation, file->path, 1, "file_too_large",
                        "more than %" PRIu64 " MB, %s's limit", limits->max_bytes / 1000000,
                        limits->reader);
}

/* Opens the lines for the pipeline. The rows of a Parquet file become lines in a file without a
 * name. Returns 1; 0 if the rows cannot be read, with a finding; or ERR. */
static int open_lines(struct reading *reading, int *unnamed, struct err *err)
{
    struct validation *validation = reading->validation;
    const char *path = reading->file->path, *folder = getenv("TMPDIR");
    char lines[32];
    struct err reason;
    enum output_form form = output_form_of(path);
    if (form == OUTPUT_CSV || form == OUTPUT_TSV)
        return err_set(
            err, "'%s' is CSV, which is not checked; export the rows as JSON lines (.jsonl)", path);
    if (!parquet_is_name(path))
        return lines_open(&reading->lines, path, LINES_MAX_BYTES, err) != 0 ? ERR : 1;
    *unnamed = file_open_unnamed(folder && *folder ? folder : P_tmpdir, err);
    if (*unnamed < 0)
        return ERR;
    int status = parquet_read(*unnamed, path, &reason);
    if (status == PARQUET_UNABLE) {
        reading->file->is_unread = true;
        validation_take_features(validation, NULL, 0);
        if (!validation->is_folder)
            return err_set(err, "cannot read '%s': %s", path, reason.message);
        validation_find(validation, path, 1, "unread_file", "its rows are not checked: %s",
                        reason.message);
        return 0;
    }
    if (status != 0) {
        validation_find(validation, path, 1, "unreadable", "%s", reason.message);
        return 0;
    }
    snprintf(lines, sizeof lines, "/proc/self/fd/%d", *unnamed);
    return lines_open(&reading->lines, lines, LINES_MAX_BYTES, err) != 0 ? ERR : 1;
}

static int validate_lines(struct reading *reading, struct err *err)
{
    struct validation *validation = reading->validation;
    fill_batch(reading, &reading->first);
    const struct batch *first = reading->first.n ? &reading->first : NULL;
    detect(validation, reading->file, first);
    validation_take_features(validation, first ? first->lines.text : NULL,
                             first ? first->starts[1] - 1 : 0);
    /* Rows may name their splits, so one file may contain several. Asked before there are threads,
     * because the rows add to `splits`. */
    validation->compares_content =
        validation->splits.keys.n > 1 || export_has_feature(validation->features, "split");
    bool is_short = reading->status != 1; /* threads would not pay off */
    struct pipeline pipeline = {.n_threads = is_short ? 1 : validation->options.n_threads,
                                .context = reading,
                                .item_size = sizeof(struct batch),
                                .produce = read_batch,
                                .worker_new = worker_new,
                                .worker_free = worker_free,
                                .work = validate_batch,
                                .consume = take_batch,
                                .release = release};
    int status = pipeline_run(&pipeline, err);
    release(&reading->first); /* has something if no thread could be started */
    if (status == 0)
        check_whole(reading);
    validation->n_rows += reading->file->n_rows;
    lines_close(&reading->lines);
    return status;
}

int rows_validate(struct validation *validation, size_t file, struct err *err)
{
    struct reading reading = {.validation = validation,
                              .file = &validation->files.items[file],
                              .file_number = file,
                              .status = 1,
                              .n_before = validation->n_rows};
    scoped_fd int unnamed = -1;
    int status = open_lines(&reading, &unnamed, err);
    return status == 1 ? validate_lines(&reading, err) : status;
}
