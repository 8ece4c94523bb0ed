/* First all units are found (tag_units.h). Then the ordered pipeline draws and writes the rows of
 * each unit. One thread draws the sets of tokens, because each set depends on the previous ones;
 * the other threads do the rest.
 *
 * `import os` and `import sys` both give `import <BUG>`: of rows of a split with the same tagged
 * text, the first is written. */
#include "export/tagging.h"

#include "base/pipeline.h"
#include "fixes/bare_fix.h"
#include "fixes/negatives.h"
#include "export/tag_units.h"
#include "export/tagged.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_ROWS = 16 };

/* A batch: some rows of one unit. */
struct batch {
    struct arena arena;
    struct fix row;
    const struct tag_unit *unit;
    int64_t first; /* number of the first row in the unit, from 0 */
    struct tag_set sets[BATCH_ROWS];
    size_t n;
    struct str lines[BATCH_ROWS];
    struct digest texts[BATCH_ROWS]; /* of the tagged code */
    bool has_no_tokens;              /* although it had when the unit was found */
};

struct writing {
    const struct tagging_options *options;
    const struct language *language;
    const struct tag_units *units;
    size_t next;            /* the next unit */
    int64_t n_drawn;        /* number of its drawn rows */
    struct tag_draws draws; /* its draws */
    struct fix_reader *rows;
    struct export_view view;
    struct output *outputs[N_STRATA]; /* by split */
    struct tagging_counts *counts;
    struct table texts;   /* the tagged texts that were written, with their splits */
    int64_t last_fix_key; /* the fix with the program of the last row */
};

static void release(void *item)
{
    struct batch *batch = item;
    for (size_t i = 0; i < batch->n; i++) {
        array_release(&batch->sets[i].numbers);
        str_release(&batch->lines[i]);
    }
    arena_release(&batch->arena);
}

/* Returns the next unit that has rows left; NULL at the end. */
static const struct tag_unit *next_unit(struct writing *writing)
{
    const struct tag_units *units = writing->units;
    while (writing->next < units->list.n &&
           writing->n_drawn == units->list.items[writing->next].n_rows) {
        tag_draws_release(&writing->draws);
        writing->n_drawn = 0;
        writing->next++;
    }
    return writing->next < units->list.n ? &units->list.items[writing->next] : NULL;
}

static int read_batch(void *context, void *item, struct err *err)
{
    struct writing *writing = context;
    const struct tag_unit *unit = next_unit(writing);
    struct batch *batch = item;
    if (!unit)
        return 0;
    if (writing->n_drawn == 0)
        tag_draws_start(&writing->draws, unit->n_tokens, writing->options->max_tags, unit->seed);
    batch->unit = unit;
    batch->first = writing->n_drawn;
    for (; batch->n < BATCH_ROWS && writing->n_drawn < unit->n_rows; writing->n_drawn++)
        tag_draws_next(&writing->draws, &batch->sets[batch->n++]);
    return fix_reader_get(writing->rows, unit->fix_key, &batch->row, &batch->arena, err) == 0 ? 1
                                                                                              : ERR;
}

/* The state of one thread. */
struct worker {
    struct bare_fix bare;
    struct lexical *lexical;
    struct str code; /* of the program of `fix_key`; successive rows often have the same program */
    struct program program;
    int64_t fix_key; /* the fix with this fixed program; 0: none yet */
    bool has_no_tokens;
    struct tagged tagged;
    struct example example;
};

static void *worker_new(void *context)
{
    const struct writing *writing = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    worker->lexical = lexical_new(writing->language);
    return worker;
}

static void worker_free(void *item)
{
    struct worker *worker = item;
    bare_fix_release(&worker->bare);
    program_release(&worker->program);
    str_release(&worker->code);
    tagged_release(&worker->tagged);
    example_release(&worker->example);
    lexical_free(worker->lexical);
    free(worker);
}

/* Returns the id of the row: problem, submission, part, and the number of the row from 1. */
static const char *id_of(struct batch *batch, int64_t number)
{
    const struct fix *row = &batch->row;
    if (batch->unit->part.kind == PART_PROGRAM)
        return arena_print(&batch->arena, "%s-%s~tag%" PRId64, row->problem_id,
                           row->fixed_submission, number);
    return arena_print(&batch->arena, "%s-%s~part%" PRIu32 "~tag%" PRId64, row->problem_id,
                       row->fixed_submission, batch->unit->number, number);
}

/* Makes an example like that of a correct program. Its two sides are the tagged code and the
 * code. */
static void write_row(const struct writing *writing, struct worker *worker, struct batch *batch,
                      size_t number)
{
    struct tagged *tagged = &worker->tagged;
    struct example *example = &worker->example;
    struct fix row = batch->row;
    tagged->set = &batch->sets[number];
    tagged_fill(tagged);
    fix_make_clean(&row, &batch->arena);
    row.id = id_of(batch, batch->first + (int64_t)number + 1);
    row.buggy_code = str_text(&tagged->tagged_code);
    row.buggy_length = tagged->tagged_code.length;
    row.fixed_code = str_text(&tagged->code);
    row.fixed_length = tagged->code.length;
    example_make(example, &row, &writing->view, NULL);
    example->tagged = tagged;
    example->granularity = part_kind_names[tagged->part.kind];
    batch->texts[number] = digest_bytes(row.buggy_code, row.buggy_length);
    export_format_write(writing->options->format, example, &batch->lines[number]);
}

static void tokenize(struct worker *worker, const struct batch *batch, bool omits_comments)
{
    const struct fix *fix = &batch->row;
    if (worker->fix_key == batch->unit->fix_key)
        return;
    worker->fix_key = batch->unit->fix_key;
    if (omits_comments && !bare_fix_make(&worker->bare, fix, worker->lexical))
        fix = &worker->bare.fix;
    str_clear(&worker->code);
    str_add(&worker->code, fix->fixed_code, fix->fixed_length);
    worker->has_no_tokens = !program_tokenize(&worker->program, worker->lexical,
                                              str_text(&worker->code), worker->code.length);
}

static void work(void *context, void *item, void *work_item)
{
    const struct writing *writing = context;
    struct worker *worker = item;
    struct batch *batch = work_item;
    struct tagged *tagged = &worker->tagged;
    tokenize(worker, batch, writing->options->omits_comments);
    batch->has_no_tokens = worker->has_no_tokens;
    if (batch->has_no_tokens)
        return;
    tagged->program = &worker->program;
    tagged->part = batch->unit->part;
    tagged->submission_id = batch->row.fixed_submission;
    tagged->split = batch->unit->split == STRATUM_NONE ? "" : split_names[batch->unit->split];
    tag_ground_find(&tagged->ground, tagged->program, &tagged->part, &batch->unit->repaired);
    for (size_t i = 0; i < batch->n; i++)
        write_row(writing, worker, batch, i);
}

/* Whether no row of the split has this tagged text yet. */
static bool is_new(struct writing *writing, int split, struct digest text)
{
    char key[40];
    snprintf(key, sizeof key, "%d %016" PRIx64 "%016" PRIx64, split, text.high, text.low);
    return table_add(&writing->texts, key) != TABLE_NONE;
}

static int write_batch(void *context, void *item, struct err *err)
{
    struct writing *writing = context;
    const struct tagging_options *options = writing->options;
    struct tagging_counts *counts = writing->counts;
    struct batch *batch = item;
    int split = batch->unit->split, status = 0;
    int64_t n_before = counts->n_written;
    if (batch->has_no_tokens)
        status = err_set(err, "the database was changed while it was read");
    for (size_t i = 0; i < batch->n && status == 0; i++) {
        bool is_taken = is_new(writing, split, batch->texts[i]);
        counts->n_written += is_taken;
        counts->n_ambiguous += !is_taken;
        if (is_taken)
            status = output_write(writing->outputs[split], &batch->lines[i], false, err);
    }
    if (counts->n_written > n_before && batch->unit->fix_key != writing->last_fix_key) {
        counts->n_tagged_programs++;
        writing->last_fix_key = batch->unit->fix_key;
    }
    tagging_step(options, counts, (int64_t)batch->n);
    return status;
}

/* Opens only those files of a folder that get rows. */
static int open_outputs(struct writing *writing, struct split_files *files, struct err *err)
{
    int64_t n_rows[N_STRATA] = {0};
    for (size_t i = 0; i < writing->units->list.n; i++)
        n_rows[writing->units->list.items[i].split] += writing->units->list.items[i].n_rows;
    for (int split = 0; split < N_STRATA; split++)
        if (n_rows[split] && split_files_open(&writing->outputs[split], files, split,
                                              &writing->counts->account, err) != 0)
            return ERR;
    return 0;
}

static int write_rows(struct writing *writing, struct db *db, struct err *err)
{
    scoped(fix_reader) *rows = NULL;
    if (fix_reader_open(&rows, db, err) != 0)
        return ERR;
    writing->rows = rows;
    struct pipeline pipeline = {.n_threads = writing->options->n_threads,
                                .context = writing,
                                .item_size = sizeof(struct batch),
                                .produce = read_batch,
                                .worker_new = worker_new,
                                .worker_free = worker_free,
                                .work = work,
                                .consume = write_batch,
                                .release = release};
    int status = pipeline_run(&pipeline, err);
    tag_draws_release(&writing->draws);
    table_release(&writing->texts);
    return status;
}

/* Selects all splits or folds except test if the database has splits and no split is named. */
static int complete_splits(struct fix_choice *choice, struct db *db, struct err *err)
{
    unsigned parts;
    if (choice->splits.n)
        return 0;
    if (store_read_parts(&parts, db, err) != 0)
        return ERR;
    for (int split = 0; split < N_PARTS; split++)
        if (parts >> split & 1 && split != SPLIT_TEST)
            array_push(&choice->splits, split_names[split]);
    return 0;
}

/* Fails if the rows do not name their split and would come from several, unless the options allow
 * mixing (mixes_splits). */
static int refuse_mixed(const struct fix_selection *selection,
                        const struct tagging_options *options, bool is_file, struct err *err)
{
    scoped(str) counts = {0};
    struct fix_choice any = options->choice;
    int64_t n_in_none;
    memset(&any.splits, 0, sizeof any.splits);
    if (is_file && !export_format_has_key(options->format, "split") &&
        fix_count_splits(selection, &any, &counts, &n_in_none) > 1)
        return err_set(err,
                       "the database has splits, and a single file in format %s would mix them "
                       "(%s); choose one with --split, such as --split train, or write a file for "
                       "each: -o DIR/",
                       options->format->name, str_text(&counts));
    return 0;
}

/* Selects the fixes, and counts those of the wanted splits. */
static int choose(struct fix_selection *selection, struct db *db,
                  const struct tagging_options *options, bool is_file,
                  struct tagging_counts *counts, struct err *err)
{
    struct fix_choice choice = options->choice;
    int64_t n_fixes_of[N_STRATA] = {0};
    int status = fix_select(selection, db, &choice, err); /* the fixes of the chosen splits */
    if (status == 0)
        status = refuse_mixed(selection, options, is_file, err);
    counts->account = selection->account;
    counts->account.has_no_filters = true;
    if (!options->choice.mixes_splits) /* no split was named */
        counts->account.asked[BY_SPLIT] = 0;
    fix_selection_release(selection);
    memset(&choice.splits, 0, sizeof choice.splits);
    *selection = (struct fix_selection){0};
    if (status != 0 || fix_select(selection, db, &choice, err) != 0 ||
        negatives_add_all(selection, db, err) != 0)
        return ERR;
    for (size_t i = 0; i < selection->items.n; i++) {
        const struct fix_item *item = &selection->items.items[i];
        bool is_chosen = fix_choice_takes_split(&options->choice, item->values[BY_SPLIT]);
        counts->n_programs += is_chosen && item->is_clean;
        counts->n_fixes += is_chosen && !item->is_clean;
        n_fixes_of[item->values[BY_SPLIT]] += is_chosen && !item->is_clean;
    }
    for (int split = 0; split < N_STRATA; split++) {
        counts->n_wanted_of[split] = llround(options->rows_per_fix * (double)n_fixes_of[split]);
        counts->n_wanted += counts->n_wanted_of[split];
    }
    counts->n_work += counts->n_wanted;
    return 0;
}

/* The same as tagging_write(), once the splits are named. */
static int write_splits(struct db *db, const struct tagging_options *options,
                        struct split_files *files, struct tagging_counts *counts, struct err *err)
{
    scoped(fix_selection) selection = {0};
    scoped(tag_units) units = {0};
    struct writing writing = {.options = options,
                              .units = &units,
                              .view = {.task = &export_task_untag},
                              .counts = counts};
    if (choose(&selection, db, options, !files->is_folder, counts, err) != 0 ||
        store_language(&writing.language, db, err) != 0 ||
        tag_units_find(&units, db, &selection, writing.language, options, counts, err) != 0)
        return ERR;
    for (int split = 0; split < N_STRATA; split++)
        tag_units_share(&units, split, counts->n_wanted_of[split], options->max_tags);
    return open_outputs(&writing, files, err) == 0 ? write_rows(&writing, db, err) : ERR;
}

int tagging_write(struct db *db, const struct tagging_options *options, struct split_files *files,
                  struct tagging_counts *counts, struct err *err)
{
    struct tagging_options completed = *options;
    *counts = (struct tagging_counts){0};
    completed.choice.mixes_splits |= options->choice.splits.n > 0; /* because they are named */
    int status = complete_splits(&completed.choice, db, err);
    if (status == 0)
        status = write_splits(db, &completed, files, counts, err);
    if (completed.choice.splits.items != options->choice.splits.items)
        array_release(&completed.choice.splits);
    return status;
}
