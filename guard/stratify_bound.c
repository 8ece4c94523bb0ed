/* How many cells, each a stratum in a part, are outside their tolerance in any division.
 *
 * All divisions of the largest groups are tried, without those that differ in the order of equal
 * parts only. The other groups are relaxed: their fixes may be divided one by one. But strata with
 * the same fixes of these groups get the same numbers of them. The number of cells that are outside
 * even so is least in one of the divisions, and that is a lower bound. A search with one more large
 * group gives a higher one. It ends when no group is left, or when it costs too much. */
#include "base/hash.h"
#include "guard/stratify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORK = 100000000 }; /* cells that may be looked at: a fifth of a second */

struct relaxed_stratum {
    uint32_t stratum;
    int64_t n, n_small; /* fixes; those of small groups */
    uint64_t mark;      /* equal in strata that have the same fixes of small groups */
};

/* From `first` to `last` fixes of small groups in a part put `n_outside` cells outside. */
struct piece {
    int64_t first, last;
    uint32_t n_outside;
};

struct bound {
    struct stratify *task;
    ARRAY(struct relaxed_stratum) strata; /* those with a cell that counts; by mark */
    struct stratify_group **order;        /* those that are not pinned, by size */
    size_t n, n_large;
    int64_t *got, *least, *most; /* by stratum, then part: of large groups; the tolerance */
    uint32_t *n_groups;          /* by part: pinned or large */
    int *tried, *best;           /* by place in the order: the parts of the large groups */
    struct piece *pieces;        /* of strata with the same mark: by part */
    size_t max_pieces, *n_pieces;
    int64_t *starts; /* of the pieces of a part */
    uint32_t n_proven, fewest;
    uint64_t n_left;
};

static void spend(struct bound *bound, uint64_t n)
{
    bound->n_left -= n < bound->n_left ? n : bound->n_left;
}

/* ---- Strata with the same fixes of small groups ---- */

static bool is_outside(const struct bound *bound, size_t cell, int64_t n_small)
{
    int64_t got = bound->got[cell] + n_small;
    return got < bound->least[cell] || got > bound->most[cell];
}

static int compare_numbers(const void *a, const void *b)
{
    return COMPARE(*(const int64_t *)a, *(const int64_t *)b);
}

/* Lists the pieces of a part for the strata from `at` to `end`. */
static void list_pieces(struct bound *bound, size_t at, size_t end, size_t part)
{
    int64_t n_small = bound->strata.items[at].n_small, *starts = bound->starts;
    size_t n = 0, n_parts = (size_t)bound->task->n_parts;
    struct piece *pieces = &bound->pieces[part * bound->max_pieces];
    starts[n++] = 0;
    for (size_t i = at; i < end; i++) {
        size_t cell = bound->strata.items[i].stratum * n_parts + part;
        int64_t edges[] = {bound->least[cell], bound->most[cell] + 1};
        for (int k = 0; k < 2; k++)
            if (edges[k] > bound->got[cell] && edges[k] - bound->got[cell] <= n_small)
                starts[n++] = edges[k] - bound->got[cell];
    }
    if (n > 1)
        qsort(starts, n, sizeof *starts, compare_numbers);
    for (size_t k = 0; k < n; k++) {
        pieces[k] = (struct piece){starts[k], k + 1 < n ? starts[k + 1] - 1 : n_small, 0};
        for (size_t i = at; i < end; i++)
            pieces[k].n_outside +=
                is_outside(bound, bound->strata.items[i].stratum * n_parts + part, starts[k]);
    }
    bound->n_pieces[part] = n;
    spend(bound, n * (end - at));
}

/* Whether the parts from `part` on can take between n_small - last and n_small - first fixes with
 * at most `n` cells outside. */
static bool can_be(struct bound *bound, int part, int64_t first, int64_t last, int64_t n_small,
                   uint32_t n)
{
    if (part == bound->task->n_parts)
        return last >= n_small;
    const struct piece *pieces = &bound->pieces[(size_t)part * bound->max_pieces];
    spend(bound, bound->n_pieces[part]);
    for (size_t i = 0; i < bound->n_pieces[part] && bound->n_left; i++)
        if (pieces[i].n_outside <= n && first + pieces[i].first <= n_small &&
            can_be(bound, part + 1, first + pieces[i].first, last + pieces[i].last, n_small,
                   n - pieces[i].n_outside))
            return true;
    return false;
}

/* Returns the least number of cells outside, now that the large groups have parts; or `most`. */
static uint32_t count_relaxed(struct bound *bound, uint32_t most)
{
    uint32_t sum = 0;
    for (size_t at = 0, end; at < bound->strata.n && sum < most; at = end) {
        const struct relaxed_stratum *first = &bound->strata.items[at];
        for (end = at; end < bound->strata.n && bound->strata.items[end].mark == first->mark;)
            end++;
        for (int part = 0; part < bound->task->n_parts; part++)
            list_pieces(bound, at, end, (size_t)part);
        uint32_t n = 0;
        while (sum + n < most && !can_be(bound, 0, 0, 0, first->n_small, n))
            n++;
        sum += n;
    }
    return sum;
}

/* ---- Divisions of the large groups ---- */

/* Counts the cells that are outside wherever the groups without a part go. */
static uint32_t count_certain(struct bound *bound)
{
    size_t n_parts = (size_t)bound->task->n_parts;
    uint32_t n = 0;
    for (size_t i = 0; i < bound->strata.n; i++) {
        size_t cell = bound->strata.items[i].stratum * n_parts;
        int64_t rest = bound->strata.items[i].n;
        for (size_t part = 0; part < n_parts; part++)
            rest -= bound->got[cell + part];
        for (size_t part = 0; part < n_parts; part++)
            n += bound->got[cell + part] > bound->most[cell + part] ||
                 bound->got[cell + part] + rest < bound->least[cell + part];
    }
    spend(bound, bound->strata.n * n_parts);
    return n;
}

static void put(struct bound *bound, const struct stratify_group *group, int part, int sign)
{
    const struct stratum_count *counts = &bound->task->counts.items[group->first];
    for (uint32_t i = 0; i < group->n_counts; i++)
        bound->got[counts[i].stratum * (size_t)bound->task->n_parts + (size_t)part] +=
            sign * (int64_t)counts[i].n;
    bound->n_groups[part] += (uint32_t)sign;
}

/* Whether an earlier part is the same for the next group. */
static bool is_repeated(const struct bound *bound, int part)
{
    for (int i = 0; i < part && !bound->n_groups[part]; i++)
        if (!bound->n_groups[i] && bound->task->shares[i] == bound->task->shares[part])
            return true;
    return false;
}

static void try_parts(struct bound *bound, size_t at)
{
    if (!bound->n_left || bound->fewest <= bound->n_proven || count_certain(bound) >= bound->fewest)
        return;
    uint32_t n = at == bound->n_large ? count_relaxed(bound, bound->fewest) : bound->fewest;
    if (n < bound->fewest) {
        bound->fewest = n;
        memcpy(bound->best, bound->tried, at * sizeof *bound->best);
    }
    for (int part = 0; part < bound->task->n_parts && at < bound->n_large; part++)
        if (stratify_has_room(bound->task, bound->order[at], part) && !is_repeated(bound, part)) {
            put(bound, bound->order[at], bound->tried[at] = part, 1);
            try_parts(bound, at + 1);
            put(bound, bound->order[at], part, -1);
        }
}

/* ---- Rounds ---- */

static int compare_marks(const void *a, const void *b)
{
    const struct relaxed_stratum *x = a, *y = b;
    return x->mark != y->mark ? COMPARE(x->mark, y->mark) : COMPARE(x->stratum, y->stratum);
}

/* Counts the fixes of a group of that number as fixes of small groups, or no longer. */
static void relax(struct bound *bound, size_t number, int sign)
{
    for (size_t i = 0; i < bound->strata.n; i++) {
        struct relaxed_stratum *relaxed = &bound->strata.items[i];
        int64_t n =
            sign * (int64_t)stratify_count_in(bound->task, bound->order[number], relaxed->stratum);
        relaxed->n_small += n;
        relaxed->mark += (uint64_t)n * hash_pair(number, 0);
    }
}

static int compare_sizes(const void *a, const void *b, void *task)
{
    const struct stratify_group *x = *(struct stratify_group *const *)a,
                                *y = *(struct stratify_group *const *)b;
    uint32_t n_x = stratify_count_in(task, x, STRATIFY_ALL),
             n_y = stratify_count_in(task, y, STRATIFY_ALL);
    return n_x != n_y ? COMPARE(n_y, n_x) : COMPARE(x->rank, y->rank);
}

/* Adds a stratum if a cell of it counts, and sets which numbers are within its tolerance. */
static void add_stratum(struct bound *bound, uint32_t stratum)
{
    size_t n_parts = (size_t)bound->task->n_parts, first = stratum * n_parts;
    bool counts = false;
    int64_t n = 0;
    for (size_t part = 0; part < n_parts; part++)
        n += bound->task->got[first + part];
    for (size_t part = 0; part < n_parts; part++) {
        double wanted = bound->task->wanted[first + part];
        int64_t *least = &bound->least[first + part], *most = &bound->most[first + part];
        *most = n;
        if (wanted < STRATIFY_MIN_WANTED)
            continue;
        counts = true;
        while (!stratify_is_within(wanted, (double)*least))
            ++*least;
        while (!stratify_is_within(wanted, (double)*most))
            --*most;
    }
    if (counts)
        array_push(&bound->strata, (struct relaxed_stratum){stratum, n, 0, 0});
}

static void bound_begin(struct bound *bound, struct stratify *task)
{
    size_t n_parts = (size_t)task->n_parts, n_cells = task->n_strata * n_parts;
    *bound = (struct bound){
        .task = task,
        .order = mem_alloc(task->groups.n, sizeof(struct stratify_group *)),
        .got = mem_alloc(n_cells, sizeof *bound->got),
        .least = mem_alloc(n_cells, sizeof *bound->least),
        .most = mem_alloc(n_cells, sizeof *bound->most),
        .tried = mem_alloc(task->groups.n, sizeof *bound->tried),
        .best = mem_alloc(task->groups.n, sizeof *bound->best),
        .n_groups = mem_alloc(n_parts, sizeof *bound->n_groups),
        .max_pieces = 1 + 2 * (size_t)task->n_strata,
        .n_pieces = mem_alloc(n_parts, sizeof *bound->n_pieces),
        .n_left = MAX_WORK,
    };
    bound->pieces = mem_alloc(n_parts * bound->max_pieces, sizeof *bound->pieces);
    bound->starts = mem_alloc(bound->max_pieces, sizeof *bound->starts);
    for (uint32_t stratum = 0; stratum < task->n_strata; stratum++)
        add_stratum(bound, stratum);
    for (size_t i = 0; i < task->groups.n; i++)
        if (task->groups.items[i].pin != NO_PART)
            put(bound, &task->groups.items[i], task->groups.items[i].pin, 1);
        else if (task->groups.items[i].n_counts)
            bound->order[bound->n++] = &task->groups.items[i];
    if (bound->n)
        qsort_r(bound->order, bound->n, sizeof *bound->order, compare_sizes, task);
    for (size_t i = 0; i < bound->n; i++)
        relax(bound, i, 1);
}

static void bound_release(struct bound *bound)
{
    array_release(&bound->strata);
    free(bound->order);
    free(bound->got);
    free(bound->least);
    free(bound->most);
    free(bound->n_groups);
    free(bound->tried);
    free(bound->best);
    free(bound->n_pieces);
    free(bound->pieces);
    free(bound->starts);
}

uint32_t stratify_least_outside(struct stratify *task, uint32_t n_found)
{
    struct bound bound;
    bound_begin(&bound, task);
    while (bound.n_proven < n_found) {
        bound.fewest = n_found;
        array_sort(&bound.strata, compare_marks);
        try_parts(&bound, 0);
        if (bound.n_left && bound.fewest > bound.n_proven) {
            bound.n_proven = bound.fewest;
            for (size_t i = 0; i < bound.n_large && bound.fewest < n_found; i++)
                bound.order[i]->start = bound.best[i];
        }
        if (!bound.n_left || bound.n_large == bound.n)
            break;
        relax(&bound, bound.n_large++, -1);
    }
    bound_release(&bound);
    return bound.n_proven;
}
