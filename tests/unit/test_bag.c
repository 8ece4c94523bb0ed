/* A bag contains each element once with its count. Similarities agree with counting. */
#include "base/hash.h"
#include "guard/bag.h"
#include "guard/sequence.h"
#include "tests/support/byte_edit.h"
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

enum { MAX_NUMBERS = 40, MAX_VALUE = 12 };

TEST(bag__holds_each_element_once_with_its_count)
{
    uint64_t numbers[] = {7, UINT64_MAX, 3, 7, 0, 7, 3};
    static const uint64_t elements[] = {0, 3, 7, UINT64_MAX};
    static const uint32_t counts[] = {1, 2, 3, 1};
    scoped_memory struct bag *bag = bag_new(numbers, N_ITEMS(numbers));
    assert_int_equal(bag->n, 4);
    assert_int_equal(bag->total, 7);
    assert_memory_equal(bag->elements, elements, sizeof elements);
    for (uint32_t i = 0; i < bag->n; i++)
        assert_int_equal(bag_counts(bag)[i], counts[i]);
}

/* Counts of one byte end at 255. */
TEST(bag__counts_what_occurs_often)
{
    uint64_t numbers[1000];
    for (size_t often = 250; often < 260; often++) {
        for (size_t i = 0; i < N_ITEMS(numbers); i++)
            numbers[i] = i < often ? 5 : i;
        scoped_memory struct bag *bag = bag_new(numbers, N_ITEMS(numbers));
        assert_int_equal(bag->n, N_ITEMS(numbers) - often + 1);
        for (uint32_t i = 0; i < bag->n; i++)
            assert_int_equal(bag_counts(bag)[i], i == 0 ? often : 1);
    }
}

TEST(bag__may_be_empty)
{
    uint64_t one[] = {1};
    scoped_memory struct bag *empty = bag_new(NULL, 0), *bag = bag_new(one, 1);
    assert_int_equal(empty->n, 0);
    assert_int_equal(empty->total, 0);
    struct similarity both = bag_similarity(empty, empty), one_side = bag_similarity(empty, bag);
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
    for (int i = 0; i < 20; i++) {
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
    for (int round = 0; round < 20000; round++) {
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
    assert_true(changes.n_changes > 20000 && changes.n_too_large > 100);
}
