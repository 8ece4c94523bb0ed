/* Every run of a few tokens of the programs is in an index, up to renaming. Code that is searched
 * is looked up at few of its places: of the runs in each window of `min_tokens` tokens, only the
 * rarest is looked up, because a match in the window has all of them; if one is in no program, the
 * window has no match.
 *
 * A place where a run was found, in the code and in a program, decides how the two lie beside each
 * other. They are then compared from each token on at which code may begin. A match ends at the
 * last token at which code may end. */
#include "guard/held_out.h"

#include <stdlib.h>

/* ---- The index ---- */

enum { RUN = 8 };

struct run_place {
    uint64_t run; /* hash */
    uint32_t program, at;
};

/* The places of a run in the list; none: the slot is free. */
struct run_slot {
    uint32_t first, n;
};

struct held_out_index {
    size_t run_length;
    ARRAY(struct run_place) places;   /* sorted by run */
    struct run_slot *slots;           /* open addressing */
    size_t n_slots;                   /* a power of two */
    struct numbered_digest *programs; /* sorted by digest */
};

static uint64_t run_at(const struct sequence *sequence, size_t start, size_t length)
{
    uint64_t tokens[RUN];
    for (size_t i = 0; i < length; i++)
        tokens[i] = sequence_renamed(&sequence->tokens.items[start + i], i);
    return hash_bytes(tokens, length * sizeof *tokens, 0);
}

static struct run_slot *slot_of(const struct held_out_index *index, uint64_t run)
{
    size_t mask = index->n_slots - 1, at = run & mask;
    while (index->slots[at].n && index->places.items[index->slots[at].first].run != run)
        at = (at + 1) & mask;
    return &index->slots[at];
}

static int compare_places(const void *a, const void *b)
{
    const struct run_place *x = a, *y = b;
    int order = COMPARE(x->run, y->run);
    order = order ? order : COMPARE(x->program, y->program);
    return order ? order : COMPARE(x->at, y->at);
}

static struct numbered_digest *digests_of(const struct held_out *held_out)
{
    size_t n = held_out->programs.n;
    struct numbered_digest *digests = mem_alloc(n, sizeof *digests);
    for (uint32_t i = 0; i < n; i++) {
        digests[i].digest = sequence_digest(&held_out->programs.items[i].sequence);
        digests[i].number = i;
    }
    numbered_digests_sort(digests, n);
    return digests;
}

struct held_out_index *held_out_index_new(const struct held_out *held_out)
{
    struct held_out_index *index = mem_alloc(1, sizeof *index);
    uint32_t min_tokens = held_out->options.min_tokens;
    index->run_length = min_tokens < RUN ? min_tokens : RUN;
    index->n_slots = 64;
    for (uint32_t i = 0; i < held_out->programs.n; i++) {
        const struct sequence *sequence = &held_out->programs.items[i].sequence;
        if (sequence->tokens.n < min_tokens)
            continue;
        for (uint32_t at = 0; at + index->run_length <= sequence->tokens.n; at++)
            array_push(&index->places,
                       (struct run_place){run_at(sequence, at, index->run_length), i, at});
    }
    array_sort(&index->places, compare_places);
    while (index->n_slots < 2 * index->places.n)
        index->n_slots *= 2;
    index->slots = mem_alloc(index->n_slots, sizeof *index->slots);
    for (uint32_t i = 0; i < index->places.n; i++) {
        struct run_slot *slot = slot_of(index, index->places.items[i].run);
        slot->first = slot->n++ ? slot->first : i;
    }
    index->programs = digests_of(held_out);
    return index;
}

void held_out_index_free(struct held_out_index *index)
{
    if (!index)
        return;
    array_release(&index->places);
    free(index->slots);
    free(index->programs);
    free(index);
}

/* ---- The search ---- */

/* A program beside the code: its first token is beside the token `shift` of the code. */
struct side_by_side {
    uint32_t program;
    int64_t shift;
};

/* Comparisons for one text, of programs and of tokens: hostile texts could take the square of their
 * length. */
enum { MAX_PAIRS = 1 << 22, MAX_STEPS = 1 << 28 };

struct held_out_search {
    const struct held_out *held_out;
    struct loose_reader *reader;
    struct loose_code code;
    struct held_out_matches *out;
    ARRAY(uint32_t) begins;           /* tokens of the code at which code may begin, and its end */
    ARRAY(struct side_by_side) pairs; /* found in the current code; some more than once */
    uint64_t n_steps;                 /* in the current code */
};

struct held_out_search *held_out_search_new(const struct held_out *held_out)
{
    struct held_out_search *search = mem_alloc(1, sizeof *search);
    search->held_out = held_out;
    search->reader = loose_reader_new();
    return search;
}

void held_out_search_free(struct held_out_search *search)
{
    if (!search)
        return;
    loose_reader_free(search->reader);
    loose_code_release(&search->code);
    array_release(&search->begins);
    array_release(&search->pairs);
    free(search);
}

/* Returns the end of the tokens of the code, from `start` to before `limit`, that are equal to
 * those of the program. */
static uint32_t equal_until(const struct held_out_search *search, const struct side_by_side *pair,
                            uint32_t start, uint32_t limit, bool is_renamed)
{
    const struct sequence_token *own = search->code.sequence.tokens.items;
    const struct sequence_token *other =
        search->held_out->programs.items[pair->program].sequence.tokens.items;
    uint32_t at = start;
    for (; at < limit; at++) {
        const struct sequence_token *a = &own[at], *b = &other[at - pair->shift];
        if (search->code.edges.items[at] & TOKEN_HOLE)
            continue;
        if (is_renamed ? sequence_renamed(a, at - start) != sequence_renamed(b, at - start)
                       : a->text != b->text)
            break;
    }
    return at;
}

/* Returns whether a part has the edit of a fix. */
static bool has_edit(const struct held_out *held_out, const struct held_out_program *program,
                     int64_t start, int64_t end)
{
    for (uint32_t i = 0; i < program->n_uses; i++) {
        int64_t edit = held_out->uses.items[program->first_use + i].edit;
        if (edit >= start && edit < end)
            return true;
    }
    return false;
}

/* Adds the longest match in equal tokens that may end where it does. */
static void add_match(struct held_out_search *search, const struct side_by_side *pair,
                      uint32_t start, uint32_t end, bool is_exact)
{
    const uint8_t *edges = search->code.edges.items;
    const struct held_out *held_out = search->held_out;
    const struct held_out_program *program = &held_out->programs.items[pair->program];
    int64_t last = end, shift = pair->shift;
    bool begins_program = start == shift;
    bool ends_program = last - shift == (int64_t)program->sequence.tokens.n;
    while (!ends_program && last > start && !(edges[last] & (EDGE_ENDS | EDGE_SOFT)))
        last--;
    bool is_strong =
        (begins_program || edges[start] & EDGE_BEGINS) && (ends_program || edges[last] & EDGE_ENDS);
    if (last - start >= held_out->options.min_tokens &&
        (is_strong || has_edit(held_out, program, start - shift, last - shift)))
        array_push(&search->out->list,
                   (struct held_out_match){pair->program, (uint32_t)(start - shift),
                                           (uint32_t)(last - start), begins_program && ends_program,
                                           is_exact});
}

/* Compares a program with the code beside it. From a later token on, names may be equal
 * further: what is before it, as prose, no longer decides how they are numbered. */
static void compare(struct held_out_search *search, const struct side_by_side *pair)
{
    const struct held_out *held_out = search->held_out;
    int64_t n = (int64_t)held_out->programs.items[pair->program].sequence.tokens.n;
    int64_t n_code = (int64_t)search->code.sequence.tokens.n, last = pair->shift + n;
    uint32_t limit = (uint32_t)(last < n_code ? last : n_code);
    uint32_t start = (uint32_t)(pair->shift > 0 ? pair->shift : 0);
    size_t next;
    bisect(next, search->begins.n, search->begins.items[next] < start);
    if (pair->shift < 0)
        start = search->begins.items[next++]; /* the first token */
    uint32_t renamed = 0;                     /* the end of what was found */
    while (start < limit && search->n_steps < MAX_STEPS) {
        uint32_t exact = equal_until(search, pair, start, limit, false), end = exact;
        add_match(search, pair, start, exact, true);
        if (held_out->options.is_renamed && renamed < limit) {
            end = equal_until(search, pair, start, limit, true);
            if (end > renamed && end > exact)
                add_match(search, pair, start, end, false);
            renamed = end > renamed ? end : renamed;
        }
        search->n_steps += end - start + 1;
        while (next < search->begins.n &&
               (search->begins.items[next] < exact || search->begins.items[next] <= start))
            next++;
        start = next < search->begins.n ? search->begins.items[next] : limit;
    }
}

static int compare_pairs(const void *a, const void *b)
{
    const struct side_by_side *x = a, *y = b;
    int order = COMPARE(x->program, y->program);
    return order ? order : COMPARE(x->shift, y->shift);
}

/* Compares each program where it was found beside the code. */
static void compare_all(struct held_out_search *search)
{
    const struct side_by_side *list = search->pairs.items;
    array_sort(&search->pairs, compare_pairs);
    for (size_t i = 0; i < search->pairs.n && search->n_steps < MAX_STEPS; i++)
        if (i == 0 || compare_pairs(&list[i - 1], &list[i]) != 0)
            compare(search, &list[i]);
}

static void look_up(struct held_out_search *search, const struct run_slot *slot, size_t at)
{
    const struct run_place *places = search->held_out->index->places.items + slot->first;
    for (uint32_t i = 0; i < slot->n && search->pairs.n < MAX_PAIRS; i++)
        array_push(&search->pairs,
                   (struct side_by_side){places[i].program, (int64_t)at - places[i].at});
}

static bool has_hole(const struct held_out_search *search, size_t start, size_t length)
{
    for (size_t i = start; i < start + length; i++)
        if (search->code.edges.items[i] & TOKEN_HOLE)
            return true;
    return false;
}

/* Looks up the rarest run that begins from `first` to before `end`, if all runs without holes are
 * known. Returns the place after it, or after one that is not known; `first` + 1 if all have
 * holes. */
static size_t look_up_window(struct held_out_search *search, size_t first, size_t end)
{
    const struct held_out_index *index = search->held_out->index;
    const struct run_slot *rarest = NULL;
    size_t place = first;
    for (size_t at = end; at-- > first;) {
        if (has_hole(search, at, index->run_length))
            continue;
        const struct run_slot *slot =
            slot_of(index, run_at(&search->code.sequence, at, index->run_length));
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

/* Looks up all windows between two cuts. */
static void look_up_windows(struct held_out_search *search, size_t start, size_t end)
{
    size_t length = search->held_out->index->run_length;
    size_t n_window = search->held_out->options.min_tokens - length + 1;
    if (end - start < length)
        return;
    size_t n_runs = end - start - length + 1;
    size_t last = n_runs > n_window ? end - length + 1 - n_window : start; /* last window */
    while (start <= last)
        start = look_up_window(search, start, start + (n_runs < n_window ? n_runs : n_window));
}

/* Finds the short programs that are all of the code between two cuts, as they are. */
static void find_equal(struct held_out_search *search, size_t start, size_t end)
{
    const struct held_out *held_out = search->held_out;
    if (start == end || end - start >= held_out->options.min_tokens)
        return;
    struct sequence part = {.tokens = {search->code.sequence.tokens.items + start, end - start}};
    struct digest digest = sequence_digest(&part);
    const struct numbered_digest *list = held_out->index->programs;
    size_t at, n = held_out->programs.n;
    bisect(at, n, digest_compare(list[at].digest, digest) < 0);
    for (; at < n && digest_compare(list[at].digest, digest) == 0; at++)
        array_push(
            &search->out->list,
            (struct held_out_match){list[at].number, 0, (uint32_t)(end - start), true, true});
}

bool held_out_find(struct held_out_matches *out, size_t *n_code, struct held_out_search *search,
                   const struct language *language, const struct loose_text *text)
{
    struct loose_code *code = &search->code;
    size_t n, start = 0;
    loose_code_read(code, search->reader, language, text);
    n = code->sequence.tokens.n;
    *n_code = code->n_code;
    search->out = out;
    search->n_steps = 0;
    array_clear(&search->pairs);
    array_clear(&search->begins);
    for (uint32_t i = 0; i <= n; i++)
        if (code->edges.items[i] & (EDGE_BEGINS | EDGE_SOFT))
            array_push(&search->begins, i);
    for (size_t i = 1; i <= n; i++) {
        if (!(code->edges.items[i] & EDGE_CUT))
            continue;
        find_equal(search, start, i);
        look_up_windows(search, start, i);
        start = i;
    }
    compare_all(search);
    return search->pairs.n < MAX_PAIRS && search->n_steps < MAX_STEPS;
}
