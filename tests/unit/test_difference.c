/* A single changed token is found at its place. Everything else is several changes, or none. The
 * comparison of two texts says the same as that of their tokens. */
#include "tests/support/programs.h"
#include "tests/support/test.h"

static const char *const names_of_differences[] = {"none", "single", "multi", "unknown"};

static struct token_text text_of(const char *text)
{
    return (struct token_text){text, strlen(text)};
}

/* Compares the tokens of two programs that must parse. Fails if their texts compare otherwise. */
static void compare(struct program_pair *pair, const char *buggy, const char *fixed)
{
    enum lexical_error error = LEXICAL_OK;
    pair_compare(pair, buggy, fixed);
    enum difference difference =
        text_difference(shared_lexical(), text_of(buggy), text_of(fixed), &error);
    if (difference != pair->difference)
        fail_msg("%s --> %s: the texts differ otherwise: %s", buggy, fixed,
                 names_of_differences[difference]);
}

TEST(difference__names_its_edits)
{
    assert_string_equal(edit_kind_names[EDIT_REPLACE], "replace");
    assert_string_equal(edit_kind_names[EDIT_INSERT], "insert");
    assert_string_equal(edit_kind_names[EDIT_DELETE], "delete");
}

TEST(difference__of_one_token_is_an_edit)
{
    static const struct {
        const char *buggy, *fixed;
        enum edit_kind kind;
        const char *before, *after; /* insert: the token after it; delete: the same */
    } cases[] = {
        {"x = a", "x = b", EDIT_REPLACE, "a", "b"},
        {"x = a", "y = a", EDIT_REPLACE, "x", "y"},
        {"x", "y", EDIT_REPLACE, "x", "y"},
        {"x = 1", "x=2  # c", EDIT_REPLACE, "1", "2"},
        {"x = a - b", "x = a + b", EDIT_REPLACE, "-", "+"},
        {"x = a < b", "x = a <= b", EDIT_REPLACE, "<", "<="},
        {"x = a in b", "x = a not in b", EDIT_REPLACE, "in", "not in"},
        {"x = a is not b", "x = a is b", EDIT_REPLACE, "is not", "is"},
        {"x = a is not b", "x = a != b", EDIT_REPLACE, "is not", "!="},
        {"x = y", "x += y", EDIT_REPLACE, "=", "+="},
        {"x = 1", "x = 'a'", EDIT_REPLACE, "1", "'a'"},
        {"x = 'a'", "x = \"a\"", EDIT_REPLACE, "'a'", "\"a\""},
        {"x = 'a'", "x = r'a'", EDIT_REPLACE, "'a'", "r'a'"},
        {"x = 'a' 'b'", "x = 'a' 'c'", EDIT_REPLACE, "'b'", "'c'"},
        {"x = f'a{b}'", "x = f'c{b}'", EDIT_REPLACE, "a", "c"},
        {"x = f'a{b}'", "x = f'a{c}'", EDIT_REPLACE, "b", "c"},
        {"x = f'{b:>3}'", "x = f'{b:>4}'", EDIT_REPLACE, ">3", ">4"},
        {"x = f'{b!r}'", "x = f'{b!s}'", EDIT_REPLACE, "r", "s"},
        {"if a: b", "while a: b", EDIT_REPLACE, "if", "while"},
        {"if a:\n  b\nc", "if a:\n\td\n\nc", EDIT_REPLACE, "b", "d"},
        {"f(a, b)", "f(a + b)", EDIT_REPLACE, ",", "+"},
        {"a.b()", "a.c()", EDIT_REPLACE, "b", "c"},
        {"print a", "print b", EDIT_REPLACE, "a", "b"},
        {"import a", "import b", EDIT_REPLACE, "a", "b"},
        {"x = a, a, a", "x = a, b, a", EDIT_REPLACE, NULL, "b"},
        {"a; b", "a, b", EDIT_REPLACE, ";", ","},
        {"if a: b", "if not a: b", EDIT_INSERT, "a", "not"},
        {"if (a): b", "if not (a): b", EDIT_INSERT, "(", "not"},
        {"if(a): b", "if not(a): b", EDIT_INSERT, "(", "not"},
        {"a", "not a", EDIT_INSERT, "a", "not"},
        {"x = a and b", "x = a and not b", EDIT_INSERT, "b", "not"},
        {"x = a in b", "x = not a in b", EDIT_INSERT, "a", "not"},
        {"x = 'a'", "x = not'a'", EDIT_INSERT, "'a'", "not"},
        {"x = not a", "x = not not a", EDIT_INSERT, "a", "not"},
        {"x = not not a", "x = not a", EDIT_DELETE, "not", "a"},
        {"x = not a", "x = a", EDIT_DELETE, "not", "a"},
        {"not a", "a", EDIT_DELETE, "not", "a"},
        {"if not(a): b", "if (a): b", EDIT_DELETE, "not", "("},
        {"x = [b for b in a if not b]", "x = [b for b in a if b]", EDIT_DELETE, "not", NULL},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program_pair) pair = {0};
        compare(&pair, cases[i].buggy, cases[i].fixed);
        if (pair.difference != DIFFERENCE_SINGLE || pair.edit.kind != cases[i].kind)
            fail_msg("%s --> %s: difference %d, kind %d", cases[i].buggy, cases[i].fixed,
                     pair.difference, pair.edit.kind);
        assert_int_equal(pair.edit.buggy_token, pair.edit.fixed_token);
        if (cases[i].before)
            assert_true(token_is(&pair.buggy, pair.edit.buggy_token, cases[i].before));
        if (cases[i].after)
            assert_true(token_is(&pair.fixed, pair.edit.fixed_token, cases[i].after));
    }
}

TEST(difference__says_which_token_it_is)
{
    static const struct {
        const char *buggy, *fixed;
        size_t token;
    } cases[] = {
        {"x = 1", "y = 1", 0},
        {"x = 1", "x = 2", 2},
        {"x = a, a, a", "x = b, a, a", 2},
        {"x = a, a, a", "x = a, b, a", 4},
        {"x = a, a, a", "x = a, a, b", 6},
        {"if a:\n  b\n", "if a:\n  c\n", 5},
        {"if a:\n  b\nc\n", "if a:\n  b\nd\n", 8},
        {"x = not a", "x = not not a", 3},
        {"x = not not a", "x = not a", 3},
        {"a", "not a", 0},
        {"# c\n\nx = f'a{b}'", "x = f'a{c}'", 5},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program_pair) pair = {0};
        compare(&pair, cases[i].buggy, cases[i].fixed);
        assert_int_equal(pair.difference, DIFFERENCE_SINGLE);
        assert_int_equal(pair.edit.buggy_token, cases[i].token);
        assert_int_equal(pair.edit.fixed_token, cases[i].token);
    }
}

TEST(difference__is_none_where_only_the_layout_differs)
{
    static const struct {
        const char *a, *b;
    } cases[] = {
        {"", ""},
        {"", "# c\n"},
        {"a", "a\n\n"},
        {"a\nb\n", "a\r\nb\r\n"},
        {"a\nb\n", "a\rb"},
        {"a=b+1", "a  =  b + 1"},
        {"a # b", "a"},
        {"a\n\n\n# c\nb", "a\nb"},
        {"if a:\n  b\n", "if a:\n        b\n"},
        {"if a:\n  b\n", "if a:\n\tb\n"},
        {"if a:\n  if b:\n    c\n", "if a:\n\tif b:\n\t\tc\n"},
        {"if a:\n  b\n  # c\nd", "if a:\n  b\n# c\nd"},
        {"f(a,\n  b)", "f(a, b)"},
        {"a = b + \\\n  c", "a = b + c"},
        {"a not  in b", "a not \\\n in b"},
        {"1if a else b", "1 if a else b"},
        {"not(a)", "not (a)"},
        {"x = '''a\nb'''", "x = '''a\r\nb'''"},
        {"x = f'''a\n{b}\nc'''", "x = f'''a\r\n{ b }\rc'''"},
        {"x = f'''{a:b\n}'''", "x = f'''{a:b\r\n}'''"},
        {"x = f'''{a:b\n\n}'''", "x = f'''{a:b\r\r\n}'''"},
        {"x = f'''{a:b\n \n\n}'''", "x = f'''{a:b\r\n \r\n\r\n}'''"},
        {"x = f'''{a:\n\n}'''", "x = f'''{a:\r\n\r\n}'''"},
        {"x = f'''{a:b\n{c}\n}'''", "x = f'''{a:b\r\n{c}\r\n}'''"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program_pair) pair = {0};
        compare(&pair, cases[i].a, cases[i].b);
        if (pair.difference != DIFFERENCE_NONE)
            fail_msg("%s --> %s: difference %d", cases[i].a, cases[i].b, pair.difference);
    }
}

TEST(difference__is_multi_for_everything_else)
{
    static const struct {
        const char *a, *b; /* both ways */
    } cases[] = {
        {"", "a"},
        {"", "not a"},
        {"a", "a\nb"},
        {"x = a", "y = b"},
        {"x = a + b", "x = b + a"},
        {"f(a, b)", "f(b, a)"},
        {"a\nb", "b\na"},
        {"x = a < b", "x = b > a"},
        {"x = a", "x = -a"},
        {"x = a", "x = (a)"},
        {"x = a", "x = a,"},
        {"x = a", "x = a()"},
        {"x = a", "x = a + b"},
        {"x = a", "x = not b"},
        {"x = a + b", "x = not a - b"},
        {"x = a", "x = not not a"},
        {"x = a", "x = [a]"},
        {"f(a)", "f(*a)"},
        {"f(a)", "await f(a)"},
        {"return", "return a"},
        {"print", "print a"},
        {"x = 'a'", "x = 'a' 'b'"},
        {"x = 'a'", "x = f'a'"},
        {"x = f'a'", "x = f''"},
        {"x = f'{a}'", "x = f'{a}b'"},
        {"x = f'{a}'", "x = f'{a=}'"},
        {"x = f'{a}'", "x = f'{a!r}'"},
        {"x = f'{a}'", "x = f\"{a}\""},
        {"x = f'{a:b}'", "x = f'{a:{b}}'"},
        {"a; b", "a\nb"},
        {"a", "a;"},
        {"if a: b", "if a:\n  b"},
        {"if a: b; c", "if a: b\nc"},
        {"if a:\n  b\nc", "if a:\n  b\n  c"},
        {"if a:\n  b\n  c\nd", "if a:\n  b\nc\nd"},
        {"if a:\n  if b:\n    c\n  d", "if a:\n  if b:\n    c\n    d"},
        {"if a:\n  if b:\n    c\n  d", "if a:\n  if b:\n    c\nd"},
        {"for a in b:\n  c\nelse:\n  d", "for a in b:\n  c\nd"},
        {"if a:\n  b\nelif c:\n  d", "if a:\n  b\nelse:\n  if c:\n    d"},
        {"if a:\n  b\nelif c:\n  d", "if a:\n  b\nif c:\n  e"},
        {"if a: b", "while not a: b"},
        {"a in b", "not (a in b)"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program_pair) forth = {0}, back = {0};
        compare(&forth, cases[i].a, cases[i].b);
        compare(&back, cases[i].b, cases[i].a);
        if (forth.difference != DIFFERENCE_MULTI || back.difference != DIFFERENCE_MULTI)
            fail_msg("%s <-> %s: differences %d and %d", cases[i].a, cases[i].b, forth.difference,
                     back.difference);
    }
}

/* Texts that need not parse, both ways. */

struct text_pair {
    const char *a, *b;
};

/* Fails unless the texts differ in this way, whichever is the buggy one. Their tokens must differ
 * in the same way, if both have tokens. */
static void expect_difference(const struct text_pair *pairs, size_t n, enum difference expected)
{
    for (size_t i = 0; i < 2 * n; i++) {
        const char *a = i % 2 ? pairs[i / 2].b : pairs[i / 2].a;
        const char *b = i % 2 ? pairs[i / 2].a : pairs[i / 2].b;
        scoped(program) buggy = {0}, fixed = {0};
        struct token_edit ignored;
        enum lexical_error error = LEXICAL_OK;
        enum difference difference =
            text_difference(shared_lexical(), text_of(a), text_of(b), &error);
        if (difference != expected)
            fail_msg("%s, not %s:\n%s\n---\n%s", names_of_differences[difference],
                     names_of_differences[expected], a, b);
        assert_int_equal(error != LEXICAL_OK, difference == DIFFERENCE_UNKNOWN);
        bool have_tokens = cut_bytes(&buggy, a, strlen(a));
        have_tokens = cut_bytes(&fixed, b, strlen(b)) && have_tokens;
        assert_true(!have_tokens || difference != DIFFERENCE_UNKNOWN);
        if (have_tokens)
            assert_int_equal(program_difference(&buggy, &fixed, &ignored), difference);
    }
}

TEST(text_difference__is_none_for_the_same_text)
{
    static const struct text_pair pairs[] = {
        {"", ""},
        {"\n", "\n"},
        {"x = 1\n", "x = 1\n"},
        {"x = (\n", "x = (\n"}, /* whether or not it has tokens */
        {"'", "'"},
        {"$", "$"},
        {"if a:\n    b\n  c\n", "if a:\n    b\n  c\n"},
    };
    expect_difference(pairs, N_ITEMS(pairs), DIFFERENCE_NONE);
}

TEST(text_difference__is_none_if_only_layout_without_meaning_differs)
{
    static const struct text_pair pairs[] = {
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
        {"f'{a}', f'{b}'\n", "f'{ a }', f'{b }'\n"},
        {"`x `\n", "`x`"},
        {"1if x else 2\n", "1 if x else 2\n"},
        /* whether or not it parses */
        {"x = = y # a\n", "x = = y # b\n"},
        {"  x\n", " x\n"},
        {"f(a b c) # d\n", "f(a b c)\n"},
    };
    expect_difference(pairs, N_ITEMS(pairs), DIFFERENCE_NONE);
}

TEST(text_difference__is_single_for_one_token)
{
    static const struct text_pair pairs[] = {
        {"x", "y"},
        {"x = 1\n", "x = 2\n"},
        {"x = 1\n", "x += 1\n"},
        {"x=1\n", "x = 2  # c\n"},
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
        {"x = f'{a}b'\n", "x = f'{a}c'\n"},
        {"x = f'{a}b'\n", "x = f'{not a}b'\n"},
        {"f'{a[\"b\"]}', 1if a else 2\n", "f'{a[\"c\"]}', 1 if a else 2\n"},
        {"if a:\n  b\n", "while a:\n    b\n"},
        {"if a:\n  b\nc\n", "if a:\r\n  b\r\nd\r\n"},
        {"# 'a\nx = 1\n", "# b\nx = 2\n"},
        {"a\nb\nc\n", "x\nb\nc\n"},
        {"a\nb\nc\n", "a\nb\nx\n"},
        {"a\nb\nc", "a\nx\nc"},
        {"f(a, a)\n", "f(a, b)\n"},
        {"if a: b\nelse: c\n", "if a: b\nelif: c\n"},
        {"(a is\n not b)\n", "(a is\n b)\n"},
        {"a = 1\n`b`\n", "a = 2\n`b`\n"},
        /* `not` comes and goes */
        {"if x: y\n", "if not x: y\n"},
        {"if(x): y\n", "if not(x): y\n"},
        {"not x\n", "x\n"},
        {"x = not not y\n", "x = not y\n"},
        {"(not\nx)\n", "(x)\n"},
        {"x = (a and\n b)\n", "x = (a and not\n b)\n"},
        {"if x: y\n", "if  not \\\n x: y # c\n"},
        {"x", "x not"},
        /* programs that do not parse */
        {"if x = 1: y\n", "if x == 1: y\n"},
        {"esle: x\n", "else: x\n"},
        {"if x;\n  y\n", "if x:\n  y # c\n"},
        {"f 'a'\n", "f 'b'\n"},
        {"f a\n", "f not a\n"},
        {"f a in b\n", "f a not in b\n"},
        {"f f'{a}'\n", "f f'{b}'\n"},
        {"  x\n", "  y\n"},
        /* what has no tokens, but only after the edit, where the texts are the same */
        {"x = 1\ny = $\n", "x = 2\ny = $\n"},
        {"x = 1\ny = 'a\n", "x = 2\ny = 'a\n"},
        {"x = a\nif b:\n    c\n  d\n", "x = b\nif b:\n    c\n  d\n"},
        {"x = (y\n", "x = (z\n"},
        {"x = y)\n", "x = z)\n"},
    };
    expect_difference(pairs, N_ITEMS(pairs), DIFFERENCE_SINGLE);
}

TEST(text_difference__is_multi_for_everything_else)
{
    static const struct text_pair pairs[] = {
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
        {"x = 'a\\'b'\n", "x = 'a' b\n"},
        {"x = '''a\n'''\ny\n", "x = '''a\n'''\nz + 1\n"},
        {"x = 1 # a\ny\n", "z = 1 # a\nw\n"},
        {"#x\ny\n", "x\ny\n"},
        {"#x\ny\n", "x\ny"},
        {"f'{a}', f'{b}'\n", "f'{c}', f'{d}'\n"},
        {"f'{a}b'\n", "f'{a} b'\n"
                      "c"},
        {"x = [**a]\n", "x = [* *a]\n"},
        {"f'{a}'\n", "'{a}'\n"},
        {"`a` + `b`\n", "`c` + `d`\n"},
        {"1if x else 2\n", "1if y else 3\n"},
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
        {"if x;\n  y\n", "if x:\ny\n"},
        {"a not\nin b\n", "a not in b\n"},
        {"for not in x: y\n", "for i in x: y\n"},
        /* whether or not they have tokens */
        {"if\n", "if x: y\n"},
        {"x = 1; $\n", "y = 2; $\n"},
        {"x = 1; 'a\n", "y = 2; 'a\n"},
        {"x = 1 + 2\\ ", "x = 1 - 3\\"},
    };
    expect_difference(pairs, N_ITEMS(pairs), DIFFERENCE_MULTI);
}

TEST(text_difference__is_unknown_where_a_text_has_no_tokens)
{
    static const struct {
        struct text_pair pair;
        enum lexical_error error;
    } cases[] = {
        {{"x = '\n", "x = 1 + 1\n"}, LEXICAL_UNCLOSED},
        {{"x = 'a\n", "x = b'\n"}, LEXICAL_UNCLOSED},
        {{"'''\nx = 1\n", "'''\ny = 2\n"}, LEXICAL_UNCLOSED},
        {{"x = 1\nf'{x'\n", "x = 1\nf'{x}'\n"}, LEXICAL_UNCLOSED},
        {{"$\n", "x y z\n"}, LEXICAL_CHARACTER},
        {{"x = $\n", "x = $ # c\n"}, LEXICAL_CHARACTER},
        {{"x\\y\n", "x\\z w\n"}, LEXICAL_CHARACTER},
        {{"x = 1 + 2\\ ", "x = 1\\ "}, LEXICAL_CHARACTER},
        {{"x = (\n", "x = ( # c\n"}, LEXICAL_BRACKET},
        {{"x = y\n", "x = (\n"}, LEXICAL_BRACKET},
        {{"x = (\n", "x = 1\ny\n"}, LEXICAL_BRACKET},
        {{"x = ((\n", "y = ))\n"}, LEXICAL_BRACKET},
        {{"a )\n", "( b\n"}, LEXICAL_BRACKET},
        {{"if x]\n  y\n", "if x:\n  y\n"}, LEXICAL_BRACKET},
        {{"f(x}\n", "f(x)\n"}, LEXICAL_BRACKET},
        {{"if a:\n    b\n  c\n", "if a:\n    b\n  c # d\n"}, LEXICAL_INDENTATION},
        {{"if a:\n    b\n  c\n", "if a:\n    b\n    c\n"}, LEXICAL_INDENTATION},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        enum lexical_error error;
        expect_difference(&cases[i].pair, 1, DIFFERENCE_UNKNOWN);
        text_difference(shared_lexical(), text_of(cases[i].pair.a), text_of(cases[i].pair.b),
                        &error);
        if (error != cases[i].error)
            fail_msg("%s: %s", cases[i].pair.a, lexical_error_texts[error]);
    }
}

/* The fewest tokens that go and come, by the table of all prefixes. */
static size_t naive_distance(const struct program *a, const struct program *b)
{
    size_t row[64], n_a = a->tokens.n, n_b = b->tokens.n;
    assert_true(n_b < N_ITEMS(row));
    for (size_t j = 0; j <= n_b; j++)
        row[j] = j;
    for (size_t i = 1; i <= n_a; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n_b; j++) {
            size_t above = row[j], least = above < row[j - 1] ? above + 1 : row[j - 1] + 1;
            row[j] = program_tokens_equal(a, i - 1, b, j - 1) ? diagonal : least;
            diagonal = above;
        }
    }
    return row[n_b];
}

TEST(difference__is_measured)
{
    static const struct {
        const char *buggy, *fixed;
        size_t first, n_deleted, n_inserted;
    } cases[] = {
        {"a", "a", 2, 0, 0},
        {"a", "b", 0, 1, 1},
        {"", "a", 0, 0, 2},
        {"a", "", 0, 2, 0},
        {"a + b", "a - c", 1, 2, 2},
        {"f(a, b, c)", "f(b, c, a)", 2, 2, 2},
        {"f(a, b)", "f(a)", 3, 2, 0},
        {"f(a)", "f(a, b, c)", 3, 0, 4},
        {"if a:\n  b\n  c\n", "if a:\n  b\nc\n", 7, 1, 1},
        {"a\nb\nc\nd\n", "b\nc\nd\na\n", 0, 2, 2},
        {"x = y", "y = x", 0, 2, 2},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) a = {0}, b = {0};
        struct token_distance distance;
        assert_true(tokenize_text(&a, cases[i].buggy) && tokenize_text(&b, cases[i].fixed));
        size_t n = naive_distance(&a, &b);
        assert_int_equal(n, cases[i].n_deleted + cases[i].n_inserted);
        for (size_t limit = 0; limit < 2 * n + 3; limit++) {
            assert_int_equal(program_distance(&a, &b, limit, &distance), limit >= n);
            assert_int_equal(distance.first, cases[i].first);
            if (limit >= n) {
                assert_int_equal(distance.n_deleted, cases[i].n_deleted);
                assert_int_equal(distance.n_inserted, cases[i].n_inserted);
            }
        }
    }
}

/* Programs of few names, so that many tokens match accidentally. */
TEST(difference__is_measured_as_a_table_does)
{
    srand(1);
    for (int round = 0; round < 2000; round++) {
        char texts[2][32];
        struct program programs[2];
        struct token_distance distance;
        for (int i = 0; i < 2; i++) {
            int n = rand() % 12;
            for (int k = 0; k < n; k++)
                memcpy(&texts[i][2 * k], rand() % 3 ? "a\n" : "b\n", 2);
            texts[i][2 * n] = '\0';
            assert_true(tokenize_text(&programs[i], texts[i]));
        }
        size_t n = naive_distance(&programs[0], &programs[1]);
        assert_true(program_distance(&programs[0], &programs[1], 64, &distance));
        assert_int_equal(distance.n_deleted + distance.n_inserted, n);
        assert_int_equal(distance.n_deleted + programs[1].tokens.n,
                         distance.n_inserted + programs[0].tokens.n);
        program_release(&programs[0]);
        program_release(&programs[1]);
    }
}

TEST(difference__knows_whether_the_repair_is_in_the_program)
{
    static const struct {
        const char *buggy, *fixed;
        bool is_in_program;
    } cases[] = {
        {"x = a", "x = b", false},
        {"x = a\nb", "x = b\nb", true},
        {"b = a", "b = b", true},
        {"x = a # b", "x = b", false},
        {"x = a, 'b'", "x = b, 'b'", false},
        {"x = a, f'b'", "x = b, f'b'", false},
        {"x = a, f'{b}'", "x = b, f'{b}'", true},
        {"x = f'a', b", "x = f'b', b", false},
        {"x = f'a' f'b'", "x = f'b' f'b'", true},
        {"x = 1, 2", "x = 2, 2", true},
        {"x = 1, 2.0", "x = 2, 2.0", false},
        {"x = 'a', \"b\"", "x = 'b', \"b\"", false},
        {"x = a < b", "x = a <= b", false},
        {"x = a < b <= c", "x = a <= b <= c", true},
        {"x = a in b, c not   in d", "x = a not in b, c not   in d", true},
        {"x = bb", "x = b", false},
        {"x = a", "x = not a", false},
        {"x = a, not b", "x = not a, not b", true},
        {"x = a, b not in c", "x = not a, b not in c", false},
        {"x = not a", "x = a", false},
        {"x = not a, not b", "x = a, not b", false},
        {"x = '''a''', '''b\r\n'''", "x = '''b\n''', '''b\r\n'''", true},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program_pair) pair = {0};
        compare(&pair, cases[i].buggy, cases[i].fixed);
        assert_int_equal(pair.difference, DIFFERENCE_SINGLE);
        bool is = edit_repair_is_in_program(&pair.buggy, &pair.fixed, &pair.edit);
        if (is != cases[i].is_in_program)
            fail_msg("%s --> %s: %d", cases[i].buggy, cases[i].fixed, is);
    }
}
