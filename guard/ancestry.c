/* The search goes in breadth from all starts at once.
 *
 * In each tree of links the pairs that are not held out most are the starts of a search, which
 * gives every other pair its nearest relative, and the way to it. */
#include "guard/ancestry.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct raw_link {
    uint32_t a, b;
    const char *kind;
    double jaccard;
};

struct raw_links {
    ARRAY(struct raw_link) list;
};

static const char *static_kind(const char *kind)
{
    static const char *const kinds[] = {"exact", "renamed", "near"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i], kind) == 0)
            return kinds[i];
    return NULL;
}

static int read_links(struct raw_links *links, struct db *db, const struct pairs *pairs,
                      struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db,
                   "SELECT kind, fix_a, fix_b, jaccard FROM duplicate_links WHERE kind <> 'patch' "
                   "ORDER BY kind, fix_a, fix_b",
                   err) != 0)
        return ERR;
    int status;
    while ((status = db_step(s, err)) == 1) {
        struct raw_link link = {pairs_find(pairs, db_int(s, 1)), pairs_find(pairs, db_int(s, 2)),
                                static_kind(db_text(s, 0)), db_double(s, 3)};
        if (link.a != PAIR_NONE && link.b != PAIR_NONE && link.kind)
            array_push(&links->list, link);
    }
    db_finish(s);
    return status;
}

/* The links of each pair together, by counting. */
static void index_links(struct link_forest *forest, const struct raw_links *raw)
{
    size_t n = forest->n_pairs;
    forest->start = mem_alloc(n + 2, sizeof *forest->start);
    forest->links = mem_alloc(2 * raw->list.n, sizeof *forest->links);
    for (size_t i = 0; i < raw->list.n; i++) {
        forest->start[raw->list.items[i].a + 2]++;
        forest->start[raw->list.items[i].b + 2]++;
    }
    for (size_t i = 2; i < n + 2; i++)
        forest->start[i] += forest->start[i - 1];
    for (size_t i = 0; i < raw->list.n; i++) {
        const struct raw_link *link = &raw->list.items[i];
        forest->links[forest->start[link->a + 1]++] =
            (struct forest_link){link->b, link->kind, link->jaccard};
        forest->links[forest->start[link->b + 1]++] =
            (struct forest_link){link->a, link->kind, link->jaccard};
    }
}

int link_forest_read(struct link_forest *out, struct db *db, const struct pairs *pairs,
                     struct union_find *sets, struct err *err)
{
    struct raw_links raw = {0};
    *out = (struct link_forest){.n_pairs = pairs->list.n};
    int status = read_links(&raw, db, pairs, err);
    for (size_t i = 0; i < raw.list.n; i++)
        union_find_join(sets, raw.list.items[i].a, raw.list.items[i].b);
    index_links(out, &raw);
    array_release(&raw.list);
    return status;
}

/* The link of `pair` that leads to `to`. */
static size_t find_link(const struct link_forest *forest, uint32_t pair, uint32_t to)
{
    size_t i = forest->start[pair];
    while (forest->links[i].to != to)
        i++;
    return i;
}

void link_forest_search(struct link_forest *forest, const bool *is_start)
{
    size_t n = forest->n_pairs, n_queued = 0;
    uint32_t *queue = mem_alloc(n, sizeof *queue), *from = mem_alloc(n, sizeof *from);
    forest->nearest = mem_alloc(n, sizeof *forest->nearest);
    forest->distance = mem_alloc(n, sizeof *forest->distance);
    forest->step = mem_alloc(n, sizeof *forest->step);
    for (uint32_t i = 0; i < n; i++) {
        forest->nearest[i] = is_start[i] ? i : PAIR_NONE;
        if (is_start[i])
            queue[n_queued++] = i;
    }
    for (size_t at = 0; at < n_queued; at++) {
        uint32_t pair = queue[at];
        for (size_t i = forest->start[pair]; i < forest->start[pair + 1]; i++) {
            uint32_t to = forest->links[i].to;
            if (forest->nearest[to] != PAIR_NONE)
                continue;
            forest->nearest[to] = forest->nearest[pair];
            forest->distance[to] = forest->distance[pair] + 1;
            from[to] = pair;
            queue[n_queued++] = to;
        }
    }
    for (size_t at = 0; at < n_queued; at++)
        if (forest->distance[queue[at]])
            forest->step[queue[at]] = find_link(forest, queue[at], from[queue[at]]);
    free(queue);
    free(from);
}

const struct forest_link *link_forest_step(const struct link_forest *forest, uint32_t pair)
{
    bool is_start = forest->distance[pair] == 0;
    return is_start ? NULL : &forest->links[forest->step[pair]];
}

void link_forest_release(struct link_forest *forest)
{
    free(forest->links);
    free(forest->start);
    free(forest->nearest);
    free(forest->distance);
    free(forest->step);
    *forest = (struct link_forest){0};
}

/* Sets of relatives: histories, or clusters of duplicates. */
struct kin {
    const struct pairs *pairs;
    struct union_find sets;
    int *most;          /* by root: the most held-out split */
    uint32_t *n_lesser; /* by root: pairs of other splits */
};

static void gather(struct kin *kin)
{
    size_t n = kin->pairs->list.n;
    kin->most = mem_alloc(n, sizeof *kin->most);
    kin->n_lesser = mem_alloc(n, sizeof *kin->n_lesser);
    for (uint32_t i = 0; i < n; i++) {
        int *most = &kin->most[union_find_root(&kin->sets, i)];
        if (pair_is_in_split(&kin->pairs->list.items[i]) && kin->pairs->list.items[i].split > *most)
            *most = kin->pairs->list.items[i].split;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t root = union_find_root(&kin->sets, i);
        kin->n_lesser[root] += pair_is_in_split(&kin->pairs->list.items[i]) &&
                               kin->pairs->list.items[i].split < kin->most[root];
    }
}

/* Whether the pair is in a lesser split than a relative of it. */
static bool is_lesser(struct kin *kin, uint32_t pair)
{
    return pair_is_in_split(&kin->pairs->list.items[pair]) &&
           kin->pairs->list.items[pair].split < kin->most[union_find_root(&kin->sets, pair)];
}

static void kin_release(struct kin *kin)
{
    union_find_release(&kin->sets);
    free(kin->most);
    free(kin->n_lesser);
}

/* Notes for each lesser pair the first relative that is held out most, unless it has one. */
static void note_lesser(struct ancestry *out, struct kin *kin, enum relation_kind kind)
{
    size_t n = kin->pairs->list.n;
    uint32_t *first = mem_alloc(n, sizeof *first); /* by root: 1 + pair */
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *held_out = &first[union_find_root(&kin->sets, i)];
        if (!*held_out && pair_is_in_split(&kin->pairs->list.items[i]) && !is_lesser(kin, i))
            *held_out = i + 1;
    }
    for (uint32_t i = 0; i < n; i++)
        if (is_lesser(kin, i) && out->held_out_relative[i] == PAIR_NONE) {
            out->held_out_relative[i] = first[union_find_root(&kin->sets, i)] - 1;
            out->held_out_kind[i] = kind;
            out->n_leaking++;
        }
    free(first);
}

/* Whether the pair is held out, and relatives of it are less so. */
static bool has_lesser(struct kin *kin, uint32_t pair)
{
    return pair_is_in_split(&kin->pairs->list.items[pair]) && !is_lesser(kin, pair) &&
           kin->n_lesser[union_find_root(&kin->sets, pair)] > 0;
}

/* The number of a history, the same for all its pairs. */
static uint32_t *number_histories(const struct pairs *pairs)
{
    uint32_t *numbers = mem_alloc(pairs->list.n, sizeof *numbers);
    struct table histories = {0};
    for (size_t i = 0; i < pairs->list.n; i++) {
        char name[32];
        snprintf(name, sizeof name, "%" PRIu32 " %" PRIu32, pairs->list.items[i].problem,
                 pairs->list.items[i].user);
        numbers[i] = (uint32_t)table_number(&histories, name);
    }
    table_release(&histories);
    return numbers;
}

static void find_in_histories(struct ancestry *out, const struct pairs *pairs)
{
    size_t n = pairs->list.n;
    struct kin kin = {.pairs = pairs};
    uint32_t *histories = number_histories(pairs);
    uint32_t *first = mem_alloc(n, sizeof *first);   /* by history: 1 + its first pair */
    uint32_t *lesser = mem_alloc(n, sizeof *lesser); /* by history: 1 + the first lesser one */
    union_find_init(&kin.sets, n);
    for (uint32_t i = 0; i < n; i++) {
        if (first[histories[i]])
            union_find_join(&kin.sets, first[histories[i]] - 1, i);
        else
            first[histories[i]] = i + 1;
    }
    gather(&kin);
    for (uint32_t i = 0; i < n; i++)
        if (is_lesser(&kin, i) && !lesser[histories[i]])
            lesser[histories[i]] = i + 1;
    for (uint32_t i = 0; i < n; i++)
        if (has_lesser(&kin, i))
            array_push(&out->leaks, (struct ancestry_leak){
                                        .held_out = i,
                                        .kind = RELATED_HISTORY,
                                        .relative = lesser[histories[i]] - 1,
                                        .n_relatives = kin.n_lesser[union_find_root(&kin.sets, i)],
                                    });
    note_lesser(out, &kin, RELATED_HISTORY);
    free(histories);
    free(first);
    free(lesser);
    kin_release(&kin);
}

static int find_in_duplicates(struct ancestry *out, struct db *db, const struct pairs *pairs,
                              struct err *err)
{
    size_t n = pairs->list.n;
    struct kin kin = {.pairs = pairs};
    struct link_forest *forest = &out->forest;
    union_find_init(&kin.sets, n);
    int status = link_forest_read(forest, db, pairs, &kin.sets, err);
    gather(&kin);
    bool *is_start = mem_alloc(n, sizeof *is_start);
    for (uint32_t i = 0; i < n; i++)
        is_start[i] = is_lesser(&kin, i);
    link_forest_search(forest, is_start);
    for (uint32_t i = 0; i < n && status == 0; i++)
        if (has_lesser(&kin, i))
            array_push(&out->leaks, (struct ancestry_leak){
                                        .held_out = i,
                                        .kind = RELATED_DUPLICATE,
                                        .relative = forest->nearest[i],
                                        .n_relatives = kin.n_lesser[union_find_root(&kin.sets, i)],
                                        .n_steps = forest->distance[i],
                                    });
    note_lesser(out, &kin, RELATED_DUPLICATE);
    free(is_start);
    kin_release(&kin);
    return status;
}

static int compare_leaks(const void *a, const void *b)
{
    const struct ancestry_leak *x = a, *y = b;
    if (x->held_out != y->held_out)
        return x->held_out < y->held_out ? -1 : 1;
    return (x->kind > y->kind) - (x->kind < y->kind);
}

int ancestry_find(struct ancestry *out, struct db *db, const struct pairs *pairs, struct err *err)
{
    *out = (struct ancestry){0};
    int64_t n_runs;
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM dedup_run", err) != 0)
        return ERR;
    out->has_duplicates = n_runs > 0;
    out->held_out_relative = mem_alloc(pairs->list.n, sizeof *out->held_out_relative);
    out->held_out_kind = mem_alloc(pairs->list.n, sizeof *out->held_out_kind);
    for (size_t i = 0; i < pairs->list.n; i++) {
        out->held_out_relative[i] = PAIR_NONE;
        out->n_held_out +=
            pair_is_in_split(&pairs->list.items[i]) && pairs->list.items[i].split > SPLIT_TRAIN;
    }
    find_in_histories(out, pairs);
    int status = find_in_duplicates(out, db, pairs, err);
    array_sort(&out->leaks, compare_leaks);
    return status;
}

void ancestry_release(struct ancestry *ancestry)
{
    array_release(&ancestry->leaks);
    link_forest_release(&ancestry->forest);
    free(ancestry->held_out_relative);
    free(ancestry->held_out_kind);
    *ancestry = (struct ancestry){0};
}

int ancestry_mark(const struct ancestry *ancestry, const struct pairs *pairs, struct db *db,
                  struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db,
                   "INSERT OR IGNORE INTO exclusions VALUES (?, 'ancestry', "
                   "'in ' || ? || '; ' || ? || ' ' || ? || ' is in ' || ?)",
                   err) != 0)
        return ERR;
    int status = 0;
    for (size_t i = 0; i < pairs->list.n && status == 0; i++) {
        if (ancestry->held_out_relative[i] == PAIR_NONE)
            continue;
        const struct pair *pair = &pairs->list.items[i];
        const struct pair *relative = &pairs->list.items[ancestry->held_out_relative[i]];
        bool is_history = ancestry->held_out_kind[i] == RELATED_HISTORY;
        status = db_run(s, err, "itttt", pair->fix_id, split_names[pair->split],
                        is_history ? "of its history" : "its duplicate", relative->id,
                        split_names[relative->split]);
    }
    db_finish(s);
    return status;
}
