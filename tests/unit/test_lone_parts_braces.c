/* What can be left out of programs in C, C++ and Java, and that it makes no difference. */
#include "tests/support/deciding.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

struct case_of {
    const char *marked, *expected; /* what is read for the marked token */
};

/* Fails unless the rest of a program is what is expected; blanks count as one. */
static void expect_rest(struct deciding *deciding, const struct case_of *given)
{
    scoped(marked) marked = marked_read(given->marked);
    scoped(str) rest = {0};
    if (!deciding_read(deciding, str_text(&marked.code), marked.code.length))
        fail_msg("no tokens: %s", given->marked);
    const struct program *program = &deciding->part;
    struct lone_part part = deciding_part(deciding, program_token_from(program, marked.start_byte));
    size_t range = 0;
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        struct token_text text = program_token_text(program, i);
        while (range < part.n_left_out && part.left_out[range].end <= token->start_byte)
            range++;
        if (token_is_layout(token) ||
            (range < part.n_left_out && part.left_out[range].start <= token->start_byte))
            continue;
        str_print(&rest, "%s%.*s", rest.length ? " " : "", (int)text.length, text.bytes);
    }
    if (strcmp(str_text(&rest), given->expected) != 0)
        fail_msg("of\n%s\n%s is read, not\n%s", given->marked, str_text(&rest), given->expected);
}

static void expect_rests(const struct language *language, const struct case_of *cases, size_t n)
{
    scoped(syntax_parser) *parser = syntax_parser_new(language);
    scoped(deciding) deciding = {.parser = parser};
    for (size_t i = 0; i < n; i++)
        expect_rest(&deciding, &cases[i]);
}

TEST(lone_parts_braces__leaves_out_what_says_nothing_in_cpp)
{
    static const struct case_of cases[] = {
        {"#include <a>\nusing namespace std;\nint f(int b) { return b; }\n"
         "int main() { int c; g(); «a» = 1; if (a) { h(); } }\n",
         "int main ( ) { a = 1 ; }"},
        {"typedef long long ll;\nll a; int b;\nint main() { ll c = 1, d; e = c; x = («ll»)c; }\n",
         "int main ( ) { x = ( ll ) c ; }"},
        {"struct A { int b; };\nstruct C { int d; };\nint main() { a.«b» = 1; }\n",
         "int main ( ) { a . b = 1 ; }"},
        {"void f() { if (a) { struct B { }; } }\nint main() { if («a») { struct C { }; } }\n",
         "int main ( ) { if ( a ) { } }"},
        /* a body that has a directive */
        {"int main() {\n#if A\nb;\n#endif\nfor (;;) {\n#if C\n;\n#endif\n}\n «d»; }\n",
         "int main ( ) { d ; }"},
        {"int main() {\nfor (; «a»;) {\n#if B\n;\n#endif\n}\n c; }\n",
         "int main ( ) { for ( ; a ; ) { # if B ; # endif } }"},
        /* a statement is whole */
        {"int main() { a; if (b) c; else if («d») { e; } else { f; } g; }\n",
         "int main ( ) { if ( b ) c ; else if ( d ) { } else { } }"},
        /* braces that are none of bodies */
        {"int a[] = {1, 2}, b[] = {3, «c»};\nint d[] = {e, f};\n",
         "int a [ ] = { 1 , 2 } , b [ ] = { 3 , c } ;"},
        {"int «a»;\n#\n#", "int a ;"},
        {"#define A {\n#define B }\nvoid f() A g(); B\nvoid h() { «i»; }\n",
         "B void h ( ) { i ; }"},
        {"#define A 1\nint b;\n#if «A»\nint c;\n#endif\n", "# if A # endif"},
    };
    expect_rests(&language_cpp, cases, N_ITEMS(cases));
}

TEST(lone_parts_braces__keeps_what_a_statement_of_c_needs)
{
    static const struct case_of cases[] = {
        {"struct a { int b; } c;\nint d() { switch (e) { case 1: f; break; case 2: «g»; h; } }\n",
         "int d ( ) { switch ( e ) { case 1 : f ; case 2 : g ; } }"},
        {"int a() { do { b; } while («c»); d; }\n", "int a ( ) { do { } while ( c ) ; }"},
    };
    expect_rests(&language_c, cases, N_ITEMS(cases));
}

TEST(lone_parts_braces__leaves_out_all_around_in_java)
{
    static const struct case_of cases[] = {
        {"import a.b;\nclass A {\n int c = 1;\n A() { d(); }\n"
         " void e() { int f; f = «g»; h(); }\n}\n"
         "class B { }\n",
         "class A { void e ( ) { f = g ; } }"},
        {"class A { int b = «c»; int d; }", "class A { int b = c ; }"},
        {"enum A { B { void c() { d(«e»); } void f() { } }, G { }; int h; }",
         "enum A { B { void c ( ) { d ( e ) ; } } , G { } ; }"},
        {"class A { void b() { c(new D() { int e() { return «f»; } int g; }, h); } }",
         "class A { void b ( ) { c ( new D ( ) { int e ( ) { return f ; } } , h ) ; } }"},
        {"class A { void b() { switch (c) { case 1: d(); default: e(); «f»(); } } }",
         "class A { void b ( ) { switch ( c ) { case 1 : d ( ) ; default : e ( ) ; f ( ) ; } } }"},
        {"class A { void b() { try { c(); } catch (D e) { «f»(); } finally { g(); } h(); } }",
         "class A { void b ( ) { try { } catch ( D e ) { f ( ) ; } finally { } } }"},
    };
    expect_rests(&language_java, cases, N_ITEMS(cases));
}

/* Compares all tokens of programs that parse. */
static void compare_all(const struct language *language, const char *const *programs)
{
    scoped(syntax_parser) *parser = syntax_parser_new(language);
    scoped(deciding) deciding = {.parser = parser};
    for (; *programs; programs++) {
        if (!deciding_read(&deciding, *programs, strlen(*programs)) ||
            deciding.whole.tree.has_error)
            fail_msg("does not parse: %s", *programs);
        for (size_t i = 0; i < deciding.whole.tokens.n; i++)
            if (!token_is_layout(&deciding.whole.tokens.items[i]))
                deciding_compare(&deciding, i, *programs);
    }
    assert_true(deciding.n_tokens > 0 && deciding.n_more == 0);
}

/* Each has constructs that need something around them, or look like the end of an item. */
TEST(lone_parts_braces__says_the_same_of_rare_c)
{
    static const char *const programs[] = {
        "typedef struct node { int a : 3; struct node *next; } node;\nnode *f(node *n) {\n"
        "  return n ? n->next : (node *)0; }\nint main(void) { node x = {.a = 1}, *p = &x;\n"
        "  f(p)->a += (node){2}.a; return sizeof(node) * p->a; }\n",
        "#ifdef A\nint f(int a) { return a; }\n#else\nint f(long a) { return 2 * a; }\n#endif\n"
        "int h(int b) {\n#if B\n  if (b) { b = 2; }\n#else\n  { b = 3; }\n#endif\n"
        "  while (b) {\n#ifdef C\n    b--;\n#endif\n    b /= 2; }\n  return f(b) + 1; }\n",
        "enum { A = 1, B = A + 2 } e;\nunion u { int i; float f; };\nint t[2][3] = {{1, A}, {B}};\n"
        "void g(int n, int a[n]) { do { a[n] = t[A][n]; } while (n-- > 0); goto end;\nend:;\n"
        "  switch (n) { case A: { n++; break; } case B: n--; default: ; } }\n",
        "typedef int (*op)(int, int);\nstatic int add(int a, int b) { return a + b; }\n"
        "op table[] = {add};\nint main() { __asm__(\"nop\" : : \"r\"(table)); op o = table[0];\n"
        "  int (*q)(int, int) = o; return (*q)(1, 2) * (int)o; }\n",
        "__attribute__((noreturn)) void f(void);\nint a, *b = &a, c[3];\n"
        "#define MAX(x, y) ((x) > (y) ? (x) : (y))\nint m() { register int i = 0; {\n"
        "  int a = MAX(i, *b); c[a]++; } return a; }\n",
        NULL};
    compare_all(&language_c, programs);
}

TEST(lone_parts_braces__says_the_same_of_rare_cpp)
{
    static const char *const programs[] = {
        "template <class T, int N = 3> struct A { T a[N]; T &operator[](int i) { return a[i]; }\n"
        "  A() : a{} { a[0] = N; } ~A() { }\n"
        "  bool operator<(const A &b) const { return a[0] < b.a[0];"
        " } };\n"
        "int main() { A<int> a, b; if (a < b) { return a[1]; } else return A<long, 2>()[0]; }\n",
        "using ll = long long;\nll n; const ll mod = 7;\n"
        "auto f = [](ll a) -> ll { return a % mod; };\n"
        "int main() { auto g = [&](auto s, int u) -> void { if (u) s(s, u - 1); };\n"
        "  g(g, 3); for (auto [k, v] : m) { n += (ll)k * v; } return f((n)); }\n",
        "#define rep(i, n) for (int i = 0; i < n; i++)\nint n; int a[9];\n"
        "int main() { rep(i, n) { rep(j, n) { a[i] = j; } } int s = 0; rep(i, n) { s += a[i]; }\n"
        "  return s; }\n",
        "namespace x { enum class E : int { P = 1, Q }; struct S { int v = 2; static int w; }; }\n"
        "int x::S::w = 1;\nint main() { x::E e = x::E::Q; x::S s{3}; switch (e) { case x::E::P:\n"
        "  s.v++; break; default: { s.v--; } } try { throw s; } catch (const x::S &t) {\n"
        "  return t.v; } return (int)e; }\n",
        "int T; struct P { int a, b; P(int a, int b) : a(a), b(b) {} P operator+(P o) { return\n"
        "  P(a + o.a, b + o.b); } friend int h(P); };\ntemplate <typename T> T mx(T a, T b) {\n"
        "  return a > b ? a : b; }\nint main() { int T = 3; while (T--) { P p(1, T), q = p + p;\n"
        "    int r = mx<int>(p.a, q.b) < T && T > (r); } return T * (T); }\n",
        "#include <vector>\nstd::vector<int> v{1, 2};\nint s(std::vector<std::vector<int>> &a) {\n"
        "  int r = 0; for (int i = 0, j = 1; i < (int)a.size(); i++, j *= 2) if (a[i][0] & 1) {\n"
        "    r += a[i].at(j); } else if (a[i].empty()) continue; else r--;\n  return r; }\n",
        "struct A { int a; union { int b; float c; }; };\nA x[] = {{1, {2}}, {3, {4}}};\n"
        "static constexpr int k = R\"(1;{)\"[0];\nint main() { int *p = new int[k], q = *p * k;\n"
        "  delete[] p; do q--; while (q > 0); return x[1].b not_eq q and not k; }\n",
        NULL};
    compare_all(&language_cpp, programs);
}

TEST(lone_parts_braces__says_the_same_of_rare_java)
{
    static const char *const programs[] = {
        "package a.b;\nimport java.util.*;\n"
        "@A(b = {1, 2}) public class C<T extends D> implements E {\n"
        "  static int f = 1; { f = 2; } static { f++; }\n"
        "  public C(int g) throws H { this.f = g; }\n"
        "  @Override <U> U h(U... i) { for (U j : i) if (j == null) continue; else return j;\n"
        "    return null; }\n  interface K { int l = 3; default int m() { return l; } }\n}\n",
        "enum A { B(1) { int c() { return 2; } }, D(3); final int e; A(int e) { this.e = e; }\n"
        "  int c() { return e; } }\nrecord R(int a, String b) { R { if (a < 0) throw new X(); } }\n"
        "@interface Q { int r() default 1; }\n",
        "class A { int f(Object o) { return switch (o) { case Integer i when i > 0 -> i;\n"
        "  case String s -> { yield s.length(); } default -> 0; }; }\n"
        "  String t = \"\"\"\n    a; { \"b\"\n    \"\"\"; Runnable r = () -> { f(t); };\n"
        "  java.util.function.Function<Integer, int[]> g = int[]::new; }\n",
        "class A { void f() { B b = new B() { int c = 1; void d() { e(c); } }; label: for (;;) {\n"
        "  do { break label; } while (b != null); } synchronized (this) { int[] x[] = {{1}, {2}};\n"
        "  x[0][0] >>>= 2; } try (C c = g(); D d = h()) { k(c); } catch (E | F e) { } finally { }\n"
        "  assert x > 1 : \"y\"; switch (z) { case 1: case 2: z++; break; default: z--; } } }\n",
        "class A extends B { A() { super(1); f(); } class C { class D { int e = A.this.f; } }\n"
        "  int f; <T> void g(java.util.List<? super T> h) { h.<T>i().j = (k) -> l -> k + l; } }\n",
        NULL};
    compare_all(&language_java, programs);
}
