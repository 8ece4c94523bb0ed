/* Large clusters are placed first, by the binary logarithm of their size, then by rank. Each gets
 * the subset that costs least. Then clusters move to other subsets, and pairs of clusters change
 * places, until nothing improves, or until the work is done that this may cost. With few clusters
 * all pairs are tried, with many those that are near each other in the order. If a stratum is then
 * too far from its share in some subset, a few clusters are moved at random and the rest improved
 * again, many times.
 *
 * Greedy placement by counts is that of Sechidis, Tsoumakas and Vlahavas, "On the stratification of
 * multi-label data" (ECML PKDD 2011), who start with rare strata and have no clusters. */
#include "guard/stratify.h"

#include "base/chance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    N_PASSES = 10,       /* over all clusters that may cost something */
    MAX_WORK = 20000000, /* further counts that may be looked at: half a second */
    MAX_SWAPS = 1000000, /* pairs of clusters that are tried in one pass */
    MAX_KICKS = 1000,
    N_KICKED = 4,
};

static const double min_wanted = 20, tolerated_fixes = 2, tolerated_share = 0.1, cost_outside = 10,
                    cost_empty = 1e6, least_gain = 1e-9;

/* ---- Clusters ---- */

void stratify_release(struct stratify *division)
{
    array_release(&division->clusters);
    array_release(&division->counts);
    free(division->wanted);
    free(division->got);
}

static int compare_counts(const void *a, const void *b)
{
    const struct stratum_count *x = a, *y = b;
    return COMPARE(x->stratum, y->stratum);
}

void stratify_close_cluster(struct stratify *division)
{
    struct stratify_cluster *cluster = &division->clusters.items[division->clusters.n - 1];
    struct stratum_count *counts = &division->counts.items[cluster->first];
    size_t n = division->counts.n - cluster->first, n_kept = 0;
    if (n)
        qsort(counts, n, sizeof *counts, compare_counts);
    for (size_t i = 0; i < n; i++)
        if (n_kept && counts[n_kept - 1].stratum == counts[i].stratum)
            counts[n_kept - 1].n += counts[i].n;
        else
            counts[n_kept++] = counts[i];
    cluster->n_counts = (uint32_t)n_kept;
    division->counts.n = cluster->first + n_kept;
}

static uint32_t size_of(const struct stratify *division, const struct stratify_cluster *cluster)
{
    return cluster->n_counts ? division->counts.items[cluster->first].n : 0;
}

static double tolerance(double wanted)
{
    return fmax(tolerated_fixes, tolerated_share * wanted);
}

bool stratify_is_outside(double wanted, double got)
{
    return wanted >= min_wanted && fabs(got - wanted) > tolerance(wanted);
}

/* Whether the cluster may get the subset: it is not larger than the subset, or no subset is larger.
 */
static bool has_room(const struct stratify *division, const struct stratify_cluster *cluster,
                     int subset)
{
    double most = 0, room = division->wanted[subset];
    for (int i = 0; i < division->n_subsets; i++)
        most = fmax(most, division->shares[i]);
    return division->shares[subset] > 0 && (division->shares[subset] == most ||
                                            size_of(division, cluster) <= room + tolerance(room));
}

/* ---- The cost ----
 *
 * The cost is the sum over strata and subsets of (got - wanted)^2 / max(wanted, 1), as in Pearson's
 * chi-squared statistic. What is outside the tolerance and an empty subset cost more. Sums are
 * always made in the order of strata and subsets, so equal input gives equal bits. */

struct search {
    const struct stratify *division;
    struct stratify_cluster **order; /* those that are not pinned */
    size_t n;
    int64_t *got; /* that of the division */
    bool counts_empty;
    uint64_t n_left; /* counts that may still be looked at */
};

static double cost_of(const struct search *search, uint32_t stratum, int subset, int64_t got)
{
    const struct stratify *division = search->division;
    double n = (double)got,
           wanted = division->wanted[stratum * (size_t)division->n_subsets + (size_t)subset];
    double cost = (n - wanted) * (n - wanted) / fmax(wanted, 1);
    if (stratum == STRATIFY_ALL && !got && division->shares[subset] > 0 && search->counts_empty)
        cost += cost_empty;
    if (stratify_is_outside(wanted, n))
        cost += cost_outside * (1 + fabs(n - wanted) - tolerance(wanted));
    return cost;
}

static double cost_of_all(const struct search *search)
{
    int n_subsets = search->division->n_subsets;
    double sum = 0;
    for (uint32_t stratum = 0; stratum < search->division->n_strata; stratum++)
        for (int subset = 0; subset < n_subsets; subset++)
            sum += cost_of(search, stratum, subset,
                           search->got[stratum * (size_t)n_subsets + (size_t)subset]);
    return sum;
}

/* Returns what is gained if the cluster's counts, times `sign`, are added to the subset. */
static double gain(struct search *search, const struct stratify_cluster *cluster, int subset,
                   int sign)
{
    const struct stratum_count *counts = &search->division->counts.items[cluster->first];
    size_t n_subsets = (size_t)search->division->n_subsets;
    double sum = 0;
    for (uint32_t i = 0; i < cluster->n_counts; i++) {
        int64_t got = search->got[counts[i].stratum * n_subsets + (size_t)subset];
        sum += cost_of(search, counts[i].stratum, subset, got) -
               cost_of(search, counts[i].stratum, subset, got + sign * (int64_t)counts[i].n);
    }
    search->n_left -= search->n_left < cluster->n_counts ? search->n_left : cluster->n_counts;
    return sum;
}

static void add(struct search *search, const struct stratify_cluster *cluster, int subset, int sign)
{
    const struct stratum_count *counts = &search->division->counts.items[cluster->first];
    size_t n_subsets = (size_t)search->division->n_subsets;
    for (uint32_t i = 0; i < cluster->n_counts; i++)
        search->got[counts[i].stratum * n_subsets + (size_t)subset] += sign * (int64_t)counts[i].n;
}

static void put(struct search *search, struct stratify_cluster *cluster, int subset)
{
    add(search, cluster, cluster->subset, -1);
    add(search, cluster, subset, 1);
    cluster->subset = subset;
}

/* ---- The search ---- */

static int compare_clusters(const void *a, const void *b, void *context)
{
    const struct stratify_cluster *x = *(struct stratify_cluster *const *)a,
                                  *y = *(struct stratify_cluster *const *)b;
    uint32_t n_x = size_of(context, x), n_y = size_of(context, y);
    int class_x = __builtin_clz(n_x), class_y = __builtin_clz(n_y);
    if (class_x != class_y)
        return COMPARE(class_x, class_y);
    return x->rank != y->rank ? COMPARE(x->rank, y->rank) : COMPARE(n_y, n_x);
}

/* Returns the subset with room to which adding the cluster gains most; of equal ones, the first. */
static int best_part(struct search *search, const struct stratify_cluster *cluster, double *most)
{
    int best = NO_SUBSET;
    for (int subset = 0; subset < search->division->n_subsets; subset++) {
        if (subset == cluster->subset || !has_room(search->division, cluster, subset))
            continue;
        double gained = gain(search, cluster, subset, 1);
        if (best == NO_SUBSET || gained > *most + least_gain) {
            best = subset;
            *most = gained;
        }
    }
    return best;
}

static void place(struct search *search)
{
    double ignored;
    for (size_t i = 0; i < search->n; i++) {
        struct stratify_cluster *cluster = search->order[i];
        if (cluster->subset == NO_SUBSET) {
            cluster->subset = best_part(search, cluster, &ignored);
            add(search, cluster, cluster->subset, 1);
        }
    }
}

static bool move_all(struct search *search)
{
    bool has_moved = false;
    for (size_t i = 0; i < search->n; i++) {
        struct stratify_cluster *cluster = search->order[i];
        double gained = 0, lost = gain(search, cluster, cluster->subset, -1);
        int subset = best_part(search, cluster, &gained);
        if (subset != NO_SUBSET && lost + gained > least_gain) {
            put(search, cluster, subset);
            has_moved = true;
        }
    }
    return has_moved;
}

/* Lets two clusters change places if this gains something. */
static bool swap(struct search *search, struct stratify_cluster *a, struct stratify_cluster *b)
{
    int from = a->subset, to = b->subset;
    if (from == to || !has_room(search->division, a, to) || !has_room(search->division, b, from))
        return false;
    double gained = gain(search, a, from, -1);
    add(search, a, from, -1);
    gained += gain(search, a, to, 1);
    add(search, a, to, 1);
    a->subset = to;
    gained += gain(search, b, to, -1);
    add(search, b, to, -1);
    gained += gain(search, b, from, 1);
    add(search, b, from, 1);
    b->subset = from;
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

/* Moves a few clusters to any subset with room, improves the rest, and takes all back if it is not
 * better. Returns the cost. */
static double kick(struct search *search, struct dice *dice, int *before, double cost)
{
    for (size_t i = 0; i < search->n; i++)
        before[i] = search->order[i]->subset;
    for (int i = 0; i < N_KICKED; i++) {
        struct stratify_cluster *cluster = search->order[dice_below(dice, search->n)];
        int subset = (int)dice_below(dice, (size_t)search->division->n_subsets);
        if (has_room(search->division, cluster, subset))
            put(search, cluster, subset);
    }
    improve(search);
    double after = cost_of_all(search);
    if (after < cost - least_gain)
        return after;
    for (size_t i = 0; i < search->n; i++)
        put(search, search->order[i], before[i]);
    return cost;
}

static bool is_any_outside(const struct search *search)
{
    const struct stratify *division = search->division;
    size_t n = division->n_strata * (size_t)division->n_subsets;
    for (size_t i = 0; i < n; i++)
        if (stratify_is_outside(division->wanted[i], (double)search->got[i]))
            return true;
    return false;
}

static void kick_all(struct search *search)
{
    scoped_memory int *before = mem_alloc(search->n, sizeof *before);
    struct dice dice = {search->n ? search->order[0]->rank : 0};
    double cost = cost_of_all(search);
    for (int i = 0; i < MAX_KICKS && search->n && search->n_left && is_any_outside(search); i++)
        cost = kick(search, &dice, before, cost);
}

static void set_wanted(struct stratify *division)
{
    size_t n_subsets = (size_t)division->n_subsets, n_cells = division->n_strata * n_subsets;
    scoped_memory uint64_t *n = mem_alloc(division->n_strata, sizeof *n);
    for (size_t i = 0; i < division->counts.n; i++)
        n[division->counts.items[i].stratum] += division->counts.items[i].n;
    division->wanted = mem_alloc(n_cells, sizeof *division->wanted);
    for (size_t at = 0; at < n_cells; at++)
        division->wanted[at] = (double)n[at / n_subsets] * division->shares[at % n_subsets];
}

static void begin(struct search *search, struct stratify *division)
{
    set_wanted(division);
    division->got =
        mem_alloc(division->n_strata * (size_t)division->n_subsets, sizeof *division->got);
    *search = (struct search){
        .division = division,
        .order = mem_alloc(division->clusters.n, sizeof(struct stratify_cluster *)),
        .got = division->got,
        .n_left =
            MAX_WORK + (uint64_t)N_PASSES * (uint64_t)division->n_subsets * division->counts.n,
    };
    for (size_t i = 0; i < division->clusters.n; i++) {
        struct stratify_cluster *cluster = &division->clusters.items[i];
        cluster->subset = cluster->pin;
        if (cluster->pin != NO_SUBSET)
            add(search, cluster, cluster->pin, 1);
        else if (cluster->n_counts)
            search->order[search->n++] = cluster;
    }
    if (search->n)
        qsort_r(search->order, search->n, sizeof *search->order, compare_clusters, division);
}

void stratify(struct stratify *division)
{
    struct search search;
    begin(&search, division);
    place(&search);
    search.counts_empty = true;
    improve(&search);
    kick_all(&search);
    free(search.order);
}
