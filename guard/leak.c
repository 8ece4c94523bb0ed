/* Programs are searched one by one; what was found in the two sides of a pair is then put
 * together. */
#include "guard/leak.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

const char *leak_kind_name(enum leak_kind kind)
{
    static const char *const names[] = {"pair", "buggy", "fixed", "program"};
    return names[kind];
}

struct finding {
    const struct search_index *index;
    const struct needles *needles;
    struct hits *hits; /* by program */
};

static void *worker_new(void *context)
{
    const struct finding *finding = context;
    struct search *search;
    struct err ignored; /* the grammar was accepted when the needles were made */
    if (search_new(&search, finding->index, &ignored) != 0)
        abort();
    return search;
}

static void worker_free(void *worker)
{
    search_free(worker);
}

static void visit(void *context, void *worker, uint32_t number, const struct program *program)
{
    struct finding *finding = context;
    search_program(&finding->hits[number], worker, program);
}

/* What was found of one item in a pair: [side of the item][in the fixed program]. */
struct item_hits {
    const struct hit *hits[N_ITEM_SIDES][2];
};

static bool is_stronger(const struct hit *a, const struct hit *b)
{
    if (!a || !b)
        return a && !b;
    if (a->match != b->match)
        return a->match < b->match;
    if (a->relation != b->relation)
        return a->relation < b->relation;
    return a->similarity > b->similarity;
}

static void add_leak(struct leaks *out, uint32_t item, uint32_t pair, enum leak_kind kind,
                     const struct hit *hit, bool is_in_fixed)
{
    struct leak leak = {
        .item = item,
        .pair = pair,
        .kind = kind,
        .match = hit->match,
        .relation = hit->relation,
        .similarity = hit->similarity,
        .is_in_fixed = is_in_fixed,
        .line = hit->line,
    };
    array_push(&out->list, leak);
}

/* As strong as the weaker of its sides. */
static struct hit pair_hit(const struct hit *buggy, const struct hit *fixed)
{
    struct hit hit = is_stronger(buggy, fixed) ? *fixed : *buggy;
    if (fixed->similarity < hit.similarity)
        hit.similarity = fixed->similarity;
    hit.line = buggy->line;
    return hit;
}

static void add_leaks_of_item(struct leaks *out, const struct item_hits *found, uint32_t item,
                              uint32_t pair)
{
    const struct hit *buggy = found->hits[ITEM_BUGGY][0], *fixed = found->hits[ITEM_FIXED][1];
    enum leak_match weakest = N_LEAK_MATCHES;
    if (buggy && fixed) {
        struct hit both = pair_hit(buggy, fixed);
        weakest = both.match;
        add_leak(out, item, pair, LEAK_PAIR, &both, false);
    }
    static const enum leak_kind kinds[] = {LEAK_BUGGY, LEAK_FIXED, LEAK_PROGRAM};
    for (int side = 0; side < N_ITEM_SIDES; side++) {
        /* its own side first, where both are as strong */
        int own = side == ITEM_FIXED;
        const struct hit *here = found->hits[side][own], *there = found->hits[side][!own];
        const struct hit *hit = is_stronger(there, here) ? there : here;
        if (hit && hit->match < weakest)
            add_leak(out, item, pair, kinds[side], hit, hit == here ? own : !own);
    }
}

/* Goes through the hits of both programs, item by item: needles stand in the order of their
 * items. */
static void add_leaks_of_pair(struct leaks *out, const struct finding *finding, uint32_t number,
                              const struct pair *pair)
{
    const struct hits *sides[2] = {&finding->hits[pair->buggy], &finding->hits[pair->fixed]};
    const struct needle *needles = finding->needles->list.items;
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
        add_leaks_of_item(out, &found, item, number);
    }
}

static int compare_leaks(const void *a, const void *b)
{
    const struct leak *x = a, *y = b;
    if (x->item != y->item)
        return x->item < y->item ? -1 : 1;
    if (x->pair != y->pair)
        return x->pair < y->pair ? -1 : 1;
    return (x->kind > y->kind) - (x->kind < y->kind);
}

int leaks_find(struct leaks *out, struct db *db, const struct pairs *pairs,
               const struct needles *needles, int split, const struct guard_options *options,
               struct err *err)
{
    size_t n_programs = pairs->program_ids.n;
    *out = (struct leaks){0};
    struct search_index *index = search_index_new(needles);
    struct finding finding = {.index = index, .needles = needles};
    finding.hits = mem_alloc(n_programs, sizeof *finding.hits);
    struct program_visitor visitor = {&finding, worker_new, worker_free, visit};
    int status = programs_visit(db, pairs, &visitor, options, err);
    for (uint32_t i = 0; i < pairs->list.n && status == 0; i++) {
        const struct pair *pair = &pairs->list.items[i];
        if (!pair->is_excluded && (split == PAIR_NO_SPLIT || pair->split == split))
            add_leaks_of_pair(out, &finding, i, pair);
    }
    if (out->list.n)
        qsort(out->list.items, out->list.n, sizeof *out->list.items, compare_leaks);
    for (size_t i = 0; i < n_programs; i++)
        array_release(&finding.hits[i].list);
    free(finding.hits);
    search_index_free(index);
    return status;
}

int leaks_mark(const struct leaks *leaks, struct pairs *pairs, const struct benchmark *benchmark,
               struct db *db, int64_t *n_marked, struct err *err)
{
    struct db_statement *s = NULL;
    int status =
        db_prepare(&s, db, "INSERT OR IGNORE INTO exclusions VALUES (?, 'benchmark', ?)", err);
    *n_marked = 0;
    for (size_t i = 0; i < leaks->list.n && status == 0; i++) {
        const struct leak *leak = &leaks->list.items[i];
        struct str evidence = {0};
        str_print(&evidence, "%s %s: %s, %s, %s %.3f, line %u of the %s program", benchmark->name,
                  benchmark->items.items[leak->item].id, leak_kind_name(leak->kind),
                  leak_match_names[leak->match], leak_relation_name(leak->relation),
                  leak->similarity, leak->line, leak->is_in_fixed ? "fixed" : "buggy");
        status = db_run(s, err, "it", pairs->list.items[leak->pair].fix_id, str_text(&evidence));
        str_release(&evidence);
        *n_marked += !pairs->list.items[leak->pair].is_excluded;
        pairs->list.items[leak->pair].is_excluded = true;
    }
    db_finish(s);
    return status;
}
