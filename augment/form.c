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
    const struct language *language = program->tree.language;
    if (token_is_layout(token))
        return true;
    if (token->class != TOKEN_CODE) /* its node is the enclosing string */
        return false;
    return is_bracket(language, program_token_text(program, index)) ||
           syntax_node_is_one_of(&program->tree, token->node, language->tokens.form_kinds);
}
