/* Similar programs are compared by the multisets of their tokens. The outlines of these show for
 * nearly every two programs that they cannot be similar. */
#include "guard/leak.h"

#include "base/str.h"
#include "guard/benchmark.h"
#include "guard/loose_code.h"

#include <stdlib.h>
#include <string.h>

const char *const leak_match_names[] = {
    [MATCH_TYPE1] = "type1", [MATCH_TYPE2] = "type2", [MATCH_SIMILAR] = "similar", NULL};

const char *const leak_relation_names[] = {"equal", "contained", "similar"};

const struct match_options match_presets[] = {
    {"type1", MATCH_TYPE1, SEARCH_MIN_TOKENS, 0},
    {"type2", MATCH_TYPE2, SEARCH_MIN_TOKENS, 0},
    {"similar", MATCH_SIMILAR, SEARCH_MIN_TOKENS, 0.85},
    {"li", MATCH_TYPE1, 1, 0},
    {0},
};

const struct match_options *match_preset_find(const char *name)
{
    for (const struct match_options *preset = match_presets; preset->name; preset++)
        if (strcmp(preset->name, name) == 0)
            return preset;
    return NULL;
}

/* ---- The needles ---- */

static struct bag *bag_of(const struct sequence *sequence)
{
    size_t n = sequence->tokens.n;
    scoped_memory uint64_t *texts = mem_alloc(n, sizeof *texts);
    for (size_t i = 0; i < n; i++)
        texts[i] = sequence->tokens.items[i].text;
    return bag_new(texts, n);
}

static void add_needle(struct needles *out, struct benchmark *benchmark, uint32_t number,
                       enum item_side side, struct loose_reader *reader)
{
    static const char *const names[] = {"buggy", "fixed"};
    const struct benchmark_item *item = &benchmark->items.items[number];
    struct needle needle = {.item = number, .side = side};
    scoped(loose_code) code = {.program = {0}};
    if (!item->codes[side].text)
        return;
    loose_code_read(&code, reader, item->language, item->codes[side].text,
                    item->codes[side].length);
    if (code.sequence.tokens.n == 0) {
        scoped(str) place = {0};
        str_print(&place, "%s (%s)", item->place, names[side]);
        benchmark_reject(benchmark, str_text(&place), "has no tokens");
        return;
    }
    if (out->options.match == MATCH_SIMILAR) {
        needle.bag = bag_of(&code.sequence);
        needle.outline = bag_outline_of(needle.bag);
    }
    array_push(&out->list, needle);
    search_index_add(out->index, code.sequence.tokens.items, code.sequence.tokens.n);
}

void needles_make(struct needles *out, struct benchmark *benchmark,
                  const struct match_options *options)
{
    scoped(loose_reader) *reader = loose_reader_new();
    struct search_options how = {.is_renamed = options->match >= MATCH_TYPE2,
                                 .has_any_length = options->min_tokens < SEARCH_MIN_TOKENS};
    *out = (struct needles){.options = *options, .index = search_index_new(&how)};
    for (uint32_t i = 0; i < benchmark->items.n; i++)
        for (enum item_side side = 0; side < N_ITEM_SIDES; side++)
            add_needle(out, benchmark, i, side, reader);
    search_index_finish(out->index);
}

void needles_release(struct needles *needles)
{
    for (size_t i = 0; i < needles->list.n; i++)
        free(needles->list.items[i].bag);
    array_release(&needles->list);
    search_index_free(needles->index);
}

/* ---- The search ---- */

struct needle_search {
    const struct needles *needles;
    struct search *search;
    struct sequence_reader *reader;
    struct sequence sequence; /* of the current program */
    struct search_matches matches;
};

struct needle_search *needle_search_new(const struct needles *needles)
{
    struct needle_search *search = mem_alloc(1, sizeof *search);
    search->needles = needles;
    search->search = search_new(needles->index);
    search->reader = sequence_reader_new(&(struct sequence_options){.skips_texts = true});
    return search;
}

void needle_search_free(struct needle_search *search)
{
    if (!search)
        return;
    search_free(search->search);
    sequence_reader_free(search->reader);
    sequence_release(&search->sequence);
    array_release(&search->matches.list);
    free(search);
}

/* The strongest match of a needle comes before its others. */
static int compare_matches(const void *a, const void *b)
{
    const struct search_match *x = a, *y = b;
    int order = COMPARE(x->needle, y->needle);
    order = order ? order : COMPARE(y->is_exact, x->is_exact);
    return order ? order : COMPARE(x->at, y->at);
}

/* Adds a hit. Its line is that of a token of the sequence. */
static void add_hit(struct hits *out, struct needle_search *search, const struct program *program,
                    struct hit hit, uint32_t at)
{
    const struct token *token = &program->tokens.items[search->sequence.tokens.items[at].token];
    hit.line = text_position(program->source, program->length, token->start_byte).line;
    array_push(&out->list, hit);
}

static void find_whole(struct hits *out, struct needle_search *search,
                       const struct program *program)
{
    array_clear(&search->matches.list);
    search_code(&search->matches, search->search, &search->sequence);
    array_sort(&search->matches.list, compare_matches);
    for (size_t i = 0; i < search->matches.list.n; i++) {
        const struct search_match *match = &search->matches.list.items[i];
        if (i && match->needle == match[-1].needle)
            continue;
        bool is_equal = match->n_tokens == search->sequence.tokens.n;
        struct hit hit = {.needle = match->needle,
                          .match = match->is_exact ? MATCH_TYPE1 : MATCH_TYPE2,
                          .relation = is_equal ? RELATION_EQUAL : RELATION_CONTAINED,
                          .similarity = 1};
        add_hit(out, search, program, hit, match->at);
    }
}

/* Whether two multisets may be similar. What only one of them has, it has at least once. */
static bool may_be_similar(const struct needle *needle, const struct bag *bag,
                           const struct bag_outline *outline, double threshold)
{
    uint32_t most = bag_most_shared(&needle->outline, outline);
    uint32_t most_a = needle->bag->total - (needle->bag->n - most);
    uint32_t most_b = bag->total - (bag->n - most);
    uint32_t shared = most_a < most_b ? most_a : most_b;
    return shared >= (threshold - 1e-9) * (needle->bag->total + bag->total - shared);
}

static void find_similar(struct hits *out, struct needle_search *search,
                         const struct program *program)
{
    const struct match_options *options = &search->needles->options;
    scoped_memory struct bag *bag = bag_of(&search->sequence);
    struct bag_outline outline = bag_outline_of(bag);
    size_t next = 0, end = out->list.n; /* of the needles that were found whole */
    for (uint32_t i = 0; i < search->needles->list.n; i++) {
        const struct needle *needle = &search->needles->list.items[i];
        bool is_found = next < end && out->list.items[next].needle == i;
        next += is_found;
        if (is_found || needle->bag->total < options->min_tokens ||
            !may_be_similar(needle, bag, &outline, options->threshold))
            continue;
        struct hit hit = {.needle = i,
                          .match = MATCH_SIMILAR,
                          .relation = RELATION_SIMILAR,
                          .similarity = bag_similarity(needle->bag, bag).multiset};
        if (hit.similarity >= options->threshold)
            add_hit(out, search, program, hit, 0);
    }
}

static int compare_hits(const void *a, const void *b)
{
    const struct hit *x = a, *y = b;
    return COMPARE(x->needle, y->needle);
}

void needle_search_program(struct hits *out, struct needle_search *search,
                           const struct program *program)
{
    sequence_read(&search->sequence, search->reader, program);
    if (search->sequence.tokens.n == 0)
        return;
    find_whole(out, search, program);
    if (search->needles->options.match == MATCH_SIMILAR)
        find_similar(out, search, program);
    array_sort(&out->list, compare_hits);
}
