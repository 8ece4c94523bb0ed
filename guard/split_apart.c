/* The parts are the splits, and what is excluded. Pairs are taken in their order, those that were
 * there first, and what is kept becomes known: its programs, its pair up to the names, and the
 * buckets of its bands (near.c). A new pair is held against what is known of the other parts. */
#include "guard/split_apart.h"

#include "guard/duplicates.h"
#include "guard/near.h"

#include <stdlib.h>
#include <string.h>

enum { PART_EXCLUDED = N_SPLITS, N_PARTS };

const char *apart_kind_name(enum apart_kind kind)
{
    static const char *const names[] = {NULL, "exact", "renamed", "near"};
    return names[kind];
}

/* Digests by number, and which pair of each part was the first with each. */
struct seen {
    uint32_t *numbers; /* by program or pair: that of its digest */
    uint32_t (*first)[N_PARTS];
};

/* The buckets of one band: the pairs with one key, of each part those that are known. */
struct bucket {
    uint32_t last[N_PARTS]; /* PAIR_NONE: none */
};

struct band {
    uint32_t *buckets; /* by pair, or PAIR_NONE: alone, or among pairs of its own part */
    uint32_t *before;  /* by pair: the one of its bucket and part that became known before it */
    ARRAY(struct bucket) list;
};

struct separating {
    const struct pairs *pairs;
    const struct fingerprints *prints;
    const bool *is_new;
    struct seen programs, renamed;
    struct band *bands;
};

/* Takes the keys, sorts them and numbers the digests. */
static void seen_init(struct seen *seen, struct numbered_digest *keys, size_t n)
{
    uint32_t last = 0;
    seen->numbers = mem_alloc(n, sizeof *seen->numbers);
    if (n)
        qsort(keys, n, sizeof *keys, numbered_digest_compare);
    for (size_t i = 0; i < n; i++) {
        last += i > 0 && digest_compare(keys[i].digest, keys[i - 1].digest) != 0;
        seen->numbers[keys[i].number] = last;
    }
    seen->first = mem_alloc((size_t)last + 1, sizeof *seen->first);
    memset(seen->first, 0xff, ((size_t)last + 1) * sizeof *seen->first);
    free(keys);
}

static void seen_release(struct seen *seen)
{
    free(seen->numbers);
    free(seen->first);
}

/* What a split knows is not kept out of it by an excluded fix that has it, too. */
static void seen_add(struct seen *seen, uint32_t item, int part, uint32_t pair)
{
    uint32_t *first = seen->first[seen->numbers[item]];
    bool is_in_split = false;
    for (int split = 0; split < N_SPLITS; split++)
        is_in_split = is_in_split || first[split] != PAIR_NONE;
    if (first[part] == PAIR_NONE && !(part == PART_EXCLUDED && is_in_split))
        first[part] = pair;
}

/* A pair of another part with the same digest, or PAIR_NONE. */
static uint32_t seen_find(const struct seen *seen, uint32_t item, int part)
{
    const uint32_t *first = seen->first[seen->numbers[item]];
    for (int other = 0; other < N_PARTS; other++)
        if (other != part && first[other] != PAIR_NONE)
            return first[other];
    return PAIR_NONE;
}

static void index_programs(struct separating *run)
{
    size_t n = run->prints->n_programs;
    struct numbered_digest *keys = mem_alloc(n, sizeof *keys);
    for (uint32_t i = 0; i < n; i++)
        keys[i] = (struct numbered_digest){run->prints->programs[i].exact, i};
    seen_init(&run->programs, keys, n);
}

static void index_renamed(struct separating *run)
{
    size_t n = run->pairs->list.n;
    struct numbered_digest *keys = mem_alloc(n, sizeof *keys);
    for (uint32_t i = 0; i < n; i++)
        keys[i] = (struct numbered_digest){
            duplicates_renamed_key(run->prints, &run->pairs->list.items[i]), i};
    seen_init(&run->renamed, keys, n);
}

/* The part of a pair, or NO_SPLIT when it does not count. */
static int part_of(const struct pair *pair)
{
    return pair->is_excluded ? PART_EXCLUDED : pair->split;
}

static const uint32_t *bands_of(const struct separating *run, uint32_t number)
{
    const struct pair *pair = &run->pairs->list.items[number];
    return pair_is_in_split(pair) ? run->prints->programs[pair->buggy].bands : NULL;
}

/* Pairs of several parts, and new ones among them. */
static bool is_mixed(const struct separating *run, const struct band_key *run_of, size_t n)
{
    bool has_new = false, has_parts = false;
    int first = part_of(&run->pairs->list.items[run_of[0].number]);
    for (size_t i = 0; i < n; i++) {
        has_new = has_new || run->is_new[run_of[i].number];
        has_parts = has_parts || part_of(&run->pairs->list.items[run_of[i].number]) != first;
    }
    return has_new && has_parts;
}

static void index_band(struct separating *run, int number, struct band_key *keyed)
{
    static const struct bucket empty = {{PAIR_NONE, PAIR_NONE, PAIR_NONE, PAIR_NONE}};
    struct band *band = &run->bands[number];
    size_t n_pairs = run->pairs->list.n, n = 0;
    band->buckets = mem_alloc(n_pairs, sizeof *band->buckets);
    band->before = mem_alloc(n_pairs, sizeof *band->before);
    for (uint32_t i = 0; i < n_pairs; i++) {
        const uint32_t *bands = bands_of(run, i);
        band->buckets[i] = PAIR_NONE;
        if (bands)
            keyed[n++] = (struct band_key){bands[number], i};
    }
    if (n)
        qsort(keyed, n, sizeof *keyed, near_compare_keys);
    for (size_t start = 0, end; start < n; start = end) {
        for (end = start + 1; end < n && keyed[end].key == keyed[start].key;)
            end++;
        if (!is_mixed(run, &keyed[start], end - start))
            continue;
        for (size_t i = start; i < end; i++)
            band->buckets[keyed[i].number] = (uint32_t)band->list.n;
        array_push(&band->list, empty);
    }
}

static void index_bands(struct separating *run, const struct guard_options *guard)
{
    uint64_t n_bands = (uint64_t)run->prints->minhash.n_bands;
    struct band_key *keyed = mem_alloc(run->pairs->list.n, sizeof *keyed);
    run->bands = mem_alloc((size_t)run->prints->minhash.n_bands, sizeof *run->bands);
    for (int i = 0; i < run->prints->minhash.n_bands; i++) {
        guard_tell(guard, "indexing", "bands", (uint64_t)i, n_bands);
        index_band(run, i, keyed);
    }
    free(keyed);
}

/* A pair of another part that is near to this one, or PAIR_NONE. */
static uint32_t find_near(const struct separating *run, uint32_t number, int part)
{
    const struct pair *pairs = run->pairs->list.items;
    struct similarity ignored;
    for (int i = 0; i < run->prints->minhash.n_bands; i++) {
        const struct band *band = &run->bands[i];
        uint32_t bucket = band->buckets[number];
        for (int other = 0; bucket != PAIR_NONE && other < N_SPLITS; other++)
            for (uint32_t pair = other == part ? PAIR_NONE : band->list.items[bucket].last[other];
                 pair != PAIR_NONE; pair = band->before[pair])
                if (!near_agree_before(run->prints, i, &pairs[pair], &pairs[number]) &&
                    near_compare(&ignored, run->prints, &pairs[pair], &pairs[number]))
                    return pair;
    }
    return PAIR_NONE;
}

static void add(struct separating *run, uint32_t number, int part)
{
    const struct pair *pair = &run->pairs->list.items[number];
    seen_add(&run->programs, pair->buggy, part, number);
    seen_add(&run->programs, pair->fixed, part, number);
    seen_add(&run->renamed, number, part, number);
    for (int i = 0; i < run->prints->minhash.n_bands; i++) {
        struct band *band = &run->bands[i];
        if (band->buckets[number] == PAIR_NONE)
            continue;
        uint32_t *last = &band->list.items[band->buckets[number]].last[part];
        band->before[number] = *last;
        *last = number;
    }
}

static struct apart judge(const struct separating *run, uint32_t number, int part)
{
    const struct pair *pair = &run->pairs->list.items[number];
    uint32_t other = seen_find(&run->programs, pair->buggy, part);
    if (other == PAIR_NONE)
        other = seen_find(&run->programs, pair->fixed, part);
    if (other != PAIR_NONE)
        return (struct apart){APART_EXACT, other};
    other = seen_find(&run->renamed, number, part);
    if (other != PAIR_NONE)
        return (struct apart){APART_RENAMED, other};
    other = find_near(run, number, part);
    return (struct apart){other == PAIR_NONE ? APART_NOT : APART_NEAR, other};
}

void split_apart_find(struct apart *out, const struct pairs *pairs, const bool *is_new,
                      const struct fingerprints *prints, const struct guard_options *guard)
{
    struct separating run = {.pairs = pairs, .prints = prints, .is_new = is_new};
    index_programs(&run);
    index_renamed(&run);
    index_bands(&run, guard);
    for (uint32_t i = 0; i < pairs->list.n; i++)
        if (!is_new[i] && pair_is_in_split(&pairs->list.items[i]))
            add(&run, i, pairs->list.items[i].split);
    for (uint32_t i = 0; i < pairs->list.n; i++)
        if (pairs->list.items[i].is_excluded)
            add(&run, i, PART_EXCLUDED);
    for (uint32_t i = 0; i < pairs->list.n; i++) {
        if (!is_new[i])
            continue;
        guard_tell(guard, "comparing", "fixes", i, pairs->list.n);
        int part = part_of(&pairs->list.items[i]);
        out[i] = judge(&run, i, part);
        if (out[i].kind == APART_NOT)
            add(&run, i, part);
    }
    seen_release(&run.programs);
    seen_release(&run.renamed);
    for (int i = 0; i < prints->minhash.n_bands; i++) {
        free(run.bands[i].buckets);
        free(run.bands[i].before);
        array_release(&run.bands[i].list);
    }
    free(run.bands);
}
