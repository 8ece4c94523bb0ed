/* Signatures estimate the Jaccard similarity, and bands find similar sets with the probability
 * of the formula. */
#include "base/hash.h"
#include "guard/bag.h"
#include "guard/fingerprints.h"
#include "tests/support/mutation.h"
#include "tests/support/test.h"

enum { MAX_ELEMENTS = 200, N_PAIRS = 400 };

struct two {
    struct bag *a, *b;
};

/* Two bags with `shared` common elements, and others of their own. */
static struct two two_bags(struct dice *chance, size_t shared, size_t only_a, size_t only_b)
{
    uint64_t a[MAX_ELEMENTS], b[MAX_ELEMENTS];
    uint64_t start = (uint64_t)dice_below(chance, SIZE_MAX);
    struct two two;
    for (size_t i = 0; i < shared + only_a; i++)
        a[i] = hash_pair(start, i);
    for (size_t i = 0; i < shared + only_b; i++)
        b[i] = i < shared ? a[i] : hash_pair(start + 1, i);
    two.a = bag_new(a, shared + only_a);
    two.b = bag_new(b, shared + only_b);
    return two;
}

static void release_two(struct two *two)
{
    free(two->a);
    free(two->b);
}

static int count_equal(const struct minhash *minhash, const struct two *two)
{
    uint32_t a[MINHASH_MAX_BANDS], b[MINHASH_MAX_BANDS];
    int n = 0;
    minhash_bands(a, minhash, two->a);
    minhash_bands(b, minhash, two->b);
    for (int band = 0; band < minhash->n_bands; band++)
        n += a[band] == b[band];
    return n;
}

/* With a threshold as low as this a band is a single permutation. */
static void init_single_rows(struct minhash *minhash)
{
    minhash_init(minhash, 0.05);
    assert_int_equal(minhash->n_rows, 1);
    assert_int_equal(minhash->n_bands, MINHASH_PERMUTATIONS);
}

TEST(minhash__estimates_the_similarity_without_bias)
{
    static const struct {
        size_t shared, only_a, only_b;
    } cases[] = {{1, 0, 0},    {0, 10, 10}, {1, 1, 1},    {2, 1, 0},     {10, 90, 0},
                 {10, 10, 10}, {50, 25, 5}, {80, 10, 10}, {150, 20, 20}, {190, 1, 9}};
    struct minhash minhash;
    struct dice chance = {1};
    init_single_rows(&minhash);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        size_t shared = cases[i].shared, all = shared + cases[i].only_a + cases[i].only_b;
        double similarity = (double)shared / (double)all, sum = 0, n_all = 0;
        for (int round = 0; round < N_PAIRS; round++) {
            struct two two = two_bags(&chance, shared, cases[i].only_a, cases[i].only_b);
            assert_true(bag_similarity(two.a, two.b).set == similarity);
            sum += count_equal(&minhash, &two);
            n_all += MINHASH_PERMUTATIONS;
            release_two(&two);
        }
        /* five standard deviations of that many throws, which are nearly independent */
        double tolerance = 5 * sqrt(similarity * (1 - similarity) / n_all) + 1e-9;
        printf("%.3f estimated as %.4f, +- %.4f\n", similarity, sum / n_all, tolerance);
        assert_true(fabs(sum / n_all - similarity) <= tolerance);
    }
}

/* One minus the probability that all bands differ. */
static double formula(const struct minhash *minhash, double similarity)
{
    return 1 - pow(1 - pow(similarity, minhash->n_rows), minhash->n_bands);
}

/* No more candidates than the recall needs. */
TEST(minhash__takes_as_many_rows_as_the_recall_allows)
{
    int last = 0;
    for (int percent = 1; percent <= 100; percent++) {
        struct minhash minhash;
        double threshold = percent / 100.0;
        minhash_init(&minhash, threshold);
        assert_true(minhash.n_rows >= 1 && minhash.n_bands >= 1);
        assert_true(minhash.n_bands == MINHASH_PERMUTATIONS / minhash.n_rows);
        struct minhash longer = {.n_rows = minhash.n_rows + 1,
                                 .n_bands = MINHASH_PERMUTATIONS / (minhash.n_rows + 1)};
        if (minhash.n_rows > 1)
            assert_true(formula(&minhash, threshold) >= 0.995);
        if (longer.n_rows <= MINHASH_PERMUTATIONS / 2)
            assert_true(formula(&longer, threshold) < 0.995);
        assert_true(minhash.n_rows >= last);
        last = minhash.n_rows;
    }
    assert_int_equal(last, MINHASH_PERMUTATIONS / 2);
}

static double measured_recall(const struct minhash *minhash, size_t shared, size_t only,
                              struct dice *chance)
{
    int n = 0;
    for (int round = 0; round < 5 * N_PAIRS; round++) {
        struct two two = two_bags(chance, shared, only / 2, only - only / 2);
        n += count_equal(minhash, &two) > 0;
        release_two(&two);
    }
    return n / (5.0 * N_PAIRS);
}

TEST(minhash__finds_at_the_thresholds_of_the_presets)
{
    struct dice chance = {4};
    for (const struct near_preset *preset = near_presets; preset->name; preset++) {
        struct minhash minhash;
        minhash_init(&minhash, preset->set_threshold);
        for (int percent = 30; percent <= 90; percent += 15) {
            double expected = formula(&minhash, percent / 100.0);
            double recall =
                measured_recall(&minhash, (size_t)percent, (size_t)(100 - percent), &chance);
            printf("%s at %d %%: %.4f measured, %.4f by the formula\n", preset->name, percent,
                   recall, expected);
            assert_true(fabs(recall - expected) < 0.04);
        }
        size_t shared = (size_t)lround(100 * preset->set_threshold);
        double recall = measured_recall(&minhash, shared, 100 - shared, &chance);
        printf("note: minhash, %s: recall %.4f at the threshold, %.4f by the formula\n",
               preset->name, recall, formula(&minhash, preset->set_threshold));
        assert_true(formula(&minhash, preset->set_threshold) >= 0.995);
        assert_true(recall >= 0.99);
    }
}

TEST(minhash__depends_on_the_elements_alone)
{
    uint64_t forth[] = {1, 2, 3, 4, 4}, back[] = {4, 3, 2, 1, 4}, other[] = {1, 2, 3, 4, 5};
    struct minhash minhash, again;
    minhash_init(&minhash, 0.8);
    minhash_init(&again, 0.8);
    struct two two = {bag_new(forth, N_ITEMS(forth)), bag_new(back, N_ITEMS(back))};
    assert_int_equal(count_equal(&minhash, &two), minhash.n_bands);
    uint32_t first[MINHASH_MAX_BANDS], second[MINHASH_MAX_BANDS];
    minhash_bands(first, &minhash, two.a);
    minhash_bands(second, &again, two.a);
    assert_memory_equal(first, second, (size_t)minhash.n_bands * sizeof *first);
    free(two.b);
    two.b = bag_new(other, N_ITEMS(other));
    assert_true(count_equal(&minhash, &two) < minhash.n_bands);
    release_two(&two);
}
