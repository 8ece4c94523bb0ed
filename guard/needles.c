#include "guard/needles.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

struct bag *needle_bag(const struct sequence *sequence)
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
    {"type1", MATCH_TYPE1, 20, 0},
    {"type2", MATCH_TYPE2, 20, 0},
    {"similar", MATCH_SIMILAR, 20, 0.85},
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

struct sequence_reader *needle_reader_new(void)
{
    return sequence_reader_new(&(struct sequence_options){.skips_texts = true});
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

/* What programs are read with. */
struct reading {
    struct sequence_reader *sequences;
    struct lexicals lexicals;
};

/* Tokenizes a text with `opener` in front of it, then removes the tokens of `opener`. Returns false
 * if this is not possible. */
static bool read_text(struct needle *needle, struct reading *reading,
                      const struct language *language, const struct item_code *code,
                      const char *opener)
{
    scoped(str) text = {0};
    scoped(program) program = {0};
    str_add_text(&text, opener);
    size_t before = text.length;
    str_add(&text, code->text, code->length);
    if (!program_tokenize(&program, lexicals_get(&reading->lexicals, language), str_text(&text),
                          text.length))
        return false;
    sequence_read(&needle->sequence, reading->sequences, &program);
    cut_start(&needle->sequence, &program, before);
    needle->digest = sequence_digest(&needle->sequence);
    needle->renamed = sequence_renamed_digest(&needle->sequence);
    return true;
}

static void reject(struct benchmark *benchmark, const struct benchmark_item *item,
                   enum item_side side, const char *reason)
{
    static const char *const names[] = {" (buggy)", " (fixed)"};
    scoped(str) place = {0};
    str_print(&place, "%s%s", item->place, names[side]);
    benchmark_reject(benchmark, str_text(&place), reason);
}

static void add_needle(struct needles *out, struct benchmark *benchmark, uint32_t number,
                       enum item_side side, struct reading *reading)
{
    const struct benchmark_item *item = &benchmark->items.items[number];
    const struct item_code *code = &item->codes[side];
    struct needle needle = {.item = number, .side = side};
    const char *opener = item->language->parts.block_opener;
    bool is_indented = code->length && strchr(" \t", code->text[0]);
    if (!code->text)
        return;
    if (!read_text(&needle, reading, item->language, code, "") &&
        !(is_indented && opener && read_text(&needle, reading, item->language, code, opener))) {
        reject(benchmark, item, side, "does not parse");
    } else if (needle.sequence.tokens.n == 0) {
        reject(benchmark, item, side, "has no tokens");
    } else {
        array_push(&out->list, needle);
        return;
    }
    sequence_release(&needle.sequence);
}

void needles_make(struct needles *out, struct benchmark *benchmark,
                  const struct match_options *options)
{
    struct reading reading = {.sequences = needle_reader_new()};
    *out = (struct needles){.options = *options};
    for (uint32_t i = 0; i < benchmark->items.n; i++)
        for (enum item_side side = 0; side < N_ITEM_SIDES; side++)
            add_needle(out, benchmark, i, side, &reading);
    for (size_t i = 0; options->match == MATCH_SIMILAR && i < out->list.n; i++)
        out->list.items[i].bag = needle_bag(&out->list.items[i].sequence);
    sequence_reader_free(reading.sequences);
    lexicals_release(&reading.lexicals);
}

void needles_release(struct needles *needles)
{
    for (size_t i = 0; i < needles->list.n; i++) {
        sequence_release(&needles->list.items[i].sequence);
        free(needles->list.items[i].bag);
    }
    array_release(&needles->list);
}
