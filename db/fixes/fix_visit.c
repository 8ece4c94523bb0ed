/* A visit with `work` is an ordered pipeline. Fixes are read in batches, and one thread works on
 * each batch. */
#include "db/fixes/fix_reader.h"

#include "base/mem.h"
#include "base/pipeline.h"

#include <stdlib.h>

enum { BATCH_FIXES = 32 };

/* Some fixes, and the results of `work`. */
struct batch {
    const struct fix_visit *visit;
    struct arena arena;
    struct fix fixes[BATCH_FIXES];
    size_t first, n; /* items */
    unsigned char *made;
};

struct visiting {
    const struct fix_visit *visit;
    struct fix_reader *reader;
    const struct fix_item *items;
    size_t n, next;
};

static int read_item(struct fix_reader *reader, const struct fix_item *item, struct fix *fix,
                     struct arena *arena, struct err *err)
{
    if (fix_reader_get(reader, item->fix_key, fix, arena, err) != 0)
        return ERR;
    if (item->is_clean)
        fix_make_clean(fix, arena);
    return 0;
}

static void release(void *item)
{
    struct batch *batch = item;
    for (size_t i = 0; i < batch->n; i++)
        batch->visit->made_release(batch->made + i * batch->visit->made_size);
    free(batch->made);
    arena_release(&batch->arena);
}

static int read_batch(void *context, void *item, struct err *err)
{
    struct visiting *visiting = context;
    struct batch *batch = item;
    batch->visit = visiting->visit;
    batch->first = visiting->next;
    batch->made = mem_alloc(BATCH_FIXES, visiting->visit->made_size);
    while (batch->n < BATCH_FIXES && visiting->next < visiting->n)
        if (read_item(visiting->reader, &visiting->items[visiting->next++],
                      &batch->fixes[batch->n++], &batch->arena, err) != 0)
            return ERR;
    return batch->n != 0;
}

static void *worker_new(void *context)
{
    const struct fix_visit *visit = ((const struct visiting *)context)->visit;
    return visit->worker_new(visit->context);
}

static void work(void *context, void *worker, void *item)
{
    const struct visiting *visiting = context;
    const struct fix_visit *visit = visiting->visit;
    struct batch *batch = item;
    for (size_t i = 0; i < batch->n; i++)
        visit->work(visit->context, worker, &batch->fixes[i], &visiting->items[batch->first + i],
                    batch->made + i * visit->made_size);
}

static int take_batch(void *context, void *item, struct err *err)
{
    const struct visiting *visiting = context;
    const struct fix_visit *visit = visiting->visit;
    struct batch *batch = item;
    int status = 0;
    for (size_t i = 0; i < batch->n && status == 0; i++)
        status = visit->take(visit->context, &batch->fixes[i], &visiting->items[batch->first + i],
                             batch->made + i * visit->made_size, err);
    return status;
}

static int visit_in_threads(struct visiting *visiting, struct err *err)
{
    struct pipeline pipeline = {.n_threads = visiting->visit->n_threads,
                                .context = visiting,
                                .item_size = sizeof(struct batch),
                                .produce = read_batch,
                                .worker_new = worker_new,
                                .worker_free = visiting->visit->worker_free,
                                .work = work,
                                .consume = take_batch,
                                .release = release};
    return pipeline_run(&pipeline, err);
}

static int visit_in_turn(const struct visiting *visiting, struct err *err)
{
    const struct fix_visit *visit = visiting->visit;
    int status = 0;
    for (size_t i = 0; i < visiting->n && status == 0; i++) {
        const struct fix_item *item = &visiting->items[i];
        scoped(arena) arena = {0};
        struct fix fix;
        if (read_item(visiting->reader, item, &fix, &arena, err) != 0)
            return ERR;
        status = visit->take(visit->context, &fix, item, NULL, err);
    }
    return status;
}

int fixes_visit(struct db *db, const struct fix_item *items, size_t n,
                const struct fix_visit *visit, struct err *err)
{
    scoped(fix_reader) *reader = NULL;
    if (fix_reader_open(&reader, db, err) != 0)
        return ERR;
    struct visiting visiting = {.visit = visit, .reader = reader, .items = items, .n = n};
    return visit->work ? visit_in_threads(&visiting, err) : visit_in_turn(&visiting, err);
}
