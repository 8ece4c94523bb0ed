/* A breadth-first search from all starts at once.
 *
 * In each tree of links, the pairs of lesser ranks are the starts. The search gives every other
 * pair its nearest start, which is its nearest relative, and the way to it. */
#include "guard/ancestry.h"

#include "base/union_find.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct raw_link {
    uint32_t a, b;
    enum duplicate_kind kind;
    double jaccard;
};

/* Chains the links of each pair, in their order. */
static void chain_links(struct link_forest *forest, struct arena *arena, const struct raw_link *raw,
                        size_t n_raw)
{
    forest->first = arena_alloc(arena, forest->n_pairs, sizeof *forest->first);
    forest->links = arena_alloc(arena, mem_multiply(2, n_raw), sizeof *forest->links);
    for (size_t i = 2 * n_raw; i-- > 0;) {
        const struct raw_link *link = &raw[i / 2];
        size_t *first = &forest->first[i % 2 ? link->b : link->a];
        forest->links[i] =
            (struct forest_link){i % 2 ? link->a : link->b, link->kind, link->jaccard, *first};
        *first = i + 1;
    }
}

/* Reads the links, and joins the sets of pairs that they tie. */
static int read_links(struct link_forest *out, struct arena *arena, struct db *db,
                      const struct pairs *pairs, struct union_find *sets, struct err *err)
{
    scoped_array ARRAY(struct raw_link) raw = {0};
    scoped(db_statement) *s = db_query(
        db, err,
        "SELECT kind, fix_key_a, fix_key_b, jaccard FROM duplicate_links WHERE kind <> 'patch' "
        "ORDER BY kind, fix_key_a, fix_key_b",
        NULL);
    int status;
    while ((status = db_step(s, err)) == 1) {
        struct raw_link link = {
            pairs_find(pairs, db_int(s, 1)), pairs_find(pairs, db_int(s, 2)),
            (enum duplicate_kind)text_place(db_text(s, 0), duplicate_kind_names), db_double(s, 3)};
        if (link.a == PAIR_NONE || link.b == PAIR_NONE || link.kind == N_DUPLICATE_KINDS)
            continue;
        array_push(&raw, link);
        union_find_join(sets, link.a, link.b);
    }
    out->n_pairs = pairs->list.n;
    chain_links(out, arena, raw.items, raw.n);
    return status;
}

/* Returns the index of the link from `pair` to `to`. */
static size_t find_link(const struct link_forest *forest, uint32_t pair, uint32_t to)
{
    size_t i = forest->first[pair] - 1;
    while (forest->links[i].to != to)
        i = forest->links[i].next - 1;
    return i;
}

/* Finds the nearest start of each pair, and the way to it. */
static void search(struct link_forest *forest, struct arena *arena, const bool *is_start)
{
    size_t n = forest->n_pairs, n_queued = 0;
    scoped_memory uint32_t *queue = mem_alloc(n, sizeof *queue), *from = mem_alloc(n, sizeof *from);
    forest->nearest = arena_alloc(arena, n, sizeof *forest->nearest);
    forest->distance = arena_alloc(arena, n, sizeof *forest->distance);
    forest->step = arena_alloc(arena, n, sizeof *forest->step);
    for (uint32_t i = 0; i < n; i++) {
        forest->nearest[i] = is_start[i] ? i : PAIR_NONE;
        if (is_start[i])
            queue[n_queued++] = i;
    }
    for (size_t at = 0; at < n_queued; at++) {
        uint32_t pair = queue[at];
        for (size_t i = forest->first[pair]; i; i = forest->links[i - 1].next) {
            uint32_t to = forest->links[i - 1].to;
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
}

const struct forest_link *link_forest_step(const struct link_forest *forest, uint32_t pair)
{
    bool is_start = forest->distance[pair] == 0;
    return is_start ? NULL : &forest->links[forest->step[pair]];
}

/* The pairs of a history, or of a cluster of duplicates, are relatives. */
struct relatives {
    int most;          /* the greatest rank */
    uint32_t n_lesser; /* pairs of lesser ranks */
    uint32_t first_most, first_lesser;
};

struct kin {
    const struct pairs *pairs;
    const int *ranks;            /* by pair: its split; NO_SPLIT: it does not count */
    const uint32_t *groups;      /* by pair: number of its group, less than the number of pairs */
    struct relatives *relatives; /* by group */
};

/* Whether the pair has a lesser rank than a relative of it. */
static bool is_lesser(const struct kin *kin, uint32_t pair)
{
    return kin->ranks[pair] != NO_SPLIT &&
           kin->ranks[pair] < kin->relatives[kin->groups[pair]].most;
}

static struct kin kin_of(struct arena *arena, const struct pairs *pairs, const int *ranks,
                         const uint32_t *groups)
{
    size_t n = pairs->list.n;
    struct kin kin = {pairs, ranks, groups, arena_alloc(arena, n, sizeof *kin.relatives)};
    for (uint32_t i = 0; i < n; i++) {
        int *most = &kin.relatives[groups[i]].most;
        if (ranks[i] > *most)
            *most = ranks[i];
    }
    for (uint32_t i = (uint32_t)n; i-- > 0;) {
        struct relatives *relatives = &kin.relatives[groups[i]];
        bool is_less = is_lesser(&kin, i);
        relatives->n_lesser += is_less;
        if (ranks[i] != NO_SPLIT)
            *(is_less ? &relatives->first_lesser : &relatives->first_most) = i;
    }
    return kin;
}

/* Adds a leak for each held-out pair that has lesser relatives. For each lesser pair, notes its
 * first relative of the greatest rank, unless one was noted before. The forest gives the nearest
 * duplicate; it is NULL for histories. */
static void add_leaks(struct ancestry *out, const struct kin *kin, enum relation_kind kind,
                      const struct link_forest *forest)
{
    for (uint32_t i = 0; i < kin->pairs->list.n; i++) {
        const struct relatives *relatives = &kin->relatives[kin->groups[i]];
        bool is_less = is_lesser(kin, i);
        if (is_less && out->held_out_relative[i] == PAIR_NONE) {
            out->held_out_relative[i] = relatives->first_most;
            out->held_out_kind[i] = kind;
            out->n_leaking++;
        }
        if (!is_less && kin->ranks[i] != NO_SPLIT && relatives->n_lesser)
            array_push(&out->leaks,
                       (struct ancestry_leak){
                           .held_out = i,
                           .kind = kind,
                           .relative = forest ? forest->nearest[i] : relatives->first_lesser,
                           .n_relatives = relatives->n_lesser,
                           .n_steps = forest ? forest->distance[i] : 0,
                           .forest = forest,
                       });
    }
}

/* Numbers the histories. Pairs of one history have the same number. */
static uint32_t *number_histories(struct arena *arena, const struct pairs *pairs)
{
    uint32_t *numbers = arena_alloc(arena, pairs->list.n, sizeof *numbers);
    scoped(table) histories = {0};
    for (size_t i = 0; i < pairs->list.n; i++) {
        char name[32];
        snprintf(name, sizeof name, "%" PRIu32 " %" PRIu32, pairs->list.items[i].problem,
                 pairs->list.items[i].user);
        numbers[i] = (uint32_t)table_number(&histories, name);
    }
    return numbers;
}

/* What the rounds share. */
struct finding {
    const struct pairs *pairs;
    struct link_forest links;       /* without a search */
    uint32_t *histories, *clusters; /* by pair */
    struct arena arena;
};

static void finding_release(struct finding *finding)
{
    arena_release(&finding->arena);
}
SCOPED_VALUE(finding, finding_release)

static int begin(struct finding *finding, struct ancestry *out, struct db *db, struct err *err)
{
    size_t n = finding->pairs->list.n;
    scoped(union_find) sets = {0};
    union_find_init(&sets, n);
    if (read_links(&finding->links, &out->arena, db, finding->pairs, &sets, err) != 0)
        return ERR;
    finding->clusters = arena_alloc(&finding->arena, n, sizeof *finding->clusters);
    for (uint32_t i = 0; i < n; i++)
        finding->clusters[i] = union_find_root(&sets, i);
    finding->histories = number_histories(&finding->arena, finding->pairs);
    return 0;
}

/* Finds the leaks between pairs of different ranks. */
static void find_round(struct ancestry *out, const struct finding *finding, const int *ranks)
{
    size_t n = finding->pairs->list.n;
    scoped(arena) arena = {0};
    struct kin histories = kin_of(&arena, finding->pairs, ranks, finding->histories);
    add_leaks(out, &histories, RELATED_HISTORY, NULL);
    struct kin clusters = kin_of(&arena, finding->pairs, ranks, finding->clusters);
    bool *is_start = arena_alloc(&arena, n, sizeof *is_start);
    for (uint32_t i = 0; i < n; i++)
        is_start[i] = is_lesser(&clusters, i);
    struct link_forest *forest = arena_alloc(&out->arena, 1, sizeof *forest);
    *forest = finding->links;
    search(forest, &out->arena, is_start);
    add_leaks(out, &clusters, RELATED_DUPLICATE, forest);
}

/* Splits are ranked by their order. Of folds, each is held out in a round of its own, in which it
 * has the higher one of two ranks. */
static void find_rounds(struct ancestry *out, const struct finding *finding)
{
    const struct pair *pairs = finding->pairs->list.items;
    size_t n = finding->pairs->list.n;
    scoped_memory int *ranks = mem_alloc(n, sizeof *ranks);
    bool has_part[N_PARTS] = {0};
    for (size_t i = 0; i < n; i++) {
        ranks[i] = pair_is_in_split(&pairs[i]) ? pairs[i].split : NO_SPLIT;
        if (ranks[i] != NO_SPLIT)
            has_part[ranks[i]] = true;
        out->n_held_out += ranks[i] > SPLIT_TRAIN;
        out->n_held_out_made += ranks[i] > SPLIT_TRAIN && pairs[i].is_made;
        out->has_folds = out->has_folds || ranks[i] >= SPLIT_FOLDS;
    }
    if (!out->has_folds)
        find_round(out, finding, ranks);
    for (int fold = SPLIT_FOLDS; fold < N_PARTS; fold++) {
        for (size_t i = 0; i < n && has_part[fold]; i++)
            ranks[i] = pair_is_in_split(&pairs[i]) ? pairs[i].split == fold : NO_SPLIT;
        if (has_part[fold])
            find_round(out, finding, ranks);
    }
}

static int compare_leaks(const void *a, const void *b)
{
    const struct ancestry_leak *x = a, *y = b;
    int order = COMPARE(x->held_out, y->held_out);
    return order ? order : COMPARE(x->kind, y->kind);
}

int ancestry_find(struct ancestry *out, struct db *db, const struct pairs *pairs, struct err *err)
{
    scoped(finding) finding = {.pairs = pairs};
    *out = (struct ancestry){0};
    int64_t n_runs;
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM dedup_run", err) != 0 ||
        begin(&finding, out, db, err) != 0)
        return ERR;
    out->has_duplicates = n_runs > 0;
    out->held_out_relative =
        arena_alloc(&out->arena, pairs->list.n, sizeof *out->held_out_relative);
    out->held_out_kind = arena_alloc(&out->arena, pairs->list.n, sizeof *out->held_out_kind);
    for (size_t i = 0; i < pairs->list.n; i++)
        out->held_out_relative[i] = PAIR_NONE;
    find_rounds(out, &finding);
    array_sort(&out->leaks, compare_leaks);
    return 0;
}

void ancestry_release(struct ancestry *ancestry)
{
    array_release(&ancestry->leaks);
    arena_release(&ancestry->arena);
    *ancestry = (struct ancestry){0};
}

int ancestry_mark(const struct ancestry *ancestry, struct pairs *pairs, struct db *db,
                  struct err *err)
{
    for (size_t i = 0; i < pairs->list.n; i++) {
        if (ancestry->held_out_relative[i] == PAIR_NONE)
            continue;
        struct pair *pair = &pairs->list.items[i];
        const struct pair *relative = &pairs->list.items[ancestry->held_out_relative[i]];
        bool is_history = ancestry->held_out_kind[i] == RELATED_HISTORY;
        if (db_change(db, err,
                      "INSERT OR IGNORE INTO set_exclusions VALUES (" CHOSEN_SPLIT_SET
                      ", ?, 'ancestry', "
                      "'in ' || ? || '; ' || ? || ' ' || ? || ' is in ' || ?)",
                      "itttt", pair->fix_key, split_names[pair->split],
                      is_history ? "its history's fix" : "its duplicate", relative->id,
                      split_names[relative->split]) != 0)
            return ERR;
        pair->is_excluded = true;
    }
    return 0;
}
