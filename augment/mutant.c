/* A mutant is examined like a mined pair: the two programs are compared token by token, and the
 * edit that is found is stored. Swapped arguments are not one token, so their edit is put together
 * here. */
#include "augment/mutant.h"

#include "classify/fix_row.h"
#include "tokenize/apply.h"
#include "tokenize/digest.h"

#include <string.h>

static void add_range(struct str *out, const char *source, struct byte_range range)
{
    str_add(out, source + range.start, range.end - range.start);
}

void mutant_write(struct str *out, const char *source, size_t length,
                  const struct mutation *mutation)
{
    if (mutation->rule == MUTATE_ARGUMENT_SWAP) {
        struct byte_range first = mutation->first, second = mutation->second;
        str_add(out, source, first.start);
        add_range(out, source, second);
        add_range(out, source, (struct byte_range){first.end, second.start});
        add_range(out, source, first);
        add_range(out, source, (struct byte_range){second.end, length});
        return;
    }
    edit_apply(out, source, length, mutation->range.start, mutation->range.end,
               mutation->text.bytes, mutation->text.length);
}

/* Returns the index of the token that starts at a byte, or tokens.n. */
static size_t token_at(const struct program *program, size_t byte)
{
    size_t low = program_token_from(program, byte);
    while (low < program->tokens.n && token_is_layout(&program->tokens.items[low]))
        low++;
    bool is_there = low < program->tokens.n && program->tokens.items[low].start_byte == byte;
    return is_there ? low : program->tokens.n;
}

static struct place_row place_of_range(const struct program *program, size_t token,
                                       struct byte_range range)
{
    struct position position = source_position(program->source, program->length, range.start);
    return (struct place_row){
        .start_byte = (int64_t)range.start,
        .end_byte = (int64_t)range.end,
        .line = position.line,
        .column = position.column,
        .token_index = (int64_t)token,
        .token_end_byte = (int64_t)program->tokens.items[token].end_byte,
        .n_tokens = (int64_t)program->tokens.n,
    };
}

/* Describes a swap: the arguments and the text between them, in both programs. */
static bool describe_swap(struct mutant *out, const struct program *mutant,
                          const struct program *original, struct arena *arena)
{
    struct byte_range range = {out->mutation.first.start, out->mutation.second.end};
    size_t token = token_at(mutant, range.start), fixed_token = token_at(original, range.start);
    if (token == mutant->tokens.n || fixed_token == original->tokens.n ||
        mutant->tokens.n != original->tokens.n)
        return false;
    size_t length = range.end - range.start;
    out->row = (struct fix_row){
        .edit = "swap",
        .category = bug_category_name(CATEGORY_OTHER),
        .pattern = sstub_pattern_name(PATTERN_SWAP_ARGUMENTS),
        .before = arena_copy_text(arena, mutant->source + range.start, length),
        .after = arena_copy_text(arena, original->source + range.start, length),
        .before_length = length,
        .after_length = length,
        .buggy_place = place_of_range(mutant, token, range),
        .fixed_place = place_of_range(original, fixed_token, range),
    };
    return true;
}

static bool describe(struct mutant *out, const struct program *mutant,
                     const struct program *original, struct arena *arena)
{
    struct token_edit edit;
    enum difference difference = program_difference(mutant, original, &edit);
    if (out->mutation.rule == MUTATE_ARGUMENT_SWAP)
        return difference != DIFFERENCE_NONE && describe_swap(out, mutant, original, arena);
    if (difference != DIFFERENCE_SINGLE)
        return false;
    enum bug_category category = classify_edit(mutant, original, &edit).category;
    out->row = fix_row_of(mutant, original, &edit, arena);
    return category == mutation_rule_category(out->mutation.rule);
}

/* Whether the row, applied to the mutant, gives the original: the same text or, if blanks differ,
 * the same tokens. */
static bool is_reversible(struct mutant_maker *maker, const struct fix_row *row,
                          const struct program *original, struct digest digest)
{
    str_clear(&maker->reversed);
    edit_apply(&maker->reversed, str_text(&maker->code), maker->code.length,
               (size_t)row->buggy_place.start_byte, (size_t)row->buggy_place.end_byte, row->after,
               row->after_length);
    if (maker->reversed.length == original->length &&
        memcmp(str_text(&maker->reversed), original->source, original->length) == 0)
        return true;
    return program_tokenize(&maker->program, maker->parser, str_text(&maker->reversed),
                            maker->reversed.length, NULL) == TOKENIZE_OK &&
           digest_compare(program_digest(&maker->program, &maker->scratch), digest) == 0;
}

static bool is_same_dialect(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool mutant_make(struct mutant *out, struct mutant_maker *maker,
                 const struct mutant_original *original, const struct mutation *mutation,
                 struct arena *arena)
{
    const struct program *program = original->program;
    *out = (struct mutant){.mutation = *mutation};
    str_clear(&maker->code);
    mutant_write(&maker->code, program->source, program->length, mutation);
    if (program_tokenize(&maker->program, maker->parser, str_text(&maker->code), maker->code.length,
                         program) != TOKENIZE_OK ||
        !describe(out, &maker->program, program, arena))
        return false;
    out->row.origin = "mutant";
    out->row.dialect = dialect_find(maker->dialects, &maker->program, original->original_language);
    out->digest = program_digest(&maker->program, &maker->scratch);
    if (!is_same_dialect(out->row.dialect, original->dialect) ||
        !is_reversible(maker, &out->row, program, original->digest))
        return false;
    out->mutation.text.bytes = arena_copy_text(arena, mutation->text.bytes, mutation->text.length);
    out->n_bytes = maker->code.length;
    sha256_hex(str_text(&maker->code), maker->code.length, out->sha256);
    return true;
}

void mutant_maker_release(struct mutant_maker *maker)
{
    program_release(&maker->program);
    str_release(&maker->code);
    str_release(&maker->reversed);
    str_release(&maker->scratch);
}
