/* Equal programs are found by their digests, contained ones by anchors, similar ones by their bags.
 * Strong matches are searched for first, because each needle is reported only once.
 *
 * Anchors find where needles may be contained in a longer sequence, in time proportional to its
 * length. Each needle has an anchor: the run of its tokens that is rarest among all needles. The
 * whole needle is compared only where its anchor occurs. A run has eight tokens. The anchor of a
 * shorter needle is the whole needle, so each place in the sequence is looked up once for each
 * length that occurs. Runs are compared either as they are, or up to renaming within the run. A
 * table of fixed size counts how often each run occurs. A collision in the table only means that an
 * anchor may not be the rarest run. */
#include "guard/needles.h"

#include "guard/near.h"

#include <stdlib.h>

/* ---- Anchors ---- */

enum {
    RUN = 8,
    N_COUNTS = 1 << 22,
};

struct anchor {
    uint64_t run; /* hash */
    uint32_t needle;
    uint32_t offset; /* of the run in the needle */
};

struct anchors {
    const struct needles *needles;
    bool is_renamed;
    struct anchor *list; /* sorted by run */
    size_t n;
    uint32_t *slots;           /* open addressing: 1 + the first anchor of a run; 0: free */
    size_t n_slots;            /* a power of two */
    bool has_runs_of[RUN + 1]; /* by length */
};

static uint64_t token_at(const struct sequence *sequence, size_t start, size_t i, bool is_renamed)
{
    const struct sequence_token *token = &sequence->tokens.items[start + i];
    return is_renamed ? sequence_renamed(token, i) : token->text;
}

static uint64_t run_at(const struct sequence *sequence, size_t start, size_t length,
                       bool is_renamed)
{
    uint64_t tokens[RUN];
    for (size_t i = 0; i < length; i++)
        tokens[i] = token_at(sequence, start, i, is_renamed);
    return hash_bytes(tokens, length * sizeof *tokens, length);
}

static size_t run_length(const struct sequence *needle)
{
    return needle->tokens.n < RUN ? needle->tokens.n : RUN;
}

static bool is_anchored(const struct needles *needles, const struct needle *needle)
{
    return needle->sequence.tokens.n >= needles->options.min_tokens;
}

static uint32_t *count_runs(const struct needles *needles, bool is_renamed)
{
    uint32_t *counts = mem_alloc(N_COUNTS, sizeof *counts);
    for (size_t i = 0; i < needles->list.n; i++) {
        const struct sequence *sequence = &needles->list.items[i].sequence;
        if (is_anchored(needles, &needles->list.items[i]))
            for (size_t start = 0; start + RUN <= sequence->tokens.n; start++)
                counts[run_at(sequence, start, RUN, is_renamed) % N_COUNTS]++;
    }
    return counts;
}

static struct anchor rarest_run(const struct sequence *sequence, const uint32_t *counts,
                                bool is_renamed)
{
    struct anchor rarest = {0};
    uint32_t least = UINT32_MAX;
    size_t length = run_length(sequence);
    for (size_t start = 0; start + length <= sequence->tokens.n; start++) {
        uint64_t run = run_at(sequence, start, length, is_renamed);
        if (counts[run % N_COUNTS] < least) {
            least = counts[run % N_COUNTS];
            rarest = (struct anchor){.run = run, .offset = (uint32_t)start};
        }
    }
    return rarest;
}

static int compare_anchors(const void *a, const void *b)
{
    const struct anchor *x = a, *y = b;
    int order = COMPARE(x->run, y->run);
    return order ? order : COMPARE(x->needle, y->needle);
}

static uint32_t *slot_of(const struct anchors *anchors, uint64_t run)
{
    size_t mask = anchors->n_slots - 1, at = run & mask;
    while (anchors->slots[at] && anchors->list[anchors->slots[at] - 1].run != run)
        at = (at + 1) & mask;
    return &anchors->slots[at];
}

/* With `is_renamed`, runs are compared up to renaming. */
static struct anchors *anchors_new(const struct needles *needles, bool is_renamed)
{
    struct anchors *anchors = mem_alloc(1, sizeof *anchors);
    *anchors = (struct anchors){.needles = needles, .is_renamed = is_renamed, .n_slots = 64};
    anchors->list = mem_alloc(needles->list.n, sizeof *anchors->list);
    scoped_memory uint32_t *counts = count_runs(needles, is_renamed);
    for (uint32_t i = 0; i < needles->list.n; i++) {
        const struct needle *needle = &needles->list.items[i];
        if (!is_anchored(needles, needle))
            continue;
        struct anchor anchor = rarest_run(&needle->sequence, counts, is_renamed);
        anchor.needle = i;
        anchors->has_runs_of[run_length(&needle->sequence)] = true;
        anchors->list[anchors->n++] = anchor;
    }
    if (anchors->n)
        qsort(anchors->list, anchors->n, sizeof *anchors->list, compare_anchors);
    while (anchors->n_slots < 2 * anchors->n)
        anchors->n_slots *= 2;
    anchors->slots = mem_alloc(anchors->n_slots, sizeof *anchors->slots);
    for (size_t i = anchors->n; i-- > 0;) /* the first anchor of a run is written last */
        *slot_of(anchors, anchors->list[i].run) = (uint32_t)i + 1;
    return anchors;
}

static void anchors_free(struct anchors *anchors)
{
    if (!anchors)
        return;
    free(anchors->list);
    free(anchors->slots);
    free(anchors);
}

/* ---- Similar needles ---- */

enum { FEW = 512 };

/* Finds needles that are similar to a bag. If there are few needles, all are compared. If there are
 * many, only the candidates of MinHash are, which finds at least 99.5 % of the needles at the
 * threshold. */
struct similar_index {
    const struct needles *needles;
    ARRAY(uint32_t) usable; /* needles that are long enough */
    struct minhash minhash;
    struct band_key *bands; /* n_bands times usable.n, each band sorted by key; NULL: few needles */
};

static void make_bands(struct similar_index *index)
{
    size_t n = index->usable.n, n_bands = (size_t)index->minhash.n_bands;
    uint32_t keys[MINHASH_MAX_BANDS];
    index->bands = mem_alloc(mem_multiply(n_bands, n), sizeof *index->bands);
    for (size_t i = 0; i < n; i++) {
        uint32_t needle = index->usable.items[i];
        minhash_bands(keys, &index->minhash, index->needles->list.items[needle].bag);
        for (size_t band = 0; band < n_bands; band++)
            index->bands[band * n + i] = (struct band_key){keys[band], needle};
    }
    for (size_t band = 0; band < n_bands; band++)
        band_sort(&index->bands[band * n], n);
}

static struct similar_index *similar_index_new(const struct needles *needles)
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

static void similar_index_free(struct similar_index *index)
{
    if (!index)
        return;
    array_release(&index->usable);
    free(index->bands);
    free(index);
}

/* ---- The search ---- */

const char *const leak_relation_names[] = {"equal", "contained", "similar"};

struct search_index {
    const struct needles *needles;
    struct numbered_digest *equal[2]; /* sorted by digest: of the sequences as they are, and renamed
                                       */
    struct anchors *anchors[2];       /* of the sequences as they are, and renamed */
    struct similar_index *similar;    /* NULL if it is not asked for */
};

struct search {
    const struct search_index *index;
    struct sequence_reader *reader;
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
    numbered_digests_sort(entries, n);
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
    search->reader = needle_reader_new();
    search->found_in = mem_alloc(index->needles->list.n, sizeof *search->found_in);
    return search;
}

void search_free(struct search *search)
{
    if (!search)
        return;
    sequence_reader_free(search->reader);
    sequence_release(&search->sequence);
    free(search->found_in);
    free(search);
}

/* A needle is reported once for each program; after that it is not looked for. */
static bool is_wanted(const struct search *search, uint32_t needle)
{
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

static void find_equal(struct search *search, const struct numbered_digest *entries,
                       struct digest digest)
{
    size_t n = search->index->needles->list.n, at;
    bisect(at, n, digest_compare(entries[at].digest, digest) < 0);
    for (; at < n && digest_compare(entries[at].digest, digest) == 0; at++)
        add_hit(search, entries[at].number, RELATION_EQUAL, 1, 0);
}

static bool is_contained(const struct sequence *needle, const struct sequence *sequence,
                         size_t start, bool is_renamed)
{
    if (start + needle->tokens.n > sequence->tokens.n)
        return false;
    for (size_t i = 0; i < needle->tokens.n; i++)
        if (token_at(needle, 0, i, is_renamed) != token_at(sequence, start, i, is_renamed))
            return false;
    return true;
}

/* Needles that consist of one run, and are compared as they are, are found together. If the first
 * of them was found in this program, so were the others. So a short text that many items have in
 * common costs no more than one item. */
static void find_contained_at(struct search *search, const struct anchors *anchors, size_t at,
                              size_t length)
{
    const struct sequence *sequence = &search->sequence;
    uint64_t run = run_at(sequence, at, length, anchors->is_renamed);
    uint32_t first = *slot_of(anchors, run);
    for (size_t i = first - 1; first && i < anchors->n && anchors->list[i].run == run; i++) {
        const struct anchor *anchor = &anchors->list[i];
        const struct needle *needle = &anchors->needles->list.items[anchor->needle];
        bool may_be_here = is_wanted(search, anchor->needle);
        if (!may_be_here && length < RUN && !anchors->is_renamed)
            break;
        if (may_be_here && at >= anchor->offset &&
            is_contained(&needle->sequence, sequence, at - anchor->offset, anchors->is_renamed))
            add_hit(search, anchor->needle, RELATION_CONTAINED, 1, (uint32_t)(at - anchor->offset));
    }
}

static void find_contained(struct search *search, const struct anchors *anchors)
{
    size_t n = search->sequence.tokens.n;
    for (size_t length = 1; length <= RUN; length++)
        for (size_t at = 0; anchors->has_runs_of[length] && at + length <= n; at++)
            find_contained_at(search, anchors, at, length);
}

static void compare(struct search *search, const struct bag *bag, uint32_t needle)
{
    const struct needles *needles = search->index->needles;
    const struct bag *a = needles->list.items[needle].bag;
    double threshold = needles->options.threshold;
    uint32_t small = a->total < bag->total ? a->total : bag->total;
    uint32_t large = a->total + bag->total - small;
    if ((double)small / large < threshold) /* the smaller one is too small to share enough */
        return;
    double similarity = bag_similarity(a, bag).multiset;
    if (similarity >= threshold)
        add_hit(search, needle, RELATION_SIMILAR, similarity, 0);
}

static void find_similar(struct search *search, const struct similar_index *index,
                         const struct bag *bag)
{
    size_t n = index->usable.n;
    uint32_t keys[MINHASH_MAX_BANDS];
    if (!index->bands) {
        for (size_t i = 0; i < n; i++)
            compare(search, bag, index->usable.items[i]);
        return;
    }
    minhash_bands(keys, &index->minhash, bag);
    for (size_t band = 0; band < (size_t)index->minhash.n_bands; band++) {
        const struct band_key *keyed = &index->bands[band * n];
        size_t i;
        bisect(i, n, keyed[i].key < keys[band]);
        for (; i < n && keyed[i].key == keys[band]; i++)
            compare(search, bag, keyed[i].number);
    }
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
    sequence_read(sequence, search->reader, program);
    for (int renamed = 0; renamed < 2 && index->equal[renamed]; renamed++) {
        search->match = renamed ? MATCH_TYPE2 : MATCH_TYPE1;
        find_equal(search, index->equal[renamed],
                   renamed ? sequence_renamed_digest(sequence) : sequence_digest(sequence));
        find_contained(search, index->anchors[renamed]);
    }
    if (index->similar) {
        scoped_memory struct bag *bag = needle_bag(sequence);
        search->match = MATCH_SIMILAR;
        find_similar(search, index->similar, bag);
    }
    if (out->list.n > n_before)
        qsort(out->list.items + n_before, out->list.n - n_before, sizeof *out->list.items,
              compare_hits);
}
