/* The search goes in breadth from all starts at once. */
#include "guard/link_forest.h"

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
