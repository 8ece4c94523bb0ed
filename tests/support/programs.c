#include "tests/support/programs.h"

#include "tests/support/test.h"

bool tokenize_text(struct program *program, const char *text)
{
    return tokenize_bytes(program, text, strlen(text));
}

void tokenize_valid(struct program *program, const char *text)
{
    if (!tokenize_text(program, text))
        fail_msg("does not parse: %s", text);
}

struct program tokenized(const char *text)
{
    struct program program;
    tokenize_valid(&program, text);
    return program;
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

struct marked marked_read(const char *text)
{
    static const char open_mark[] = "«", close_mark[] = "»";
    struct marked marked = {0};
    const char *start = strstr(text, open_mark);
    const char *end = start ? strstr(start, close_mark) : NULL;
    if (!end)
        fail_msg("no marks in: %s", text);
    str_add(&marked.code, text, (size_t)(start - text));
    marked.start_byte = marked.code.length;
    start += strlen(open_mark);
    str_add(&marked.code, start, (size_t)(end - start));
    marked.end_byte = marked.code.length;
    str_add_text(&marked.code, end + strlen(close_mark));
    return marked;
}

void marked_release(struct marked *marked)
{
    str_release(&marked->code);
}

void marked_add_token(struct str *out, const struct marked *marked)
{
    str_add(out, str_text(&marked->code) + marked->start_byte,
            marked->end_byte - marked->start_byte);
}

static const struct lexical *python(void)
{
    static struct lexical *lexical;
    if (!lexical)
        lexical = lexical_new(&language_python);
    return lexical;
}

static struct lexer lexer_with(const struct lexical *lexical, const char *text, size_t length)
{
    char *bytes = malloc(length ? length : 1);
    assert_non_null(bytes);
    memcpy(bytes, text, length);
    return (struct lexer){{lexical, bytes, (uint32_t)length}, 0};
}

struct lexer lexer_of(const char *text, size_t length)
{
    return lexer_with(python(), text, length);
}

void lexer_release(struct lexer *lexer)
{
    free((char *)lexer->scan.text);
}

const char *lexemes_of(const char *text)
{
    return lexemes_with(python(), text);
}

const char *lexemes_with(const struct lexical *lexical, const char *text)
{
    static struct str line;
    scoped(lexer) lexer = lexer_with(lexical, text, strlen(text));
    struct lexeme lexeme;
    enum lexer_result result;
    uint32_t covered = 0;
    str_clear(&line);
    while ((result = lexer_next(&lexer, &lexeme)) == LEXER_LEXEME) {
        assert_true(lexeme.start_byte >= covered && lexeme.end_byte > lexeme.start_byte);
        assert_true(lexeme.end_byte <= lexer.scan.length && lexer.at == lexeme.end_byte);
        covered = lexeme.end_byte;
        str_print(&line, "%s%s%.*s", line.length ? " " : "", lexeme.is_new_line ? "¶" : "",
                  (int)lexeme.text.length, lexeme.text.bytes);
    }
    if (result == LEXER_UNCLEAR)
        str_print(&line, "%sUNCLEAR", line.length ? " " : "");
    return str_text(&line);
}
