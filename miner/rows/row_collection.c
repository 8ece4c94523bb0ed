/* The rows are read by the ordered pipeline: one thread unpacks and cuts the file into batches,
 * several read the batches, and the calling thread collects the rows by problem. So what is
 * collected depends only on the file. A status or language is reported once, with the number of its
 * rows. */
#include "miner/rows/row_reader.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/packed.h"
#include "base/pipeline.h"
#include "base/verdicts.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUFFER_BYTES = 256 << 20,
    MAX_PROBLEMS = 1 << 22,
    MAX_ROW_BYTES = 64 << 20,
    MAX_NOTED = 1000,    /* statuses, or languages, that are counted one by one */
    MAX_SAID = 3,        /* files whose content is not as usual */
    MAX_NAMED = 10,      /* languages in the message of a file without usable rows */
    BYTES_OF_SOURCE = 8, /* JSON writes some bytes as six (\u0001), and a row has other values */
};

/* ---- Notes ---- */

/* Statuses that are numbers are one, because there may be many. */
static const char numbers[] = "100";

/* The first row with a text. The name of a file is borrowed; a path of a layout is kept. */
static struct noted_text first_of(struct row_collection *rows, const char *file,
                                  const struct read_row *row)
{
    if (row->path)
        return (struct noted_text){.file = arena_text(&rows->arena, file)};
    return (struct noted_text){.file = file, .line = row->line};
}

static void note(struct row_collection *rows, struct noted_texts *noted, const char *text,
                 const char *file, const struct read_row *row)
{
    int64_t number = table_find(&noted->texts, text);
    if (number == TABLE_NONE && noted->list.n >= MAX_NOTED && text != numbers) {
        noted->has_rest = true;
        return;
    }
    if (number == TABLE_NONE) {
        number = table_add(&noted->texts, text);
        array_push(&noted->list, first_of(rows, file, row));
    }
    noted->list.items[number].n_rows++;
}

/* Takes note of a row of a file. `bytes` are those of its batch. */
static void note_row(struct row_collection *rows, const char *file, const struct read_row *row,
                     const char *bytes)
{
    struct row_record record;
    rows->notes.n_rows++;
    if (rows->notes.error_detail || (row->kind != ROW_KIND_STRAY && row->kind != ROW_KIND_REJECT))
        return;
    row_record_read(&record, bytes + row->record);
    rows->notes.error = first_of(rows, file, row);
    rows->notes.error_detail = arena_text(&rows->arena, record.texts[RECORD_DETAIL]);
}

/* Takes note of the status and language of a row, if its problem can be used. */
static void note_values(struct row_collection *rows, const char *file, const struct read_row *row,
                        const char *bytes)
{
    rows->notes.n_not_chosen += row->is_not_chosen;
    rows->notes.n_submissions += row->kind == ROW_KIND_SUBMISSION;
    rows->notes.n_accepted += row->is_accepted;
    if (row->kind == ROW_KIND_OTHER_LANGUAGE && !row->is_not_chosen)
        note(rows, &rows->notes.languages, bytes + row->language, file, row);
    if (row->kind != ROW_KIND_SUBMISSION || !row->status)
        return;
    const char *status = bytes + row->status;
    double number = verdict_number(status);
    note(rows, &rows->notes.statuses, number < 0 ? status : numbers, file, row);
    rows->notes.highest = number > rows->notes.highest ? number : rows->notes.highest;
    rows->notes.n_full += number == 100;
}

/* Returns the number of rows in which the status of a list is Accepted, because of the others. */
static uint64_t count_accepted(const struct row_collection *rows)
{
    uint64_t n = rows->notes.n_accepted;
    const struct noted_texts *noted = &rows->notes.statuses;
    for (size_t i = 0; i < noted->list.n; i++) {
        const char *status = noted->texts.keys.items[i];
        if (row_class_of(rows->request.own, status, rows->notes.traits) == VERDICT_ACCEPTED)
            n += strcmp(status, numbers) == 0 ? rows->notes.n_full : noted->list.items[i].n_rows;
    }
    return n;
}

static void add_numbers_error(struct row_collection *rows, const struct noted_text *noted)
{
    if (rows->notes.highest == 100 &&
        row_class_of(rows->request.own, numbers, rows->notes.traits) == VERDICT_ACCEPTED)
        return;
    input_errors_add(&rows->errors, INPUT_STATUS_UNKNOWN, noted->file, noted->line,
                     "the statuses of %s are numbers, up to %.15g: 100 is Accepted and less is "
                     "failing if all statuses are numbers; else name the full score, or the "
                     "numbers of verdicts, with --accepted and --failing",
                     counted((int64_t)noted->n_rows, "row", "rows").text, rows->notes.highest);
}

static void add_status_error(struct row_collection *rows, size_t number)
{
    const struct noted_text *noted = &rows->notes.statuses.list.items[number];
    const char *status = rows->notes.statuses.texts.keys.items[number];
    enum verdict_class class = row_class_of(rows->request.own, status, rows->notes.traits);
    scoped(str) word = {0};
    if (strcmp(status, numbers) == 0)
        add_numbers_error(rows, noted);
    else if (class == VERDICT_NONE || class == VERDICT_UNDECIDED) {
        shell_add_word(&word, status);
        input_errors_add(
            &rows->errors, INPUT_STATUS_UNKNOWN, noted->file, noted->line,
            "status '%.80s' of %s %s: add --failing %.80s, or name it with the others that "
            "are Accepted in --accepted",
            status, counted((int64_t)noted->n_rows, "row", "rows").text,
            class == VERDICT_NONE ? "is unknown and counts as undecided"
                                  : "counts as undecided, as in the judge whose statuses "
                                    "other rows have",
            str_text(&word));
    }
}

/* Says that there are more texts than are counted. */
static void add_rest_error(struct row_collection *rows, const struct noted_texts *noted,
                           enum input_error_kind kind, const char *field)
{
    if (noted->has_rest)
        input_errors_add(&rows->errors, kind, rows->files->name, 0,
                         "more than %d are unknown; is the column right? choose it with "
                         "--columns %s=COLUMN",
                         MAX_NOTED, field);
}

static void add_status_errors(struct row_collection *rows)
{
    for (size_t i = 0; i < rows->notes.statuses.list.n; i++)
        add_status_error(rows, i);
    add_rest_error(rows, &rows->notes.statuses, INPUT_STATUS_UNKNOWN, "status");
    if (rows->notes.n_submissions && !rows->request.may_lack_status && !count_accepted(rows))
        input_errors_add(&rows->errors, INPUT_STATUS_UNKNOWN, rows->files->name, 0,
                         "no submission is Accepted; name the statuses that are with --accepted");
}

/* Appends what to do about a language that is known under another name. */
static void add_language_advice(struct str *out, const char *example)
{
    scoped(str) pair = {0};
    str_print(&pair, "%.80s=LANGUAGE", example);
    str_add_text(out, "; if it is one that tokfix mines, add --map-language ");
    shell_add_word(out, str_text(&pair));
}

/* Adds an error for each status and language that is unknown, with the number of its rows; for each
 * status that is undecided because of the other rows; for statuses that are numbers, if 100 is not
 * the highest; and if no row is Accepted. Pairs have no statuses. */
static void add_noted_errors(struct row_collection *rows)
{
    if (!rows->columns.is_pairs)
        add_status_errors(rows);
    for (size_t i = 0; i < rows->notes.languages.list.n; i++) {
        const struct noted_text *noted = &rows->notes.languages.list.items[i];
        const char *name = rows->notes.languages.texts.keys.items[i];
        scoped(str) reason = {0};
        str_print(&reason, "language '%.80s' is unknown: %s left out", name,
                  counted((int64_t)noted->n_rows, "row is", "rows are").text);
        add_language_advice(&reason, name);
        input_errors_add(&rows->errors, INPUT_LANGUAGE_UNKNOWN, noted->file, noted->line, "%s",
                         reason.text);
    }
    add_rest_error(rows, &rows->notes.languages, INPUT_LANGUAGE_UNKNOWN, "language");
}

/* Appends the languages of the rows that are not read because of them. */
static void add_languages(struct str *out, const struct row_collection *rows)
{
    const struct noted_texts *noted = &rows->notes.languages;
    for (size_t i = 0; i < noted->list.n && i < MAX_NAMED; i++) {
        const char *name = noted->texts.keys.items[i];
        str_print(out, "%s'%.80s' (%s)", i ? ", " : "; languages that are not read: ", name,
                  counted((int64_t)noted->list.items[i].n_rows, "row", "rows").text);
    }
    if (noted->list.n > MAX_NAMED)
        str_add_text(out, ", ...");
    if (noted->list.n)
        add_language_advice(out, noted->texts.keys.items[0]);
    if (rows->notes.n_not_chosen)
        str_print(out, "; %s that --language does not choose",
                  counted((int64_t)rows->notes.n_not_chosen, "row is in a language",
                          "rows are in languages")
                      .text);
}

/* Fails, because no row is a submission, and says why and what to do. */
static int fail_without_rows(const struct row_collection *rows, struct err *err)
{
    const char *dataset = rows->files->name;
    scoped(str) reasons = {0};
    if (rows->notes.n_rows == 0)
        return err_set(err, "'%s' contains no rows", dataset);
    if (rows->notes.error_detail) {
        str_print(&reasons, "; the first error is in %s", rows->notes.error.file);
        if (rows->notes.error.line)
            str_print(&reasons, ":%zu", rows->notes.error.line);
        str_print(&reasons, ": %s", rows->notes.error_detail);
    }
    add_languages(&reasons, rows);
    return err_set(err, "'%s' contains no usable row%s", dataset, str_text(&reasons));
}

static void release_noted(struct noted_texts *noted)
{
    table_release(&noted->texts);
    array_release(&noted->list);
}

/* ---- Reading ---- */

/* A batch on its way through the pipeline. */
struct batch {
    struct row_batch input;
    struct read_rows rows;
};

/* Sets how the programs of a file are written, as its first batch shows it. */
static int look_at_codes(struct row_collection *rows, struct row_file *file, struct err *err)
{
    struct row_reading *reading = &rows->reading;
    int status = row_cutter_next(reading->cutter, &reading->first, err);
    if (status != 1 || !reading->first.length)
        return status < 0 ? ERR : 0;
    struct row_batch copy = reading->first;
    struct read_rows seen = {0};
    copy.bytes = mem_resize(NULL, copy.length + 1, 1);
    memcpy(copy.bytes, reading->first.bytes, copy.length);
    reading->looker = reading->looker ? reading->looker : row_reader_new(&reading->rules);
    row_reader_read(reading->looker, &copy, &seen);
    for (int side = 0; side < N_RECORD_SIDES; side++)
        file->code_form[side] = code_form_most(seen.sums.n_forms[side]);
    free(copy.bytes);
    read_rows_release(&seen);
    return 0;
}

/* Begins to read the next file. Returns 1, 0 after the last, or ERR. */
static int open_file(struct row_collection *rows, struct err *err)
{
    struct row_reading *reading = &rows->reading;
    struct row_file *file;
    scoped(row_text) text = {0};
    row_cutter_close(reading->cutter);
    reading->cutter = NULL;
    int status = row_files_next(rows->files, &file, &text, err);
    if (status == 1 && row_cutter_open(&reading->cutter, file, &text, &reading->rules, err) != 0)
        return ERR;
    return status == 1 && look_at_codes(rows, file, err) != 0 ? ERR : status;
}

static int produce(void *context, void *item, struct err *err)
{
    struct row_collection *rows = context;
    struct batch *batch = item;
    if (interrupt_signal())
        return err_set(err, "stopped");
    if (rows->reading.end_time && clock_seconds() > rows->reading.end_time) {
        rows->is_part = true;
        return 0;
    }
    for (;;) {
        int status = 1;
        batch->input = rows->reading.first;
        rows->reading.first = (struct row_batch){0};
        if (!batch->input.file)
            status = row_cutter_next(rows->reading.cutter, &batch->input, err);
        atomic_store(&rows->reading.n_read, row_cutter_position(rows->reading.cutter));
        if (status != 0 || (status = open_file(rows, err)) != 1)
            return status;
    }
}

static void *worker_new(void *context)
{
    struct row_collection *rows = context;
    return row_reader_new(&rows->reading.rules);
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
    row_batch_release(&batch->input);
    read_rows_release(&batch->rows);
}

static void show(void *context)
{
    struct row_collection *rows = context;
    uint64_t done = atomic_load(&rows->files->bytes_before) + atomic_load(&rows->reading.n_read);
    meter_show(&rows->request.meter, (struct meter_step){.label = "reading rows",
                                                         .unit = "rows",
                                                         .done = done,
                                                         .total = rows->files->n_bytes,
                                                         .count = rows->notes.n_rows});
}

/* Keeps the text that is first in the order of strcmp(). */
static void keep_first(char **kept, const char *text)
{
    if (*kept && strcmp(*kept, text) <= 0)
        return;
    free(*kept);
    *kept = mem_copy_text(text, strlen(text));
}

/* Returns the problem, or NULL with an error if there are too many. */
static struct row_problem *problem_of(struct row_collection *rows, const char *id, uint64_t as_read,
                                      struct err *err)
{
    int64_t number = table_find(&rows->reading.ids, id);
    if (number == TABLE_NONE && rows->problems.n == MAX_PROBLEMS) {
        err_set(err,
                "'%s' has more than %d problems; is the column right? choose it with "
                "--columns problem=COLUMN",
                rows->files->name, MAX_PROBLEMS);
        return NULL;
    }
    if (number == TABLE_NONE) {
        number = table_add(&rows->reading.ids, id);
        array_push(&rows->problems,
                   (struct row_problem){.number = (uint32_t)number,
                                        .is_wanted = source_wants(&rows->request, id),
                                        .as_read = as_read});
    }
    return &rows->problems.items[number];
}

static void add_digest(struct digest *sum, struct digest digest)
{
    sum->low += digest.low;
    sum->high += digest.high + (sum->low < digest.low);
}

/* Adds a record to the spool if the problem is wanted. */
static int keep(struct row_collection *rows, const struct row_problem *problem,
                const struct read_row *row, const char *bytes, struct err *err)
{
    return problem->is_wanted ? row_spool_add(rows->spool, problem->number, bytes + row->record,
                                              row->n_record, row->n_code, err)
                              : 0;
}

/* Rejects a row whose problem became another one's when '/' was replaced. */
static int reject_ambiguous(struct row_collection *rows, struct row_problem *problem,
                            const struct read_row *row, const char *bytes, struct err *err)
{
    scoped(str) record_bytes = {0};
    scoped_memory char *detail = mem_print("another problem has the id '%s', which this one gets "
                                           "because '/' becomes '-'",
                                           bytes + row->problem);
    struct row_record record = {
        {.kind = {RECORD_REJECT},
         .file = row->file,
         .line = row->line,
         .error = INPUT_ROW_ID_UNSAFE},
        {[RECORD_DETAIL] = detail, [RECORD_FILE] = row->path ? bytes + row->path : NULL}};
    row_record_add(&record_bytes, &record);
    const struct read_row rejected = {.n_record = record_bytes.length};
    problem->n_unusable++;
    return keep(rows, problem, &rejected, record_bytes.text, err);
}

static int take_row(struct row_collection *rows, const struct read_row *row, const char *bytes,
                    struct err *err)
{
    const char *file = row->path ? bytes + row->path : row_files_at(rows->files, row->file)->name;
    note_row(rows, file, row, bytes);
    if (row->kind == ROW_KIND_STRAY) {
        struct row_record record;
        row_record_read(&record, bytes + row->record);
        input_errors_add(&rows->errors, (enum input_error_kind)record.head.error, file,
                         row->path ? 0 : row->line, "%s; row left out",
                         record.texts[RECORD_DETAIL]);
        return 0;
    }
    struct row_problem *problem = problem_of(rows, bytes + row->problem, row->problem_as_read, err);
    if (!problem)
        return ERR;
    problem->n_rows++;
    problem->n_bytes += row->n_bytes;
    add_digest(&problem->sum, row->digest);
    if (row->problem_as_read != problem->as_read)
        return reject_ambiguous(rows, problem, row, bytes, err);
    note_values(rows, file, row, bytes);
    if (row->kind == ROW_KIND_OTHER_LANGUAGE) {
        problem->n_other_languages++;
        return 0;
    }
    if (row->name)
        keep_first(&problem->name, bytes + row->name);
    if (row->contest)
        keep_first(&problem->contest, bytes + row->contest);
    problem->n_unusable += row->kind == ROW_KIND_REJECT;
    return keep(rows, problem, row, bytes, err);
}

/* Judges the rows of the file that was collected last. */
static int check_sums(struct row_collection *rows, struct err *err)
{
    struct row_reading *reading = &rows->reading;
    const struct row_file *file = reading->summed;
    const char *path = rows->request.path;
    bool is_one = rows->files->list.n == 1 && strcmp(path, "-") != 0 && !file_is_folder(path) &&
                  packing_of(path) == PACKING_NONE && file && !file->is_in_archive;
    scoped(str) note = {0};
    int status = file ? row_sums_check(&note, &reading->sums, file, is_one ? path : "FILE",
                                       rows->columns.is_pairs, err)
                      : 0;
    if (note.length && reading->notes.n < MAX_SAID)
        array_push(&reading->notes, arena_text(&rows->arena, note.text));
    row_sums_release(&reading->sums);
    return status;
}

static int consume(void *context, void *item, struct err *err)
{
    struct row_collection *rows = context;
    const struct batch *batch = item;
    rows->notes.traits |= batch->rows.traits;
    if (batch->input.file != rows->reading.summed && check_sums(rows, err) != 0)
        return ERR;
    rows->reading.summed = batch->input.file;
    row_sums_add(&rows->reading.sums, &batch->rows.sums);
    for (size_t i = 0; i < batch->rows.rows.n; i++)
        if (take_row(rows, &batch->rows.rows.items[i], batch->rows.bytes.text, err) != 0)
            return ERR;
    show(rows);
    return interrupt_signal() ? err_set(err, "stopped") : 0;
}

static int read_rows(struct row_collection *rows, struct err *err)
{
    struct pipeline pipeline = {
        .n_threads = rows->request.n_threads,
        .context = rows,
        .item_size = sizeof(struct batch),
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = row_reader_free,
        .work = work,
        .consume = consume,
        .release = release,
        .idle = show,
    };
    if (pipeline_run(&pipeline, err) != 0)
        return ERR;
    return row_spool_finish(rows->spool, err);
}

static void list_units(struct row_collection *rows)
{
    for (size_t i = 0; i < rows->problems.n; i++) {
        const struct row_problem *problem = &rows->problems.items[i];
        array_push(&rows->units, (struct unit){.id = rows->reading.ids.keys.items[i],
                                               .name = problem->name,
                                               .contest = problem->contest,
                                               .n_bytes = problem->n_bytes});
    }
    array_sort(&rows->units, text_compare); /* by id, the first member */
}

const struct row_problem *row_collection_problem(const struct row_collection *rows,
                                                 const struct unit *unit)
{
    return &rows->problems.items[table_find(&rows->reading.ids, unit_in_source(unit))];
}

/* The options that decide what a row means are hashed, too, so that a run is not resumed with
 * others. */
static void hash_listing(struct row_collection *rows, const char *described)
{
    struct sha256 *sha256 = sha256_new();
    scoped(str) line = {0};
    for (size_t i = 0; i < rows->units.n; i++) {
        const struct row_problem *problem = row_collection_problem(rows, &rows->units.items[i]);
        str_set(&line, "%" PRIu64 " %" PRIu64 "  %s\n", problem->n_rows, problem->n_bytes,
                rows->units.items[i].id);
        sha256_add(sha256, line.text, line.length);
    }
    sha256_add(sha256, described, strlen(described));
    sha256_finish(sha256, rows->listing_sha256);
}

/* Returns the language of a set of one, or NULL. */
static const struct language *only_language(unsigned set)
{
    for (int i = 0; languages[i]; i++)
        if (set == 1U << i)
            return languages[i];
    return NULL;
}

/* The first file is opened before the threads are started, so that a mistake in the options is
 * reported at once. */
static int open_input(struct row_collection *rows, bool is_pairs, struct err *err)
{
    const struct source_request *request = &rows->request;
    const struct rows_options *options = request->own;
    /* Every program within the limit of a program fits into a row. */
    size_t most = BYTES_OF_SOURCE * request->max_bytes;
    most = most > MAX_ROW_BYTES ? most : MAX_ROW_BYTES;
    if (options->columns && row_columns_read(&rows->columns, options->columns, err) != 0)
        return ERR;
    rows->columns.is_pairs = is_pairs;
    rows->columns.may_lack_status = request->may_lack_status;
    rows->reading.rules = (struct row_rules){
        .request = request,
        .own = options,
        .columns = &rows->columns,
        .language = only_language(request->languages),
        .max_row_bytes = options->max_row_bytes ? options->max_row_bytes : most,
    };
    struct date_rules *dates = &rows->reading.rules.dates;
    if ((options->date_format && date_rules_set_format(dates, options->date_format, err) != 0) ||
        (options->time_zone && date_rules_set_zone(dates, options->time_zone, err) != 0))
        return ERR;
    if (row_files_open(&rows->files, request, &rows->columns, &rows->errors, err) != 0)
        return ERR;
    return open_file(rows, err) == 1
               ? row_spool_new(&rows->spool, request->folder,
                               options->buffer_bytes ? options->buffer_bytes : BUFFER_BYTES, err)
               : ERR;
}

int row_collection_read(struct row_collection *out, const struct source_request *request,
                        bool is_pairs, const char *described, struct err *err)
{
    *out = (struct row_collection){.request = *request};
    out->errors.arena = &out->arena;
    out->reading.end_time = request->max_seconds ? clock_seconds() + request->max_seconds : 0;
    if (open_input(out, is_pairs, err) != 0 || read_rows(out, err) != 0)
        return ERR;
    if (out->is_part)
        source_view_add(request->view, "read",
                        "a part, because more would take longer; the numbers are those of it");
    bool may_be_empty = request->may_have_none && out->notes.n_not_chosen;
    bool has_none = out->notes.n_submissions == 0 && !may_be_empty;
    if ((!has_none || out->reading.sums.n_lost) && check_sums(out, err) != 0)
        return ERR;
    if (has_none)
        return fail_without_rows(out, err);
    for (size_t i = 0; i < out->reading.notes.n; i++)
        source_view_add(request->view, "content", "%s", out->reading.notes.items[i]);
    row_files_add_errors(out->files);
    add_noted_errors(out);
    list_units(out);
    hash_listing(out, described);
    return 0;
}

void row_collection_release(struct row_collection *rows)
{
    row_cutter_close(rows->reading.cutter);
    row_batch_release(&rows->reading.first);
    row_reader_free(rows->reading.looker);
    row_sums_release(&rows->reading.sums);
    array_release(&rows->reading.notes);
    row_files_close(rows->files);
    row_spool_free(rows->spool);
    row_columns_release(&rows->columns);
    for (size_t i = 0; i < rows->problems.n; i++) {
        free(rows->problems.items[i].name);
        free(rows->problems.items[i].contest);
    }
    table_release(&rows->reading.ids);
    release_noted(&rows->notes.statuses);
    release_noted(&rows->notes.languages);
    array_release(&rows->problems);
    array_release(&rows->units);
    array_release(&rows->errors.list);
    arena_release(&rows->arena);
    *rows = (struct row_collection){0};
}
