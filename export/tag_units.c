/* Programs are parsed in the ordered pipeline. Rows are shared in rounds over the units in an order
 * that their texts and the seed make, so that fewer rows are some of those that more would be. */
#include "export/tag_units.h"

#include "augment/tags.h"
#include "base/pipeline.h"
#include "export/row.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH_PROGRAMS = 16 };

/* Some programs, and then what can be tagged in them. */
struct batch {
    struct arena arena;
    struct export_row rows[BATCH_PROGRAMS];
    const struct export_item *items[BATCH_PROGRAMS];
    size_t n;
    int64_t n_holding_mark, n_unparsed;
    ARRAY(struct tag_unit) units;
};

struct survey {
    const struct export_selection *selection;
    size_t next; /* item */
    int64_t n_done;
    const struct tagging_options *options;
    const struct language *language;
    struct export_rows *rows;
    struct tag_units *units;
    struct tagging_counts *counts;
    uint64_t seed;
    int status; /* of reading */
    struct err err;
};

static void discard(void *context, void *item)
{
    struct batch *batch = item;
    (void)context;
    array_release(&batch->units);
    arena_release(&batch->arena);
    free(batch);
}

static void *read_batch(void *context)
{
    struct survey *survey = context;
    const struct export_selection *selection = survey->selection;
    struct batch *batch = mem_alloc(1, sizeof *batch);
    for (; batch->n < BATCH_PROGRAMS && survey->next < selection->items.n; survey->next++) {
        const struct export_item *item = &selection->items.items[survey->next];
        if (!item->is_clean)
            continue;
        survey->status = export_rows_get(survey->rows, item->fix_id, &batch->rows[batch->n],
                                         &batch->arena, &survey->err);
        if (survey->status != 0)
            break;
        batch->items[batch->n++] = item;
    }
    if (batch->n && survey->status == 0)
        return batch;
    discard(context, batch);
    return NULL;
}

/* A thread's own. */
struct worker {
    struct syntax_parser *parser;
    struct program program;
    struct program_parts parts;
    struct tag_ground ground;
};

static void *worker_new(void *context)
{
    const struct survey *survey = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    struct err ignored; /* the language's grammar was tried before */
    if (syntax_parser_new(&worker->parser, survey->language, &ignored) != 0)
        abort();
    return worker;
}

static void worker_free(void *item)
{
    struct worker *worker = item;
    program_release(&worker->program);
    parts_release(&worker->parts);
    tag_ground_release(&worker->ground);
    syntax_parser_free(worker->parser);
    free(worker);
}

static void add_unit(const struct survey *survey, struct worker *worker, struct batch *batch,
                     const struct export_item *item, size_t part)
{
    struct tag_unit unit = {
        .fix_id = item->fix_id,
        .split = item->split,
        .number = (uint32_t)part + 1,
        .part = worker->parts.list.items[part],
    };
    const struct byte_range *bytes = &unit.part.bytes;
    tag_ground_find(&worker->ground, &worker->program, &unit.part);
    unit.n_tokens = (uint32_t)worker->ground.tokens.n;
    unit.digest = digest_bytes(worker->program.source + bytes->start, bytes->end - bytes->start);
    unit.seed = hash_pair(hash_pair(unit.digest.high, unit.digest.low), survey->seed);
    if (tag_count_sets(unit.n_tokens, survey->options->max_tags) > 0)
        array_push(&batch->units, unit);
}

static void find_in(const struct survey *survey, struct worker *worker, struct batch *batch,
                    size_t number)
{
    const struct export_row *row = &batch->rows[number];
    if (strstr(row->fixed_code, tag_mark)) {
        batch->n_holding_mark++;
        return;
    }
    if (program_tokenize(&worker->program, worker->parser, row->fixed_code, row->fixed_length,
                         NULL) != TOKENIZE_OK) {
        batch->n_unparsed++;
        return;
    }
    if (survey->options->by_function) {
        parts_find(&worker->parts, &worker->program);
    } else {
        array_clear(&worker->parts.list);
        array_push(&worker->parts.list,
                   (struct program_part){{0, row->fixed_length}, PART_PROGRAM});
    }
    for (size_t part = 0; part < worker->parts.list.n; part++)
        add_unit(survey, worker, batch, batch->items[number], part);
}

static void work(void *context, void *worker, void *item)
{
    struct batch *batch = item;
    for (size_t i = 0; i < batch->n; i++)
        find_in(context, worker, batch, i);
}

static int take_batch(void *context, void *item, struct err *err)
{
    struct survey *survey = context;
    const struct tagging_options *options = survey->options;
    struct tagging_counts *counts = survey->counts;
    struct batch *batch = item;
    (void)err;
    for (size_t i = 0; i < batch->units.n; i++)
        array_push(&survey->units->list, batch->units.items[i]);
    counts->n_holding_mark += batch->n_holding_mark;
    counts->n_unparsed += batch->n_unparsed;
    survey->n_done += (int64_t)batch->n;
    if (options->on_progress)
        options->on_progress(
            options->context, (uint64_t)survey->n_done,
            (uint64_t)(export_account_clean(&survey->selection->account) + counts->n_wanted));
    discard(context, batch);
    return 0;
}

static int by_store(const void *a, const void *b)
{
    const struct tag_unit *x = a, *y = b;
    if (x->fix_id != y->fix_id)
        return x->fix_id < y->fix_id ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* How much a split is held out: 0 for none, then train, validation, test. */
static int split_rank(const char *split)
{
    return split ? export_split_find(split) + 1 : 0;
}

/* Of one text, what is held out most comes first. */
static int by_text(const void *a, const void *b)
{
    const struct tag_unit *x = a, *y = b;
    int result = digest_compare(x->digest, y->digest);
    if (!result)
        result = split_rank(y->split) - split_rank(x->split);
    return result ? result : by_store(a, b);
}

static int by_seed(const void *a, const void *b)
{
    const struct tag_unit *const *x = a, *const *y = b;
    if ((*x)->seed != (*y)->seed)
        return (*x)->seed < (*y)->seed ? -1 : 1;
    return digest_compare((*x)->digest, (*y)->digest);
}

/* Leaves the units of the splits that are wanted. */
static void take_splits(struct tag_units *units, const struct export_choice *choice)
{
    size_t n = 0;
    for (size_t i = 0; i < units->list.n; i++)
        if (export_choice_takes_split(choice, units->list.items[i].split))
            units->list.items[n++] = units->list.items[i];
    units->list.n = n;
}

/* Leaves one unit of each text: what a held-out program has is not to be trained on. */
static void take_different_texts(struct tag_units *units)
{
    struct tag_unit *list = units->list.items;
    size_t n = 0;
    if (!units->list.n)
        return;
    qsort(list, units->list.n, sizeof *list, by_text);
    for (size_t i = 0; i < units->list.n; i++)
        if (n == 0 || digest_compare(list[i].digest, list[n - 1].digest) != 0)
            list[n++] = list[i];
    units->list.n = n;
    qsort(list, n, sizeof *list, by_store);
}

int tag_units_find(struct tag_units *units, struct db *db, const struct export_selection *selection,
                   const struct language *language, const struct tagging_options *options,
                   struct tagging_counts *counts, struct err *err)
{
    const char *seed = options->choice.seed;
    struct survey survey = {.selection = selection,
                            .options = options,
                            .language = language,
                            .units = units,
                            .counts = counts,
                            .seed = hash_bytes(seed, strlen(seed), 0)};
    if (export_rows_open(&survey.rows, db, err) != 0)
        return ERR;
    struct pipeline pipeline = {.n_threads = options->n_threads,
                                .context = &survey,
                                .produce = read_batch,
                                .worker_new = worker_new,
                                .worker_free = worker_free,
                                .work = work,
                                .consume = take_batch,
                                .discard = discard};
    int status = pipeline_run(&pipeline, err);
    export_rows_close(survey.rows);
    if (status == 0 && survey.status != 0) {
        *err = survey.err;
        status = ERR;
    }
    take_different_texts(units); /* of all splits, whichever is asked for */
    take_splits(units, &options->choice);
    counts->n_parts = (int64_t)units->list.n;
    return status;
}

void tag_units_release(struct tag_units *units)
{
    array_release(&units->list);
}

int64_t tag_units_share(struct tag_units *units, int64_t n_rows, size_t max_tags)
{
    size_t n_open = units->list.n; /* units of which there are more rows */
    struct tag_unit **open = mem_alloc(n_open ? n_open : 1, sizeof *open);
    int64_t n_left = n_rows;
    for (size_t i = 0; i < n_open; i++)
        open[i] = &units->list.items[i];
    qsort(open, n_open, sizeof *open, by_seed);
    while (n_left > 0 && n_open > 0) {
        size_t n = 0;
        for (size_t i = 0; i < n_open && n_left > 0; i++, n_left--) {
            struct tag_unit *unit = open[i];
            if (++unit->n_rows < tag_count_sets(unit->n_tokens, max_tags))
                open[n++] = unit;
        }
        n_open = n;
    }
    free(open);
    return n_rows - n_left;
}
