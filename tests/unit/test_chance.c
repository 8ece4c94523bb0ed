/* Draws, intervals and tests, compared with published values. */
#include "base/chance.h"
#include "tests/support/test.h"

static void assert_near(double actual, double expected, double tolerance, const char *what)
{
    if (!(fabs(actual - expected) <= tolerance))
        fail_msg("%s: %.10g, not %.10g", what, actual, expected);
}

/* Newcombe, Statistics in Medicine 17 (1998), table I, method 3. */
TEST(wilson_interval__is_that_of_newcombe)
{
    static const struct {
        int n_right, n;
        double low, high;
    } cases[] = {{81, 263, 0.2553, 0.3662},
                 {15, 148, 0.0624, 0.1605},
                 {0, 20, 0.0000, 0.1611},
                 {1, 29, 0.0061, 0.1718}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct interval range = wilson_interval(cases[i].n_right, cases[i].n);
        assert_near(range.low, cases[i].low, 0.00005, "low");
        assert_near(range.high, cases[i].high, 0.00005, "high");
    }
}

TEST(wilson_interval__reaches_the_ends_exactly)
{
    for (int n = 1; n <= 1000000; n *= 10) {
        struct interval none = wilson_interval(0, n), all = wilson_interval(n, n);
        assert_true(none.low == 0 && none.high > 0 && none.high < 1);
        assert_true(all.high == 1 && all.low < 1 && all.low > 0);
        assert_near(all.low, 1 - none.high, 1e-15, "mirrored");
    }
}

/* The airway data of Bentur and others in Fagerland, Lydersen and Laake, BMC Medical Research
 * Methodology 13 (2013): exact 0.070, with continuity correction 0.077; and 6 against 16: 3.68,
 * 0.055, 0.052. */
TEST(mcnemar_test__is_that_of_textbooks)
{
    static const struct {
        int first, second;
        double p_exact, chi_squared, p_chi_squared;
    } cases[] = {{1, 7, 0.0703, 3.125, 0.0771},
                 {7, 1, 0.0703, 3.125, 0.0771},
                 {6, 16, 0.0525, 3.6818, 0.0550}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct mcnemar test = mcnemar_test(cases[i].first, cases[i].second);
        assert_near(test.p_exact, cases[i].p_exact, 0.00005, "exact p");
        assert_near(test.chi_squared, cases[i].chi_squared, 0.00005, "chi-squared");
        assert_near(test.p_chi_squared, cases[i].p_chi_squared, 0.00005, "its p");
    }
}

TEST(mcnemar_test__gives_odds_and_knows_what_zero_cells_say)
{
    struct mcnemar test = mcnemar_test(81, 182); /* Newcombe's 81 of 263 */
    struct mcnemar none = mcnemar_test(0, 0), lost = mcnemar_test(0, 5), won = mcnemar_test(5, 0);
    assert_near(test.odds_ratio, 81.0 / 182, 1e-15, "odds ratio");
    assert_near(test.odds_range.low, 0.252737 / 0.747263, 1e-5, "low"); /* binomial sums */
    assert_near(test.odds_range.high, 0.367622 / 0.632378, 1e-5, "high");
    assert_true(none.p_exact == 1 && none.chi_squared == 0 && none.p_chi_squared == 1);
    assert_true(isnan(none.odds_ratio) && none.odds_range.low == 0 && isinf(none.odds_range.high));
    assert_near(lost.p_exact, 2.0 / 32, 1e-15, "p");
    assert_near(won.p_exact, 2.0 / 32, 1e-15, "p");
    assert_true(lost.odds_ratio == 0 && lost.odds_range.low == 0 && lost.odds_range.high > 1);
    assert_true(isinf(won.odds_ratio) && isinf(won.odds_range.high) && won.odds_range.low < 1);
}

/* 7 and 1: those of R's binom.test(7, 8), 0.4735 and 0.9968, as odds. */
TEST(mcnemar_test__has_an_interval_that_agrees_with_its_p)
{
    struct mcnemar test = mcnemar_test(7, 1), large = mcnemar_test(400000, 600000);
    assert_near(test.odds_range.low, 0.47349 / 0.52651, 0.0001, "low");
    assert_near(test.odds_range.high, 0.99684 / 0.00316, 0.5, "high");
    assert_near(large.odds_range.low, 0.39904 / 0.60096, 0.0001, "large, low");
    for (int first = 0; first <= 60; first++)
        for (int second = 0; second <= 60; second++) {
            test = mcnemar_test(first, second);
            bool is_around_1 = test.odds_range.low <= 1 && test.odds_range.high >= 1;
            if (is_around_1 != (test.p_exact >= 0.05) || test.odds_range.low > test.odds_ratio ||
                test.odds_range.high < test.odds_ratio)
                fail_msg("%d and %d: %g to %g beside p = %g", first, second, test.odds_range.low,
                         test.odds_range.high, test.p_exact);
        }
}

/* All tosses of up to 40 coins, by Pascal's triangle. */
TEST(mcnemar_test__is_exact)
{
    double ways[41] = {1};
    for (int n = 1; n <= 40; n++) {
        for (int k = n; k > 0; k--)
            ways[k] += ways[k - 1];
        double tail = 0;
        for (int k = 0; 2 * k <= n; k++) {
            tail += ways[k];
            double expected = 2 * k == n ? 1 : fmin(1, 2 * tail / pow(2, n));
            assert_near(mcnemar_test(k, n - k).p_exact / expected, 1, 1e-12, "p");
            assert_near(mcnemar_test(n - k, k).p_exact / expected, 1, 1e-12, "p mirrored");
        }
    }
}

TEST(mcnemar_test__copes_with_many_items)
{
    struct mcnemar close = mcnemar_test(500000, 500001), far = mcnemar_test(1000000, 10);
    struct mcnemar large = mcnemar_test(500000, 501500); /* the normal distribution is near */
    assert_true(close.p_exact > 0.999 && close.p_exact <= 1);
    assert_true(far.p_exact >= 0 && far.p_exact < 1e-300);
    assert_near(large.p_exact, large.p_chi_squared, 1e-4, "p");
}

/* By the definition: all sets of k of n samples, of which the first n_right are right. */
static double pass_by_sets(int k, int n, int n_right)
{
    int n_sets = 0, n_passed = 0;
    for (unsigned set = 0; set < 1u << n; set++) {
        if (__builtin_popcount(set) != k)
            continue;
        n_sets++;
        n_passed += (set & ((1u << n_right) - 1)) != 0;
    }
    return (double)n_passed / n_sets;
}

TEST(pass_at__is_the_share_of_all_sets)
{
    for (int n = 1; n <= 12; n++)
        for (int k = 1; k <= n; k++)
            for (int n_right = 0; n_right <= n; n_right++)
                assert_near(pass_at(k, n, n_right), pass_by_sets(k, n, n_right), 1e-12, "pass@k");
}

/* 200 samples, as for HumanEval in the paper. In Python, 1 - comb(200 - c, k) / comb(200, k) in
 * fractions. */
TEST(pass_at__copes_with_many_samples)
{
    assert_near(pass_at(1, 200, 57), 0.285, 1e-12, "pass@1");
    assert_near(pass_at(10, 200, 57), 0.9681899279258002, 1e-12, "pass@10");
    assert_near(pass_at(100, 200, 3), 0.8768844221105527, 1e-12, "pass@100");
    assert_near(pass_at(1000, 1000000, 7), 0.006979055839425855, 1e-12, "pass@1000");
    assert_true(pass_at(100, 200, 101) == 1 && pass_at(100, 200, 0) == 0);
    assert_true(isnan(pass_at(11, 10, 10)));
}

TEST(bootstrap_interval__is_that_of_its_resamples)
{
    static const double right[] = {1, 0, 0, 1}, n[] = {1, 1, 0, 2};
    static const double one[] = {0, 0, 0, 1}, of_one[] = {0, 0, 0, 2};
    scoped(bootstrap) *bootstrap = bootstrap_new(4, 400, 7);
    struct dice dice = {7};
    double shares[400];
    size_t n_shares = 0, n_below = 0, n_above = 0;
    for (int i = 0; i < 400; i++) {
        double above = 0, below = 0;
        for (int draw = 0; draw < 4; draw++) {
            size_t cluster = dice_below(&dice, 4);
            above += right[cluster];
            below += n[cluster];
        }
        if (below > 0)
            shares[n_shares++] = above / below;
    }
    struct interval interval = bootstrap_interval(bootstrap, right, n);
    for (size_t i = 0; i < n_shares; i++) {
        n_below += shares[i] < interval.low;
        n_above += shares[i] > interval.high;
    }
    assert_true(n_shares > 300 && n_shares < 400); /* some have only the third cluster */
    assert_true(n_below <= n_shares / 40 && n_above <= n_shares / 40);
    assert_true(interval.low < 0.5 && interval.high > 0.5);
    assert_true(isnan(bootstrap_interval(bootstrap, one, of_one).low));
}

/* A cluster has four items that are all right or all wrong, with the probability 0.3. The bootstrap
 * over clusters covers 0.3 in about 95 % of the experiments; Wilson's interval, which takes items
 * as independent, is half as wide and covers it less often. */
TEST(bootstrap_interval__covers_clustered_shares)
{
    enum { N_CLUSTERS = 60, N_EXPERIMENTS = 400 };
    struct dice dice = {1};
    int n_covered = 0, n_wilson = 0;
    scoped(bootstrap) *bootstrap = bootstrap_new(N_CLUSTERS, 400, 0);
    for (int i = 0; i < N_EXPERIMENTS; i++) {
        double right[N_CLUSTERS], n[N_CLUSTERS], sum = 0;
        for (int cluster = 0; cluster < N_CLUSTERS; cluster++) {
            n[cluster] = 4;
            sum += right[cluster] = dice_chance(&dice, 0.3) ? 4 : 0;
        }
        struct interval boot = bootstrap_interval(bootstrap, right, n);
        struct interval wilson = wilson_interval(sum, 4 * N_CLUSTERS);
        n_covered += boot.low <= 0.3 && 0.3 <= boot.high;
        n_wilson += wilson.low <= 0.3 && 0.3 <= wilson.high;
    }
    assert_in_range(n_covered, 0.91 * N_EXPERIMENTS, 0.98 * N_EXPERIMENTS);
    assert_in_range(n_wilson, 0, 0.8 * N_EXPERIMENTS);
}

/* The usual example: in R, p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm"). */
TEST(holm_adjust__is_that_of_the_usual_example)
{
    double p[] = {0.01, 0.04, 0.03, 0.005}, many[] = {0.6, 0.7, 0.6}, one[] = {0.25};
    static const double expected[] = {0.03, 0.06, 0.06, 0.02};
    holm_adjust(p, N_ITEMS(p));
    holm_adjust(many, N_ITEMS(many));
    holm_adjust(one, 1);
    holm_adjust(NULL, 0);
    for (size_t i = 0; i < N_ITEMS(p); i++)
        assert_near(p[i], expected[i], 1e-15, "p");
    assert_true(many[0] == 1 && many[1] == 1 && many[2] == 1 && one[0] == 0.25);
}

/* ---- Draws ---- */

/* The first five from the seed 1234567 as Rosetta Code lists them (Pseudo-random
 * numbers/Splitmix64), and the first from 0 as other implementations test it. */
TEST(dice__roll_what_splitmix64_gives)
{
    static const uint64_t rolls[] = {6457827717110365317u, 3203168211198807973u,
                                     9817491932198370423u, 4593380528125082431u,
                                     16408922859458223821u};
    struct dice dice = {1234567}, zero = {0};
    for (size_t i = 0; i < N_ITEMS(rolls); i++)
        assert_true(dice_below(&dice, SIZE_MAX) == rolls[i]);
    assert_true(dice_below(&zero, SIZE_MAX) == 0xe220a8397b1dcdafu);
}

TEST(dice__stay_within_their_range)
{
    struct dice dice = {7};
    bool is_seen[6] = {false};
    for (int i = 0; i < 1000; i++) {
        int64_t n = dice_between(&dice, -2, 3);
        double unit = dice_unit(&dice);
        assert_in_range(n + 2, 0, 5);
        assert_true(unit >= 0 && unit < 1);
        assert_int_equal(dice_below(&dice, 1), 0);
        assert_false(dice_chance(&dice, 0));
        assert_true(dice_chance(&dice, 1));
        is_seen[n + 2] = true;
    }
    for (size_t i = 0; i < N_ITEMS(is_seen); i++)
        assert_true(is_seen[i]);
}

TEST(dice__go_by_weights)
{
    static const double weights[] = {0, 3, 0, 1, 0};
    struct dice dice = {7};
    int n[N_ITEMS(weights)] = {0};
    for (int i = 0; i < 40000; i++)
        n[dice_weighted(&dice, weights, N_ITEMS(weights))]++;
    assert_int_equal(n[0] + n[2] + n[4], 0);
    assert_in_range(n[1], 29500, 30500);
}
