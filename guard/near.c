/* In each band the pairs are sorted by their key. Pairs with the same key form a bucket.
 *
 * A bucket is divided into groups: pairs that are in one set already. Each pair is compared with
 * the members of every other group until one of them is near. If many pairs are alike, the first
 * comparison succeeds, so the cost of a bucket is little more than its size. Pairs that are not
 * near have to be compared with all, but two pairs are compared only in the first band in which
 * they agree. */
#include "guard/near.h"

/* A test that is much faster than the comparison: whether two bags may be near each other. */
static bool may_be_near(const struct near_preset *preset, const struct bag *a, const struct bag *b)
{
    uint32_t small = a->n < b->n ? a->n : b->n, large = a->n + b->n - small;
    if ((double)small / large < preset->set_threshold) /* the smaller one is too small to share
                                                        * enough */
        return false;
    uint32_t most = bag_most_shared(a, b);
    return !((double)most / (a->n + b->n - most) < preset->set_threshold);
}

static bool is_near(struct similarity *out, const struct near_preset *preset,
                    const struct fingerprint *a, const struct fingerprint *b)
{
    if (a == b) {
        *out = (struct similarity){1, 1};
        return true;
    }
    if (!may_be_near(preset, &a->bag, &b->bag))
        return false;
    *out = bag_similarity(&a->bag, &b->bag);
    return out->set >= preset->set_threshold && out->multiset >= preset->multiset_threshold;
}

bool near_compare(struct similarity *similarity, const struct fingerprints *prints,
                  const struct pair *a, const struct pair *b)
{
    const struct near_preset *preset = prints->options.preset;
    const struct fingerprint *programs = prints->programs;
    struct similarity buggy, fixed;
    const struct fingerprint *sides[] = {&programs[a->buggy], &programs[b->buggy],
                                         &programs[a->fixed], &programs[b->fixed]};
    for (int i = 0; i < 4; i++)
        if (sides[i]->n_tokens < preset->min_tokens)
            return false;
    if (!is_near(&buggy, preset, sides[0], sides[1]) ||
        !is_near(&fixed, preset, sides[2], sides[3]))
        return false;
    similarity->set = buggy.set < fixed.set ? buggy.set : fixed.set;
    similarity->multiset = buggy.multiset < fixed.multiset ? buggy.multiset : fixed.multiset;
    return true;
}

bool near_agree_before(const struct fingerprints *prints, int band, const struct pair *a,
                       const struct pair *b)
{
    const uint32_t *x = prints->programs[a->buggy].bands, *y = prints->programs[b->buggy].bands;
    for (int earlier = 0; x && y && earlier < band; earlier++)
        if (x[earlier] == y[earlier])
            return true;
    return false;
}

static int compare_keys(const void *a, const void *b)
{
    const struct band_key *x = a, *y = b;
    int order = COMPARE(x->key, y->key);
    return order ? order : COMPARE(x->number, y->number);
}

void band_sort(struct band_key *keyed, size_t n)
{
    if (n)
        qsort(keyed, n, sizeof *keyed, compare_keys);
}

size_t band_bucket_end(const struct band_key *keyed, size_t n, size_t start)
{
    size_t end = start + 1;
    while (end < n && keyed[end].key == keyed[start].key)
        end++;
    return end;
}

/* The part of a bucket that is in one set: a linked list of places in the bucket. */
struct group {
    size_t first, last;
};

/* A pair of a bucket. Most comparisons end with the bags, so these are side by side here. */
struct member {
    size_t next;    /* member of the group, or END */
    struct bag bag; /* of the buggy program; its elements are borrowed */
};

static const size_t END = SIZE_MAX;

struct joining {
    const struct near_search *search;
    struct union_find *sets;
    const struct pair *pairs;
    int band; /* current one */
    const char *phase;
    uint64_t n_done, n_keys;      /* keys in the buckets before this one, and in all bands */
    ARRAY(struct group) groups;   /* of the current bucket */
    ARRAY(struct member) members; /* by place in the bucket */
};

/* Whether the pair at a place belongs to the group's set. It does if it is in the set, or if it is
 * near a member, which makes a new link. */
static bool belongs(struct joining *joining, const struct band_key *bucket,
                    const struct group *group, size_t own)
{
    const struct near_search *search = joining->search;
    const struct member *members = joining->members.items;
    uint32_t number = bucket[own].number;
    if (union_find_root(joining->sets, bucket[group->first].number) ==
        union_find_root(joining->sets, number))
        return true;
    for (size_t place = group->first; place != END; place = members[place].next) {
        uint32_t other = bucket[place].number;
        struct similarity similarity;
        const struct pair *a = &joining->pairs[other], *b = &joining->pairs[number];
        if (!may_be_near(search->prints->options.preset, &members[place].bag, &members[own].bag) ||
            near_agree_before(search->prints, joining->band, a, b) || /* compared in that band */
            !near_compare(&similarity, search->prints, a, b))
            continue;
        union_find_join(joining->sets, other, number);
        search->take(search->context, other, number, &similarity);
        return true;
    }
    return false;
}

static void join_bucket(struct joining *joining, const struct band_key *bucket, size_t n)
{
    const struct near_search *search = joining->search;
    array_clear(&joining->groups);
    array_clear(&joining->members);
    for (size_t place = 0; place < n; place++) {
        struct group own = {place, place};
        uint32_t program = joining->pairs[bucket[place].number].buggy;
        guard_tell(search->guard, joining->phase, "keys", joining->n_done + place, joining->n_keys);
        array_push(&joining->members, (struct member){END, search->prints->programs[program].bag});
        for (size_t g = 0; g < joining->groups.n;) {
            struct group *group = &joining->groups.items[g];
            if (!belongs(joining, bucket, group, place)) {
                g++;
                continue;
            }
            /* The group becomes part of the pair's group, and the last group takes its place in the
             * list. */
            joining->members.items[group->last].next = own.first;
            own.first = group->first;
            *group = joining->groups.items[--joining->groups.n];
        }
        array_push(&joining->groups, own);
    }
}

void near_join(struct union_find *sets, const struct near_search *search, const uint32_t *numbers,
               size_t n, const char *phase)
{
    const struct fingerprints *prints = search->prints;
    struct joining joining = {.search = search,
                              .sets = sets,
                              .pairs = search->pairs->list.items,
                              .phase = phase,
                              .n_keys = (uint64_t)n * (uint64_t)prints->minhash.n_bands};
    scoped_memory struct band_key *keyed = mem_alloc(n, sizeof *keyed);
    for (int band = 0; band < prints->minhash.n_bands; band++) {
        size_t n_keyed = 0;
        joining.band = band;
        for (size_t i = 0; i < n; i++) {
            const uint32_t *bands = prints->programs[joining.pairs[numbers[i]].buggy].bands;
            if (bands)
                keyed[n_keyed++] = (struct band_key){bands[band], numbers[i]};
        }
        band_sort(keyed, n_keyed);
        for (size_t start = 0, end; start < n_keyed; start = end) {
            end = band_bucket_end(keyed, n_keyed, start);
            joining.n_done = (uint64_t)band * n + start;
            if (end - start > 1)
                join_bucket(&joining, &keyed[start], end - start);
        }
    }
    array_release(&joining.groups);
    array_release(&joining.members);
}
