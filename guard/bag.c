/* The numbers are hashes, so their first byte spreads them evenly: they are counted into buckets by
 * it, and each bucket is sorted.
 *
 * What two changed bags share is what they share without the changes, but for the elements that
 * these name.
 *
 * MinHash takes the elements as they are, because they are hashes already. Each permutation mixes
 * them with two numbers of its own: one multiplication, whose halves are folded. With AVX2, eight
 * permutations are made at once. */
#include "guard/bag.h"

#include "base/hash.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int compare_numbers(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return COMPARE(x, y);
}

enum { N_BUCKETS = 256, FEW = 32 };

static void sort_few(uint64_t *numbers, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        uint64_t number = numbers[i];
        size_t at = i;
        for (; at > 0 && numbers[at - 1] > number; at--)
            numbers[at] = numbers[at - 1];
        numbers[at] = number;
    }
}

/* Sorts `numbers` into `out`. */
static void sort_hashes(uint64_t *out, const uint64_t *numbers, size_t n)
{
    size_t ends[N_BUCKETS] = {0};
    for (size_t i = 0; i < n; i++)
        ends[numbers[i] >> 56]++;
    for (size_t bucket = 0, start = 0; bucket < N_BUCKETS; bucket++) {
        start += ends[bucket];
        ends[bucket] = start - ends[bucket];
    }
    for (size_t i = 0; i < n; i++)
        out[ends[numbers[i] >> 56]++] = numbers[i];
    for (size_t bucket = 0, start = 0; bucket < N_BUCKETS; start = ends[bucket++]) {
        size_t n_in = ends[bucket] - start;
        if (n_in > FEW)
            qsort(out + start, n_in, sizeof *out, compare_numbers);
        else
            sort_few(out + start, n_in);
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

static size_t size_of_count(bool is_wide)
{
    return is_wide ? sizeof(uint32_t) : 1;
}

struct bag *bag_new(const uint64_t *hashes, size_t n)
{
    scoped_memory uint64_t *numbers = mem_alloc(n, sizeof *numbers);
    uint32_t n_elements = 0, most = 0;
    sort_hashes(numbers, hashes, n);
    for (size_t i = 0, count = 0; i < n; i++) {
        count = i > 0 && numbers[i] == numbers[i - 1] ? count + 1 : 1;
        n_elements += count == 1;
        most = count > most ? (uint32_t)count : most;
    }
    bool is_wide = most > UINT8_MAX;
    size_t size = sizeof(uint64_t) + size_of_count(is_wide);
    struct bag *bag = mem_alloc(1, mem_add(sizeof *bag, mem_multiply(n_elements, size)));
    bag->n = n_elements;
    bag->total = (uint32_t)n;
    bag->is_wide = is_wide;
    unsigned char *counts = (unsigned char *)&bag->elements[n_elements];
    for (size_t i = 0, at = 0, end; i < n; i = end, at++) {
        for (end = i + 1; end < n && numbers[end] == numbers[i];)
            end++;
        uint32_t count = (uint32_t)(end - i);
        bag->elements[at] = numbers[i];
        if (is_wide)
            memcpy(counts + at * sizeof count, &count, sizeof count);
        else
            counts[at] = (unsigned char)count;
    }
    return bag;
}

uint32_t bag_count(const struct bag *bag, uint32_t index)
{
    const unsigned char *counts = (const unsigned char *)&bag->elements[bag->n];
    uint32_t count;
    if (!bag->is_wide)
        return counts[index];
    memcpy(&count, counts + index * sizeof count, sizeof count);
    return count;
}

/* ---- Changes ---- */

enum { MAX_CHANGE = 32 }; /* elements; a larger change takes as much memory as many a bag */

struct item {
    uint64_t element;
    int32_t more;
};

static size_t count(struct item *list, size_t n, uint64_t element, int32_t more)
{
    size_t at = 0;
    while (at < n && list[at].element != element)
        at++;
    if (at == n)
        list[n++] = (struct item){element, 0};
    list[at].more += more;
    return n;
}

/* Returns how often an element occurs. */
static uint32_t count_of(const struct bag *bag, uint64_t element)
{
    size_t at;
    bisect(at, bag->n, bag->elements[at] < element);
    return at < bag->n && bag->elements[at] == element ? bag_count(bag, (uint32_t)at) : 0;
}

/* Returns the index of an element in a change; a large number if it is not there. */
static uint32_t place_of(const struct bag_change *change, uint64_t element)
{
    for (uint32_t i = 0; change && i < change->n_elements; i++)
        if (change->elements[i] == element)
            return i;
    return UINT32_MAX;
}

/* Returns how often an element occurs, by `old`, how often it does without the change. */
static uint32_t changed_count(uint32_t old, const struct bag_change *change, uint64_t element)
{
    uint32_t place = place_of(change, element);
    const int32_t *more = change ? (const int32_t *)&change->elements[change->n_elements] : NULL;
    return place == UINT32_MAX ? old : old + (uint32_t)more[place];
}

struct bag_change *bag_change_new(const struct bag *bag, const uint64_t *before, size_t n_before,
                                  const uint64_t *after, size_t n_after)
{
    struct item list[MAX_CHANGE];
    size_t total = n_after, n = 0;
    for (; n_before && n_after && *before == *after; n_before--, n_after--)
        before++, after++;
    for (; n_before && n_after && before[n_before - 1] == after[n_after - 1]; n_before--)
        n_after--;
    if (n_before + n_after > MAX_CHANGE)
        return NULL;
    for (size_t i = 0; i < n_before; i++)
        n = count(list, n, before[i], -1);
    for (size_t i = 0; i < n_after; i++)
        n = count(list, n, after[i], 1);
    struct bag_change *change =
        mem_alloc(1, sizeof *change + n * (sizeof *change->elements + sizeof list->more));
    *change = (struct bag_change){bag->n, (uint32_t)total, (uint32_t)n};
    for (size_t i = 0; i < n; i++) {
        uint32_t old = count_of(bag, list[i].element);
        change->elements[i] = list[i].element;
        ((int32_t *)&change->elements[n])[i] = list[i].more;
        change->n += (old + (uint32_t)list[i].more != 0) - (old != 0);
    }
    return change;
}

/* ---- Similarity ---- */

struct shared bag_shared(const struct bag *a, const struct bag *b)
{
    struct shared shared = {0};
    for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
        uint64_t x = a->elements[i], y = b->elements[j];
        if (x == y) {
            uint32_t count_a = bag_count(a, i), count_b = bag_count(b, j);
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
    uint32_t new_a = changed_count(old_a, a.change, element);
    uint32_t new_b = changed_count(old_b, b.change, element);
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
        correct(&shared, a, b, a.change->elements[i]);
    for (uint32_t i = 0; b.change && i < b.change->n_elements; i++)
        if (place_of(a.change, b.change->elements[i]) == UINT32_MAX)
            correct(&shared, a, b, b.change->elements[i]);
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

void minhash_init(struct minhash *minhash, double threshold, bool is_multiset)
{
    *minhash = (struct minhash){.n_rows = 1, .n_bands = MINHASH_PERMUTATIONS};
    minhash->is_multiset = is_multiset;
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

#ifdef __x86_64__
/* The products of even and odd lanes are made apart; each is 64 bits. */
__attribute__((target("avx2"))) static void
sign_by_avx2(uint32_t *signature, const struct minhash *minhash, const uint32_t *numbers, size_t n)
{
    for (int i = 0; i < MINHASH_PERMUTATIONS; i += 8) {
        __m256i a = _mm256_loadu_si256((const __m256i *)&minhash->factors[i]);
        __m256i b = _mm256_loadu_si256((const __m256i *)&minhash->offsets[i]);
        __m256i a_odd = _mm256_srli_epi64(a, 32), least = _mm256_set1_epi32(-1);
        for (size_t k = 0; k < n; k++) {
            __m256i mixed = _mm256_xor_si256(b, _mm256_set1_epi32((int)numbers[k]));
            __m256i even = _mm256_mul_epu32(a, mixed);
            __m256i odd = _mm256_mul_epu32(a_odd, _mm256_srli_epi64(mixed, 32));
            __m256i same = _mm256_blend_epi32(even, odd, 0xaa); /* halves in their lanes */
            __m256i other = _mm256_shuffle_epi32(_mm256_blend_epi32(odd, even, 0xaa), 0xb1);
            least = _mm256_min_epu32(least, _mm256_xor_si256(same, other));
        }
        _mm256_storeu_si256((__m256i *)&signature[i], least);
    }
}
#endif

/* Sets the least value of `n` numbers in each permutation. */
static void sign(uint32_t *signature, const struct minhash *minhash, const uint32_t *numbers,
                 size_t n)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) {
        sign_by_avx2(signature, minhash, numbers, n);
        return;
    }
#endif
    for (int i = 0; i < MINHASH_PERMUTATIONS; i++) {
        signature[i] = UINT32_MAX;
        for (size_t k = 0; k < n; k++) {
            uint64_t product = (uint64_t)minhash->factors[i] * (numbers[k] ^ minhash->offsets[i]);
            uint32_t value = (uint32_t)(product >> 32) ^ (uint32_t)product;
            signature[i] = value < signature[i] ? value : signature[i];
        }
    }
}

static uint32_t fold(uint64_t element)
{
    return (uint32_t)(element ^ element >> 32);
}

void minhash_bands(uint32_t *keys, const struct minhash *minhash, const struct bag *bag)
{
    uint32_t signature[MINHASH_PERMUTATIONS];
    scoped_memory uint32_t *numbers = mem_alloc(bag->total, sizeof *numbers);
    size_t n = 0, n_rows = (size_t)minhash->n_rows;
    for (uint32_t i = 0; i < bag->n; i++) {
        numbers[n++] = fold(bag->elements[i]);
        for (uint32_t k = 1; minhash->is_multiset && k < bag_count(bag, i); k++)
            numbers[n++] = fold(hash_pair(bag->elements[i], k));
    }
    sign(signature, minhash, numbers, n);
    for (int band = 0; band < minhash->n_bands; band++)
        keys[band] =
            (uint32_t)hash_bytes(&signature[(size_t)band * n_rows], n_rows * sizeof *signature, 0);
}
