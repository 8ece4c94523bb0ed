/* Equal programs are found by their digests, contained ones by anchors, similar ones by their bags.
 * Strong matches are searched for first, because each needle is reported only once. */
#include "guard/search.h"

#include "guard/anchors.h"
#include "guard/minhash.h"

#include <stdlib.h>

enum { FEW = 512 };

struct keyed {
    uint32_t key, needle;
};

struct similar_index {
    const struct needles *needles;
    ARRAY(uint32_t) usable; /* needles that are long enough */
    struct minhash minhash;
    struct keyed *bands; /* n_bands times usable.n, each band sorted by key; NULL: few needles */
};

static int compare_keys(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    int order = COMPARE(x->key, y->key);
    return order ? order : COMPARE(x->needle, y->needle);
}

static void make_bands(struct similar_index *index)
{
    size_t n = index->usable.n, n_bands = (size_t)index->minhash.n_bands;
    uint32_t keys[MINHASH_MAX_BANDS];
    index->bands = mem_alloc(mem_multiply(n_bands, n), sizeof *index->bands);
    for (size_t i = 0; i < n; i++) {
        uint32_t needle = index->usable.items[i];
        minhash_bands(keys, &index->minhash, &index->needles->list.items[needle].bag);
        for (size_t band = 0; band < n_bands; band++)
            index->bands[band * n + i] = (struct keyed){keys[band], needle};
    }
    for (size_t band = 0; band < n_bands; band++)
        qsort(&index->bands[band * n], n, sizeof *index->bands, compare_keys);
}

struct similar_index *similar_index_new(const struct needles *needles)
{
    struct similar_index *index = mem_alloc(1, sizeof *index);
    index->needles = needles;
    minhash_init(&index->minhash, needles->options.threshold, true);
    for (uint32_t i = 0; i < needles->list.n; i++)
        if (needles->list.items[i].sequence.tokens.n >= needles->options.min_tokens)
            array_push(&index->usable, i);
    if (index->usable.n > FEW)
        make_bands(index);
    return index;
}

void similar_index_free(struct similar_index *index)
{
    if (!index)
        return;
    array_release(&index->usable);
    free(index->bands);
    free(index);
}

/* The arguments of a comparison. */
struct comparison {
    const struct similar_index *index;
    const struct bag *bag;
    void (*take)(void *context, uint32_t needle, double similarity);
    void *context;
};

static void compare(const struct comparison *comparison, uint32_t needle)
{
    const struct bag *a = &comparison->index->needles->list.items[needle].bag, *b = comparison->bag;
    double threshold = comparison->index->needles->options.threshold;
    uint32_t small = a->total < b->total ? a->total : b->total, large = a->total + b->total - small;
    if ((double)small / large < threshold) /* the smaller one is too small to share enough */
        return;
    struct similarity similarity = bag_similarity(a, b);
    if (similarity.multiset >= threshold)
        comparison->take(comparison->context, needle, similarity.multiset);
}

void similar_search(const struct similar_index *index, const struct bag *bag,
                    void (*take)(void *context, uint32_t needle, double similarity), void *context)
{
    struct comparison comparison = {index, bag, take, context};
    size_t n = index->usable.n;
    uint32_t keys[MINHASH_MAX_BANDS];
    if (!index->bands) {
        for (size_t i = 0; i < n; i++)
            compare(&comparison, index->usable.items[i]);
        return;
    }
    minhash_bands(keys, &index->minhash, bag);
    for (size_t band = 0; band < (size_t)index->minhash.n_bands; band++) {
        const struct keyed *keyed = &index->bands[band * n];
        size_t i;
        bisect(i, n, keyed[i].key < keys[band]);
        for (; i < n && keyed[i].key == keys[band]; i++)
            compare(&comparison, keyed[i].needle);
    }
}

const char *leak_relation_name(enum leak_relation relation)
{
    static const char *const names[] = {"equal", "contained", "similar"};
    return names[relation];
}

struct search_index {
    const struct needles *needles;
    struct numbered_digest *equal[2]; /* sorted by digest: of the sequences as they are, and renamed
                                       */
    struct anchors *anchors[2];       /* of the sequences as they are, and renamed */
    struct similar_index *similar;    /* NULL if it is not asked for */
};

struct search {
    const struct search_index *index;
    struct needle_reader reader;
    struct sequence sequence;
    uint32_t *found_in; /* by needle: number of the last program that contained it */
    uint32_t n_programs;
    /* of the current program */
    const struct program *program;
    struct hits *out;
    enum leak_match match;
    size_t counted; /* bytes before `at` */
    struct position at;
};

static struct numbered_digest *digests_of(const struct needles *needles, bool is_renamed)
{
    size_t n = needles->list.n;
    struct numbered_digest *entries = mem_alloc(n, sizeof *entries);
    for (uint32_t i = 0; i < n; i++) {
        const struct needle *needle = &needles->list.items[i];
        entries[i] = (struct numbered_digest){is_renamed ? needle->renamed : needle->digest, i};
    }
    if (n)
        qsort(entries, n, sizeof *entries, numbered_digest_compare);
    return entries;
}

struct search_index *search_index_new(const struct needles *needles)
{
    struct search_index *index = mem_alloc(1, sizeof *index);
    index->needles = needles;
    for (int renamed = 0; renamed <= (needles->options.match >= MATCH_TYPE2); renamed++) {
        index->equal[renamed] = digests_of(needles, renamed);
        index->anchors[renamed] = anchors_new(needles, renamed);
    }
    if (needles->options.match == MATCH_SIMILAR)
        index->similar = similar_index_new(needles);
    return index;
}

void search_index_free(struct search_index *index)
{
    if (!index)
        return;
    for (int renamed = 0; renamed < 2; renamed++) {
        free(index->equal[renamed]);
        anchors_free(index->anchors[renamed]);
    }
    similar_index_free(index->similar);
    free(index);
}

struct search *search_new(const struct search_index *index)
{
    struct search *search = mem_alloc(1, sizeof *search);
    *search = (struct search){.index = index};
    needle_reader_init(&search->reader, &index->needles->options);
    search->found_in = mem_alloc(index->needles->list.n, sizeof *search->found_in);
    return search;
}

void search_free(struct search *search)
{
    if (!search)
        return;
    needle_reader_release(&search->reader);
    sequence_release(&search->sequence);
    free(search->found_in);
    free(search);
}

/* A needle is reported once for each program; after that it is not looked for. */
static bool is_wanted(void *context, uint32_t needle)
{
    const struct search *search = context;
    return search->found_in[needle] != search->n_programs;
}

/* Returns the line of a byte. Short needles may be found at thousands of places, mostly in
 * ascending order, so lines are counted from the previous place. */
static uint32_t line_of(struct search *search, size_t byte)
{
    const struct program *program = search->program;
    if (byte < search->counted) {
        search->counted = 0;
        search->at = source_position(program->source, program->length, 0);
    }
    source_position_advance(&search->at, program->source, program->length, search->counted, byte);
    search->counted = byte;
    return search->at.line;
}

/* Adds a hit, unless the needle was already found in this program. */
static void add_hit(struct search *search, uint32_t needle, enum leak_relation relation,
                    double similarity, uint32_t start)
{
    if (!is_wanted(search, needle))
        return;
    search->found_in[needle] = search->n_programs;
    const struct program *program = search->program;
    size_t token = search->sequence.tokens.n ? search->sequence.tokens.items[start].token : 0;
    size_t byte = token < program->tokens.n ? program->tokens.items[token].start_byte : 0;
    struct hit hit = {
        .needle = needle,
        .match = search->match,
        .relation = relation,
        .similarity = similarity,
        .line = line_of(search, byte),
    };
    array_push(&search->out->list, hit);
}

static void take_contained(void *context, uint32_t needle, uint32_t start)
{
    add_hit(context, needle, RELATION_CONTAINED, 1, start);
}

static void take_similar(void *context, uint32_t needle, double similarity)
{
    add_hit(context, needle, RELATION_SIMILAR, similarity, 0);
}

static void find_equal(struct search *search, const struct numbered_digest *entries,
                       struct digest digest)
{
    size_t n = search->index->needles->list.n, at;
    bisect(at, n, digest_compare(entries[at].digest, digest) < 0);
    for (; at < n && digest_compare(entries[at].digest, digest) == 0; at++)
        add_hit(search, entries[at].number, RELATION_EQUAL, 1, 0);
}

static int compare_hits(const void *a, const void *b)
{
    const struct hit *x = a, *y = b;
    return COMPARE(x->needle, y->needle);
}

void search_program(struct hits *out, struct search *search, struct program *program)
{
    const struct search_index *index = search->index;
    struct sequence *sequence = &search->sequence;
    size_t n_before = out->list.n;
    search->program = program;
    search->out = out;
    search->counted = SIZE_MAX;
    search->n_programs++;
    sequence_read(sequence, search->reader.sequences, program);
    for (int renamed = 0; renamed < 2 && index->equal[renamed]; renamed++) {
        search->match = renamed ? MATCH_TYPE2 : MATCH_TYPE1;
        find_equal(search, index->equal[renamed],
                   renamed ? sequence_renamed_digest(sequence) : sequence_digest(sequence));
        anchors_search(index->anchors[renamed], sequence, is_wanted, take_contained, search);
    }
    if (index->similar) {
        scoped(bag) bag = {0};
        search->match = MATCH_SIMILAR;
        if (needle_reader_bag(&bag, &search->reader, program, sequence))
            similar_search(index->similar, &bag, take_similar, search);
    }
    if (out->list.n > n_before)
        qsort(out->list.items + n_before, out->list.n - n_before, sizeof *out->list.items,
              compare_hits);
}
