/* The upper tail of chi-squared with one degree of freedom is erfc(sqrt(x / 2)). The largest term
 * of a binomial tail comes from lgamma. Each other term of the tail is a known share of the
 * previous one, so they are summed without further logarithms, until a term does not change the
 * sum. */
#include "base/statistics.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

static const double Z = 1.959963984540054; /* the normal distribution's 97.5 % */

struct interval wilson_interval(int64_t n_right, int64_t n)
{
    double count = (double)n, share = (double)n_right / count;
    double scale = 1 + Z * Z / count;
    double middle = (share + Z * Z / (2 * count)) / scale;
    double half = Z * sqrt(share * (1 - share) / count + Z * Z / (4 * count * count)) / scale;
    /* at both ends, rounding would leave 1e-17 */
    return (struct interval){.low = n_right == 0 ? 0 : middle - half,
                             .high = n_right == n ? 1 : middle + half};
}

/* Returns the probability of at most `k` heads in `n` tosses, for k <= n / 2. */
static double lower_tail(int64_t k, int64_t n)
{
    double heads = (double)k, tosses = (double)n;
    double log_term =
        lgamma(tosses + 1) - lgamma(heads + 1) - lgamma(tosses - heads + 1) - tosses * log(2);
    double term = 1, sum = 1, before = 0;
    for (int64_t i = k; i > 0 && sum > before; i--) {
        term *= (double)i / (double)(n - i + 1);
        before = sum;
        sum += term;
    }
    return exp(log_term) * sum;
}

static double as_odds(double share)
{
    return share < 1 ? share / (1 - share) : INFINITY;
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
        test.p_exact = fmin(1, 2 * lower_tail(smaller, n));
        test.chi_squared = (surplus - 1) * (surplus - 1) / (double)n;
        test.p_chi_squared = erfc(sqrt(test.chi_squared / 2));
    }
    struct interval share = wilson_interval(n_first, n);
    test.odds_ratio = n_second ? (double)n_first / (double)n_second : INFINITY;
    test.odds_range = (struct interval){as_odds(share.low), as_odds(share.high)};
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
