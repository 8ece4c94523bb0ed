/* What is newer than the grammars parses where the languages have it, and nowhere else. What Python
 * 3.14 says was asked; what Java 25 says is in JLS 8.8.7 and 7.5. */
#include "tokenize/readings.h"
#include "classify/classify.h"
#include "classify/dialect.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* Returns "2", "3", ...; "none" for a program without a dialect, or "SYNTAX ERROR". */
static const char *dialect_of(const struct language *language, const char *source)
{
    scoped(program) program = {0};
    scoped(syntax_parser) *parser = syntax_parser_new(language);
    scoped(dialect_finder) *finder = dialect_finder_new(language);
    if (!program_read(&program, parser, source, strlen(source)))
        return program.tree.nodes.n ? "a tree" : "SYNTAX ERROR";
    const char *wrong = wrong_node(&program);
    const char *dialect = dialect_find(finder, parser, &program, NULL, NULL);
    return wrong ? wrong : dialect ? dialect : "none";
}

static const char *python(const char *source)
{
    return dialect_of(&language_python, source);
}

static const char *java(const char *source)
{
    return dialect_of(&language_java, source);
}

#define EXPECT(of, ...)                                      \
    do {                                                     \
        static const struct text_case cases[] = __VA_ARGS__; \
        expect_texts(cases, N_ITEMS(cases), of);             \
    } while (0)

#define ERROR "SYNTAX ERROR"

/* The grammar of Java takes one separator between digits, and none after a zero at the start. */
TEST(newer__reads_separators_of_java)
{
    static const struct text_case cases[] = {
        {"class A { int a = 1__0 + 1_000; }", "none"},
        {"class A { int a = 0_7 + 0__0; long b = 0x1__F_0L + 0b1__0L; }", "none"},
        {"class A { double a = 1__0.5__0e1__0d, b = 0x1__0.8__0p1__0; }", "none"},
        {"class A { int a = 1__0 1; }", ERROR},
        {"class A { A(int n) { n = 1__0; this(); } }", "25"}, /* beside what is newer */
    };
    expect_texts(cases, N_ITEMS(cases), java);
}

TEST(newer__reads_python_3_14)
{
    EXPECT(python, {
                       {"t'a'", "3"},
                       {"T\"{a}\" t'{b!r:>{c}}'", "3"},
                       {"x = tr'\\{y}' + Rt'''a\n{b}''' + t'{t\"{c}\"}'", "3"},
                       {"def f(): return t'{a=}'", "3"},
                       {"try: a\nexcept B, C, D: e", "3"},
                       {"try: a\nexcept B, C,: d", "3"},
                       {"try: a\nexcept B,: d", "3"},
                       {"try: a\nexcept b.C, d[E, F], g(h, i): j, k\nx, y", "3"},
                       {"try: a\nexcept* B, C: d", "3"},
                       {"try: a\nexcept *B, C, D: e", "3"},
                       {"try: a\nexcept *(B, C) as d: e", "3"},
                       {"if a:\n  try: b\n  except C, D, E:\n    f, g\n  h, i", "3"},
                       {"try: a\nexcept B, C, D: x = t'{y}'", "3"},
                       {"def f[T=int](x=1): pass", "3"},
                       {"async def f[T: (int, str) = int, *A = *tuple[B, ...]](): pass", "3"},
                       {"class A[T = b.C, **P = [int, str],](D, metaclass=E): x = 1", "3"},
                       {"type A[T=dict[str, int], U=(lambda b=1: c)] = d[T]", "3"},
                       {"type A[T=lambda b=1: c, U=d] = e", "3"},
                       {"if a: type B[T=int] = C\nd[e], f = g", "3"},
                   });
}

TEST(newer__reads_java_25)
{
    EXPECT(java, {
                     {"class A { A(int n) { int m = n; super(m); f(); } }", "25"},
                     {"class A { A(int n) { if (n < 0) { f(); } this(n, 1); } }", "25"},
                     {"class A { A(B b) { f(); b.super(); } }", "25"},
                     {"class A { A() { class B { B() { f(); super(); } } super(); } }", "25"},
                     {"record A(int n) { A(int m, int n) { m++; this(m + n); } }", "25"},
                     {"import module java.base; class A { }", "25"},
                     {"import module java.base;\nvoid main() { }", "25"},
                     {"class A { A() { super(); } A(int n) { this(); } }", "none"},
                     {"import module.A; import module.*; class B { }", "none"},
                 });
}

TEST(newer__reads_nothing_else_than_the_languages_do)
{
    EXPECT(python, {
                       {"try: a\nexcept B, C, D as e: f", ERROR},
                       {"try: a\nexcept B, C as e: f", ERROR},
                       {"try:\n  try: a\n  except b.C, (D) as e: f\nfinally: g", ERROR},
                       {"try: a\nexcept* B, C as d: e", ERROR},
                       {"try: a\nexcept , B, C: d", ERROR},
                       {"try: a\nexcept B,, C: d", ERROR},
                       {"x = a b\nt'{c}'", ERROR},
                       {"x[T=int]", ERROR},
                       {"def f[T=int=str](): pass", ERROR},
                       {"def f[T=](): pass", ERROR},
                       {"class A[T=,]: pass", ERROR},
                       {"class A[=int]: pass", ERROR},
                       {"def f(x): return y[T=int]", ERROR},
                       {"def f[T=int](x[y=1]): pass", ERROR},
                       {"u t'a'", ERROR},
                       {"except *B: c", ERROR},
                   });
    EXPECT(java, {
                     {"class A { void f() { g(); super(); } }", ERROR},
                     {"class A { A() { f(); { super(); } } }", ERROR},
                     {"class A { A() { try { super(); } finally { } } }", ERROR},
                     {"class A { A() { if (b) super(); } }", ERROR},
                     {"class A { A() { super(); f(); super(); } }", ERROR},
                     {"class A { A() { f(); super(); this(); } }", ERROR},
                     {"class A { A() { f(); a = super(); } }", ERROR},
                     {"class A { { f(); this(); } }", ERROR},
                     {"import module; class A { }", "none"},
                     {"import static module java.base; class A { }", ERROR},
                 });
}

/* Python 2 binds the name; Python 3.14 catches both. Two exceptions are valid in both, and only the
 * metadata can say more. */
TEST(newer__clause_with_a_comma_is_also_python_2)
{
    EXPECT(python, {
                       {"try: a\nexcept B, e: c", "2"},
                       {"try: a\nexcept (B, C), e: d", "2"},
                       {"try: a\nexcept B, (c, d): e", "2"},
                       {"try: a\nexcept ValueError, KeyError: b", "both"},
                       {"try: a\nexcept B, MyError: b", "both"},
                       {"try: a\nexcept B, c.D: e", "both"},
                       {"try: a\nexcept ValueError, KeyError: print b", "2"},
                       {"try: a\nexcept ValueError, KeyError: b: int = 1", "3"},
                       {"try: a\nexcept B, c(): d", "3"},
                       {"try: a\nexcept B, e: c\nt'{d}'", "3"},
                       {"try: a\nexcept *B: c", "3"},
                       {"try: a\nexcept *B as c: d", "3"},
                   });
}

static const char *label_of(const struct language *language, const char *buggy, const char *fixed)
{
    scoped(program) a = {0}, b = {0};
    scoped(syntax_parser) *parser = syntax_parser_new(language);
    struct token_edit edit;
    if (!program_read(&a, parser, buggy, strlen(buggy)) ||
        !program_read(&b, parser, fixed, strlen(fixed)) ||
        program_difference(&a, &b, &edit) != DIFFERENCE_SINGLE)
        fail_msg("not a fix: %s", buggy);
    struct bug_label label = classify_edit(&a, &b, &edit);
    return printed("%s %s", bug_category_name(label.category), sstub_pattern_name(label.pattern));
}

TEST(newer__constructs_have_the_categories_of_their_tokens)
{
    static const struct {
        const struct language *language;
        const char *buggy, *fixed, *label;
    } cases[] = {
        {&language_python, "try: a\nexcept B, C, D: e", "try: a\nexcept B, C, E: e",
         "variable_misuse CHANGE_IDENTIFIER_USED"},
        {&language_python, "try: a\nexcept B, C, D: e", "try: a\nexcept B, C | D: e",
         "other SINGLE_TOKEN"},
        {&language_python, "t'{a + 1}'", "t'{a - 1}'", "binary_operator CHANGE_BINARY_OPERATOR"},
        {&language_python, "t'a'", "t'b'", "literal CHANGE_STRING_LITERAL"},
        {&language_python, "t'{a}'", "f'{a}'", "other SINGLE_TOKEN"},
        {&language_python, "def f[T = int](): a", "def f[T = str](): a",
         "type CHANGE_IDENTIFIER_USED"},
        {&language_java, "class A { A(int n) { f(); super(n + 1); } }",
         "class A { A(int n) { f(); super(n - 1); } }", "binary_operator CHANGE_OPERATOR"},
        {&language_java, "class A { A(int n) { f(); super(n); } }",
         "class A { A(int n) { f(); this(n); } }", "other SINGLE_TOKEN"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(label_of(cases[i].language, cases[i].buggy, cases[i].fixed),
                            cases[i].label);
}

/* A part is parsed as the whole is. */
TEST(newer__construct_may_be_in_a_part)
{
    static const char source[] = "x = = 1\n\ndef f():\n    return t'{a}'\n\nt'{b}'\n";
    scoped(program) program = {0};
    assert_true(cut_bytes(&program, source, strlen(source)));
    size_t start = (size_t)(strstr(source, "def") - source);
    size_t end = (size_t)(strstr(source, "\nt'") - source);
    const struct lone_part part = {.bytes = {start, end}};
    assert_true(program_parse_part(&program, shared_parser(), &part));
    assert_int_not_equal(program.newer_dialects, 0);
    assert_false(program_parse(&program, shared_parser()));
    assert_int_equal(program.newer_dialects, 0);
    assert_int_equal(program.error_byte, 4);
}
