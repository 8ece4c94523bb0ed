/* Programs that compilers accept parse, and their trees have the bytes of their tokens. */
#include "tokenize/readings.h"

#include "tests/support/programs.h"
#include "tests/support/test.h"

/* Finds the edits, which may neither overlap nor start at one byte. Returns how many there are. */
static size_t count_edits(const struct program *program)
{
    scoped(handed) handed = {0};
    leniency_find(&handed, program, program->source);
    const struct handed_edit *edits = handed.edits.items;
    for (size_t i = 0; i < handed.edits.n; i++)
        for (size_t j = 0; j < i; j++)
            if (edits[i].start == edits[j].start ||
                (edits[i].start < edits[j].end && edits[j].start < edits[i].end))
                fail_msg("two edits at byte %u: %s", edits[i].start, program->source);
    return handed.edits.n;
}

static void expect_parse(const struct language *language, const char *source, bool parses)
{
    scoped(syntax_parser) *parser = syntax_parser_new(language);
    scoped(program) program = {0};
    bool is_cut = program_tokenize(&program, syntax_parser_lexical(parser), source, strlen(source));
    if (is_cut)
        count_edits(&program);
    if (!is_cut || program_parse(&program, parser) != parses)
        fail_msg("%s: %s", language->name, source);
    if (wrong_node(&program) || wrong_cover(&program))
        fail_msg("%s: %s: %s %s", language->name, source, wrong_node(&program),
                 wrong_cover(&program));
}

static void expect_both_parse(const char *const *sources, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        expect_parse(&language_c, sources[i], true);
        expect_parse(&language_cpp, sources[i], true);
    }
}

TEST(leniency__accepts_what_follows_a_directive)
{
    static const char *const sources[] = {
        "#include <stdio.h> \nint a;\n",
        "#include <stdio.h>  \t \r\nint a;\r\n",
        "#include <stdio.h> \rint a;\r",
        "#include \"a.h\" \nint a;\n",
        "# include <stdio.h> \nint a;\n",
        "#include <stdio.h> ",
        "#include <stdio.h>",
        "#include <stdio.h>;\nint a;\n",
        "#include <stdio.h>>\nint a;\n",
        "#include <stdio.h> > x y;\nint a;\n",
        "#include <stdio.h> goto *\nint a;\n",
        "#include <stdio.h> f(a...)\nint a;\n",
        "#include <stdio.h> __has_include(<b>)\nint a;\n",
        "#include <stdio.h> __has_include ( < b . h > ) x \nint a;\n",
        "#include <stdio.h> /* a */ \nint a;\n",
        "#include <stdio.h> /* a\n */ int a;\n",
        "#include <stdio.h> // a\nint a;\n",
        "#include <stdio.h> \\\n\nint a;\n",
        "#define A \nint a;\n",
        "#define A /* a */\nint a;\n",
        "#define A 1 /* a */ \nint a;\n",
        "#define A \\\n 1  \nint a;\n",
        "#define F(a) a \nint a;\n",
        "#ifdef A \nint a;\n#else \nint b;\n#endif \nint c;\n",
        "#if defined(A)\t\nint a;\n#endif ",
        "#if __has_include(<a/b.h>)\nint a;\n#endif\n",
        "#if __has_include(\"a.h\") && A\nint a;\n#endif\n",
        "#if A && __has_include ( <a> ) \nint a;\n#endif\n",
        "#ifdef A\n# error \"can't\n#endif\nint a;\n",
        "#error don't do \"this\nint a;\n",
        "#define A \\ \n 1\nint a;\n",
        "int a = \\\f\n1; int \\\f\t\r\nb = 2; int \\\n c;\n",
        "#def\\\nine A \\\t\r\n 1 +\\\n+ \\\n 2\nint a;\n",
        "in\\\nt a = 1\\\n2 <\\ \n< 0\\\nx1;\nlo\\\nng \\\nlong b;\n",
    };
    expect_both_parse(sources, N_ITEMS(sources));
}

TEST(leniency__accepts_extensions_of_gnu)
{
    static const char *const sources[] = {
        "void f(void *p) { goto *p; a: p = &&a; }",
        "void f(void **p, int n) { if (n) goto *p[n]; else goto ** p; a: *p = &&a; }",
        "void f(int n) { static void *t[] = {&&a, &&b}; a: goto/**/*t[n]; b: goto *(n ? *t : 0); }",
        "int f(int n) { switch (n) { case 1 ... 3: return 1; case 'a'...'z': n--; } return 0; }",
        "void f(int n) { switch (n) { case 'a' ... sizeof(n): case a[1] ... !0: case 1 ... 2:; } }",
        "enum { A, B }; void f(int n) { switch (n) { case A ... B : case (5) ... -(-6): n--; } }",
        "#define F(a...) f(a)\n# define G(a, b ... ) \\\n g(a, b)\n#define H(...) 1\n"
        "#define I(a, ...) a\nint b;",
        "int a[9] = {[1 ... 3] = 1}; int f(int n, ...) { return n ?: a[n]; }",
    };
    expect_both_parse(sources, N_ITEMS(sources));
    expect_parse(&language_c, "void f(int n) { n = 1 ... 3; }", false);
    expect_parse(&language_c, "void f(int n) { goto; }", false);
    expect_parse(&language_cpp, "void f(int a) { typeof(a) b = a; for (__typeof (&a) c = &b;;) ; }",
                 true);
    expect_parse(&language_cpp, "int f(int typeof) { return typeof; }", true);
}

/* What is not one of these extensions is handed as it is. */
TEST(leniency__leaves_packs_of_templates)
{
    static const char *const sources[] = {
        "template <int... T> int h(int x) { switch (x) { case g(T...): return 1; } return 0; }",
        "template <int... T> int h(int x) { switch (x) { case g(T..., 1): case a<T..., 1>::v:; } }",
        "template <class... T> int h(int x) { switch (x) { case sizeof...(T): case g<T...>():; } }",
        "template <class... T> int h(int x) { switch (x) { case a<b<T...>>::v: case g(T()...):; }}",
        "template <int... T> int h(int x) { switch (x) { case (T + ...): case (... + T):; } }",
        "template <int... T> int h(int x) { switch (x) { case (0 + ... + T): case g({T...}):; } }",
        "#define A 1\ntemplate <class... T> auto f(T... a) -> decltype(g(a...));\n",
        "#define A\ntemplate <class... T> int b = g(T()...);\n",
        "#define A case\ntemplate <int... T> int b = (T + ... + 1);\n",
    };
    for (size_t i = 0; i < N_ITEMS(sources); i++) {
        scoped(program) program = {0};
        scoped(lexical) *lexical = lexical_new(&language_cpp);
        expect_parse(&language_cpp, sources[i], true);
        assert_true(program_tokenize(&program, lexical, sources[i], strlen(sources[i])));
        if (count_edits(&program) != 0)
            fail_msg("%s is handed as another text", sources[i]);
    }
}

static const char *const without_types[] = {
    "main() { return 0; }",
    "main(void) { return 0; }",
    "\n\nmain(int a, char **b) { return 0; }",
    "#include <stdio.h>\nmain() { f(); }\nf() { }\ng() { main(); }",
    "main(a, b) int a; char **b; { return a; }",
    "struct S { int a; };\nmain() { return 0; }",
    "int a[] = {1, 2};\nmain() { return 0; }",
    "a[5], b = 2, c;\nmain() { return 0; }",
    "int a; b = 2;",
    "static a = 0;",
    "static f() { return 0; }",
    "f() { static a = 0, b; register i; const k = 1; return a; }",
    "static const a = 1;",
    "char *f(a) char *a; { return a; }",
    "static char **f(a, b) char **a; int b, (*c)(); { return a; }",
    "typedef int T; T *f(a) register T a; { return 0; }",
    "struct S { int a; } *f(b, c) struct S *b; { return b; }",
    "int max(a, b) { return a > b ? a : b; }",
    "f(a) { return a; } char *g(a) char *a; { return a; }",
};

/* A name before brackets need not be that of a function, and a word before a name may be its type.
 */
static const char *const with_types[] = {
    "int main() { return 0; }",
    "int const a = 1;",
    "char const a = 1, b[2];",
    "struct S { int a; } b;",
    "struct S { int a; } b, c = {1};",
    "typedef int T; static T a = 1; const T b[2]; T c;",
    "void f(const int, int);",
    "int f(a) int a; { return a; }",
    "int a = 1;",
    "char *f(char *); char *g(void) { return 0; }",
    "typedef int T; T *f(T); T *f(T a) { return 0; }",
    "#define F(x) x\n#define P(x) (x)\nF(int) *a; int b = P(a) + 1; int *c = P(b);",
};

TEST(leniency__gives_declarations_in_c_a_type)
{
    for (size_t i = 0; i < N_ITEMS(without_types); i++)
        expect_parse(&language_c, without_types[i], true);
    for (size_t i = 0; i < N_ITEMS(with_types); i++)
        expect_parse(&language_c, with_types[i], true);
    expect_parse(&language_cpp, "static a = 0;", false);
    expect_parse(&language_c, "#define F(x) int f(x)\nF(int a) { return a; }", false);
}

/* The place of an error is one of the source. */
TEST(leniency__keeps_the_bytes_of_errors)
{
    static const char source[] = "f() { }\ng() { }\nint a = = 1;\n";
    scoped(syntax_parser) *parser = syntax_parser_new(&language_c);
    scoped(program) program = {0};
    assert_false(program_read(&program, parser, source, sizeof source - 1));
    assert_int_equal(source[program.error_byte], '=');
}
