/* Category, pattern and role follow from the two programs around an edit. */
#include "classify/classify.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

struct label_case {
    const char *buggy, *fixed;
    const char *label; /* category, pattern, and role where there is one */
};

static const struct label_case cases[] = {
    /* names that are read or written, and bare names that are called */
    {"x = a", "x = b", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"x = a", "y = a", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"x[i]", "x[j]", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"f(a)", "f(b)", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"f(*a)", "f(*b)", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"f(k=a)", "f(k=b)", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"for a in c: d", "for b in c: d", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"lambda a: a", "lambda a: b", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"def f(a=b): c", "def f(a=d): c", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"x = f'{a}'", "x = f'{b}'", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"x = f'{a:{w}}'", "x = f'{a:{v}}'", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"print a", "print b", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"x = a.b", "x = c.b", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"a[0].f()", "b[0].f()", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"f(a)", "g(a)", "variable_misuse WRONG_FUNCTION_NAME function"},
    {"x = a + min(b)", "x = a + max(b)", "variable_misuse WRONG_FUNCTION_NAME function"},
    {"@f(1)\ndef a(): b", "@g(1)\ndef a(): b", "variable_misuse WRONG_FUNCTION_NAME function"},
    {"a.f()", "b.f()", "variable_misuse SAME_FUNCTION_WRONG_CALLER variable"},
    {"x = a.f(1) + 2", "x = b.f(1) + 2", "variable_misuse SAME_FUNCTION_WRONG_CALLER variable"},
    {"a.b.f()", "c.b.f()", "variable_misuse CHANGE_IDENTIFIER_USED variable"},

    /* operands */
    {"x = a + b", "x = a + c", "variable_misuse CHANGE_OPERAND variable"},
    {"if a < b: c", "if d < b: c", "variable_misuse CHANGE_OPERAND variable"},
    {"if a and b: c", "if a and d: c", "variable_misuse CHANGE_OPERAND variable"},
    {"x = a not in b", "x = a not in c", "variable_misuse CHANGE_OPERAND variable"},
    {"x = a + b", "x = a + 1", "other CHANGE_OPERAND variable"},
    {"x = a + 1", "x = a + b", "other CHANGE_OPERAND"},
    {"x = a + 'b'", "x = a + 'c'", "literal CHANGE_OPERAND"},
    {"x = a == None", "x = a == True", "literal CHANGE_OPERAND"},
    {"x = a + 1", "x = a + 2", "literal CHANGE_NUMERIC_LITERAL"},
    {"x = a or True", "x = a or False", "literal CHANGE_BOOLEAN_LITERAL"},
    {"x = a + 0", "x = a + '0'", "literal CHANGE_CONSTANT_TYPE"},
    {"x = a + f(b)", "x = a + f(c)", "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"x = a + b.c", "x = a + b.d", "other CHANGE_ATTRIBUTE_USED attribute"},
    {"x = a + -b", "x = a + -c", "variable_misuse CHANGE_IDENTIFIER_USED variable"},

    /* names in other roles */
    {"a.b", "a.c", "other CHANGE_ATTRIBUTE_USED attribute"},
    {"a.b = 1", "a.c = 1", "other CHANGE_ATTRIBUTE_USED attribute"},
    {"a.b.f()", "a.c.f()", "other CHANGE_ATTRIBUTE_USED attribute"},
    {"a.f()", "a.g()", "other WRONG_FUNCTION_NAME attribute"},
    {"f(a=1)", "f(b=1)", "other CHANGE_KEYWORD_ARGUMENT_USED keyword_argument"},
    {"print(a, sep='')", "print(a, end='')", "other CHANGE_KEYWORD_ARGUMENT_USED keyword_argument"},
    {"def f(a): b", "def f(c): b", "other CHANGE_IDENTIFIER_USED parameter"},
    {"def f(a=1): b", "def f(c=1): b", "other CHANGE_IDENTIFIER_USED parameter"},
    {"lambda a: b", "lambda c: b", "other CHANGE_IDENTIFIER_USED parameter"},
    {"import a", "import b", "other CHANGE_IDENTIFIER_USED import"},
    {"from a import b", "from a import c", "other CHANGE_IDENTIFIER_USED import"},
    {"from a import b", "from a import *", "other SINGLE_TOKEN import"},
    {"x: int = 1", "x: str = 1", "type CHANGE_IDENTIFIER_USED type"},
    {"def f(a: List[int]): b", "def f(a: List[str]): b", "type CHANGE_IDENTIFIER_USED type"},
    {"def f(): a", "def g(): a", "other CHANGE_IDENTIFIER_USED definition"},
    {"class A: a", "class B: a", "other CHANGE_IDENTIFIER_USED definition"},

    /* names against anything else */
    {"x = a", "x = 1", "other SINGLE_TOKEN variable"},
    {"x = 1", "x = a", "other SINGLE_TOKEN"},
    {"x = a", "x = None", "other SINGLE_TOKEN variable"},
    {"f(a)", "f('a')", "other SINGLE_TOKEN variable"},

    /* binary operators */
    {"x = a + b", "x = a - b", "binary_operator CHANGE_BINARY_OPERATOR"},
    {"x = a / b", "x = a // b", "binary_operator CHANGE_BINARY_OPERATOR"},
    {"x = a * b", "x = a ** b", "binary_operator CHANGE_BINARY_OPERATOR"},
    {"x = a @ b", "x = a * b", "binary_operator CHANGE_BINARY_OPERATOR"},
    {"x = a << b", "x = a >> b", "binary_operator CHANGE_BINARY_OPERATOR"},
    {"x = a ^ b", "x = a | b", "binary_operator CHANGE_BINARY_OPERATOR"},
    {"x = 'a' % b", "x = 'a' + b", "binary_operator CHANGE_BINARY_OPERATOR"},
    {"x = f'{a + 1}'", "x = f'{a - 1}'", "binary_operator CHANGE_BINARY_OPERATOR"},
    {"x = a - -b", "x = a + -b", "binary_operator CHANGE_BINARY_OPERATOR"},

    /* comparison operators */
    {"x = a < b", "x = a <= b", "comparison_operator CHANGE_BINARY_OPERATOR"},
    {"x = a == b", "x = a != b", "comparison_operator CHANGE_BINARY_OPERATOR"},
    {"x = a <> b", "x = a == b", "comparison_operator CHANGE_BINARY_OPERATOR"},
    {"x = a in b", "x = a not in b", "comparison_operator CHANGE_BINARY_OPERATOR"},
    {"x = a is b", "x = a is not b", "comparison_operator CHANGE_BINARY_OPERATOR"},
    {"x = a is not b", "x = a != b", "comparison_operator CHANGE_BINARY_OPERATOR"},
    {"x = a < b < c", "x = a < b <= c", "comparison_operator CHANGE_BINARY_OPERATOR"},

    /* logical operators */
    {"x = a and b", "x = a or b", "logical_operator CHANGE_BINARY_OPERATOR"},
    {"if a or b: c", "if a and b: c", "logical_operator CHANGE_BINARY_OPERATOR"},
    {"x = a", "x = not a", "logical_operator CHANGE_UNARY_OPERATOR"},
    {"if a in b: c", "if not a in b: c", "logical_operator CHANGE_UNARY_OPERATOR"},
    {"while not a: b", "while a: b", "logical_operator CHANGE_UNARY_OPERATOR"},
    {"x = a and not b", "x = a and b", "logical_operator CHANGE_UNARY_OPERATOR"},

    /* assignment operators */
    {"x = y", "x += y", "assignment_operator SINGLE_TOKEN"},
    {"x += y", "x = y", "assignment_operator SINGLE_TOKEN"},
    {"x += y", "x -= y", "assignment_operator SINGLE_TOKEN"},
    {"x[0] //= y", "x[0] **= y", "assignment_operator SINGLE_TOKEN"},
    {"x @= y", "x |= y", "assignment_operator SINGLE_TOKEN"},

    /* literals */
    {"x = 1", "x = 2", "literal CHANGE_NUMERIC_LITERAL"},
    {"x = 1", "x = 2.5", "literal CHANGE_NUMERIC_LITERAL"},
    {"x = 10", "x = 0x10", "literal CHANGE_NUMERIC_LITERAL"},
    {"x = -1", "x = -2", "literal CHANGE_NUMERIC_LITERAL"},
    {"x = 10", "x = 10L", "literal CHANGE_NUMERIC_LITERAL"},
    {"f(a=1)", "f(a=2)", "literal CHANGE_NUMERIC_LITERAL"},
    {"def f(a=1): b", "def f(a=2): b", "literal CHANGE_NUMERIC_LITERAL"},
    {"a[1:2]", "a[1:3]", "literal CHANGE_NUMERIC_LITERAL"},
    {"x = 1", "x = '1'", "literal CHANGE_CONSTANT_TYPE"},
    {"x = u\"1\"", "x = 1", "literal CHANGE_CONSTANT_TYPE"},
    {"x = 1", "x = \"\"\"1\"\"\"", "literal CHANGE_CONSTANT_TYPE"},
    {"x = 1", "x = 1.0", "literal CHANGE_CONSTANT_TYPE"},
    {"x = 1e3", "x = 1000", "literal CHANGE_CONSTANT_TYPE"},
    {"x = '-1.5'", "x = 1.5", "literal SINGLE_TOKEN"},
    {"x = True", "x = 'True'", "literal CHANGE_CONSTANT_TYPE"},
    {"x = 'None'", "x = None", "literal CHANGE_CONSTANT_TYPE"},
    {"x = 1", "x = '2'", "literal SINGLE_TOKEN"},
    {"x = 0", "x = ''", "literal SINGLE_TOKEN"},
    {"x = 1", "x = True", "literal SINGLE_TOKEN"},
    {"x = None", "x = False", "literal SINGLE_TOKEN"},
    {"x = True", "x = False", "literal CHANGE_BOOLEAN_LITERAL"},
    {"f(a=False)", "f(a=True)", "literal CHANGE_BOOLEAN_LITERAL"},
    {"x = 'a'", "x = 'b'", "literal CHANGE_STRING_LITERAL"},
    {"x = 'a'", "x = b'a'", "literal CHANGE_STRING_LITERAL"},
    {"x = 'a' 'b'", "x = 'a' 'c'", "literal CHANGE_STRING_LITERAL"},
    {"x = ''", "x = ' '", "literal CHANGE_STRING_LITERAL"},
    {"x = '1'", "x = '1.0'", "literal CHANGE_STRING_LITERAL"},
    {"print 'a'", "print 'b'", "literal CHANGE_STRING_LITERAL"},
    {"x = f'a{b}'", "x = f'c{b}'", "literal CHANGE_STRING_LITERAL"},
    {"x = f'it\\'s {b}'", "x = f'its {b}'", "literal CHANGE_STRING_LITERAL"},
    {"x = f'{b:>3}'", "x = f'{b:<3}'", "literal CHANGE_STRING_LITERAL"},
    {"x = f'{b:{w}d}'", "x = f'{b:{w}x}'", "literal CHANGE_STRING_LITERAL"},
    {"x = f'{1}'", "x = f'{2}'", "literal CHANGE_NUMERIC_LITERAL"},

    /* what looks like an operator */
    {"x = -a", "x = +a", "other CHANGE_UNARY_OPERATOR"},
    {"x = -1", "x = ~1", "other CHANGE_UNARY_OPERATOR"},
    {"x = a * -b", "x = a * +b", "other CHANGE_UNARY_OPERATOR"},
    {"x = not a", "x = -a", "other CHANGE_UNARY_OPERATOR"},
    {"f(*a)", "f(**a)", "other SINGLE_TOKEN"},
    {"f(*a)", "f(-a)", "other SINGLE_TOKEN"},
    {"def f(*a): b", "def f(**a): b", "other SINGLE_TOKEN"},
    {"f(a=b)", "f(a==b)", "other SINGLE_TOKEN"},
    {"f(a==b)", "f(a=b)", "other SINGLE_TOKEN"},
    {"def f(a: b): c", "def f(a= b): c", "other SINGLE_TOKEN"},
    {"a = b", "a: b", "other SINGLE_TOKEN"},
    {"for a in b: c", "if a in b: c", "other SINGLE_TOKEN"},
    {"f(a, b)", "f(a or b)", "other SINGLE_TOKEN"},
    {"x = f'{a!r}'", "x = f'{a!s}'", "other SINGLE_TOKEN"},
    {"x = ...", "x = None", "other SINGLE_TOKEN"},

    /* operators of two categories */
    {"x == y", "x = y", "other SINGLE_TOKEN"},
    {"x = y", "x == y", "other SINGLE_TOKEN"},
    {"x + y", "x += y", "other SINGLE_TOKEN"},
    {"x += y", "x + y", "other SINGLE_TOKEN"},
    {"x = a and b", "x = a & b", "other CHANGE_BINARY_OPERATOR"},
    {"x: int | str = 1", "x: int & str = 1", "other SINGLE_TOKEN"},
    {"match a:\n  case b.c: d", "match a:\n  case b.e: d", "other CHANGE_ATTRIBUTE_USED attribute"},
    {"match a:\n  case b(c=1): d", "match a:\n  case b(e=1): d",
     "other CHANGE_KEYWORD_ARGUMENT_USED keyword_argument"},
    {"match a:\n  case b.c: d", "match a:\n  case e.c: d",
     "variable_misuse CHANGE_IDENTIFIER_USED variable"},
    {"x = a | b", "x = a or b", "other CHANGE_BINARY_OPERATOR"},
    {"x = a < b", "x = a << b", "other CHANGE_BINARY_OPERATOR"},
    {"x = a in b", "x = a and b", "other CHANGE_BINARY_OPERATOR"},
    {"(x := y)", "(x == y)", "other SINGLE_TOKEN"},

    /* keywords */
    {"if a: b", "while a: b", "other SINGLE_TOKEN"},
    {"for a in b: break", "for a in b: continue", "other SINGLE_TOKEN"},
};

/* Returns the row of an edit. Its texts that are not static are gone by then. */
static struct fix_row row_of(const char *buggy, const char *fixed)
{
    scoped(arena) arena = {0};
    scoped(program_pair) pair = {0};
    pair_compare(&pair, buggy, fixed);
    if (pair.difference != DIFFERENCE_SINGLE)
        fail_msg("%s --> %s: no single edit", buggy, fixed);
    return fix_row_of(&pair.buggy, &pair.fixed, &pair.edit, NULL, &arena);
}

/* A category is a matter of both sides: turning an edit round keeps it. */
TEST(classify__labels_each_edit)
{
    size_t n_of_category[N_CATEGORIES] = {0}, n_of_pattern[N_PATTERNS] = {0};
    size_t n_of_role[N_ROLES] = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct fix_row row = row_of(cases[i].buggy, cases[i].fixed);
        struct fix_row back = row_of(cases[i].fixed, cases[i].buggy);
        const char *said = printed("%s %s%s%s", row.category, row.pattern, row.role ? " " : "",
                                   row.role ? row.role : "");
        if (strcmp(said, cases[i].label) != 0 || strcmp(back.category, row.category) != 0)
            fail_msg("%s --> %s: %s, and turned round %s", cases[i].buggy, cases[i].fixed, said,
                     back.category);
        n_of_category[bug_category_find(row.category)]++;
        for (int k = 0; k < N_PATTERNS; k++)
            n_of_pattern[k] += strcmp(sstub_pattern_name(k), row.pattern) == 0;
        for (enum identifier_role k = 0; k < N_ROLES; k++)
            n_of_role[k] += identifier_role_name(k) == row.role; /* NULL: none */
    }
    /* there are cases of all labels that Python has */
    for (size_t i = 0; i < N_CATEGORIES; i++)
        assert_true(n_of_category[i] >= 2);
    for (size_t i = 0; i < N_PATTERNS; i++)
        assert_int_equal(n_of_pattern[i] >= 2,
                         i <= PATTERN_CHANGE_STRING_LITERAL || i == PATTERN_SINGLE_TOKEN);
    for (size_t i = 0; i < N_ROLES; i++)
        assert_true(n_of_role[i] >= 2);
}

/* `^` under a token says that it is an operator. */
TEST(site__is_an_operator_by_its_place)
{
    static const struct text_case operators[] = {
        {"a = b - -c", "  ^   ^ ^ "},
        {"a += not b", "  ^  ^    "},
        {"f(*a, k=1)", "          "},
        {"for a in b: c", "             "},
        {"a in b and c", "  ^    ^    "},
        {"a not in b is not c", "  ^        ^       "},
        {"def f(a=1, *b): d", "                 "},
        {"x: int = 1 ** 2", "       ^   ^   "},
    };
    for (size_t i = 0; i < N_ITEMS(operators); i++) {
        scoped(program) program = {0};
        tokenize_valid(&program, operators[i].given);
        for (size_t k = 0; k < program.tokens.n; k++) {
            const struct token *token = &program.tokens.items[k];
            if (token_is_layout(token))
                continue;
            bool is_marked = operators[i].expected[token->start_byte] == '^';
            if ((site_of(&program, k).rule != NULL) != is_marked)
                fail_msg("%s, at %u", operators[i].given, token->start_byte);
        }
    }
}
