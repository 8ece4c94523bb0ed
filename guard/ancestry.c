/* In each tree of links the pairs that are not held out most are the starts of a search, which
 * gives every other pair its nearest relative, and the way to it. */
#include "guard/ancestry.h"

#include "guard/union_find.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

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
    if (out->leaks.n)
        qsort(out->leaks.items, out->leaks.n, sizeof *out->leaks.items, compare_leaks);
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
