/* Category, pattern and role of edits in C, C++ and Java. */
#include "classify/classify.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

struct label_case {
    const char *buggy, *fixed, *label;
};

/* The place of S in a program of the language. */
static struct program read_in(struct syntax_parser *parser, const char *frame, const char *text,
                              struct str *code)
{
    struct program program = {0};
    const char *place = strstr(frame, "@");
    str_clear(code);
    str_print(code, "%.*s%s%s", (int)(place - frame), frame, text, place + 1);
    if (!program_tokenize(&program, syntax_parser_lexical(parser), str_text(code), code->length))
        fail_msg("%s: %s", text, lexical_error_texts[program.error]);
    program_parse(&program, parser);
    return program;
}

static void expect_labels(const struct language *language, const char *frame,
                          const struct label_case *cases, size_t n)
{
    scoped(syntax_parser) *parser = syntax_parser_new(language);
    for (size_t i = 0; i < n; i++) {
        scoped(str) buggy_code = {0}, fixed_code = {0};
        struct program buggy = read_in(parser, frame, cases[i].buggy, &buggy_code);
        struct program fixed = read_in(parser, frame, cases[i].fixed, &fixed_code);
        struct token_edit edit;
        if (program_difference(&buggy, &fixed, &edit) != DIFFERENCE_SINGLE)
            fail_msg("%s --> %s: no single edit", cases[i].buggy, cases[i].fixed);
        scoped(arena) arena = {0};
        struct fix_row row = fix_row_of(&buggy, &fixed, &edit, NULL, &arena);
        const char *said = printed("%s %s%s%s", row.category, row.pattern, row.role ? " " : "",
                                   row.role ? row.role : "");
        if (strcmp(said, cases[i].label) != 0)
            fail_msg("%s: %s --> %s: %s, not %s", language->name, cases[i].buggy, cases[i].fixed,
                     said, cases[i].label);
        program_release(&buggy);
        program_release(&fixed);
    }
}

static const struct label_case in_c[] = {
    /* operators: those of expressions, and the same signs elsewhere */
    {"x = a < b;", "x = a <= b;", "comparison_operator CHANGE_OPERATOR"},
    {"x = a + b;", "x = a * b;", "binary_operator CHANGE_OPERATOR"},
    {"x = a & b;", "x = a | b;", "binary_operator CHANGE_OPERATOR"},
    {"x = a & b;", "x = a && b;", "other CHANGE_OPERATOR"},
    {"x = a && b;", "x = a || b;", "logical_operator CHANGE_OPERATOR"},
    {"x += a;", "x -= a;", "assignment_operator SINGLE_TOKEN"},
    {"int y = a;", "int y == a;", "other SWAP_ASSIGNMENT_EQUALITY"},
    {"if (a = b);", "if (a == b);", "other SWAP_ASSIGNMENT_EQUALITY"},
    {"x++;", "x--;", "assignment_operator CHANGE_INCREMENT"},
    {"++x;", "--x;", "assignment_operator CHANGE_INCREMENT"},
    {"x = -a;", "x = ~a;", "other CHANGE_UNARY_OPERATOR"},
    {"x = -1;", "x = +1;", "other CHANGE_UNARY_OPERATOR"},
    {"x = -1;", "x = -2;", "literal CHANGE_NUMERAL"},
    {"x = *a;", "x = &a;", "other CHANGE_UNARY_OPERATOR"},
    {"int *q;", "int &q;", "other SINGLE_TOKEN"},
    {"if (a) x;", "if (!a) x;", "logical_operator CHANGE_UNARY_OPERATOR"},
    {"if (!a) x;", "if (a) x;", "logical_operator CHANGE_UNARY_OPERATOR"},
    /* literals */
    {"x = 1;", "x = 2;", "literal CHANGE_NUMERAL"},
    {"x = 1;", "x = 1.0;", "literal CHANGE_CONSTANT_TYPE"},
    {"x = 'a';", "x = 'b';", "literal SINGLE_TOKEN"},
    {"x = \"a\";", "x = \"b\";", "literal CHANGE_STRING_LITERAL"},
    {"printf(\"%d\", a);", "printf(\"%f\", a);", "literal CHANGE_FORMAT_STRING"},
    {"puts(\"%d\");", "puts(\"%f\");", "literal CHANGE_STRING_LITERAL"},
    {"x = NULL;", "x = 0;", "literal SINGLE_TOKEN"},
    {"int y[10];", "int y[20];", "literal CHANGE_ARRAY_SIZE"},
    {"x = y[10];", "x = y[20];", "literal CHANGE_NUMERAL"},
    {"x = 1;", "x = n;", "other SINGLE_TOKEN"},
    /* names */
    {"x = a;", "x = b;", "variable_misuse CHANGE_IDENTIFIER variable"},
    {"x = a + b;", "x = a + c;", "variable_misuse CHANGE_OPERAND variable"},
    {"x = a + b + c;", "x = a + b + d;", "variable_misuse CHANGE_IDENTIFIER variable"},
    {"x = a + b * c;", "x = a + b * d;", "variable_misuse CHANGE_OPERAND variable"},
    {"int y = a;", "int y = b;", "variable_misuse SINGLE_TOKEN variable"},
    {"y = a;", "z = a;", "variable_misuse CHANGE_IDENTIFIER variable"},
    /* a declaration that gets another name */
    {"int y;", "int z;", "other SINGLE_TOKEN definition"},
    {"int y = 3, x;", "int z = 3, x;", "other SINGLE_TOKEN definition"},
    {"int x = 3, y;", "int x = 3, z;", "other SINGLE_TOKEN definition"},
    {"int *y = a;", "int *z = a;", "other SINGLE_TOKEN definition"},
    {"static int y[9] = {0};", "static int z[9] = {0};", "other SINGLE_TOKEN definition"},
    {"int y[n];", "int y[m];", "variable_misuse CHANGE_ARRAY_SIZE variable"},
    {"for (int y = 0;;) x;", "for (int z = 0;;) x;", "other SINGLE_TOKEN definition"},
    {"f(a);", "g(a);", "variable_misuse DIFFERENT_METHOD_SAME_ARGS function"},
    {"f(a);", "f(b);", "variable_misuse CHANGE_IDENTIFIER variable"},
    {"x = p.a;", "x = p.b;", "other CHANGE_IDENTIFIER attribute"},
    {"x = p->a;", "x = q->a;", "variable_misuse CHANGE_IDENTIFIER variable"},
    /* types */
    {"int y;", "long long y;", "type CHANGE_TYPE type"},
    {"int y;", "T y;", "type CHANGE_TYPE type"},
    {"unsigned y;", "long y;", "type CHANGE_TYPE type"},
    {"x = (int)a;", "x = (double)a;", "type CHANGE_TYPE type"},
    {"x = sizeof(int);", "x = sizeof(double);", "type CHANGE_TYPE type"},
    /* the grammar does not know what `T` is declared as */
    {"x = sizeof(T);", "x = sizeof(double);", "other SINGLE_TOKEN variable"},
    {"x = (T)a;", "x = (double)a;", "type CHANGE_TYPE type"},
    /* keywords */
    {"break;", "continue;", "other SINGLE_TOKEN"},
    {"if (a) x;", "while (a) x;", "other SINGLE_TOKEN"},
    /* what looks like a cast */
    {"x = a == (b) && c == d;", "x = a == (b) || c == d;", "logical_operator CHANGE_OPERATOR"},
};

static const struct label_case in_cpp[] = {
    {"cin >> x;", "cin << x;", "binary_operator CHANGE_OPERATOR"},
    {"vector<int> v;", "vector<ll> v;", "type CHANGE_TYPE type"},
    {"set<int> v;", "multiset<int> v;", "type CHANGE_TYPE type"},
    {"auto y = a;", "int y = a;", "type CHANGE_TYPE type"},
    {"v.push(a);", "v.pop(a);", "other DIFFERENT_METHOD_SAME_ARGS attribute"},
    {"v.push(a);", "w.push(a);", "variable_misuse CHANGE_CALLER_IN_FUNCTION_CALL variable"},
    {"x = max(a, b);", "x = min(a, b);", "variable_misuse DIFFERENT_METHOD_SAME_ARGS function"},
    {"x = std::max(a, b);", "x = std::min(a, b);",
     "variable_misuse DIFFERENT_METHOD_SAME_ARGS function"},
    {"x = true;", "x = false;", "literal SWAP_BOOLEAN_LITERAL"},
    /* what looks like a function in a block is a macro, or a variable with a value */
    {"rep(i, n) { x; }", "rep(i, m) { x; }", "variable_misuse CHANGE_IDENTIFIER variable"},
    {"rep(i, n) { x; }", "per(i, n) { x; }", "variable_misuse DIFFERENT_METHOD_SAME_ARGS function"},
    {"dsu d(n);", "dsu d(m);", "variable_misuse CHANGE_IDENTIFIER variable"},
    {"dsu d(n);", "tree d(n);", "type CHANGE_TYPE type"},
    {"dsu d(n);", "dsu e(n);", "other SINGLE_TOKEN definition"},
    {"dsu d(1);", "dsu e(1);", "other SINGLE_TOKEN definition"},
    {"int &d = x;", "int &e = x;", "other SINGLE_TOKEN definition"},
    {"for (auto y : v) x;", "for (auto z : v) x;", "other SINGLE_TOKEN definition"},
    {"for (auto y : v) x;", "for (auto y : w) x;", "variable_misuse CHANGE_IDENTIFIER variable"},
    {"auto [p, q] = v;", "auto [p, r] = v;", "other SINGLE_TOKEN definition"},
    {"auto f = [](int a) { return a; };", "auto f = [](ll a) { return a; };",
     "type CHANGE_TYPE type"},
    /* what looks like a template */
    {"x = a < b && c > (d);", "x = a <= b && c > (d);", "comparison_operator CHANGE_OPERATOR"},
    {"x = a < 0 || a > (n - 1);", "x = a < 0 || a >= (n - 1);",
     "comparison_operator CHANGE_OPERATOR"},
    {"x = a < 0 || a > (n - 1);", "x = a < 0 && a > (n - 1);", "logical_operator CHANGE_OPERATOR"},
    {"x = max<int>(a, b);", "x = min<int>(a, b);",
     "variable_misuse DIFFERENT_METHOD_SAME_ARGS function"},
};

static const struct label_case in_java[] = {
    {"x = a < b;", "x = a <= b;", "comparison_operator CHANGE_OPERATOR"},
    {"x = a >>> b;", "x = a >> b;", "binary_operator CHANGE_OPERATOR"},
    {"x++;", "x--;", "assignment_operator CHANGE_INCREMENT"},
    {"++x;", "--x;", "assignment_operator CHANGE_UNARY_OPERATOR"},
    {"x += a;", "x *= a;", "assignment_operator SINGLE_TOKEN"},
    {"if (a) x();", "if (!a) x();", "logical_operator CHANGE_UNARY_OPERATOR"},
    {"x = 1;", "x = 2;", "literal CHANGE_NUMERAL"},
    {"x = a + 1;", "x = a + 2;", "literal CHANGE_NUMERAL"},
    {"x = 1;", "x = 1L;", "literal CHANGE_NUMERAL"},
    {"x = true;", "x = false;", "literal SWAP_BOOLEAN_LITERAL"},
    {"x = \"a\";", "x = \"b\";", "literal CHANGE_STRING_LITERAL"},
    {"System.out.printf(\"%d\", a);", "System.out.printf(\"%f\", a);",
     "literal CHANGE_FORMAT_STRING"},
    {"int[] y = new int[10];", "int[] y = new int[20];", "literal CHANGE_NUMERAL"},
    {"int[] y = new int[10];", "int[] y = new int[n];", "other CHANGE_ARRAY_SIZE"},
    {"int[] y = new int[n];", "int[] y = new int[m];",
     "variable_misuse CHANGE_IDENTIFIER variable"},
    {"x = a;", "x = b;", "variable_misuse CHANGE_IDENTIFIER variable"},
    {"int y = a;", "int y = b;", "variable_misuse SINGLE_TOKEN variable"},
    {"x = a + b;", "x = a + c;", "variable_misuse CHANGE_OPERAND variable"},
    {"x = a + b + c;", "x = a + b + d;", "variable_misuse CHANGE_IDENTIFIER variable"},
    {"f(a);", "g(a);", "variable_misuse DIFFERENT_METHOD_SAME_ARGS function"},
    {"a.f(b);", "a.g(b);", "other DIFFERENT_METHOD_SAME_ARGS attribute"},
    {"a.f(b);", "c.f(b);", "variable_misuse CHANGE_CALLER_IN_FUNCTION_CALL variable"},
    {"x = a.b;", "x = a.c;", "other CHANGE_IDENTIFIER attribute"},
    {"int y;", "long y;", "type CHANGE_TYPE type"},
    {"A y;", "B y;", "type CHANGE_IDENTIFIER type"},
    {"y = a;", "z = a;", "variable_misuse CHANGE_IDENTIFIER variable"},
    {"int y = 3;", "int z = 3;", "other SINGLE_TOKEN definition"},
    {"int x, y[];", "int x, z[];", "other SINGLE_TOKEN definition"},
    {"} private int y; {", "} private int z; {", "other SINGLE_TOKEN definition"},
    {"for (int y : v) x();", "for (int z : v) x();", "other SINGLE_TOKEN definition"},
    {"for (int y : v) x();", "for (int y : w) x();", "variable_misuse CHANGE_IDENTIFIER variable"},
    {"for (int y = 0;;) x();", "for (int z = 0;;) x();", "other SINGLE_TOKEN definition"},
    {"try (A y = a) {}", "try (A z = a) {}", "other SINGLE_TOKEN definition"},
    {"x = a instanceof A y;", "x = a instanceof A z;", "other SINGLE_TOKEN definition"},
    {"x = a instanceof A y;", "x = b instanceof A y;",
     "variable_misuse CHANGE_IDENTIFIER variable"},
    {"x = switch (a) { case A y -> b; };", "x = switch (a) { case A z -> b; };",
     "other SINGLE_TOKEN definition"},
    {"x = a instanceof R(int y);", "x = a instanceof R(int z);", "other SINGLE_TOKEN definition"},
    {"List<A> y;", "List<B> y;", "type CHANGE_IDENTIFIER type"},
    {"} static void g() {", "} final void g() {", "other CHANGE_MODIFIER"},
    {"} public void g() {", "} private void g() {", "other CHANGE_MODIFIER"},
};

/* Operators in words: tokens of C++, macros of a header of C. */
static const struct label_case in_words[] = {
    {"x = a and b;", "x = a or b;", "logical_operator CHANGE_OPERATOR"},
    {"x = a && b;", "x = a or b;", "logical_operator CHANGE_OPERATOR"},
    {"x = a and (b);", "x = a or (b);", "logical_operator CHANGE_OPERATOR"},
    {"if (a) x;", "if (not a) x;", "logical_operator CHANGE_UNARY_OPERATOR"},
    {"if (not (a)) x;", "if ((a)) x;", "logical_operator CHANGE_UNARY_OPERATOR"},
    {"x = a bitand b;", "x = a bitor b;", "binary_operator CHANGE_OPERATOR"},
    {"x = a xor b;", "x = a & b;", "binary_operator CHANGE_OPERATOR"},
    {"x = a bitand b;", "x = a and b;", "other CHANGE_OPERATOR"},
    {"x = a not_eq b;", "x = a == b;", "comparison_operator CHANGE_OPERATOR"},
    {"x and_eq a;", "x or_eq a;", "assignment_operator SINGLE_TOKEN"},
    {"x xor_eq a;", "x = a;", "assignment_operator SINGLE_TOKEN"},
    {"x = compl a;", "x = -a;", "other CHANGE_UNARY_OPERATOR"},
    {"x = y<:1:>;", "x = y<:2:>;", "literal CHANGE_NUMERAL"},
    {"if (a) <% x++; %>", "if (a) <% x--; %>", "assignment_operator CHANGE_INCREMENT"},
};

/* In C, where no header makes them operators, they are names. */
static const struct label_case as_names[] = {
    {"x = or;", "x = xor;", "variable_misuse CHANGE_IDENTIFIER variable"},
    {"x = not(a);", "x = compl(a);", "variable_misuse DIFFERENT_METHOD_SAME_ARGS function"},
};

/* Around text that means nothing to the grammar. */
static const struct label_case beside_text[] = {
    {"x = a < b;", "x = a <= b;", "comparison_operator CHANGE_OPERATOR"},
    {"x = a;", "x = b;", "variable_misuse CHANGE_IDENTIFIER variable"},
};

TEST(classify_pattern__labels_edits_in_c)
{
    expect_labels(&language_c, "void f(void) { @ }", in_c, N_ITEMS(in_c));
}

TEST(classify_pattern__labels_edits_in_cpp)
{
    expect_labels(&language_cpp, "void f() { @ }", in_c, N_ITEMS(in_c));
    expect_labels(&language_cpp, "void f() { @ }", in_cpp, N_ITEMS(in_cpp));
}

TEST(classify_pattern__labels_operators_in_words)
{
    expect_labels(&language_cpp, "void f() { @ }", in_words, N_ITEMS(in_words));
    expect_labels(&language_c, "#include <iso646.h>\nvoid f(void) { @ }", in_words,
                  N_ITEMS(in_words));
    expect_labels(&language_c, "# include \"iso646.h\"\nvoid f(void) { @ }", in_words,
                  N_ITEMS(in_words));
    expect_labels(&language_c, "#include <stdio.h>\nvoid f(void) { @ }", as_names,
                  N_ITEMS(as_names));
    expect_labels(&language_c, "#define or 3\n#define not(x) !(x)\nvoid f(void) { @ }", as_names,
                  N_ITEMS(as_names));
}

TEST(classify_pattern__labels_edits_beside_text_that_is_not_compiled)
{
    static const char *const frames[] = {
        "#if 0\nwe don't need { \"this\n#endif\nvoid f(void) { %s }",
        "void f(void) {\n#if 0\nwe don't { need (\n#else\n%s\n#endif\n}",
        "#if 1\nvoid f(void) {\n#else\nvoid g(int don't) {\n#endif\n%s }",
        "#ifdef A\n#error \"don't\n#endif\nvoid f(void) { %s }",
    };
    for (size_t i = 0; i < N_ITEMS(frames); i++) {
        scoped(str) frame = {0};
        str_print(&frame, frames[i], "@");
        expect_labels(&language_c, str_text(&frame), beside_text, N_ITEMS(beside_text));
        expect_labels(&language_cpp, str_text(&frame), beside_text, N_ITEMS(beside_text));
    }
}

/* A quote without partner and what follows it on its line is one token, but no literal. */
TEST(classify_pattern__labels_edits_in_text_that_may_not_be_compiled)
{
    static const struct label_case cases[] = {
        {"we don't do", "we don't see", "other SINGLE_TOKEN"},
        {"#error don't do", "#error don't see", "other SINGLE_TOKEN"},
    };
    expect_labels(&language_c, "#ifdef A\n@\n#endif\nint x;", cases, N_ITEMS(cases));
}

/* After an error elsewhere, as macros make them. */
TEST(classify_pattern__labels_edits_in_programs_that_do_not_parse)
{
    expect_labels(&language_cpp, "#define F for (\nvoid g() { F;;) }}\nvoid f() { @ }", in_c,
                  N_ITEMS(in_c));
}

TEST(classify_pattern__labels_edits_in_java)
{
    expect_labels(&language_java, "class A { void f() { @ } }", in_java, N_ITEMS(in_java));
}

/* The body of a macro is one leaf. */
TEST(classify_pattern__labels_edits_in_macros)
{
    static const struct label_case cases[] = {
        {"a < b", "a <= b", "comparison_operator CHANGE_OPERATOR"},
        {"100005", "200005", "literal CHANGE_NUMERAL"},
        {"int", "long long", "type CHANGE_TYPE type"},
        {"(a)", "(b)", "other SINGLE_TOKEN"},
        {"a && b", "a || b", "logical_operator CHANGE_OPERATOR"},
    };
    static const struct label_case words[] = {
        {"a and b", "a or b", "logical_operator CHANGE_OPERATOR"},
        {"a bitand b", "a bitor b", "binary_operator CHANGE_OPERATOR"},
        {"(a)", "(not a)", "logical_operator CHANGE_UNARY_OPERATOR"},
    };
    expect_labels(&language_cpp, "#define M(a, b) @\nint x;", words, N_ITEMS(words));
    expect_labels(&language_cpp, "#define M(a, b) @\nint x;", cases, N_ITEMS(cases));
    expect_labels(&language_c, "#define M(a, b) @\nint x;", cases, N_ITEMS(cases));
}
