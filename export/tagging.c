/* First all that can be tagged is found (tag_units.h), then the rows of each unit are drawn and
 * written, by the ordered pipeline. Sets are drawn by the thread that hands out the work, for each
 * depends on those before it; what else a row takes is the other threads' work. */
#include "export/tagging.h"

#include "base/pipeline.h"
#include "export/language.h"
#include "export/negatives.h"
#include "export/row.h"
#include "export/tag_units.h"
#include "export/tagged.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_ROWS = 16 };

/* Some rows of one unit. */
struct batch {
    struct arena arena;
    struct export_row row;
    const struct tag_unit *unit;
    int64_t first; /* number of the first row among the unit's, from 0 */
    struct tag_set sets[BATCH_ROWS];
    size_t n;
    struct str lines;
    bool is_unparsed; /* as it was not when the unit was found */
};

struct writing {
    const struct tagging_options *options;
    const struct language *language;
    const struct tag_units *units;
    size_t next;            /* unit */
    int64_t n_drawn;        /* of its rows */
    int64_t n_tried;        /* of its draws */
    struct tag_draws draws; /* of them */
    struct export_rows *rows;
    struct export_view view;
    struct output *output;
    struct tagging_counts *counts;
    int64_t last_fix_id; /* whose program the last row was of */
    int64_t n_found;     /* programs that were looked at before, for the progress */
    int status;          /* of reading */
    struct err err;
};

static void discard(void *context, void *item)
{
    struct batch *batch = item;
    (void)context;
    for (size_t i = 0; i < batch->n; i++)
        array_release(&batch->sets[i].numbers);
    str_release(&batch->lines);
    arena_release(&batch->arena);
    free(batch);
}

/* Goes on to the next unit that has rows left; NULL at the end. */
static const struct tag_unit *next_unit(struct writing *writing)
{
    const struct tag_units *units = writing->units;
    while (writing->next < units->list.n &&
           writing->n_drawn == units->list.items[writing->next].n_rows) {
        tag_draws_release(&writing->draws);
        writing->n_drawn = writing->n_tried = 0;
        writing->next++;
    }
    return writing->next < units->list.n ? &units->list.items[writing->next] : NULL;
}

/* The unit's next set that gives a row. */
static void next_set(struct writing *writing, const struct tag_unit *unit, struct tag_set *set)
{
    do
        tag_draws_next(&writing->draws, set);
    while (tag_unit_passes(unit, writing->n_tried++));
}

static void *read_batch(void *context)
{
    struct writing *writing = context;
    const struct tag_unit *unit = next_unit(writing);
    if (!unit || writing->status != 0)
        return NULL;
    if (writing->n_drawn == 0)
        tag_draws_start(&writing->draws, unit->n_tokens, writing->options->max_tags, unit->seed);
    struct batch *batch = mem_alloc(1, sizeof *batch);
    batch->unit = unit;
    batch->first = writing->n_drawn;
    for (; batch->n < BATCH_ROWS && writing->n_drawn < unit->n_rows; writing->n_drawn++)
        next_set(writing, unit, &batch->sets[batch->n++]);
    writing->status =
        export_rows_get(writing->rows, unit->fix_id, &batch->row, &batch->arena, &writing->err);
    if (writing->status == 0)
        return batch;
    discard(context, batch);
    return NULL;
}

/* A thread's own. */
struct worker {
    struct syntax_parser *parser;
    struct program program;
    struct tagged tagged;
    struct example example;
};

static void *worker_new(void *context)
{
    const struct writing *writing = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    struct err ignored; /* the language's grammar was tried before */
    if (syntax_parser_new(&worker->parser, writing->language, &ignored) != 0)
        abort();
    return worker;
}

static void worker_free(void *item)
{
    struct worker *worker = item;
    program_release(&worker->program);
    tagged_release(&worker->tagged);
    example_release(&worker->example);
    syntax_parser_free(worker->parser);
    free(worker);
}

/* The fixed program of the row, as the submission's that it is; from 1, the number of the row. */
static const char *id_of(struct batch *batch, int64_t number)
{
    const struct export_row *row = &batch->row;
    if (batch->unit->part.kind == PART_PROGRAM)
        return arena_print(&batch->arena, "%s-%s~tag%" PRId64, row->problem_id,
                           row->fixed_submission, number);
    return arena_print(&batch->arena, "%s-%s~part%" PRIu32 "~tag%" PRId64, row->problem_id,
                       row->fixed_submission, batch->unit->number, number);
}

/* An example is made as that of a correct program is, whose two sides are the tagged code and the
 * code. */
static void write_row(const struct writing *writing, struct worker *worker, struct batch *batch,
                      size_t number)
{
    struct tagged *tagged = &worker->tagged;
    struct example *example = &worker->example;
    struct str *granularity = &example->values[PLACEHOLDER_GRANULARITY];
    struct export_row row = batch->row;
    tagged->set = &batch->sets[number];
    tagged_fill(tagged);
    export_row_make_clean(&row, &batch->arena);
    row.id = id_of(batch, batch->first + (int64_t)number + 1);
    row.buggy_code = str_text(&tagged->tagged_code);
    row.buggy_length = tagged->tagged_code.length;
    row.fixed_code = str_text(&tagged->code);
    row.fixed_length = tagged->code.length;
    example_make(example, &row, &writing->view, NULL, NULL);
    example->tagged = tagged;
    str_clear(granularity);
    str_add_text(granularity, part_kind_name(tagged->part.kind));
    writing->options->format->write(example, &batch->lines);
}

static void work(void *context, void *item, void *work_item)
{
    const struct writing *writing = context;
    struct worker *worker = item;
    struct batch *batch = work_item;
    struct tagged *tagged = &worker->tagged;
    batch->is_unparsed = program_tokenize(&worker->program, worker->parser, batch->row.fixed_code,
                                          batch->row.fixed_length, NULL) != TOKENIZE_OK;
    if (batch->is_unparsed)
        return;
    tagged->program = &worker->program;
    tagged->part = batch->unit->part;
    tagged->submission_id = batch->row.fixed_submission;
    tagged->split = batch->unit->split ? batch->unit->split : "";
    tag_ground_find(&tagged->ground, tagged->program, &tagged->part);
    for (size_t i = 0; i < batch->n; i++)
        write_row(writing, worker, batch, i);
}

static int write_batch(void *context, void *item, struct err *err)
{
    struct writing *writing = context;
    const struct tagging_options *options = writing->options;
    struct tagging_counts *counts = writing->counts;
    struct batch *batch = item;
    int64_t fix_id = batch->unit->fix_id;
    int status = batch->is_unparsed ? err_set(err, "the database was changed while it was read")
                                    : output_write(writing->output, 0, &batch->lines, err);
    if (status == 0) {
        counts->n_written += (int64_t)batch->n;
        counts->n_tagged_programs += fix_id != writing->last_fix_id;
        writing->last_fix_id = fix_id;
    }
    if (options->on_progress)
        options->on_progress(options->context, (uint64_t)(writing->n_found + counts->n_written),
                             (uint64_t)(writing->n_found + counts->n_wanted));
    discard(context, batch);
    return status;
}

static int write_rows(struct writing *writing, struct db *db, struct err *err)
{
    if (export_rows_open(&writing->rows, db, err) != 0)
        return ERR;
    struct pipeline pipeline = {.n_threads = writing->options->n_threads,
                                .context = writing,
                                .produce = read_batch,
                                .worker_new = worker_new,
                                .worker_free = worker_free,
                                .work = work,
                                .consume = write_batch,
                                .discard = discard};
    int status = pipeline_run(&pipeline, err);
    export_rows_close(writing->rows);
    tag_draws_release(&writing->draws);
    if (status == 0 && writing->status != 0) {
        *err = writing->err;
        status = ERR;
    }
    return status;
}

/* Chooses, and counts what there is of the splits that are asked for. */
static int choose(struct export_selection *selection, struct db *db,
                  const struct tagging_options *options, struct tagging_counts *counts,
                  struct err *err)
{
    struct export_choice choice = options->choice;
    int status = export_select(selection, db, &choice, err); /* what is of the chosen splits */
    if (status == 0)
        status = export_refuse_mixed_splits(selection, &choice, "one file", "", err);
    counts->account = selection->account;
    export_selection_release(selection);
    memset(&choice.splits, 0, sizeof choice.splits);
    *selection = (struct export_selection){0};
    if (status != 0 || export_select(selection, db, &choice, err) != 0 ||
        negatives_add_all(selection, db, err) != 0)
        return ERR;
    for (size_t i = 0; i < selection->items.n; i++) {
        const struct export_item *item = &selection->items.items[i];
        bool is_chosen = export_choice_takes_split(&options->choice, item->split);
        counts->n_programs += is_chosen && item->is_clean;
        counts->n_fixes += is_chosen && !item->is_clean;
    }
    counts->n_wanted = llround(options->ratio * (double)counts->n_fixes);
    return 0;
}

int tagging_write(struct db *db, const struct tagging_options *options, struct output *output,
                  struct tagging_counts *counts, struct err *err)
{
    struct export_selection selection = {0};
    struct tag_units units = {0};
    struct writing writing = {.options = options,
                              .units = &units,
                              .view = {.task = &export_task_untag, .template = options->template},
                              .output = output,
                              .counts = counts};
    *counts = (struct tagging_counts){0};
    int status = choose(&selection, db, options, counts, err);
    if (status == 0)
        status = export_language(&writing.language, db, err);
    if (status == 0)
        status = tag_units_find(&units, db, &selection, writing.language, options, counts, err);
    if (status == 0) {
        writing.n_found = export_account_clean(&selection.account);
        tag_units_share(&units, counts->n_wanted, options->max_tags, &counts->n_ambiguous);
        status = write_rows(&writing, db, err);
    }
    tag_units_release(&units);
    export_selection_release(&selection);
    return status;
}
