/* Links are a forest. In each tree the pairs that are not held out most are the starts of one search
 * in breadth, which gives every other pair its nearest start, and the way to it. */
#include "guard/ancestry.h"

#include "guard/union_find.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct link {
    uint32_t to;
    const char *kind;
    double jaccard;
};

struct kin {
    const struct pairs *pairs;
    struct union_find sets; /* of the relatives at hand */
    int *most;              /* by root: the most held-out split */
    uint32_t *n_lesser;     /* by root: pairs of other splits */
    /* duplicates only: links by pair, and the search */
    struct link *links;
    size_t *start; /* by pair; one more at the end */
    uint32_t
        *from; /* by pair: the next one on the way to its nearest start; PAIR_NONE: not reached */
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
    free(kin->links);
    free(kin->start);
    free(kin->from);
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

struct raw_link {
    uint32_t a, b;
    const char *kind;
    double jaccard;
};

struct raw_links {
    ARRAY(struct raw_link) list;
};

static int read_links(struct raw_links *links, struct db *db, const struct pairs *pairs,
                      struct err *err)
{
    static const char *const kinds[] = {"exact", "renamed", "near"};
    struct db_statement *s;
    if (db_prepare(&s, db,
                   "SELECT kind, fix_a, fix_b, jaccard FROM duplicate_links WHERE kind <> 'patch' "
                   "ORDER BY kind, fix_a, fix_b",
                   err) != 0)
        return ERR;
    int status;
    while ((status = db_step(s, err)) == 1) {
        struct raw_link link = {pairs_find(pairs, db_int(s, 1)), pairs_find(pairs, db_int(s, 2)),
                                NULL, db_double(s, 3)};
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (strcmp(kinds[i], db_text(s, 0)) == 0)
                link.kind = kinds[i];
        if (link.a != PAIR_NONE && link.b != PAIR_NONE && link.kind)
            array_push(&links->list, link);
    }
    db_finish(s);
    return status;
}

/* The links of each pair together, by counting. */
static void index_links(struct kin *kin, const struct raw_links *raw)
{
    size_t n = kin->pairs->list.n;
    kin->start = mem_alloc(n + 2, sizeof *kin->start);
    kin->links = mem_alloc(2 * raw->list.n, sizeof *kin->links);
    for (size_t i = 0; i < raw->list.n; i++) {
        kin->start[raw->list.items[i].a + 2]++;
        kin->start[raw->list.items[i].b + 2]++;
    }
    for (size_t i = 2; i < n + 2; i++)
        kin->start[i] += kin->start[i - 1];
    for (size_t i = 0; i < raw->list.n; i++) {
        const struct raw_link *link = &raw->list.items[i];
        kin->links[kin->start[link->a + 1]++] = (struct link){link->b, link->kind, link->jaccard};
        kin->links[kin->start[link->b + 1]++] = (struct link){link->a, link->kind, link->jaccard};
    }
}

/* In breadth, from all lesser pairs at once. */
static void find_nearest(struct kin *kin)
{
    size_t n = kin->pairs->list.n, n_queued = 0;
    uint32_t *queue = mem_alloc(n, sizeof *queue);
    kin->from = mem_alloc(n, sizeof *kin->from);
    for (uint32_t i = 0; i < n; i++) {
        kin->from[i] = is_lesser(kin, i) ? i : PAIR_NONE;
        if (kin->from[i] == i)
            queue[n_queued++] = i;
    }
    for (size_t at = 0; at < n_queued; at++)
        for (size_t i = kin->start[queue[at]]; i < kin->start[queue[at] + 1]; i++)
            if (kin->from[kin->links[i].to] == PAIR_NONE) {
                kin->from[kin->links[i].to] = queue[at];
                queue[n_queued++] = kin->links[i].to;
            }
    free(queue);
}

static const struct link *link_between(const struct kin *kin, uint32_t from, uint32_t to)
{
    size_t i = kin->start[from];
    while (kin->links[i].to != to)
        i++;
    return &kin->links[i];
}

static void add_chain(struct ancestry *out, struct kin *kin, uint32_t pair)
{
    struct ancestry_leak leak = {
        .held_out = pair,
        .kind = RELATED_DUPLICATE,
        .n_relatives = kin->n_lesser[union_find_root(&kin->sets, pair)],
        .first_step = out->steps.n,
    };
    uint32_t at = pair;
    while (kin->from[at] != at) {
        const struct link *link = link_between(kin, at, kin->from[at]);
        array_push(&out->steps, (struct ancestry_step){link->to, link->kind, link->jaccard});
        at = kin->from[at];
    }
    leak.relative = at;
    leak.n_steps = out->steps.n - leak.first_step;
    array_push(&out->leaks, leak);
}

static int find_in_duplicates(struct ancestry *out, struct db *db, const struct pairs *pairs,
                              struct err *err)
{
    struct kin kin = {.pairs = pairs};
    struct raw_links raw = {0};
    int status = read_links(&raw, db, pairs, err);
    union_find_init(&kin.sets, pairs->list.n);
    for (size_t i = 0; i < raw.list.n; i++)
        union_find_join(&kin.sets, raw.list.items[i].a, raw.list.items[i].b);
    gather(&kin);
    index_links(&kin, &raw);
    find_nearest(&kin);
    for (uint32_t i = 0; i < pairs->list.n && status == 0; i++)
        if (has_lesser(&kin, i))
            add_chain(out, &kin, i);
    note_lesser(out, &kin, RELATED_DUPLICATE);
    array_release(&raw.list);
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
    if (out->leaks.n)
        qsort(out->leaks.items, out->leaks.n, sizeof *out->leaks.items, compare_leaks);
    return status;
}

void ancestry_release(struct ancestry *ancestry)
{
    array_release(&ancestry->leaks);
    array_release(&ancestry->steps);
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
