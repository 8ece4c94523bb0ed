/* Chance: dice, and the statistics of scores: shares, their intervals, and a test of two systems on
 * the same items. */
#ifndef BASE_CHANCE_H
#define BASE_CHANCE_H

#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Pseudo-random numbers that are the same on every machine (splitmix64, Steele et al. 2014). */
struct dice {
    uint64_t state; /* the seed at first; any value */
};

/* Returns a number from 0 to n - 1; n must not be 0. */
size_t dice_below(struct dice *dice, size_t n);

/* Returns a number from `low` to `high`, both inclusive. */
int64_t dice_between(struct dice *dice, int64_t low, int64_t high);

/* Returns a number from 0 (inclusive) to 1 (exclusive). */
double dice_unit(struct dice *dice);

bool dice_chance(struct dice *dice, double probability);

/* Returns an index. The probability of each index is proportional to its weight. */
size_t dice_weighted(struct dice *dice, const double *weights, size_t n);

struct interval {
    double low, high;
};

/* The Wilson score interval (1927) of a share, 95 %, without continuity correction: `n_right` of
 * `n` > 0. Method 3 of Newcombe, Statistics in Medicine 17, 1998. If n_right is a sum of
 * probabilities, the interval is wider than necessary, because the variance of numbers from 0 to 1
 * is at most that of 0 and 1 with the same mean. */
struct interval wilson_interval(double n_right, double n);

/* Returns the unbiased estimate of pass@k from `n` samples, with `n_right` right ones (Chen and
 * others, "Evaluating Large Language Models Trained on Code", 2021): the share of the sets of k
 * samples that contain a right one, 1 - C(n - n_right, k) / C(n, k). NAN if n is below k. */
double pass_at(int64_t k, int64_t n, int64_t n_right);

/* The bootstrap of shares whose items are in clusters. A resample draws as many clusters as there
 * are, with replacement, and takes all items of each. All shares use the same resamples. */
struct bootstrap; /* opaque */

/* Draws the resamples, at least one, of `n` clusters. They depend only on the three numbers: dice
 * of the seed draw one cluster after another, one resample after another. Needs a byte for each
 * cluster in each resample. */
struct bootstrap *bootstrap_new(size_t n, size_t n_resamples, uint64_t seed);
void bootstrap_free(struct bootstrap *bootstrap); /* NULL is ignored */
SCOPED_POINTER(bootstrap, bootstrap_free)

/* Returns the 95 % percentile interval (Efron and Tibshirani, An Introduction to the Bootstrap,
 * 1993, chapter 13) of a share: the sum of `right` over that of `n`, which have a number for each
 * cluster, 0 or more. With m resamples in which the share has items, the bounds are the values
 * with floor(m / 40) values below, and above, them. NAN if less than two clusters have items: then
 * all resamples are equal. */
struct interval bootstrap_interval(struct bootstrap *bootstrap, const double *right,
                                   const double *n);

/* Two systems on the same items: the pairs on which they differ. */
struct mcnemar {
    double p_exact;       /* two-sided, of the binomial distribution; 1 without such pairs */
    double chi_squared;   /* with Edwards' continuity correction; 0 where both are equal */
    double p_chi_squared; /* of one degree of freedom */

    /* n_first / n_second, the conditional estimate: NAN for 0 / 0, and infinite where n_second
     * alone is 0. Its 95 % interval; without such pairs 0 to infinite. */
    double odds_ratio;
    struct interval odds_range;
};

/* McNemar's test (Psychometrika 12, 1947) of `n_first` items on which the first system alone is
 * right, and `n_second` on which the second alone is. The exact p doubles the smaller tail, up to
 * 1. The interval of the odds ratio is exact and conditional: that of Clopper and Pearson
 * (Biometrika 26, 1934) for the share n_first / (n_first + n_second), as odds. It has both bounds
 * above 1, or below, exactly if p_exact is below 0.05 (Fay, The R Journal 2, 2010). */
struct mcnemar mcnemar_test(int64_t n_first, int64_t n_second);

/* Adjusts `n` p values in place for multiple comparisons (Holm, Scandinavian Journal of Statistics
 * 6, 1979): an adjusted one below alpha is a rejection at the family-wise level alpha. */
void holm_adjust(double *p, size_t n);

#endif
