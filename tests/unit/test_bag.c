/* A bag contains each element once with its count. Similarities agree with counting. Signatures
 * estimate the Jaccard similarity, and bands find similar sets as often as the formula says. */
#include "base/hash.h"
#include "guard/bag.h"
#include "guard/fingerprints.h"
#include "guard/sequence.h"
#include "tests/support/byte_edit.h"
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

enum { MAX_NUMBERS = 40, MAX_VALUE = 12 };

/* Also the counts that are too large for a byte, and none at all. */
TEST(bag__holds_each_element_once_with_its_count)
{
    scoped_memory struct bag *empty = bag_new(NULL, 0);
    struct similarity both = bag_similarity(empty, empty);
    assert_true(empty->n == 0 && empty->total == 0 && both.set == 1 && both.multiset == 1);
    for (size_t often = 250; often < 260; often++) {
        uint64_t numbers[1000];
        for (size_t i = 0; i < N_ITEMS(numbers); i++)
            numbers[i] = i < often ? 5 : UINT64_MAX - i % 900;
        scoped_memory struct bag *bag = bag_new(numbers, N_ITEMS(numbers));
        struct similarity one_side = bag_similarity(empty, bag);
        assert_true(one_side.set == 0 && one_side.multiset == 0);
        assert_int_equal(bag->total, N_ITEMS(numbers));
        for (uint32_t i = 0; i < bag->n; i++) {
            size_t n = 0;
            for (size_t k = 0; k < N_ITEMS(numbers); k++)
                n += numbers[k] == bag->elements[i];
            assert_int_equal(bag_counts(bag)[i], n);
            assert_true(n > 0 && (i == 0 || bag->elements[i - 1] < bag->elements[i]));
        }
    }
}

/* By counting each possible value. */
static struct similarity naive(const uint64_t *a, size_t n_a, const uint64_t *b, size_t n_b)
{
    double shared = 0, all = 0, least = 0, most = 0;
    for (uint64_t value = 0; value < MAX_VALUE; value++) {
        int in_a = 0, in_b = 0;
        for (size_t i = 0; i < n_a; i++)
            in_a += a[i] == value;
        for (size_t i = 0; i < n_b; i++)
            in_b += b[i] == value;
        shared += in_a && in_b;
        all += in_a || in_b;
        least += in_a < in_b ? in_a : in_b;
        most += in_a > in_b ? in_a : in_b;
    }
    return (struct similarity){all > 0 ? shared / all : 1, most > 0 ? least / most : 1};
}

TEST(bag__similarity_is_what_counting_shows)
{
    struct dice chance = {3};
    for (int round = 0; round < 5000; round++) {
        uint64_t a[MAX_NUMBERS], b[MAX_NUMBERS];
        size_t n_a = dice_below(&chance, MAX_NUMBERS), n_b = dice_below(&chance, MAX_NUMBERS);
        size_t limit = 1 + dice_below(&chance, MAX_VALUE);
        for (size_t i = 0; i < n_a; i++)
            a[i] = dice_below(&chance, limit);
        for (size_t i = 0; i < n_b; i++)
            b[i] = dice_below(&chance, limit);
        struct similarity expected = naive(a, n_a, b, n_b);
        scoped_memory struct bag *x = bag_new(a, n_a), *y = bag_new(b, n_b);
        struct similarity there = bag_similarity(x, y), back = bag_similarity(y, x);
        assert_true(there.set == expected.set && there.multiset == expected.multiset);
        assert_true(back.set == expected.set && back.multiset == expected.multiset);
    }
}

enum { MOST = 600 };

/* The numbers from `low` to `high`, the end exclusive, hashed. */
static struct bag *make_bag(size_t low, size_t high)
{
    uint64_t numbers[MOST];
    for (size_t i = low; i < high; i++)
        numbers[i - low] = hash_pair(i, 0);
    return bag_new(numbers, high - low);
}

/* Sizes from none to more than the sketch has bits, and every overlap. */
TEST(bag__no_two_bags_share_more_than_their_sketches_say)
{
    size_t n_tight = 0, n = 0;
    for (size_t size = 0; size < MOST; size += 1 + size / 3) {
        for (size_t shift = 0; shift <= size; shift++) {
            scoped_memory struct bag *a = make_bag(0, size), *b = make_bag(shift, size + shift);
            struct bag_outline x = bag_outline_of(a), y = bag_outline_of(b);
            uint32_t shared = (uint32_t)(size - shift), most = bag_most_shared(&x, &y);
            assert_true(shared <= most && most <= size);
            assert_int_equal(most, bag_most_shared(&y, &x));
            n_tight += size < 60 && most - shared <= size / 4;
            n += size < 60;
        }
    }
    assert_true(10 * n_tight > 9 * n); /* it would be right, and of no use, to say `size` */
}

/* ---- Changes ---- */

enum { MOST_TEXTS = 2000 };

struct texts {
    uint64_t items[MOST_TEXTS];
    size_t n;
};

struct changes {
    struct dice chance;
    struct texts last[2]; /* of the last program, before its change and after it */
    size_t n_changes, n_too_large;
};

static void read_texts(struct texts *texts, const struct program *program)
{
    static const struct sequence_options options = {false, false};
    scoped(sequence_reader) *reader = sequence_reader_new(&options);
    scoped(sequence) sequence = {0};
    sequence_read(&sequence, reader, program);
    texts->n = sequence.tokens.n < MOST_TEXTS ? sequence.tokens.n : MOST_TEXTS;
    for (size_t i = 0; i < texts->n; i++)
        texts->items[i] = sequence.tokens.items[i].text;
}

/* Compares two changed bags with the bags that they are. */
static void compare_similarities(struct changes *changes, const struct texts x[2],
                                 const struct texts y[2])
{
    scoped_memory struct bag *a = bag_new(x[0].items, x[0].n), *b = bag_new(y[0].items, y[0].n);
    scoped_memory struct bag *after_a = bag_new(x[1].items, x[1].n);
    scoped_memory struct bag *after_b = bag_new(y[1].items, y[1].n);
    scoped_memory struct bag_change *change_a =
        bag_change_new(a, x[0].items, x[0].n, x[1].items, x[1].n);
    scoped_memory struct bag_change *change_b =
        bag_change_new(b, y[0].items, y[0].n, y[1].items, y[1].n);
    if (!change_a || !change_b) {
        changes->n_too_large++;
        return;
    }
    struct changed_bag sides[2][2] = {{{a, NULL}, {a, change_a}}, {{b, NULL}, {b, change_b}}};
    const struct bag *whole[2][2] = {{a, after_a}, {b, after_b}};
    for (int i = 0; i < 4; i++) {
        struct similarity expected = bag_similarity(whole[0][i / 2], whole[1][i % 2]);
        struct similarity found =
            changed_bag_similarity(sides[0][i / 2], sides[1][i % 2], bag_shared(a, b));
        assert_true(found.set == expected.set && found.multiset == expected.multiset);
        assert_int_equal(changed_bag_n(sides[0][i / 2]), whole[0][i / 2]->n);
    }
    changes->n_changes++;
}

/* Compares the program and a change of it with the program before. */
static void visit_source(const struct corpus_source *source, void *context)
{
    struct changes *changes = context;
    struct texts now[2];
    scoped(program) program = {0};
    if (!cut_bytes(&program, source->text, source->length))
        return;
    for (size_t i = 0; i < tier_draws(20); i++) {
        scoped(program) changed = {0};
        scoped(str) text = {0};
        edit_bytes(&text, source->text, source->length, &changes->chance);
        if (!cut_bytes(&changed, str_text(&text), text.length))
            continue;
        read_texts(&now[0], &program);
        read_texts(&now[1], &changed);
        compare_similarities(changes, now, changes->last);
        compare_similarities(changes, now, now);
        memcpy(changes->last, now, sizeof now);
    }
}

TEST(bag__changed_is_as_similar_as_a_whole_one)
{
    struct changes changes = {.chance = {12}};
    corpus_visit(visit_source, &changes);
    for (size_t round = 0; round < tier_draws(8000); round++) {
        struct texts lists[2][2] = {0};
        size_t limit = 1 + dice_below(&changes.chance, MAX_VALUE);
        for (int i = 0; i < 4; i++) {
            struct texts *texts = &lists[i / 2][i % 2];
            texts->n = dice_below(&changes.chance, 20);
            for (size_t k = 0; k < texts->n; k++)
                texts->items[k] = dice_below(&changes.chance, limit);
        }
        compare_similarities(&changes, lists[0], lists[1]);
    }
    printf("note: bag: %zu changes, %zu too large\n", changes.n_changes, changes.n_too_large);
    assert_true(changes.n_changes > tier_draws(10000) && changes.n_too_large > tier_draws(100));
}

/* ---- MinHash ---- */

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
    size_t n = 0, n_rounds = tier_draws(5 * N_PAIRS);
    for (size_t round = 0; round < n_rounds; round++) {
        struct two two = two_bags(chance, shared, only / 2, only - only / 2);
        n += count_equal(minhash, &two) > 0;
        release_two(&two);
    }
    return (double)n / (double)n_rounds;
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
            assert_true(fabs(recall - expected) < 2 / sqrt((double)tier_draws(5 * N_PAIRS)));
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
    struct minhash minhash;
    minhash_init(&minhash, 0.8);
    struct two same = {bag_new(forth, N_ITEMS(forth)), bag_new(back, N_ITEMS(back))};
    struct two unlike = {same.a, bag_new(other, N_ITEMS(other))};
    assert_int_equal(count_equal(&minhash, &same), minhash.n_bands);
    assert_true(count_equal(&minhash, &unlike) < minhash.n_bands);
    free(unlike.b);
    release_two(&same);
}
