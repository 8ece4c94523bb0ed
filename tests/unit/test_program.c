/* What holds for the tokens, the tree and the comments of every program, of real ones and of small
 * ones that are hard to tokenize; and programs of any size and with any bytes. What the tokens of
 * each form are is in tests/cases/python.case and its neighbours. */
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/comments.h"

struct counts {
    struct syntax_parser *parser;
    const struct lexical *lexical; /* the parser's */
    struct program program, rest;
    struct comments comments;
    struct str text;
    unsigned n_programs, n_parsed, n_refused, n_with_comments;
};

static struct counts counts_new(const struct language *language)
{
    struct syntax_parser *parser = syntax_parser_new(language);
    return (struct counts){.parser = parser, .lexical = syntax_parser_lexical(parser)};
}

static void counts_end(struct counts *counts)
{
    printf("note: %s: %u programs, %u of them parsed, %u with comments; %u without tokens\n",
           counts->lexical->language->name, counts->n_programs, counts->n_parsed,
           counts->n_with_comments, counts->n_refused);
    syntax_parser_free(counts->parser);
    program_release(&counts->program);
    program_release(&counts->rest);
    comments_release(&counts->comments);
    str_release(&counts->text);
}

/* Without its comments a program has no comments, and the same tokens, at the bytes that are said.
 * All other bytes are in the rest, too. */
static void check_comments(struct counts *counts, const char *path)
{
    const struct program *program = &counts->program, *rest = &counts->rest;
    const struct language *language = program->language;
    struct comments *comments = &counts->comments;
    scoped(comments) others = {0};
    str_clear(&counts->text);
    assert_true(comments_find(comments, counts->lexical, program->source, program->length));
    comments_plan(comments, language, program->source, program->length);
    comments_write_rest(&counts->text, comments, program->source, program->length);
    const char *text = str_text(&counts->text);
    assert_true(program_tokenize(&counts->rest, counts->lexical, text, counts->text.length));
    assert_true(comments_find(&others, counts->lexical, text, counts->text.length));
    comments_plan(&others, language, text, counts->text.length);
    if (others.cuts.n || rest->tokens.n != program->tokens.n)
        fail_msg("%s: what is left has comments, or other tokens:\n%s", path, text);
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *before = &program->tokens.items[i], *after = &rest->tokens.items[i];
        assert_true(program_tokens_equal(program, i, rest, i));
        assert_int_equal(comments_rest_byte(comments, before->start_byte), after->start_byte);
        assert_true(before->joined ||
                    comments_rest_byte(comments, before->end_byte) == after->end_byte);
    }
    for (size_t byte = 0, last = 0, at; byte <= program->length; byte += 1 + byte / 500, last = at)
        assert_in_range(at = comments_rest_byte(comments, byte), last, counts->text.length);
    assert_int_equal(comments_rest_byte(comments, program->length), counts->text.length);
    counts->n_with_comments += counts->text.length < program->length;
}

/* Children are one after the other inside their parent, and together its descendants. */
static void check_nesting(const struct syntax_tree *tree, const char *path)
{
    const struct node *nodes = tree->nodes.items;
    for (uint32_t parent = 0; parent < tree->nodes.n; parent++) {
        uint32_t end = nodes[parent].start_byte, child = parent + 1;
        for (; child < nodes[parent].next; child = nodes[child].next) {
            if (nodes[child].parent != parent || nodes[child].start_byte < end ||
                nodes[child].end_byte < nodes[child].start_byte || nodes[child].next <= child)
                fail_msg("%s: node %u is out of place in node %u", path, child, parent);
            end = nodes[child].end_byte;
        }
        if (child != nodes[parent].next || end > nodes[parent].end_byte)
            fail_msg("%s: the children of node %u reach out of it", path, parent);
    }
    assert_int_equal(nodes[0].next, tree->nodes.n);
}

/* Returns the kind of token that a node of Python looks like. */
static enum token_kind kind_of_node(const struct program *program, uint32_t node)
{
    const struct syntax_tree *tree = &program->tree;
    static const char *const quotes[] = {"string_start", "string_end", NULL};
    static const char *const texts[] = {"string_content", "format_specifier", NULL};
    enum literal_kind literal = syntax_literal(tree->language, tree->nodes.items[node].kind);
    unsigned char first = (unsigned char)program->source[tree->nodes.items[node].start_byte];
    if (literal == LITERAL_STRING)
        return TOKEN_STRING;
    if (literal == LITERAL_INTEGER || literal == LITERAL_FLOAT)
        return TOKEN_NUMBER;
    if (syntax_node_is_one_of(tree, node, quotes))
        return TOKEN_QUOTE;
    if (syntax_node_is_one_of(tree, node, texts))
        return TOKEN_TEXT;
    bool is_letter = (first | 32) >= 'a' && (first | 32) <= 'z';
    return is_letter || first == '_' || first >= 0x80 ? TOKEN_WORD : TOKEN_SIGN;
}

/* A token of Python is a leaf of the tree of the same kind, except: `!` and its letter are one
 * leaf, `except*` and `**` in a list are two tokens to CPython, and backquotes make a string. */
static void check_leaf(const struct program *program, const struct token *token, const char *path)
{
    static const char *const others[] = {
        "type_conversion", "except*",    "list_splat", "string_start",
        "string_content",  "string_end", NULL};
    const struct node *node = &program->tree.nodes.items[token->node];
    bool is_inside = node->start_byte <= token->start_byte && token->end_byte <= node->end_byte;
    bool is_same = node->start_byte == token->start_byte && node->end_byte == token->end_byte;
    if (token->kind == TOKEN_TEXT
            ? !is_inside
            : (!is_same || kind_of_node(program, token->node) != token->kind) &&
                  !syntax_node_is_one_of(&program->tree, token->node, others))
        fail_msg("%s: the %s at byte %u is a %s of the tree", path, token_kind_names[token->kind],
                 token->start_byte, syntax_kind_name(program->language, node->kind));
}

static void check_program(struct counts *counts, const char *text, size_t length, const char *path)
{
    struct program *program = &counts->program;
    const char *wrong = NULL;
    if (!program_tokenize(program, counts->lexical, text, length)) {
        assert_int_not_equal(program->error, LEXICAL_OK);
        assert_true(program->error_byte <= length && !program->tokens.n);
        counts->n_refused++;
        return;
    }
    counts->n_programs++;
    check_comments(counts, path);
    if ((wrong = wrong_cover(program)))
        fail_msg("%s: %s", path, wrong);
    if (program->language != &language_python || !program_parse(program, counts->parser))
        return;
    counts->n_parsed++;
    check_nesting(&program->tree, path);
    if ((wrong = wrong_node(program)))
        fail_msg("%s: %s", path, wrong);
    for (size_t i = 0; i < program->tokens.n; i++)
        if (!token_is_layout(&program->tokens.items[i]))
            check_leaf(program, &program->tokens.items[i], path);
}

static void visit(const struct corpus_source *source, void *context)
{
    struct counts *counts = context;
    unsigned n_refused = counts->n_refused;
    check_program(counts, source->text, source->length, source->path);
    if (source->is_sample) /* some of these are refused on purpose (cases/rejects) */
        counts->n_refused = n_refused;
}

TEST(program__puts_each_byte_of_real_programs_into_one_token)
{
    for (int i = 0; languages[i]; i++) {
        struct counts counts = counts_new(languages[i]);
        if (i == 0)
            corpus_visit(visit, &counts);
        else
            corpus_visit_language(languages[i], visit, &counts);
        assert_true(i > 0 || counts.n_parsed > 200);
        assert_true(counts.n_refused * 50 <= counts.n_programs);
        counts_end(&counts);
    }
}

TEST(program__puts_each_byte_of_dense_programs_into_one_token)
{
    struct counts counts = counts_new(&language_python);
    unsigned n = 0;
    for (; dense_programs[n]; n++)
        check_program(&counts, dense_programs[n], strlen(dense_programs[n]), dense_programs[n]);
    assert_int_equal(counts.n_parsed, n);
    counts_end(&counts);
}

TEST(program__has_no_tokens_if_there_is_a_zero_byte)
{
    static const char source[] = "a = '''bc''' + \\\n f'd{e}' # f\n";
    size_t length = sizeof source - 1;
    for (size_t at = 0; at <= length; at++) {
        char bytes[sizeof source];
        memcpy(bytes, source, at);
        bytes[at] = '\0';
        memcpy(bytes + at + 1, source + at, length - at);
        scoped(program) program = {0};
        assert_false(cut_bytes(&program, bytes, length + 1));
        assert_int_equal(program.error, LEXICAL_CHARACTER);
        assert_int_equal(program.error_byte, at);
    }
}

/* Two pieces of a program have the same digest if they have the same tokens, without the layout at
 * their ends. */
TEST(program__has_pieces_with_the_digests_of_their_tokens)
{
    static const char class_of_two[] = "class A:\n    def f(self): # one\n        return 1\n\n"
                                       "    def g(self):\n        return 1\n";
    static const struct {
        const char *text;
        size_t start, end;
        bool is_f;
    } cases[] = {
        {"def f(self):\n  return 1\n", 0, 24, true},
        {"x = 1\ndef f(self): # two\n  return 1\ny = 2\n", 6, 36, true},
        {"def f(self):\n  return 1\n", 0, 23, true},
        {"def f(self):\n  return 1\n", 0, 22, false},
        {"def f(self):\n  return 1\n", 1, 24, false},
        {"def f(self): return 1\n", 0, 22, false}, /* no block */
        {"def f(self):\n  return 12\n", 0, 25, false},
        {"def f(self):\n  return 1\n", 5, 5, false},
    };
    scoped(str) scratch = {0};
    scoped(program) whole = tokenized(class_of_two);
    struct digest f = program_piece_digest(&whole, 9, 50, &scratch);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) program = tokenized(cases[i].text);
        struct digest piece =
            program_piece_digest(&program, cases[i].start, cases[i].end, &scratch);
        if ((digest_compare(f, piece) == 0) != cases[i].is_f)
            fail_msg("case %zu", i);
    }
}

/* ---- Size ---- */

static struct str repeated(const char *head, const char *text, size_t n, const char *tail)
{
    struct str str = {0};
    str_add_text(&str, head);
    while (n--)
        str_add_text(&str, text);
    str_add_text(&str, tail);
    return str;
}

TEST(program__survives_huge_nesting_and_huge_lines)
{
    enum { N = 7000 };
    static const struct {
        const char *head, *repeated, *tail;
        size_t n_tokens; /* 0: refused */
    } cases[] = {
        {"x = ", "(", "a)\n", 0},
        {"x = ", "-", "a\n", N + 4},
        {"x = ", "not ", "a\n", N + 4},
        {"x = a", " + a", "\n", 2 * N + 4},
        {"x = [", "1,", "]\n", 2 * N + 5},
        {"", "a;", "a\n", 2 * N + 2},
        {"x = ", "'a' ", "'a'\n", N + 4},
        {"x = ", "f'a' ", "f'a'\n", 3 * N + 6},
        {"x = f'", "{a}", "'\n", 3 * N + 5},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) source = repeated(cases[i].head, cases[i].repeated, N, cases[i].tail);
        scoped(program) program = {0};
        tokenize_bytes(&program, source.text, source.length);
        assert_int_equal(program.tokens.n, cases[i].n_tokens);
    }
}

/* What would take too much memory or time is refused before it is parsed: many tokens, and runs
 * that the parser goes over again and again. */
TEST(program__is_parsed_whatever_its_size_up_to_a_limit)
{
    enum { OK, DOES_NOT_PARSE, TOO_LARGE };
    static const char comment[] = "# comments that stand one below the other, none of them very "
                                  "long\n";
    static const struct {
        const char *repeated;
        size_t n;
        int result;
    } cases[] = {
        {"x=", 40000, DOES_NOT_PARSE}, /* at its end, after more than 65,535 symbols */
        {"1,", 100000, OK},
        {"1,", 250001, TOO_LARGE},
        {comment, 1900, OK},
        {comment, 2100, TOO_LARGE},
        {"# comments with a token between any two of them\nx\n", 2000, OK},
        {"\\\n", 11000, OK},
        {"\\\n", 12000, TOO_LARGE},
        {"         \\\n", 5500, TOO_LARGE},
    };
    scoped(program) program = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *tail = strchr(cases[i].repeated, '\\') ? "x" : "";
        scoped(str) source = repeated("", cases[i].repeated, cases[i].n, tail);
        /* it has tokens, whatever its size */
        assert_true(program_tokenize(&program, shared_lexical(), source.text, source.length));
        bool parses = program_parse(&program, shared_parser());
        int result = parses ? OK : program.is_too_large ? TOO_LARGE : DOES_NOT_PARSE;
        if (result != cases[i].result)
            fail_msg("%zu times '%s': %d", cases[i].n, cases[i].repeated, result);
    }
}

/* ---- The tree ---- */

static void parse_text(struct syntax_tree *tree, const char *source, size_t length)
{
    syntax_parse(shared_parser(), tree, source, &(struct lone_part){.bytes = {0, length}});
}

/* Python's scanner once kept from one program to the next that it was inside an f-string. */
TEST(tree__does_not_depend_on_what_was_parsed_before)
{
    static const char *const befores[] = {"f'abc\n", "f'{x", "f'''{x}\n", "(((", "'", "if x:\n\ty"};
    static const char source[] = "if x:\n  y\nz)";
    scoped(syntax_tree) tree = {0};
    for (size_t i = 0; i < N_ITEMS(befores); i++) {
        parse_text(&tree, befores[i], strlen(befores[i]));
        assert_true(tree.has_error || befores[i][0] == 'i');
        parse_text(&tree, source, sizeof source - 2); /* without the bracket */
        if (tree.has_error)
            fail_msg("an error after %s", befores[i]);
        assert_int_equal(tree.nodes.items[0].end_byte, sizeof source - 2);
    }
}

TEST(tree__is_the_same_for_carriage_returns_and_line_feeds)
{
    static const char *const texts[] = {"a\nb\n",           "if a:\n  b\nc", "# c\na\n",
                                        "x = '''a\nb'''\n", "a\n\nb\n",      "if a:\n\n  b\n# c"};
    scoped(syntax_tree) a = {0}, b = {0};
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        size_t length = strlen(texts[i]);
        scoped_memory char *copy = mem_copy_text(texts[i], length);
        for (char *at = copy; (at = strchr(at, '\n'));)
            *at = '\r';
        parse_text(&a, texts[i], length);
        parse_text(&b, copy, length);
        assert_false(a.has_error);
        assert_int_equal(a.nodes.n, b.nodes.n);
        assert_memory_equal(a.nodes.items, b.nodes.items, a.nodes.n * sizeof *a.nodes.items);
    }
}

/* The parser copies what it has for each error; then it parses another program as before. */
TEST(tree__is_given_up_after_thousands_of_errors)
{
    scoped(syntax_tree) tree = {0};
    scoped(str) source = repeated("", "def f(\n x\n)\n", 3000, "");
    parse_text(&tree, source.text, 120);
    assert_true(tree.has_error && !tree.is_given_up);
    parse_text(&tree, source.text, source.length);
    assert_true(tree.has_error && tree.is_given_up && !tree.nodes.n);
    parse_text(&tree, "a = 1\n", 6);
    assert_false(tree.has_error || tree.is_given_up);
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
}
