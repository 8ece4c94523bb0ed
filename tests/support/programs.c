/* See programs.h. */
#include "tests/support/programs.h"

#include "base/str.h"
#include "tests/support/test.h"
#include "tests/support/tokens.h"

bool tokenize_text(struct program *program, const char *text)
{
    return tokenize_bytes(program, text, strlen(text));
}

void tokenize_valid(struct program *program, const char *text)
{
    if (!tokenize_text(program, text))
        fail_msg("does not parse: %s", text);
}

const char *tokens_of(const char *text)
{
    static struct str line;
    scoped(program) program = {0};
    str_clear(&line);
    if (!tokenize_text(&program, text))
        str_add_text(&line, "SYNTAX ERROR");
    for (size_t i = 0; i < program.tokens.n; i++) {
        struct token_text token = program_token_text(&program, i);
        if (i)
            str_add_text(&line, " ");
        switch (program.tokens.items[i].class) {
        case TOKEN_LINE_END:
            str_add_text(&line, "NEWLINE");
            break;
        case TOKEN_BLOCK_OPEN:
            str_add_text(&line, "INDENT");
            break;
        case TOKEN_BLOCK_CLOSE:
            str_add_text(&line, "DEDENT");
            break;
        case TOKEN_TEXT:
            str_print(&line, "«%.*s»", (int)token.length, token.bytes);
            break;
        default:
            str_add(&line, token.bytes, token.length);
        }
    }
    return str_text(&line);
}
