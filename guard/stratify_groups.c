/* Groups and their counts, which part a group may get, and which numbers groups can reach. */
#include "guard/stratify.h"

#include <math.h>
#include <stdlib.h>

static const double tolerated_fixes = 2, tolerated_share = 0.1;

void stratify_release(struct stratify *task)
{
    array_release(&task->groups);
    array_release(&task->counts);
    free(task->wanted);
    free(task->got);
}

void stratify_add_group(struct stratify *task, uint64_t rank, int pin)
{
    array_push(
        &task->groups,
        (struct stratify_group){
            .first = task->counts.n, .rank = rank, .part = pin, .pin = pin, .start = NO_PART});
}

void stratify_count(struct stratify *task, uint32_t stratum)
{
    array_push(&task->counts, (struct stratum_count){stratum, 1});
}

static int compare_counts(const void *a, const void *b)
{
    const struct stratum_count *x = a, *y = b;
    return COMPARE(x->stratum, y->stratum);
}

void stratify_close_group(struct stratify *task)
{
    struct stratify_group *group = &task->groups.items[task->groups.n - 1];
    struct stratum_count *counts = &task->counts.items[group->first];
    size_t n = task->counts.n - group->first, n_kept = 0;
    if (n)
        qsort(counts, n, sizeof *counts, compare_counts);
    for (size_t i = 0; i < n; i++)
        if (n_kept && counts[n_kept - 1].stratum == counts[i].stratum)
            counts[n_kept - 1].n += counts[i].n;
        else
            counts[n_kept++] = counts[i];
    group->n_counts = (uint32_t)n_kept;
    task->counts.n = group->first + n_kept;
}

double stratify_tolerance(double wanted)
{
    return fmax(tolerated_fixes, tolerated_share * wanted);
}

bool stratify_is_within(double wanted, double got)
{
    return fabs(got - wanted) <= stratify_tolerance(wanted);
}

uint32_t stratify_count_in(const struct stratify *task, const struct stratify_group *group,
                           uint32_t stratum)
{
    const struct stratum_count *counts = &task->counts.items[group->first];
    for (uint32_t i = 0; i < group->n_counts && counts[i].stratum <= stratum; i++)
        if (counts[i].stratum == stratum)
            return counts[i].n;
    return 0;
}

bool stratify_has_room(const struct stratify *task, const struct stratify_group *group, int part)
{
    double most = 0, room = task->wanted[part];
    for (int i = 0; i < task->n_parts; i++)
        most = fmax(most, task->shares[i]);
    return task->shares[part] > 0 &&
           (task->shares[part] == most ||
            stratify_count_in(task, group, STRATIFY_ALL) <= room + stratify_tolerance(room));
}

/* ---- Which numbers can be reached ---- */

/* Adds `size` to all sums, and keeps those without it. */
static void add_to_sums(uint64_t *sums, size_t n_words, size_t size)
{
    size_t words = size / 64, bits = size % 64;
    for (size_t i = n_words; i-- > words;) {
        uint64_t shifted = sums[i - words] << bits;
        if (bits && i > words)
            shifted |= sums[i - words - 1] >> (64 - bits);
        sums[i] |= shifted;
    }
}

/* Replaces more than two equal sizes by half as many of the double size and one or two of the size:
 * the same sums, of fewer terms. Sizes from `n` on do not count. */
static void fold_sizes(uint32_t *n_of_size, size_t n)
{
    for (size_t size = 1; size < n; size++) {
        uint32_t n_pairs = n_of_size[size] > 2 ? (n_of_size[size] - 1) / 2 : 0;
        n_of_size[size] -= 2 * n_pairs;
        if (2 * size < n)
            n_of_size[2 * size] += n_pairs;
    }
}

/* Returns the sum nearest to `wanted` of some of the sizes. */
static uint32_t nearest_sum(uint32_t *n_of_size, size_t n, double wanted)
{
    size_t n_words = n / 64 + 1;
    scoped_memory uint64_t *sums = mem_alloc(n_words, sizeof *sums);
    sums[0] = 1;
    fold_sizes(n_of_size, n);
    for (size_t size = 1; size < n; size++)
        for (uint32_t i = 0; i < n_of_size[size]; i++)
            add_to_sums(sums, n_words, size);
    uint32_t nearest = 0;
    for (uint32_t sum = 1; sum < n; sum++)
        if (sums[sum / 64] >> (sum % 64) & 1 && fabs(sum - wanted) < fabs(nearest - wanted))
            nearest = sum;
    return nearest;
}

/* Whether the group is in the part in any division. */
static bool is_certain(const struct stratify *task, const struct stratify_group *group, int part)
{
    bool has_other = false;
    for (int other = 0; other < task->n_parts && !has_other; other++)
        has_other = other != part && stratify_has_room(task, group, other);
    return group->pin == NO_PART ? !has_other : group->pin == part;
}

uint32_t stratify_nearest(const struct stratify *task, uint32_t stratum, int part)
{
    uint32_t n_certain = 0;
    double wanted = task->wanted[stratum * (size_t)task->n_parts + (size_t)part];
    size_t n = 2 * (size_t)ceil(wanted) + 1; /* a larger sum is further away than 0 */
    scoped_memory uint32_t *n_of_size = mem_alloc(n, sizeof *n_of_size);
    for (size_t i = 0; i < task->groups.n; i++) {
        const struct stratify_group *group = &task->groups.items[i];
        uint32_t size = stratify_count_in(task, group, stratum);
        if (is_certain(task, group, part))
            n_certain += size;
        else if (group->pin == NO_PART && size < n && stratify_has_room(task, group, part))
            n_of_size[size] += 1;
    }
    return n_certain + (n_certain < wanted ? nearest_sum(n_of_size, n, wanted - n_certain) : 0);
}
