/* Programs are searched one by one. Then the hits in the two sides of each pair are combined. */
#include "guard/leak.h"

#include "fixes/fix_reader.h"
#include "base/str.h"

#include <stdlib.h>

const char *leak_kind_name(enum leak_kind kind)
{
    static const char *const names[] = {"pair",           "buggy",          "fixed",
                                        "buggy-in-fixed", "fixed-in-buggy", "program"};
    return names[kind];
}

struct leak_hits {
    struct search_index *index;
    struct hits *by_program;
    size_t n_programs;
};

static void *worker_new(void *context)
{
    const struct leak_hits *hits = context;
    return search_new(hits->index);
}

static void worker_free(void *worker)
{
    search_free(worker);
}

static void visit(void *context, void *worker, uint32_t number, struct program *program)
{
    struct leak_hits *hits = context;
    search_program(&hits->by_program[number], worker, program);
}

/* The hits of one item in a pair: [side of the item][1 in the fixed program, else 0]. */
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
                     const struct hit *hit, bool is_in_fixed, bool is_implied)
{
    struct leak leak = {
        .item = item,
        .pair = pair,
        .kind = kind,
        .match = hit->match,
        .relation = hit->relation,
        .similarity = hit->similarity,
        .is_in_fixed = is_in_fixed,
        .is_implied = is_implied,
        .line = hit->line,
    };
    array_push(&out->list, leak);
    out->n_listed += !is_implied;
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
    enum leak_match weakest = N_LEAK_MATCHES;
    if (buggy && fixed) {
        struct hit both = pair_hit(buggy, fixed);
        weakest = both.match;
        add_leak(out, item, pair, LEAK_PAIR, &both, false, false);
    }
    static const enum leak_kind own[] = {LEAK_BUGGY, LEAK_FIXED};
    static const enum leak_kind crossed[] = {LEAK_BUGGY_IN_FIXED, LEAK_FIXED_IN_BUGGY};
    for (int side = ITEM_BUGGY; side <= ITEM_FIXED; side++) {
        bool is_fixed = side == ITEM_FIXED;
        const struct hit *here = found->hits[side][is_fixed], *there = found->hits[side][!is_fixed];
        if (here)
            add_leak(out, item, pair, own[side], here, is_fixed, here->match >= weakest);
        if (there)
            add_leak(out, item, pair, crossed[side], there, !is_fixed,
                     here && there->match >= here->match);
    }
    const struct hit *const *program = found->hits[ITEM_PROGRAM];
    bool is_in_fixed = is_stronger(program[1], program[0]);
    if (program[is_in_fixed])
        add_leak(out, item, pair, LEAK_PROGRAM, program[is_in_fixed], is_in_fixed, false);
}

/* Merges the hits of both programs, item by item. This works because needles are in the order of
 * their items. */
static void add_leaks_of_pair(struct leak_search *search, uint32_t number, const struct pair *pair)
{
    const struct hits *hits = search->hits->by_program;
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

int leak_search_begin(struct leak_search *out, struct program_visitor *visitor, const char *path,
                      struct db *db, const struct pairs *pairs, const struct match_options *options,
                      struct err *err)
{
    unsigned language_set;
    *out = (struct leak_search){0};
    if (store_languages(&language_set, db, err) != 0 ||
        benchmark_read(&out->benchmark, path, language_set, err) != 0)
        return ERR;
    needles_make(&out->needles, &out->benchmark, options);
    if (out->needles.list.n == 0) {
        const struct benchmark_reject *first = &out->benchmark.rejects.items[0];
        return err_set(err, "no program of the benchmark '%s' can be searched for; %s: %s", path,
                       first->place, first->reason);
    }
    struct leak_hits *hits = out->hits = mem_alloc(1, sizeof *hits);
    hits->index = search_index_new(&out->needles);
    hits->n_programs = pairs->program_ids.n;
    hits->by_program = mem_alloc(hits->n_programs, sizeof *hits->by_program);
    *visitor = (struct program_visitor){hits, worker_new, worker_free, visit};
    return 0;
}

static void forget_hits(struct leak_search *search)
{
    struct leak_hits *hits = search->hits;
    search->hits = NULL;
    if (!hits)
        return;
    for (size_t i = 0; i < hits->n_programs; i++)
        array_release(&hits->by_program[i].list);
    free(hits->by_program);
    search_index_free(hits->index);
    free(hits);
}

void leak_search_end(struct leak_search *search, const struct pairs *pairs, int split)
{
    struct leaks *leaks = &search->leaks;
    for (uint32_t i = 0; i < pairs->list.n; i++) {
        const struct pair *pair = &pairs->list.items[i];
        if (!pair->is_excluded && (split == NO_SPLIT || pair->split == split))
            add_leaks_of_pair(search, i, pair);
    }
    array_sort(&leaks->list, compare_leaks);
    forget_hits(search);
}

int leak_search_run(struct leak_search *out, const char *path, struct db *db,
                    const struct pairs *pairs, const struct match_options *options, int split,
                    const struct guard_options *guard, struct err *err)
{
    struct program_visitor visitor;
    if (leak_search_begin(out, &visitor, path, db, pairs, options, err) != 0 ||
        programs_visit(db, pairs, &visitor, 1, guard, err) != 0)
        return ERR;
    leak_search_end(out, pairs, split);
    return 0;
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
    scoped(db_statement) *s =
        db_query(db, err, "INSERT OR IGNORE INTO exclusions VALUES (?, 'benchmark', ?)", NULL);
    *n_marked = 0;
    for (size_t i = 0; i < leaks->list.n; i++) {
        const struct leak *leak = &leaks->list.items[i];
        scoped(str) evidence = {0};
        if (leak->is_implied)
            continue;
        str_print(&evidence, "%s %s: %s, %s, %s %.3f, line %u of the %s program", benchmark->name,
                  benchmark->items.items[leak->item].id, leak_kind_name(leak->kind),
                  leak_match_names[leak->match], leak_relation_name(leak->relation),
                  leak->similarity, leak->line, leak->is_in_fixed ? "fixed" : "buggy");
        if (db_run(s, err, "it", pairs->list.items[leak->pair].fix_key, str_text(&evidence)) != 0)
            return ERR;
        *n_marked += !pairs->list.items[leak->pair].is_excluded;
        pairs->list.items[leak->pair].is_excluded = true;
    }
    return s ? 0 : ERR;
}

int leaks_unmark(struct unmarked *out, struct db *db, struct err *err)
{
    scoped(db_statement) *s = db_query(
        db, err,
        "SELECT count(DISTINCT fix_key), "
        "count(DISTINCT fix_key) FILTER (WHERE reason = 'benchmark'), "
        "count(DISTINCT fix_key) FILTER (WHERE reason = 'ancestry'), "
        "count(DISTINCT fix_key) FILTER (WHERE fix_key NOT IN (SELECT fix_key FROM splits) "
        "AND EXISTS (SELECT 1 FROM split_run)) "
        "FROM exclusions WHERE reason IN ('benchmark', 'ancestry')",
        NULL);
    if (db_step(s, err) != 1)
        return ERR;
    *out = (struct unmarked){db_int(s, 0), db_int(s, 1), db_int(s, 2), db_int(s, 3)};
    db_rewind(s); /* the rows are deleted next */
    return db_execute(db, "DELETE FROM exclusions WHERE reason IN ('benchmark', 'ancestry')", err);
}
