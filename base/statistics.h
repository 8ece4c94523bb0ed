/* The statistics of scores: intervals of shares, and a test of two systems on the same items. */
#ifndef BASE_STATISTICS_H
#define BASE_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

struct interval {
    double low, high;
};

/* The Wilson score interval (1927) of a share, 95 %, without continuity correction: `n_right` of
 * `n` > 0. Method 3 of Newcombe, Statistics in Medicine 17, 1998. */
struct interval wilson_interval(int64_t n_right, int64_t n);

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
 * 1. The interval of the odds ratio is the Wilson interval of n_first / (n_first + n_second), as
 * odds (Fagerland, Lydersen and Laake, Statistics in Medicine 33, 2014): zero cells need no
 * correction, they give a lower bound of 0 or an infinite upper one. */
struct mcnemar mcnemar_test(int64_t n_first, int64_t n_second);

/* Adjusts `n` p values in place for multiple comparisons (Holm, Scandinavian Journal of Statistics
 * 6, 1979): an adjusted one below alpha is a rejection at the family-wise level alpha. */
void holm_adjust(double *p, size_t n);

#endif
