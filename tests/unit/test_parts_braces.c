/* The parts of programs in C, C++ and Java: small ones, and real ones compared with their trees. */
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/parts.h"

/* The parts, "kind: text|" each. */
static void add_parts(struct str *out, const struct language *language, const char *text)
{
    scoped(program_parts) parts = {0};
    scoped(program) program = {0};
    scoped(lexical) *lexical = lexical_new(language);
    if (!program_tokenize(&program, lexical, text, strlen(text)))
        fail_msg("no tokens: %s", text);
    parts_find(&parts, &program);
    for (size_t i = 0; i < parts.list.n; i++) {
        const struct program_part *part = &parts.list.items[i];
        str_print(out, "%s: ", part_kind_names[part->kind]);
        str_add(out, text + part->bytes.start, part->bytes.end - part->bytes.start);
        str_add_text(out, "|");
    }
}

static void expect_parts(const struct language *language, const struct text_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        scoped(str) shown = {0};
        add_parts(&shown, language, cases[i].given);
        if (strcmp(str_text(&shown), cases[i].expected) != 0)
            fail_msg("%s\nhas the parts\n%s\nnot\n%s", cases[i].given, str_text(&shown),
                     cases[i].expected);
    }
}

TEST(parts_braces__of_c_and_cpp)
{
    static const struct text_case cases[] = {
        {"", ""},
        {"#include <a>\nint a;\nint main() {\n  if (a) { b; }\n}\nint c;\n",
         "code: #include <a>\nint a;\n|function: int main() {\n  if (a) { b; }\n}\n"
         "|code: int c;\n|"},
        {"main(){}", "function: main(){}|"},
        {"struct A { int b; } a, c;\nint d;\n",
         "code: struct A { int b; } a, c;\n|code: int d;\n|"},
        {"struct A f(int a) { }\n", "function: struct A f(int a) { }\n|"},
        {"int a[] = {1, 2};\nint b = {f(1)};\n", "code: int a[] = {1, 2};\nint b = {f(1)};\n|"},
        {"#define A {\nvoid f() {\n#define B }\n}\n",
         "code: #define A {\n|function: void f() {\n#define B }\n}\n|"},
        {"enum { A, B };\nvoid f() { }\n", "code: enum { A, B };\n|function: void f() { }\n|"},
        {"void f() {", "function: void f() {|"},
        {"} void f() { }", "function: void f() { }|"},
        {"extern \"C\" {\nvoid f() { }\n}\n", "function: void f() { }\n|"},
    };
    static const struct text_case cpp[] = {
        {"struct A {\n  int a;\n  A(int b) : a(b), c{b} { }\n  bool operator<(A b) const { }\n};\n",
         "code: struct A {\n  int a;\n  A(int b) : a(b), c{b} { }\n"
         "  bool operator<(A b) const { }\n"
         "};\n|function:   A(int b) : a(b), c{b} { }\n"
         "|function:   bool operator<(A b) const { }\n|"},
        {"template <class T> T f(T a) { }\ntemplate<class T> struct A { };\n",
         "function: template <class T> T f(T a) { }\n|code: template<class T> struct A { };\n|"},
        {"namespace a {\nint f() { }\n}\n", "function: int f() { }\n|"},
        {"vector<int> v{1, 2};\nauto f = [](int a) { return a; };\n",
         "code: vector<int> v{1, 2};\nauto f = [](int a) { return a; };\n|"},
        {"A operator()(int a) { }\nA &operator=(int a) { }\n",
         "function: A operator()(int a) { }\n|function: A &operator=(int a) { }\n|"},
        {"auto f() -> int { }\nint A::f() const { }\n",
         "function: auto f() -> int { }\n|function: int A::f() const { }\n|"},
        {"void f() {\n  struct A { int g() { } };\n}\n",
         "function: void f() {\n  struct A { int g() { } };\n}\n|function: int g() { }|"},
    };
    expect_parts(&language_c, cases, N_ITEMS(cases) - 1);
    expect_parts(&language_cpp, cases, N_ITEMS(cases));
    expect_parts(&language_cpp, cpp, N_ITEMS(cpp));
}

TEST(parts_braces__of_java)
{
    static const struct text_case cases[] = {
        {"import a.b;\nclass A {\n  int b = 1;\n  static { c(); }\n  A() { }\n"
         "  @B(c = {1}) public int[] f(int a) throws D { }\n}\n",
         "code: import a.b;\n|code: class A {\n  int b = 1;\n  static { c(); }\n  A() { }\n"
         "  @B(c = {1}) public int[] f(int a) throws D { }\n}\n|function:   A() { }\n|"
         "function:   @B(c = {1}) public int[] f(int a) throws D { }\n|"},
        {"class A { void f() { g(new B<C>() { public int h() { } }); } }",
         "code: class A { void f() { g(new B<C>() { public int h() { } }); } }|"
         "function: void f() { g(new B<C>() { public int h() { } }); }|"
         "function: public int h() { }|"},
        {"class A { B b = (c, d) -> { e(); }; void f() { } }",
         "code: class A { B b = (c, d) -> { e(); }; void f() { } }|function: void f() { }|"},
        {"record A(int b) { int f() { } }",
         "code: record A(int b) { int f() { } }|function: int f() { }|"},
        {"enum A { B, C; void f() { } }",
         "code: enum A { B, C; void f() { } }|function: void f() { }|"},
        {"interface A { void f(); default int g() { } }",
         "code: interface A { void f(); default int g() { } }|function: default int g() { }|"},
    };
    expect_parts(&language_java, cases, N_ITEMS(cases));
}

TEST(parts_braces__count_the_braces_of_one_branch)
{
    static const struct text_case cases[] = {
        {"void f() {\n#ifdef A\n  while (x) {\n#else\n  while (y) {\n#endif\n    z;\n  }\n}\n"
         "int a;\n",
         "function: void f() {\n#ifdef A\n  while (x) {\n#else\n  while (y) {\n#endif\n    z;\n"
         "  }\n}\n|code: int a;\n|"},
        {"void f() {\n#if A\n# if B\n  if (b) {\n# else\n  if (c) {\n# endif\n#elif D\n"
         "  if (d) {\n%:else\n  {\n#endif\n  }\n}\nint a;\n",
         "function: void f() {\n#if A\n# if B\n  if (b) {\n# else\n  if (c) {\n# endif\n#elif D\n"
         "  if (d) {\n%:else\n  {\n#endif\n  }\n}\n|code: int a;\n|"},
        /* a branch ends the function, or begins it; the rest is in both */
        {"void f() {\n#if A\n  x;\n}\n#else\n  y;\n}\n#endif\nvoid g() { }\n",
         "function: void f() {\n#if A\n  x;\n}\n#else\n  y;\n}\n|code: #endif\n|"
         "function: void g() { }\n|"},
        {"#ifdef A\nint f(int a) {\n#else\nlong g(long a) {\n#endif\n  x;\n}\nint a;\n",
         "code: #ifdef A\n|function: int f(int a) {\n#else\nlong g(long a) {\n#endif\n  x;\n}\n"
         "|code: #else\n|code: int a;\n|"},
        {"static\n#ifdef A\nint f(int a)\n#else\nint f(long a)\n#endif\n{ }\nint a;\n",
         "function: static\n#ifdef A\nint f(int a)\n#else\nint f(long a)\n#endif\n{ }\n"
         "|code: int a;\n|"},
        /* a branch without code is not the one that counts */
        {"void f() {\n#if 0\n  if (a) {\n#else\n  if (b) {\n#endif\n  }\n}\nint a;\n",
         "function: void f() {\n#if 0\n  if (a) {\n#else\n  if (b) {\n#endif\n  }\n}\n"
         "|code: int a;\n|"},
        {"void f() {\n#ifdef A\n#define B\n#else\n  if (a) {\n#endif\n  b;\n#ifndef A\n  }\n"
         "#endif\n}\nint a;\n",
         "function: void f() {\n#ifdef A\n#define B\n#else\n  if (a) {\n#endif\n  b;\n#ifndef A\n"
         "  }\n#endif\n}\n|code: int a;\n|"},
        /* branches of what is not a function */
        {"struct A\n#if defined(B)\n  b\n#endif\n{ int a; };\nint a[] = {\n#if A\n  {1},\n#else\n"
         "  {2},\n#endif\n};\nint b;\n",
         "code: struct A\n#if defined(B)\n  b\n#endif\n{ int a; };\n|code: int a[] = {\n#if A\n"
         "  {1},\n#else\n  {2},\n#endif\n};\nint b;\n|"},
        {"#else\n#elif A\nvoid f() {\n#endif\n}\nvoid g() {\n#if A\n}",
         "code: #else\n#elif A\n|function: void f() {\n#endif\n}\n|"
         "function: void g() {\n#if A\n}|"},
    };
    expect_parts(&language_c, cases, N_ITEMS(cases));
    expect_parts(&language_cpp, cases, N_ITEMS(cases));
}

/* The head is that of a function of curl (tests/libtest/lib3207.c). */
TEST(parts_braces__are_named_outside_of_directives)
{
    static const char text[] =
        "static\n#if defined(USE_THREADS_POSIX) || defined(USE_THREADS_WIN32)\n"
        "#if defined(CURL_WINDOWS_UWP) || defined(UNDER_CE)\nDWORD\n#else\nunsigned int\n#endif\n"
        "CURL_STDCALL\n#else\nunsigned int\n#endif\ntest_thread(void *ptr)\n{\n}\n";
    scoped(program_parts) parts = {0};
    scoped(program) program = {0};
    scoped(lexical) *lexical = lexical_new(&language_c);
    assert_true(program_tokenize(&program, lexical, text, strlen(text)));
    parts_find(&parts, &program);
    struct program_part part = parts_enclosing(&parts, &program, strlen(text) - 3);
    assert_int_equal(part.bytes.start, 0);
    struct token_text name = part_function_name(&part, &program);
    assert_true(token_text_is(name, "test_thread"));
}

/* ---- Real programs: the functions are those of the tree ---- */

struct counts {
    struct syntax_parser *parser;
    const char *const *kinds; /* of nodes that are functions with a body */
    unsigned n_programs, n_functions, n_different;
};

/* Returns the last byte of a node's text, without what is after it on its line. */
static bool ends_at(const struct program *program, const struct program_part *part, uint32_t byte)
{
    return part->bytes.end >= byte && part->bytes.start < byte &&
           memchr(program->source + byte, '}', part->bytes.end - byte) == NULL;
}

/* Returns whether it is a statement: `rep(i, n) { }` is a function to the grammar. */
static bool is_macro(const struct syntax_tree *tree, uint32_t node)
{
    return syntax_node_is(tree, tree->nodes.items[node].parent, "compound_statement");
}

static void visit(const struct corpus_source *source, void *context)
{
    struct counts *counts = context;
    scoped(program) program = {0};
    scoped(program_parts) parts = {0};
    if (!program_read(&program, counts->parser, source->text, source->length))
        return;
    parts_find(&parts, &program);
    counts->n_programs++;
    size_t n_parts = 0, n_nodes = 0, n_found = 0;
    for (size_t i = 0; i < parts.list.n; i++)
        n_parts += parts.list.items[i].kind == PART_FUNCTION;
    for (uint32_t node = 0; node < program.tree.nodes.n; node++) {
        if (!syntax_node_is_one_of(&program.tree, node, counts->kinds) ||
            program.source[program.tree.nodes.items[node].end_byte - 1] != '}' ||
            is_macro(&program.tree, node))
            continue;
        n_nodes++;
        bool is_found = false;
        for (size_t i = 0; i < parts.list.n && !is_found; i++)
            is_found =
                parts.list.items[i].kind == PART_FUNCTION &&
                ends_at(&program, &parts.list.items[i], program.tree.nodes.items[node].end_byte);
        n_found += is_found;
    }
    counts->n_functions += (unsigned)n_nodes;
    if (n_parts != n_nodes || n_found != n_nodes) {
        counts->n_different++;
        printf("%s: %zu functions, the tree has %zu, %zu of them are found\n", source->path,
               n_parts, n_nodes, n_found);
    }
}

TEST(parts_braces__of_real_programs_are_those_of_their_trees)
{
    static const char *const functions[] = {"function_definition", NULL};
    static const char *const methods[] = {"method_declaration", "constructor_declaration",
                                          "compact_constructor_declaration", NULL};
    for (int i = 1; languages[i]; i++) {
        scoped(syntax_parser) *parser = syntax_parser_new(languages[i]);
        struct counts counts = {.parser = parser,
                                .kinds = languages[i] == &language_java ? methods : functions};
        corpus_visit_language(languages[i], visit, &counts);
        printf("note: %s: %u functions of %u programs that parse; %u programs differ\n",
               languages[i]->name, counts.n_functions, counts.n_programs, counts.n_different);
        assert_true(counts.n_different * 100 <= counts.n_programs);
    }
}
