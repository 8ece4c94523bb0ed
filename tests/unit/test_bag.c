/* A bag contains each element once with its count. Similarities agree with counting. */
#include "guard/bag.h"
#include "tests/support/mutation.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

enum { MAX_NUMBERS = 40, MAX_VALUE = 12 };

TEST(bag__holds_each_element_once_with_its_count)
{
    uint64_t numbers[] = {7, UINT64_MAX, 3, 7, 0, 7, 3};
    static const uint64_t elements[] = {0, 3, 7, UINT64_MAX};
    static const uint32_t counts[] = {1, 2, 3, 1};
    scoped(bag) bag = {0};
    bag_init(&bag, numbers, N_ITEMS(numbers));
    assert_int_equal(bag.n, 4);
    assert_int_equal(bag.total, 7);
    assert_memory_equal(bag.elements, elements, sizeof elements);
    assert_memory_equal(bag.counts, counts, sizeof counts);
}

TEST(bag__may_be_empty)
{
    uint64_t one[] = {1};
    scoped(bag) empty = {0}, bag = {0};
    bag_init(&empty, NULL, 0);
    bag_init(&bag, one, 1);
    assert_int_equal(empty.n, 0);
    assert_int_equal(empty.total, 0);
    struct similarity both = bag_similarity(&empty, &empty),
                      one_side = bag_similarity(&empty, &bag);
    assert_true(both.set == 1 && both.multiset == 1);
    assert_true(one_side.set == 0 && one_side.multiset == 0);
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
        scoped(bag) x = {0}, y = {0};
        bag_init(&x, a, n_a);
        bag_init(&y, b, n_b);
        struct similarity there = bag_similarity(&x, &y), back = bag_similarity(&y, &x);
        assert_true(there.set == expected.set && there.multiset == expected.multiset);
        assert_true(back.set == expected.set && back.multiset == expected.multiset);
    }
}

static void bag_of(struct bag *bag, const char *text, size_t length)
{
    static const struct sequence_options options = {false, false, false};
    scoped(sequence_reader) *reader = sequence_reader_new(&options);
    scoped(sequence) sequence = {0};
    scoped(program) program = tokenized(text);
    sequence_read(&sequence, reader, &program);
    bag_of_sequence(bag, &sequence, length);
}

TEST(bag__of_a_sequence_holds_its_runs)
{
    static const struct {
        const char *text;
        size_t length;
        uint32_t n, total;
    } cases[] = {
        {"", 1, 0, 0},
        {"a + a\n", 1, 2, 3},
        {"a + a\n", 2, 2, 2}, /* a+ +a */
        {"a + a\n", 3, 1, 1},
        {"a + a\n", 4, 0, 0},
        {"a + a + a\n", 2, 2, 4},
        {"a + a + a\n", 3, 2, 3},
        {"a = b\nb = a\n", 1, 3, 6},
        {"a = b\nb = a\n", 2, 5, 5}, /* a= =b bb b= =a */
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(bag) bag = {0};
        bag_of(&bag, cases[i].text, cases[i].length);
        assert_int_equal(bag.n, cases[i].n);
        assert_int_equal(bag.total, cases[i].total);
    }
}

TEST(bag__of_a_sequence_compares_runs_in_their_order)
{
    static const struct {
        const char *a, *b;
        size_t length;
        double set, multiset;
    } cases[] = {
        {"a\nb\nc\n", "c\nb\na\n", 1, 1, 1},
        {"a\nb\nc\n", "c\nb\na\n", 2, 0, 0},
        {"a\nb\nc\nd\n", "a\nb\nd\n", 2, 1.0 / 4, 1.0 / 4}, /* ab bc cd; ab bd */
        {"a\nb\nc\nd\n", "b\nc\nd\n", 3, 1.0 / 2, 1.0 / 2},
        {"a\na\na\nb\n", "a\nb\nb\nb\n", 1, 1, 2.0 / 6},
        {"a\nb\n", "ab\n", 1, 0, 0},
        {"x = 1\n", "y = 1\n", 1, 2.0 / 4, 2.0 / 4}, /* names are what they are called */
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(bag) x = {0}, y = {0};
        bag_of(&x, cases[i].a, cases[i].length);
        bag_of(&y, cases[i].b, cases[i].length);
        struct similarity similarity = bag_similarity(&x, &y);
        assert_true(similarity.set == cases[i].set && similarity.multiset == cases[i].multiset);
    }
}

enum { MOST = 600 };

/* The numbers from `low` to `high`, the end exclusive, hashed. */
static struct bag make_bag(size_t low, size_t high)
{
    uint64_t numbers[MOST];
    struct bag bag;
    for (size_t i = low; i < high; i++)
        numbers[i - low] = hash_pair(i, 0);
    bag_init(&bag, numbers, high - low);
    return bag;
}

/* Sizes from none to more than the sketch has bits, and every overlap. */
TEST(bag__no_two_bags_share_more_than_their_sketches_say)
{
    size_t n_tight = 0, n = 0;
    for (size_t size = 0; size < MOST; size += 1 + size / 3) {
        for (size_t shift = 0; shift <= size; shift++) {
            scoped(bag) a = make_bag(0, size), b = make_bag(shift, size + shift);
            uint32_t shared = (uint32_t)(size - shift), most = bag_most_shared(&a, &b);
            assert_true(shared <= most && most <= size);
            assert_int_equal(most, bag_most_shared(&b, &a));
            n_tight += size < 60 && most - shared <= size / 4;
            n += size < 60;
        }
    }
    assert_true(10 * n_tight > 9 * n); /* it would be right, and of no use, to say `size` */
}
