/* The rows are read by the ordered pipeline: one thread unpacks and cuts the file into batches,
 * several read the batches, and the calling thread collects the rows by problem. So what is
 * collected depends only on the file. */
#include "rows/rows_source.h"

#include "base/beneath.h"
#include "base/breakage.h"
#include "base/csv_row.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/packed.h"
#include "base/pipeline.h"
#include "base/table.h"
#include "miner/histories.h"
#include "rows/row_reader.h"
#include "rows/row_spool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUFFER_BYTES = 256 << 20,
    MAX_PROBLEMS = 1 << 22,
    MAX_UNKNOWN_STATUSES = 1000, /* that are counted one by one */
};

static const char standard_input[] = "standard input";

static const char *const error_names[N_ROW_ERRORS] = {
    [ROW_MALFORMED] = "row_malformed",
    [ROW_FIELD_MISSING] = "row_field_missing",
    [ROW_BAD_VALUE] = "row_value",
    [ROW_ID_UNSAFE] = "row_id_unsafe",
    [ROW_DUPLICATE] = "row_duplicate",
    [ROW_TOO_LARGE] = "row_too_large",
    [ROW_STATUS_UNKNOWN] = "status_unknown",
    [ROW_SOURCE_MISSING] = "source_missing",
    [ROW_SOURCE_OUTSIDE] = "source_outside",
    [ROW_SOURCE_UNREADABLE] = "source_unreadable",
    [ROW_SOURCE_TOO_LARGE] = "source_too_large",
    [ROW_SOURCE_ENCODING] = "source_encoding",
};

_Static_assert((int)N_ROW_ERRORS <= (int)MAX_INPUT_ERROR_KINDS, "all kinds are counted");

const struct source_kind rows_kind = {
    .name = "rows",
    .unit_file = {"problem ", ""},
    .list_file = "the list of problems",
    .listing = "the rows of the problems, --columns or --accepted",
    .listed = {"problem", "problems"},
    .error_names = error_names,
    .n_error_kinds = N_ROW_ERRORS,
};

struct problem {
    bool is_wanted;
    uint64_t as_read; /* hash of its id in the first row */
    uint64_t n_rows, n_other_languages, n_unusable, n_bytes;
    struct digest sum; /* of the digests of all rows, so that it does not depend on their order */
    char *name, *contest; /* of several, the first in the order of strcmp(); owned */
};

struct unknown_status {
    size_t line, n_rows; /* the first row with it, and their number */
};

struct rows {
    struct rows_options options;
    const char *file;       /* for messages */
    char *name;             /* of the dataset */
    struct str description; /* of the options */
    struct row_columns columns;
    struct row_reader_options reader;
    struct row_file *input;
    struct row_spool *spool;
    struct beneath_folder folder; /* of the file */

    struct table ids; /* of the problems */
    ARRAY(struct problem) problems;
    struct table statuses; /* that are unknown */
    ARRAY(struct unknown_status) unknown;
    uint64_t n_rows, n_accepted, n_submissions;
    bool has_unknown_rest;

    ARRAY(struct unit) units;
    ARRAY(uint32_t) numbers; /* of the problems, by unit */
    char listing_sha256[SHA256_HEX_SIZE];

    struct arena arena; /* of the errors */
    struct input_errors errors;
    struct breakage breakage;
};

/* A batch on its way through the pipeline. */
struct batch {
    struct row_batch input;
    struct read_rows rows;
};

static int produce(void *context, void *item, struct err *err)
{
    struct rows *rows = context;
    struct batch *batch = item;
    if (interrupt_signal())
        return err_set(err, "stopped");
    return row_file_next(rows->input, &batch->input, err);
}

static void *worker_new(void *context)
{
    struct rows *rows = context;
    return row_reader_new(&rows->reader);
}

static void worker_free(void *worker)
{
    row_reader_free(worker);
}

static void work(void *context, void *worker, void *item)
{
    struct batch *batch = item;
    (void)context;
    row_reader_read(worker, &batch->input, &batch->rows);
    free(batch->input.bytes);
    batch->input.bytes = NULL;
}

static void release(void *item)
{
    struct batch *batch = item;
    free(batch->input.bytes);
    read_rows_release(&batch->rows);
}

static void show(void *context)
{
    struct rows *rows = context;
    uint64_t total, done = row_file_position(rows->input, &total);
    meter_show(&rows->options.meter, (struct meter_step){.label = "reading rows",
                                                         .unit = "rows",
                                                         .done = done,
                                                         .total = total,
                                                         .count = rows->n_rows});
}

/* Keeps the text that is first in the order of strcmp(). */
static void keep_first(char **kept, const char *text)
{
    if (*kept && strcmp(*kept, text) <= 0)
        return;
    free(*kept);
    *kept = mem_copy_text(text, strlen(text));
}

static void count_unknown(struct rows *rows, const char *status, size_t line)
{
    int64_t number = table_find(&rows->statuses, status);
    if (number == TABLE_NONE && rows->unknown.n == MAX_UNKNOWN_STATUSES) {
        rows->has_unknown_rest = true;
        return;
    }
    if (number == TABLE_NONE) {
        number = table_add(&rows->statuses, status);
        array_push(&rows->unknown, (struct unknown_status){.line = line});
    }
    rows->unknown.items[number].n_rows++;
}

/* Returns the number of the problem, or -1 with an error if there are too many. */
static int64_t number_of_problem(struct rows *rows, const char *id, uint64_t as_read,
                                 struct err *err)
{
    int64_t number = table_find(&rows->ids, id);
    if (number != TABLE_NONE)
        return number;
    if (rows->problems.n == MAX_PROBLEMS)
        return err_set(err,
                       "'%s' has more than %d problems; is the column right? choose it with "
                       "--columns problem=COLUMN",
                       rows->file, MAX_PROBLEMS);
    const struct rows_options *options = &rows->options;
    bool is_wanted = !options->is_wanted || options->is_wanted(options->wanted_context, id);
    array_push(&rows->problems, (struct problem){.is_wanted = is_wanted, .as_read = as_read});
    return table_add(&rows->ids, id);
}

static void add_digest(struct digest *sum, struct digest digest)
{
    sum->low += digest.low;
    sum->high += digest.high + (sum->low < digest.low);
}

/* Adds a record to the spool if the problem is wanted. */
static int keep(struct rows *rows, int64_t number, const struct read_row *row, const char *bytes,
                struct err *err)
{
    if (!rows->problems.items[number].is_wanted)
        return 0;
    return row_spool_add(rows->spool, (uint32_t)number, bytes + row->record, row->n_record,
                         bytes + row->code, row->n_code, err);
}

/* Rejects a row whose problem became another one's when '/' was replaced. */
static int reject_ambiguous(struct rows *rows, int64_t number, const struct read_row *row,
                            const char *id, struct err *err)
{
    scoped(str) bytes = {0};
    scoped_memory char *detail = mem_print("another problem has the id '%s', which this one gets "
                                           "because '/' becomes '-'; row left out",
                                           id);
    struct row_record record = {
        .kind = RECORD_REJECT, .line = row->line, .error = ROW_ID_UNSAFE, .detail = detail};
    row_record_add(&bytes, &record);
    const struct read_row rejected = {.n_record = bytes.length};
    rows->problems.items[number].n_unusable++;
    return keep(rows, number, &rejected, bytes.text, err);
}

static int take_row(struct rows *rows, const struct read_row *row, const char *bytes,
                    struct err *err)
{
    rows->n_rows++;
    if (row->kind == ROW_KIND_STRAY) {
        struct row_record record;
        row_record_read(&record, bytes + row->record);
        input_errors_add(&rows->errors, row->error, rows->file, row->line, "%s", record.detail);
        return 0;
    }
    const char *id = bytes + row->problem;
    int64_t number = number_of_problem(rows, id, row->problem_as_read, err);
    if (number < 0)
        return ERR;
    struct problem *problem = &rows->problems.items[number];
    problem->n_rows++;
    problem->n_bytes += row->n_bytes;
    add_digest(&problem->sum, row->digest);
    if (row->problem_as_read != problem->as_read)
        return reject_ambiguous(rows, number, row, id, err);
    if (row->kind == ROW_KIND_OTHER_LANGUAGE) {
        problem->n_other_languages++;
        return 0;
    }
    if (row->name)
        keep_first(&problem->name, bytes + row->name);
    if (row->contest)
        keep_first(&problem->contest, bytes + row->contest);
    problem->n_unusable += row->kind == ROW_KIND_REJECT;
    rows->n_submissions += row->kind == ROW_KIND_SUBMISSION;
    rows->n_accepted += row->is_accepted;
    if (row->kind == ROW_KIND_SUBMISSION && row->status)
        count_unknown(rows, bytes + row->status, row->line);
    return keep(rows, number, row, bytes, err);
}

static int consume(void *context, void *item, struct err *err)
{
    struct rows *rows = context;
    const struct batch *batch = item;
    for (size_t i = 0; i < batch->rows.rows.n; i++)
        if (take_row(rows, &batch->rows.rows.items[i], batch->rows.bytes.text, err) != 0)
            return ERR;
    show(rows);
    return interrupt_signal() ? err_set(err, "stopped") : 0;
}

static int read_rows(struct rows *rows, struct err *err)
{
    struct pipeline pipeline = {
        .n_threads = rows->options.n_threads,
        .context = rows,
        .item_size = sizeof(struct batch),
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = work,
        .consume = consume,
        .release = release,
        .idle = show,
    };
    if (pipeline_run(&pipeline, err) != 0)
        return ERR;
    return row_spool_finish(rows->spool, err);
}

/* A status is reported once, with the number of its rows. */
static void report_statuses(struct rows *rows)
{
    static const char advice[] = "if it means Accepted, name it with --accepted";
    for (size_t i = 0; i < rows->unknown.n; i++) {
        const struct unknown_status *status = &rows->unknown.items[i];
        input_errors_add(&rows->errors, ROW_STATUS_UNKNOWN, rows->file, status->line,
                         "status '%.80s' of %zu %s is unknown and counts as undecided; %s",
                         rows->statuses.keys.items[i], status->n_rows,
                         plural((double)status->n_rows, "row", "rows"), advice);
    }
    if (rows->has_unknown_rest)
        input_errors_add(&rows->errors, ROW_STATUS_UNKNOWN, rows->file, 0,
                         "there are more than %d unknown statuses; is the column right? choose it "
                         "with --columns status=COLUMN",
                         MAX_UNKNOWN_STATUSES);
    if (rows->n_submissions && !rows->n_accepted)
        input_errors_add(&rows->errors, ROW_STATUS_UNKNOWN, rows->file, 0,
                         "none of the %" PRIu64
                         " submissions is Accepted; name the statuses that are with --accepted",
                         rows->n_submissions);
}

/* For sorting; the ids are those of the table. */
static int compare_units(const void *a, const void *b)
{
    return strcmp(((const struct unit *)a)->id, ((const struct unit *)b)->id);
}

static void list_units(struct rows *rows)
{
    for (size_t i = 0; i < rows->problems.n; i++) {
        const struct problem *problem = &rows->problems.items[i];
        array_push(&rows->units, (struct unit){.id = rows->ids.keys.items[i],
                                               .name = problem->name,
                                               .contest = problem->contest,
                                               .n_bytes = problem->n_bytes});
    }
    array_sort(&rows->units, compare_units);
    for (size_t i = 0; i < rows->units.n; i++)
        array_push(&rows->numbers, (uint32_t)table_find(&rows->ids, rows->units.items[i].id));
}

/* The options that decide what a row means are hashed, too, so that a run is not resumed with
 * others. */
static void hash_listing(struct rows *rows)
{
    struct sha256 *sha256 = sha256_new();
    scoped(str) line = {0};
    for (size_t i = 0; i < rows->units.n; i++) {
        const struct problem *problem = &rows->problems.items[rows->numbers.items[i]];
        str_set(&line, "%" PRIu64 " %" PRIu64 "  %s\n", problem->n_rows, problem->n_bytes,
                rows->units.items[i].id);
        sha256_add(sha256, line.text, line.length);
    }
    for (size_t i = 0; i < rows->options.accepted.n; i++) {
        str_set(&line, "accepted %s\n", rows->options.accepted.items[i]);
        sha256_add(sha256, line.text, line.length);
    }
    if (rows->options.columns) {
        str_set(&line, "columns %s\n", rows->options.columns);
        sha256_add(sha256, line.text, line.length);
    }
    sha256_finish(sha256, rows->listing_sha256);
}

static const struct problem *problem_of(const struct rows *rows, const struct unit *unit)
{
    return &rows->problems.items[rows->numbers.items[unit - rows->units.items]];
}

static void fingerprint(void *context, const struct unit *unit, char hex[SHA256_HEX_SIZE])
{
    const struct problem *problem = problem_of(context, unit);
    scoped_memory char *text =
        mem_print("%" PRIu64 " %" PRIu64 " %016" PRIx64 "%016" PRIx64, problem->n_rows,
                  problem->n_bytes, problem->sum.high, problem->sum.low);
    sha256_hex(text, strlen(text), hex);
}

/* Where the code of a version is. */
struct place {
    enum record_kind kind;
    size_t line;
    uint64_t start; /* in the spool */
    uint32_t n_code;
    const char *path; /* of a file */
};

struct place_list {
    struct place *items;
    size_t n, capacity;
};

struct reader {
    struct place_list places; /* by version.line - 1 */
    /* The folder of the last path */
    char *folder_path; /* NULL: none */
    struct beneath_folder folder;
};

struct listing {
    const struct rows *rows;
    struct unit_content *content;
    struct reader *reader;
};

static void take_record(void *context, const char *bytes, uint64_t place)
{
    struct listing *listing = context;
    struct unit_content *content = listing->content;
    struct arena *arena = &content->arena;
    struct row_record record;
    row_record_read(&record, bytes);
    if (record.kind == RECORD_REJECT) {
        input_errors_add(&content->errors, record.error, listing->rows->file, record.line, "%s",
                         record.detail);
        return;
    }
    array_push(&listing->reader->places,
               (struct place){
                   .kind = record.kind,
                   .line = record.line,
                   .start = place,
                   .n_code = record.n_code,
                   .path = record.kind == RECORD_PATH ? arena_text(arena, record.detail) : NULL,
               });
    array_push(&content->versions,
               (struct version){
                   .id = arena_text(arena, record.id),
                   .user = arena_text(arena, record.user),
                   .language = languages[record.language],
                   .original_language = arena_text(arena, record.original_language),
                   .verdict = arena_text(arena, record.status),
                   .class = record.class,
                   .date = record.date,
                   .line = listing->reader->places.n, /* its place; not yet its final number */
               });
}

/* By id, shorter ones first, so that numbers are in their order. Of equal ids, the first row is
 * first. */
static int compare_ids(const void *a, const void *b)
{
    const struct version *x = a, *y = b;
    int order = COMPARE(strlen(x->id), strlen(y->id));
    order = order ? order : strcmp(x->id, y->id);
    return order ? order : COMPARE(x->line, y->line);
}

static int compare_lines(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return COMPARE(x, y);
}

/* Of rows with the same id, keeps the first. The rank of the id becomes the line of the version, so
 * that equal dates are in the order of the ids. */
static void rank_versions(const struct rows *rows, struct unit_content *content,
                          struct reader *reader)
{
    struct version *list = content->versions.items;
    size_t n_kept = 0;
    scoped_array ARRAY(size_t) dropped = {0};
    struct place_list places = {0};
    array_sort(&content->versions, compare_ids);
    for (size_t i = 0; i < content->versions.n; i++) {
        const struct place *place = &reader->places.items[list[i].line - 1];
        if (n_kept && strcmp(list[n_kept - 1].id, list[i].id) == 0) {
            array_push(&dropped, place->line);
            continue;
        }
        array_push(&places, *place);
        list[n_kept] = list[i];
        list[n_kept++].line = places.n;
    }
    array_sort(&dropped, compare_lines);
    for (size_t i = 0; i < dropped.n; i++)
        input_errors_add(&content->errors, ROW_DUPLICATE, rows->file, dropped.items[i],
                         "an earlier row of the problem has the same submission id; row left out");
    content->n_unusable += dropped.n;
    content->versions.n = n_kept;
    array_release(&reader->places);
    reader->places = places;
}

static void open_problem(void *context, const struct unit *unit, struct unit_content *content)
{
    struct rows *rows = context;
    const struct problem *problem = problem_of(rows, unit);
    struct reader *reader = mem_alloc(1, sizeof *reader);
    struct listing listing = {rows, content, reader};
    struct err err;
    reader->folder = (struct beneath_folder){.fd = -1};
    content->reader = reader;
    content->n_rows = problem->n_rows;
    content->n_other_languages = problem->n_other_languages;
    content->n_unusable = problem->n_unusable;
    fingerprint(context, unit, content->fingerprint);
    if (row_spool_each(rows->spool, rows->numbers.items[unit - rows->units.items], take_record,
                       &listing, &err) != 0)
        breakage_note(&rows->breakage, rows->options.temporary_folder, "its spool", err.message);
    rank_versions(rows, content, reader);
    histories_sort(content->versions.items, content->versions.n);
}

static void close_problem(void *context, struct unit_content *content)
{
    struct reader *reader = content->reader;
    (void)context;
    array_release(&reader->places);
    free(reader->folder_path);
    beneath_close(&reader->folder);
    free(reader);
    content->reader = NULL;
}

/* Opens the folder of a path, unless it is the one that is open. Sets `name` to the rest of the
 * path. */
static enum beneath_result enter_folder(const struct rows *rows, struct reader *reader,
                                        const char *path, const char **name, struct err *reason)
{
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    scoped_memory char *folder = mem_copy_text(path, slash ? (size_t)(slash - path) : 0);
    if (reader->folder_path && strcmp(reader->folder_path, folder) == 0)
        return BENEATH_OK;
    beneath_close(&reader->folder);
    free(reader->folder_path);
    reader->folder_path = NULL;
    enum beneath_result result =
        beneath_open(&reader->folder, &rows->folder, slash ? folder : ".", reason);
    if (result == BENEATH_OK)
        reader->folder_path = hand_over(folder);
    return result;
}

static enum beneath_result read_file(struct rows *rows, struct reader *reader,
                                     const struct place *place, struct str *content,
                                     struct err *reason)
{
    const char *name;
    enum beneath_result result = enter_folder(rows, reader, place->path, &name, reason);
    if (result == BENEATH_OK)
        result =
            beneath_read(content, &reader->folder, name, rows->options.max_source_bytes, reason);
    if (result == BENEATH_BROKEN)
        breakage_note(&rows->breakage, rows->folder.path, place->path, reason->message);
    return result;
}

static enum beneath_result read_code(struct rows *rows, struct reader *reader,
                                     const struct place *place, struct str *content,
                                     struct err *reason)
{
    size_t most = rows->options.max_source_bytes;
    str_clear(content);
    if (place->kind == RECORD_PATH)
        return read_file(rows, reader, place, content, reason);
    if (place->kind == RECORD_TOO_LARGE) {
        err_set(reason, "larger than %zu %s", most, plural((double)most, "byte", "bytes"));
        return BENEATH_TOO_LARGE;
    }
    if (row_spool_read(rows->spool, content, place->start, place->n_code, reason) == 0)
        return BENEATH_OK;
    breakage_note(&rows->breakage, rows->options.temporary_folder, "its spool", reason->message);
    return BENEATH_BROKEN;
}

static void report(const struct rows *rows, struct unit_content *content, const struct place *place,
                   enum row_error kind, const char *detail)
{
    if (place->kind == RECORD_PATH)
        input_errors_add(&content->errors, kind, place->path, 0, "%s (named in %s:%zu)", detail,
                         rows->file, place->line);
    else
        input_errors_add(&content->errors, kind, rows->file, place->line, "%s", detail);
}

static void load(void *context, const struct unit *unit, struct unit_content *content,
                 const struct version *version, struct source *source)
{
    static const enum row_error kinds[] = {
        [BENEATH_MISSING] = ROW_SOURCE_MISSING,     [BENEATH_OUTSIDE] = ROW_SOURCE_OUTSIDE,
        [BENEATH_TOO_LARGE] = ROW_SOURCE_TOO_LARGE, [BENEATH_UNREADABLE] = ROW_SOURCE_UNREADABLE,
        [BENEATH_BROKEN] = ROW_SOURCE_UNREADABLE, /* the run fails (check()) */
    };
    struct rows *rows = context;
    struct reader *reader = content->reader;
    const struct place *place = &reader->places.items[version->line - 1];
    struct err reason;
    (void)unit;
    enum beneath_result result = read_code(rows, reader, place, &source->content, &reason);
    if (result == BENEATH_OK) {
        source_take_text(source, version->language);
        if (source->text_reason == REJECT_ENCODING)
            report(rows, content, place, ROW_SOURCE_ENCODING, "not UTF-8");
    } else {
        source->text_reason = result == BENEATH_TOO_LARGE ? REJECT_TOO_LARGE : REJECT_UNREADABLE;
        report(rows, content, place, kinds[result], reason.message);
    }
    if (source->text_reason != REJECT_NONE)
        source_release(source); /* it may be large, and is not looked at again */
}

static bool is_reading(void *context)
{
    (void)context;
    return false;
}

static int check(void *context, struct err *err)
{
    struct rows *rows = context;
    return breakage_check(&rows->breakage, err);
}

static void stop(void *context)
{
    (void)context;
}

static int finish(void *context, const bool *is_chosen, struct store *store, struct source_end *end,
                  struct err *err)
{
    struct rows *rows = context;
    (void)is_chosen, (void)store;
    *end = (struct source_end){rows->name, NULL, &rows->errors};
    return check(context, err);
}

static void rows_free(void *context)
{
    struct rows *rows = context;
    row_file_close(rows->input);
    row_spool_free(rows->spool);
    row_columns_release(&rows->columns);
    beneath_close(&rows->folder);
    for (size_t i = 0; i < rows->problems.n; i++) {
        free(rows->problems.items[i].name);
        free(rows->problems.items[i].contest);
    }
    table_release(&rows->ids);
    table_release(&rows->statuses);
    array_release(&rows->problems);
    array_release(&rows->unknown);
    array_release(&rows->units);
    array_release(&rows->numbers);
    array_release(&rows->errors.list);
    arena_release(&rows->arena);
    breakage_release(&rows->breakage);
    free(rows->name);
    str_release(&rows->description);
    free(rows);
}

/* Opens the folder of the file, in which paths are looked up. */
static int open_folder(struct rows *rows, struct err *err)
{
    const char *path = rows->options.path, *slash = strrchr(path, '/');
    scoped_memory char *folder =
        slash ? mem_copy_text(path, (size_t)(slash - path) + 1) : mem_copy_text(".", 1);
    struct err reason;
    if (beneath_open_root(&rows->folder, folder, &reason) != BENEATH_OK)
        return err_set(err, "cannot read '%s': %s", folder, reason.message);
    return 0;
}

static int read_header(struct rows *rows, struct err *err)
{
    struct csv_fields fields = {0};
    scoped_array ARRAY(const char *) names = {0};
    size_t length;
    char *header = row_file_header(rows->input, &length);
    bool is_sound = csv_cut(&fields, header, length);
    for (size_t i = 0; i < fields.list.n; i++)
        array_push(&names, fields.list.items[i].text);
    rows->reader.n_columns = fields.n;
    array_release(&fields.list);
    if (!is_sound)
        return err_set(err, "'%s' is not CSV: a quote in its header is not closed", rows->file);
    struct err why;
    if (row_columns_find(&rows->columns, names.items, names.n, rows->reader.at, &why) != 0)
        return err_set(err, "'%s': %s", rows->file, why.message);
    return 0;
}

/* Returns the name of the dataset: that of the file without what follows the first dot of its
 * format. */
static char *dataset_name(const char *file)
{
    size_t n = strlen(file) - strlen(packing_suffix(packing_of(file)));
    const char *dot = memrchr(file, '.', n);
    return mem_copy_text(file, dot && dot != file ? (size_t)(dot - file) : n);
}

static int open_rows(struct rows *rows, struct err *err)
{
    const struct rows_options *options = &rows->options;
    bool is_standard = strcmp(options->path, "-") == 0;
    size_t max_row = options->max_row_bytes ? options->max_row_bytes : MAX_ROW_BYTES;
    rows->file = is_standard ? standard_input : file_name(options->path);
    rows->name =
        is_standard ? mem_copy_text(rows->file, strlen(rows->file)) : dataset_name(rows->file);
    if (options->columns && row_columns_read(&rows->columns, options->columns, err) != 0)
        return ERR;
    if (!is_standard && open_folder(rows, err) != 0)
        return ERR;
    if (row_file_open(&rows->input, options->path, options->format, max_row, err) != 0 ||
        row_spool_new(&rows->spool, options->temporary_folder,
                      options->buffer_bytes ? options->buffer_bytes : BUFFER_BYTES, err) != 0)
        return ERR;
    rows->reader = (struct row_reader_options){
        .format = options->format,
        .columns = &rows->columns,
        .accepted = options->accepted,
        .languages = options->languages,
        .max_source_bytes = options->max_source_bytes,
        .has_folder = !is_standard,
    };
    return options->format == ROWS_CSV ? read_header(rows, err) : 0;
}

static int fail_without_problems(const struct rows *rows, struct err *err)
{
    const struct input_error *first = rows->errors.list.items;
    if (rows->errors.list.n == 0)
        return err_set(err, "'%s' contains no rows", rows->file);
    const char *end = strstr(first->detail, "; row left out");
    int length = (int)(end ? (size_t)(end - first->detail) : strlen(first->detail));
    return err_set(err, "'%s' contains no usable row; the first error is in line %zu: %.*s",
                   rows->file, first->line, length, first->detail);
}

static void describe_options(struct rows *rows)
{
    const struct rows_options *options = &rows->options;
    struct str *out = &rows->description;
    if (options->columns)
        str_print(out, ROWS_COLUMNS "%s", options->columns);
    for (size_t i = 0; i < options->accepted.n; i++)
        str_print(out, "%s%s", i ? "," : ROWS_ACCEPTED, options->accepted.items[i]);
}

int rows_source_open(struct pair_source *out, const struct rows_options *options, struct err *err)
{
    struct rows *rows = mem_alloc(1, sizeof *rows);
    rows->options = *options;
    rows->folder = (struct beneath_folder){.fd = -1};
    rows->errors.arena = &rows->arena;
    breakage_init(&rows->breakage);
    int status = open_rows(rows, err);
    status = status == 0 ? read_rows(rows, err) : ERR;
    if (status == 0 && rows->problems.n == 0)
        status = fail_without_problems(rows, err);
    if (status != 0) {
        rows_free(rows);
        return ERR;
    }
    describe_options(rows);
    report_statuses(rows);
    list_units(rows);
    hash_listing(rows);
    *out = (struct pair_source){
        .context = rows,
        .kind = &rows_kind,
        .options = str_text(&rows->description),
        .units = rows->units.items,
        .n_units = rows->units.n,
        .listing_sha256 = rows->listing_sha256,
        .fingerprint = fingerprint,
        .open = open_problem,
        .close = close_problem,
        .load = load,
        .is_reading = is_reading,
        .check = check,
        .stop = stop,
        .finish = finish,
        .free = rows_free,
    };
    return 0;
}
