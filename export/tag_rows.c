/* First all units are found (tag_units.c). Then the ordered pipeline draws and writes the rows of
 * each unit. One thread draws the sets of tokens, because each set depends on the previous ones;
 * the other threads do the rest.
 *
 * `import os` and `import sys` both give `import <BUG>`: of rows of a split with the same tagged
 * text, the first is written. */
#include "export/tag_rows.h"

#include "base/pipeline.h"
#include "db/store.h"
#include "db/fixes/bare_fix.h"
#include "export/tag_draws.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct export_feature position[] = {
    {"line", FEATURE_INT, "Line of the token in code, from 1", WRITTEN},
    {"column", FEATURE_INT, "Its column, from 0, in code points", WRITTEN},
    {"start_byte", FEATURE_INT, "Its first byte in code as UTF-8, from 0", WRITTEN},
    {"end_byte", FEATURE_INT, "The byte after its last one", WRITTEN},
    {"token", FEATURE_TEXT, "The token", WRITTEN},
    {"token_index", FEATURE_INT,
     "Its number among the tokens of code, from 0, line ends and blocks included", WRITTEN},
    {0},
};

const struct export_feature tag_row_features[] = {
    {"id", FEATURE_TEXT, "Problem, submission, part of the program and number of the draw",
     WRITTEN},
    {"problem_id", FEATURE_TEXT, "The problem, by its id in the source", WRITTEN},
    {"submission_id", FEATURE_TEXT, "The accepted submission", WRITTEN},
    {"split", FEATURE_TEXT, "train or validation; empty for none", WRITTEN},
    {"granularity", FEATURE_TEXT, "Kind of code: program, function, or code (other statements)",
     WRITTEN},
    {"n_tags", FEATURE_INT, "Number of tagged tokens", WRITTEN},
    {"positions", FEATURE_RECORDS, "The tagged tokens, in their order", .members = position},
    {"code", FEATURE_TEXT, "The correct code", WRITTEN},
    {"tagged_code", FEATURE_TEXT, "The code with <BUG> in place of each tagged token", WRITTEN},
    {0},
};

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
    const struct tag_options *options;
    const struct language *language;
    const struct tag_units *units;
    size_t next;            /* the next unit */
    int64_t n_drawn;        /* number of its drawn rows */
    struct tag_draws draws; /* its draws */
    struct fix_reader *rows;
    struct output *output;
    struct tag_counts *counts;
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
    struct tag_ground ground;     /* of the unit */
    struct str part, tagged_part; /* the code of the unit, and that of a row */
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
    tag_ground_release(&worker->ground);
    str_release(&worker->part);
    str_release(&worker->tagged_part);
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

static struct json *positions_of(const struct worker *worker, const struct batch *batch,
                                 const struct tag_set *set)
{
    struct json *list = json_array();
    const char *code = str_text(&worker->part);
    struct position at = {.line = 1};
    size_t part_start = batch->unit->part.bytes.start, counted = 0;
    for (size_t i = 0; i < set->numbers.n; i++) {
        uint32_t number = worker->ground.tokens.items[set->numbers.items[i]];
        const struct token *token = &worker->program.tokens.items[number];
        size_t start = token->start_byte - part_start, end = token->end_byte - part_start;
        scoped(str) text = {0};
        text_position_advance(&at, code, worker->part.length, counted, start);
        counted = start;
        str_add(&text, code + start, end - start);
        json_push(list, json_make(J_INT("line", at.line), J_INT("column", at.column),
                                  J_INT("start_byte", (int64_t)start),
                                  J_INT("end_byte", (int64_t)end), J_TEXT("token", str_text(&text)),
                                  J_INT("token_index", number - worker->ground.first_token)));
    }
    return list;
}

static void write_row(struct worker *worker, struct batch *batch, size_t number)
{
    const struct tag_unit *unit = batch->unit;
    const struct tag_set *set = &batch->sets[number];
    struct str *tagged = &worker->tagged_part;
    str_clear(tagged);
    tag_apply(tagged, &worker->program, &unit->part, &worker->ground, set);
    batch->texts[number] = digest_bytes(str_text(tagged), tagged->length);
    export_add_line(
        &batch->lines[number],
        json_make(J_TEXT("id", id_of(batch, batch->first + (int64_t)number + 1)),
                  J_TEXT("problem_id", batch->row.problem_id),
                  J_TEXT("submission_id", batch->row.fixed_submission),
                  J_TEXT("split", unit->split == STRATUM_NONE ? "" : split_names[unit->split]),
                  J_TEXT("granularity", part_kind_names[unit->part.kind]),
                  J_INT("n_tags", (int64_t)set->numbers.n),
                  J_VALUE("positions", positions_of(worker, batch, set)),
                  J_TEXT("code", str_text(&worker->part)),
                  J_TEXT("tagged_code", str_text(tagged))));
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
    const struct tag_unit *unit = batch->unit;
    const struct byte_range *bytes = &unit->part.bytes;
    tokenize(worker, batch, writing->options->omits_comments);
    batch->has_no_tokens = worker->has_no_tokens;
    if (batch->has_no_tokens)
        return;
    tag_ground_find(&worker->ground, &worker->program, &unit->part, &unit->repaired);
    str_clear(&worker->part);
    str_add(&worker->part, worker->program.source + bytes->start, bytes->end - bytes->start);
    for (size_t i = 0; i < batch->n; i++)
        write_row(worker, batch, i);
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
    const struct tag_options *options = writing->options;
    struct tag_counts *counts = writing->counts;
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
            status = output_write(writing->output, &batch->lines[i], false, err);
    }
    if (counts->n_written > n_before && batch->unit->fix_key != writing->last_fix_key) {
        counts->n_tagged_programs++;
        writing->last_fix_key = batch->unit->fix_key;
    }
    tag_rows_step(options, counts, (int64_t)batch->n);
    return status;
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

/* Names all splits or folds except test, if the database has splits. */
static int complete_splits(struct fix_choice *choice, struct db *db, struct err *err)
{
    unsigned subsets;
    if (store_read_subsets(&subsets, db, err) != 0)
        return ERR;
    for (int split = 0; split < N_SUBSETS; split++)
        if (subsets >> split & 1 && split != SPLIT_TEST)
            array_push(&choice->splits, split_names[split]);
    return 0;
}

/* Selects the fixes, and counts those of the wanted splits. */
static int choose(struct fix_selection *selection, struct db *db, const struct tag_options *options,
                  struct tag_counts *counts, struct err *err)
{
    struct fix_choice choice = options->choice;
    choice.needs_fixes = true;
    int64_t n_fixes_of[N_STRATA] = {0};
    int status = fix_select(selection, db, &choice, err); /* the fixes of the chosen splits */
    counts->account = selection->account;
    fix_selection_release(selection);
    memset(&choice.splits, 0, sizeof choice.splits);
    *selection = (struct fix_selection){0};
    if (status != 0 || fix_select(selection, db, &choice, err) != 0 ||
        fix_add_correct_programs(selection, db, err) != 0)
        return ERR;
    for (size_t i = 0; i < selection->items.n; i++) {
        const struct fix_item *item = &selection->items.items[i];
        bool is_chosen = fix_choice_has_split(&options->choice, item->split);
        counts->n_programs += is_chosen && item->is_clean;
        counts->n_fixes += is_chosen && !item->is_clean;
        n_fixes_of[item->split] += is_chosen && !item->is_clean;
    }
    for (int split = 0; split < N_STRATA; split++) {
        counts->n_wanted_of[split] = llround(options->rows_per_fix * (double)n_fixes_of[split]);
        counts->n_wanted += counts->n_wanted_of[split];
    }
    counts->n_work += counts->n_wanted;
    return 0;
}

/* The same as tag_rows_write(), once the splits are named. */
static int write_splits(struct db *db, const struct tag_options *options, struct output *output,
                        struct tag_counts *counts, struct err *err)
{
    scoped(fix_selection) selection = {0};
    scoped(tag_units) units = {0};
    struct writing writing = {
        .options = options, .units = &units, .output = output, .counts = counts};
    if (choose(&selection, db, options, counts, err) != 0 ||
        store_language(&writing.language, db, err) != 0 ||
        tag_units_find(&units, db, &selection, writing.language, options, counts, err) != 0)
        return ERR;
    for (int split = 0; split < N_STRATA; split++)
        tag_units_share(&units, split, counts->n_wanted_of[split], options->max_tags);
    return write_rows(&writing, db, err);
}

int tag_rows_write(struct db *db, const struct tag_options *options, struct output *output,
                   struct tag_counts *counts, struct err *err)
{
    struct tag_options completed = *options;
    bool is_named = options->choice.splits.n > 0;
    *counts = (struct tag_counts){0};
    int status = is_named ? 0 : complete_splits(&completed.choice, db, err);
    if (status == 0)
        status = write_splits(db, &completed, output, counts, err);
    if (!is_named)
        array_release(&completed.choice.splits);
    return status;
}
