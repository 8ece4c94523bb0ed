/* See tokens.h. */
#include "tests/support/tokens.h"

#include "tests/support/programs.h"
#include "tests/support/test.h"

bool tokenize_bytes(struct program *program, const char *bytes, size_t length)
{
    static struct syntax_parser *parser;
    if (!parser)
        parser = syntax_parser_new(&language_python);
    *program = (struct program){0};
    return program_tokenize(program, parser, bytes, length, NULL) == TOKENIZE_OK;
}

bool token_is(const struct program *program, size_t index, const char *text)
{
    if (token_is_layout(&program->tokens.items[index]))
        return false;
    struct token_text token = program_token_text(program, index);
    return token.length == strlen(text) && memcmp(token.bytes, text, token.length) == 0;
}

size_t token_only(const struct program *program, const char *text)
{
    size_t found = 0, n = 0;
    for (size_t i = 0; i < program->tokens.n; i++)
        if (token_is(program, i, text)) {
            found = i;
            n++;
        }
    if (n != 1)
        fail_msg("'%s' is %zu tokens of: %.*s", text, n, (int)program->length, program->source);
    return found;
}

void pair_compare(struct program_pair *pair, const char *buggy, const char *fixed)
{
    *pair = (struct program_pair){0};
    tokenize_valid(&pair->buggy, buggy);
    tokenize_valid(&pair->fixed, fixed);
    pair->difference = program_difference(&pair->buggy, &pair->fixed, &pair->edit);
}

void pair_release(struct program_pair *pair)
{
    program_release(&pair->buggy);
    program_release(&pair->fixed);
}
