/* N-grams of the needles' tokens are in an index, up to renaming. For whole needles, it has the
 * rarest n-gram of each, and every n-gram of the code is looked up. For parts, it has all of them,
 * and the code is looked up at few of its places: of the n-grams in each window of
 * SEARCH_MIN_TOKENS tokens, only the rarest is, because a match in the window has all of them; if
 * one is in no needle, the window has no match. A shorter needle is one n-gram, of its own length.
 *
 * A place where an n-gram was found, in the code and in a needle, decides how the two lie beside
 * each other. They are then compared in one pass. Names that are numbered differ from each other
 * only by the tokens back to their last uses, as far as these are in the part that is compared: so
 * where two tokens contradict each other, a part that has them begins after one of these uses. */
#include "guard/search.h"

#include <stdlib.h>
#include <string.h>

enum { NGRAM = 8, WINDOW = SEARCH_MIN_TOKENS - NGRAM + 1 /* n-grams */ };

struct ngram_place {
    uint64_t ngram; /* hash */
    uint32_t needle, at;
};

/* The places of an n-gram in the list; none: the slot is free. */
struct ngram_slot {
    uint32_t first, n;
};

struct search_index {
    struct search_options options;
    ARRAY(struct sequence) needles;
    ARRAY(struct ngram_place) places;   /* sorted by n-gram */
    struct ngram_slot *slots;           /* open addressing */
    size_t n_slots;                     /* a power of two */
    bool has_ngrams[SEARCH_MIN_TOKENS]; /* by length: whether a short needle has it */
};

/* ---- The index ---- */

/* Returns the hash of an n-gram, which is never 0. Returns 0 if a token of it is SEQUENCE_ANY. The
 * short needles of a length have `seed` in common. */
static uint64_t ngram_at(const struct sequence *sequence, size_t start, size_t length,
                         uint64_t seed)
{
    uint64_t tokens[SEARCH_MIN_TOKENS];
    for (size_t i = 0; i < length; i++) {
        const struct sequence_token *token = &sequence->tokens.items[start + i];
        if (token->text == SEQUENCE_ANY)
            return 0;
        tokens[i] = sequence_renamed(token, i);
    }
    return hash_bytes(tokens, length * sizeof *tokens, seed) | 1;
}

static struct ngram_slot *slot_of(const struct search_index *index, uint64_t ngram)
{
    size_t mask = index->n_slots - 1, at = ngram >> 1 & mask;
    while (index->slots[at].n && index->places.items[index->slots[at].first].ngram != ngram)
        at = (at + 1) & mask;
    return &index->slots[at];
}

static int compare_places(const void *a, const void *b)
{
    const struct ngram_place *x = a, *y = b;
    int order = COMPARE(x->ngram, y->ngram);
    order = order ? order : COMPARE(x->needle, y->needle);
    return order ? order : COMPARE(x->at, y->at);
}

/* Returns the least number of tokens of a needle that is not short. All its n-grams are known. */
static size_t least_long(const struct search_index *index)
{
    return index->options.has_any_length ? NGRAM : SEARCH_MIN_TOKENS;
}

static void make_slots(struct search_index *index)
{
    array_sort(&index->places, compare_places);
    index->n_slots = 64;
    while (index->n_slots < 2 * index->places.n)
        index->n_slots *= 2;
    index->slots = mem_alloc(index->n_slots, sizeof *index->slots);
    for (uint32_t i = 0; i < index->places.n; i++) {
        struct ngram_slot *slot = slot_of(index, index->places.items[i].ngram);
        slot->first = slot->n++ ? slot->first : i;
    }
}

/* Keeps of each needle only the n-gram that is in the fewest places, as a part of the hash says. */
static void keep_rarest(struct search_index *index)
{
    struct ngram_place *places = index->places.items;
    size_t n_counts = 64, n = 0;
    while (n_counts < index->places.n)
        n_counts *= 2;
    scoped_memory uint32_t *counts = mem_alloc(n_counts, sizeof *counts);
    for (size_t i = 0; i < index->places.n; i++)
        counts[places[i].ngram / 2 % n_counts]++;
    for (size_t i = 0; i < index->places.n; i++)
        if (!n || places[n - 1].needle != places[i].needle)
            places[n++] = places[i];
        else if (counts[places[i].ngram / 2 % n_counts] <
                 counts[places[n - 1].ngram / 2 % n_counts])
            places[n - 1] = places[i];
    index->places.n = n;
}

struct search_index *search_index_new(const struct search_options *options)
{
    struct search_index *index = mem_alloc(1, sizeof *index);
    index->options = *options;
    return index;
}

void search_index_add(struct search_index *index, const struct sequence_token *tokens, size_t n)
{
    struct sequence needle = {.tokens = {mem_alloc(n, sizeof *tokens), n, n}};
    uint32_t number = (uint32_t)index->needles.n;
    bool is_short = n < least_long(index);
    size_t length = is_short ? n : NGRAM;
    if (n)
        memcpy(needle.tokens.items, tokens, n * sizeof *tokens);
    array_push(&index->needles, needle);
    if (is_short)
        index->has_ngrams[n] = true;
    for (uint32_t at = 0; length && at + length <= n; at++) {
        uint64_t ngram = ngram_at(&needle, at, length, is_short ? n : 0);
        if (ngram)
            array_push(&index->places, (struct ngram_place){ngram, number, at});
    }
}

void search_index_finish(struct search_index *index)
{
    if (!index->options.has_parts)
        keep_rarest(index);
    make_slots(index);
}

const struct sequence *search_index_needle(const struct search_index *index, uint32_t number)
{
    return &index->needles.items[number];
}

void search_index_free(struct search_index *index)
{
    if (!index)
        return;
    for (size_t i = 0; i < index->needles.n; i++)
        sequence_release(&index->needles.items[i]);
    array_release(&index->needles);
    array_release(&index->places);
    free(index->slots);
    free(index);
}

/* ---- The comparison ---- */

/* Tokens of the code from `start` to before `end`, and those of a needle beside them: its first one
 * is beside the token `shift`. */
struct side_by_side {
    uint32_t needle;
    int64_t shift;
    uint32_t start, end;
};

/* The best match of a whole needle. */
struct best_match {
    uint32_t code; /* number of the code that it is in */
    bool is_exact;
    int64_t shift;
};

/* Tokens that were compared: those of a needle beside the code, up to before the token `end`. */
struct compared {
    uint32_t code, needle, end;
    int64_t shift;
};
enum { N_COMPARED = 1 << 12 };

struct search {
    const struct search_index *index;
    struct best_match *best;              /* by needle */
    struct compared compared[N_COMPARED]; /* by a hash of the needle and the shift: the last ones */
    uint32_t n_codes;
    /* of the current code */
    const struct sequence *code;
    struct search_matches *out;
    uint64_t n_steps;
};

/* Tokens that are compared, for one code: hostile texts could take the square of their length. */
static const uint64_t max_steps = 1 << 28;

struct search *search_new(const struct search_index *index)
{
    struct search *search = mem_alloc(1, sizeof *search);
    search->index = index;
    search->best = mem_alloc(index->needles.n, sizeof *search->best);
    return search;
}

void search_free(struct search *search)
{
    if (!search)
        return;
    free(search->best);
    free(search);
}

/* Whether the token of the code at `at` may be equal to that beside it, if names are numbered. */
static bool may_be_equal(const struct search *search, uint32_t needle, int64_t shift, uint32_t at)
{
    const struct search_index *index = search->index;
    const struct sequence_token *a = &search->code->tokens.items[at];
    const struct sequence_token *b = &index->needles.items[needle].tokens.items[at - shift];
    return a->text == b->text || a->text == SEQUENCE_ANY ||
           (index->options.is_renamed && a->is_name && b->is_name);
}

/* Returns the tokens around `at` that may be equal; fewer than `least` if they are not enough. */
static struct side_by_side tokens_beside(const struct search *search, uint32_t needle,
                                         int64_t shift, uint32_t at, size_t least)
{
    int64_t first = shift > 0 ? shift : 0, n = (int64_t)search->code->tokens.n;
    int64_t end = shift + (int64_t)search->index->needles.items[needle].tokens.n;
    struct side_by_side pair = {needle, shift, at, at};
    end = end < n ? end : n;
    while (end - first >= (int64_t)least && pair.start > first &&
           may_be_equal(search, needle, shift, pair.start - 1))
        pair.start--;
    while (end - pair.start >= (int64_t)least && pair.end < end &&
           may_be_equal(search, needle, shift, pair.end))
        pair.end++;
    return pair;
}

/* Returns where equal tokens that go on with the tokens `a` and `b` at `at` must begin: at `start`
 * or, because of these tokens, later. */
static uint32_t start_with(const struct sequence_token *a, const struct sequence_token *b,
                           uint32_t start, uint32_t at, bool is_renamed)
{
    if (a->text == SEQUENCE_ANY)
        return start;
    if (!is_renamed || !a->is_name || !b->is_name)
        return a->text == b->text ? start : at + 1;
    if (a->back == b->back)
        return start;
    uint32_t nearer = a->back && (!b->back || a->back < b->back) ? a->back : b->back;
    return nearer > at - start ? start : at - nearer + 1;
}

/* Adds the tokens from `start` to `end` if they are all of the needle, or a part that is asked for.
 * Returns whether they are all. */
static bool add_match(struct search *search, const struct side_by_side *pair, uint32_t start,
                      uint32_t end, bool is_exact)
{
    struct search_match match = {
        .needle = pair->needle,
        .start = (uint32_t)(start - pair->shift),
        .n_tokens = end - start,
        .at = start,
        .is_whole = end - start == search->index->needles.items[pair->needle].tokens.n,
        .is_exact = is_exact,
    };
    if (match.is_whole || (search->index->options.has_parts && match.n_tokens >= SEARCH_MIN_TOKENS))
        array_push(&search->out->list, match);
    return match.is_whole;
}

/* Adds the longest equal parts of the tokens. Returns whether the whole needle is there. */
static bool compare_as(struct search *search, const struct side_by_side *pair, bool is_renamed)
{
    const struct sequence_token *a = search->code->tokens.items;
    const struct sequence_token *b = search->index->needles.items[pair->needle].tokens.items;
    uint32_t start = pair->start;
    for (uint32_t at = start; at < pair->end; at++) {
        uint32_t next = start_with(&a[at], &b[at - pair->shift], start, at, is_renamed);
        if (next != start)
            add_match(search, pair, start, at, !is_renamed);
        start = next;
    }
    return add_match(search, pair, start, pair->end, !is_renamed);
}

/* Compares a needle with the code beside it, around an n-gram at `at`. A whole needle that was
 * found is looked for only where it would be a better match. */
static void compare(struct search *search, uint32_t needle, int64_t shift, uint32_t at)
{
    const struct search_options *options = &search->index->options;
    struct best_match *best = &search->best[needle];
    size_t n = search->index->needles.items[needle].tokens.n;
    size_t least = options->has_parts && n > SEARCH_MIN_TOKENS ? SEARCH_MIN_TOKENS : n;
    struct compared *done =
        &search->compared[(needle * UINT32_C(0x9e3779b1) + (uint32_t)shift) % N_COMPARED];
    bool is_done = done->code == search->n_codes && done->needle == needle && done->shift == shift;
    bool is_later = !options->has_parts && best->code == search->n_codes && best->shift <= shift;
    search->n_steps++;
    if ((is_done && at < done->end) || (is_later && best->is_exact))
        return;
    struct side_by_side pair = tokens_beside(search, needle, shift, at, least);
    search->n_steps += pair.end - pair.start;
    *done = (struct compared){search->n_codes, needle, pair.end, shift};
    if (pair.end - pair.start < least)
        return;
    bool is_exact = compare_as(search, &pair, false);
    if (is_exact || (options->is_renamed && !is_later && compare_as(search, &pair, true)))
        *best = (struct best_match){search->n_codes, is_exact, shift};
}

/* ---- The search ---- */

static void look_up(struct search *search, const struct ngram_slot *slot, size_t at)
{
    const struct search_index *index = search->index;
    const struct ngram_place *places = index->places.items + slot->first;
    for (uint32_t i = 0; i < slot->n; i++) {
        if (index->options.has_parts && search->n_steps > max_steps) {
            search->out->is_cut_short = true;
            return;
        }
        compare(search, places[i].needle, (int64_t)at - places[i].at, (uint32_t)at);
    }
}

/* Looks up the rarest n-gram that begins from `first` to before `end`, if all that are hashed are
 * known. Returns the place after it, or after one that is not known; `first` + 1 if none is hashed.
 */
static size_t look_up_window(struct search *search, size_t first, size_t end)
{
    const struct ngram_slot *rarest = NULL;
    size_t place = first;
    for (size_t at = end; at-- > first;) {
        uint64_t ngram = ngram_at(search->code, at, NGRAM, 0);
        if (!ngram)
            continue;
        const struct ngram_slot *slot = slot_of(search->index, ngram);
        if (!slot->n)
            return at + 1;
        if (!rarest || slot->n < rarest->n) {
            rarest = slot;
            place = at;
        }
    }
    if (rarest)
        look_up(search, rarest, place);
    return place + 1;
}

void search_code(struct search_matches *out, struct search *search, const struct sequence *code)
{
    const struct search_index *index = search->index;
    size_t n = code->tokens.n;
    search->code = code;
    search->out = out;
    search->n_steps = 0;
    search->n_codes++;
    size_t n_ngrams = index->options.has_parts ? WINDOW : 1;
    for (size_t at = 0; at + n_ngrams + NGRAM - 1 <= n;)
        at = look_up_window(search, at, at + n_ngrams);
    for (size_t length = 1; length < least_long(index) && length <= n; length++) {
        if (!index->has_ngrams[length] || (length < n && !index->options.has_any_length))
            continue;
        for (size_t at = 0; at + length <= n; at++)
            look_up(search, slot_of(index, ngram_at(code, at, length, length)), at);
    }
}
