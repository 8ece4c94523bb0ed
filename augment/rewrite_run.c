/* The items go through an ordered pipeline: one thread reads them, many rewrite them, and they are
 * written in order. The sites of the (buggy) program are tried in the drawn order, until there are
 * as many rewrites as are wanted. */
#include "augment/rewrite.h"

#include "base/hash.h"
#include "base/pipeline.h"
#include "classify/classify.h"
#include "tokenize/comments.h"

#include <stdlib.h>
#include <string.h>

struct passing {
    const struct rewrite_passage *passage;
    const struct rewrite_run *run;
    struct rewrite_counts *counts;
};

/* The memory of one thread. */
struct worker {
    struct rewrite_tools *tools;
    struct rewrite_side sides[N_REWRITE_SIDES];
    struct rewrite_tries tries;
};

static void *worker_new(void *context)
{
    const struct passing *passing = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    worker->tools = rewrite_tools_new(passing->run->choice.language);
    return worker;
}

static void worker_free(void *memory)
{
    struct worker *worker = memory;
    rewrite_tools_free(worker->tools);
    for (int i = 0; i < N_REWRITE_SIDES; i++)
        rewrite_side_release(&worker->sides[i]);
    rewrite_tries_release(&worker->tries);
    free(worker);
}

static bool is_same(const struct rewrite *a, const struct rewrite *b)
{
    return a->kind == b->kind && strcmp(a->sides[0].sha256, b->sides[0].sha256) == 0 &&
           strcmp(a->sides[1].sha256, b->sides[1].sha256) == 0;
}

/* Keeps the current rewrite, unless an earlier one of its kind is the same. `edit`: the difference
 * between the two programs. */
static bool keep(struct worker *worker, struct rewrite_item *item, struct rewrite *rewrite,
                 const struct token_edit *edit)
{
    for (int i = 0; i < N_REWRITE_SIDES && item->sides[i].code; i++) {
        const struct rewrite_side *side = &worker->sides[i];
        struct rewrite_program *program = &rewrite->sides[i];
        program->code = arena_copy_text(&item->arena, str_text(&side->text), side->text.length);
        program->length = side->text.length;
        program->n_tokens = (int64_t)side->after.tokens.n;
        sha256_hex(program->code, program->length, program->sha256);
    }
    for (size_t i = 0; i < item->rewrites.n; i++)
        if (is_same(&item->rewrites.items[i], rewrite))
            return false;
    if (item->sides[1].code) {
        rewrite->row =
            fix_row_of(&worker->sides[0].after, &worker->sides[1].after, edit, NULL, &item->arena);
        rewrite->row.origin = "rewrite";
        rewrite->row.region = item->region;
        rewrite->row.dialect = worker->sides[0].dialect;
        rewrite->row.verdict_in_comment =
            item->names_verdict && (comments_name_verdict(&worker->sides[0].after) ||
                                    comments_name_verdict(&worker->sides[1].after));
    }
    array_push(&item->rewrites, *rewrite);
    return true;
}

/* Makes the rewrite of the tries, in both programs if there are two; `edit` is their difference. */
static enum rewrite_reason make(struct worker *worker, const struct rewrite_item *item,
                                const struct token_edit *edit, struct token_edit *after)
{
    struct rewrite_side *sides = worker->sides;
    const struct rewrite_place *place = &worker->tries.place;
    if (item->sides[1].code)
        return rewrite_pair(after, &sides[0], &sides[1], worker->tools, place, edit);
    return rewrite_side_make(&sides[0], worker->tools, place, NULL) ? REWRITE_DONE : REWRITE_TOKENS;
}

/* Returns how many rewrites of an item by a kind are wanted. */
static int64_t draw_number(const struct rewrite_choice *choice, uint64_t draw)
{
    uint64_t n_numbers = (uint64_t)(choice->most - choice->least) + 1;
    return choice->least + (int64_t)(hash_pair(draw, n_numbers) % n_numbers);
}

/* Returns REWRITE_DONE, or why the item is not rewritten. */
static enum rewrite_reason rewrite_by(struct worker *worker, struct rewrite_item *item,
                                      const struct rewrite_choice *choice, enum rewrite_kind kind,
                                      const struct token_edit *edit)
{
    uint64_t draw = rewrite_draw(choice->seed, item->id, kind);
    struct rewrite_tries *tries = &worker->tries;
    enum rewrite_reason reason = rewrite_tries_begin(tries, &worker->sides[0], kind, draw);
    if (reason != REWRITE_DONE)
        return reason;
    int64_t n_wanted = draw_number(choice, draw);
    struct rewrite rewrite = {.kind = kind, .number = 1};
    while (rewrite.number <= n_wanted && rewrite_tries_next(tries)) {
        struct token_edit after;
        enum rewrite_reason refused = make(worker, item, edit, &after);
        if (refused == REWRITE_DONE) {
            rewrite.number += keep(worker, item, &rewrite, &after);
            continue;
        }
        if (reason == REWRITE_DONE)
            reason = refused;
        rewrite_tries_refuse(tries);
    }
    return rewrite.number > 1 ? REWRITE_DONE : reason;
}

/* Reads the programs, and finds the difference between two. */
static enum rewrite_reason read_sides(struct worker *worker, const struct rewrite_item *item,
                                      struct token_edit *edit)
{
    struct rewrite_side *sides = worker->sides;
    for (int i = 0; i < N_REWRITE_SIDES && item->sides[i].code; i++) {
        const struct rewrite_program *program = &item->sides[i];
        enum rewrite_reason reason = rewrite_side_read(&sides[i], worker->tools, program->code,
                                                       program->length, program->original_language);
        if (reason != REWRITE_DONE)
            return reason;
    }
    bool is_single =
        !item->sides[1].code ||
        program_difference(&sides[0].program, &sides[1].program, edit) == DIFFERENCE_SINGLE;
    return is_single ? REWRITE_DONE : REWRITE_EDIT;
}

static void work(void *context, void *worker, void *argument)
{
    const struct passing *passing = context;
    const struct rewrite_choice *choice = &passing->run->choice;
    struct rewrite_item *item = argument;
    struct token_edit edit;
    if (passing->passage->load)
        passing->passage->load(passing->passage->context, item);
    if (item->reason == REWRITE_DONE)
        item->reason = read_sides(worker, item, &edit);
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++) {
        item->reasons[kind] = item->reason;
        if (item->reason == REWRITE_DONE && choice->kinds & (1u << kind))
            item->reasons[kind] = rewrite_by(worker, item, choice, kind, &edit);
    }
}

static void count(struct rewrite_counts *counts, const struct rewrite_item *item,
                  const struct rewrite_choice *choice)
{
    int64_t n_rewrites[N_REWRITE_KINDS] = {0};
    counts->n_read++;
    for (size_t i = 0; i < item->rewrites.n; i++)
        n_rewrites[item->rewrites.items[i].kind]++;
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++) {
        if (!(choice->kinds & (1u << kind)))
            continue;
        counts->n_rewrites[kind] += n_rewrites[kind];
        counts->n_rewritten[kind] += n_rewrites[kind] > 0;
        counts->n_fewer[kind] += n_rewrites[kind] && n_rewrites[kind] < choice->least;
        if (!n_rewrites[kind])
            counts->n_refused[kind][item->reasons[kind]]++;
    }
}

static int consume(void *context, void *argument, struct err *err)
{
    struct passing *passing = context;
    const struct rewrite_passage *passage = passing->passage;
    struct rewrite_item *item = argument;
    if (item->failure.message[0])
        return err_pass(err, &item->failure);
    for (size_t i = 0; i < item->rewrites.n; i++)
        if (passage->write(passage->context, item, &item->rewrites.items[i], err) != 0)
            return ERR;
    count(passing->counts, item, &passing->run->choice);
    meter_count(&passing->run->meter, (uint64_t)passing->counts->n_read, passage->n_items);
    return 0;
}

static int produce(void *context, void *item, struct err *err)
{
    const struct rewrite_passage *passage = ((const struct passing *)context)->passage;
    return passage->next(passage->context, item, err);
}

static void release(void *argument)
{
    struct rewrite_item *item = argument;
    array_release(&item->rewrites);
    arena_release(&item->arena);
}

int rewrite_items(const struct rewrite_passage *passage, const struct rewrite_run *run,
                  struct rewrite_counts *counts, struct err *err)
{
    struct passing passing = {passage, run, counts};
    struct pipeline pipeline = {
        .n_threads = run->n_jobs,
        .context = &passing,
        .item_size = passage->item_size,
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = work,
        .consume = consume,
        .release = release,
    };
    return pipeline_run(&pipeline, err);
}
