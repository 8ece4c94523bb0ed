/* Dice are splitmix64. A range is the remainder of a division. For the small ranges here the bias
 * is far below 2^-40.
 *
 * The bootstrap counts how often each cluster is in each resample, once for all shares.
 *
 * The upper tail of chi-squared with one degree of freedom is erfc(sqrt(x / 2)). The largest term
 * of a binomial tail comes from lgamma. Each other term of the tail is a known share of the
 * previous one, so they are summed without further logarithms, until a term does not change the
 * sum. */
#include "base/chance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t roll(struct dice *dice)
{
    uint64_t z = dice->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

size_t dice_below(struct dice *dice, size_t n)
{
    return (size_t)(roll(dice) % n);
}

int64_t dice_between(struct dice *dice, int64_t low, int64_t high)
{
    return low + (int64_t)dice_below(dice, (size_t)(high - low + 1));
}

double dice_unit(struct dice *dice)
{
    return (double)(roll(dice) >> 11) / 9007199254740992.0;
}

bool dice_chance(struct dice *dice, double probability)
{
    return dice_unit(dice) < probability;
}

size_t dice_weighted(struct dice *dice, const double *weights, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += weights[i];
    double left = dice_unit(dice) * sum;
    for (size_t i = 0; i + 1 < n; i++) {
        if (left < weights[i])
            return i;
        left -= weights[i];
    }
    return n - 1;
}

static const double Z = 1.959963984540054; /* the normal distribution's 97.5 % */

struct interval wilson_interval(double n_right, double n)
{
    double share = n_right / n, scale = 1 + Z * Z / n;
    double middle = (share + Z * Z / (2 * n)) / scale;
    double half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / scale;
    /* at both ends, rounding would leave 1e-17 */
    return (struct interval){.low = n_right == 0 ? 0 : middle - half,
                             .high = n_right == n ? 1 : middle + half};
}

double pass_at(int64_t k, int64_t n, int64_t n_right)
{
    double none = 1;
    if (n < k)
        return NAN;
    if (n - n_right < k)
        return 1;
    for (int64_t i = n - n_right + 1; i <= n; i++)
        none *= 1 - (double)k / (double)i;
    return 1 - none;
}

struct bootstrap {
    size_t n, n_resamples;
    uint8_t *counts;                /* how often a cluster is in a resample: [cluster][resample] */
    double *above, *below, *shares; /* by resample */
};

struct bootstrap *bootstrap_new(size_t n, size_t n_resamples, uint64_t seed)
{
    struct bootstrap *bootstrap = mem_alloc(1, sizeof *bootstrap);
    struct dice dice = {seed};
    *bootstrap = (struct bootstrap){.n = n,
                                    .n_resamples = n_resamples,
                                    .counts = mem_alloc(n, n_resamples),
                                    .above = mem_alloc(n_resamples, sizeof(double)),
                                    .below = mem_alloc(n_resamples, sizeof(double)),
                                    .shares = mem_alloc(n_resamples, sizeof(double))};
    for (size_t resample = 0; resample < n_resamples; resample++)
        for (size_t i = 0; i < n; i++) {
            uint8_t *count = &bootstrap->counts[dice_below(&dice, n) * n_resamples + resample];
            *count = (uint8_t)(*count + (*count < UINT8_MAX)); /* never that many of 256 or more */
        }
    return bootstrap;
}

void bootstrap_free(struct bootstrap *bootstrap)
{
    if (!bootstrap)
        return;
    free(bootstrap->counts);
    free(bootstrap->above);
    free(bootstrap->below);
    free(bootstrap->shares);
    free(bootstrap);
}

static void add_cluster(struct bootstrap *bootstrap, size_t cluster, double right, double n)
{
    const uint8_t *counts = &bootstrap->counts[cluster * bootstrap->n_resamples];
    for (size_t i = 0; i < bootstrap->n_resamples; i++) {
        bootstrap->above[i] += counts[i] * right;
        bootstrap->below[i] += counts[i] * n;
    }
}

static int compare_shares(const void *a, const void *b)
{
    const double *first = a, *second = b;
    return COMPARE(*first, *second);
}

struct interval bootstrap_interval(struct bootstrap *bootstrap, const double *right,
                                   const double *n)
{
    size_t n_clusters = 0, n_shares = 0;
    memset(bootstrap->above, 0, bootstrap->n_resamples * sizeof(double));
    memset(bootstrap->below, 0, bootstrap->n_resamples * sizeof(double));
    for (size_t i = 0; i < bootstrap->n; i++)
        if (n[i] > 0) {
            add_cluster(bootstrap, i, right[i], n[i]);
            n_clusters++;
        }
    for (size_t i = 0; i < bootstrap->n_resamples; i++)
        if (bootstrap->below[i] > 0)
            bootstrap->shares[n_shares++] = bootstrap->above[i] / bootstrap->below[i];
    if (n_clusters < 2 || !n_shares)
        return (struct interval){NAN, NAN};
    qsort(bootstrap->shares, n_shares, sizeof(double), compare_shares);
    size_t at = n_shares / 40;
    return (struct interval){bootstrap->shares[at], bootstrap->shares[n_shares - 1 - at]};
}

/* Returns the probability of at most `k` heads in `n` tosses, each with the probability `p`, for
 * k <= n * p. */
static double lower_tail(int64_t k, int64_t n, double p)
{
    double heads = (double)k, tails = (double)(n - k);
    double log_term = lgamma(heads + tails + 1) - lgamma(heads + 1) - lgamma(tails + 1) +
                      heads * log(p) + tails * log1p(-p);
    double term = 1, sum = 1, before = 0;
    for (int64_t i = k; i > 0 && sum > before; i--) {
        term *= (double)i / (double)(n - i + 1) * (1 - p) / p;
        before = sum;
        sum += term;
    }
    return exp(log_term) * sum;
}

/* Returns the odds above which at most `k` heads in `n` tosses have a probability of 2.5 % or less:
 * Clopper and Pearson's upper bound, by bisection. */
static double upper_odds(int64_t k, int64_t n)
{
    double low = (double)k / (double)n, high = 1;
    if (k == n)
        return INFINITY;
    for (double middle; (middle = (low + high) / 2) > low && middle < high;)
        if (lower_tail(k, n, middle) > 0.025)
            low = middle;
        else
            high = middle;
    return low / (1 - low);
}

struct mcnemar mcnemar_test(int64_t n_first, int64_t n_second)
{
    int64_t n = n_first + n_second, smaller = n_first < n_second ? n_first : n_second;
    struct mcnemar test = {.p_exact = 1,
                           .p_chi_squared = 1,
                           .odds_ratio = NAN,
                           .odds_range = {.low = 0, .high = INFINITY}};
    if (n == 0)
        return test;
    double surplus = (double)(n - 2 * smaller);
    if (surplus > 0) {
        test.p_exact = fmin(1, 2 * lower_tail(smaller, n, 0.5));
        test.chi_squared = (surplus - 1) * (surplus - 1) / (double)n;
        test.p_chi_squared = erfc(sqrt(test.chi_squared / 2));
    }
    test.odds_ratio = n_second ? (double)n_first / (double)n_second : INFINITY;
    test.odds_range = (struct interval){1 / upper_odds(n_second, n), upper_odds(n_first, n)};
    return test;
}

static int compare_values(const void *a, const void *b)
{
    const double *const *first = a, *const *second = b;
    return COMPARE(**first, **second);
}

void holm_adjust(double *p, size_t n)
{
    if (n == 0)
        return;
    double **ordered = mem_alloc(n, sizeof *ordered), least = 0;
    for (size_t i = 0; i < n; i++)
        ordered[i] = &p[i];
    qsort(ordered, n, sizeof *ordered, compare_values);
    for (size_t i = 0; i < n; i++) {
        least = fmax(least, fmin(1, (double)(n - i) * *ordered[i]));
        *ordered[i] = least;
    }
    free(ordered);
}
