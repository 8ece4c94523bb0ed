/* The verdict on two texts is certain when it rejects them. */
#include "tokenize/sieve.h"
#include "tests/support/test.h"

enum { MAX_TOKENS = 12 };

struct pair {
    const char *buggy, *fixed;
};

static const char *const verdict_names[] = {"maybe", "same", "multi", "too many"};

static struct sieve *the_sieve(void)
{
    static struct sieve *sieve;
    if (!sieve)
        sieve = sieve_new(&language_python, MAX_TOKENS);
    return sieve;
}

static enum sieve_verdict verdict_on(const char *buggy, const char *fixed)
{
    return sieve_compare(the_sieve(), (struct token_text){buggy, strlen(buggy)},
                         (struct token_text){fixed, strlen(fixed)});
}

/* All pairs must have the verdict, whichever side is the buggy one. */
static void check(const struct pair *pairs, size_t n, enum sieve_verdict expected)
{
    for (size_t i = 0; i < n; i++) {
        enum sieve_verdict there = verdict_on(pairs[i].buggy, pairs[i].fixed);
        enum sieve_verdict back = verdict_on(pairs[i].fixed, pairs[i].buggy);
        if (there != expected || back != expected)
            fail_msg("%s, and %s the other way round, not %s:\n%s\n---\n%s", verdict_names[there],
                     verdict_names[back], verdict_names[expected], pairs[i].buggy, pairs[i].fixed);
    }
}

TEST(sieve__knows_the_same_text)
{
    static const struct pair pairs[] = {
        {"", ""},
        {"\n", "\n"},
        {"x = 1\n", "x = 1\n"},
        {"x = (\n", "x = (\n"}, /* whether or not it parses */
        {"'", "'"},
        {"$", "$"},
        {"a\nb\nc\nd\ne\nf\ng\nh\n", "a\nb\nc\nd\ne\nf\ng\nh\n"}, /* or is too long */
    };
    check(pairs, N_ITEMS(pairs), SIEVE_SAME);
}

TEST(sieve__knows_what_is_the_same_but_for_layout)
{
    static const struct pair pairs[] = {
        {"", "\n"},
        {"", "# c"},
        {"x", "x\n"},
        {"x=1", "x = 1\n"},
        {"x = 1\n", "x =\t1 \n\n"},
        {"x = 1\n", "\n\n  # c\nx = 1 # d\n# e"},
        {"x # a\n", "x # b\n"},
        {"x # 'a\n", "x # \"b\n"},
        {"# x = 1\ny\n", "# x = 2, z = 3\ny\n"},
        {"a\nb\n", "a\r\nb\r\n"},
        {"a\nb\n", "a\rb\r"},
        {"a\r\nb\n", "a\rb"},
        {"if a:\n  b\nc\n", "if a:\n    b\nc\n"},
        {"if a:\n  b\nc\n", "if a:\n\tb\n\n# d\nc\n"},
        {"if a:\n  b\n", "if a:\r\n  b\r\n"},
        {"x = 1 + 2\n", "x = 1 + \\\n 2\n"},
        {"x = 1 + 2\n", "x \\\r\n = 1 \\\r + 2\n"},
        {"x = (1, 2)\n", "x = (1,\n\n  # two\n2)\n"},
        {"f(x)\n", "f(\nx\n)\n"},
        {"a not in b\n", "a not  in b\n"},
        {"(a is not b)\n", "(a is\\\nnot b)\n"},
        {"(a not in b)\n", "(a not # c\n in b)\n"},
        {"'''a\nb'''\n", "'''a\r\nb'''\n"},
        {"'a\\\nb'\n", "'a\\\rb'\n"},
        {"x = ( # a\n", "x = ( # b\n"}, /* whether or not it parses */
        {"a b c d e f g h i j k l m\n", "a b c d e f g h i j k l m # n\n"}, /* or is too long */
    };
    check(pairs, N_ITEMS(pairs), SIEVE_SAME);
}

TEST(sieve__passes_a_single_edit)
{
    static const struct pair pairs[] = {
        {"x", "y"},
        {"x = 1\n", "x = 2\n"},
        {"x = 1\n", "x += 1\n"},
        {"x=1\n", "x = 2  # c\n"},
        {"x = y\n", "x = (\n"}, /* does not parse: the sieve cannot know */
        {"x = a + b\n", "x = a - b\n"},
        {"x = a ** b\n", "x = a * b\n"},
        {"x = a // b\n", "x = a / b\n"},
        {"x = a<b\n", "x = a<=b\n"},
        {"x = a<b\n", "x = a!=b\n"},
        {"a in b\n", "a not in b\n"},
        {"a is b\n", "a is not b\n"},
        {"a is not b\n", "a not in b\n"},
        {"a < b\n", "a not in b\n"},
        {"x = 'a'\n", "x = \"a\"\n"},
        {"x = 'a'\n", "x = 'b c'\n"},
        {"x = 'a'\n", "x = 'it\\'s'\n"},
        {"x = 'a'\n", "x = '#'\n"},
        {"x = \"'\"\n", "x = '\"'\n"},
        {"x = '#' # a\n", "x = 1 # b\n"},
        {"x = '''a\nb'''\ny\n", "x = 'a'\ny\n"},
        {"x = 'a'\n", "x = rb'a'\n"},
        {"x = 1\n", "x = '1'\n"},
        {"print('Yes')\n", "print('YES')\n"},
        {"x = f'{a}b'\n", "x = f'{a}c'\n"},
        {"x = f'{a}b'\n", "x = f'{not a}b'\n"},
        {"if a:\n  b\n", "while a:\n    b\n"},
        {"if a:\n  b\nc\n", "if a:\r\n  b\r\nd\r\n"},
        {"# 'a\nx = 1\n", "# b\nx = 2\n"},
        {"a\nb\nc\n", "x\nb\nc\n"},
        {"a\nb\nc\n", "a\nb\nx\n"},
        {"a\nb\nc", "a\nx\nc"},
        {"f(a, a)\n", "f(a, b)\n"},
        {"if a: b\nelse: c\n", "if a: b\nelif: c\n"},
        {"(a is\n not b)\n", "(a is\n b)\n"},
        /* `not` comes and goes */
        {"if x: y\n", "if not x: y\n"},
        {"if(x): y\n", "if not(x): y\n"},
        {"not x\n", "x\n"},
        {"x = not not y\n", "x = not y\n"},
        {"(not\nx)\n", "(x)\n"},
        {"x = (a and\n b)\n", "x = (a and not\n b)\n"},
        {"if x: y\n", "if  not \\\n x: y # c\n"},
        {"x", "x not"},
    };
    check(pairs, N_ITEMS(pairs), SIEVE_MAYBE);
}

/* Nobody writes these, but the grammar takes them. */
TEST(sieve__passes_single_edits_where_the_grammar_cuts_otherwise)
{
    static const struct pair pairs[] = {
        {"x = [**a]\n", "x = [* *a]\n"},
        {"x = [**a]\n", "x = [-*a]\n"},
        {"x = [**a]\n", "x = [*-a]\n"},
        {"x = [**a]\n", "x = [*not *a]\n"},
        {"from ...a import b\n", "from . ..a import b\n"},
        {"from ... import b\n", "from . .. import c\n"},
        {"x = except*a\n", "x = except * a\n"},
        {"x = except*a\n", "x = except*=a\n"},
        {"for not in x: y\n", "for i in x: y\n"},
        {"a.not in b\n", "a.foo in b\n"},
        {"a.is not in b\n", "a.foo not in b\n"},
        {"a.is not in b\n", "a.is not\nin b\n"},
        {"for not in x: y\n", "for not\nin x: y\n"},
        {"a is not b\n", "a is\\\nnot b\n"},
        {"f'{a}', f'{b}'\n", "f'{ a }', f'{b }'\n"},
        {"f'{a}b'\n", "f'{a} b'\n"},
        {"a not\xe2\x80\x8bin b\n", "a not in c\n"},
        {"a is\xef\xbb\xbfnot b\n", "a is not c\n"},
        {"c = 1; a is\vnot b\n", "c = 2; a is not b\n"},
        {"x = f'{a not in b}'\n", "y = f'{a not\xef\xbb\xbf in b}'\n"},
        {"x = f'{a is not b}'\n", "y = f'{a is\vnot b}'\n"},
        {"x = '\\N{' + '}'\n", "x = 'a'\n"},
        {"y = b'\\u' ' + b' '; z = 1\n", "y = b'\\u' '+ b' '; z = 2\n"},
        {"x = rf'\\{\"'\"}' + '', 'a'; y = 1\n", "x = rf'\\{\"'\"}' + '', 2; y = 1\n"},
        {"`'`\n'''\"'\na = 3 # '''\n", "`'`\n'''\"'\na = 4 # '''\n"},
        {"f'{a[\"b\"]}', 1if a else 2\n", "f'{a[\"c\"]}', 1 if a else 2\n"},
    };
    check(pairs, N_ITEMS(pairs), SIEVE_MAYBE);
}

TEST(sieve__settles_what_is_more_than_a_single_edit)
{
    static const struct pair pairs[] = {
        {"", "x"},
        {"", "x\n"},
        {"x", "x y"},
        {"x = 1\n", "y = 2\n"},
        {"x = 1\n", "x = 1 + 1\n"},
        {"x = 1\n", "x = -1\n"},
        {"x = 1\n", "x = 1,\n"},
        {"f(x)\n", "f(x, y)\n"},
        {"f(a, b)\n", "f(b, a)\n"},
        {"x = 1\n", "x = 1\ny = 2\n"},
        {"x = 1\n", "x = 1;\n"},
        {"a and b\n", "a or not b\n"},
        {"if x: y\n", "if not x: z\n"},
        {"x in y\n", "not x in z\n"},
        {"if x: y\n", "if not not x: y\n"},
        {"if x: y\n", "if and x: y\n"}, /* only `not` may come */
        {"x\n", "nott x\n"},
        {"a < b\n", "b < a < c\n"},
        {"x = 'a'\n", "y = 'b'\n"},
        {"x = 'a' 'b'\n", "x = 'ab'\n"},
        {"x = '#', y\n", "x = '' #', y\n"},
        {"x = 'a' # b\n", "x = 'a # b'; c\n"},
        {"x = 'a\\'b'\n", "x = 'a' 'b' c\n"},
        {"x = '''a\n'''\ny\n", "x = '''a\n'''\nz + 1\n"},
        {"x = 1 # a\ny\n", "z = 1 # a\nw\n"},
        {"#x\ny\n", "x\ny\n"},
        {"#x\ny\n", "x\ny"},
        {"f'{a}', f'{b}'\n", "f'{c}', f'{d}'\n"},
        /* line ends and blocks are tokens that do not change */
        {"a\nb\n", "a;b\n"},
        {"a\nb\n", "a b\n"},
        {"(a\nb)\n", "a\nb\n"},
        {"a \\\nb\n", "a\nb\n"},
        {"if a:\n  b\nc\n", "if a:\n  b\n  c\n"},
        {"if a:\n  b\n  c\n", "if a:\n  b\n    c\n"},
        {"if a:\n  if b:\n    c\n    d\n", "if a:\n  if b:\n    c\n  d\n"},
        {"if a: b\nc\n", "if a:\n  b\nc\n"},
        {"a\nb\n", "a\n b\n"},
        {"if a:\n  b\n", "if a:\n\tc\n\td\n"},
        {"x = (1)\n", "x = (1,\n2)\n"},
        /* whether or not they parse */
        {"x = (\n", "x = 1\ny\n"},
        {"a )\n", "( b\n"},
        {"if\n", "if x: y\n"},
        /* what cannot be cut does not matter after the second difference */
        {"x = 1; $\n", "y = 2; $\n"},
        {"x = 1; 'a\n", "y = 2; 'a\n"},
    };
    check(pairs, N_ITEMS(pairs), SIEVE_MULTI);
}

TEST(sieve__leaves_to_a_parse_what_it_cannot_cut)
{
    static const struct pair pairs[] = {
        {"x = '\n", "x = 1 + 1\n"},
        {"x = 'a\n", "y = b'\n"},
        {"$\n", "x y z\n"},
        {"`a` + `b`\n", "`c` + `d`\n"},
        {"1if x else 2\n", "1 if y else 3\n"},
        {"f'{a['b']}'\n", "f'{c['d']}'; e\n"},
        {"'''\nx = 1\n", "'''\ny = 2\n"},
        {"x\\y\n", "x\\z w\n"},
        {"x = $\n", "x = $ # c\n"},
        {"`x`\n", "`x` # c\n"},
        {"1if x else 2\n", "1if x else 2 # c\n"},
        {"x = 1\\", "x = 1 + 2\\"},
        {"`x`\na = 1\n", "`x`\nb = 2\n"},
        /* indentation that returns to no open block */
        {"if a:\n    b\n  c\n", "if a:\n    b\n  c # d\n"},
    };
    check(pairs, N_ITEMS(pairs), SIEVE_MAYBE);
}

TEST(sieve__settles_what_is_too_long)
{
    static const struct {
        const char *buggy, *fixed; /* that differ in a single edit */
        size_t n_tokens;           /* of the longer one; those of layout count */
    } cases[] = {
        {"x = 1\n", "x = 2\n", 4},
        {"x = 1", "x = 2", 4},
        {"if a: b\n", "if not a: b\n", 6},
        {"if a:\n b\n", "if a:\n c\n", 8},
        {"if a:\n if b:\n  c", "if a:\n if b:\n  d", 14},
        {"f(a,\n\n b)\n", "f(a,\n\n c)\n", 7},
        {"a not in b\n", "a is not b\n", 4},
        {"x = 'a b c d e f'\n", "x = 'g'\n", 4},
        {"not x", "x", 3},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (size_t max_tokens = cases[i].n_tokens - 1; max_tokens <= cases[i].n_tokens;
             max_tokens++) {
            scoped(sieve) *sieve = sieve_new(&language_python, max_tokens);
            struct token_text buggy = {cases[i].buggy, strlen(cases[i].buggy)};
            struct token_text fixed = {cases[i].fixed, strlen(cases[i].fixed)};
            enum sieve_verdict expected =
                max_tokens < cases[i].n_tokens ? SIEVE_TOO_MANY : SIEVE_MAYBE;
            assert_int_equal(sieve_compare(sieve, buggy, fixed), expected);
            assert_int_equal(sieve_compare(sieve, fixed, buggy), expected);
        }
    /* more than a single edit is the earlier reason */
    assert_int_equal(verdict_on("f(a, b, c, d, e)\n", "f(a, x, c, y, e)\n"), SIEVE_MULTI);
    assert_int_equal(verdict_on("f(a, b, c, d, e)\n", "f(a, b, c, x, e)\n"), SIEVE_TOO_MANY);
    /* what cannot be cut is not counted */
    assert_int_equal(verdict_on("f(a, b, c, d, `e`)\n", "f(a, b, c, x, `e`)\n"), SIEVE_MAYBE);
}

/* Memory that is kept from pair to pair makes no difference. */
TEST(sieve__says_the_same_whatever_it_compared_before)
{
    static const struct {
        struct pair pair;
        enum sieve_verdict verdict;
    } cases[] = {
        {{"if a:\n if b:\n  c\n", "if a:\n if b:\n  d\n"}, SIEVE_TOO_MANY},
        {{"x\n", "y\n"}, SIEVE_MAYBE},
        {{"if a:\n    b\n  c\n", "if a:\n    b\n  d\n"}, SIEVE_MAYBE}, /* stops inside a block */
        {{"if a:\n  b\n", "if a:\n  c\n"}, SIEVE_MAYBE},
        {{"(", "["}, SIEVE_MAYBE},
        {{"a\nb\n", "a;b\n"}, SIEVE_MULTI},
        {{"'", "\""}, SIEVE_MAYBE},
        {{"", ""}, SIEVE_SAME},
    };
    for (int round = 0; round < 3; round++)
        for (size_t i = 0; i < N_ITEMS(cases); i++)
            for (size_t j = 0; j < N_ITEMS(cases); j++) {
                verdict_on(cases[j].pair.buggy, cases[j].pair.fixed);
                assert_int_equal(verdict_on(cases[i].pair.buggy, cases[i].pair.fixed),
                                 cases[i].verdict);
            }
    sieve_free(NULL);
}

/* Programs that do not parse are still tokens. */
TEST(sieve__knows_a_single_edit_without_a_parse)
{
    static const struct {
        const char *buggy, *fixed;
        bool is_single;
    } cases[] = {
        {"if x = 1: y\n", "if x == 1: y\n", true},
        {"esle: x\n", "else: x\n", true},
        {"if x;\n  y\n", "if x:\n  y # c\n", true},
        {"f(x]\n", "f(x)\n", true},
        {"f 'a'\n", "f 'b'\n", true},
        {"x = y)\n", "x = z)\n", false}, /* a bracket too many */
        {"if x]\n  y\n", "if x:\n  y\n", false},
        {"f(x}\n", "f(x)\n", true},
        {"f a\n", "f not a\n", true},
        {"f a in b\n", "f a not in b\n", true},
        {"f f'{a}'\n", "f f'{b}'\n", true},
        {"x = 1\n", "x = 2\n", true}, /* nor need it be wrong */
        {"x = 1\n", "x = 1\n", false},
        {"f x y\n", "f x, y\n", false},
        {"f a b\n", "f c d\n", false},
        {"if x;\n  y\n", "if x:\ny\n", false}, /* nor do the blocks agree */
        {"x = y\n", "x = (\n", false},         /* the end comes inside brackets */
        {"x = (y\n", "x = (z\n", false},
        {"x = 'a\n", "x = 'a'\n", false}, /* not cut */
        {"x = $\n", "x = y\n", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        for (int turned = 0; turned < 2; turned++) {
            const char *a = turned ? cases[i].fixed : cases[i].buggy;
            const char *b = turned ? cases[i].buggy : cases[i].fixed;
            enum sieve_verdict verdict = verdict_on(a, b);
            if ((verdict == SIEVE_MAYBE && sieve_is_single(the_sieve())) != cases[i].is_single)
                fail_msg("%s---\n%s", a, b);
        }
    }
}
