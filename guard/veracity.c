#include "guard/veracity.h"

#include "base/lines.h"
#include "base/table.h"

#include <math.h>

struct id_list {
    const struct table *ids; /* of the benchmark's items, in their order */
    bool *is_named;          /* by item */
    const char *path;
    const char *benchmark;
};

static int take_line(void *context, char *line, size_t number, struct err *err)
{
    struct id_list *list = context;
    int64_t item = table_find(list->ids, line);
    if (item == TABLE_NONE)
        return err_set(err, "%s:%zu: the benchmark '%s' has no item '%.200s'", list->path, number,
                       list->benchmark, line);
    if (list->is_named[item])
        return err_set(err, "%s:%zu: duplicate id '%.200s'; remove one", list->path, number, line);
    list->is_named[item] = true;
    return 0;
}

/* By item: the kinds in which it leaks, and the sides that were searched for. */
struct item_state {
    bool leaks_in[N_LEAK_KINDS];
    bool is_searched[N_ITEM_SIDES];
};

static struct item_state *states_of(const struct leak_search *search)
{
    struct item_state *states = mem_alloc(search->benchmark.items.n, sizeof *states);
    for (size_t i = 0; i < search->leaks.list.n; i++) {
        const struct leak *leak = &search->leaks.list.items[i];
        states[leak->item].leaks_in[leak->kind] = true;
    }
    for (size_t i = 0; i < search->needles.list.n; i++) {
        const struct needle *needle = &search->needles.list.items[i];
        states[needle->item].is_searched[needle->side] = true;
    }
    return states;
}

static bool can_leak(const struct item_state *state, enum leak_kind kind)
{
    return (kind == LEAK_FIXED || state->is_searched[ITEM_BUGGY]) &&
           (kind == LEAK_BUGGY || state->is_searched[ITEM_FIXED]);
}

static int expect_kind(const struct item_state *states, enum leak_kind kind,
                       const struct benchmark *benchmark, struct err *err)
{
    static const char *const programs[] = {"both a buggy and a fixed program", "a buggy program",
                                           "a fixed program"};
    for (size_t i = 0; i < benchmark->items.n; i++)
        if (can_leak(&states[i], kind))
            return 0;
    return err_set(err,
                   "performance veracity by %s leaks needs items with %s, but the benchmark '%s' "
                   "has none that can be searched for; choose another --leak-kind or benchmark",
                   leak_kind_name(kind), programs[kind], benchmark->name);
}

static void count(struct veracity *out, const struct item_state *state, bool is_repaired,
                  bool is_still_repaired)
{
    if (!is_repaired) {
        out->n_gained += is_still_repaired;
        return;
    }
    out->n_repaired++;
    for (int kind = 0; kind < N_PAPER_LEAK_KINDS; kind++)
        out->n_leaked[kind] += state->leaks_in[kind];
    out->n_unsearched += !can_leak(state, out->kind);
    if (out->is_retrained && !is_still_repaired)
        *(state->leaks_in[out->kind] ? &out->n_lost : &out->n_lost_besides) += 1;
}

int veracity_read(struct veracity *out, const struct veracity_options *options,
                  const struct leak_search *search, struct err *err)
{
    const struct benchmark *benchmark = &search->benchmark;
    size_t n = benchmark->items.n;
    scoped(table) ids = {0};
    scoped_memory bool *is_repaired = mem_alloc(n, sizeof *is_repaired);
    scoped_memory bool *is_still_repaired = mem_alloc(n, sizeof *is_still_repaired);
    scoped_memory struct item_state *states = states_of(search);
    *out = (struct veracity){.kind = options->kind, .is_retrained = options->retrained};
    for (size_t i = 0; i < n; i++)
        table_add(&ids, benchmark->items.items[i].id);
    struct id_list repaired = {&ids, is_repaired, options->repaired, benchmark->name};
    struct id_list retrained = {&ids, is_still_repaired, options->retrained, benchmark->name};
    if (lines_each(options->repaired, take_line, &repaired, err) != 0 ||
        (options->retrained && lines_each(options->retrained, take_line, &retrained, err) != 0) ||
        expect_kind(states, options->kind, benchmark, err) != 0)
        return ERR;
    for (size_t i = 0; i < n; i++)
        count(out, &states[i], is_repaired[i], is_still_repaired[i]);
    return 0;
}

int64_t veracity_total(const struct veracity *veracity)
{
    return veracity->n_repaired - veracity->n_lost;
}

double performance_veracity(int64_t n_repaired, int64_t n_leaked, int64_t total)
{
    return total ? (double)(n_repaired - n_leaked) / (double)total : NAN;
}
