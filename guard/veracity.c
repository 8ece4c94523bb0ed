/* See veracity.h. */
#include "guard/veracity.h"

#include "base/lines.h"
#include "base/table.h"

#include <stdlib.h>

struct repaired {
    struct table ids;  /* of the benchmark's items, in their order */
    bool *is_repaired; /* by item */
    const char *path;
    const char *benchmark;
};

static int take_line(void *context, char *line, size_t number, struct err *err)
{
    struct repaired *repaired = context;
    int64_t item = table_find(&repaired->ids, line);
    if (item == TABLE_NONE)
        return err_set(err, "%s:%zu: the benchmark %s has no item '%.200s'", repaired->path, number,
                       repaired->benchmark, line);
    if (repaired->is_repaired[item])
        return err_set(err, "%s:%zu: '%.200s' stands there twice", repaired->path, number, line);
    repaired->is_repaired[item] = true;
    return 0;
}

static void count(struct veracity *out, const struct repaired *repaired, const struct leaks *leaks)
{
    size_t n = repaired->ids.keys.n;
    bool(*leaks_in)[N_LEAK_KINDS] = mem_alloc(n, sizeof *leaks_in);
    for (size_t i = 0; i < leaks->list.n; i++)
        leaks_in[leaks->list.items[i].item][leaks->list.items[i].kind] = true;
    for (size_t i = 0; i < n; i++) {
        bool is_leaked = false;
        if (!repaired->is_repaired[i])
            continue;
        out->n_repaired++;
        for (int kind = 0; kind < N_LEAK_KINDS; kind++) {
            out->n_leaked[kind] += leaks_in[i][kind];
            is_leaked |= leaks_in[i][kind];
        }
        out->n_leaked_at_all += is_leaked;
    }
    free(leaks_in);
    out->veracity =
        out->n_repaired ? 1 - (double)out->n_leaked_at_all / (double)out->n_repaired : 1;
}

int veracity_read(struct veracity *out, const char *path, const struct benchmark *benchmark,
                  const struct leaks *leaks, struct err *err)
{
    struct repaired repaired = {.path = path, .benchmark = benchmark->name};
    *out = (struct veracity){0};
    for (size_t i = 0; i < benchmark->items.n; i++)
        table_add(&repaired.ids, benchmark->items.items[i].id);
    repaired.is_repaired = mem_alloc(benchmark->items.n, sizeof *repaired.is_repaired);
    int status = lines_each(path, take_line, &repaired, err);
    if (status == 0)
        count(out, &repaired, leaks);
    table_release(&repaired.ids);
    free(repaired.is_repaired);
    return status;
}
