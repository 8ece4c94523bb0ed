/* The digest is taken from the classes and texts of the tokens, one after the other. Each text has
 * its length before it, so that no two sequences of tokens give the same bytes. */
#include "tokenize/digest.h"

/* Returns the digest of the tokens from `first` to before `end`. */
static struct digest digest_of(const struct program *program, size_t first, size_t end,
                               struct str *scratch)
{
    str_clear(scratch);
    for (size_t i = first; i < end; i++) {
        const struct token *token = &program->tokens.items[i];
        char class = (char)token->class;
        str_add(scratch, &class, 1);
        if (token_is_layout(token))
            continue;
        size_t start = scratch->length;
        token_text_add_folded(scratch, program_token_text(program, i));
        uint64_t length = scratch->length - start;
        str_add(scratch, (const char *)&length, sizeof length);
    }
    return digest_bytes(str_text(scratch), scratch->length);
}

struct digest program_digest(const struct program *program, struct str *scratch)
{
    return digest_of(program, 0, program->tokens.n, scratch);
}

struct digest program_piece_digest(const struct program *program, size_t start_byte,
                                   size_t end_byte, struct str *scratch)
{
    const struct token *tokens = program->tokens.items;
    size_t first = program_token_from(program, start_byte);
    size_t end = program_token_from(program, end_byte);
    while (first < end && token_is_layout(&tokens[first]))
        first++;
    while (end > first &&
           (token_is_layout(&tokens[end - 1]) || tokens[end - 1].end_byte > end_byte))
        end--;
    return digest_of(program, first, end, scratch);
}
