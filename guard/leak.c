/* Programs are searched one by one. Then the hits in the two sides of each pair are combined. */
#include "guard/leak.h"

#include "base/lines.h"
#include "base/str.h"
#include "base/table.h"
#include "db/fixes/fix_reader.h"

#include <math.h>
#include <stdlib.h>

const char *const leak_kind_names[] = {"pair", "buggy", "fixed", "buggy-in-fixed",
                                       "fixed-in-buggy"};

static void *worker_new(void *context)
{
    const struct leak_search *search = context;
    return needle_search_new(&search->needles);
}

static void worker_free(void *worker)
{
    needle_search_free(worker);
}

static void visit(void *context, void *worker, uint32_t number, struct program *program)
{
    const struct leak_search *search = context;
    needle_search_program(&search->hits[number], worker, program);
}

/* The hits of one item in a pair: [side of the item][1 in the fixed program, else 0]. */
struct item_hits {
    const struct hit *hits[N_ITEM_SIDES][2];
};

static bool is_stronger(const struct hit *a, const struct hit *b)
{
    if (a->match != b->match)
        return a->match < b->match;
    if (a->relation != b->relation)
        return a->relation < b->relation;
    return a->similarity > b->similarity;
}

static void add_leak(struct leaks *out, struct leak leak, const struct hit *hit)
{
    leak.hit = *hit;
    array_push(&out->list, leak);
    out->n_listed += !leak.is_implied;
}

/* A pair leak is as strong as its weaker side. */
static struct hit pair_hit(const struct hit *buggy, const struct hit *fixed)
{
    struct hit hit = is_stronger(buggy, fixed) ? *fixed : *buggy;
    if (fixed->similarity < hit.similarity)
        hit.similarity = fixed->similarity;
    hit.line = buggy->line;
    return hit;
}

/* A side of a pair leak is implied unless it matches more strongly than the pair. A side that is
 * also found in the other program is implied there, unless it matches more strongly. */
static void add_leaks_of_item(struct leaks *out, const struct item_hits *found, uint32_t item,
                              uint32_t pair)
{
    const struct hit *buggy = found->hits[ITEM_BUGGY][0], *fixed = found->hits[ITEM_FIXED][1];
    struct leak leak = {.item = item, .pair = pair, .kind = LEAK_PAIR};
    enum leak_match weakest = N_LEAK_MATCHES;
    if (buggy && fixed) {
        struct hit both = pair_hit(buggy, fixed);
        weakest = both.match;
        add_leak(out, leak, &both);
    }
    static const enum leak_kind own[] = {LEAK_BUGGY, LEAK_FIXED};
    static const enum leak_kind crossed[] = {LEAK_BUGGY_IN_FIXED, LEAK_FIXED_IN_BUGGY};
    for (int side = ITEM_BUGGY; side <= ITEM_FIXED; side++) {
        bool is_fixed = side == ITEM_FIXED;
        const struct hit *here = found->hits[side][is_fixed], *there = found->hits[side][!is_fixed];
        if (here) {
            leak.kind = own[side];
            leak.is_in_fixed = is_fixed;
            leak.is_implied = here->match >= weakest;
            add_leak(out, leak, here);
        }
        if (there) {
            leak.kind = crossed[side];
            leak.is_in_fixed = !is_fixed;
            leak.is_implied = here && there->match >= here->match;
            add_leak(out, leak, there);
        }
    }
}

/* Merges the hits of both programs, item by item. This works because needles are in the order of
 * their items. */
static void add_leaks_of_pair(struct leak_search *search, uint32_t number, const struct pair *pair)
{
    const struct hits *hits = search->hits;
    const struct hits *sides[2] = {&hits[pair->buggy], &hits[pair->fixed]};
    const struct needle *needles = search->needles.list.items;
    size_t at[2] = {0, 0};
    while (at[0] < sides[0]->list.n || at[1] < sides[1]->list.n) {
        uint32_t item = UINT32_MAX;
        struct item_hits found = {0};
        for (int side = 0; side < 2; side++)
            if (at[side] < sides[side]->list.n) {
                uint32_t next = needles[sides[side]->list.items[at[side]].needle].item;
                item = next < item ? next : item;
            }
        for (int side = 0; side < 2; side++)
            for (; at[side] < sides[side]->list.n; at[side]++) {
                const struct hit *hit = &sides[side]->list.items[at[side]];
                if (needles[hit->needle].item != item)
                    break;
                found.hits[needles[hit->needle].side][side] = hit;
            }
        add_leaks_of_item(&search->leaks, &found, item, number);
    }
}

static int compare_leaks(const void *a, const void *b)
{
    const struct leak *x = a, *y = b;
    int order = COMPARE(x->item, y->item);
    order = order ? order : COMPARE(x->pair, y->pair);
    return order ? order : COMPARE(x->kind, y->kind);
}

int leak_search_begin(struct leak_search *out, struct program_visitor *visitor,
                      const struct leak_request *request, struct db *db, const struct pairs *pairs,
                      struct err *err)
{
    unsigned language_set;
    *out = (struct leak_search){.splits = request->splits};
    if (store_languages(&language_set, db, err) != 0 ||
        benchmark_read(&out->benchmark, request->path, language_set, err) != 0)
        return ERR;
    needles_make(&out->needles, &out->benchmark, request->match);
    if (out->needles.list.n == 0) {
        const struct benchmark_reject *first = &out->benchmark.rejects.items[0];
        return err_set(err, "no program of the benchmark '%s' can be searched for; %s: %s",
                       request->path, first->place, first->reason);
    }
    out->n_programs = pairs->program_ids.n;
    out->hits = mem_alloc(out->n_programs, sizeof *out->hits);
    *visitor = (struct program_visitor){out, worker_new, worker_free, visit};
    return 0;
}

static void forget_hits(struct leak_search *search)
{
    for (size_t i = 0; search->hits && i < search->n_programs; i++)
        array_release(&search->hits[i].list);
    free(search->hits);
    search->hits = NULL;
}

void leak_search_end(struct leak_search *search, const struct pairs *pairs)
{
    struct leaks *leaks = &search->leaks;
    for (uint32_t i = 0; i < pairs->list.n; i++) {
        const struct pair *pair = &pairs->list.items[i];
        bool is_chosen = pair->split != NO_SPLIT && search->splits >> pair->split & 1;
        if (!pair->is_excluded && (!search->splits || is_chosen))
            add_leaks_of_pair(search, i, pair);
    }
    array_sort(&leaks->list, compare_leaks);
    forget_hits(search);
}

void leak_search_release(struct leak_search *search)
{
    forget_hits(search);
    array_release(&search->leaks.list);
    needles_release(&search->needles);
    benchmark_release(&search->benchmark);
}

int leaks_mark(const struct leaks *leaks, struct pairs *pairs, const struct benchmark *benchmark,
               struct db *db, int64_t *n_marked, struct err *err)
{
    *n_marked = 0;
    for (size_t i = 0; i < leaks->list.n; i++) {
        const struct leak *leak = &leaks->list.items[i];
        scoped(str) evidence = {0};
        if (leak->is_implied)
            continue;
        str_print(&evidence, "%s %s: %s, %s, %s %.3f, line %u of the %s program", benchmark->name,
                  benchmark->items.items[leak->item].id, leak_kind_names[leak->kind],
                  leak_match_names[leak->hit.match], leak_relation_names[leak->hit.relation],
                  leak->hit.similarity, leak->hit.line, leak->is_in_fixed ? "fixed" : "buggy");
        if (db_change(db, err,
                      "INSERT OR IGNORE INTO set_exclusions VALUES ('', ?, 'benchmark', ?)", "it",
                      pairs->list.items[leak->pair].fix_key, str_text(&evidence)) != 0)
            return ERR;
        *n_marked += !pairs->list.items[leak->pair].is_excluded;
        pairs->list.items[leak->pair].is_excluded = true;
    }
    return 0;
}

#define MARKED "FROM set_exclusions WHERE reason IN ('benchmark', 'ancestry')"

int leaks_unmark(int64_t *n_fixes, struct db *db, struct err *err)
{
    return db_get_int(db, n_fixes, "SELECT count(DISTINCT fix_key) " MARKED, err) == 0
               ? db_execute(db, "DELETE " MARKED, err)
               : ERR;
}

/* ---- Performance veracity ---- */

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

static struct item_state *states_of(const struct leak_search *search, const struct pairs *pairs)
{
    struct item_state *states = mem_alloc(search->benchmark.items.n, sizeof *states);
    for (size_t i = 0; i < search->leaks.list.n; i++) {
        const struct leak *leak = &search->leaks.list.items[i];
        int split = pairs->list.items[leak->pair].split;
        bool is_held_out = split == SPLIT_VALIDATION || split == SPLIT_TEST;
        if (!is_held_out || search->splits)
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
                   leak_kind_names[kind], programs[kind], benchmark->name);
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
                  const struct leak_search *search, const struct pairs *pairs, struct err *err)
{
    const struct benchmark *benchmark = &search->benchmark;
    size_t n = benchmark->items.n;
    scoped(table) ids = {0};
    scoped_memory bool *is_repaired = mem_alloc(n, sizeof *is_repaired);
    scoped_memory bool *is_still_repaired = mem_alloc(n, sizeof *is_still_repaired);
    scoped_memory struct item_state *states = states_of(search, pairs);
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

double performance_veracity(int64_t n_repaired, int64_t n_leaked, int64_t total)
{
    return total ? (double)(n_repaired - n_leaked) / (double)total : NAN;
}
