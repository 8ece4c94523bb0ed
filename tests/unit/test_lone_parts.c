/* Parts of programs that are parsed in place of the whole: what their trees say of an edit, or
 * of the scopes of two names, is what the trees of the whole programs say. Edits are at drawn
 * places of real programs, of ones that are hard to tokenize or have rare constructs, and of
 * made ones with all kinds of statements of Python 2 and 3. */
#include "base/chance.h"
#include "classify/classify.h"
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/lone_parts.h"
#include "tokenize/scope.h"

/* A program, once as a whole and once by parts. */
struct twice {
    struct program whole, part;
    bool is_valid; /* as a whole */
};

struct proof {
    struct syntax_parser *parser;
    bool is_python;
    struct twice buggy, fixed;
    struct program_parts parts;
    struct lone_part deciding[2];
    struct arena arena;
    struct str text, made, broken[2];
    struct dice dice;
    size_t n_visited, n_programs, n_same, n_refused;
    size_t n_misread; /* refused, because the grammar misreads the whole */
    size_t n_broken;  /* the same although the programs have an error elsewhere */
    size_t n_differ;  /* of a program that has an error, the part says something else */
};

static struct proof proof_new(const struct language *language)
{
    return (struct proof){.parser = syntax_parser_new(language),
                          .is_python = language == &language_python,
                          .dice = {1}};
}

static void proof_end(struct proof *proof, const char *name)
{
    printf(
        "note: %s: %zu edits of %zu programs are the same by their parts, %zu also with an error "
        "elsewhere; %zu are misread, %zu are refused, %zu of them differ\n",
        name, proof->n_same, proof->n_programs, proof->n_broken, proof->n_misread, proof->n_refused,
        proof->n_differ);
    struct twice *sides[] = {&proof->buggy, &proof->fixed};
    for (int i = 0; i < 2; i++) {
        program_release(&sides[i]->whole);
        program_release(&sides[i]->part);
        str_release(&proof->broken[i]);
    }
    parts_release(&proof->parts);
    arena_release(&proof->arena);
    str_release(&proof->text);
    str_release(&proof->made);
    syntax_parser_free(proof->parser);
}

static bool twice_read(struct proof *proof, struct twice *twice, const char *text, size_t length)
{
    const struct lexical *lexical = syntax_parser_lexical(proof->parser);
    if (!program_tokenize(&twice->part, lexical, text, length) ||
        !program_tokenize(&twice->whole, lexical, text, length))
        return false;
    twice->is_valid = program_parse(&twice->whole, proof->parser);
    return twice->is_valid || twice->whole.tree.nodes.n;
}

static bool parse_deciding(struct proof *proof, const struct token_edit *edit)
{
    struct program *buggy = &proof->buggy.part, *fixed = &proof->fixed.part;
    const struct lone_part *parts = proof->deciding;
    lone_parts_deciding(&proof->parts, buggy, fixed, edit, proof->deciding);
    bool parses = program_parse_part(buggy, proof->parser, &parts[0]);
    if (proof->is_python && !parses)
        return false;
    return program_parse_part(fixed, proof->parser, &parts[1]) && parses;
}

static bool is_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Compares the rows of the whole programs with those of their parts. */
static bool has_same_row(struct proof *proof, const struct token_edit *edit, bool must)
{
    struct fix_row whole =
        fix_row_of(&proof->buggy.whole, &proof->fixed.whole, edit, NULL, &proof->arena);
    struct fix_row part =
        fix_row_of(&proof->buggy.part, &proof->fixed.part, edit, NULL, &proof->arena);
    bool same = is_same(whole.category, part.category) && is_same(whole.pattern, part.pattern) &&
                is_same(whole.role, part.role) && is_same(whole.before_kind, part.before_kind) &&
                is_same(whole.after_kind, part.after_kind);
    if (must && !same)
        fail_msg("by its part, '%s' to '%s' at %d is %s %s %s, not %s %s %s:\n%.*s", whole.before,
                 whole.after, (int)whole.buggy_place.start_byte, part.category, part.pattern,
                 part.role, whole.category, whole.pattern, whole.role,
                 (int)proof->buggy.whole.length, proof->buggy.whole.source);
    return same;
}

/* Does the same for the two programs with an error at their ends. */
static void check_broken(struct proof *proof, const struct token_edit *edit)
{
    struct twice *sides[] = {&proof->buggy, &proof->fixed};
    const struct lexical *lexical = syntax_parser_lexical(proof->parser);
    for (int i = 0; i < 2; i++) {
        str_clear(&proof->broken[i]);
        str_add(&proof->broken[i], sides[i]->whole.source, sides[i]->whole.length);
        str_add_text(&proof->broken[i], "\nx = = 1\n");
        if (!program_tokenize(&sides[i]->part, lexical, str_text(&proof->broken[i]),
                              proof->broken[i].length))
            return;
    }
    if (!parse_deciding(proof, edit))
        return;
    proof->n_broken++;
    has_same_row(proof, edit, true);
}

/* Of a pair in Python: whether its parts parse says whether the programs do, too. */
static void check_python(struct proof *proof, const struct token_edit *edit, bool parses)
{
    const struct twice *buggy = &proof->buggy, *fixed = &proof->fixed;
    const char *text = fixed->whole.source;
    if (!buggy->is_valid || !fixed->is_valid) {
        proof->n_refused++;
        /* a line does not say whether other clauses of its statement have a star */
        bool may_mix = memmem(text, fixed->whole.length, "except*", 7);
        if (parses && buggy->is_valid && !may_mix)
            fail_msg("by its part, this parses:\n%.*s", (int)fixed->whole.length, text);
    } else if (parses) {
        proof->n_same++;
        has_same_row(proof, edit, true);
        check_broken(proof, edit);
        program_tokenize(&proof->buggy.part, syntax_parser_lexical(proof->parser),
                         buggy->whole.source, buggy->whole.length);
    } else {
        proof->n_misread++;
        if (!part_is_misread(&buggy->whole, &proof->deciding[0]) &&
            !part_is_misread(&fixed->whole, &proof->deciding[1]))
            fail_msg("by its part, this does not parse:\n%.*s", (int)fixed->whole.length, text);
    }
}

/* Compares two programs, if they differ in one token. The first one was read. Only where the
 * grammar of C, C++ or Java finds an error in a whole program may its part say something else:
 * the error is elsewhere, or what the parser skips after it depends on what follows. */
static void check_pair(struct proof *proof)
{
    struct token_edit edit;
    struct twice *buggy = &proof->buggy, *fixed = &proof->fixed;
    if (!twice_read(proof, fixed, str_text(&proof->text), proof->text.length) ||
        program_difference(&buggy->whole, &fixed->whole, &edit) != DIFFERENCE_SINGLE)
        return;
    bool parses = parse_deciding(proof, &edit);
    if (proof->is_python) {
        check_python(proof, &edit, parses);
        return;
    }
    bool is_valid = buggy->is_valid && fixed->is_valid;
    bool is_same = has_same_row(proof, &edit, is_valid);
    proof->n_same += is_valid;
    proof->n_refused += !is_valid;
    proof->n_differ += !is_same;
}

/* Returns one of the texts that a dollar sign divides. */
static struct token_text draw_one(struct proof *proof, const char *texts)
{
    size_t n = 1, length;
    for (const char *at = texts; *at; at++)
        n += *at == '$';
    for (n = dice_below(&proof->dice, n); n; n--)
        texts = strchr(texts, '$') + 1;
    length = strcspn(texts, "$");
    return (struct token_text){texts, length};
}

/* A token of the program, mostly of the same kind, or a text of Python. */
static struct token_text draw_text(struct proof *proof, size_t token)
{
    static const char texts[] =
        "a$not$None$True$print$exec$0777$1.5$10L$'a'$b'c'$+$==$=$*$is$in$lambda$yield$:$,$;$if$"
        "elif$"
        "else$for$while$try$except$with$return$pass$finally$match$@$case$async$await$def$class$"
        "**$($"
        "~$<>$`$import$from$:=$raise$del$nonlocal$and$is not";
    if (proof->is_python && dice_below(&proof->dice, 3) == 0)
        return draw_one(proof, texts);
    const struct program *program = &proof->buggy.whole;
    size_t other = dice_below(&proof->dice, program->tokens.n);
    for (int tries = 0; tries < 9 && !proof->is_python &&
                        program->tokens.items[other].kind != program->tokens.items[token].kind;
         tries++)
        other = dice_below(&proof->dice, program->tokens.n);
    return program_token_text(program, other);
}

/* Edits a program at drawn places. */
static void check_program(struct proof *proof, const char *text, size_t length, size_t n_edits)
{
    if (!twice_read(proof, &proof->buggy, text, length) ||
        (proof->is_python && !proof->buggy.is_valid))
        return;
    proof->n_programs++;
    arena_release(&proof->arena);
    for (size_t i = 0; i < n_edits && proof->buggy.whole.tokens.n; i++) {
        size_t token = dice_below(&proof->dice, proof->buggy.whole.tokens.n);
        const struct token *at = &proof->buggy.whole.tokens.items[token];
        struct token_text after = draw_text(proof, token);
        size_t end = dice_below(&proof->dice, 8) ? at->end_byte : at->start_byte;
        if (token_is_layout(at))
            continue;
        if (dice_below(&proof->dice, 8) == 0)
            after.length = 0;
        str_clear(&proof->text);
        edit_apply(&proof->text, text, length, at->start_byte, end, after.bytes, after.length);
        check_pair(proof);
    }
}

/* Whole programs take long: the fast tests visit few of those in C, C++ and Java. */
static void visit(const struct corpus_source *source, void *context)
{
    struct proof *proof = context;
    const char *step = getenv("PROGRAMS");
    bool is_fast = !step || atoi(step) > 4;
    if (proof->is_python || proof->n_visited++ % (is_fast ? 24 : 2) == 0)
        check_program(proof, source->text, source->length, is_fast ? 4 : 8);
}

/* Statements, headers of blocks, and headers of a match, all of one text. */
static const char statements[] =
    "print a, b % (c, d)$print >>f, a,$print$print(a), b$exec a in b$x = `a`$raise A, 'b', c$"
    "x <> 0777 + 10L$x = ur'a' 'b'$print not a$a = b; c += 1; print(a)$x = [a for a in b, c]$"
    "x = a if b else c$x = (lambda a, b=1, *c:\n  a + b)(1, *d)$"
    "y = [a\n  for a in b\n  if a > 1]$z = {a: b for a, b in c}; w = {*a}$"
    "if (n := f(a)) > 1: pass$global a, b$x = '''a\nb''' % c$s = f'{a!r:{b}}' f\"{c['d']}\"$"
    "s = f'{a + 1:>{b}}'$x = a + \\\n  b - c$a, *b = c$a = b = c, d$x: int = a$x: List[int]$"
    "del a[0], b.c$assert a, b$return a, b$yield$x = yield a$await a$import a.b as c, d$"
    "from a.b import (c as d, e)$from . import a$x @= a @ b$f(a, *b, c=d, **e)$a[b:c, ::d] = e$"
    "a.b(c)[d].e = -f ** ~g$not a in b is not c$if a: print b$while a: b; c$"
    "for a, (b, c) in d: e$class A(B): x = 1$def f((a, b), c): return a$"
    "def f(a: int, *, b=1) -> int: return b$def f(): pass$print(*a, sep='')$type X = int$"
    "match = case[a]$case = match + 1$pass$with a as b, c: d$"
    "async def f(): return [a async for a in b]$x = ...$try: a = b\nexcept A: c = d$"
    "if a: b = c\nelse: d = e$x = a and b or not c";
static const char compounds[] =
    "if a < b and not c:$while f(a)[1]:$for a, b in c[1:]:$def f(a, b=c, *d, **e):$"
    "class A(B, c=d):$with f(a) as b, c:$@a.b(c)\ndef f(x):$@a\nclass A:$async def f(a):$"
    "try:\n    a\nexcept (A, B), e:$try:\n    a\nexcept A as e:$if a:\n    b\nelif c == d:$"
    "for a in b:\n    c\nelse:$try:\n    a\nfinally:$if a:\n    b\nelse:$def f(self): # comment";
static const char matches[] =
    "match a.b(c):\n    case [1, x, *y] if x:$match a, b:\n    case A(b=c) | None:$"
    "match a:\n    case 1: b = c\n    case {'a': x}: d = e\n    case _:";

/* Appends a text, each of its lines after an indentation. */
static void add_lines(struct proof *proof, struct token_text text, int depth)
{
    for (const char *line = text.bytes, *last = line + text.length; line < last;) {
        const char *end = memchr(line, '\n', (size_t)(last - line));
        end = end ? end : last;
        str_print(&proof->made, "%*s%.*s\n", 4 * depth, "", (int)(end - line), line);
        line = end + 1;
    }
}

static void make_block(struct proof *proof, int depth)
{
    for (size_t n = 1 + dice_below(&proof->dice, 4); n; n--) {
        size_t kind = depth < 4 ? dice_below(&proof->dice, 10) : 9;
        if (kind > 3) {
            add_lines(proof, draw_one(proof, statements), depth);
            continue;
        }
        bool is_match = kind == 3;
        add_lines(proof, draw_one(proof, is_match ? matches : compounds), depth);
        make_block(proof, depth + 1 + is_match);
    }
}

TEST(lone_parts__say_of_edits_in_python_what_the_whole_program_says)
{
    struct proof proof = proof_new(&language_python);
    corpus_visit(visit, &proof);
    for (size_t i = 0; dense_programs[i]; i++)
        check_program(&proof, dense_programs[i], strlen(dense_programs[i]), 60);
    for (int i = 0; i < 100; i++) {
        scoped(str) text = {0};
        str_clear(&proof.made);
        make_block(&proof, 0);
        str_add(&text, str_text(&proof.made), proof.made.length);
        check_program(&proof, str_text(&text), text.length, 20);
    }
    assert_true(proof.n_same > 800 && proof.n_broken > proof.n_same * 2 / 3);
    proof_end(&proof, "python");
}

/* Each program has constructs that need something around them, or look like the end of an item. */
static const char *const rare_c[] = {
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
static const char *const rare_cpp[] = {
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
static const char *const rare_java[] = {
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

TEST(lone_parts__say_of_edits_in_other_languages_what_the_whole_program_says)
{
    static const struct {
        const struct language *language;
        const char *const *rare;
    } cases[] = {{&language_c, rare_c}, {&language_cpp, rare_cpp}, {&language_java, rare_java}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct proof proof = proof_new(cases[i].language);
        for (size_t k = 0; cases[i].rare[k]; k++) {
            check_program(&proof, cases[i].rare[k], strlen(cases[i].rare[k]), 300);
            if (!proof.buggy.is_valid)
                fail_msg("does not parse: %s", cases[i].rare[k]);
        }
        assert_true(proof.n_same > 300);
        corpus_visit_language(cases[i].language, visit, &proof);
        size_t n_differ = proof.n_differ, n_refused = proof.n_refused;
        proof_end(&proof, cases[i].language->name);
        assert_true(n_differ * 33 <= n_refused);
    }
}

/* ---- What is left out ---- */

struct rest_case {
    const struct language *language;
    const char *marked, *expected; /* what is read for the marked token */
};

/* Returns what is read of a program for the token between «», the tokens one blank apart. */
static struct str read_for(struct syntax_parser *parser, const char *marked)
{
    struct str rest = {0};
    struct lone_part parts[2];
    scoped(program) program = {0};
    scoped(program_parts) memory = {0};
    scoped(str) code = cut_off(&marked, "«"), text_of_token = cut_off(&marked, "»");
    size_t start = code.length, range = 0;
    str_print(&code, "%s%s", str_text(&text_of_token), marked);
    assert_true(program_tokenize(&program, syntax_parser_lexical(parser), code.text, code.length));
    size_t token = program_token_from(&program, start);
    const struct token_edit edit = {.buggy_token = token, .fixed_token = token};
    lone_parts_deciding(&memory, &program, &program, &edit, parts);
    for (size_t i = 0; i < program.tokens.n; i++) {
        const struct token *at = &program.tokens.items[i];
        struct token_text text = program_token_text(&program, i);
        while (range < parts[0].n_left_out && parts[0].left_out[range].end <= at->start_byte)
            range++;
        if (!token_is_layout(at) &&
            (range == parts[0].n_left_out || parts[0].left_out[range].start > at->start_byte))
            str_print(&rest, "%s%.*s", rest.length ? " " : "", (int)text.length, text.bytes);
    }
    return rest;
}

TEST(lone_parts__leave_out_what_says_nothing)
{
    static const struct rest_case cases[] = {
        {&language_cpp,
         "#include <a>\nusing namespace std;\nint f(int b) { return b; }\n"
         "int main() { int c; g(); «a» = 1; if (a) { h(); } }\n",
         "int main ( ) { a = 1 ; }"},
        {&language_cpp,
         "typedef long long ll;\nll a; int b;\nint main() { ll c = 1, d; e = c; x = («ll»)c; }\n",
         "int main ( ) { x = ( ll ) c ; }"},
        {&language_cpp, "struct A { int b; };\nstruct C { int d; };\nint main() { a.«b» = 1; }\n",
         "int main ( ) { a . b = 1 ; }"},
        {&language_cpp,
         "void f() { if (a) { struct B { }; } }\nint main() { if («a») { struct C { }; } }\n",
         "int main ( ) { if ( a ) { } }"},
        {&language_cpp,
         "int main() {\n#if A\nb;\n#endif\nfor (;;) {\n#if C\n;\n#endif\n}\n «d»; }\n",
         "int main ( ) { d ; }"},
        {&language_cpp, "int main() {\nfor (; «a»;) {\n#if B\n;\n#endif\n}\n c; }\n",
         "int main ( ) { for ( ; a ; ) { # if B ; # endif } }"},
        {&language_cpp, "int main() { a; if (b) c; else if («d») { e; } else { f; } g; }\n",
         "int main ( ) { if ( b ) c ; else if ( d ) { } else { } }"},
        {&language_cpp, "int a[] = {1, 2}, b[] = {3, «c»};\nint d[] = {e, f};\n",
         "int a [ ] = { 1 , 2 } , b [ ] = { 3 , c } ;"},
        {&language_cpp, "#define A 1\nint b;\n#if «A»\nint c;\n#endif\n", "# if A # endif"},
        {&language_c,
         "struct a { int b; } c;\nint d() { switch (e) { case 1: f; break; case 2: «g»; h; } }\n",
         "int d ( ) { switch ( e ) { case 1 : f ; case 2 : g ; } }"},
        {&language_java, "class A { int b = «c»; int d; }", "class A { int b = c ; }"},
        {&language_java,
         "class A { void b() { c(new D() { int e() { return «f»; } int g; }, h); } }",
         "class A { void b ( ) { c ( new D ( ) { int e ( ) { return f ; } } , h ) ; } }"},
        {&language_java,
         "class A { void b() { switch (c) { case 1: d(); default: e(); «f»(); } } }",
         "class A { void b ( ) { switch ( c ) { case 1 : d ( ) ; default : e ( ) ; f ( ) ; } } }"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(syntax_parser) *parser = syntax_parser_new(cases[i].language);
        scoped(str) rest = read_for(parser, cases[i].marked);
        assert_string_equal(str_text(&rest), cases[i].expected);
    }
}

/* ---- Scopes ---- */

/* Returns whether a line is left out of what is read for the names a and b before it. */
static bool is_left_out(const char *line)
{
    static const struct token_text names[] = {{"a", 1}, {"b", 1}};
    scoped_memory char *source = mem_print("c\n%s\nc\n", line);
    scoped(program) program = tokenized(source);
    scoped_array struct byte_ranges ranges = {0};
    struct lone_part part = {.bytes = {0, program.length}};
    bool is_out = false;
    lone_part_binding(&part, &ranges, &program, 0, names);
    for (size_t i = 0; i < part.n_left_out; i++)
        is_out = is_out || (part.left_out[i].start <= 2 && part.left_out[i].end > 2);
    return is_out;
}

TEST(lone_parts_binding__keeps_lines_that_may_bind_a_name)
{
    const char *binding =
        "a = c$(c, b) = d$c = b = d$b += c$b: c$(a := c)$c(b, a := d)$a <<= c$del b$"
        "for b, c in d: d$import c, b$import c as b$global b$[c for b in c]$def b(): d$"
        "class b(c): d$lambda c, b: d$nonlocal b$with c as b: d$from c import b$(b): c$b, c: d$"
        "d; c, b: d$if c: [b]: d$match: b = c$import b.c$def c(d, b): d$def d(c, b=c): d$"
        "if c:\n  d\nelif c:\n  a = 1";
    const char *reading = "b$c.a = d$b(c)[d] = e$b[c] = d$c = b$c[d] = b$c == b$if c: b$c['a'] = d$"
                          "b != c$b <= c$c(d=b)$c[d:b] == 1$c$c = d$c < b.c$while c:\n  d\n  d";
    while (*binding || *reading) {
        bool binds = *binding;
        scoped(str) line = cut_off(binds ? &binding : &reading, "$");
        if (is_left_out(str_text(&line)) == binds)
            fail_msg("%s", str_text(&line));
    }
}

struct binding {
    struct program whole, rest;
    struct scopes scopes, rest_scopes;
    struct byte_ranges left_out;
    struct dice dice;
    size_t n_checked, n_there, n_refused;
};

static size_t draw_word(struct binding *binding)
{
    size_t token = dice_below(&binding->dice, binding->whole.tokens.n);
    while (token && binding->whole.tokens.items[token].kind != TOKEN_WORD)
        token--;
    return token;
}

static void check_names(struct binding *binding)
{
    uint32_t token = (uint32_t)draw_word(binding);
    const struct token_text names[] = {program_token_text(&binding->whole, token),
                                       program_token_text(&binding->whole, draw_word(binding))};
    struct lone_part part = {.bytes = {0, binding->whole.length}};
    bool may_be_there =
        lone_part_binding(&part, &binding->left_out, &binding->whole, token, names) ||
        token_text_equal(names[0], names[1]);
    int n_there = 0;
    if (!program_parse_part(&binding->rest, shared_parser(), &part))
        fail_msg("does not parse:\n%s", binding->rest.source);
    scopes_find(&binding->rest_scopes, &binding->rest);
    for (int i = 0; i < 2; i++) {
        bool is_there = scopes_has_name(&binding->scopes, token, names[i]);
        n_there += is_there;
        if (scopes_has_name(&binding->rest_scopes, token, names[i]) != is_there)
            fail_msg("'%.*s' is %s there at token %u:\n%s", (int)names[i].length, names[i].bytes,
                     is_there ? "not" : "", (unsigned)token, binding->whole.source);
    }
    if (n_there == 2 && !may_be_there)
        fail_msg("a line binds '%.*s' and '%.*s':\n%s", (int)names[0].length, names[0].bytes,
                 (int)names[1].length, names[1].bytes, binding->whole.source);
    binding->n_checked++;
    binding->n_there += n_there == 2;
    binding->n_refused += !may_be_there;
}

static void check_bindings(struct binding *binding, const char *text, size_t length, int n)
{
    if (!program_read(&binding->whole, shared_parser(), text, length) || !binding->whole.tokens.n)
        return;
    program_read(&binding->rest, shared_parser(), text, length);
    scopes_find(&binding->scopes, &binding->whole);
    while (n--)
        check_names(binding);
}

static void visit_bindings(const struct corpus_source *source, void *context)
{
    check_bindings(context, source->text, source->length, 8);
}

TEST(lone_parts_binding__leaves_the_scopes_of_the_names)
{
    struct binding binding = {.dice = {1}};
    corpus_visit(visit_bindings, &binding);
    for (size_t i = 0; dense_programs[i]; i++)
        check_bindings(&binding, dense_programs[i], strlen(dense_programs[i]), 30);
    printf("note: %zu pairs of names: %zu in scope, %zu refused before a parse\n",
           binding.n_checked, binding.n_there, binding.n_refused);
    assert_true(binding.n_there > 500 && binding.n_refused > 500);
    array_release(&binding.left_out);
    program_release(&binding.whole);
    program_release(&binding.rest);
    scopes_release(&binding.scopes);
    scopes_release(&binding.rest_scopes);
}
