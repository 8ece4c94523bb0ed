/* How libFuzzer changes the inputs of fuzz_pair.c: a quarter of the time byte by byte; else a
 * program gets a change of its tokens, lines or layout, on both sides or on one, so that many pairs
 * parse and differ in little. Bytes alone seldom give a program, and what does not parse takes ten
 * times as long. */
#include "tests/fuzz/target.h"
#include "tests/support/mutation.h"

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t max_length, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t length, size_t max_length); /* libFuzzer's own */

static struct {
    struct syntax_parser *parser;
    struct program program;
    struct str buggy, fixed, changed, joined;
} state;

/* Appends an input that gives these two texts. */
static void join(struct str *out, const struct str *first, const struct str *second)
{
    const char *a = str_text(first), *b = str_text(second);
    size_t least = first->length < second->length ? first->length : second->length;
    size_t start = 0, n_after = 0;
    while (start < least && a[start] == b[start])
        start++;
    while (n_after < least - start &&
           a[first->length - 1 - n_after] == b[second->length - 1 - n_after])
        n_after++;
    str_add(out, a, start);
    str_add_text(out, "$");
    str_add(out, a + start, first->length - n_after - start);
    str_add_text(out, "$");
    str_add(out, b + start, second->length - n_after - start);
    str_add_text(out, "$");
    str_add(out, a + first->length - n_after, n_after);
}

/* Changes a program that parses; returns whether it did. */
static bool change(const struct str *text, struct dice *chance)
{
    str_clear(&state.changed);
    return program_read(&state.program, state.parser, str_text(text), text->length) &&
           state.program.tokens.n > 0 &&
           mutate(&state.changed, &state.program, (enum mutation)dice_below(chance, N_MUTATIONS),
                  chance) &&
           !memchr(str_text(&state.changed), '$', state.changed.length);
}

/* Makes the new input in `state.joined`; false when nothing could be changed. */
static bool change_pair(const uint8_t *bytes, size_t length, struct dice *chance)
{
    enum { BOTH_SIDES, ONE_SIDE, ANEW, N_WAYS };
    target_pair(&state.buggy, &state.fixed, (const char *)bytes, length);
    str_clear(&state.joined);
    size_t way = dice_below(chance, N_WAYS);
    const struct str *from = way == ONE_SIDE ? &state.fixed : &state.buggy;
    if (!change(from, chance))
        return false;
    join(&state.joined, way == BOTH_SIDES ? &state.changed : &state.buggy, &state.changed);
    return true;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t length, size_t max_length, unsigned seed)
{
    struct dice chance = {seed};
    if (!state.parser)
        state.parser = syntax_parser_new(&language_python);
    if (dice_below(&chance, 4) == 0 || !change_pair(bytes, length, &chance) ||
        state.joined.length > max_length)
        return LLVMFuzzerMutate(bytes, length, max_length);
    memcpy(bytes, state.joined.text, state.joined.length);
    return state.joined.length;
}
