/* Rows are searched in parallel. What they have in common with the programs of other splits is
 * sorted out at the end, in one pass over those programs. */
#include "guard/training.h"

#include "base/lines.h"
#include "base/pipeline.h"
#include "guard/row_texts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_LINES = 256, BATCH_BYTES = 1 << 20 };

struct input_line {
    uint64_t number;
    size_t start, length; /* in the bytes of the batch */
};

struct batch {
    uint32_t file;
    struct str bytes;
    ARRAY(struct input_line) lines;
    /* the result */
    uint64_t n_rows, n_texts;
    ARRAY(struct training_finding) findings; /* rows are counted from the start of the batch */
    ARRAY(struct training_problem) problems; /* reasons are owned by the item */
};

struct run {
    struct training *out;
    const struct training_options *options;
    uint32_t file; /* that is read */
    struct lines lines;
    bool is_open, has_rows; /* the file; a line of it that is not blank was read */
};

struct worker {
    struct row_search *search;
    struct batch *batch;
    uint64_t line;
};

static void add_problem(struct worker *worker, const char *reason)
{
    struct training_problem problem = {worker->batch->file, worker->line,
                                       mem_copy_text(reason, strlen(reason))};
    array_push(&worker->batch->problems, problem);
}

static void search_row(struct worker *worker, const struct json *value, const char *text,
                       size_t length)
{
    struct batch *batch = worker->batch;
    const struct row_found *found = row_search(worker->search, value, text, length);
    for (size_t i = 0; i < found->matches.list.n; i++)
        array_push(&batch->findings,
                   (struct training_finding){batch->n_rows, batch->file, worker->line,
                                             found->matches.list.items[i]});
    batch->n_rows++;
    batch->n_texts += found->n_texts;
    if (found->matches.is_cut_short)
        add_problem(worker, "a text is too repetitive to be searched to its end");
}

/* A line that is not JSON is searched as it is, all the same. */
static void search_line(struct worker *worker, const char *text, size_t length)
{
    scoped(json) *value = NULL;
    struct err problem;
    if (json_parse(&value, text, length, &problem) != 0)
        add_problem(worker, problem.message);
    if (!json_is_array(value)) {
        search_row(worker, value, text, length);
        return;
    }
    json_each(row, value) {
        search_row(worker, row, NULL, 0);
    }
}

/* ---- The run ---- */

static void *worker_new(void *context)
{
    const struct run *run = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    worker->search = row_search_new(&run->out->held_out);
    return worker;
}

static void worker_free(void *context)
{
    struct worker *worker = context;
    row_search_free(worker->search);
    free(worker);
}

static void work(void *context, void *worker_state, void *item)
{
    struct worker *worker = worker_state;
    (void)context;
    worker->batch = item;
    for (size_t i = 0; i < worker->batch->lines.n; i++) {
        const struct input_line *line = &worker->batch->lines.items[i];
        worker->line = line->number;
        search_line(worker, str_text(&worker->batch->bytes) + line->start, line->length);
    }
}

static void add_line(struct batch *batch, uint64_t number, const char *text, size_t length)
{
    array_push(&batch->lines, (struct input_line){number, batch->bytes.length, length});
    str_add(&batch->bytes, text, length);
    str_add(&batch->bytes, "", 1);
}

/* Fails for a JSON array of several lines: its lines are not rows. */
static int refuse_array(const char *path, const char *text, size_t length, struct err *err)
{
    scoped(json) *value = NULL;
    struct err problem;
    if (*text != '[' || json_parse(&value, text, length, &problem) == 0)
        return 0;
    return err_set(err,
                   "'%s' begins a JSON array that does not end on its first line; give its rows as "
                   "lines: jq -c '.[]' FILE | tokfix check DB --training -",
                   path);
}

/* Adds lines of the open file. Returns 1, 0 at its end, or ERR. */
static int add_lines(struct run *run, struct batch *batch, struct err *err)
{
    const char *path = run->options->files.items[run->file];
    char *text;
    size_t length;
    while (batch->lines.n < BATCH_LINES && batch->bytes.length < BATCH_BYTES) {
        int status = lines_next(&run->lines, &text, &length, err);
        if (status != 1)
            return status;
        size_t blanks = run->lines.number == 1 ? utf8_byte_order_mark(text, length) : 0;
        blanks += strspn(text + blanks, " \t\r");
        if (blanks >= length)
            continue;
        if (!run->has_rows && refuse_array(path, text + blanks, length - blanks, err) != 0)
            return ERR;
        run->has_rows = true;
        add_line(batch, run->lines.number, text + blanks, length - blanks);
    }
    return 1;
}

static int open_next(struct run *run, struct err *err)
{
    const char *path = run->options->files.items[run->file];
    if (lines_open(&run->lines, path, LINES_MAX_BYTES, err) != 0)
        return ERR;
    run->is_open = true;
    run->has_rows = false;
    return 0;
}

static int produce(void *context, void *item, struct err *err)
{
    struct run *run = context;
    struct batch *batch = item;
    while (batch->lines.n == 0 && run->file < run->options->files.n) {
        const char *path = run->options->files.items[run->file];
        batch->file = run->file;
        if (!run->is_open && open_next(run, err) != 0)
            return ERR;
        int status = add_lines(run, batch, err);
        if (status < 0)
            return ERR;
        if (status == 1)
            break;
        if (run->lines.number == 0)
            return err_set(err, "'%s' is empty", path);
        lines_close(&run->lines);
        run->is_open = false;
        run->file++;
    }
    return batch->lines.n != 0;
}

static int consume(void *context, void *item, struct err *err)
{
    struct run *run = context;
    const struct batch *batch = item;
    struct training *out = run->out;
    (void)err;
    for (size_t i = 0; i < batch->findings.n; i++) {
        struct training_finding finding = batch->findings.items[i];
        finding.row += out->n_rows;
        array_push(&out->findings, finding);
    }
    for (size_t i = 0; i < batch->problems.n && out->problems.n < TRAINING_MAX_PROBLEMS; i++) {
        struct training_problem problem = batch->problems.items[i];
        problem.reason = arena_text(&out->arena, problem.reason);
        array_push(&out->problems, problem);
    }
    out->n_rows += batch->n_rows;
    out->n_texts += batch->n_texts;
    out->n_problems += batch->problems.n;
    meter_show(&run->options->meter,
               (struct meter_step){"searching", "rows", out->n_rows, 0, out->n_rows});
    return 0;
}

static void release(void *item)
{
    struct batch *batch = item;
    for (size_t i = 0; i < batch->problems.n; i++)
        free((void *)batch->problems.items[i].reason);
    str_release(&batch->bytes);
    array_release(&batch->lines);
    array_release(&batch->findings);
    array_release(&batch->problems);
}

/* ---- At the end ---- */

/* Keeps of each row the whole programs or, if there are none, the longest parts. Parts that are
 * common are left out before that. */
static void keep_best(struct training *out, const bool *is_common)
{
    struct training_finding *list = out->findings.items;
    size_t n = 0;
    for (size_t i = 0, end; i < out->findings.n; i = end) {
        size_t longest = SIZE_MAX; /* the first one that is not common, because they are sorted */
        for (end = i; end < out->findings.n && list[end].row == list[i].row; end++) {
            out->n_common += is_common[end];
            if (longest == SIZE_MAX && !is_common[end])
                longest = end;
        }
        for (size_t k = longest; k < end; k++) {
            bool is_kept = list[longest].match.is_whole
                               ? list[k].match.is_whole
                               : list[k].match.n_tokens == list[longest].match.n_tokens;
            if (is_kept && !is_common[k])
                list[n++] = list[k];
        }
    }
    out->findings.n = n;
}

static int drop_common(struct training *out, const struct training_options *options,
                       struct err *err)
{
    size_t n = out->findings.n;
    scoped_memory struct search_match *matches = mem_alloc(n, sizeof *matches);
    scoped_memory bool *is_common = mem_alloc(n, sizeof *is_common);
    for (size_t i = 0; i < n; i++)
        matches[i] = out->findings.items[i].match;
    if (held_out_find_common(is_common, matches, n, &out->held_out, &options->held_out,
                             &options->meter, err) != 0)
        return ERR;
    keep_best(out, is_common);
    return 0;
}

/* Fails if one of the splits has no fix, so that "nothing found" always means something. */
static int expect_splits(const struct held_out *held_out, unsigned splits, struct err *err)
{
    for (size_t i = 0; i < held_out->uses.n; i++)
        splits &= ~(1u << split_find(held_out->uses.items[i].split));
    if (!splits)
        return 0;
    return err_set(err,
                   "no fix of the split set is in '%s'; name splits that have fixes, such as "
                   "--split fold5 in a set of folds",
                   split_names[__builtin_ctz(splits)]);
}

int training_search(struct training *out, const struct training_options *options, struct err *err)
{
    struct run run = {.out = out, .options = options};
    struct pipeline pipeline = {
        .n_threads = options->n_jobs,
        .context = &run,
        .item_size = sizeof(struct batch),
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = work,
        .consume = consume,
        .release = release,
    };
    *out = (struct training){.n_rows = 0};
    if (held_out_read(&out->held_out, &options->held_out, options->is_renamed, err) != 0)
        return ERR;
    if (expect_splits(&out->held_out, options->held_out.splits, err) != 0)
        return ERR;
    int status = pipeline_run(&pipeline, err);
    lines_close(&run.lines);
    if (status == 0 && !out->n_rows && !out->n_problems)
        return err_set(err, "the files have no rows to search");
    return status == 0 ? drop_common(out, options, err) : ERR;
}

void training_release(struct training *training)
{
    held_out_release(&training->held_out);
    array_release(&training->findings);
    array_release(&training->problems);
    arena_release(&training->arena);
}
