/* The classes and texts one behind the other, each with its length, so that no two sequences of
 * tokens give the same bytes. */
#include "tokenize/digest.h"

struct digest program_digest(const struct program *program, struct str *scratch)
{
    str_clear(scratch);
    for (size_t i = 0; i < program->tokens.n; i++) {
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
