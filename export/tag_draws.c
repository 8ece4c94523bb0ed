/* A set is drawn by Floyd's algorithm (Bentley and Floyd, CACM 30(9), 1987). If it was drawn
 * before, it is drawn again. This takes little time even if few sets are left. The rarest of T sets
 * of up to K tags has a probability of 1/(K T), and T is at most the number of rows that are wanted
 * or skipped. */
#include "export/tag_draws.h"

#include "base/hash.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char tag_mark[] = "<BUG>";

static bool is_bracket(const struct language *language, struct token_text text)
{
    return text.length == 1 && (strchr(language->tokens.opening, text.bytes[0]) ||
                                strchr(language->tokens.closing, text.bytes[0]));
}

/* Whether a token only carries form: line ends and blocks, brackets, which are recognized by their
 * single character, the quotes of strings with interpolations, and the signs in the language's
 * table (struct token_rules, form). */
static bool is_form(const struct program *program, size_t index)
{
    const struct token *token = &program->tokens.items[index];
    const struct language *language = program->language;
    if (token_is_layout(token))
        return true;
    struct token_text text = program_token_text(program, index);
    return token->kind == TOKEN_QUOTE ||
           (token->kind == TOKEN_SIGN &&
            (is_bracket(language, text) || token_text_is_one_of(text, language->tokens.form)));
}

static bool is_in(const struct program_parts *parts, const struct token *token)
{
    for (size_t i = 0; parts && i < parts->list.n; i++)
        if (part_holds(&parts->list.items[i], token->start_byte))
            return true;
    return false;
}

void tag_ground_find(struct tag_ground *ground, const struct program *program,
                     const struct program_part *part, const struct program_parts *without)
{
    bool is_first = true;
    array_clear(&ground->tokens);
    ground->first_token = 0;
    for (size_t i = program_token_from(program, part->bytes.start); i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        if (token->start_byte > part->bytes.end)
            break;
        if (token->end_byte > part->bytes.end)
            continue;
        if (is_first)
            ground->first_token = (uint32_t)i;
        is_first = false;
        if (!is_form(program, i) && !is_in(without, token))
            array_push(&ground->tokens, (uint32_t)i);
    }
}

void tag_ground_release(struct tag_ground *ground)
{
    array_release(&ground->tokens);
}

int64_t tag_count_sets(size_t n_tokens, size_t max_tags)
{
    uint64_t n_sets = 0, of_size = 1; /* binomial coefficient */
    for (size_t size = 1; size <= max_tags && size < n_tokens; size++) {
        uint64_t product;
        if (__builtin_mul_overflow(of_size, (uint64_t)(n_tokens - size + 1), &product))
            return INT64_MAX;
        of_size = product / size; /* exact: product is `size` times the next coefficient */
        if (__builtin_add_overflow(n_sets, of_size, &n_sets) || n_sets > INT64_MAX)
            return INT64_MAX;
    }
    return (int64_t)n_sets;
}

void tag_draws_start(struct tag_draws *draws, size_t n_tokens, size_t max_tags, uint64_t seed)
{
    *draws = (struct tag_draws){
        .n_tokens = n_tokens,
        .max_tags = max_tags < n_tokens ? max_tags : n_tokens - 1,
        .seed = seed,
    };
}

void tag_draws_release(struct tag_draws *draws)
{
    table_release(&draws->seen);
}

/* Returns a number from 0 to `bound` - 1. Some numbers are slightly more frequent, but 2^64 is so
 * much larger than any number of tokens that it does not matter. */
static uint32_t random_below(struct tag_draws *draws, size_t bound)
{
    return (uint32_t)(hash_pair(draws->seed, draws->n_random++) % bound);
}

static bool holds(const struct tag_set *set, uint32_t number)
{
    for (size_t i = 0; i < set->numbers.n; i++)
        if (set->numbers.items[i] == number)
            return true;
    return false;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return COMPARE(x, y);
}

static void draw(struct tag_draws *draws, struct tag_set *set)
{
    size_t n_tags = 1 + random_below(draws, draws->max_tags);
    array_clear(&set->numbers);
    for (size_t last = draws->n_tokens - n_tags; last < draws->n_tokens; last++) {
        uint32_t number = random_below(draws, last + 1);
        array_push(&set->numbers, holds(set, number) ? (uint32_t)last : number);
    }
    qsort(set->numbers.items, set->numbers.n, sizeof *set->numbers.items, by_number);
}

/* Whether the set was not drawn before. */
static bool is_new(struct tag_draws *draws, const struct tag_set *set)
{
    scoped(str) key = {0};
    for (size_t i = 0; i < set->numbers.n; i++)
        str_print(&key, " %" PRIu32, set->numbers.items[i]);
    return table_add(&draws->seen, str_text(&key)) != TABLE_NONE;
}

void tag_draws_next(struct tag_draws *draws, struct tag_set *set)
{
    do
        draw(draws, set);
    while (!is_new(draws, set));
}

void tag_apply(struct str *out, const struct program *program, const struct program_part *part,
               const struct tag_ground *ground, const struct tag_set *set)
{
    size_t copied = part->bytes.start;
    for (size_t i = 0; i < set->numbers.n; i++) {
        const struct token *token =
            &program->tokens.items[ground->tokens.items[set->numbers.items[i]]];
        str_add(out, program->source + copied, token->start_byte - copied);
        str_add_text(out, tag_mark);
        copied = token->end_byte;
    }
    str_add(out, program->source + copied, part->bytes.end - copied);
}
