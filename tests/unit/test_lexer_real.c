/* The lexemes of real programs are their tokens. */
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/lexer.h"

struct property {
    struct lexical *lexical;
    size_t n_sources, n_programs, n_unclear, n_lexemes;
};

static size_t next_with_text(const struct program *program, size_t index)
{
    while (index < program->tokens.n && token_is_layout(&program->tokens.items[index]))
        index++;
    return index;
}

/* Moves over the tokens that are the lexeme: one, unless it is divisible or has code in it. Returns
 * the index after them, or 0 where a joined lexeme is none to the grammar, and what follows may be
 * joined in another way. */
static size_t match(const struct program *program, size_t index, const struct lexeme *lexeme)
{
    const struct token *tokens = program->tokens.items;
    size_t first = index = next_with_text(program, index);
    bool may_be_many = lexeme->is_divisible || lexeme->has_code;
    if (index == program->tokens.n || tokens[index].start_byte != lexeme->start_byte)
        fail_msg("no token starts at byte %u of:\n%s", lexeme->start_byte, program->source);
    if (lexeme->is_joined && !tokens[index].is_joined)
        return 0;
    while (may_be_many && index + 1 < program->tokens.n &&
           tokens[index].end_byte < lexeme->end_byte)
        index++;
    if (tokens[index].end_byte != lexeme->end_byte)
        fail_msg("no token ends at byte %u of:\n%s", lexeme->end_byte, program->source);
    struct token_text text = program_token_text(program, first);
    if (index == first && (text.length != lexeme->text.length ||
                           memcmp(text.bytes, lexeme->text.bytes, text.length) != 0))
        fail_msg("another text at byte %u of:\n%s", lexeme->start_byte, program->source);
    return index + 1;
}

/* Line ends outside brackets are where the program has them. */
static void check_line_end(const struct program *program, size_t index, const struct lexeme *lexeme)
{
    if (index == 0 || next_with_text(program, index) == index)
        return;
    if (!lexeme->is_new_line)
        fail_msg("no line end before byte %u of:\n%s", lexeme->start_byte, program->source);
}

static void check_program(struct property *property, const char *text, size_t length)
{
    scoped(program) program = {0};
    if (tokenize_bytes(&program, text, length)) {
        struct lexer lexer = {{property->lexical, text, (uint32_t)length}, 0};
        struct lexeme lexeme;
        enum lexer_result result;
        size_t index = 0;
        while ((result = lexer_next(&lexer, &lexeme)) == LEXER_LEXEME) {
            check_line_end(&program, index, &lexeme);
            index = match(&program, index, &lexeme);
            if (index == 0)
                break;
            property->n_lexemes++;
        }
        if (result == LEXER_END && next_with_text(&program, index) != program.tokens.n)
            fail_msg("tokens after the last lexeme of:\n%s", text);
        property->n_unclear += result != LEXER_END;
        property->n_programs++;
    }
}

static void visit(const struct corpus_source *source, void *context)
{
    enum { EVERY_SOURCE = 5 };
    struct property *property = context;
    if (!source->is_sample && property->n_sources++ % EVERY_SOURCE != 0)
        return;
    scoped(str) text = {0}; /* with a zero after it, to be printed */
    str_add(&text, source->text, source->length);
    check_program(property, str_text(&text), text.length);
}

TEST(lexer__cuts_real_programs_into_their_tokens)
{
    struct property property = {.lexical = lexical_new(&language_python)};
    corpus_visit(visit, &property);
    assert_true(property.n_programs > 100);
    assert_true(property.n_unclear * 10 < property.n_programs);
    printf("note: %zu lexemes of %zu real programs are their tokens; %zu of these the lexer leaves "
           "to a parse\n",
           property.n_lexemes, property.n_programs, property.n_unclear);
    lexical_free(property.lexical);
}

TEST(lexer__cuts_dense_programs_into_their_tokens)
{
    struct property property = {.lexical = lexical_new(&language_python)};
    size_t n = 0;
    for (; dense_programs[n]; n++)
        check_program(&property, dense_programs[n], strlen(dense_programs[n]));
    assert_int_equal(property.n_programs, n);
    assert_true(property.n_unclear * 2 < n);
    lexical_free(property.lexical);
}
