/* Programs made without a parse are equal to parsed ones. */
#include "tokenize/substitute.h"

#include "tests/support/corpus.h"
#include "tests/support/test.h"

static struct syntax_parser *parser;

static bool same_program(const struct program *a, const struct program *b)
{
    if (a->length != b->length || a->tree.nodes.n != b->tree.nodes.n || a->tokens.n != b->tokens.n)
        return false;
    for (size_t i = 0; i < a->tree.nodes.n; i++) {
        const struct node *x = &a->tree.nodes.items[i], *y = &b->tree.nodes.items[i];
        if (x->start_byte != y->start_byte || x->end_byte != y->end_byte ||
            x->parent != y->parent || x->next != y->next || x->kind != y->kind ||
            x->field != y->field)
            return false;
    }
    for (size_t i = 0; i < a->tokens.n; i++) {
        const struct token *x = &a->tokens.items[i], *y = &b->tokens.items[i];
        if (x->start_byte != y->start_byte || x->end_byte != y->end_byte || x->node != y->node ||
            x->class != y->class || x->is_joined != y->is_joined)
            return false;
    }
    return true;
}

static void tokenize_from_start(struct program *program, const char *source, size_t length,
                                enum tokenize_result *result)
{
    *program = (struct program){0};
    *result = program_tokenize(program, parser, source, length, NULL);
}

TEST(substitute__takes_only_what_is_certain)
{
    static const struct {
        const char *similar, *source;
        bool is_taken;
    } cases[] = {
        {"x = a\n", "x = bcd\n", true},
        {"x = abc\n", "x = a\n", true},
        {"xa = 1\n", "x = 1\n", true},
        {"x = 1\n", "x = 23\n", true},
        {"x = 1.5\n", "x = 11.25\n", true},
        {"a.b(c, d=e)\n", "a.f(c, d=e)\n", true},
        {"a.b(c, d=e)\n", "a.b(c, g=e)\n", true},
        {"import a\n", "import b\n", true},
        {"x\xe3\x81\x82 = a\n", "x\xe3\x81\x82 = b\n", true},
        {"x = a\r\ny\r\n", "x = bb\r\ny\r\n", true},
        /* words that are more than names */
        {"x = a\n", "x = None\n", false},
        {"x = a\n", "x = not\n", false},
        {"x = a\n", "x = print\n", false},
        {"x = print\n", "x = a\n", false},
        {"print(a)\n", "foo(a)\n", false},
        {"x = a\n", "x = match\n", false},
        {"x = True\n", "x = False\n", false},
        {"x = a\n", "x = 1\n", false},
        {"x = 1\n", "x = a\n", false},
        /* numbers that are not plain */
        {"x = 1\n", "x = 1.5\n", false},
        {"x = 10\n", "x = 1e5\n", false},
        {"x = 10\n", "x = 0x1\n", false},
        {"x = 10\n", "x = 1L\n", false},
        {"x = 1.5\n", "x = 1.\n", false},
        /* more than one token, or none */
        {"x = a\n", "x = a b\n", false},
        {"x = a\n", "x = a.b\n", false},
        {"x = a\n", "x = a#b\n", false},
        {"x = a\n", "x = 'a'\n", false},
        {"x = a + b\n", "x = a - b\n", false},
        {"x = 'a'\n", "x = 'bc'\n", true},
        {"f(r'ab', 1)\n", "f(r'b', 1)\n", true},
        {"x = \"\"\"a\"\"\"\n", "x = \"\"\"bc\"\"\"\n", true},
        {"x = 'a' 'b'\n", "x = 'a' 'cd'\n", true},
        {"x = 'a\"'\n", "x = 'ab\"c'\n", true},
        {"x = \"\"\"a'b\"\"\"\n", "x = \"\"\"a'\"b\"\"\"\n", true},
        {"x = '''a'b\\n'''\n", "x = '''a'\\n'''\n", false},
        {"x = '''a'\\nb'''\n", "x = '''a'c\\nb'''\n", false},
        {"x = '''a'b'''\n", "x = '''a'{b'''\n", false},
        {"x = 'a'\n", "x = '\xe3\x81\x82'\n", true},
        {"x = 'a'\n", "x = ''\n", false},
        {"x = ''\n", "x = 'a'\n", false},
        {"x = 'a'\n", "x = ''''''\n", false},
        {"x = ''''''\n", "x = 'a'\n", false},
        {"x = 'a'\n", "x = \"a\"\n", false},
        {"x = 'a'\n", "x = 'a\\n'\n", false},
        {"x = 'a'\n", "x = '{}'\n", false},
        {"x = '\\n'\n", "x = 'b'\n", false},
        {"x = 'a'\n", "x = b'a'\n", false},
        {"x = 'a'\n", "x = 'a' 'b'\n", false},
        {"x = 'a'\n", "x = '''a'''\n", false},
        {"x = '''a\n'''\n", "x = '''b\n'''\n", false},
        {"x = f'a'\n", "x = f'b'\n", false},
        {"x = f'{a}'\n", "x = f'{b}'\n", false},
        {"x = a 'b'\n", "x = r'b'\n", false},
        {"f('a')\n", "r'a'\n", false},
        {"x = a\n", "x = \xe3\x81\x82\n", false},
        {"x = a\n", "x =  a\n", false},
        {"x = a\n", "x = a\n", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) similar = {0}, full = {0}, program = {0};
        enum tokenize_result result;
        uint32_t length = (uint32_t)strlen(cases[i].source);
        tokenize_from_start(&similar, cases[i].similar, strlen(cases[i].similar), &result);
        bool is_taken = result == TOKENIZE_OK &&
                        program_substitute(&program, parser, cases[i].source, length, &similar);
        if (is_taken != cases[i].is_taken)
            fail_msg("%s -> %s: %s", cases[i].similar, cases[i].source,
                     is_taken ? "taken" : "not taken");
        tokenize_from_start(&full, cases[i].source, length, &result);
        if (is_taken && (result != TOKENIZE_OK || !same_program(&program, &full)))
            fail_msg("%s -> %s: another program", cases[i].similar, cases[i].source);
    }
}

struct counts {
    unsigned n_substituted, n_parsed, n_errors;
};

/* Another text for each kind of token; NULL: none. */
static const char *other_text(const struct program *program, size_t index, unsigned turn)
{
    static const char *const names[] = {"n", "another_name", "None", "print", "f"};
    static const char *const numbers[] = {"7", "12345", "1.5", "0x1F", "9L"};
    static const char *const signs[] = {"<", "==", "+", "**", "not in"};
    static const char *const strings[] = {"'c d'", "'ab'", "f'{a}'", "\"\"\"a\nb\"\"\"", "r'\\'"};
    const struct syntax_tree *tree = &program->tree;
    const struct token *token = &program->tokens.items[index];
    if (token->class != TOKEN_CODE)
        return NULL;
    if (syntax_node_is(tree, token->node, "identifier"))
        return names[turn % 5];
    if (syntax_node_is(tree, token->node, "integer") || syntax_node_is(tree, token->node, "float"))
        return numbers[turn % 5];
    if (syntax_node_is(tree, token->node, "string"))
        return strings[turn % 5];
    return turn % 3 ? NULL : signs[turn % 5];
}

static void check_edit(const struct program *similar, size_t index, const char *text,
                       const char *path, struct counts *counts)
{
    const struct token *token = &similar->tokens.items[index];
    scoped(str) source = {0};
    scoped(program) full = {0}, program = {0}, substituted = {0};
    enum tokenize_result expected;
    str_add(&source, similar->source, token->start_byte);
    str_add_text(&source, text);
    str_add(&source, similar->source + token->end_byte, similar->length - token->end_byte);
    tokenize_from_start(&full, source.text, source.length, &expected);
    enum tokenize_result result =
        program_tokenize(&program, parser, source.text, source.length, similar);
    if (result != expected || (result == TOKENIZE_OK && !same_program(&program, &full)))
        fail_msg("%s: token %zu as '%s' is another program than parsed from the start", path, index,
                 text);
    bool is_substituted =
        program_substitute(&substituted, parser, source.text, (uint32_t)source.length, similar);
    counts->n_substituted += is_substituted;
    counts->n_parsed += !is_substituted && expected == TOKENIZE_OK;
    counts->n_errors += expected != TOKENIZE_OK;
    if (is_substituted && expected != TOKENIZE_OK)
        fail_msg("%s: token %zu as '%s' does not parse", path, index, text);
    /* A program that was made so serves as the similar one of the next. */
    if (result == TOKENIZE_OK) {
        scoped(program) back = {0};
        assert_int_equal(
            program_tokenize(&back, parser, similar->source, similar->length, &program),
            TOKENIZE_OK);
        if (!same_program(&back, similar))
            fail_msg("%s: token %zu as '%s' and back is another program", path, index, text);
    }
}

static void check_source(const struct corpus_source *source, void *context)
{
    scoped(program) similar = {0};
    enum tokenize_result result;
    if (source->length > 20000)
        return;
    tokenize_from_start(&similar, source->text, source->length, &result);
    size_t step = source->is_sample ? 7 : 1 + similar.tokens.n;
    size_t first = similar.tokens.n ? source->length * 31 % similar.tokens.n : 0;
    for (size_t i = first, n = 0; result == TOKENIZE_OK && i < similar.tokens.n; i += step, n++) {
        const char *text = other_text(&similar, i, (unsigned)(i + n));
        if (text)
            check_edit(&similar, i, text, source->path, context);
    }
}

TEST(substitute__gives_what_a_parse_from_the_start_gives)
{
    struct counts counts = {0};
    corpus_visit(check_source, &counts);
    assert_true(counts.n_substituted > 100);
    assert_true(counts.n_parsed > 100);
    assert_true(counts.n_errors > 20);
    printf(
        "note: edits of real programs: %u made without a parse, as a parse makes them; %u parsed; "
        "%u do not parse\n",
        counts.n_substituted, counts.n_parsed, counts.n_errors);
}

static int open_parser(void **state)
{
    (void)state;
    parser = syntax_parser_new(&language_python);
    return 0;
}

static int close_parser(void **state)
{
    (void)state;
    syntax_parser_free(parser);
    return 0;
}

SUITE_SETUP(open_parser, close_parser);
