/* The language's table names the tokens that are form. A bracket is recognized by its single
 * character. */
#include "augment/form.h"

#include "languages/language.h"

#include <string.h>

static bool is_bracket(const struct language *language, struct token_text text)
{
    return text.length == 1 && (strchr(language->tokens.opening, text.bytes[0]) ||
                                strchr(language->tokens.closing, text.bytes[0]));
}

bool token_is_form(const struct program *program, size_t index)
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
