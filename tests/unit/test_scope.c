/* The variable that a name means. That a name is in scope is in tests/cases/python.case, and what
 * Python's own symbol tables say of real programs is in tests/slow/test_scope.c. */
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/scope.h"

/* The uses in one line: the name; `=` written, `+` read and written, `!` declared; `@` and the
 * number of the scope that the variable belongs to, `?` for one that is bound nowhere. */
static void print_uses(struct str *out, const struct scopes *scopes)
{
    static const char *const signs[] = {"", "=", "+", "!"};
    for (size_t i = 0; i < scopes->uses.n; i++) {
        const struct name_use *use = &scopes->uses.items[i];
        const struct variable *variable = &scopes->variables.items[use->variable];
        str_print(out, "%s%.*s%s@", i ? " " : "", (int)variable->name.length, variable->name.bytes,
                  signs[use->kind]);
        if (variable->bindings)
            str_print(out, "%u", (unsigned)variable->scope);
        else
            str_add_text(out, "?");
    }
}

/* Programs and their uses: CODE→USES before each dollar sign. */
static const char rows[] =
    /* Bindings and reads. */
    "a = b→a=@0 b@?$a, (b, [c, *d]) = e→a=@0 b=@0 c=@0 d=@0 e@?$"
    "a[i], b.c, d = 1, 2, 3→a@? i@? b@? d=@0$a += a→a+@0 a@0$a[i] += 1→a@? i@?$"
    "a: int = b→a=@0 int@? b@?$a: int→a=@0 int@?$"
    "for i, (j, *k) in l:\n    i\nelse:\n    j→i=@0 j=@0 k=@0 l@? i@0 j@0$"
    "for a[i] in b: pass→a@? i@? b@?$with a as b, c as (d, e): pass→a@? b=@0 c@? d=@0 e=@0$"
    "with (open(a) as f, open(b) as g): pass→open@? a@? f=@0 open@? b@? g=@0$"
    "try: pass\nexcept E as e: e→E@? e=@0 e@0$try: pass\nexcept E, e: e→E@? e=@0 e@0$"
    "try: pass\nexcept (E, F), (e, f): e→E@? F@? e=@0 f=@0 e@0$"
    "import a, b.c, d.e as f→a=@0 b=@0 f=@0$"
    "from a.b import c, d as e\nfrom . import f\nfrom .g import (h)→c=@0 e=@0 f=@0 h=@0$"
    "del a, (b), c[d], e.f→a=@0 b=@0 c@? d@? e@?$a(b=c, **d)→a@? c@? d@?$"
    "f'{a} {b!r:>{c}} d' + 'e'→a@? b@? c@?$if (a := b): a→a=@0 b@? a@0$"
    "print a, b\nexec c in d→a@? b@? c@? d@?$"
    "fi = 1\ndef f(): fi = 2, ﬁ→fi=@0 f=@0 fi=@1 fi@1$"
    /* Scopes inside scopes. */
    "x = 1\ndef f(a):\n    b = a + x→x=@0 f=@0 a=@1 b=@1 a@1 x@0$"
    "def f():\n    print(x)\n    x = 1\nx = 2→f=@0 print@? x@1 x=@1 x=@0$"
    "def f():\n    return x\nx = 2→f=@0 x@0 x=@0$"
    "def f(a, b=a, *c, **d): a, b, c, d→f=@0 a=@1 b=@1 a@? c=@1 d=@1 a@1 b@1 c@1 d@1$"
    "def f(a: a, *b: b, c: c = c) -> d: pass→f=@0 a=@1 a@? b=@1 b@? c=@1 c@? c@? d@?$"
    "def f((a, b), (c, d)=e): a, c→f=@0 a=@1 b=@1 c=@1 d=@1 e@? a@1 c@1$"
    "def f(a):\n    @a\n    def g(b=a): a→f=@0 a=@1 a@1 g=@1 b=@2 a@1 a@1$"
    "a = lambda b, c=b, *d: b + c + e→a=@0 b=@1 c=@1 b@? d=@1 b@1 c@1 e@?$"
    "lambda: lambda a=(lambda: b): a→a=@2 b@? a@2$"
    "def f():\n    x = 1\n    def g():\n        def h():\n            return x→"
    "f=@0 x=@1 g=@1 h=@2 x@1$"
    "class A(B, m=C):\n    x = 1\n    y = x\n    def f(self): return x, self→"
    "A=@0 B@? C@? x=@1 y=@1 x@1 f=@1 self=@2 x@? self@2$"
    "def f():\n    x = 1\n    class A:\n        x = 2\n        def g(): x→"
    "f=@0 x=@1 A=@1 x=@2 g=@2 x@1$"
    "class A:\n    x = 1\n    y = [x for z in x]→A=@0 x=@1 y=@1 x@? z=@2 x@1$"
    "[a for a in a if a for b in a]→a@1 a=@1 a@? a@1 b=@1 a@1$"
    "{a: b for a, b in c}\n{a for a in c}\n(a for a in c)→"
    "a@1 b@1 a=@1 b=@1 c@? a@2 a=@2 c@? a@3 a=@3 c@?$"
    "[[b for b in a] for a in a]→b@2 b=@2 a@1 a=@1 a@?$"
    "f(a for a in [a for a in a])→f@? a@1 a=@1 a@2 a=@2 a@?$"
    "def f():\n    [y := a for a in b]\n    y→f=@0 y=@1 a@2 a=@2 b@? y@1$"
    "[[(y := a) for a in b] for b in c]\ny→y=@0 a@2 a=@2 b@1 b=@1 c@? y@0$"
    "lambda a: (y := a)→a=@1 y=@1 a@1$"
    /* Declarations; the last one is refused by Python. */
    "def f():\n    global x\n    x = 1\nx→f=@0 x!@0 x=@0 x@0$"
    "def f():\n    global x\n    x→f=@0 x!@? x@?$"
    "def f():\n    x = 1\n    def g():\n        global x\n        x = 2\n    x→"
    "f=@0 x=@1 g=@1 x!@0 x=@0 x@1$"
    "def f():\n    x = 1\n    def g():\n        global x\n        def h(): x→"
    "f=@0 x=@1 g=@1 x!@? h=@2 x@?$"
    "def f():\n    x = 1\n    def g():\n        nonlocal x\n        x += 1→"
    "f=@0 x=@1 g=@1 x!@1 x+@1$"
    "def f():\n    x = 1\n    class A:\n        x = 2\n        def g():\n            nonlocal x\n"
    "            x = 3→f=@0 x=@1 A=@1 x=@2 g=@2 x!@1 x=@1$"
    "class A:\n    global x\n    x = 1\n    def f(): x→A=@0 x!@0 x=@0 f=@1 x@0$"
    "def f():\n    global x\n    [x := a for a in b]→f=@0 x!@0 x=@0 a@2 a=@2 b@?$"
    "global x\nx = 1→x!@0 x=@0$def f():\n    nonlocal x\n    x = 1→f=@0 x!@0 x=@0$"
    /* Patterns and types. */
    "match p:\n    case [a, *r] if a: r→p@? a=@0 r=@0 a@0 r@0$"
    "match p:\n    case {'k': v, **rest}: pass→p@? v=@0 rest=@0$"
    "match p:\n    case P(x=q, y=K.v, z=P()) as w: pass→p@? P@? q=@0 K@? P@? w=@0$"
    "match p:\n    case m | K.z | _: pass\n    case w: pass→p@? m=@0 K@? w=@0$"
    "match p:\n    case a.P(b, (c, d)): pass→p@? a@? b=@0 c=@0 d=@0$"
    "type Y = list[int]→Y=@0 list@? int@?$"
    "def f[T](x: T) -> List[T]: return T→f=@0 T@? x=@1 T@? List@? T@? T@?";

TEST(scopes_find__says_what_each_name_means)
{
    scoped(scopes) scopes = {0};
    for (const char *rest = rows; *rest;) {
        scoped(str) code = cut_off(&rest, "→"), expected = cut_off(&rest, "$"), line = {0};
        str_add_text(&code, "\n");
        scoped(program) program = tokenized(str_text(&code));
        scopes_find(&scopes, &program);
        print_uses(&line, &scopes);
        if (strcmp(str_text(&line), str_text(&expected)) != 0)
            fail_msg("%s\nuses are      %s\nand should be %s", str_text(&code), str_text(&line),
                     str_text(&expected));
    }
}

TEST(scopes_find__says_how_a_variable_is_bound)
{
    static const struct {
        const char *code;
        unsigned bindings; /* of the variable x */
    } cases[] = {
        {"x = 1\n", BINDING_ASSIGNED},
        {"(x := 1)\n", BINDING_ASSIGNED},
        {"lambda x: 1\n", BINDING_PARAMETER},
        {"for x in a: x = 1\n", BINDING_LOOP | BINDING_ASSIGNED},
        {"[x for x in a]\n", BINDING_COMPREHENSION},
        {"with (a as x, b as c): pass\n", BINDING_WITH},
        {"try: pass\nexcept E as x: pass\n", BINDING_EXCEPTION},
        {"try: pass\nexcept E, x: pass\n", BINDING_EXCEPTION},
        {"from a import b as x\n", BINDING_IMPORT},
        {"@a\ndef x(): pass\n", BINDING_FUNCTION},
        {"class x: pass\n", BINDING_CLASS},
        {"match a:\n    case [x]: pass\n", BINDING_MATCH},
        {"del x\n", BINDING_DELETED},
        {"def f():\n    global x\n    x = 1\nimport x\n", BINDING_ASSIGNED | BINDING_IMPORT},
        {"x\n", 0},
    };
    scoped(scopes) scopes = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) program = tokenized(cases[i].code);
        scopes_find(&scopes, &program);
        unsigned bindings = 0, n = 0;
        for (size_t j = 0; j < scopes.variables.n; j++) {
            const struct variable *variable = &scopes.variables.items[j];
            if (variable->name.length != 1 || variable->name.bytes[0] != 'x')
                continue;
            bindings = variable->bindings;
            n++;
            const struct name_use *first =
                bindings ? &scopes.uses.items[variable->first_binding] : NULL;
            assert_int_equal(!first, variable->first_binding == SCOPES_NONE);
            assert_true(!first || &scopes.variables.items[first->variable] == variable);
            assert_true(!first || first->kind == USE_WRITE || first->kind == USE_BOTH);
        }
        assert_int_equal(n, 1);
        if (bindings != cases[i].bindings)
            fail_msg("%s: bindings %x", cases[i].code, bindings);
    }
}

TEST(scopes_find__distinguishes_kinds_of_scopes)
{
    scoped(scopes) scopes = {0};
    scoped(program) program =
        tokenized("from a import *\nclass A:\n    def f(): lambda: [b for b in {c for c in d}]\n");
    scopes_find(&scopes, &program);
    static const struct {
        enum scope_kind kind;
        uint32_t parent;
    } expected[] = {{SCOPE_MODULE, 0}, {SCOPE_CLASS, 0},   {SCOPE_FUNCTION, 1},
                    {SCOPE_LAMBDA, 2}, {SCOPE_LEAKING, 3}, {SCOPE_COMPREHENSION, 3}};
    assert_int_equal(scopes.scopes.n, N_ITEMS(expected));
    for (size_t i = 0; i < N_ITEMS(expected); i++) {
        assert_int_equal(scopes.scopes.items[i].kind, expected[i].kind);
        assert_int_equal(scopes.scopes.items[i].parent, expected[i].parent);
        assert_int_equal(scope_is_comprehension(&scopes.scopes.items[i]), i >= 4);
    }
    assert_true(scopes.has_wildcard_import);
    program_release(&program);

    tokenize_valid(&program, "from a import b\n");
    scopes_find(&scopes, &program);
    assert_false(scopes.has_wildcard_import);
    assert_int_equal(scopes.scopes.n, 1);
}

/* As deep as a program may be: each function binds a name, and the innermost reads others. */
TEST(scopes_find__withstands_depth)
{
    enum { DEPTH = 2500, N_READ = 1000 };
    scoped(str) code = {0};
    for (int i = 0; i < DEPTH; i++)
        str_print(&code, "lambda a%d:", i);
    str_add_text(&code, "[a0");
    for (int i = 0; i < N_READ; i++)
        str_print(&code, ",b%d", i);
    str_add_text(&code, "]\n");
    scoped(scopes) scopes = {0};
    scoped(program) program = tokenized(str_text(&code));
    scopes_find(&scopes, &program);
    assert_int_equal(scopes.scopes.n, DEPTH + 1);
    assert_int_equal(scopes.uses.n, DEPTH + 1 + N_READ);
    const struct variable *outermost = &scopes.variables.items[scopes.uses.items[DEPTH].variable];
    assert_int_equal(outermost->scope, 1);
}
