/* The table of Python has the grammar's names, and correct roles, operators and predicates. */
#include "classify/classify.h"
#include "classify/dialect.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

static void expect_kind(const char *name)
{
    if (!name)
        return;
    const char *known;
    for (uint16_t kind = 0; (known = syntax_kind_name(&language_python, kind)); kind++)
        if (strcmp(known, name) == 0)
            return;
    fail_msg("the grammar has no kind '%s'", name);
}

static void expect_field(const char *name)
{
    if (!name)
        return;
    const char *known;
    for (uint16_t field = 1; (known = syntax_field_name(&language_python, field)); field++)
        if (strcmp(known, name) == 0)
            return;
    fail_msg("the grammar has no field '%s'", name);
}

static void expect_kinds(const char *const *names)
{
    assert_non_null(names);
    for (; *names; names++)
        expect_kind(*names);
}

TEST(python__names_only_kinds_and_fields_of_its_grammar)
{
    const struct language *python = &language_python;
    expect_kinds(python->skipped_kinds);
    expect_kinds(python->tokens.joined);
    expect_kinds(python->tokens.insertable);
    expect_kinds(python->tokens.form);
    expect_kinds(python->parts.functions);
    expect_kinds(python->parts.classes);
    expect_kinds(python->parts.modifiers);
    expect_kind(python->parts.decorator);
    expect_kind(python->roles.identifier_kind);
    expect_kind(python->roles.call_kind);
    expect_field(python->roles.call_function_field);
    expect_kind(python->roles.attribute_kind);
    expect_field(python->roles.attribute_object_field);
    expect_field(python->roles.attribute_name_field);
    expect_kind(python->roles.type_kind);
    for (const struct operator_rule *it = python->categories.operators; it->parent; it++) {
        expect_kind(it->parent);
        expect_kind(it->kind);
    }
    for (const struct role_rule *it = python->roles.rules; it->parent; it++) {
        expect_kind(it->parent);
        expect_field(it->field);
        expect_kind(it->grandparent);
    }
    for (const struct literal_rule *it = python->categories.literals; it->kind; it++)
        expect_kind(it->kind);
    for (int i = 0; i < N_CATEGORIES; i++)
        for (const char *const *it = python->categories.texts[i]; it && *it; it++)
            expect_kind(*it);
    for (unsigned i = 0; python->dialects->rules[i]; i++) {
        assert_true(python->dialects->all >> i & 1);
        for (const struct dialect_rule *it = python->dialects->rules[i]; it->kind; it++) {
            expect_kind(it->kind);
            expect_kind(it->parent);
        }
    }
}

TEST(python__gives_each_identifier_its_role)
{
    static const struct {
        const char *source;
        enum identifier_role role;
    } cases[] = {
        {"x", ROLE_VARIABLE},
        {"x = 1", ROLE_VARIABLE},
        {"x += 1", ROLE_VARIABLE},
        {"a[x]", ROLE_VARIABLE},
        {"a[1:x]", ROLE_VARIABLE},
        {"x[a]", ROLE_VARIABLE},
        {"x.a = 1", ROLE_VARIABLE},
        {"f(x)", ROLE_VARIABLE},
        {"f(*x)", ROLE_VARIABLE},
        {"f(**x)", ROLE_VARIABLE},
        {"f(a=x)", ROLE_VARIABLE},
        {"for x in a: pass", ROLE_VARIABLE},
        {"for a, x in b: pass", ROLE_VARIABLE},
        {"for a in x: pass", ROLE_VARIABLE},
        {"[a for a in b if x]", ROLE_VARIABLE},
        {"a, *x = b", ROLE_VARIABLE},
        {"[a, x] = b", ROLE_VARIABLE},
        {"lambda: x", ROLE_VARIABLE},
        {"lambda a=x: a", ROLE_VARIABLE},
        {"def f(a=x): pass", ROLE_VARIABLE},
        {"def f(a: int = x): pass", ROLE_VARIABLE},
        {"class A(x): pass", ROLE_VARIABLE},
        {"class A(metaclass=x): pass", ROLE_VARIABLE},
        {"(x := 1)", ROLE_VARIABLE},
        {"del x", ROLE_VARIABLE},
        {"global x", ROLE_VARIABLE},
        {"nonlocal x", ROLE_VARIABLE},
        {"with a as x: pass", ROLE_VARIABLE},
        {"try: a\nexcept x: b", ROLE_VARIABLE},
        {"try: a\nexcept A as x: b", ROLE_VARIABLE},
        {"try: a\nexcept A, x: b", ROLE_VARIABLE},
        {"print x", ROLE_VARIABLE},
        {"print >>x, a", ROLE_VARIABLE},
        {"exec x", ROLE_VARIABLE},
        {"raise x", ROLE_VARIABLE},
        {"raise A, x", ROLE_VARIABLE},
        {"assert x", ROLE_VARIABLE},
        {"return x", ROLE_VARIABLE},
        {"await x", ROLE_VARIABLE},
        {"{x: 1}", ROLE_VARIABLE},
        {"{**x}", ROLE_VARIABLE},
        {"x if a else b", ROLE_VARIABLE},
        {"@x\ndef f(): pass", ROLE_VARIABLE},
        {"match x:\n case 1: pass", ROLE_VARIABLE},
        {"match a:\n case x: pass", ROLE_VARIABLE},
        {"f'{x}'", ROLE_VARIABLE},
        {"f'{a:{x}}'", ROLE_VARIABLE},
        {"x()", ROLE_FUNCTION},
        {"x(a)(b)", ROLE_FUNCTION},
        {"a(x())", ROLE_FUNCTION},
        {"raise x('a')", ROLE_FUNCTION},
        {"@x(1)\ndef f(): pass", ROLE_FUNCTION},
        {"a.x", ROLE_ATTRIBUTE},
        {"a.x = 1", ROLE_ATTRIBUTE},
        {"a.x.b", ROLE_ATTRIBUTE},
        {"a.x()", ROLE_ATTRIBUTE},
        {"a().x", ROLE_ATTRIBUTE},
        {"a[0].x", ROLE_ATTRIBUTE},
        {"'a'.x()", ROLE_ATTRIBUTE},
        {"@a.x\ndef f(): pass", ROLE_ATTRIBUTE},
        {"del a.x", ROLE_ATTRIBUTE},
        {"b: a.x", ROLE_ATTRIBUTE},
        {"f(x=1)", ROLE_KEYWORD_ARGUMENT},
        {"a.f(b, x=1)", ROLE_KEYWORD_ARGUMENT},
        {"class A(x=1): pass", ROLE_KEYWORD_ARGUMENT},
        {"print(a, x='')", ROLE_KEYWORD_ARGUMENT},
        {"def f(x): pass", ROLE_PARAMETER},
        {"def f(a, x): pass", ROLE_PARAMETER},
        {"def f(x=1): pass", ROLE_PARAMETER},
        {"def f(x: int): pass", ROLE_PARAMETER},
        {"def f(x: int = 1): pass", ROLE_PARAMETER},
        {"def f(*x): pass", ROLE_PARAMETER},
        {"def f(**x): pass", ROLE_PARAMETER},
        {"def f(*x: int): pass", ROLE_PARAMETER},
        {"def f(**x: int): pass", ROLE_PARAMETER},
        {"def f(a, /, x): pass", ROLE_PARAMETER},
        {"def f(*, x): pass", ROLE_PARAMETER},
        {"def f((a, x), b): pass", ROLE_PARAMETER},
        {"lambda x: 1", ROLE_PARAMETER},
        {"lambda x=1: 1", ROLE_PARAMETER},
        {"lambda *x: 1", ROLE_PARAMETER},
        {"lambda **x: 1", ROLE_PARAMETER},
        {"import x", ROLE_IMPORT},
        {"import a.x", ROLE_IMPORT},
        {"import a as x", ROLE_IMPORT},
        {"import x as a", ROLE_IMPORT},
        {"import a, x", ROLE_IMPORT},
        {"from x import a", ROLE_IMPORT},
        {"from a import x", ROLE_IMPORT},
        {"from a import b as x", ROLE_IMPORT},
        {"from a import x as b", ROLE_IMPORT},
        {"from a import (b, x)", ROLE_IMPORT},
        {"from x import *", ROLE_IMPORT},
        {"from . import x", ROLE_IMPORT},
        {"from .x import a", ROLE_IMPORT},
        {"from ..a.x import b", ROLE_IMPORT},
        {"from __future__ import x", ROLE_IMPORT},
        {"a: x", ROLE_TYPE},
        {"a: x = 1", ROLE_TYPE},
        {"a: List[x] = 1", ROLE_TYPE},
        {"a: x[int]", ROLE_TYPE},
        {"a: int | x", ROLE_TYPE},
        {"a: List[x] | None", ROLE_TYPE},
        {"def f(a: x): pass", ROLE_TYPE},
        {"def f(a: x = 1): pass", ROLE_TYPE},
        {"def f(*a: x): pass", ROLE_TYPE},
        {"def f() -> x: pass", ROLE_TYPE},
        {"def f() -> Dict[str, x]: pass", ROLE_TYPE},
        {"b: x.a", ROLE_TYPE},
        {"type a = x", ROLE_TYPE},
        {"type[x] = a", ROLE_VARIABLE},
        {"type(a)[x], b = c", ROLE_VARIABLE},
        {"type[a] = x", ROLE_VARIABLE},
        {"def x(): pass", ROLE_DEFINITION},
        {"async def x(): pass", ROLE_DEFINITION},
        {"class x: pass", ROLE_DEFINITION},
        {"class x(A): pass", ROLE_DEFINITION},
    };
    size_t n_of_role[N_ROLES] = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) program = tokenized(cases[i].source);
        struct site site = site_of(&program, token_only(&program, "x"));
        if (site.role != cases[i].role)
            fail_msg("%s: role %d", cases[i].source, site.role);
        n_of_role[site.role]++;
    }
    for (int role = ROLE_NONE + 1; role < N_ROLES; role++)
        assert_true(n_of_role[role] > 0);
}

TEST(python__sorts_all_operators_into_categories)
{
    static const struct {
        enum bug_category category;
        const char *operators[16];
    } rows[] = {
        {CATEGORY_BINARY_OPERATOR,
         {"+", "-", "*", "**", "/", "//", "%", "@", "<<", ">>", "|", "&", "^"}},
        {CATEGORY_COMPARISON_OPERATOR,
         {"<", "<=", ">", ">=", "==", "!=", "<>", "in", "not in", "is", "is not"}},
        {CATEGORY_LOGICAL_OPERATOR, {"and", "or"}},
        {CATEGORY_ASSIGNMENT_OPERATOR,
         {"=", "+=", "-=", "*=", "**=", "/=", "//=", "%=", "@=", "<<=", ">>=", "|=", "&=", "^="}},
    };
    for (size_t row = 0; row < N_ITEMS(rows); row++)
        for (size_t i = 0; i < N_ITEMS(rows[row].operators) && rows[row].operators[i]; i++) {
            const char *source = printed("a %s b\n", rows[row].operators[i]);
            scoped(program) program = tokenized(source);
            assert_int_equal(program.tokens.n, 4);
            assert_true(token_is(&program, 1, rows[row].operators[i]));
            struct site site = site_of(&program, 1);
            if (site_category(&site) != rows[row].category)
                fail_msg("%s: category %d", source, site_category(&site));
        }
}

/* Texts that only one dialect has, each after a prefix. */
static void expect_dialects(const char *prefix, const char *const *texts, size_t n,
                            const char *dialect)
{
    scoped(dialect_finder) *finder = dialect_finder_new(&language_python);
    for (size_t i = 0; i < n; i++) {
        scoped(program) program = tokenized(printed("%s%s\n", prefix, texts[i]));
        if (strcmp(dialect_find(finder, shared_parser(), &program, NULL, NULL), dialect) != 0)
            fail_msg("%s is not of dialect %s", texts[i], dialect);
    }
}

TEST(python__knows_numbers_of_one_dialect)
{
    static const char *const two[] = {"07", "0777", "010", "10L", "10l", "0L", "0xFFL", "0777L"};
    static const char *const three[] = {"1_0", "0x1_0", "0b1_0", "1_0.5", "1.5_0", "1_0j"};
    static const char *const both[] = {"0",   "00",   "000",  "10",  "0x1F", "0b11", "0o17", "0xF0",
                                       "1.5", "00.5", "07.5", "1e5", "1j",   "010j", ".5",   "5."};
    expect_dialects("x = ", two, N_ITEMS(two), "2");
    expect_dialects("x = ", three, N_ITEMS(three), "3");
    expect_dialects("x = ", both, N_ITEMS(both), "both");
}

TEST(python__knows_strings_of_one_dialect)
{
    static const char *const two[] = {"ur'a'", "UR'a'", "uR\"a\"", "Ur'''a'''"};
    static const char *const three[] = {"f'a'",    "F'a'",       "rf'a'",
                                        "fR\"a\"", "f'''{a}'''", "'a' f'b'"};
    static const char *const both[] = {"'a'",   "r'a'", "b'a'", "u'a'",    "U'a'",
                                       "br'a'", "'f'",  "'ur'", "'''f'''", "'a' 'b'"};
    expect_dialects("x = ", two, N_ITEMS(two), "2");
    expect_dialects("x = ", three, N_ITEMS(three), "3");
    expect_dialects("x = ", both, N_ITEMS(both), "both");
}

TEST(python__knows_calls_of_the_print_function)
{
    static const char *const three[] = {
        "print(a, end='')",  "print(a, end = '')",  "print(a, sep=b)",    "print(file=f)",
        "print(a, flush=1)", "print(*a)",           "print( *a, sep='')", "print (*a)",
        "print(\n*a)",       "print(a,\n  end='')", "print(**a)",
    };
    static const char *const both[] = {
        "print(a)",    "print()",      "print(a, b)", "print(a * b)",
        "printer(*a)", "f(a, ends=1)", "f(end=3)",    "f(a, separator=1)",
        "f(a, b=1)",   "f(*a)",        "prints",
    };
    expect_dialects("", three, N_ITEMS(three), "3");
    expect_dialects("", both, N_ITEMS(both), "both");
}

TEST(python__knows_names_beyond_ascii)
{
    static const char *const three[] = {"\xc3\xa9", "a\xe5\x90\x8d", "f(\xce\xb1)", "a.\xce\xb2"};
    static const char *const both[] = {"'\xc3\xa9'", "1 # \xc3\xa9", "u'\xe5\x90\x8d'"};
    expect_dialects("# coding: utf-8\nx = ", three, N_ITEMS(three), "3");
    expect_dialects("# coding: utf-8\nx = ", both, N_ITEMS(both), "both");
}

static bool is_listed(const char *const *texts, const char *text)
{
    for (; *texts; texts++)
        if (strcmp(*texts, text) == 0)
            return true;
    return false;
}

/* Whether a kind is a literal text of signs: `+`. */
static bool is_sign_kind(uint16_t kind)
{
    const char *name = syntax_kind_name(&language_python, kind);
    char first = name[0];
    bool is_word = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_';
    return !syntax_kind_is_named(&language_python, kind) && !is_word &&
           first != language_python.tokens.escape;
}

TEST(python__has_each_sign_of_its_grammar)
{
    const struct language *python = &language_python;
    size_t n_signs = 0, n_compounds = 0;
    for (uint16_t kind = 0; kind < syntax_kind_count(python); kind++) {
        const char *name = syntax_kind_name(python, kind);
        if (!is_sign_kind(kind))
            continue;
        bool is_sign = strlen(name) == 1;
        if (is_sign ? !strchr(python->tokens.signs, *name)
                    : !is_listed(python->tokens.compounds, name))
            fail_msg("the table lacks '%s'", name);
        n_signs += is_sign;
        n_compounds += !is_sign;
    }
    /* a backquote quotes strings of the grammar */
    assert_int_equal(n_signs + 1, strlen(python->tokens.signs));
    assert_non_null(strchr(python->tokens.signs, '`'));
    for (const char *const *it = python->tokens.compounds; *it; it++) {
        bool is_ellipsis = strcmp(*it, "...") == 0; /* a named kind */
        if (!is_ellipsis)
            expect_kind(*it);
        n_compounds -= !is_ellipsis;
    }
    assert_int_equal(n_compounds, 0);
}

TEST(python__has_the_longest_signs_and_quotes_first)
{
    const struct language *python = &language_python;
    for (const char *const *it = python->tokens.compounds; *it; it++)
        for (const char *const *later = it + 1; *later; later++)
            if (strncmp(*it, *later, strlen(*it)) == 0)
                fail_msg("'%s' hides '%s'", *it, *later);
    for (const struct string_form *it = python->tokens.strings; it->quote; it++)
        for (const struct string_form *later = it + 1; later->quote; later++)
            assert_true(strncmp(it->quote, later->quote, strlen(it->quote)) != 0);
}

/* keyword.kwlist of Python 3.12 */
TEST(python__has_the_keywords_of_python)
{
    static const char *const keywords[] = {
        "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
        "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
        "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
        "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield",    NULL};
    for (const char *const *it = keywords; *it; it++)
        if (!is_listed(language_python.tokens.keywords, *it))
            fail_msg("the table lacks '%s'", *it);
    for (const char *const *it = language_python.tokens.keywords; *it; it++)
        if (!is_listed(keywords, *it))
            fail_msg("'%s' is not a keyword", *it);
    for (const char *const *it = language_python.tokens.constants; *it; it++)
        assert_true(is_listed(keywords, *it));
}

/* A word that the grammar treats as more than a name, and the lexer as a name. */
TEST(python__has_names_that_the_grammar_treats_specially)
{
    static const char *const soft[] = {"print", "exec", "match",      "case",
                                       "type",  "_",    "__future__", NULL};
    size_t n_soft = 0;
    for (uint16_t kind = 1; kind < syntax_kind_count(&language_python); kind++) {
        const char *name = syntax_kind_name(&language_python, kind);
        size_t n_letters = strspn(name, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        if (syntax_kind_is_named(&language_python, kind) || n_letters != strlen(name) ||
            is_listed(language_python.tokens.keywords, name) ||
            !syntax_is_keyword(&language_python, name, strlen(name)))
            continue;
        if (!is_listed(soft, name))
            fail_msg("'%s' is neither a keyword nor in this list", name);
        n_soft++;
    }
    assert_int_equal(n_soft, N_ITEMS(soft) - 1);
}

/* stringprefix of Lib/tokenize.py (Python 3.14), and ur of Python 2 */
TEST(python__has_the_prefixes_of_strings)
{
    static const struct {
        const char *prefix;
        bool is_plain, has_fields;
    } cases[] = {
        {"r", true, false},   {"R", true, false},    {"b", true, false},   {"u", true, false},
        {"U", true, false},   {"br", true, false},   {"Rb", true, false},  {"rB", true, false},
        {"ur", true, false},  {"UR", true, false},   {"f", false, true},   {"F", false, true},
        {"fr", false, true},  {"Rf", false, true},   {"ru", false, false}, {"bu", false, false},
        {"ub", false, false}, {"fb", false, false},  {"bf", false, false}, {"x", false, false},
        {"rr", false, false}, {"rbr", false, false}, {"fu", false, false}, {"t", false, true},
        {"Rt", false, true},  {"tR", false, true},   {"bt", false, false}, {"ft", false, false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *prefix = cases[i].prefix;
        const char *expected = printed(cases[i].is_plain     ? "%s'a' NEWLINE"
                                       : cases[i].has_fields ? "%s' «a» ' NEWLINE"
                                                             : "%s 'a' NEWLINE",
                                       prefix);
        assert_string_equal(tokens_of(printed("%s'a'", prefix)), expected);
    }
}
