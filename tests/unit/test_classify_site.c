/* The place of a token in the tree determines its role, literal, operator, operand and caller. */
#include "classify/classify.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* The site of the one token with that text; its program must outlive it. */
static struct site site_in(struct program *program, const char *source, const char *token)
{
    tokenize_valid(program, source);
    return site_of(program, token_only(program, token));
}

TEST(classify_site__of_an_identifier_knows_operands_callees_and_callers)
{
    enum { OPERAND = 1, CALLED = 2, CALLER = 4 };
    static const struct {
        const char *source;
        enum identifier_role role;
        int flags;
    } cases[] = {
        {"x", ROLE_VARIABLE, 0},
        {"x = 1", ROLE_VARIABLE, 0},
        {"a + x", ROLE_VARIABLE, OPERAND},
        {"x + a", ROLE_VARIABLE, OPERAND},
        {"a < b < x", ROLE_VARIABLE, OPERAND},
        {"x and a", ROLE_VARIABLE, OPERAND},
        {"a not in x", ROLE_VARIABLE, OPERAND},
        {"(x) + a", ROLE_VARIABLE, 0},
        {"-x", ROLE_VARIABLE, 0},
        {"not x", ROLE_VARIABLE, 0},
        {"a += x", ROLE_VARIABLE, 0},
        {"a = x", ROLE_VARIABLE, 0},
        {"a + f(x)", ROLE_VARIABLE, 0},
        {"a + b[x]", ROLE_VARIABLE, 0},
        {"a + b.x", ROLE_ATTRIBUTE, 0},
        {"x(a)", ROLE_FUNCTION, CALLED},
        {"a + x(b)", ROLE_FUNCTION, CALLED},
        {"a.x(b)", ROLE_ATTRIBUTE, CALLED},
        {"a.b.x()", ROLE_ATTRIBUTE, CALLED},
        {"a[0].x()", ROLE_ATTRIBUTE, CALLED},
        {"a.x.b()", ROLE_ATTRIBUTE, 0},
        {"x.a(b)", ROLE_VARIABLE, CALLER},
        {"x.a.b()", ROLE_VARIABLE, 0},
        {"x.a", ROLE_VARIABLE, 0},
        {"x[0].a()", ROLE_VARIABLE, 0},
        {"x[0]()", ROLE_VARIABLE, 0},
        {"a(x)", ROLE_VARIABLE, 0},
        {"a(x=1)", ROLE_KEYWORD_ARGUMENT, 0},
        {"@x\ndef f(): pass", ROLE_VARIABLE, 0},
        {"@x()\ndef f(): pass", ROLE_FUNCTION, CALLED},
        {"f'{x}'", ROLE_VARIABLE, 0},
        {"f'{a:{x}}'", ROLE_VARIABLE, 0},
        {"f'{a + x}'", ROLE_VARIABLE, OPERAND},
        {"f'{x()}'", ROLE_FUNCTION, CALLED},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) program = {0};
        struct site site = site_in(&program, cases[i].source, "x");
        int flags = (site.is_operand ? OPERAND : 0) | (site.is_called ? CALLED : 0) |
                    (site.is_caller ? CALLER : 0);
        if (site.role != cases[i].role || flags != cases[i].flags)
            fail_msg("%s: role %d, flags %d", cases[i].source, site.role, flags);
        assert_null(site.rule);
        assert_int_equal(site.literal, LITERAL_NONE);
    }
}

TEST(classify_site__of_a_literal_knows_its_kind)
{
    static const struct {
        const char *source, *token;
        enum literal_kind literal;
        bool is_operand;
    } cases[] = {
        {"x = 1", "1", LITERAL_INTEGER, false},
        {"x = a + 0x1F", "0x1F", LITERAL_INTEGER, true},
        {"x = 10L", "10L", LITERAL_INTEGER, false},
        {"x = 0777", "0777", LITERAL_INTEGER, false},
        {"x = -1", "1", LITERAL_INTEGER, false},
        {"x = 1.5", "1.5", LITERAL_FLOAT, false},
        {"x = 1e9 < y", "1e9", LITERAL_FLOAT, true},
        {"x = .5", ".5", LITERAL_FLOAT, false},
        {"x = True", "True", LITERAL_BOOLEAN, false},
        {"x = a or False", "False", LITERAL_BOOLEAN, true},
        {"x = a is None", "None", LITERAL_NULL, true},
        {"x = 'a'", "'a'", LITERAL_STRING, false},
        {"x = 'a' + b", "'a'", LITERAL_STRING, true},
        {"x = ur'''a'''", "ur'''a'''", LITERAL_STRING, false},
        {"x = b'a' 'c'", "'c'", LITERAL_STRING, false},
        {"x = f'a{b}'", "a", LITERAL_STRING, false},
        {"x = f'{b}a'", "a", LITERAL_STRING, false},
        {"x = f'{b:>3}'", ">3", LITERAL_STRING, false},
        {"x = f'{b:{w}d}'", "d", LITERAL_STRING, false},
        {"x = f'{b}'", "f'", LITERAL_NONE, false},
        {"x = f'{b}'", "{", LITERAL_NONE, false},
        {"x = f'{b!r}'", "r", LITERAL_NONE, false},
        {"x = f'{b!r}'", "!", LITERAL_NONE, false},
        {"x = ...", "...", LITERAL_NONE, false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) program = {0};
        struct site site = site_in(&program, cases[i].source, cases[i].token);
        if (site.literal != cases[i].literal || site.is_operand != cases[i].is_operand)
            fail_msg("%s: literal %d, operand %d", cases[i].source, site.literal, site.is_operand);
        assert_int_equal(site.role, ROLE_NONE);
        assert_int_equal(site_category(&site),
                         cases[i].literal == LITERAL_NONE ? CATEGORY_OTHER : CATEGORY_LITERAL);
    }
}

TEST(classify_site__of_an_operator_depends_on_its_parent)
{
    static const struct {
        const char *source, *token;
        enum bug_category category;
        bool is_operator, has_operands, is_unary;
    } cases[] = {
        {"a - b", "-", CATEGORY_BINARY_OPERATOR, true, true, false},
        {"-a", "-", CATEGORY_OTHER, true, false, true},
        {"x = -1", "-", CATEGORY_OTHER, true, false, true},
        {"~a", "~", CATEGORY_OTHER, true, false, true},
        {"a * b", "*", CATEGORY_BINARY_OPERATOR, true, true, false},
        {"f(*a)", "*", CATEGORY_OTHER, false, false, false},
        {"a, *b = c", "*", CATEGORY_OTHER, false, false, false},
        {"def f(*a): pass", "*", CATEGORY_OTHER, false, false, false},
        {"a ** b", "**", CATEGORY_BINARY_OPERATOR, true, true, false},
        {"f(**a)", "**", CATEGORY_OTHER, false, false, false},
        {"a @ b", "@", CATEGORY_BINARY_OPERATOR, true, true, false},
        {"@a\ndef f(): pass", "@", CATEGORY_OTHER, false, false, false},
        {"a in b", "in", CATEGORY_COMPARISON_OPERATOR, true, true, false},
        {"for a in b: pass", "in", CATEGORY_OTHER, false, false, false},
        {"[a for a in b]", "in", CATEGORY_OTHER, false, false, false},
        {"a not  in b", "not in", CATEGORY_COMPARISON_OPERATOR, true, true, false},
        {"a is\tnot b", "is not", CATEGORY_COMPARISON_OPERATOR, true, true, false},
        {"a <> b", "<>", CATEGORY_COMPARISON_OPERATOR, true, true, false},
        {"not a", "not", CATEGORY_LOGICAL_OPERATOR, true, false, true},
        {"a and b", "and", CATEGORY_LOGICAL_OPERATOR, true, true, false},
        {"a & b", "&", CATEGORY_BINARY_OPERATOR, true, true, false},
        {"a = b", "=", CATEGORY_ASSIGNMENT_OPERATOR, true, false, false},
        {"a: int = b", "=", CATEGORY_ASSIGNMENT_OPERATOR, true, false, false},
        {"a: int = b", ":", CATEGORY_OTHER, false, false, false},
        {"f(a=b)", "=", CATEGORY_OTHER, false, false, false},
        {"def f(a=b): pass", "=", CATEGORY_OTHER, false, false, false},
        {"def f(a: int = b): pass", "=", CATEGORY_OTHER, false, false, false},
        {"lambda a=b: a", "=", CATEGORY_OTHER, false, false, false},
        {"f'{a=}'", "=", CATEGORY_OTHER, false, false, false},
        {"a += b", "+=", CATEGORY_ASSIGNMENT_OPERATOR, true, false, false},
        {"(a := b)", ":=", CATEGORY_OTHER, false, false, false},
        {"print >>a, b", ">>", CATEGORY_OTHER, false, false, false},
        {"a >> b", ">>", CATEGORY_BINARY_OPERATOR, true, true, false},
        {"match a:\n case 1 | 2: pass", "|", CATEGORY_OTHER, false, false, false},
        {"a if b else c", "if", CATEGORY_OTHER, false, false, false},
        {"(a) + b", "(", CATEGORY_OTHER, false, false, false},
        {"a, b", ",", CATEGORY_OTHER, false, false, false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) program = {0};
        struct site site = site_in(&program, cases[i].source, cases[i].token);
        bool has_operands = site.rule && site.rule->has_operands;
        bool is_unary = site.rule && site.rule->is_unary;
        if (site_category(&site) != cases[i].category || !site.rule == cases[i].is_operator ||
            has_operands != cases[i].has_operands || is_unary != cases[i].is_unary)
            fail_msg("%s: category %d, operator %d, operands %d, unary %d", cases[i].source,
                     site_category(&site), site.rule != NULL, has_operands, is_unary);
        assert_int_equal(site.role, ROLE_NONE);
        assert_false(site.is_operand || site.is_called || site.is_caller);
    }
}

TEST(classify_site__of_layout_is_nothing)
{
    scoped(program) program = tokenized("if a:\n  b\n");
    size_t n_layout = 0;
    for (size_t i = 0; i < program.tokens.n; i++) {
        if (!token_is_layout(&program.tokens.items[i]))
            continue;
        struct site site = site_of(&program, i);
        assert_int_equal(site_category(&site), CATEGORY_OTHER);
        assert_int_equal(site.role, ROLE_NONE);
        assert_int_equal(site.literal, LITERAL_NONE);
        assert_null(site.rule);
        assert_int_equal(site.text.length, 0);
        n_layout++;
    }
    assert_int_equal(n_layout, 4);
}

TEST(classify_site__remembers_its_text)
{
    scoped(program) program = {0};
    struct site site = site_in(&program, "a not   in b\n", "not in");
    assert_int_equal(site.text.length, 6);
    assert_memory_equal(site.text.bytes, "not in", 6);
}
