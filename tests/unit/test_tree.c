/* Flat syntax trees contain the nodes of the parser, in pre-order. */
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

static const char *kind_of(const struct syntax_tree *tree, uint32_t index)
{
    return syntax_kind_name(tree->language, tree->nodes.items[index].kind);
}

static struct syntax_parser *python_parser(void)
{
    return syntax_parser_new(&language_python);
}

static void parse_text(struct syntax_parser *parser, struct syntax_tree *tree, const char *source,
                       uint32_t length)
{
    syntax_parse(parser, tree, source, &(struct lone_part){.bytes = {0, length}});
}

TEST(tree__holds_kinds_fields_and_places_in_pre_order)
{
    static const struct {
        const char *kind, *field;
        uint32_t start, end, parent, next;
    } expected[] = {
        {"module", NULL, 0, 10, 0, 12},
        {"expression_statement", NULL, 0, 9, 0, 11},
        {"assignment", NULL, 0, 9, 1, 11},
        {"identifier", "left", 0, 1, 2, 4},
        {"=", NULL, 2, 3, 2, 5},
        {"call", "right", 4, 9, 2, 11},
        {"identifier", "function", 4, 6, 5, 7},
        {"argument_list", "arguments", 6, 9, 5, 11},
        {"(", NULL, 6, 7, 7, 9},
        {"identifier", NULL, 7, 8, 7, 10},
        {")", NULL, 8, 9, 7, 11},
        {"comment", NULL, 9, 10, 0, 12},
    };
    scoped(program) program = tokenized("x = fn(y)#");
    const struct syntax_tree *tree = &program.tree;
    assert_int_equal(tree->nodes.n, N_ITEMS(expected));
    for (uint32_t i = 0; i < N_ITEMS(expected); i++) {
        const struct node *node = &tree->nodes.items[i];
        assert_string_equal(kind_of(tree, i), expected[i].kind);
        if (expected[i].field)
            assert_true(syntax_node_in_field(tree, i, expected[i].field));
        else
            assert_null(syntax_field_name(tree->language, node->field));
        assert_int_equal(node->start_byte, expected[i].start);
        assert_int_equal(node->end_byte, expected[i].end);
        assert_int_equal(node->parent, expected[i].parent);
        assert_int_equal(node->next, expected[i].next);
    }
}

/* Children stand one after the other inside their parent and together are its descendants. */
static void check_children(const struct syntax_tree *tree, uint32_t parent, const char *path)
{
    const struct node *nodes = tree->nodes.items;
    uint32_t end = nodes[parent].start_byte, child = parent + 1;
    while (child < nodes[parent].next) {
        if (nodes[child].parent != parent || nodes[child].start_byte < end ||
            nodes[child].end_byte < nodes[child].start_byte || nodes[child].next <= child)
            fail_msg("%s: node %u is out of place in node %u", path, child, parent);
        end = nodes[child].end_byte;
        child = nodes[child].next;
    }
    if (child != nodes[parent].next || end > nodes[parent].end_byte)
        fail_msg("%s: the children of node %u reach out of it", path, parent);
}

static void check_tree(const struct corpus_source *source, void *n_programs)
{
    scoped(program) program = {0};
    if (tokenize_bytes(&program, source->text, source->length)) {
        const struct syntax_tree *tree = &program.tree;
        assert_int_equal(tree->nodes.items[0].parent, 0);
        assert_int_equal(tree->nodes.items[0].next, tree->nodes.n);
        for (uint32_t i = 0; i < tree->nodes.n; i++)
            check_children(tree, i, source->path);
        ++*(unsigned *)n_programs;
    }
}

TEST(tree__nests_the_nodes_of_every_real_program)
{
    unsigned n_programs = 0;
    corpus_visit(check_tree, &n_programs);
    assert_true(n_programs > 200);
    printf("note: trees of %u real programs checked\n", n_programs);
}

TEST(tree__has_errors_for_what_does_not_parse)
{
    static const char *const sources[] = {
        "(", "x = = 1\n", "def f(:\n", "x = 'a\n", "f'{a'\n", "a b\n", "if a\n    b\n", "a ! b\n",
    };
    scoped(syntax_parser) *parser = python_parser();
    scoped(syntax_tree) tree = {0};
    for (size_t i = 0; i < N_ITEMS(sources); i++) {
        parse_text(parser, &tree, "ok = 1\n", 7);
        assert_false(tree.has_error);
        assert_string_equal(kind_of(&tree, 0), "module");
        parse_text(parser, &tree, sources[i], (uint32_t)strlen(sources[i]));
        assert_true(tree.has_error);
        assert_true(tree.nodes.n > 0 && tree.errors.n > 0);
    }
}

/* Python's scanner once kept from one program to the next that it was inside an f-string. */
TEST(tree__does_not_depend_on_what_was_parsed_before)
{
    static const char *const befores[] = {"f'abc\n", "f'{x", "f'''{x}\n", "(((", "'", "if x:\n\ty"};
    static const char source[] = "if x:\n  y\nz\n";
    for (size_t i = 0; i < N_ITEMS(befores); i++) {
        scoped(syntax_parser) *parser = python_parser();
        scoped(syntax_tree) before = {0}, tree = {0};
        parse_text(parser, &before, befores[i], (uint32_t)strlen(befores[i]));
        parse_text(parser, &tree, source, sizeof source - 1);
        if (tree.has_error)
            fail_msg("an error after %s", befores[i]);
    }
}

TEST(tree__reads_no_more_than_the_length_says)
{
    scoped(syntax_parser) *parser = python_parser();
    scoped(syntax_tree) tree = {0};
    parse_text(parser, &tree, "a = 1)", 5);
    assert_false(tree.has_error);
    assert_int_equal(tree.nodes.items[0].end_byte, 5);
    parse_text(parser, &tree, "a = 1)", 6);
    assert_true(tree.has_error);
}

TEST(tree__is_the_same_for_carriage_returns_and_line_feeds)
{
    static const struct {
        const char *carriage_returns, *line_feeds;
    } cases[] = {
        {"a\rb\r", "a\nb\n"},     {"if a:\r  b\rc", "if a:\n  b\nc"},
        {"# c\ra\r", "# c\na\n"}, {"x = '''a\rb'''\r", "x = '''a\nb'''\n"},
        {"a\r\rb\r", "a\n\nb\n"}, {"a\r\nb\r", "a\r\nb\n"},
    };
    scoped(syntax_parser) *parser = python_parser();
    scoped(syntax_tree) a = {0}, b = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        uint32_t length = (uint32_t)strlen(cases[i].line_feeds);
        parse_text(parser, &a, cases[i].carriage_returns, length);
        parse_text(parser, &b, cases[i].line_feeds, length);
        assert_false(a.has_error);
        assert_int_equal(a.nodes.n, b.nodes.n);
        assert_memory_equal(a.nodes.items, b.nodes.items, a.nodes.n * sizeof *a.nodes.items);
    }
}

TEST(tree__knows_the_words_that_its_grammar_treats_specially)
{
    static const struct {
        const char *word;
        bool is_keyword;
    } cases[] = {
        {"if", true},       {"not", true},   {"print", true},      {"exec", true},
        {"match", true},    {"case", true},  {"type", true},       {"_", true},
        {"async", true},    {"await", true}, {"__future__", true}, {"x", false},
        {"i", false},       {"prin", false}, {"printf", false},    {"identifier", false},
        {"integer", false}, {"self", false}, {"", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (syntax_is_keyword(&language_python, cases[i].word, strlen(cases[i].word)) !=
            cases[i].is_keyword)
            fail_msg("'%s'", cases[i].word);
    assert_true(syntax_is_keyword(&language_python, "iffy", 2));
}

TEST(tree__distinguishes_named_kinds_from_literal_texts)
{
    scoped(program) program = tokenized("if x: y = 1 + z\n");
    const struct syntax_tree *tree = &program.tree;
    static const struct {
        const char *kind;
        bool is_named;
    } cases[] = {
        {"if_statement", true}, {"if", false},     {"identifier", true}, {":", false},
        {"=", false},           {"integer", true}, {"+", false},         {"binary_operator", true},
        {"block", true},        {"module", true},
    };
    for (size_t c = 0; c < N_ITEMS(cases); c++) {
        size_t n_seen = 0;
        for (uint32_t i = 0; i < tree->nodes.n; i++) {
            if (!syntax_node_is(tree, i, cases[c].kind))
                continue;
            n_seen++;
            assert_int_equal(syntax_kind_is_named(tree->language, tree->nodes.items[i].kind),
                             cases[c].is_named);
        }
        assert_true(n_seen > 0);
    }
}

TEST(tree__finds_the_field_of_a_node)
{
    static const struct {
        const char *token, *field;
    } cases[] = {
        {"obj", "object"}, {"att", "attribute"}, {"kw", "name"},
        {"val", "value"},  {"+", "operator"},    {"lhs", "left"},
        {"rhs", "right"},  {"(", NULL},          {"arg", NULL},
    };
    static const char *const fields[] = {"object",   "attribute", "name",  "value",
                                         "operator", "left",      "right", "function"};
    scoped(program) program = tokenized("obj.att(arg, kw=val)\n[lhs + rhs]\n");
    for (size_t c = 0; c < N_ITEMS(cases); c++) {
        uint32_t node = program.tokens.items[token_only(&program, cases[c].token)].node;
        for (size_t f = 0; f < N_ITEMS(fields); f++)
            assert_int_equal(syntax_node_in_field(&program.tree, node, fields[f]),
                             cases[c].field && strcmp(cases[c].field, fields[f]) == 0);
    }
}

/* Of a grammar that is never asked for anything but its ABI. */
static const struct TSLanguage *grammar_of_abi_99(void)
{
    static _Alignas(16) const uint32_t grammar[256] = {99};
    return (const void *)grammar;
}

TEST(tree__refuses_a_grammar_of_another_abi)
{
    struct language language = language_python;
    language.grammar = grammar_of_abi_99;
    language.grammar_name = "tree-sitter-later";
    language.grammar_version = "9.8.7";
    struct err err = {0};
    assert_success(syntax_check_grammars(languages, &err), err);
    const struct language *const list[] = {languages[0], &language, NULL};
    assert_int_equal(syntax_check_grammars(list, &err), ERR);
    assert_contains(err.message, "tree-sitter-later 9.8.7");
    assert_contains(err.message, "99");
    assert_int_equal(syntax_grammar_abi(&language), 99);
}

TEST(tree__has_the_grammar_abi_that_the_library_reads)
{
    unsigned abi = syntax_grammar_abi(&language_python);
    assert_in_range(abi, 13, 15);
}

/* The parser copies what it has for each error; then it parses another program as before. */
TEST(tree__is_given_up_after_thousands_of_errors)
{
    scoped(syntax_parser) *parser = python_parser();
    scoped(syntax_tree) tree = {0};
    scoped(str) source = {0};
    for (int i = 0; i < 3000; i++)
        str_add_text(&source, "def f(\n x\n)\n");
    parse_text(parser, &tree, str_text(&source), 120);
    assert_true(tree.has_error);
    assert_false(tree.is_given_up);
    parse_text(parser, &tree, str_text(&source), (uint32_t)source.length);
    assert_true(tree.has_error);
    assert_true(tree.is_given_up);
    assert_int_equal(tree.nodes.n, 0);
    parse_text(parser, &tree, "a = 1\n", 6);
    assert_false(tree.has_error);
    assert_false(tree.is_given_up);
}

TEST(tree__gives_the_place_of_the_first_error)
{
    static const struct {
        const char *source;
        uint32_t error_byte;
    } cases[] = {
        {"a = 1\n", 0},
        {"x = (\n", 0},
        {"a = 1\nb = )\nc = 2\n", 10},
        {"def f(:\n  pass\n", 6},
    };
    scoped(syntax_parser) *parser = python_parser();
    scoped(syntax_tree) tree = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        parse_text(parser, &tree, cases[i].source, (uint32_t)strlen(cases[i].source));
        assert_int_equal(tree.has_error, i > 0);
        assert_int_equal(tree.error_byte, cases[i].error_byte);
    }
}
