/* What a name is declared as decides what the signs around it are. */
#include "classify/classify.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* The letters of the tokens: v variable, f function, t type, a attribute, i import, d definition,
 * p parameter, b operator with two operands, u unary operator, = assignment. Other tokens have
 * none. */
struct letters {
    const char *code, *expected;
};

static char letter_of(const struct program *program, size_t token)
{
    static const char roles[] = {
        [ROLE_VARIABLE] = 'v',  [ROLE_FUNCTION] = 'f',   [ROLE_ATTRIBUTE] = 'a',
        [ROLE_PARAMETER] = 'p', [ROLE_TYPE] = 't',       [ROLE_KEYWORD_ARGUMENT] = 'k',
        [ROLE_IMPORT] = 'i',    [ROLE_DEFINITION] = 'd',
    };
    struct site site = site_of(program, token);
    if (site.rule)
        return site.rule->has_operands                               ? 'b'
               : site.rule->category == CATEGORY_ASSIGNMENT_OPERATOR ? '='
                                                                     : 'u';
    return site.role ? roles[site.role] : '\0';
}

/* Checks the letters of statements at the place @ of a program. */
static void expect_letters(const struct language *language, const char *frame,
                           const struct letters *cases, size_t n)
{
    scoped(syntax_parser) *parser = syntax_parser_new(language);
    size_t start = strcspn(frame, "@");
    for (size_t i = 0; i < n; i++) {
        scoped(str) code = {0}, letters = {0};
        scoped(program) program = {0};
        str_print(&code, "%.*s%s%s", (int)start, frame, cases[i].code, frame + start + 1);
        if (!program_read(&program, parser, str_text(&code), code.length))
            fail_msg("%s: %s does not parse", language->name, cases[i].code);
        if (wrong_node(&program))
            fail_msg("%s: %s: %s", language->name, cases[i].code, wrong_node(&program));
        for (size_t k = 0; k < program.tokens.n; k++) {
            size_t byte = program.tokens.items[k].start_byte;
            char letter = letter_of(&program, k);
            if (letter && byte >= start && byte < start + strlen(cases[i].code))
                str_add(&letters, &letter, 1);
        }
        if (strcmp(str_text(&letters), cases[i].expected) != 0)
            fail_msg("%s: %s: %s, not %s", language->name, cases[i].code, str_text(&letters),
                     cases[i].expected);
    }
}

static const struct letters in_both[] = {
    /* casts of label addresses */
    {"n = a == (b) && c == d;", "v=vbvbvbv"},
    {"n = a == (b) || c == d;", "v=vbvbvbv"},
    {"n = a < (b) && c > (d) && e;", "v=vbvbvbvbv"},
    {"if ((a) && (b) && (c)) n++;", "vbvbvv="},
    {"n = (a) == (b) && (c) == (d);", "v=vbvbvbv"},
    {"n = s.x == (b) && c;", "v=vabvbv"},
    {"n = w[a == (b) && c];", "v=vvbvbv"},
    {"f(a == (b) && c, d);", "fvbvbvv"},
    {"n = a ? b == (c) && d : e;", "v=vvbvbvv"},
    {"return a == (b) && c;", "vbvbv"},
    {"goto *p;", "uv"},
    {"goto *p[a]; case 1 ... 3: goto *s.x;", "uvvuva"},
    {"n = a == (N) && c;", "v=vbvbv"},
    {"n = a == (EA) && c;", "v=vbvbv"},
    {"n = a == (unknown) && c;", "v=vbvbv"},
    {"n = a == ( b ) && c;", "v=vbvbv"},
    /* variables in parentheses */
    {"n = (b) & mask;", "v=vbv"},
    {"n = (b) * c;", "v=vbv"},
    {"n = (b) - c;", "v=vbv"},
    {"n = (n) + 1;", "v=vb"},
    {"n = (w[a]) - c;", "v=vvbv"},
    {"n = ~(a) & b;", "v=uvbv"},
    {"{ int ll = 3; n = (ll) - 1; }", "td=v=vb"},
    {"{ int ll = 3; n = a == (ll) && b; }", "td=v=vbvbv"},
    /* types */
    {"n = (ll)a * b;", "v=tvbv"},
    {"n = (ll)(a) * b;", "v=tvbv"},
    {"n = (ll) - a;", "v=tuv"},
    {"n = (ll) + a;", "v=tuv"},
    {"n = (ll) * p;", "v=tuv"},
    {"n = (LL)*p;", "v=tuv"},
    {"n = (L2)(a) - b;", "v=tvbv"},
    {"n = sizeof(ll) + sizeof(a);", "v=tbv"},
    {"n = sizeof(S) * sizeof(LL);", "v=tbt"},
    {"{ typedef int b; n = a == (b) && c; }", "tdv=vbtv"},
    {"{ typedef int b; n = (b) - c; }", "tdv=tuv"},
    {"if (a <\\\n= b &\\\n& c) re\\\nturn n;", "vbvbvv"},
    {"n -\\ \n= ma\\\nsk;", "v=v"},
    {"n = MAKE(S, a) + va_arg(list, LL);", "v=ftvbfvt"},
    {"{ int ll = 3; n = f(ll, a); }", "td=v=fvv"},
    /* statements that look like declarations */
    {"a * b;", "vbv"},
    {"a * b, c * d;", "vbvvbv"},
    {"a * b[1];", "vbv"},
    {"a * f(b, c);", "vbfvv"},
    {"a ** p;", "vbuv"},
    {"g * mask;", "vbv"},
    {"N * a;", "vbv"},
    {"for (a * b; a; a * b) ;", "vbvvvbv"},
    {"if (a) { a * b; } else { a * c; }", "vvbvvbv"},
    {"x: a * b; switch (a) { case 1: a * b; default: a * b; }", "vbvvvbvvbv"},
    {"ll * b;", "td"},
    {"S * b, *t = &s;", "tdd=uv"},
    {"unknown * b;", "td"},
    {"{ typedef int a; a * b; }", "tdtd"},
    {"{ int ll = 3; ll * b; }", "td=vbv"},
};

#define FRAME                                                                             \
    "typedef long long ll;\ntypedef struct S { int x; } S;\nenum E { EA, EB };\n"         \
    "#define N 100\n#define LL long long\n#define L2 LL\nint g;\nint f(int a, int b);\n"  \
    "int main(int a, int b, int c, int d, int e, int n, int *p, struct S s, int w[]) {\n" \
    "  int mask = 7;\n  @\n  c: ;\n}\n"

TEST(misreadings__of_casts_are_mended)
{
    static const struct letters in_c[] = {
        {"n = va_arg(list, int);", "v=fvt"},
        {"typeof(a) t = b;", "vvd=v"},
        {"typeof(ll) t = b;", "vtd=v"},
        {"} int *old(a, k) int a; char *k; { return a * k;", "tdpptdtdvbv"},
        {"} int old(a, k) { return a * k;", "tdppvbv"},
    };
    expect_letters(&language_c, FRAME, in_c, N_ITEMS(in_c));
    expect_letters(&language_c, FRAME, in_both, N_ITEMS(in_both));
    expect_letters(&language_cpp, FRAME, in_both, N_ITEMS(in_both));
}

static const struct letters in_cpp[] = {
    /* comparisons */
    {"if (a < b && c > (d)) n = 1;", "vbvbvbvv="},
    {"if (a < b || c > (d)) n = 1;", "vbvbvbvv="},
    {"if (a < 0 || a > (n - 1)) n = 1;", "vbbvbvbv="},
    {"if (a < 0 && a > -1) n = 1;", "vbbvbuv="},
    {"if (a < b && c > -d) n = 1;", "vbvbvbuvv="},
    {"if (a < b && c > *p) n = 1;", "vbvbvbuvv="},
    {"if (a < b & c > (d)) n = 1;", "vbvbvbvv="},
    {"if (a < b == c > (d)) n = 1;", "vbvbvbvv="},
    {"if (a < b and c > (d)) n = 1;", "vbvbvbvv="},
    {"if (a < b + c && d > (e)) n = 1;", "vbvbvbvbvv="},
    {"if (a < (b) && c > (d)) n = 1;", "vbvbvbvv="},
    {"if (a < b && (c) > (d)) n = 1;", "vbvbvbvv="},
    {"if (!(a < b && c > (d))) n = 1;", "uvbvbvbvv="},
    {"if (a < w[0] && c > (d)) n = 1;", "vbvbvbvv="},
    {"if (a < v.size() && c > (d)) n = 1;", "vbvabvbvv="},
    {"if (s.x < b && c > (d)) n = 1;", "vabvbvbvv="},
    {"if (s.x < s.x && s.x > (d)) n = 1;", "vabvabvabvv="},
    {"if (a < b && c > (d) && e < n && a > (b)) n = 1;", "vbvbvbvbvbvbvbvv="},
    {"if (a < b >> (c)) n = 1;", "vbvbvv="},
    {"if (g < b && N > (d)) n = 1;", "vbvbvbvv="},
    {"if (EA < b && EB > (d)) n = 1;", "vbvbvbvv="},
    {"f(a < b, c > (d));", "fvbvvbv"},
    {"n = f(a < b, c > (d)) + 1;", "v=fvbvvbvb"},
    {"n = w[a < b || c > (d)];", "v=vvbvbvbv"},
    {"n = a < b && c > (d) ? a : b;", "v=vbvbvbvvv"},
    {"bool t = a < b && c > (d);", "td=vbvbvbv"},
    {"bool u(a < b && c > (d));", "tdvbvbvbv"},
    {"return a < b && c > (d);", "vbvbvbv"},
    {"for (int i = 0; i < n && n > (i); i++) n--;", "td=vbvbvbvv=v="},
    {"for (auto [x, y] : q) if (x < y && y > (x)) n = (x) - 1;", "tddvvbvbvbvv=vb"},
    {"auto [x, y] = make_pair(1, 2); if (x < n && y > (a)) n = 1;", "tdd=fvbvbvbvv="},
    {"auto h = [&](int aa, auto bb) { return aa < bb && aa > (bb); };", "td=tptpvbvbvbv"},
    {"rep(i, n) { if (i < 0 || i > (n - 1)) n = 1; }", "fvvvbbvbvbv="},
    {"rep(i, n) { g(i < n, n > (i)); }", "fvvfvbvvbv"},
    /* templates */
    {"n = max<ll>(a, b);", "v=ftvv"},
    {"n = kk<3>(a) + kk<N>(a);", "v=fvbfvv"},
    {"n = get<0>(q) < get<N>(q);", "v=fvbfvv"},
    {"n = sq<S>(s).x;", "v=ftva"},
    {"n = unknown<3>(a);", "v=fv"},
    {"n = unknown<ll, int>(a);", "v=fttv"},
    {"n = unknown<>(a);", "v=fv"},
    {"vector<int> z(n);", "ttdv"},
    {"n = V<int>(n).size();", "v=ttva"},
    /* types that are called */
    {"n = ll(a) * b % 7;", "v=tvbvb"},
    {"n = int(a) * b;", "v=tvbv"},
    {"n = LL2(a) * b;", "v=tvbv"},
    {"s = S{1}; s = P(1, 2);", "v=tv=t"},
    {"sort(v, v, greater<int>());", "fvvtt"},
    {"sort(v, v, std::less<int>());", "fvvitt"},
    {"n = string(n, 'a').size();", "v=tva"},
    {"n = vector<int>(n).size();", "v=ttva"},
    {"n = std::pair<int, int>(a, b).first;", "v=itttvva"},
    {"n = f(a, b); { int ll = 3; auto P = [](int x) { return x; }; n = P(ll); }",
     "v=fvvtd=td=tpvv=fv"},
    {"T t = T(a) * (T)b + (T)(c);", "td=tvbtvbtv"},
    {"n = kk<N>(T(1) - (T)-1);", "v=fvtbtu"},
    {"decltype(a) t = b;", "vd=v"},
    /* values that look like parameters */
    {"vector<int> z(a * b);", "ttdvbv"},
    {"vector<int> z(a * b, c * d), y(a & b), x(a && b);", "ttdvbvvbvdvbvdvbv"},
    {"int z(a * p[0]);", "tdvbv"},
    {"int z(a * f(b));", "tdvbfv"},
    {"vector<vector<int>> z(a, vector<int>(b * c));", "tttdvttvbv"},
    {"S z(a, v[0]), y(f());", "tdvvdf"},
    {"S z(ll * b, S & c), y(T());", "tdtptpdt"},
    {"a & b;", "vbv"},
    {"a && b;", "vbv"},
    {"ll & z = b;", "td=v"},
    {"auto h = [&](ll * a) { b * c; };", "td=tpvbv"},
    {"rep(i, n & c) { n--; }", "fvvbvv="},
    {"rep(i, n * c) { a * b; }", "fvvbvvbv"},
    {"rep(i, w[a]) { }", "fvvv"},
};

static const char cpp_frame[] =
    "#include <bits/stdc++.h>\nusing namespace std;\nusing ll = long long;\n#define LL2 ll\n"
    "struct S { int x; };\nclass P { public: P(int, int); operator S(); };\nenum E { EA, EB };\n"
    "template<class T> using V = vector<T>;\ntemplate<int K> int kk(int x) { return x + K; }\n"
    "template<class T> T sq(T x) { return x; }\nconst int N = 100;\nint g;\n"
    "int f(int a, int b = 0);\n#define rep(i, n) for (int i = 0; i < (n); i++)\n"
    "template<class T> int h(int a, int b, int c, int d, int e, int n, int *p, S s, int w[],\n"
    "  vector<int> v, map<int, int> q) { @ }\n";

TEST(misreadings__of_templates_are_mended)
{
    expect_letters(&language_cpp, cpp_frame, in_cpp, N_ITEMS(in_cpp));
}

/* A member is known before its declaration; outside of its class, as long as nothing else has its
 * name. */
TEST(misreadings__of_members_are_mended)
{
    static const struct letters cases[] = {
        {"bool ok(int l) { return n < l && val > (l); } int n; T val;", "tdtpvbvbvbvtata"},
        {"int n; T val; bool ok(int l); }; template<class T> bool A<T>::ok(int l) { "
         "return n < 0 && val > (l);} struct B {",
         "tatatdtpdtttvtpvbbvbvt"},
        {"T one() { return T(1); } int T2() { return 0; }", "tdttd"},
        {"A(int); A(int a, int b) { } A f(const A & a) { A * b; return A(1); }", "dtdtptptdtptdt"},
        {"}; const int N = 9; vector<int> x(N), y(N * N); struct B {", "td=ttdvdvbvt"},
    };
    expect_letters(&language_cpp, "template<class T> struct A { @ };\nint T() { return 3; }\n",
                   cases, N_ITEMS(cases));
}
