/* The lexer's tokens of real programs: they cover the text, and the tree's leaves agree with their
 * kinds. */
#include "tests/support/corpus.h"
#include "tests/support/test.h"
#include "tokenize/program.h"

/* The nodes that do not agree with a token in them, and why. */
enum { N_CLASSES = 6 };
static const struct {
    const char *node, *why;
} classes[N_CLASSES] = {
    {"type_conversion", "`!` and the letter after it are one leaf"},
    {"except*", "two tokens to CPython"},
    {"list_splat", "`**` in a list is two leaves"},
    {"string_content", "what is in backquotes is a string to the grammar"},
    {"string_start", "so the first backquote is a quote"},
    {"string_end", "so is the last one"},
};

struct agreement {
    struct lexical *lexical;
    struct syntax_parser *parser;
    size_t n_programs, n_tokens, n_different[N_CLASSES];
};

static bool begins_word(char c)
{
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* Returns the kind of token that a node looks like. */
static enum token_kind kind_of_node(const struct program *program, uint32_t node)
{
    const struct syntax_tree *tree = &program->tree;
    static const char *const quotes[] = {"string_start", "string_end", NULL};
    static const char *const texts[] = {"string_content", "format_specifier", NULL};
    enum literal_kind literal = syntax_literal(tree->language, tree->nodes.items[node].kind);
    if (literal == LITERAL_STRING)
        return TOKEN_STRING;
    if (literal == LITERAL_INTEGER || literal == LITERAL_FLOAT)
        return TOKEN_NUMBER;
    if (syntax_node_is_one_of(tree, node, quotes))
        return TOKEN_QUOTE;
    if (syntax_node_is_one_of(tree, node, texts))
        return TOKEN_TEXT;
    return begins_word(program->source[tree->nodes.items[node].start_byte]) ? TOKEN_WORD
                                                                            : TOKEN_SIGN;
}

static bool agrees(const struct program *program, const struct token *token)
{
    const struct node *node = &program->tree.nodes.items[token->node];
    bool is_same = node->start_byte == token->start_byte && node->end_byte == token->end_byte;
    /* A run of text may be several leaves, or a part of the text of a string with escapes. */
    if (token->kind == TOKEN_TEXT)
        return node->start_byte <= token->start_byte && token->end_byte <= node->end_byte;
    return is_same && kind_of_node(program, token->node) == token->kind;
}

static void check_leaf(struct agreement *agreement, const struct program *program,
                       const struct token *token)
{
    agreement->n_tokens++;
    if (agrees(program, token))
        return;
    for (size_t i = 0; i < N_CLASSES; i++)
        if (syntax_node_is(&program->tree, token->node, classes[i].node)) {
            agreement->n_different[i]++;
            return;
        }
    fail_msg("the %s at byte %u is a %s of the tree in:\n%.*s", token_kind_names[token->kind],
             token->start_byte,
             syntax_kind_name(&language_python, program->tree.nodes.items[token->node].kind),
             (int)program->length, program->source);
}

/* Fails unless the bytes are only blanks, line ends, escaped line ends and comments. */
static void check_gap(const struct program *program, uint32_t start, uint32_t end)
{
    const char *text = program->source;
    for (uint32_t i = start; i < end; i++) {
        if (text[i] == '#')
            while (i + 1 < end && !strchr("\r\n", text[i + 1]))
                i++;
        else if (!strchr(" \t\f\r\n", text[i]) &&
                 !(text[i] == '\\' && i + 1 < end && strchr("\r\n", text[i + 1])))
            fail_msg("byte %u is part of no token in:\n%.*s", i, (int)program->length, text);
    }
}

static void check_program(struct agreement *agreement, const char *text, size_t length)
{
    scoped(program) program = {0};
    uint32_t end = 0;
    if (!program_tokenize(&program, agreement->lexical, text, length))
        return;
    bool is_parsed = program_parse(&program, agreement->parser);
    agreement->n_programs += is_parsed;
    for (size_t i = 0; i < program.tokens.n; i++) {
        const struct token *token = &program.tokens.items[i];
        assert_true(token->start_byte >= end || token_is_layout(token));
        if (token_is_layout(token))
            continue;
        assert_true(token->end_byte > token->start_byte);
        check_gap(&program, end, token->start_byte);
        end = token->end_byte;
        if (is_parsed)
            check_leaf(agreement, &program, token);
    }
    check_gap(&program, end, program.length);
}

static void visit(const struct corpus_source *source, void *context)
{
    check_program(context, source->text, source->length);
}

static void open_agreement(struct agreement *agreement)
{
    *agreement = (struct agreement){.lexical = lexical_new(&language_python),
                                    .parser = syntax_parser_new(&language_python)};
}

static void close_agreement(struct agreement *agreement, const char *name)
{
    printf("note: %zu tokens of %zu %s are leaves of the tree, except:\n", agreement->n_tokens,
           agreement->n_programs, name);
    for (size_t i = 0; i < N_CLASSES; i++)
        printf("note:   %zu in %s: %s\n", agreement->n_different[i], classes[i].node,
               classes[i].why);
    lexical_free(agreement->lexical);
    syntax_parser_free(agreement->parser);
}

TEST(lexer__agrees_with_the_leaves_of_real_programs)
{
    struct agreement agreement;
    open_agreement(&agreement);
    corpus_visit(visit, &agreement);
    assert_true(agreement.n_programs > 100);
    close_agreement(&agreement, "real programs");
}

TEST(lexer__agrees_with_the_leaves_of_dense_programs)
{
    struct agreement agreement;
    size_t n = 0;
    open_agreement(&agreement);
    for (; dense_programs[n]; n++)
        check_program(&agreement, dense_programs[n], strlen(dense_programs[n]));
    if (agreement.n_programs != n)
        fail_msg("only %zu of %zu parse", agreement.n_programs, n);
    close_agreement(&agreement, "dense programs");
}
