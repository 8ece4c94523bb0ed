/* A table of fixed size counts how often each run occurs. A collision in the table only means that
 * an anchor may not be the rarest run. */
#include "guard/anchors.h"

#include <stdlib.h>

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

struct anchors *anchors_new(const struct needles *needles, bool is_renamed)
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

void anchors_free(struct anchors *anchors)
{
    if (!anchors)
        return;
    free(anchors->list);
    free(anchors->slots);
    free(anchors);
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

/* The options of a search. */
struct asked {
    const struct anchors *anchors;
    const struct sequence *sequence;
    bool (*is_wanted)(void *context, uint32_t needle);
    void (*take)(void *context, uint32_t needle, uint32_t start);
    void *context;
};

/* Needles that consist of one run, and are compared as they are, are found together. If the first
 * of them is no longer wanted, none is. So a short text that many items have in common costs no
 * more than one item. */
static void search_at(const struct asked *asked, size_t at, size_t length)
{
    const struct anchors *anchors = asked->anchors;
    uint64_t run = run_at(asked->sequence, at, length, anchors->is_renamed);
    uint32_t first = *slot_of(anchors, run);
    for (size_t i = first - 1; first && i < anchors->n && anchors->list[i].run == run; i++) {
        const struct anchor *anchor = &anchors->list[i];
        const struct needle *needle = &anchors->needles->list.items[anchor->needle];
        bool is_wanted = asked->is_wanted(asked->context, anchor->needle);
        if (!is_wanted && length < RUN && !anchors->is_renamed)
            break;
        if (is_wanted && at >= anchor->offset &&
            is_contained(&needle->sequence, asked->sequence, at - anchor->offset,
                         anchors->is_renamed))
            asked->take(asked->context, anchor->needle, (uint32_t)(at - anchor->offset));
    }
}

void anchors_search(const struct anchors *anchors, const struct sequence *sequence,
                    bool (*is_wanted)(void *context, uint32_t needle),
                    void (*take)(void *context, uint32_t needle, uint32_t start), void *context)
{
    const struct asked asked = {anchors, sequence, is_wanted, take, context};
    for (size_t length = 1; length <= RUN; length++)
        for (size_t at = 0; anchors->has_runs_of[length] && at + length <= sequence->tokens.n; at++)
            search_at(&asked, at, length);
}
