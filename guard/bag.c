/* The numbers are hashes, so their first bits spread them evenly: they are counted into buckets by
 * these, and are then nearly in order.
 *
 * What two changed bags share is what they share without the changes, but for the elements that
 * these name.
 *
 * MinHash takes the elements as they are, because they are hashes already. Each permutation mixes
 * them with two numbers of its own: one multiplication, whose halves are folded. */
#include "guard/bag.h"

#include "base/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_numbers(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return COMPARE(x, y);
}

enum { N_BUCKETS = 1 << 12, FEW = 1 << 11, MANY = 1 << 15 };

/* Sorts `numbers` into `out`. */
static void sort_hashes(uint64_t *out, const uint64_t *numbers, size_t n)
{
    size_t starts[N_BUCKETS + 1], n_buckets = n > FEW ? N_BUCKETS : N_BUCKETS >> 4;
    int shift = n > FEW ? 52 : 56;
    memset(starts, 0, (n_buckets + 1) * sizeof *starts);
    for (size_t i = 0; i < n; i++)
        starts[(numbers[i] >> shift) + 1]++;
    for (size_t bucket = 1; bucket < n_buckets; bucket++)
        starts[bucket] += starts[bucket - 1];
    for (size_t i = 0; i < n; i++)
        out[starts[numbers[i] >> shift]++] = numbers[i];
    if (n > MANY)
        qsort(out, n, sizeof *out, compare_numbers);
    for (size_t i = 1; i < n && n <= MANY; i++) {
        uint64_t number = out[i];
        size_t at = i;
        for (; at && out[at - 1] > number; at--)
            out[at] = out[at - 1];
        out[at] = number;
    }
}

/* The elements are hashes already. */
struct bag_outline bag_outline_of(const struct bag *bag)
{
    struct bag_outline outline = {.n = bag->n};
    for (uint32_t i = 0; i < bag->n; i++) {
        uint64_t bit = (bag->elements[i] ^ bag->elements[i] >> 32) % (64 * BAG_SKETCH_WORDS);
        outline.sketch[bit / 64] |= UINT64_C(1) << bit % 64;
    }
    for (int i = 0; i < BAG_SKETCH_WORDS; i++)
        outline.n_bits += (uint32_t)__builtin_popcountll(outline.sketch[i]);
    return outline;
}

struct bag *bag_new(const uint64_t *hashes, size_t n)
{
    scoped_memory uint64_t *numbers = mem_alloc(n, sizeof *numbers);
    size_t n_elements = 0;
    sort_hashes(numbers, hashes, n);
    for (size_t i = 0; i < n; i++)
        n_elements += i == 0 || numbers[i] != numbers[i - 1];
    size_t size = sizeof(uint64_t) + sizeof(uint32_t);
    struct bag *bag = mem_alloc(1, mem_add(sizeof *bag, mem_multiply(n_elements, size)));
    bag->n = (uint32_t)n_elements;
    bag->total = (uint32_t)n;
    uint32_t *counts = (uint32_t *)&bag->elements[bag->n];
    for (size_t i = 0, at = 0; i < n; i++) {
        at += i && numbers[i] != numbers[i - 1];
        bag->elements[at] = numbers[i];
        counts[at]++;
    }
    return bag;
}

/* ---- Changes ---- */

enum { MAX_CHANGE = 32 }; /* elements; a larger change takes as much memory as many a bag */

static void count(struct bag_change *change, uint64_t element, int32_t more)
{
    uint32_t at = 0;
    while (at < change->n_elements && change->elements[at].element != element)
        at++;
    if (at == change->n_elements)
        change->elements[change->n_elements++] = (struct changed_element){element, 0};
    change->elements[at].more += more;
}

/* Returns how often an element occurs. */
static uint32_t count_of(const struct bag *bag, uint64_t element)
{
    size_t at;
    bisect(at, bag->n, bag->elements[at] < element);
    return at < bag->n && bag->elements[at] == element ? bag_counts(bag)[at] : 0;
}

/* Returns how much more often an element occurs. */
static int32_t more_of(const struct bag_change *change, uint64_t element)
{
    for (uint32_t i = 0; change && i < change->n_elements; i++)
        if (change->elements[i].element == element)
            return change->elements[i].more;
    return 0;
}

struct bag_change *bag_change_new(const struct bag *bag, const uint64_t *before, size_t n_before,
                                  const uint64_t *after, size_t n_after)
{
    size_t total = n_after;
    for (; n_before && n_after && *before == *after; n_before--, n_after--)
        before++, after++;
    for (; n_before && n_after && before[n_before - 1] == after[n_after - 1]; n_before--)
        n_after--;
    if (n_before + n_after > MAX_CHANGE)
        return NULL;
    struct bag_change *change =
        mem_alloc(1, sizeof *change + (n_before + n_after) * sizeof *change->elements);
    *change = (struct bag_change){bag->n, (uint32_t)total, 0};
    for (size_t i = 0; i < n_before; i++)
        count(change, before[i], -1);
    for (size_t i = 0; i < n_after; i++)
        count(change, after[i], 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < change->n_elements; i++) {
        uint32_t old = count_of(bag, change->elements[i].element);
        change->n += (old + (uint32_t)change->elements[i].more != 0) - (old != 0);
        if (change->elements[i].more)
            change->elements[n++] = change->elements[i];
    }
    change->n_elements = n;
    return change;
}

/* ---- Similarity ---- */

struct shared bag_shared(const struct bag *a, const struct bag *b)
{
    struct shared shared = {0};
    for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
        uint64_t x = a->elements[i], y = b->elements[j];
        if (x == y) {
            uint32_t count_a = bag_counts(a)[i], count_b = bag_counts(b)[j];
            shared.n++;
            shared.total += count_a < count_b ? count_a : count_b;
        }
        i += x <= y;
        j += y <= x;
    }
    return shared;
}

/* Counts an element as it occurs in both, with their changes, in place of without. */
static void correct(struct shared *shared, struct changed_bag a, struct changed_bag b,
                    uint64_t element)
{
    uint32_t old_a = count_of(a.bag, element), old_b = count_of(b.bag, element);
    uint32_t new_a = old_a + (uint32_t)more_of(a.change, element);
    uint32_t new_b = old_b + (uint32_t)more_of(b.change, element);
    shared->n += (new_a && new_b) - (old_a && old_b);
    shared->total += (new_a < new_b ? new_a : new_b) - (old_a < old_b ? old_a : old_b);
}

static uint32_t total_of(struct changed_bag bag)
{
    return bag.change ? bag.change->total : bag.bag->total;
}

struct similarity changed_bag_similarity(struct changed_bag a, struct changed_bag b,
                                         struct shared shared)
{
    for (uint32_t i = 0; a.change && i < a.change->n_elements; i++)
        correct(&shared, a, b, a.change->elements[i].element);
    for (uint32_t i = 0; b.change && i < b.change->n_elements; i++)
        if (!more_of(a.change, b.change->elements[i].element))
            correct(&shared, a, b, b.change->elements[i].element);
    uint32_t all = changed_bag_n(a) + changed_bag_n(b) - shared.n;
    uint32_t all_total = total_of(a) + total_of(b) - shared.total;
    return (struct similarity){
        .set = all ? (double)shared.n / all : 1,
        .multiset = all_total ? (double)shared.total / all_total : 1,
    };
}

struct similarity bag_similarity(const struct bag *a, const struct bag *b)
{
    struct changed_bag changed_a = {a, NULL}, changed_b = {b, NULL};
    return changed_bag_similarity(changed_a, changed_b, bag_shared(a, b));
}

/* ---- MinHash ---- */

static const double goal = 0.995;

/* The probability that two bags of this similarity become candidates. */
static double recall_of(const struct minhash *minhash, double similarity)
{
    return 1 - pow(1 - pow(similarity, minhash->n_rows), minhash->n_bands);
}

void minhash_init(struct minhash *minhash, double threshold)
{
    *minhash = (struct minhash){.n_rows = 1, .n_bands = MINHASH_PERMUTATIONS};
    for (int rows = 2; rows <= MINHASH_PERMUTATIONS / 2; rows++) {
        struct minhash longer = {.n_rows = rows, .n_bands = MINHASH_PERMUTATIONS / rows};
        if (recall_of(&longer, threshold) < goal)
            break;
        minhash->n_rows = longer.n_rows;
        minhash->n_bands = longer.n_bands;
    }
    for (uint64_t i = 0; i < MINHASH_PERMUTATIONS; i++) {
        minhash->factors[i] = (uint32_t)hash_pair(i, 1) | 1;
        minhash->offsets[i] = (uint32_t)hash_pair(i, 2);
    }
}

/* Sets the least value of `n` numbers in each permutation. A program with ThreadSanitizer has no
 * clones: they are chosen before its runtime is there. */
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
__attribute__((target_clones("avx2", "default"), optimize("O3")))
#endif
static void
sign(uint32_t *restrict signature, const struct minhash *restrict minhash,
     const uint32_t *restrict numbers, size_t n)
{
    memset(signature, 0xff, MINHASH_PERMUTATIONS * sizeof *signature);
    for (size_t k = 0; k < n; k++)
        for (int i = 0; i < MINHASH_PERMUTATIONS; i++) {
            uint64_t product = (uint64_t)minhash->factors[i] * (numbers[k] ^ minhash->offsets[i]);
            uint32_t value = (uint32_t)(product >> 32) ^ (uint32_t)product;
            signature[i] = value < signature[i] ? value : signature[i];
        }
}

void minhash_bands(uint32_t *keys, const struct minhash *minhash, const struct bag *bag)
{
    uint32_t signature[MINHASH_PERMUTATIONS];
    scoped_memory uint32_t *numbers = mem_alloc(bag->n, sizeof *numbers);
    size_t n_rows = (size_t)minhash->n_rows;
    for (uint32_t i = 0; i < bag->n; i++)
        numbers[i] = (uint32_t)(bag->elements[i] ^ bag->elements[i] >> 32);
    sign(signature, minhash, numbers, bag->n);
    for (int band = 0; band < minhash->n_bands; band++)
        keys[band] =
            (uint32_t)hash_bytes(&signature[(size_t)band * n_rows], n_rows * sizeof *signature, 0);
}
