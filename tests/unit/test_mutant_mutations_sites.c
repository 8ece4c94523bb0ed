/* Allowed and refused changes on both sides of each limit of BugLab's rewrites. */
#include "tests/support/listed_mutations.h"
#include "tests/support/test.h"

/* Of code that is given, what is expected as listed_mutations.h prints it. */
typedef void print_fn(struct str *out, struct mutations *mutations, enum mutation_rule rule);

static void check_printed(enum mutation_rule rule, print_fn *print, const struct text_case *cases,
                          size_t n)
{
    scoped(str) line = {0};
    for (size_t i = 0; i < n; i++) {
        scoped(mutated_program) mutated = {0};
        mutated_find(&mutated, cases[i].given, NULL);
        str_clear(&line);
        print(&line, &mutated.mutations, rule);
        if (strcmp(str_text(&line), cases[i].expected) != 0)
            fail_msg("%s\n%s\nis          %s\nand should be %s", cases[i].given,
                     mutation_rule_name(rule), str_text(&line), cases[i].expected);
    }
}

static void check(enum mutation_rule rule, const struct text_case *cases, size_t n)
{
    check_printed(rule, mutations_print, cases, n);
}

/* Where tokens change, without what they become. */
static void print_places(struct str *out, struct mutations *mutations, enum mutation_rule rule)
{
    const struct program *program = mutations->sites.program;
    for (size_t i = mutations->first_group[rule]; i < mutations->first_group[rule + 1]; i++) {
        struct byte_range range = mutations_member(mutations, &mutations->groups.items[i], 0).range;
        struct position at = text_position(program->source, program->length, range.start);
        str_print(out, "%s%.*s %d:%d", i > mutations->first_group[rule] ? "; " : "",
                  (int)(range.end - range.start), program->source + range.start, (int)at.line,
                  (int)at.column + 1);
    }
}

static void check_places(enum mutation_rule rule, const struct text_case *cases, size_t n)
{
    check_printed(rule, print_places, cases, n);
}

TEST(sites__are_operators_of_arithmetic)
{
    static const struct text_case all[] = {
        {"a + b\n", "+ 1:3 > -, *, /, //, %, **, <<, >>, @, |, &, ^"},
        {"a ** b\n", "** 1:3 > +, -, *, /, //, %, <<, >>, @, |, &, ^"},
        {"a ^ b\n", "^ 1:3 > +, -, *, /, //, %, **, <<, >>, @, |, &"},
    };
    static const struct text_case places[] = {
        {"a+b*-c\n", "+ 1:2; * 1:4"},
        {"-a, +a, ~a\n", ""},
        {"f(*a, **b)\n", ""},
        {"def f(*a, **b): pass\n", ""},
        {"def f(a, /, b, *, c): pass\n", ""},
        {"print >>f, a\n", ""},
        {"@f\ndef g(): pass\n", ""},
        {"a @ b\n", "@ 1:3"},
        {"from a import *\n", ""},
        {"a += b - c\n", "- 1:8"},
        {"f'{a+b}'\n", "+ 1:5"},
        {"'a+b'\n", ""},
        {"def f(a=1+b): pass\n", ""}, /* the value of a parameter stays as a whole */
        {"lambda a=b*c: a*b\n", "* 1:16"},
        {"a: b | c = d | e\n", "| 1:14"},
        {"def f(a: b | c) -> d | e: pass\n", ""},
        {"match a:\n    case 1 | 2: pass\n", ""},
        {"a \\\n  + b\n", "+ 2:3"},
        {"a = 1\r\nb = a - 1\r\n", "- 2:7"},
    };
    check(MUTATE_BINARY_OPERATOR, all, N_ITEMS(all));
    check_places(MUTATE_BINARY_OPERATOR, places, N_ITEMS(places));
}

TEST(sites__are_comparisons_within_their_kind)
{
    static const struct text_case cases[] = {
        {"a < b\n", "< 1:3 > <=, >, >=, ==, !="},
        {"a <= b\n", "<= 1:3 > <, >, >=, ==, !="},
        {"a != b\n", "!= 1:3 > <, <=, >, >=, =="},
        {"a in b\n", "in 1:3 > not in"},
        {"a not in b\n", "not in 1:3 > in"},
        {"a not  in b\n", "not  in 1:3 > in"},
        {"a is b\n", "is 1:3 > is not"},
        {"a is not b\n", "is not 1:3 > is"},
        {"a < b == c in d\n",
         "< 1:3 > <=, >, >=, ==, !=; == 1:7 > <, <=, >, >=, !=; in 1:12 > not in"},
        {"a <> b\n", ""}, /* Python 2's, which BugLab does not know */
        {"for a in b: pass\n", ""},
        {"[a for a in b if a is c]\n", "is 1:20 > is not"},
        {"def f(a=b<c): pass\n", ""},
        {"a: b = c\n", ""},
        {"f'{a:>{b}}'\n", ""},
    };
    check(MUTATE_COMPARISON_OPERATOR, cases, N_ITEMS(cases));
}

TEST(sites__are_words_of_logic)
{
    static const struct text_case cases[] = {
        {"1 and 2\n", "and 1:3 > or"},
        {"1 or 2 and 3\n", "or 1:3 > and; and 1:8 > or"},
        {"not 1\n", ""},
        {"def f(a=1 or 2): pass\n", ""},
        {"a & b | c\n", ""},
    };
    check(MUTATE_LOGICAL_OPERATOR, cases, N_ITEMS(cases));
}

TEST(sites__are_tests_that_can_be_negated)
{
    static const struct text_case cases[] = {
        /* a name or a call in a test */
        {"if a: pass\n", "+not 1:4"},
        {"if a(): pass\n", "+not 1:4"},
        {"if 0: pass\nelif a: pass\n", "+not 2:6"},
        {"while a(b): pass\n", "+not 1:7"},
        {"if a.b(): pass\n", "+not 1:4"},
        {"if a()(): pass\n", "+not 1:4"},
        {"1 and a\n", "and 1:3 > or; +not 1:7"},
        {"a or b()\n", "or 1:3 > and; +not 1:1; +not 1:6"},
        {"f(a and 1)\n", "and 1:5 > or; +not 1:3"},
        /* and nothing else there */
        {"if a.b: pass\n", ""},
        {"if a[0]: pass\n", ""},
        {"if a < b: pass\n", ""},
        {"if (a): pass\n", ""},
        {"if 'a': pass\n", ""},
        {"if True: pass\n", ""},
        {"if a + b: pass\n", ""},
        {"if -a: pass\n", ""},
        {"if (a := b): pass\n", ""},
        {"while [a]: pass\n", ""},
        {"if a().b: pass\n", ""},
        {"if a() < 1: pass\n", ""},
        /* a test is that of if, elif, while, and, or */
        {"a\n", ""},
        {"a()\n", ""},
        {"b = a\n", ""},
        {"assert a\n", ""},
        {"return_ = 1 if a else b\n", ""},
        {"[a for a in b if a]\n", ""},
        {"for a in b(): pass\n", ""},
        {"def f():\n    return a\n", ""},
        {"if 1:\n    a\n", ""},
        {"while 1:\n    a()\nelse:\n    b()\n", ""},
        /* what is negated */
        {"if not a: pass\n", "-not 1:4"},
        {"while not a(): pass\n", "-not 1:7"},
        {"1 or not a\n", "or 1:3 > and; -not 1:6"},
        {"not a and 1\n", "and 1:7 > or; -not 1:1"},
        {"if 0: pass\nelif not a.b(): pass\n", "-not 2:6"},
        {"if not a.b: pass\n", ""},
        {"if not a < b: pass\n", ""},
        {"if not not a: pass\n", ""},
        {"if not (a): pass\n", ""},
        {"if not True: pass\n", ""},
        {"if (not a): pass\n", ""},
        {"a = not b\n", ""},
        {"assert not a\n", ""},
        {"print(not a)\n", ""},
        {"[a for a in b if not a]\n", ""},
        {"not a\n", ""},
        {"a not in b\n", ""},
        /* one word for each, wherever they stand */
        {"while a and not b():\n    if c: pass\n", "and 1:9 > or; +not 1:7; -not 1:13; +not 2:8"},
        {"if a(b or c): pass\n", "or 1:8 > and; +not 1:4; +not 1:6; +not 1:11"},
        {"lambda: a or b\n", "or 1:11 > and; +not 1:9; +not 1:14"},
        {"if a\\\n   : pass\r\n", "+not 1:4"},
    };
    check(MUTATE_LOGICAL_OPERATOR, cases, N_ITEMS(cases));
}

TEST(sites__are_assignments_to_what_is_bound)
{
    static const struct text_case all[] = {
        {"a += 1\n", "+= 1:3 > =, -=, *=, /=, //=, %=, **=, <<=, >>=, @=, |=, &=, ^="},
        {"a //= 1\n", "//= 1:3 > =, +=, -=, *=, /=, %=, **=, <<=, >>=, @=, |=, &=, ^="},
        {"a = 1\na = 2\n", "= 2:3 > +=, -=, *=, /=, //=, %=, **=, <<=, >>=, @=, |=, &=, ^="},
    };
    static const struct text_case places[] = {
        {"a = 1\n", ""},
        {"a = 1; a = 2\n", ""}, /* on the same line */
        {"a = 1\nb = 2\n", ""},
        {"a.b = 1\na.b = 2\n", ""},
        {"a[0] = 1\na[0] = 2\n", ""},
        {"a[0] += 1\na.b += 1\n", "+= 1:6; += 2:5"},
        {"a = b = 1\na, b = 2, 3\n", ""},
        {"a = 1\n(a) = 2\n[a] = 3\n", ""},
        {"a = 1\na = b = 2\n", ""}, /* a chain */
        {"b = 1\na = b = 2\n", ""},
        {"a = 1\na: int = 2\n", ""},
        {"a = 1\na: int\n", ""},
        {"a: int = 1\na = 2\n", "= 2:3"},
        {"a = 1\nf(a=2)\n", ""},
        {"a = 1\ndef f(a=2): pass\n", ""},
        {"a = 1\n(a := 2)\n", ""},
        {"a = 1\nf'{a=}'\n", ""},
        {"for a in b:\n    a = 2\n", "= 2:7"},
        {"for a in b: a = 2\n", ""},
        {"with a as b:\n    b = 1\n", "= 2:7"},
        {"try: pass\nexcept a as b:\n    b = 1\n", "= 3:7"},
        {"import a\na = 1\n", "= 2:3"},
        {"def f(a):\n    a = 1\n", "= 2:7"},
        {"def f(a): a = 1\n", ""},
        {"a = 1\ndef f():\n    a = 2\n", ""}, /* another variable */
        {"a = 1\ndef f():\n    global a\n    a = 2\n", "= 4:7"},
        {"def f():\n    a = 1\n    def g():\n        nonlocal a\n        a = 2\n", "= 5:11"},
        {"class A:\n    a = 1\n    a = 2\n", "= 3:7"},
        {"a = 1\nclass A:\n    a = 2\n", ""},
        {"if b:\n    a = 1\nelse:\n    a = 2\n", "= 4:7"}, /* lines, not paths */
        {"def f(b=lambda: 0):\n    b += 1\n", "+= 2:7"},
    };
    check(MUTATE_ASSIGNMENT_OPERATOR, all, N_ITEMS(all));
    check_places(MUTATE_ASSIGNMENT_OPERATOR, places, N_ITEMS(places));
}

TEST(sites__are_small_numbers_and_truths)
{
    static const struct text_case cases[] = {
        {"0\n", "0 1:1 > 1, 2"},
        {"1\n", "1 1:1 > 0, 2"},
        {"2\n", "2 1:1 > 0, 1"},
        {"3, 10, 00, 0x1, 1.0, 1j, 1L\n", ""},
        {"-1, +2, ~1\n", "1 1:2 > 2; 2 1:6 > 1; 1 1:10 > 2"}, /* -1 becomes -2; not -0 */
        {"-0\n", "0 1:2 > 1, 2"},
        {"- -1\n", "1 1:4 > 2"},
        {"3-1\n", "1 1:3 > 0, 2"},
        {"True, False, None\n", "True 1:1 > False; False 1:7 > True"},
        {"not True\n", "True 1:5 > False"},
        {"a[0]\n", "0 1:3 > 1, 2"},
        {"a[-1:2]\n", "1 1:4 > 2; 2 1:6 > 0, 1"},
        {"f(a=1)\n", "1 1:5 > 0, 2"},
        {"def f(a=1, b=-1, c=[0, True]): return 0\n", "0 1:39 > 1, 2"},
        {"def f(a: int=1, *b, c=2): pass\n", ""},
        {"lambda a=1: 1\n", "1 1:13 > 0, 2"},
        {"def f(a=lambda: 1): pass\n", ""},
        {"def f(a: A[1]=2) -> A[0]: pass\n", ""},
        {"a: A[1] = 2\n", "2 1:11 > 0, 1"},
        {"'1', b'1', 'True'\n", ""},
        {"f'{1}1'\n", "1 1:4 > 0, 2"},
        {"match a:\n    case 1: pass\n", "1 2:10 > 0, 2"},
        {"print 1\n", "1 1:7 > 0, 2"},
        {"@f(1)\ndef g(): pass\n", "1 1:4 > 0, 2"},
    };
    check(MUTATE_LITERAL, cases, N_ITEMS(cases));
}

TEST(sites__are_names_of_variables)
{
    static const struct text_case cases[] = {
        /* assigned on an earlier line */
        {"a = 1\nb = 2\na\n", "a 3:1 > b"},
        {"a = 1\nb = 2; a\n", ""},
        {"a = 1\na\nb = 2\n", ""},
        {"a = 1\nb = a\n", ""},
        {"a = b = c = 1\na\n", "a 2:1 > b, c"},
        {"a, (b, *c) = d\nb\n", "b 2:1 > a, c"},
        {"a = 1\nb = 2\na = b\n", "b 3:5 > a"},
        {"a = 1\nb = 2\na += b\n", "b 3:6 > a"}, /* the target of += is not a read */
        {"a = 1\nb = 2\na.x\na[0]\na[0] = 1\na.x = 1\n",
         "a 3:1 > b; a 4:1 > b; a 5:1 > b; a 6:1 > b"},
        {"a = (1,\n     2)\nb = 1\nf(a,\n  b)\n", "a 4:3 > b; b 5:3 > a"},
        /* loops, with, except, :=, match */
        {"for i in r:\n    for j in r:\n        i\n", "i 3:9 > j"},
        {"for i in r: i\n", ""},
        {"a = 1\nwith b as c:\n    c\n", "c 3:5 > a"},
        {"a = 1\ntry: pass\nexcept b as c:\n    c\n", "c 4:5 > a"},
        {"a = 1\nif (b := a):\n    b\n", "b 3:5 > a"},
        {"a = 1\nmatch a:\n    case [b]:\n        b\n", "b 4:9 > a"},
        /* never functions, imports, classes, builtins, what is called, self */
        {"def f(): pass\nclass A: pass\nimport m\nfrom n import p as q\na = 1\n"
         "a, f, A, m, q, len\n",
         ""},
        {"a = 1\nb = 2\na(b)\n", "b 3:3 > a"},
        {"a = 1\nb = 2\na()\na.x()\n", "a 4:1 > b"},
        {"a = 1\nb = 2\nx\n", ""},
        {"a = 1\ndef a(): pass\nb = 2\nb, a\n", ""},
        {"def f(self, a, b):\n    self, a\n", "a 2:11 > b"},
        {"def f(a, b):\n    a.b\n    g(a=b)\n", "a 2:5 > b; b 3:9 > a"},
        {"def f(cls, a):\n    a\n", "a 2:5 > cls"},
        /* only those of the same function */
        {"a = 1\nb = 2\ndef f(c):\n    a\n    c\n", "a 4:5 > c"},
        {"def f(a, b):\n    def g(c, d):\n        a, c\n", "a 3:9 > c, d; c 3:12 > d"},
        {"def f(a, b): a\n", ""}, /* parameters are bound where they stand */
        {"def f(a,\n      b): b\n", "b 2:11 > a"},
        {"def f(a, *b, **c):\n    a, b, c\n", "a 2:5 > b, c; b 2:8 > a, c; c 2:11 > a, b"},
        {"a = 1\nb = 2\ndef f(c=a): pass\n", ""}, /* the value of a parameter stays */
        {"a = 1\nb = 2\n@a\ndef f(): pass\n", "a 3:2 > b"},
        /* globals that a function declares are not its own */
        {"a = 1\nb = 2\ndef f(c):\n    global a\n    a = 3\n    a\n    c\n", "a 6:5 > c"},
        {"def f():\n    global a, b\n    a = 1\n    b = 2\na\n", "a 5:1 > b"},
        /* classes have a scope of their own */
        {"a = 1\nclass A:\n    b = 1\n    c = 2\n    b\n    a\n", "b 5:5 > c; a 6:5 > b, c"},
        {"class A:\n    b = 1\n    c = 2\n    def f(self, d, e):\n        d\n", "d 5:9 > e"},
        /* comprehensions and lambdas see their own names, and those around */
        {"a = 1\nb = 2\n[c for c in a]\n", "c 3:2 > a, b; a 3:13 > b"},
        {"[c for c in r]\n", ""},
        {"[c for c in r for d in c]\n", "c 1:2 > d; c 1:24 > d"},
        {"[[c for c in r] for d in r]\n", "c 1:3 > d"},
        {"a = 1\nb = 2\nlambda c, d: c\n", "c 3:14 > a, b, d"},
        {"a = 1\nlambda c=a: c\n", "c 2:13 > a"},
        {"a = 1\nlambda c: [d for d in c]\n", "d 2:12 > a, c; c 2:23 > a"},
        {"a = 1\nb = [c for c in a]\nd = 2\na\n", "c 2:6 > a; a 4:1 > b, d"},
        /* f-strings; types */
        {"a = 1\nb = 2\nf'{a} b {b:{a}}'\n", "a 3:4 > b; b 3:10 > a; a 3:13 > b"},
        {"a = 1\nb = 2\nc: a = b\n", "b 3:8 > a"},
        {"def f(a, b):\n    c: a\n    def g(x: a) -> b: pass\n", ""},
        /* Python 2, and CRLF */
        {"a = 1\nb = 2\nprint a\nexec a in b\nprint >>a, b\n",
         "a 3:7 > b; a 4:6 > b; b 4:11 > a; a 5:9 > b; b 5:12 > a"},
        {"try: pass\nexcept E, a:\n    b = 1\n    a\n", "a 4:5 > b"},
        {"a = 1\r\nb = 2\r\na\r\n", "a 3:1 > b"},
        {"é = 1\nb = é\nb\n", "b 3:1 > é"},
    };
    check(MUTATE_VARIABLE_MISUSE, cases, N_ITEMS(cases));
}
