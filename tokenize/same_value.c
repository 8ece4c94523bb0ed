/* The type and the value of a literal are written as bytes, always in the same way, and the bytes
 * of the two literals are compared. */
#include "tokenize/same_value.h"

#include "tokenize/literal_value.h"

#include <string.h>

/* Appends the type and the value of a literal, or an operator. Returns false if they are not known.
 */
static bool add_value(struct str *out, const struct program *program, size_t index,
                      const char *dialect)
{
    const struct token *token = &program->tokens.items[index];
    struct token_text text = token_operator_of(program->language, program->source, token);
    switch (token->kind) {
    case TOKEN_SIGN:
        str_add(out, text.bytes, text.length);
        return true;
    case TOKEN_NUMBER:
        return literal_add_number(out, program->language, text);
    case TOKEN_STRING:
        return literal_add_string(out, program->language, text, dialect);
    case TOKEN_QUOTE:
        return literal_add_quote(out, program->language, text);
    default:
        return false;
    }
}

bool tokens_have_same_value(const struct program *a, size_t index_a, const struct program *b,
                            size_t index_b, const char *dialect)
{
    scoped(str) value_a = {0}, value_b = {0};
    return add_value(&value_a, a, index_a, dialect) && add_value(&value_b, b, index_b, dialect) &&
           value_a.length == value_b.length &&
           memcmp(value_a.text, value_b.text, value_a.length) == 0;
}
