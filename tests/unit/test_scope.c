/* The variable that a name means. */
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

static void check_uses(const struct text_case *cases, size_t n)
{
    scoped(scopes) scopes = {0};
    scoped(str) line = {0};
    for (size_t i = 0; i < n; i++) {
        scoped(program) program = tokenized(cases[i].given);
        scopes_find(&scopes, &program);
        str_clear(&line);
        print_uses(&line, &scopes);
        if (strcmp(str_text(&line), cases[i].expected) != 0)
            fail_msg("%s\nuses are      %s\nand should be %s", cases[i].given, str_text(&line),
                     cases[i].expected);
    }
}

TEST(scopes_find__distinguishes_bindings_from_reads)
{
    static const struct text_case cases[] = {
        {"a = b\n", "a=@0 b@?"},
        {"a = b = c\n", "a=@0 b=@0 c@?"},
        {"a, (b, [c, *d]) = e\n", "a=@0 b=@0 c=@0 d=@0 e@?"},
        {"a[i] = a.b = 1\n", "a@? i@? a@?"},
        {"a[i], b.c, d = 1, 2, 3\n", "a@? i@? b@? d=@0"},
        {"a += a\n", "a+@0 a@0"},
        {"a[i] += 1\n", "a@? i@?"},
        {"a: int = b\n", "a=@0 int@? b@?"},
        {"a: int\n", "a=@0 int@?"},
        {"for i, (j, *k) in l:\n    i\nelse:\n    j\n", "i=@0 j=@0 k=@0 l@? i@0 j@0"},
        {"for a[i] in b: pass\n", "a@? i@? b@?"},
        {"with a as b, c as (d, e): pass\n", "a@? b=@0 c@? d=@0 e=@0"},
        {"with (open(a) as f, open(b) as g): pass\n", "open@? a@? f=@0 open@? b@? g=@0"},
        {"try: pass\nexcept E as e: e\n", "E@? e=@0 e@0"},
        {"try: pass\nexcept E, e: e\n", "E@? e=@0 e@0"},
        {"try: pass\nexcept (E, F), (e, f): e\n", "E@? F@? e=@0 f=@0 e@0"},
        {"try: pass\nexcept* E as e: e\n", "E@? e=@0 e@0"},
        {"import a, b.c, d.e as f\n", "a=@0 b=@0 f=@0"},
        {"from a.b import c, d as e\nfrom . import f\nfrom .g import (h)\n", "c=@0 e=@0 f=@0 h=@0"},
        {"from __future__ import division\n", "division=@0"},
        {"del a, (b), c[d], e.f\n", "a=@0 b=@0 c@? d@? e@?"},
        {"a(b=c, **d)\n", "a@? c@? d@?"},
        {"a.b.c\n", "a@?"},
        {"f'{a} {b!r:>{c}} d' + 'e'\n", "a@? b@? c@?"},
        {"if (a := b): a\n", "a=@0 b@? a@0"},
        {"print a, b\nexec c in d\n", "a@? b@? c@? d@?"},
        {"print(type)\n", "print@? type@?"},
        {"None, True\n", ""},
        {"", ""},
    };
    check_uses(cases, N_ITEMS(cases));
}

TEST(scopes_find__knows_scopes_inside_scopes)
{
    static const struct text_case cases[] = {
        {"x = 1\ndef f(a):\n    b = a + x\n", "x=@0 f=@0 a=@1 b=@1 a@1 x@0"},
        {"def f():\n    print(x)\n    x = 1\nx = 2\n", "f=@0 print@? x@1 x=@1 x=@0"},
        {"def f():\n    return x\nx = 2\n", "f=@0 x@0 x=@0"},
        {"def f(a, b=a, *c, **d): a, b, c, d\n", "f=@0 a=@1 b=@1 a@? c=@1 d=@1 a@1 b@1 c@1 d@1"},
        {"def f(a: a, *b: b, c: c = c) -> d: pass\n", "f=@0 a=@1 a@? b=@1 b@? c=@1 c@? c@? d@?"},
        {"def f((a, b), (c, d)=e): a, c\n", "f=@0 a=@1 b=@1 c=@1 d=@1 e@? a@1 c@1"},
        {"def f(a):\n    @a\n    def g(b=a): a\n", "f=@0 a=@1 a@1 g=@1 b=@2 a@1 a@1"},
        {"a = lambda b, c=b, *d: b + c + e\n", "a=@0 b=@1 c=@1 b@? d=@1 b@1 c@1 e@?"},
        {"lambda: lambda a=(lambda: b): a\n", "a=@2 b@? a@2"},
        {"def f():\n    x = 1\n    def g():\n        def h():\n            return x\n",
         "f=@0 x=@1 g=@1 h=@2 x@1"},
        {"class A(B, m=C):\n    x = 1\n    y = x\n    def f(self): return x, self\n",
         "A=@0 B@? C@? x=@1 y=@1 x@1 f=@1 self=@2 x@? self@2"},
        {"def f():\n    x = 1\n    class A:\n        x = 2\n        def g(): x\n",
         "f=@0 x=@1 A=@1 x=@2 g=@2 x@1"},
        {"class A:\n    x = 1\n    y = [x for z in x]\n", "A=@0 x=@1 y=@1 x@? z=@2 x@1"},
        {"[a for a in a if a for b in a]\n", "a@1 a=@1 a@? a@1 b=@1 a@1"},
        {"{a: b for a, b in c}\n{a for a in c}\n(a for a in c)\n",
         "a@1 b@1 a=@1 b=@1 c@? a@2 a=@2 c@? a@3 a=@3 c@?"},
        {"[[b for b in a] for a in a]\n", "b@2 b=@2 a@1 a=@1 a@?"},
        {"[a for a in b, c]\n", "a@1 a=@1 b@? c@?"},
        {"f(a for a in [a for a in a])\n", "f@? a@1 a=@1 a@2 a=@2 a@?"},
        {"def f():\n    [y := a for a in b]\n    y\n", "f=@0 y=@1 a@2 a=@2 b@? y@1"},
        {"[[(y := a) for a in b] for b in c]\ny\n", "y=@0 a@2 a=@2 b@1 b=@1 c@? y@0"},
        {"lambda a: (y := a)\n", "a=@1 y=@1 a@1"},
    };
    check_uses(cases, N_ITEMS(cases));
}

TEST(scopes_find__follows_declarations)
{
    static const struct text_case cases[] = {
        {"def f():\n    global x\n    x = 1\nx\n", "f=@0 x!@0 x=@0 x@0"},
        {"def f():\n    global x\n    x\n", "f=@0 x!@? x@?"},
        {"def f():\n    x = 1\n    def g():\n        global x\n        x = 2\n    x\n",
         "f=@0 x=@1 g=@1 x!@0 x=@0 x@1"},
        {"def f():\n    x = 1\n    def g():\n        global x\n        def h(): x\n",
         "f=@0 x=@1 g=@1 x!@? h=@2 x@?"},
        {"def f():\n    x = 1\n    def g():\n        nonlocal x\n        x += 1\n",
         "f=@0 x=@1 g=@1 x!@1 x+@1"},
        {"def f():\n    x = 1\n    class A:\n        x = 2\n        def g():\n"
         "            nonlocal x\n"
         "            x = 3\n",
         "f=@0 x=@1 A=@1 x=@2 g=@2 x!@1 x=@1"},
        {"class A:\n    global x\n    x = 1\n    def f(): x\n", "A=@0 x!@0 x=@0 f=@1 x@0"},
        {"def f():\n    global x\n    [x := a for a in b]\n", "f=@0 x!@0 x=@0 a@2 a=@2 b@?"},
        {"global x\nx = 1\n", "x!@0 x=@0"},
        {"def f():\n    nonlocal x\n    x = 1\n", "f=@0 x!@0 x=@0"}, /* Python refuses it */
    };
    check_uses(cases, N_ITEMS(cases));
}

TEST(scopes_find__knows_patterns_and_types)
{
    static const struct text_case cases[] = {
        {"match p:\n    case [a, *r] if a: r\n", "p@? a=@0 r=@0 a@0 r@0"},
        {"match p:\n    case {'k': v, **rest}: pass\n", "p@? v=@0 rest=@0"},
        {"match p:\n    case P(x=q, y=K.v, z=P()) as w: pass\n", "p@? P@? q=@0 K@? P@? w=@0"},
        {"match p:\n    case m | K.z | _: pass\n    case w: pass\n", "p@? m=@0 K@? w=@0"},
        {"match p:\n    case a.P(b, (c, d)): pass\n", "p@? a@? b=@0 c=@0 d=@0"},
        {"type Y = list[int]\n", "Y=@0 list@? int@?"},
        {"def f[T](x: T) -> List[T]: return T\n", "f=@0 T@? x=@1 T@? List@? T@? T@?"},
        {"x: a.b\n", "x=@0 a@?"},
    };
    check_uses(cases, N_ITEMS(cases));
}

TEST(scopes_find__says_how_a_variable_is_bound)
{
    static const struct {
        const char *code;
        unsigned bindings; /* of the variable x */
    } cases[] = {
        {"x = 1\n", BINDING_ASSIGNED},
        {"x += 1\n", BINDING_ASSIGNED},
        {"(x := 1)\n", BINDING_ASSIGNED},
        {"lambda x: 1\n", BINDING_PARAMETER},
        {"def f(*x): pass\n", BINDING_PARAMETER},
        {"for x in a: x = 1\n", BINDING_LOOP | BINDING_ASSIGNED},
        {"[x for x in a]\n", BINDING_COMPREHENSION},
        {"with a as x: pass\n", BINDING_WITH},
        {"with (a as x, b as c): pass\n", BINDING_WITH},
        {"try: pass\nexcept E as x: pass\n", BINDING_EXCEPTION},
        {"try: pass\nexcept E, x: pass\n", BINDING_EXCEPTION},
        {"try: pass\nexcept* E as x: pass\n", BINDING_EXCEPTION},
        {"import x.y\n", BINDING_IMPORT},
        {"from a import b as x\n", BINDING_IMPORT},
        {"@a\ndef x(): pass\n", BINDING_FUNCTION},
        {"class x: pass\n", BINDING_CLASS},
        {"match a:\n    case [x]: pass\n", BINDING_MATCH},
        {"match a:\n    case b as x: pass\n", BINDING_MATCH},
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

TEST(scopes_variable_at__finds_uses_by_token)
{
    scoped(scopes) scopes = {0};
    scoped(program) program = tokenized("def f(a):\n    return a.b + f(a=1)\n");
    scopes_find(&scopes, &program);
    size_t n_found = 0;
    for (uint32_t i = 0; i < program.tokens.n; i++) {
        uint32_t variable = scopes_variable_at(&scopes, i);
        if (variable == SCOPES_NONE)
            continue;
        assert_int_equal(scopes.uses.items[n_found].token, i);
        assert_int_equal(scopes.uses.items[n_found++].variable, variable);
    }
    assert_int_equal(n_found, scopes.uses.n);
    assert_int_equal(n_found, 4);
    assert_int_equal(scopes_variable_at(&scopes, (uint32_t)program.tokens.n), SCOPES_NONE);
}

/* As deep as a program may be: each function binds a name, and the innermost reads others. */
/* Whether the token `@` would be a variable that the program binds, were it that name. */
TEST(scopes_has_name__knows_what_is_visible)
{
    static const struct {
        const char *code, *name;
        bool is_there;
    } cases[] = {
        {"a = 1\nprint(at)\n", "a", true},
        {"print(at)\na = 1\n", "a", true}, /* wherever it is bound */
        {"a = 1\nprint(at)\n", "b", false},
        {"a = 1\nprint(at)\n", "len", false},
        {"len = 1\nprint(at)\n", "len", true},
        {"x = len\nprint(at)\n", "len", false}, /* read only */
        {"x = len\nprint(at)\n", "print", false},
        {"at = 1\n", "at", true}, /* it binds itself */
        {"print(at)\n", "at", false},
        {"import a\nat()\n", "a", true},
        {"def a(): pass\nat()\n", "a", true},
        {"def f():\n    a = 1\nprint(at)\n", "a", false},
        {"def f(a):\n    print(at)\n", "a", true},
        {"a = 1\ndef f():\n    def g(): print(at)\n", "a", true},
        {"def f():\n    a = 1\n    def g(): print(at)\n", "a", true},
        {"class C:\n    a = 1\n    print(at)\n", "a", true},
        {"class C:\n    a = 1\n    def f(self): print(at)\n", "a", false},
        {"def f():\n    global a\n    a = 1\ndef g(): print(at)\n", "a", true},
        {"x = [at for a in b]\n", "a", true},
        {"x = [a for a in b]\nprint(at)\n", "a", false},
        {"x.at\na = 1\n", "a", false}, /* an attribute is not a use */
    };
    scoped(scopes) scopes = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct token_text name = {cases[i].name, strlen(cases[i].name)};
        uint32_t token = 0;
        scoped(program) program = tokenized(cases[i].code);
        while (!token_text_equal(program_token_text(&program, token), (struct token_text){"at", 2}))
            token++;
        scopes_find(&scopes, &program);
        if (scopes_has_name(&scopes, token, name) != cases[i].is_there)
            fail_msg("%s in %s", cases[i].name, cases[i].code);
    }
}

TEST(scopes_find__withstands_depth)
{
    enum { DEPTH = 2500, N_READ = 5000 };
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
