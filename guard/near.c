/* In each band the pairs are sorted by their key. Pairs with the same key form a bucket, which is
 * divided into clusters: pairs that are in one set already. Each pair is compared with the members
 * of every other cluster until one of them is near. If many pairs are alike, one of the first
 * comparisons succeeds, so the cost of a bucket is little more than its size. Pairs that are not
 * near have to be compared with all, but two pairs are compared only in the first band in which
 * they agree. A first test by outlines says which may be near: of the first few members one by one,
 * and then, if that was not enough, of all members at once, which is faster for each.
 *
 * Threads take the buckets, and the calling thread joins the sets in the order of the buckets. What
 * a thread finds depends only on which pairs of the bucket were in one set. So it is right if these
 * sets have not been joined with others since; otherwise the bucket is done again. */
#include "guard/fingerprints.h"

#include "base/pipeline.h"

#include <stdlib.h>
#include <string.h>

/* Whether two bags may share enough. A product that is rounded must not say no where the quotient
 * that near_compare() computes says yes. */
static inline __attribute__((always_inline)) bool
may_share(double threshold, const struct bag_outline *a, const struct bag_outline *b)
{
    uint32_t most = bag_most_shared(a, b);
    return most >= (threshold - 1e-9) * (a->n + b->n - most);
}

/* What the two bags share that were compared last. */
struct compared {
    const struct bag *a, *b;
    struct shared shared;
};

/* Bags that are too different in size are not compared. The bags of both sides of two pairs are
 * mostly changes of the same two, which are compared once. */
static bool is_near(struct similarity *out, struct compared *last, const struct near_preset *preset,
                    struct changed_bag a, struct changed_bag b)
{
    uint32_t n_a = changed_bag_n(a), n_b = changed_bag_n(b);
    uint32_t small = n_a < n_b ? n_a : n_b, large = n_a + n_b - small;
    if ((double)small / large < preset->set_threshold) /* the smaller one cannot share enough */
        return false;
    if (last->a != a.bag || last->b != b.bag)
        *last = (struct compared){a.bag, b.bag, bag_shared(a.bag, b.bag)};
    *out = changed_bag_similarity(a, b, last->shared);
    return out->set >= preset->set_threshold && out->multiset >= preset->multiset_threshold;
}

bool near_compare(struct similarity *similarity, const struct fingerprints *prints,
                  const struct pair *a, const struct pair *b)
{
    const struct near_preset *preset = prints->preset;
    const struct fingerprint *programs = prints->programs;
    const uint32_t sides[2][2] = {{a->buggy, b->buggy}, {a->fixed, b->fixed}};
    struct compared last = {0};
    struct similarity least = {1, 1};
    for (int i = 0; i < 4; i++)
        if (programs[sides[i / 2][i % 2]].n_tokens < preset->min_tokens)
            return false;
    for (int i = 0; i < 2; i++) {
        struct similarity side = {1, 1};
        if (sides[i][0] != sides[i][1] &&
            !is_near(&side, &last, preset, programs[sides[i][0]].bag, programs[sides[i][1]].bag))
            return false;
        least.set = side.set < least.set ? side.set : least.set;
        least.multiset = side.multiset < least.multiset ? side.multiset : least.multiset;
    }
    *similarity = least;
    return true;
}

bool near_agree_before(const struct fingerprints *prints, int band, uint32_t a, uint32_t b)
{
    const uint32_t *x = fingerprints_bands(prints, a), *y = fingerprints_bands(prints, b);
    for (int earlier = 0; x && y && earlier < band; earlier++)
        if (x[earlier] == y[earlier])
            return true;
    return false;
}

/* Sorts by the bits of the key from `shift` on, and keeps the order of those that are equal. */
static void sort_by_bits(struct band_key *out, const struct band_key *keyed, size_t n, int shift)
{
    enum { BITS = 11, N_DIGITS = 1 << BITS };
    size_t starts[N_DIGITS + 1] = {0};
    for (size_t i = 0; i < n; i++)
        starts[(keyed[i].key >> shift) % N_DIGITS + 1]++;
    for (size_t digit = 1; digit < N_DIGITS; digit++)
        starts[digit] += starts[digit - 1];
    for (size_t i = 0; i < n; i++)
        out[starts[(keyed[i].key >> shift) % N_DIGITS]++] = keyed[i];
}

void band_sort(struct band_key *keyed, size_t n)
{
    scoped_memory struct band_key *other = mem_alloc(n, sizeof *other);
    sort_by_bits(other, keyed, n, 0);
    sort_by_bits(keyed, other, n, 11);
    sort_by_bits(other, keyed, n, 22);
    if (n)
        memcpy(keyed, other, n * sizeof *keyed);
}

size_t band_bucket_end(const struct band_key *keyed, size_t n, size_t start)
{
    size_t end = start + 1;
    while (end < n && keyed[end].key == keyed[start].key)
        end++;
    return end;
}

/* ---- A bucket ---- */

/* The part of a bucket that is in one set: a linked list of places in the bucket. */
struct cluster {
    uint32_t first, last;
    uint32_t has;      /* the last place whose pair was in the set already; 0: none yet */
    uint32_t may_have; /* the last place whose pair may be near a member; 0: none yet */
};

/* A pair of a bucket. Most comparisons end with the bags, so what a first test needs is here. */
struct member {
    uint32_t next;         /* member of the cluster, or END */
    uint32_t candidate_of; /* the last pair that it may be near to; 0: none yet */
    struct bag_outline outline;
};

#define END UINT32_MAX

struct link {
    uint32_t a, b; /* pairs */
    struct similarity similarity;
};

struct bucket {
    size_t end, end_of_links; /* in the batch */
};

/* Buckets of a band. */
struct batch {
    int band;
    uint64_t n_done;              /* keys in all bands, up to its end */
    ARRAY(struct band_key) keys;  /* of its buckets, one after the other */
    ARRAY(uint32_t) roots;        /* by key: the root of the pair's set, as the thread found it */
    ARRAY(struct link) links;     /* new ones, bucket by bucket */
    ARRAY(struct bucket) buckets; /* those that are done */
};

/* What one thread needs for a bucket. */
struct worker {
    uint32_t *places;               /* by pair that is a root: 1 + its first place in the bucket */
    ARRAY(uint32_t) parents;        /* by place: the sets in the bucket */
    ARRAY(struct cluster) clusters; /* of the bucket so far */
    ARRAY(struct member) members;   /* by place */
    ARRAY(uint32_t) cluster_of; /* by place that is a root in the bucket: number of its cluster */
    ARRAY(uint32_t) candidates; /* room for as many as there are members */
};

struct joining {
    const struct near_search *search;
    struct union_find *sets;
    const struct pair *pairs;
    const char *phase;
    bool has_popcnt;
    struct worker *own; /* of the calling thread */

    /* What is left: from `next` on in this band, and the bands after it. */
    int band;
    struct band_key *keyed; /* of the band; sorted */
    size_t n_keyed, next;

    const uint32_t *numbers;
    size_t n;
    uint64_t n_done; /* keys of the batches that were taken */
};

static void *worker_new(void *context)
{
    const struct joining *joining = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    worker->places = mem_alloc(joining->sets->n, sizeof *worker->places);
    return worker;
}

static void worker_free(void *context)
{
    struct worker *worker = context;
    free(worker->places);
    array_release(&worker->parents);
    array_release(&worker->clusters);
    array_release(&worker->members);
    array_release(&worker->cluster_of);
    array_release(&worker->candidates);
    free(worker);
}

/* Makes the sets in a bucket: places whose pairs have the same root. */
static struct union_find sets_in(struct worker *worker, const uint32_t *roots, size_t n)
{
    array_clear(&worker->parents);
    for (uint32_t place = 0; place < n; place++) {
        uint32_t *first = &worker->places[roots[place]];
        *first = *first ? *first : place + 1;
        array_push(&worker->parents, *first - 1);
    }
    for (size_t place = 0; place < n; place++)
        worker->places[roots[place]] = 0;
    return (struct union_find){worker->parents.items, n};
}

/* Lists and marks the members before a place that may be near the one there. Returns their number.
 * Whether one is, cannot be foreseen, so the loop has no branches. */
static inline __attribute__((always_inline)) uint32_t
find_candidates(uint32_t *candidates, double threshold, struct member *members, uint32_t place)
{
    const struct bag_outline *own = &members[place].outline;
    uint32_t n = 0;
    for (uint32_t i = 0; i < place; i++) {
        candidates[n] = i;
        n += may_share(threshold, &members[i].outline, own);
    }
    for (uint32_t i = 0; i < n; i++)
        members[candidates[i]].candidate_of = place;
    return n;
}

/* The same, on processors that count bits. */
#ifdef __x86_64__
__attribute__((target("popcnt")))
#endif
static uint32_t
find_candidates_by_popcnt(uint32_t *candidates, double threshold, struct member *members,
                          uint32_t place)
{
    return find_candidates(candidates, threshold, members, place);
}

/* The pair that is placed. */
struct placing {
    const struct joining *joining;
    struct worker *worker;
    struct union_find *sets; /* in the bucket */
    uint32_t place;
    uint32_t n_left; /* members to look at one by one */
    bool is_marked;  /* then those that it may be near are marked, with their clusters */
    bool is_apart;   /* there are none */
};

/* Adds the pair to the members. */
static struct placing placing_begin(const struct joining *joining, struct worker *worker,
                                    struct union_find *sets, const struct bag_outline *outline,
                                    uint32_t place)
{
    enum { FEW = 4, SHARE = 64 };
    uint32_t root = union_find_root(sets, place);
    array_push(&worker->members, (struct member){END, 0, *outline});
    array_push(&worker->cluster_of, 0);
    array_push(&worker->candidates, 0);
    if (root != place)
        worker->clusters.items[worker->cluster_of.items[root]].has = place;
    return (struct placing){joining, worker, sets, place, FEW + place / SHARE, false, false};
}

/* Marks the members that the pair may be near, and their clusters. */
static void mark_members(struct placing *placing)
{
    struct worker *worker = placing->worker;
    double threshold = placing->joining->search->prints->preset->set_threshold;
    uint32_t *candidates = worker->candidates.items,
             own = union_find_root(placing->sets, placing->place);
    uint32_t n = (placing->joining->has_popcnt ? find_candidates_by_popcnt : find_candidates)(
        candidates, threshold, worker->members.items, placing->place);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t root = union_find_root(placing->sets, candidates[i]);
        if (root != own) /* else it has joined the pair */
            worker->clusters.items[worker->cluster_of.items[root]].may_have = placing->place;
    }
    placing->is_marked = true;
    placing->is_apart = n == 0 && own == placing->place;
}

static bool may_be_near(struct placing *placing, const struct member *member)
{
    double threshold = placing->joining->search->prints->preset->set_threshold;
    if (!placing->is_marked && placing->n_left-- == 0)
        mark_members(placing);
    return placing->is_marked ? member->candidate_of == placing->place
                              : may_share(threshold, &member->outline,
                                          &placing->worker->members.items[placing->place].outline);
}

/* Whether the pair belongs to the cluster's set. It does if it is in the set, or if it is near a
 * member, which makes a new link. */
static bool belongs(struct placing *placing, struct batch *batch, const struct band_key *bucket,
                    const struct cluster *cluster)
{
    const struct joining *joining = placing->joining;
    const struct near_search *search = joining->search;
    const struct member *members = placing->worker->members.items;
    uint32_t own = placing->place;
    if (cluster->has == own)
        return true;
    if (placing->is_marked && cluster->may_have != own)
        return false;
    for (uint32_t place = cluster->first; place != END; place = members[place].next) {
        struct similarity similarity;
        uint32_t a = bucket[place].number, b = bucket[own].number;
        if (!may_be_near(placing, &members[place]) ||
            near_agree_before(search->prints, batch->band, a, b) || /* compared in that band */
            !near_compare(&similarity, search->prints, &joining->pairs[a], &joining->pairs[b]))
            continue;
        union_find_join(placing->sets, place, own);
        array_push(&batch->links, (struct link){a, b, similarity});
        return true;
    }
    return false;
}

/* Joins the pair with the clusters to which it belongs, into one cluster. */
static void place_member(struct placing *placing, struct batch *batch,
                         const struct band_key *bucket)
{
    struct worker *worker = placing->worker;
    struct union_find *sets = placing->sets;
    uint32_t place = placing->place;
    struct cluster own = {place, place, 0, 0};
    for (size_t g = 0; g < worker->clusters.n && !placing->is_apart;) {
        struct cluster *cluster = &worker->clusters.items[g];
        if (!belongs(placing, batch, bucket, cluster)) {
            g++;
            continue;
        }
        /* The cluster becomes part of the pair's cluster, and the last cluster takes its place in
         * the list. */
        worker->members.items[cluster->last].next = own.first;
        own.first = cluster->first;
        *cluster = worker->clusters.items[--worker->clusters.n];
        worker->cluster_of.items[union_find_root(sets, cluster->first)] = (uint32_t)g;
    }
    worker->cluster_of.items[union_find_root(sets, place)] = (uint32_t)worker->clusters.n;
    array_push(&worker->clusters, own);
}

/* Finds the links of the bucket that begins at `start` in the batch. */
static void join_bucket(const struct joining *joining, struct worker *worker, struct batch *batch,
                        size_t start, size_t n)
{
    const struct band_key *bucket = &batch->keys.items[start];
    uint32_t *roots = &batch->roots.items[start];
    array_clear(&worker->clusters);
    array_clear(&worker->members);
    array_clear(&worker->cluster_of);
    array_clear(&worker->candidates);
    for (size_t place = 0; place < n; place++)
        roots[place] = union_find_peek(joining->sets, bucket[place].number);
    struct union_find sets = sets_in(worker, roots, n);
    for (uint32_t place = 0; place < n; place++) {
        const struct bag_outline *outline =
            &joining->search->prints->outlines[bucket[place].number];
        struct placing placing = placing_begin(joining, worker, &sets, outline, place);
        place_member(&placing, batch, bucket);
    }
}

/* ---- All buckets ---- */

static void begin_band(struct joining *joining)
{
    const struct fingerprints *prints = joining->search->prints;
    joining->next = joining->n_keyed = 0;
    for (size_t i = 0; i < joining->n; i++) {
        uint32_t number = joining->numbers[i];
        const uint32_t *bands = fingerprints_bands(prints, number);
        if (bands)
            joining->keyed[joining->n_keyed++] = (struct band_key){bands[joining->band], number};
    }
    band_sort(joining->keyed, joining->n_keyed);
}

/* Fills a batch with buckets of two pairs or more. */
static int produce(void *context, void *item, struct err *err)
{
    enum { BATCH_KEYS = 512 };
    struct joining *joining = context;
    struct batch *batch = item;
    int n_bands = joining->search->prints->minhash.n_bands;
    (void)err;
    while (batch->keys.n == 0 && joining->band < n_bands) {
        if (joining->next == joining->n_keyed) {
            if (++joining->band == n_bands)
                break;
            begin_band(joining);
        }
        while (joining->next < joining->n_keyed && batch->keys.n < BATCH_KEYS) {
            size_t start = joining->next;
            joining->next = band_bucket_end(joining->keyed, joining->n_keyed, start);
            for (size_t i = start; joining->next - start > 1 && i < joining->next; i++)
                array_push(&batch->keys, joining->keyed[i]);
        }
    }
    batch->band = joining->band;
    batch->n_done = (uint64_t)joining->band * joining->n + joining->next;
    return batch->keys.n != 0;
}

static void work(void *context, void *worker, void *item)
{
    const struct joining *joining = context;
    struct batch *batch = item;
    batch->roots.items = mem_alloc(batch->keys.n, sizeof *batch->roots.items);
    for (size_t i = 0; i < batch->keys.n; i++) { /* they are far apart in memory */
        __builtin_prefetch(&joining->search->prints->outlines[batch->keys.items[i].number]);
        __builtin_prefetch(&joining->sets->parents[batch->keys.items[i].number]);
    }
    for (size_t start = 0, end; start < batch->keys.n; start = end) {
        end = band_bucket_end(batch->keys.items, batch->keys.n, start);
        join_bucket(joining, worker, batch, start, end - start);
        array_push(&batch->buckets, (struct bucket){end, batch->links.n});
    }
}

static void tell(void *context)
{
    const struct joining *joining = context;
    guard_tell(joining->search->guard, joining->phase, "keys", joining->n_done,
               (uint64_t)joining->n * (uint64_t)joining->search->prints->minhash.n_bands);
}

/* Whether the sets in a part of a bucket are those that the thread found. */
static bool is_up_to_date(const struct joining *joining, const uint32_t *roots, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (union_find_root(joining->sets, roots[i]) != roots[i])
            return false;
    return true;
}

static void take_links(const struct joining *joining, const struct link *links, size_t n)
{
    const struct near_search *search = joining->search;
    for (const struct link *link = links; link < links + n; link++) {
        union_find_join(joining->sets, link->a, link->b);
        search->take(search->context, link->a, link->b, &link->similarity);
    }
}

static int consume(void *context, void *item, struct err *err)
{
    struct joining *joining = context;
    struct batch *batch = item;
    size_t start = 0, first = 0, n_links = batch->links.n;
    (void)err;
    for (size_t i = 0; i < batch->buckets.n; i++) {
        const struct bucket *bucket = &batch->buckets.items[i];
        if (is_up_to_date(joining, &batch->roots.items[start], bucket->end - start)) {
            take_links(joining, batch->links.items + first, bucket->end_of_links - first);
        } else {
            join_bucket(joining, joining->own, batch, start, bucket->end - start);
            take_links(joining, batch->links.items + n_links, batch->links.n - n_links);
            batch->links.n = n_links;
        }
        start = bucket->end;
        first = bucket->end_of_links;
    }
    joining->n_done = batch->n_done;
    tell(joining);
    return 0;
}

static void release(void *item)
{
    struct batch *batch = item;
    array_release(&batch->keys);
    array_release(&batch->roots);
    array_release(&batch->links);
    array_release(&batch->buckets);
}

int near_join(struct union_find *sets, const struct near_search *search, const uint32_t *numbers,
              size_t n, const char *phase, struct err *err)
{
    struct joining joining = {.search = search,
                              .sets = sets,
                              .pairs = search->pairs->list.items,
                              .phase = phase,
                              .band = -1,
                              .keyed = mem_alloc(n, sizeof *joining.keyed),
                              .numbers = numbers,
                              .n = n};
#ifdef __x86_64__
    joining.has_popcnt = __builtin_cpu_supports("popcnt");
#endif
    joining.own = worker_new(&joining);
    struct pipeline pipeline = {.n_threads = search->guard ? search->guard->n_jobs : 1,
                                .context = &joining,
                                .item_size = sizeof(struct batch),
                                .produce = produce,
                                .worker_new = worker_new,
                                .worker_free = worker_free,
                                .work = work,
                                .consume = consume,
                                .release = release,
                                .idle = tell};
    int status = pipeline_run(&pipeline, err);
    worker_free(joining.own);
    free(joining.keyed);
    return status;
}
