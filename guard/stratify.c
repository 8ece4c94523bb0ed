/* Large groups are placed first, by the binary logarithm of their size, then by rank. Each gets the
 * part that costs least. Then groups move to other parts, and pairs of groups change places, until
 * nothing improves, or until the work is done that this may cost. With few groups all pairs are
 * tried, with many those that are near each other in the order. If a cell is then outside its
 * tolerance, a few groups are moved at random and the rest improved again, many times.
 *
 * If more cells are outside than in any division, all is done once more. Now large groups start
 * where stratify_bound.c found the fewest cells outside. The aim is what is got of them, and shares
 * of the other groups.
 *
 * The cost is the sum over strata and parts of (got - aim)^2 / max(aim, 1), as in Pearson's
 * chi-squared statistic; first the aim is what is wanted. Greedy placement by counts is that of
 * Sechidis, Tsoumakas and Vlahavas, "On the stratification of multi-label data" (ECML PKDD 2011),
 * who start with rare strata and have no groups. A cell outside its tolerance and an empty part
 * cost more. The second time, a cell outside costs more than most distances, and up to half of that
 * again the further it is outside, so that it comes nearer.
 *
 * Sums are always made in the order of strata and parts, so equal input gives equal bits. */
#include "guard/stratify.h"

#include "base/dice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    N_PASSES = 10,       /* over all groups that may cost something */
    MAX_WORK = 20000000, /* further counts that may be looked at: half a second */
    MAX_SWAPS = 1000000, /* pairs of groups that are tried in one pass */
    MAX_KICKS = 1000,
    N_KICKED = 4,
};

static const double cost_outside = 10, cost_cell = 1e4, half_far = 4 /* fixes */, cost_empty = 1e6,
                    least_gain = 1e-9;

/* ---- The cost ---- */

struct search {
    const struct stratify *task;
    struct stratify_group **order; /* those that are not pinned */
    size_t n;
    int64_t *got; /* that of the task */
    double *aims; /* by stratum, then part */
    bool counts_empty, counts_cells;
    uint64_t n_left; /* counts that may still be looked at */
};

static double cost_of(const struct search *search, uint32_t stratum, int part, int64_t got)
{
    const struct stratify *task = search->task;
    size_t at = stratum * (size_t)task->n_parts + (size_t)part;
    double n = (double)got, wanted = task->wanted[at], aim = search->aims[at];
    double outside = fabs(n - wanted) - stratify_tolerance(wanted);
    double cost = (n - aim) * (n - aim) / fmax(aim, 1);
    if (stratum == STRATIFY_ALL && !got && task->shares[part] > 0 && search->counts_empty)
        cost += cost_empty;
    if (outside <= 0 || wanted < STRATIFY_MIN_WANTED)
        return cost;
    return cost + (search->counts_cells ? cost_cell * (1 + outside / (half_far + outside) / 2)
                                        : cost_outside * (1 + outside));
}

static double cost_of_all(const struct search *search)
{
    int n_parts = search->task->n_parts;
    double sum = 0;
    for (uint32_t stratum = 0; stratum < search->task->n_strata; stratum++)
        for (int part = 0; part < n_parts; part++)
            sum += cost_of(search, stratum, part,
                           search->got[stratum * (size_t)n_parts + (size_t)part]);
    return sum;
}

/* Returns what is gained if the group's counts, times `sign`, are added to the part. */
static double gain(struct search *search, const struct stratify_group *group, int part, int sign)
{
    const struct stratum_count *counts = &search->task->counts.items[group->first];
    size_t n_parts = (size_t)search->task->n_parts;
    double sum = 0;
    for (uint32_t i = 0; i < group->n_counts; i++) {
        int64_t got = search->got[counts[i].stratum * n_parts + (size_t)part];
        sum += cost_of(search, counts[i].stratum, part, got) -
               cost_of(search, counts[i].stratum, part, got + sign * (int64_t)counts[i].n);
    }
    search->n_left -= search->n_left < group->n_counts ? search->n_left : group->n_counts;
    return sum;
}

static void add(struct search *search, const struct stratify_group *group, int part, int sign)
{
    const struct stratum_count *counts = &search->task->counts.items[group->first];
    size_t n_parts = (size_t)search->task->n_parts;
    for (uint32_t i = 0; i < group->n_counts; i++)
        search->got[counts[i].stratum * n_parts + (size_t)part] += sign * (int64_t)counts[i].n;
}

static void put(struct search *search, struct stratify_group *group, int part)
{
    add(search, group, group->part, -1);
    add(search, group, part, 1);
    group->part = part;
}

/* ---- The search ---- */

static uint32_t size_of(const struct stratify *task, const struct stratify_group *group)
{
    return stratify_count_in(task, group, STRATIFY_ALL);
}

static int compare_groups(const void *a, const void *b, void *context)
{
    const struct stratify_group *x = *(struct stratify_group *const *)a,
                                *y = *(struct stratify_group *const *)b;
    uint32_t n_x = size_of(context, x), n_y = size_of(context, y);
    int class_x = __builtin_clz(n_x), class_y = __builtin_clz(n_y);
    if (class_x != class_y)
        return COMPARE(class_x, class_y);
    return x->rank != y->rank ? COMPARE(x->rank, y->rank) : COMPARE(n_y, n_x);
}

/* Returns the part with room to which adding the group gains most; of equal ones, the first. */
static int best_part(struct search *search, const struct stratify_group *group, double *most)
{
    int best = NO_PART;
    for (int part = 0; part < search->task->n_parts; part++) {
        if (part == group->part || !stratify_has_room(search->task, group, part))
            continue;
        double gained = gain(search, group, part, 1);
        if (best == NO_PART || gained > *most + least_gain) {
            best = part;
            *most = gained;
        }
    }
    return best;
}

static void place(struct search *search)
{
    double ignored;
    for (size_t i = 0; i < search->n; i++) {
        struct stratify_group *group = search->order[i];
        if (group->part == NO_PART) {
            group->part = best_part(search, group, &ignored);
            add(search, group, group->part, 1);
        }
    }
}

static bool move_all(struct search *search)
{
    bool has_moved = false;
    for (size_t i = 0; i < search->n; i++) {
        struct stratify_group *group = search->order[i];
        double gained = 0, lost = gain(search, group, group->part, -1);
        int part = best_part(search, group, &gained);
        if (part != NO_PART && lost + gained > least_gain) {
            put(search, group, part);
            has_moved = true;
        }
    }
    return has_moved;
}

/* Lets two groups change places if this gains something. */
static bool swap(struct search *search, struct stratify_group *a, struct stratify_group *b)
{
    int from = a->part, to = b->part;
    if (from == to || !stratify_has_room(search->task, a, to) ||
        !stratify_has_room(search->task, b, from))
        return false;
    double gained = gain(search, a, from, -1);
    add(search, a, from, -1);
    gained += gain(search, a, to, 1);
    add(search, a, to, 1);
    a->part = to;
    gained += gain(search, b, to, -1);
    add(search, b, to, -1);
    gained += gain(search, b, from, 1);
    add(search, b, from, 1);
    b->part = from;
    if (gained > least_gain)
        return true;
    put(search, a, from);
    put(search, b, to);
    return false;
}

static bool swap_all(struct search *search)
{
    bool has_swapped = false;
    size_t n_near = search->n ? MAX_SWAPS / search->n + 1 : 0;
    for (size_t i = 0; i < search->n; i++)
        for (size_t k = i + 1; k < search->n && k - i <= n_near && search->n_left; k++)
            has_swapped = swap(search, search->order[i], search->order[k]) || has_swapped;
    return has_swapped;
}

static void improve(struct search *search)
{
    while (search->n_left && (move_all(search) || swap_all(search)))
        continue;
}

/* Moves a few groups to any part with room, improves the rest, and takes all back if it is not
 * better. Returns the cost. */
static double kick(struct search *search, struct dice *dice, int *before, double cost)
{
    for (size_t i = 0; i < search->n; i++)
        before[i] = search->order[i]->part;
    for (int i = 0; i < N_KICKED; i++) {
        struct stratify_group *group = search->order[dice_below(dice, search->n)];
        int part = (int)dice_below(dice, (size_t)search->task->n_parts);
        if (stratify_has_room(search->task, group, part))
            put(search, group, part);
    }
    improve(search);
    double after = cost_of_all(search);
    if (after < cost - least_gain)
        return after;
    for (size_t i = 0; i < search->n; i++)
        put(search, search->order[i], before[i]);
    return cost;
}

static uint32_t count_outside(const struct search *search)
{
    const struct stratify *task = search->task;
    size_t n = task->n_strata * (size_t)task->n_parts;
    uint32_t n_outside = 0;
    for (size_t i = 0; i < n; i++)
        n_outside += task->wanted[i] >= STRATIFY_MIN_WANTED &&
                     !stratify_is_within(task->wanted[i], (double)search->got[i]);
    return n_outside;
}

static void kick_all(struct search *search)
{
    scoped_memory int *before = mem_alloc(search->n, sizeof *before);
    struct dice dice = {search->n ? search->order[0]->rank : 0};
    double cost = cost_of_all(search);
    for (int i = 0; i < MAX_KICKS && search->n && search->n_left && count_outside(search); i++)
        cost = kick(search, &dice, before, cost);
}

/* Gives a part to the groups that have none, and improves all. */
static void divide(struct search *search)
{
    const struct stratify *task = search->task;
    search->n_left = MAX_WORK + (uint64_t)N_PASSES * (uint64_t)task->n_parts * task->counts.n;
    search->counts_empty = false;
    place(search);
    search->counts_empty = true;
    improve(search);
    kick_all(search);
}

/* ---- Once more, from what the bound knows of the large groups ---- */

/* Takes all groups out of their parts, but leaves large ones where they start. */
static void restart(struct search *search)
{
    for (size_t i = 0; i < search->n; i++) {
        struct stratify_group *group = search->order[i];
        add(search, group, group->part, -1);
        group->part = group->start;
        if (group->start != NO_PART)
            add(search, group, group->start, 1);
    }
}

static void aim(struct search *search)
{
    const struct stratify *task = search->task;
    size_t n_parts = (size_t)task->n_parts, n_cells = task->n_strata * n_parts;
    for (size_t at = 0; at < n_cells; at += n_parts) {
        double n = 0;
        for (size_t part = 0; part < n_parts; part++)
            n += (double)search->got[at + part];
        for (size_t part = 0; part < n_parts; part++)
            search->aims[at + part] =
                task->wanted[at + part] - n * task->shares[part] + (double)search->got[at + part];
    }
}

/* Keeps the second division if fewer cells are outside. Returns their number. */
static uint32_t divide_again(struct search *search)
{
    scoped_memory int *before = mem_alloc(search->n, sizeof *before);
    for (size_t i = 0; i < search->n; i++)
        before[i] = search->order[i]->part;
    restart(search);
    aim(search);
    search->counts_cells = true;
    divide(search);
    bool is_better = count_outside(search) < search->task->n_outside;
    for (size_t i = 0; i < search->n && !is_better; i++)
        put(search, search->order[i], before[i]);
    return count_outside(search);
}

static void set_wanted(struct stratify *task)
{
    size_t n_parts = (size_t)task->n_parts, n_cells = task->n_strata * n_parts;
    scoped_memory uint64_t *n = mem_alloc(task->n_strata, sizeof *n);
    for (size_t i = 0; i < task->counts.n; i++)
        n[task->counts.items[i].stratum] += task->counts.items[i].n;
    task->wanted = mem_alloc(n_cells, sizeof *task->wanted);
    for (size_t at = 0; at < n_cells; at++)
        task->wanted[at] = (double)n[at / n_parts] * task->shares[at % n_parts];
}

static void begin(struct search *search, struct stratify *task)
{
    size_t n_cells = task->n_strata * (size_t)task->n_parts;
    *search = (struct search){
        .task = task,
        .order = mem_alloc(task->groups.n, sizeof(struct stratify_group *)),
        .got = mem_alloc(n_cells, sizeof *search->got),
        .aims = mem_alloc(n_cells, sizeof *search->aims),
    };
    set_wanted(task);
    memcpy(search->aims, task->wanted, n_cells * sizeof *search->aims);
    task->got = search->got;
    for (size_t i = 0; i < task->groups.n; i++) {
        struct stratify_group *group = &task->groups.items[i];
        group->part = group->pin;
        if (group->pin != NO_PART)
            add(search, group, group->pin, 1);
        else if (group->n_counts)
            search->order[search->n++] = group;
    }
    if (search->n)
        qsort_r(search->order, search->n, sizeof *search->order, compare_groups, task);
}

void stratify(struct stratify *task)
{
    struct search search;
    begin(&search, task);
    divide(&search);
    task->n_outside = count_outside(&search);
    task->n_least = task->n_outside ? stratify_least_outside(task, task->n_outside) : 0;
    if (task->n_outside > task->n_least)
        task->n_outside = divide_again(&search);
    free(search.order);
    free(search.aims);
}
