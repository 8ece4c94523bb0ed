/* The numbers are hashes, so their first byte spreads them evenly: they are counted into buckets by
 * it, and each bucket is sorted.
 *
 * MinHash takes the elements as they are, because they are hashes already. Each permutation mixes
 * them with two numbers of its own: one multiplication, whose halves are folded. With AVX2, eight
 * permutations are made at once. */
#include "guard/bag.h"

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
static void add_to_sketch(uint64_t *sketch, uint64_t element)
{
    uint64_t bit = (element ^ element >> 32) % (64 * BAG_SKETCH_WORDS);
    sketch[bit / 64] |= UINT64_C(1) << bit % 64;
}

void bag_init(struct bag *bag, const uint64_t *hashes, size_t n)
{
    scoped_memory uint64_t *numbers = mem_alloc(n, sizeof *numbers);
    *bag = (struct bag){.total = (uint32_t)n};
    sort_hashes(numbers, hashes, n);
    for (size_t i = 0; i < n; i++)
        bag->n += i == 0 || numbers[i] != numbers[i - 1];
    bag->elements = mem_alloc(bag->n, sizeof *bag->elements + sizeof *bag->counts);
    bag->counts = (uint32_t *)(bag->elements + bag->n);
    for (size_t i = 0, at = 0; i < n; i++) {
        at += i > 0 && numbers[i] != numbers[i - 1];
        bag->elements[at] = numbers[i];
        bag->counts[at]++;
    }
    for (uint32_t i = 0; i < bag->n; i++)
        add_to_sketch(bag->sketch, bag->elements[i]);
}

void bag_of_sequence(struct bag *bag, const struct sequence *sequence, size_t length)
{
    size_t n_tokens = sequence->tokens.n, n = n_tokens < length ? 0 : n_tokens - length + 1;
    scoped_memory uint64_t *numbers = mem_alloc(n, sizeof *numbers);
    for (size_t i = 0; i < n; i++) {
        const struct sequence_token *run = &sequence->tokens.items[i];
        numbers[i] = run[0].text;
        for (size_t k = 1; k < length; k++)
            numbers[i] = hash_pair(numbers[i], run[k].text);
    }
    bag_init(bag, numbers, n);
}

void bag_release(struct bag *bag)
{
    free(bag->elements);
    *bag = (struct bag){0};
}

struct similarity bag_similarity(const struct bag *a, const struct bag *b)
{
    uint32_t shared = 0, shared_total = 0;
    for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
        uint64_t x = a->elements[i], y = b->elements[j];
        if (x == y) {
            shared++;
            shared_total += a->counts[i] < b->counts[j] ? a->counts[i] : b->counts[j];
        }
        i += x <= y;
        j += y <= x;
    }
    uint32_t all = a->n + b->n - shared;
    uint32_t all_total = a->total + b->total - shared_total;
    return (struct similarity){
        .set = all ? (double)shared / all : 1,
        .multiset = all_total ? (double)shared_total / all_total : 1,
    };
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
add_by_avx2(uint32_t *signature, const struct minhash *minhash, uint32_t folded)
{
    __m256i all = _mm256_set1_epi32((int)folded);
    for (int i = 0; i < MINHASH_PERMUTATIONS; i += 8) {
        __m256i *place = (__m256i *)&signature[i];
        __m256i a = _mm256_loadu_si256((const __m256i *)&minhash->factors[i]);
        __m256i b = _mm256_loadu_si256((const __m256i *)&minhash->offsets[i]);
        b = _mm256_xor_si256(b, all);
        __m256i even = _mm256_mul_epu32(a, b);
        __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(b, 32));
        even = _mm256_xor_si256(even, _mm256_srli_epi64(even, 32));
        odd = _mm256_xor_si256(odd, _mm256_slli_epi64(odd, 32));
        __m256i values = _mm256_blend_epi32(even, odd, 0xaa);
        _mm256_storeu_si256(place, _mm256_min_epu32(_mm256_loadu_si256(place), values));
    }
}
#endif

static void add_element(uint32_t *signature, const struct minhash *minhash, uint64_t element)
{
    uint32_t folded = (uint32_t)(element ^ element >> 32);
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) {
        add_by_avx2(signature, minhash, folded);
        return;
    }
#endif
    for (int i = 0; i < MINHASH_PERMUTATIONS; i++) {
        uint64_t product = (uint64_t)minhash->factors[i] * (folded ^ minhash->offsets[i]);
        uint32_t value = (uint32_t)(product >> 32) ^ (uint32_t)product;
        signature[i] = value < signature[i] ? value : signature[i];
    }
}

void minhash_bands(uint32_t *keys, const struct minhash *minhash, const struct bag *bag)
{
    uint32_t signature[MINHASH_PERMUTATIONS];
    memset(signature, 0xff, sizeof signature);
    for (uint32_t i = 0; i < bag->n; i++) {
        add_element(signature, minhash, bag->elements[i]);
        for (uint32_t k = 1; minhash->is_multiset && k < bag->counts[i]; k++)
            add_element(signature, minhash, hash_pair(bag->elements[i], k));
    }
    size_t n_rows = (size_t)minhash->n_rows;
    for (int band = 0; band < minhash->n_bands; band++)
        keys[band] =
            (uint32_t)hash_bytes(&signature[(size_t)band * n_rows], n_rows * sizeof *signature, 0);
}
