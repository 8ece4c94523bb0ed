/* The ordered pipeline over batches of items; each thread writes the verdicts of its batch, which
 * is known by the first of them. */
#include "score/verdicts.h"

#include "base/pipeline.h"

#include <stdlib.h>

enum { BATCH_ITEMS = 64 };

struct judging {
    const struct gold *gold;
    const struct predictions *predictions;
    const struct export_task *task;
    struct verdict *verdicts;
    int k;
    size_t n_begun;
};

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static void *next_batch(void *context)
{
    struct judging *judging = context;
    size_t first = judging->n_begun;
    judging->n_begun = smaller(first + BATCH_ITEMS, judging->gold->items.n);
    return judging->n_begun > first ? &judging->verdicts[first] : NULL;
}

static void *worker_new(void *context)
{
    (void)context;
    return judge_new();
}

static void worker_free(void *worker)
{
    judge_free(worker);
}

static void judge_batch(void *context, void *worker, void *item)
{
    const struct judging *judging = context;
    const struct predictions *predictions = judging->predictions;
    size_t start = (size_t)((const struct verdict *)item - judging->verdicts);
    for (size_t i = start; i < smaller(start + BATCH_ITEMS, judging->gold->items.n); i++) {
        size_t first = predictions->first[i], n = predictions->first[i + 1] - first;
        judge_item(&judging->verdicts[i], worker, &judging->gold->items.items[i],
                   n ? &predictions->list.items[first] : NULL, n, judging->k, judging->task);
    }
}

static int take_batch(void *context, void *item, struct err *err)
{
    (void)context;
    (void)item;
    (void)err;
    return 0;
}

static void discard(void *context, void *item)
{
    (void)context;
    (void)item;
}

int verdicts_make(struct verdicts *out, const struct gold *gold,
                  const struct predictions *predictions, const struct export_task *task, int k,
                  int n_threads, struct err *err)
{
    *out = (struct verdicts){.n = gold->items.n};
    out->items = mem_alloc(out->n, sizeof *out->items);
    struct judging judging = {
        .gold = gold, .predictions = predictions, .task = task, .verdicts = out->items, .k = k};
    struct pipeline pipeline = {.n_threads = n_threads,
                                .context = &judging,
                                .produce = next_batch,
                                .worker_new = worker_new,
                                .worker_free = worker_free,
                                .work = judge_batch,
                                .consume = take_batch,
                                .discard = discard};
    return pipeline_run(&pipeline, err);
}

void verdicts_release(struct verdicts *verdicts)
{
    free(verdicts->items);
}

bool verdict_is_within(int rank, int k)
{
    return rank > 0 && rank <= k;
}

bool verdict_is_flagged(const struct verdict *verdict, int k)
{
    return verdict->n_predictions > 0 && !verdict_is_within(verdict->no_bug, k);
}

bool verdict_is_right(const struct gold_item *item, const struct verdict *verdict, int k)
{
    return item->category == GOLD_CORRECT ? !verdict_is_flagged(verdict, k)
                                          : verdict_is_within(verdict->solved, k);
}
