/* Python 2 or 3: constructs decide first, then the name in the metadata. */
#include "classify/dialect.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

static void expect_dialect(const char *source, const char *original_language, const char *expected)
{
    scoped(program) program = tokenized(source);
    scoped(dialect_finder) *finder = dialect_finder_new(&language_python);
    const char *dialect = dialect_find(finder, shared_parser(), &program, NULL, original_language);
    if (!dialect || strcmp(dialect, expected) != 0)
        fail_msg("%s (%s): %s and not %s", source, original_language, dialect, expected);
}

TEST(dialect__is_2_for_what_only_python_2_has)
{
    static const char *const sources[] = {
        "print a",
        "print 'a' % b",
        "print a,",
        "print >>f, a",
        "print not a",
        "if a: print b",
        "exec a",
        "exec 'a' in b",
        "a <> b",
        "x = 0777",
        "x = 10L",
        "x = ur'a'",
        "try: a\nexcept A, e: b",
        "try: a\nexcept (A, B), e: b",
        "raise A, 'b'",
        "raise A, b, c",
        "def f((a, b)): c",
        "lambda (a, b): c",
        "x = `a`",
        "def f(a, (b, c)=d): e",
        "[a for a in b, c]",
        "if [a for a in b, c]:\n  a",
        "for a in [b for b in c, d]: # e\n  a",
        "[a\n for a in b, c]",
        "x = '''\n`a`, print b\n\\users'''",
        "'''print a\n`b`'''\nprint c",
        /* as CPython 3 says */
        "x = `b`, 'b'",
        "x = b'\xc3\xa9'",
        "x = 'C:\\users'",
        "x = '''a\\u12'''",
        "x = '\\\\' + \"\\\\\\U0010fff\"",
        "x = '\\N'",
    };
    for (size_t i = 0; i < N_ITEMS(sources); i++) {
        expect_dialect(sources[i], NULL, "2");
        expect_dialect(sources[i], "Python (3.8.2)", "2");
    }
}

TEST(dialect__is_3_for_what_only_python_3_has)
{
    static const char *const sources[] = {
        "print(a, end='')",
        "print(*a)",
        "print(a, file=b)",
        "f'{a}'",
        "(a := 1)",
        "with (a as b): c",
        "with (a as b, c as d): e",
        "with (a() as b,): c",
        "a[b, *c]",
        "def f():\n  nonlocal a",
        "async def f(): a",
        "async def f(): await a",
        "x: int = 1",
        "def f(a: int): b",
        "def f() -> int: b",
        "def f(a, *, b): c",
        "def f(a, /): b",
        "match a:\n  case 1: b",
        "try: a\nexcept* A: b",
        "yield from a",
        "raise A from b",
        "a @ b",
        "a @= b",
        "a, *b = c",
        "(a, *b) = c",
        "[a, *b] = c",
        "for a, *b in c: d",
        "[*a]",
        "(*a, b)",
        "{*a}",
        "{**a}",
        "print(**a)",
        "class A(metaclass=B): a",
        "return *a, b",
        "x = 1_000",
        "\xc3\xa9 = 1",
        /* as CPython 2.7 says */
        "x = rb'a'",
        "x = Rb'a'",
        "class A(*b): c",
        "class A(**b): c",
        "print = 1",
        "print.x",
        "x.print()",
        "exec = 1",
        "from __future__ import annotations",
        "from __future__ import generator_stop",
        "x = [*f()]",
        "x = *a.b(), 1",
        "*a.b, c = d",
        "x = {*a.b}",
        "print(a, b=c)",
        "print += 1",
        "exec += 1",
        "type A = b",
        "type A[B] = c",
    };
    for (size_t i = 0; i < N_ITEMS(sources); i++) {
        expect_dialect(sources[i], NULL, "3");
        expect_dialect(sources[i], "PyPy2 (5.6.0)", "3");
    }
}

/* What both have. */
static const char *const common[] = {
    "f(*a, b=c,\n)",
    "f(a,)",
    "def f(a, *b, **c): d",
    "@a.b(c[d])\ndef f(): e",
    "with a as b, c as d: e",
    "[a for a, b in c]",
    "with (a): b",
    "",
    "# print a",
    "'print a'",
    "a = 1",
    "print(a)",
    "print (a), b",
    "print('%d' % a)",
    "print",
    "exec(a)",
    "a != b",
    "raw_input = input\nx = raw_input()",
    "from six.moves import xrange\nxrange(3)",
    "def unicode(a): b\nunicode(c)",
    "x.long(1)",
    "x = 0o17",
    "x = u'a', b'a', r'a'",
    "try: a\nexcept A as e: b",
    "try: a\nexcept (A, B): b",
    "raise A('b')",
    "raise (A, b)",
    "raise",
    "def f(a, b=1, *c, **d): e",
    "lambda a, *b: c",
    "f(*a, **b)",
    "@a\ndef f(): b",
    "yield a",
    "with a as b: c",
    "match = case = type = 1",
    "async = 1",
    "type(a)",
    "class A(object): b",
    "from __future__ import division",
    "x = br'a'",
    "def f(*a, **b): c",
    "f(*a, b=1)",
    "f(b=1, *a)",
    "f(a, *b, **c)",
    "print(a) if b else c",
    "print(a)(b)",
    "print(a); print(b)",
    "if a: print(b)",
    "from __future__ import print_function\nx = print\nf(print=1)",
    "x[...]",
    "x[..., 1]",
    "x = b'a' b'c' br'd', u'a' 'c', f('a', b'b'), 'a' + b'b'",
    "x = '\\\\users', r'\\u', b'\\u ', '\\u1234', '\\U0001f600', '\\N{DASH}'",
    "@a.b.c(d or e, f[0].g)\ndef f(): h",
    "@None\ndef f(): a",
    "type[a] = 1",
    "type[a].b = 1",
    "type(a).b = 1",
    "type(a)[b] = type[c] = 1",
    "if a: type[b], c = d",
    "type = type if type else type\ntype in type\ntype",
    "match[a] = case[b] = 1",
    "match(a).b = c\nmatch -a\nmatch * a",
    "# coding: utf-8\nx = '\xc3\xa9' # \xc3\xa9",
    "# a\n# vim: fileencoding=cp932 :\nx = u'\xc3\xa9'",
    "if a:\n\tb\n\tif c:\n\t  d\n\te\n\f\nif a:\n  b\n  if c:\n  \td",
    "if a:\n\tb\n\f\tc",
    "if a:\n  b(c,\n\td)\n\t# e\n  '''\n\tf'''",
};

/* Each with the dialect of a program that the metadata says nothing about. */
TEST(dialect__is_that_of_the_text_if_nothing_else_says_it)
{
    static const struct text_case cases[] = {
        {"x = '\xc3\xa9'", "3"},
        {"x = 1 # \xc3\xa9", "3"},
        {"\n\n# coding: utf-8\nx = u'\xc3\xa9'", "3"},
        {"for a in xrange(raw_input()): b", "2"},
        {"from a import *\nx = unicode(b)", "2"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        expect_dialect(cases[i].given, NULL, cases[i].expected);
        expect_dialect(cases[i].given, "Python", cases[i].expected);
        expect_dialect(cases[i].given, "Python (2.7.6)", "2");
        expect_dialect(cases[i].given, "PyPy3 (7.3.0)", "3");
    }
    expect_dialect("print '\xc3\xa9'", NULL, "2");
    expect_dialect("if a:\n\tprint(b, end='')\n        c", NULL, "3");
}

TEST(dialect__is_the_metadatas_if_the_program_shows_none)
{
    static const struct text_case names[] = {
        {"Python (2.7.6)", "2"},
        {"PyPy2 (5.6.0)", "2"},
        {"PyPy2 (7.3.0)", "2"},
        {"Python2", "2"},
        {"Python (3.4.2)", "3"},
        {"Python (3.4.3)", "3"},
        {"Python (3.8.2)", "3"},
        {"PyPy3 (2.4.0)", "3"},
        {"PyPy3 (7.3.0)", "3"},
        {"Python3", "3"},
        {"Python", "both"},
        {"", "both"},
        {NULL, "both"},
        {"PyPy", "both"},
        {"C++ (GCC 9.2.1)", "both"},
        {"python3", "3"},
        {" Python3", "3"},
        {"Python (CPython 3.11.4)", "3"},
        {"Python (CPython 3.13.7)", "3"},
        {"Python (PyPy 3.10-v7.3.12)", "3"},
        {"Python (Mypy 1.4.1)", "3"},
        {"Python (PyPy 2.7-v7.3.12)", "2"},
        {"CPython 3.12", "3"},
        {"Python (4.0)", "both"},
    };
    for (size_t i = 0; i < N_ITEMS(common); i++)
        for (size_t name = 0; name < N_ITEMS(names); name++)
            expect_dialect(common[i], names[name].given, names[name].expected);
}

TEST(dialect__is_the_metadatas_where_the_program_contradicts_itself)
{
    static const char *const sources[] = {
        "print a\nprint(b, end='')",      "x = 0777\ny = f'{a}'", "print f'{a}'",
        "x = ur'a' if a <> b else 1_000", "(a := 10L)",
    };
    for (size_t i = 0; i < N_ITEMS(sources); i++) {
        expect_dialect(sources[i], NULL, "both");
        expect_dialect(sources[i], "Python", "both");
        expect_dialect(sources[i], "Python (2.7.6)", "2");
        expect_dialect(sources[i], "PyPy3 (7.3.0)", "3");
    }
}

TEST(dialect__adds_up_constructs_of_one_dialect)
{
    expect_dialect("print a\nx = 10L\nif a <> b: exec c", "PyPy3 (7.3.0)", "2");
    expect_dialect("a, *b = c\nprint(*b, sep='')\nx: int = 1_0", "PyPy2 (7.3.0)", "3");
    expect_dialect("if a:\n  while b:\n    f([c, (d, 07)])", NULL, "2");
}

TEST(dialect__is_none_for_a_language_without_dialects)
{
    struct language language = language_python;
    const struct dialect_rules none = {0};
    language.dialects = &none;
    scoped(program) program = tokenized("print a");
    scoped(dialect_finder) *finder = dialect_finder_new(&language);
    assert_null(dialect_find(finder, shared_parser(), &program, NULL, "Python (2.7.6)"));
}

TEST(dialect__of_the_metadata_does_not_depend_on_case_and_blanks)
{
    static const struct {
        const char *original_language, *dialect;
    } cases[] = {
        {"PyPy 3-64", "3"},       {"PYPY3", "3"},       {"Python 2", "2"}, {"py3", "3"},
        {"Python 3 (3.11)", "3"}, {"pypy 2", "2"},      {"PyPy", "both"},  {"CPython", "both"},
        {"python3.11", "3"},      {"Python 7", "both"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        expect_dialect("x = 1\n", cases[i].original_language, cases[i].dialect);
}
