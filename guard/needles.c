#include "guard/needles.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

/* Stands for the parent of the root, and for the missing neighbours of the first and last child. */
static const uint64_t NOTHING = UINT64_MAX;

/* The shape of a syntax tree, as a bag of small pieces.
 *
 * The pieces are pq-grams (Augsten, Böhlen and Gamper, VLDB 2005) with p = 2 and q = 3: a node, its
 * parent, and three neighbouring children. A node counts by its kind, not by its text. The Jaccard
 * similarity of two bags approximates the edit distance of the trees. */
struct shape {
    const struct syntax_tree *tree;
    ARRAY(uint64_t) pieces;
};

static bool is_skipped(const struct syntax_tree *tree, uint32_t node)
{
    return syntax_node_is_one_of(tree, node, tree->language->skipped_kinds);
}

static void add_piece(struct shape *shape, uint32_t anchor, const uint64_t window[3])
{
    const struct node *nodes = shape->tree->nodes.items;
    uint64_t parent = anchor ? nodes[nodes[anchor].parent].kind : NOTHING;
    uint64_t kinds[5] = {parent, nodes[anchor].kind, window[0], window[1], window[2]};
    uint64_t seed = (uint64_t)language_number(shape->tree->language);
    array_push(&shape->pieces, hash_bytes(kinds, sizeof kinds, seed));
}

static void add_node(struct shape *shape, uint32_t anchor)
{
    const struct node *nodes = shape->tree->nodes.items;
    uint64_t window[3] = {NOTHING, NOTHING, NOTHING};
    bool has_children = false;
    for (uint32_t child = anchor + 1; child < nodes[anchor].next; child = nodes[child].next) {
        if (is_skipped(shape->tree, child))
            continue;
        has_children = true;
        window[0] = window[1];
        window[1] = window[2];
        window[2] = nodes[child].kind;
        add_piece(shape, anchor, window);
    }
    for (int i = 0; i < (has_children ? 2 : 1); i++) {
        window[0] = window[1];
        window[1] = window[2];
        window[2] = NOTHING;
        add_piece(shape, anchor, window);
    }
}

/* Returns the bag of a program's tree. Comments are left out. */
static struct bag *tree_shape(const struct program *program)
{
    struct shape shape = {.tree = &program->tree};
    for (uint32_t i = 0; i < program->tree.nodes.n; i++)
        if (!is_skipped(&program->tree, i))
            add_node(&shape, i);
    struct bag *bag = bag_new(shape.pieces.items, shape.pieces.n);
    array_release(&shape.pieces);
    return bag;
}

static struct bag *bag_of_tokens(const struct sequence *sequence)
{
    size_t n = sequence->tokens.n;
    scoped_memory uint64_t *texts = mem_alloc(n, sizeof *texts);
    for (size_t i = 0; i < n; i++)
        texts[i] = sequence->tokens.items[i].text;
    return bag_new(texts, n);
}

const char *const leak_match_names[] = {
    [MATCH_TYPE1] = "type1", [MATCH_TYPE2] = "type2", [MATCH_SIMILAR] = "similar", NULL};

const struct match_options match_presets[] = {
    {"type1", MATCH_TYPE1, 20, 0, false},
    {"type2", MATCH_TYPE2, 20, 0, false},
    {"similar", MATCH_SIMILAR, 20, 0.85, false},
    {"tree", MATCH_SIMILAR, 20, 0.85, true},
    {"li", MATCH_TYPE1, 1, 0, false},
    {0},
};

const struct match_options *match_preset_find(const char *name)
{
    for (const struct match_options *preset = match_presets; preset->name; preset++)
        if (strcmp(preset->name, name) == 0)
            return preset;
    return NULL;
}

void needle_reader_init(struct needle_reader *reader, const struct match_options *options)
{
    *reader = (struct needle_reader){.options = options};
    reader->sequences = sequence_reader_new(&(struct sequence_options){.skips_texts = true});
}

void needle_reader_release(struct needle_reader *reader)
{
    syntax_parsers_release(&reader->parsers);
    sequence_reader_free(reader->sequences);
    *reader = (struct needle_reader){0};
}

struct bag *needle_reader_bag(struct needle_reader *reader, struct program *program,
                              const struct sequence *sequence)
{
    if (!reader->options->uses_trees)
        return bag_of_tokens(sequence);
    program_parse(program, syntax_parsers_get(&reader->parsers, program->language));
    return program->tree.nodes.n ? tree_shape(program) : NULL;
}

/* Removes the tokens that begin before a byte. */
static void cut_start(struct sequence *sequence, const struct program *program, size_t byte)
{
    size_t n_cut = 0;
    while (n_cut < sequence->tokens.n &&
           program->tokens.items[sequence->tokens.items[n_cut].token].start_byte < byte)
        n_cut++;
    if (n_cut == 0)
        return;
    sequence->tokens.n -= n_cut;
    memmove(sequence->tokens.items, sequence->tokens.items + n_cut,
            sequence->tokens.n * sizeof *sequence->tokens.items);
}

/* Tokenizes a text with `opener` in front of it, then removes the tokens of `opener`. Returns false
 * if this is not possible, or if the tree is needed and the text does not parse. */
static bool read_text(struct needle *needle, struct needle_reader *reader,
                      const struct language *language, const struct item_code *code,
                      const char *opener)
{
    struct syntax_parser *parser = syntax_parsers_get(&reader->parsers, language);
    scoped(str) text = {0};
    scoped(program) program = {0};
    str_add_text(&text, opener);
    size_t before = text.length;
    str_add(&text, code->text, code->length);
    if (!program_tokenize(&program, syntax_parser_lexical(parser), str_text(&text), text.length))
        return false;
    sequence_read(&needle->sequence, reader->sequences, &program);
    cut_start(&needle->sequence, &program, before);
    needle->digest = sequence_digest(&needle->sequence);
    needle->renamed = sequence_renamed_digest(&needle->sequence);
    if (reader->options->match != MATCH_SIMILAR)
        return true;
    free(needle->bag);
    needle->bag = needle_reader_bag(reader, &program, &needle->sequence);
    return needle->bag;
}

static void reject(struct benchmark *benchmark, const struct benchmark_item *item,
                   enum item_side side, const char *reason)
{
    static const char *const names[] = {" (buggy)", " (fixed)", ""};
    scoped(str) place = {0};
    str_print(&place, "%s%s", item->place, names[side]);
    benchmark_reject(benchmark, str_text(&place), reason);
}

static void add_needle(struct needles *out, struct benchmark *benchmark, uint32_t number,
                       enum item_side side, struct needle_reader *reader)
{
    const struct benchmark_item *item = &benchmark->items.items[number];
    const struct item_code *code = &item->codes[side];
    struct needle needle = {.item = number, .side = side};
    const char *opener = item->language->parts.block_opener;
    bool is_indented = code->length && strchr(" \t", code->text[0]);
    if (!code->text)
        return;
    if (!read_text(&needle, reader, item->language, code, "") &&
        !(is_indented && opener && read_text(&needle, reader, item->language, code, opener))) {
        reject(benchmark, item, side, "does not parse");
    } else if (needle.sequence.tokens.n == 0) {
        reject(benchmark, item, side, "has no tokens");
    } else {
        array_push(&out->list, needle);
        return;
    }
    sequence_release(&needle.sequence);
    free(needle.bag);
}

void needles_make(struct needles *out, struct benchmark *benchmark,
                  const struct match_options *options)
{
    *out = (struct needles){.options = *options};
    scoped(needle_reader) reader;
    needle_reader_init(&reader, options);
    for (uint32_t i = 0; i < benchmark->items.n; i++)
        for (enum item_side side = 0; side < N_ITEM_SIDES; side++)
            add_needle(out, benchmark, i, side, &reader);
}

void needles_release(struct needles *needles)
{
    for (size_t i = 0; i < needles->list.n; i++) {
        sequence_release(&needles->list.items[i].sequence);
        free(needles->list.items[i].bag);
    }
    array_release(&needles->list);
}
