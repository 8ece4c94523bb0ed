/* The digest is taken from the kinds and texts of the tokens, one after the other. Each text has
 * its length before it, so that no two sequences of tokens give the same bytes. */
#include "tokenize/digest.h"

#include "tokenize/decoded.h"

#include <string.h>

/* Returns the digest of the tokens from `first` to before `end`. */
static struct digest digest_of(const struct program *program, size_t first, size_t end,
                               struct str *scratch)
{
    const struct token *tokens = program->tokens.items;
    scoped(decoded) decoded = {0};
    size_t n_bytes = first < end ? tokens[end - 1].end_byte - tokens[first].start_byte : 0;
    str_clear(scratch);
    char *start = str_reserve(scratch, n_bytes + (end - first) * (1 + sizeof(uint64_t)));
    char *at = start;
    for (size_t i = first; i < end; i++) {
        *at++ = (char)tokens[i].kind;
        if (token_is_layout(&tokens[i]))
            continue;
        struct token_text text = program_token_text(program, i);
        decoded_token(&decoded, program->language, &text);
        uint64_t length = token_text_fold(at, text);
        at += length;
        memcpy(at, &length, sizeof length);
        at += sizeof length;
    }
    return digest_bytes(start, (size_t)(at - start));
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
