/* Edits that keep the tree: both programs parse or none does, and both trees have the same nodes.
 */
#include "base/mem.h"
#include "classify/classify.h"
#include "tests/support/corpus.h"
#include "tests/support/mutation.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* A node without the comments and line continuations of its tree. */
struct plain_node {
    uint32_t parent; /* index among these nodes */
    uint16_t kind, field;
};

struct plain_tree {
    ARRAY(struct plain_node) nodes;
    ARRAY(uint32_t) numbers; /* by node of the tree: its index among the plain ones */
};

static void read_tree(struct plain_tree *out, const struct syntax_tree *tree)
{
    for (uint32_t i = 0; i < tree->nodes.n; i++) {
        const struct node *node = &tree->nodes.items[i];
        array_push(&out->numbers, (uint32_t)out->nodes.n);
        if (!syntax_node_is_one_of(tree, i, tree->language->skipped_kinds))
            array_push(&out->nodes, (struct plain_node){i ? out->numbers.items[node->parent] : 0,
                                                        node->kind, node->field});
    }
}

/* Fails unless both trees have the same nodes, and each token is in the same one. */
static void expect_same_tree(const struct program *a, const struct program *b, const char *name)
{
    struct plain_tree x = {0}, y = {0};
    read_tree(&x, &a->tree);
    read_tree(&y, &b->tree);
    if (x.nodes.n != y.nodes.n)
        fail_msg("%s: %zu nodes, and then %zu", name, x.nodes.n, y.nodes.n);
    for (size_t i = 0; i < x.nodes.n; i++) {
        const struct plain_node *p = &x.nodes.items[i], *q = &y.nodes.items[i];
        if (p->kind != q->kind || p->field != q->field || p->parent != q->parent)
            fail_msg("%s: node %zu is another one", name, i);
    }
    for (size_t i = 0; i < a->tokens.n; i++)
        if (x.numbers.items[a->tokens.items[i].node] != y.numbers.items[b->tokens.items[i].node])
            fail_msg("%s: token %zu is in another node", name, i);
    array_release(&x.nodes);
    array_release(&x.numbers);
    array_release(&y.nodes);
    array_release(&y.numbers);
}

static bool same_site(const struct site *a, const struct site *b)
{
    return token_text_equal(a->text, b->text) && a->rule == b->rule && a->role == b->role &&
           a->literal == b->literal && a->is_operand == b->is_operand &&
           a->is_called == b->is_called && a->is_caller == b->is_caller;
}

/* Fails unless one of the trees says of the edit what both say. */
static void expect_same_sites(struct program *a, struct program *b, const struct token_edit *edit,
                              const char *name)
{
    struct edit_sites both = edit_sites_of(a, b, edit);
    struct program *const programs[] = {a, b};
    for (int i = 0; i < 2; i++) {
        size_t n_nodes = programs[i]->tree.nodes.n;
        programs[i]->tree.nodes.n = 0; /* as if it were not parsed */
        struct edit_sites one = edit_sites_of(a, b, edit);
        programs[i]->tree.nodes.n = n_nodes;
        if (!same_site(&one.before, &both.before) || !same_site(&one.after, &both.after))
            fail_msg("%s: the sites of one tree are not those of both", name);
    }
}

struct counts {
    unsigned n_kept[TOKEN_TEXT + 1]; /* by kind of token */
    unsigned n_other;                /* edits that may not keep the tree */
    struct dice chance;
    size_t n_sources;
};

/* Compares a parsed program with one that has tokens. Returns whether the edit keeps the tree. */
static bool check_edit(struct counts *counts, struct program *buggy, struct program *fixed,
                       const char *name)
{
    struct token_edit edit;
    if (program_difference(buggy, fixed, &edit) != DIFFERENCE_SINGLE ||
        !edit_keeps_tree(buggy, fixed, &edit)) {
        counts->n_other++;
        return false;
    }
    if (!program_parse(fixed, shared_parser()))
        fail_msg("%s: does not parse:\n%.*s", name, (int)fixed->length, fixed->source);
    expect_same_tree(buggy, fixed, name);
    expect_same_sites(buggy, fixed, &edit, name);
    counts->n_kept[buggy->tokens.items[edit.buggy_token].kind]++;
    return true;
}

TEST(edit_keeps_tree__only_if_that_is_certain)
{
    static const struct {
        const char *buggy, *fixed;
        bool keeps;
    } cases[] = {
        {"x = a\n", "x = bcd\n", true},
        {"x = abc\n", "x = a\n", true},
        {"xa = 1\n", "x = 1\n", true},
        {"x = 1\n", "x = 23\n", true},
        {"x = 1if a else 2\n", "x = 0if a else 2\n", true},
        {"x = 1or 2\n", "x = 3or 2\n", true},
        {"x = 007\n", "x = 8\n", true},
        {"x = 1.5\n", "x = 11.25\n", true},
        {"a.b(c, d=e)\n", "a.f(c, d=e)\n", true},
        {"a.b(c, d=e)\n", "a.b(c, g=e)\n", true},
        {"import a\n", "import b\n", true},
        {"x\xe3\x81\x82 = a\n", "x\xe3\x81\x82 = b\n", true},
        {"x = a\r\ny\r\n", "x = bb\r\ny\r\n", true},
        {"x = f'{a}'\n", "x = f'{b}'\n", true},
        {"x = f'{a:{w}}'\n", "x = f'{a:{v}}'\n", true},
        {"print a\n", "print b\n", true},
        /* words that are more than names */
        {"x = a\n", "x = None\n", false},
        {"x = a\n", "x = not\n", false},
        {"x = a\n", "x = print\n", false},
        {"x = print\n", "x = a\n", false},
        {"print(a)\n", "foo(a)\n", false},
        {"print a\n", "prin a\n", false},
        {"x = a\n", "x = match\n", false},
        {"type X = a\n", "tpye X = a\n", false},
        {"match a:\n case _: b\n", "match a:\n case x: b\n", false},
        {"from __future__ import a\n", "from future import a\n", false},
        {"x = True\n", "x = False\n", false},
        {"x = a\n", "x = 1\n", false},
        {"x = 1\n", "x = a\n", false},
        {"x = a\n", "x = \xe3\x81\x82\n", false},
        {"if a: b\n", "if not a: b\n", false},
        {"if not a: b\n", "if a: b\n", false},
        {"a in b\n", "a not in b\n", false},
        {"f'{a!r}'\n", "f'{a!s}'\n", false},
        {"f'{a!r}'\n", "f'{a!xy}'\n", false}, /* that does not parse */
        {"`a`\n", "`b`\n", false},
        {"x = `'a'`\n", "x = `'b`c'`\n", false}, /* nor does that */
        /* the parser may refuse some blanks, comments and line ends */
        {"x = a # b\n", "x = c # b\n", true},
        {"if x:\n    y[a] = b\n", "if x:\n    y[\nc] = b\n", false},
        /* numbers that are not plain */
        {"x = 1\n", "x = 1.5\n", false},
        {"x = 10\n", "x = 1e5\n", false},
        {"x = 10\n", "x = 0x1\n", false},
        {"x = 10\n", "x = 1L\n", false},
        {"x = 10\n", "x = 1_0\n", false},
        {"x = 1.5\n", "x = 1.\n", false},
        {"x = 1.5\n", "x = .5\n", false},
        {"x = 1.5\n", "x = 1.5j\n", false},
        /* signs, and runs of text */
        {"x = a + b\n", "x = a - b\n", false},
        {"x = a < b\n", "x = a > b\n", false},
        {"x = f'a'\n", "x = f'b'\n", false},
        {"x = f'a'\n", "x = F'a'\n", false},
        {"x = f'{a:>3}'\n", "x = f'{a:>4}'\n", false},
        /* strings */
        {"x = 'a'\n", "x = 'bc'\n", true},
        {"f(r'ab', 1)\n", "f(r'b', 1)\n", true},
        {"x = \"\"\"a\"\"\"\n", "x = \"\"\"bc\"\"\"\n", true},
        {"x = 'a' 'b'\n", "x = 'a' 'cd'\n", true},
        {"x = 'a\"'\n", "x = 'ab\"c'\n", true},
        {"x = \"\"\"a'b\"\"\"\n", "x = \"\"\"a'\"b\"\"\"\n", true},
        {"x = 'a'\n", "x = '\xe3\x81\x82'\n", true},
        {"x = 'a'\n", "x = '{}'\n", true},
        {"x = 'a'\n", "x = '#'\n", true},
        {"x = f'{\"a\"}'\n", "x = f'{\"b\"}'\n", true},
        {"x = 'a'\n", "x = ''\n", false},
        {"x = ''\n", "x = 'a'\n", false},
        {"x = 'a'\n", "x = ''''''\n", false},
        {"x = ''''''\n", "x = 'a'\n", false},
        {"x = 'a'\n", "x = \"a\"\n", false},
        {"x = 'a'\n", "x = 'a\\n'\n", false},
        {"x = '\\n'\n", "x = 'b'\n", false},
        {"x = 'a'\n", "x = b'a'\n", false},
        {"x = r'a'\n", "x = R'b'\n", false},
        {"x = 'a'\n", "x = '''a'''\n", false},
        {"x = '''a\n'''\n", "x = '''b\n'''\n", false},
        {"x = a\n", "x = 'a'\n", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) buggy = tokenized(cases[i].buggy), fixed = {0};
        struct counts counts = {0};
        assert_true(cut_bytes(&fixed, cases[i].fixed, strlen(cases[i].fixed)));
        if (check_edit(&counts, &buggy, &fixed, cases[i].buggy) != cases[i].keeps)
            fail_msg("%s ---\n%s: %s", cases[i].buggy, cases[i].fixed,
                     cases[i].keeps ? "does not keep the tree" : "keeps the tree");
    }
}

/* A text for a string with the same prefix and quotes. */
static void add_string(struct str *out, struct token_text before, struct dice *chance)
{
    static const char *const texts[] = {"a", "a b c", "#", "{x}", "\xe3\x81\x82", "%d", "(", "a`b"};
    size_t start = 0, n_quotes = 0;
    while (before.bytes[start] != '\'' && before.bytes[start] != '"')
        start++;
    bool is_triple = before.length - start >= 6 && before.bytes[start + 1] == before.bytes[start] &&
                     before.bytes[start + 2] == before.bytes[start];
    n_quotes = is_triple ? 3 : 1;
    str_add(out, before.bytes, start + n_quotes);
    str_add_text(out, texts[dice_below(chance, N_ITEMS(texts))]);
    str_add(out, before.bytes + before.length - n_quotes, n_quotes);
}

/* Another text for a token. Not every one keeps the tree. */
static void add_other(struct str *out, const struct program *program, size_t index,
                      struct dice *chance)
{
    static const char *const names[] = {"n",  "another_name", "e1", "None", "print", "f",
                                        "_1", "match",        "_",  "r",    "x0"};
    static const char *const numbers[] = {"7", "12345", "0", "007", "1.5", "0.25", "0x1F", "9L"};
    switch ((enum token_kind)program->tokens.items[index].kind) {
    case TOKEN_WORD:
        str_add_text(out, names[dice_below(chance, N_ITEMS(names))]);
        break;
    case TOKEN_NUMBER:
        str_add_text(out, numbers[dice_below(chance, N_ITEMS(numbers))]);
        break;
    case TOKEN_STRING:
        add_string(out, program_token_text(program, index), chance);
        break;
    default:
        str_add_text(out, "x");
    }
}

/* Changes the layout of the changed program, too: comments, blanks, line ends, indentation. */
static void change_layout(struct counts *counts, struct program *program,
                          const struct program *changed, const char *name)
{
    scoped(str) source = {0};
    scoped(program) other = {0};
    size_t mutation = dice_below(&counts->chance, MUTATE_SPACES + 1 - MUTATE_COMMENT);
    if (mutate(&source, changed, (enum mutation)(MUTATE_COMMENT + mutation), &counts->chance) &&
        cut_bytes(&other, str_text(&source), source.length))
        check_edit(counts, program, &other, name);
}

/* Changes some tokens of a program. */
static void change_tokens(struct counts *counts, const char *text, size_t length, size_t n_changes,
                          const char *path)
{
    scoped(program) program = {0};
    if (!tokenize_bytes(&program, text, length) || program.tokens.n == 0)
        return;
    for (size_t i = 0; i < n_changes; i++) {
        size_t index = dice_below(&counts->chance, program.tokens.n);
        const struct token *token = &program.tokens.items[index];
        if (token_is_layout(token))
            continue;
        scoped(program) changed = {0};
        scoped(str) source = {0}, name = {0};
        str_add(&source, text, token->start_byte);
        add_other(&source, &program, index, &counts->chance);
        str_print(&name, "%s, byte %u: ", path, token->start_byte);
        str_add(&name, source.text + token->start_byte, source.length - token->start_byte);
        str_add(&source, text + token->end_byte, length - token->end_byte);
        if (!cut_bytes(&changed, str_text(&source), source.length))
            continue;
        check_edit(counts, &program, &changed, str_text(&name));
        change_layout(counts, &program, &changed, str_text(&name));
    }
}

static void visit(const struct corpus_source *source, void *context)
{
    enum { EVERY_SOURCE = 4, MAX_BYTES = 20000 };
    struct counts *counts = context;
    if (source->length <= MAX_BYTES &&
        (source->is_sample || counts->n_sources++ % EVERY_SOURCE == 0))
        change_tokens(counts, source->text, source->length, 6, source->path);
}

/* Fails if the edits would not say much. */
static void check_counts(const struct counts *counts, unsigned min)
{
    printf("note: edits that keep the tree, and do so: %u of names, %u of numbers, %u of strings; "
           "%u others\n",
           counts->n_kept[TOKEN_WORD], counts->n_kept[TOKEN_NUMBER], counts->n_kept[TOKEN_STRING],
           counts->n_other);
    assert_true(counts->n_kept[TOKEN_WORD] >= min && counts->n_kept[TOKEN_NUMBER] >= min / 4);
    assert_true(counts->n_kept[TOKEN_STRING] >= min / 8 && counts->n_other >= min);
}

/* $MUTANT_SEED gives other edits. */
static uint64_t seed(void)
{
    const char *text = getenv("MUTANT_SEED");
    return text ? strtoull(text, NULL, 10) : 1;
}

/* A name may mean a type, and the tree of a program with an error depends on lengths. */
TEST(edit_keeps_tree__in_cpp_only_of_literals)
{
    static const struct {
        const char *buggy, *fixed;
        bool is_parsed, keeps;
    } cases[] = {
        {"int x = 1;", "int x = 23;", true, true},
        {"int x = f(\"a\");", "int x = f(\"bc\");", true, true},
        {"int x = 'a';", "int x = '\"';", true, true},
        {"int x = 1;", "int x = 1.5;", true, false},
        {"int x = y;", "int x = z;", true, false},
        {"int x = 1 +;", "int x = 2 +;", true, false},
        {"int x = 1;", "int x = 23;", false, false},
    };
    scoped(syntax_parser) *parser = syntax_parser_new(&language_cpp);
    const struct lexical *lexical = syntax_parser_lexical(parser);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) a = {0}, b = {0};
        struct token_edit edit;
        assert_true(program_tokenize(&a, lexical, cases[i].buggy, strlen(cases[i].buggy)));
        assert_true(program_tokenize(&b, lexical, cases[i].fixed, strlen(cases[i].fixed)));
        assert_int_equal(program_difference(&a, &b, &edit), DIFFERENCE_SINGLE);
        if (cases[i].is_parsed)
            program_parse(&a, parser);
        if (edit_keeps_tree(&a, &b, &edit) != cases[i].keeps)
            fail_msg("%s -> %s: should be %d", cases[i].buggy, cases[i].fixed, cases[i].keeps);
        if (!cases[i].keeps)
            continue;
        program_parse(&b, parser);
        expect_same_tree(&a, &b, cases[i].buggy);
        expect_same_sites(&a, &b, &edit, cases[i].buggy);
    }
}

TEST(edit_keeps_tree__of_real_programs)
{
    struct counts counts = {.chance = {seed()}};
    corpus_visit(visit, &counts);
    check_counts(&counts, 100);
}

TEST(edit_keeps_tree__of_dense_programs)
{
    struct counts counts = {.chance = {seed()}};
    for (size_t i = 0; dense_programs[i]; i++)
        change_tokens(&counts, dense_programs[i], strlen(dense_programs[i]), 40, dense_programs[i]);
    printf("note: %u names\n", counts.n_kept[TOKEN_WORD]);
    assert_true(counts.n_kept[TOKEN_WORD] > 200);
}
