/* Category, pattern and role follow from the two programs around an edit. */
#include "classify/classify.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

struct label_case {
    const char *buggy, *fixed;
    enum bug_category category;
    enum sstub_pattern pattern;
    enum identifier_role role;
};

static const struct label_case cases[] = {
    /* names that are read or written, and bare names that are called */
    {"x = a", "x = b", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_VARIABLE},
    {"x = a", "y = a", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_VARIABLE},
    {"x[i]", "x[j]", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_VARIABLE},
    {"f(a)", "f(b)", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_VARIABLE},
    {"f(*a)", "f(*b)", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_VARIABLE},
    {"f(k=a)", "f(k=b)", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_VARIABLE},
    {"for a in c: d", "for b in c: d", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED,
     ROLE_VARIABLE},
    {"lambda a: a", "lambda a: b", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED,
     ROLE_VARIABLE},
    {"def f(a=b): c", "def f(a=d): c", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED,
     ROLE_VARIABLE},
    {"x = f'{a}'", "x = f'{b}'", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED,
     ROLE_VARIABLE},
    {"x = f'{a:{w}}'", "x = f'{a:{v}}'", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED,
     ROLE_VARIABLE},
    {"print a", "print b", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_VARIABLE},
    {"x = a.b", "x = c.b", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_VARIABLE},
    {"a[0].f()", "b[0].f()", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED,
     ROLE_VARIABLE},
    {"f(a)", "g(a)", CATEGORY_VARIABLE_MISUSE, PATTERN_WRONG_FUNCTION_NAME, ROLE_FUNCTION},
    {"x = a + min(b)", "x = a + max(b)", CATEGORY_VARIABLE_MISUSE, PATTERN_WRONG_FUNCTION_NAME,
     ROLE_FUNCTION},
    {"@f(1)\ndef a(): b", "@g(1)\ndef a(): b", CATEGORY_VARIABLE_MISUSE,
     PATTERN_WRONG_FUNCTION_NAME, ROLE_FUNCTION},
    {"a.f()", "b.f()", CATEGORY_VARIABLE_MISUSE, PATTERN_SAME_FUNCTION_WRONG_CALLER, ROLE_VARIABLE},
    {"x = a.f(1) + 2", "x = b.f(1) + 2", CATEGORY_VARIABLE_MISUSE,
     PATTERN_SAME_FUNCTION_WRONG_CALLER, ROLE_VARIABLE},
    {"a.b.f()", "c.b.f()", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_VARIABLE},

    /* operands */
    {"x = a + b", "x = a + c", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_OPERAND, ROLE_VARIABLE},
    {"if a < b: c", "if d < b: c", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_OPERAND, ROLE_VARIABLE},
    {"if a and b: c", "if a and d: c", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_OPERAND,
     ROLE_VARIABLE},
    {"x = a not in b", "x = a not in c", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_OPERAND,
     ROLE_VARIABLE},
    {"x = a + b", "x = a + 1", CATEGORY_OTHER, PATTERN_CHANGE_OPERAND, ROLE_VARIABLE},
    {"x = a + 1", "x = a + b", CATEGORY_OTHER, PATTERN_CHANGE_OPERAND, ROLE_NONE},
    {"x = a + 'b'", "x = a + 'c'", CATEGORY_LITERAL, PATTERN_CHANGE_OPERAND, ROLE_NONE},
    {"x = a == None", "x = a == True", CATEGORY_LITERAL, PATTERN_CHANGE_OPERAND, ROLE_NONE},
    {"x = a + 1", "x = a + 2", CATEGORY_LITERAL, PATTERN_CHANGE_NUMERIC_LITERAL, ROLE_NONE},
    {"x = a or True", "x = a or False", CATEGORY_LITERAL, PATTERN_CHANGE_BOOLEAN_LITERAL,
     ROLE_NONE},
    {"x = a + 0", "x = a + '0'", CATEGORY_LITERAL, PATTERN_CHANGE_CONSTANT_TYPE, ROLE_NONE},
    {"x = a + f(b)", "x = a + f(c)", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED,
     ROLE_VARIABLE},
    {"x = a + b.c", "x = a + b.d", CATEGORY_OTHER, PATTERN_CHANGE_ATTRIBUTE_USED, ROLE_ATTRIBUTE},
    {"x = a + -b", "x = a + -c", CATEGORY_VARIABLE_MISUSE, PATTERN_CHANGE_IDENTIFIER_USED,
     ROLE_VARIABLE},

    /* names in other roles */
    {"a.b", "a.c", CATEGORY_OTHER, PATTERN_CHANGE_ATTRIBUTE_USED, ROLE_ATTRIBUTE},
    {"a.b = 1", "a.c = 1", CATEGORY_OTHER, PATTERN_CHANGE_ATTRIBUTE_USED, ROLE_ATTRIBUTE},
    {"a.b.f()", "a.c.f()", CATEGORY_OTHER, PATTERN_CHANGE_ATTRIBUTE_USED, ROLE_ATTRIBUTE},
    {"a.f()", "a.g()", CATEGORY_OTHER, PATTERN_WRONG_FUNCTION_NAME, ROLE_ATTRIBUTE},
    {"f(a=1)", "f(b=1)", CATEGORY_OTHER, PATTERN_CHANGE_KEYWORD_ARGUMENT_USED,
     ROLE_KEYWORD_ARGUMENT},
    {"print(a, sep='')", "print(a, end='')", CATEGORY_OTHER, PATTERN_CHANGE_KEYWORD_ARGUMENT_USED,
     ROLE_KEYWORD_ARGUMENT},
    {"def f(a): b", "def f(c): b", CATEGORY_OTHER, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_PARAMETER},
    {"def f(a=1): b", "def f(c=1): b", CATEGORY_OTHER, PATTERN_CHANGE_IDENTIFIER_USED,
     ROLE_PARAMETER},
    {"lambda a: b", "lambda c: b", CATEGORY_OTHER, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_PARAMETER},
    {"import a", "import b", CATEGORY_OTHER, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_IMPORT},
    {"from a import b", "from a import c", CATEGORY_OTHER, PATTERN_CHANGE_IDENTIFIER_USED,
     ROLE_IMPORT},
    {"from a import b", "from a import *", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_IMPORT},
    {"x: int = 1", "x: str = 1", CATEGORY_OTHER, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_TYPE},
    {"def f(a: List[int]): b", "def f(a: List[str]): b", CATEGORY_OTHER,
     PATTERN_CHANGE_IDENTIFIER_USED, ROLE_TYPE},
    {"def f(): a", "def g(): a", CATEGORY_OTHER, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_DEFINITION},
    {"class A: a", "class B: a", CATEGORY_OTHER, PATTERN_CHANGE_IDENTIFIER_USED, ROLE_DEFINITION},

    /* names against anything else */
    {"x = a", "x = 1", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_VARIABLE},
    {"x = 1", "x = a", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x = a", "x = None", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_VARIABLE},
    {"f(a)", "f('a')", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_VARIABLE},

    /* binary operators */
    {"x = a + b", "x = a - b", CATEGORY_BINARY_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR, ROLE_NONE},
    {"x = a / b", "x = a // b", CATEGORY_BINARY_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR,
     ROLE_NONE},
    {"x = a * b", "x = a ** b", CATEGORY_BINARY_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR,
     ROLE_NONE},
    {"x = a @ b", "x = a * b", CATEGORY_BINARY_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR, ROLE_NONE},
    {"x = a << b", "x = a >> b", CATEGORY_BINARY_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR,
     ROLE_NONE},
    {"x = a ^ b", "x = a | b", CATEGORY_BINARY_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR, ROLE_NONE},
    {"x = 'a' % b", "x = 'a' + b", CATEGORY_BINARY_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR,
     ROLE_NONE},
    {"x = f'{a + 1}'", "x = f'{a - 1}'", CATEGORY_BINARY_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR,
     ROLE_NONE},
    {"x = a - -b", "x = a + -b", CATEGORY_BINARY_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR,
     ROLE_NONE},

    /* comparison operators */
    {"x = a < b", "x = a <= b", CATEGORY_COMPARISON_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR,
     ROLE_NONE},
    {"x = a == b", "x = a != b", CATEGORY_COMPARISON_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR,
     ROLE_NONE},
    {"x = a <> b", "x = a == b", CATEGORY_COMPARISON_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR,
     ROLE_NONE},
    {"x = a in b", "x = a not in b", CATEGORY_COMPARISON_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR,
     ROLE_NONE},
    {"x = a is b", "x = a is not b", CATEGORY_COMPARISON_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR,
     ROLE_NONE},
    {"x = a is not b", "x = a != b", CATEGORY_COMPARISON_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR,
     ROLE_NONE},
    {"x = a < b < c", "x = a < b <= c", CATEGORY_COMPARISON_OPERATOR,
     PATTERN_CHANGE_BINARY_OPERATOR, ROLE_NONE},

    /* logical operators */
    {"x = a and b", "x = a or b", CATEGORY_LOGICAL_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR,
     ROLE_NONE},
    {"if a or b: c", "if a and b: c", CATEGORY_LOGICAL_OPERATOR, PATTERN_CHANGE_BINARY_OPERATOR,
     ROLE_NONE},
    {"x = a", "x = not a", CATEGORY_LOGICAL_OPERATOR, PATTERN_CHANGE_UNARY_OPERATOR, ROLE_NONE},
    {"if a in b: c", "if not a in b: c", CATEGORY_LOGICAL_OPERATOR, PATTERN_CHANGE_UNARY_OPERATOR,
     ROLE_NONE},
    {"while not a: b", "while a: b", CATEGORY_LOGICAL_OPERATOR, PATTERN_CHANGE_UNARY_OPERATOR,
     ROLE_NONE},
    {"x = a and not b", "x = a and b", CATEGORY_LOGICAL_OPERATOR, PATTERN_CHANGE_UNARY_OPERATOR,
     ROLE_NONE},

    /* assignment operators */
    {"x = y", "x += y", CATEGORY_ASSIGNMENT_OPERATOR, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x += y", "x = y", CATEGORY_ASSIGNMENT_OPERATOR, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x += y", "x -= y", CATEGORY_ASSIGNMENT_OPERATOR, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x[0] //= y", "x[0] **= y", CATEGORY_ASSIGNMENT_OPERATOR, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x @= y", "x |= y", CATEGORY_ASSIGNMENT_OPERATOR, PATTERN_SINGLE_TOKEN, ROLE_NONE},

    /* literals */
    {"x = 1", "x = 2", CATEGORY_LITERAL, PATTERN_CHANGE_NUMERIC_LITERAL, ROLE_NONE},
    {"x = 1", "x = 2.5", CATEGORY_LITERAL, PATTERN_CHANGE_NUMERIC_LITERAL, ROLE_NONE},
    {"x = 10", "x = 0x10", CATEGORY_LITERAL, PATTERN_CHANGE_NUMERIC_LITERAL, ROLE_NONE},
    {"x = -1", "x = -2", CATEGORY_LITERAL, PATTERN_CHANGE_NUMERIC_LITERAL, ROLE_NONE},
    {"x = 10", "x = 10L", CATEGORY_LITERAL, PATTERN_CHANGE_NUMERIC_LITERAL, ROLE_NONE},
    {"f(a=1)", "f(a=2)", CATEGORY_LITERAL, PATTERN_CHANGE_NUMERIC_LITERAL, ROLE_NONE},
    {"def f(a=1): b", "def f(a=2): b", CATEGORY_LITERAL, PATTERN_CHANGE_NUMERIC_LITERAL, ROLE_NONE},
    {"a[1:2]", "a[1:3]", CATEGORY_LITERAL, PATTERN_CHANGE_NUMERIC_LITERAL, ROLE_NONE},
    {"x = 1", "x = '1'", CATEGORY_LITERAL, PATTERN_CHANGE_CONSTANT_TYPE, ROLE_NONE},
    {"x = u\"1\"", "x = 1", CATEGORY_LITERAL, PATTERN_CHANGE_CONSTANT_TYPE, ROLE_NONE},
    {"x = 1", "x = \"\"\"1\"\"\"", CATEGORY_LITERAL, PATTERN_CHANGE_CONSTANT_TYPE, ROLE_NONE},
    {"x = 1", "x = 1.0", CATEGORY_LITERAL, PATTERN_CHANGE_CONSTANT_TYPE, ROLE_NONE},
    {"x = 1e3", "x = 1000", CATEGORY_LITERAL, PATTERN_CHANGE_CONSTANT_TYPE, ROLE_NONE},
    {"x = '-1.5'", "x = 1.5", CATEGORY_LITERAL, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x = True", "x = 'True'", CATEGORY_LITERAL, PATTERN_CHANGE_CONSTANT_TYPE, ROLE_NONE},
    {"x = 'None'", "x = None", CATEGORY_LITERAL, PATTERN_CHANGE_CONSTANT_TYPE, ROLE_NONE},
    {"x = 1", "x = '2'", CATEGORY_LITERAL, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x = 0", "x = ''", CATEGORY_LITERAL, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x = 1", "x = True", CATEGORY_LITERAL, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x = None", "x = False", CATEGORY_LITERAL, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x = True", "x = False", CATEGORY_LITERAL, PATTERN_CHANGE_BOOLEAN_LITERAL, ROLE_NONE},
    {"f(a=False)", "f(a=True)", CATEGORY_LITERAL, PATTERN_CHANGE_BOOLEAN_LITERAL, ROLE_NONE},
    {"x = 'a'", "x = 'b'", CATEGORY_LITERAL, PATTERN_CHANGE_STRING_LITERAL, ROLE_NONE},
    {"x = 'a'", "x = b'a'", CATEGORY_LITERAL, PATTERN_CHANGE_STRING_LITERAL, ROLE_NONE},
    {"x = 'a' 'b'", "x = 'a' 'c'", CATEGORY_LITERAL, PATTERN_CHANGE_STRING_LITERAL, ROLE_NONE},
    {"x = ''", "x = ' '", CATEGORY_LITERAL, PATTERN_CHANGE_STRING_LITERAL, ROLE_NONE},
    {"x = '1'", "x = '1.0'", CATEGORY_LITERAL, PATTERN_CHANGE_STRING_LITERAL, ROLE_NONE},
    {"print 'a'", "print 'b'", CATEGORY_LITERAL, PATTERN_CHANGE_STRING_LITERAL, ROLE_NONE},
    {"x = f'a{b}'", "x = f'c{b}'", CATEGORY_LITERAL, PATTERN_CHANGE_STRING_LITERAL, ROLE_NONE},
    {"x = f'it\\'s {b}'", "x = f'its {b}'", CATEGORY_LITERAL, PATTERN_CHANGE_STRING_LITERAL,
     ROLE_NONE},
    {"x = f'{b:>3}'", "x = f'{b:<3}'", CATEGORY_LITERAL, PATTERN_CHANGE_STRING_LITERAL, ROLE_NONE},
    {"x = f'{b:{w}d}'", "x = f'{b:{w}x}'", CATEGORY_LITERAL, PATTERN_CHANGE_STRING_LITERAL,
     ROLE_NONE},
    {"x = f'{1}'", "x = f'{2}'", CATEGORY_LITERAL, PATTERN_CHANGE_NUMERIC_LITERAL, ROLE_NONE},

    /* what looks like an operator */
    {"x = -a", "x = +a", CATEGORY_OTHER, PATTERN_CHANGE_UNARY_OPERATOR, ROLE_NONE},
    {"x = -1", "x = ~1", CATEGORY_OTHER, PATTERN_CHANGE_UNARY_OPERATOR, ROLE_NONE},
    {"x = a * -b", "x = a * +b", CATEGORY_OTHER, PATTERN_CHANGE_UNARY_OPERATOR, ROLE_NONE},
    {"x = not a", "x = -a", CATEGORY_OTHER, PATTERN_CHANGE_UNARY_OPERATOR, ROLE_NONE},
    {"f(*a)", "f(**a)", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"f(*a)", "f(-a)", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"def f(*a): b", "def f(**a): b", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"f(a=b)", "f(a==b)", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"f(a==b)", "f(a=b)", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"def f(a: b): c", "def f(a= b): c", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"a = b", "a: b", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"for a in b: c", "if a in b: c", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"f(a, b)", "f(a or b)", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x = f'{a!r}'", "x = f'{a!s}'", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x = ...", "x = None", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},

    /* operators of two categories */
    {"x == y", "x = y", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x = y", "x == y", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x + y", "x += y", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x += y", "x + y", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"x = a and b", "x = a & b", CATEGORY_OTHER, PATTERN_CHANGE_BINARY_OPERATOR, ROLE_NONE},
    {"x: int | str = 1", "x: int & str = 1", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"match a:\n  case b.c: d", "match a:\n  case b.e: d", CATEGORY_OTHER,
     PATTERN_CHANGE_ATTRIBUTE_USED, ROLE_ATTRIBUTE},
    {"match a:\n  case b(c=1): d", "match a:\n  case b(e=1): d", CATEGORY_OTHER,
     PATTERN_CHANGE_KEYWORD_ARGUMENT_USED, ROLE_KEYWORD_ARGUMENT},
    {"match a:\n  case b.c: d", "match a:\n  case e.c: d", CATEGORY_VARIABLE_MISUSE,
     PATTERN_CHANGE_IDENTIFIER_USED, ROLE_VARIABLE},
    {"x = a | b", "x = a or b", CATEGORY_OTHER, PATTERN_CHANGE_BINARY_OPERATOR, ROLE_NONE},
    {"x = a < b", "x = a << b", CATEGORY_OTHER, PATTERN_CHANGE_BINARY_OPERATOR, ROLE_NONE},
    {"x = a in b", "x = a and b", CATEGORY_OTHER, PATTERN_CHANGE_BINARY_OPERATOR, ROLE_NONE},
    {"(x := y)", "(x == y)", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},

    /* keywords */
    {"if a: b", "while a: b", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
    {"for a in b: break", "for a in b: continue", CATEGORY_OTHER, PATTERN_SINGLE_TOKEN, ROLE_NONE},
};

TEST(classify__labels_each_edit)
{
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program_pair) pair = {0};
        pair_compare(&pair, cases[i].buggy, cases[i].fixed);
        if (pair.difference != DIFFERENCE_SINGLE)
            fail_msg("%s --> %s: no single edit", cases[i].buggy, cases[i].fixed);
        struct bug_label label = classify_edit(&pair.buggy, &pair.fixed, &pair.edit);
        if (label.category != cases[i].category || label.pattern != cases[i].pattern ||
            label.role != cases[i].role)
            fail_msg("%s --> %s: %s %s, role %d", cases[i].buggy, cases[i].fixed,
                     bug_category_name(label.category), sstub_pattern_name(label.pattern),
                     label.role);
    }
}

TEST(classify__is_tried_for_all_labels)
{
    size_t n_of_category[N_CATEGORIES] = {0}, n_of_pattern[N_PATTERNS] = {0};
    size_t n_of_role[N_ROLES] = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        n_of_category[cases[i].category]++;
        n_of_pattern[cases[i].pattern]++;
        n_of_role[cases[i].role]++;
    }
    for (size_t i = 0; i < N_CATEGORIES; i++)
        assert_true(n_of_category[i] >= 2);
    for (size_t i = 0; i < N_PATTERNS; i++)
        assert_true(n_of_pattern[i] >= 2 || i == PATTERN_SWAP_ARGUMENTS);
    for (size_t i = 0; i < N_ROLES; i++)
        assert_true(n_of_role[i] >= 2);
}

/* A category is a matter of both sides: turning an edit round keeps it. */
TEST(classify__gives_an_edit_turned_round_the_same_category)
{
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program_pair) pair = {0};
        pair_compare(&pair, cases[i].fixed, cases[i].buggy);
        assert_int_equal(pair.difference, DIFFERENCE_SINGLE);
        struct bug_label label = classify_edit(&pair.buggy, &pair.fixed, &pair.edit);
        if (label.category != cases[i].category)
            fail_msg("%s --> %s: %s", cases[i].fixed, cases[i].buggy,
                     bug_category_name(label.category));
    }
}

/* `^` under a token says that it is an operator. */
TEST(classify_is_operator__goes_by_the_place)
{
    static const struct {
        const char *program, *marks;
    } operators[] = {
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
        tokenize_valid(&program, operators[i].program);
        for (size_t k = 0; k < program.tokens.n; k++) {
            const struct token *token = &program.tokens.items[k];
            if (token_is_layout(token))
                continue;
            bool is_marked = operators[i].marks[token->start_byte] == '^';
            if (classify_is_operator(&program, k) != is_marked)
                fail_msg("%s, at %u", operators[i].program, token->start_byte);
        }
    }
}
