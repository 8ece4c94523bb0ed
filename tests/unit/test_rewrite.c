/* Rewrites of single programs and of the two programs of a fix. */
#include "augment/rewrite.h"
#include "base/table.h"
#include "tests/support/test.h"

static struct rewrite_tools *tools;
static struct rewrite_side side, fixed_side;
static struct rewrite_sites sites;

static int open_tools(void **state)
{
    (void)state;
    tools = rewrite_tools_new(&language_python);
    return 0;
}

static int close_tools(void **state)
{
    (void)state;
    rewrite_tools_free(tools);
    rewrite_side_release(&side);
    rewrite_side_release(&fixed_side);
    rewrite_sites_release(&sites);
    return 0;
}

/* The rewrites of a program at all sites, in the order of the tokens and with a line `--`
 * between; or the reason for which there is none. The names that the draw 0 gives come first in
 * the table. */
static void print_rewrites(struct str *out, enum rewrite_kind kind, const char *code,
                           const char *original_language)
{
    str_clear(out);
    enum rewrite_reason reason =
        rewrite_side_read(&side, tools, code, strlen(code), original_language);
    if (reason == REWRITE_DONE)
        reason = rewrite_side_find(&sites, &side, kind);
    if (reason != REWRITE_DONE) {
        str_add_text(out, rewrite_reason_name(reason));
        return;
    }
    for (size_t i = 0; i < sites.tokens.n; i++) {
        if (i)
            str_add_text(out, "--\n");
        const struct rewrite_place place = {kind, sites.tokens.items[i], 0, 0};
        if (rewrite_side_make(&side, tools, &place, NULL))
            str_add(out, side.text.text, side.text.length);
        else
            str_print(out, "refused: %s", str_text(&side.text));
    }
}

static void check_rewrites(enum rewrite_kind kind, const struct text_case *cases, size_t n)
{
    scoped(str) out = {0};
    for (size_t i = 0; i < n; i++) {
        print_rewrites(&out, kind, cases[i].given, "Python (3.8.2)");
        if (strcmp(str_text(&out), cases[i].expected) != 0)
            fail_msg("%s\ngives %s\nand should give %s", cases[i].given, str_text(&out),
                     cases[i].expected);
    }
}

static const char nothing[] = "nothing to rewrite", unsafe[] = "no provably safe place",
                  by_text[] = "may look up names as text", methods[] = "redefines operators";

TEST(rename__changes_all_uses_of_one_variable)
{
    static const struct text_case cases[] = {
        {"a = 1\nb = a.a + a\n", "value = 1\nb = value.a + value\n--\na = 1\nvalue = a.a + a\n"},
        {"def f(a):\n    return a\na = f(1)\n", "def f(value):\n    return value\na = f(1)\n--\n"
                                                "def f(a):\n    return a\nvalue = f(1)\n"},
        {"for i in [i for i in j]: i\n", "for value in [i for i in j]: value\n--\n"
                                         "for i in [value for value in j]: i\n"},
        {"def f():\n    global g\n    g = 1\nprint(g)\n",
         "def f():\n    global value\n    value = 1\nprint(value)\n"},
        {"with f() as a: del a\n", "with f() as value: del value\n"},
        {"value = item\n", "result = item\n"}, /* both names are taken */
        {"a = 'value'\n", "item = 'value'\n"}, /* so is a word of a string */
        {"a = f'{b} value {a}'\n", "item = f'{b} value {item}'\n"},
    };
    check_rewrites(REWRITE_RENAME, cases, N_ITEMS(cases));
}

TEST(rename__leaves_what_may_be_looked_up)
{
    const struct text_case cases[] = {
        {"import a\ndef f(): pass\nclass B: pass\n", nothing},
        {"try: pass\nexcept E as e: e\n", nothing},
        {"list = [1]\n", unsafe},
        {"__a = 1\n", unsafe},
        {"a = 'the a'\n", unsafe},
        {"a = '\\na'\n", unsafe},
        {"a = 1\nf'{a=}'\n", unsafe},
        {"a = 1\nf'an {a} and a'\n", unsafe},
        {"class A:\n    b = 1\n", unsafe},
        {"b = 1\nclass A:\n    b = b\n", unsafe},
        {"def f(a): pass\nf(a=1)\n", unsafe},
        {"def f(a): pass\nf(**g)\n", unsafe},
        {"from m import *\na = 1\n", unsafe},
        {"from m import *\ndef f(a): pass\n", "from m import *\ndef f(value): pass\n"},
        {"a = 1\nlocals()\n", by_text},
        {"a = 1\nx.__dict__\n", by_text},
        {"a = 1\neval(s)\n", by_text},
        {"a = 1\nexec 'b'\n", by_text},
        {"\xef\xbd\x81 = 1\na = 2\n", by_text}, /* a fullwidth a is an a */
    };
    check_rewrites(REWRITE_RENAME, cases, N_ITEMS(cases));
}

TEST(rename__knows_what_a_dialect_does)
{
    static const struct {
        const char *code, *original_language, *expected;
    } cases[] = {
        {"a = input()\n", "Python (3.8.2)", "value = input()\n"},
        {"a = input()\n", "Python (2.7.6)", "may look up names as text"},
        {"a = input()\n", NULL, "may look up names as text"},
        {"a = raw_input()\n", NULL, "value = raw_input()\n"},
        {"[i for i in b]\nprint(i)\n", "Python (3.8.2)", "[value for value in b]\nprint(i)\n"},
        {"[i for i in b]\nprint(i)\n", NULL, "no provably safe place"},
        {"i = 1\n[i for i in b]\n", "Python (2.7.6)", "no provably safe place"},
        {"[i for i in b]\n", "Python (2.7.6)", "[value for value in b]\n"},
        {"{i for i in b}\ni = 1\n", NULL,
         "{value for value in b}\ni = 1\n--\n{i for i in b}\nvalue = 1\n"},
    };
    scoped(str) out = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        print_rewrites(&out, REWRITE_RENAME, cases[i].code, cases[i].original_language);
        if (strcmp(str_text(&out), cases[i].expected) != 0)
            fail_msg("%s gives %s", cases[i].code, str_text(&out));
    }
}

TEST(rename__continues_after_the_table_with_numbers)
{
    scoped(str) code = {0}, text = {0};
    str_add_text(&code, "a = value");
    static const char *const rest[] = {
        "item",  "result", "count", "index",  "total",   "current", "data",  "number",   "left",
        "right", "start",  "stop",  "size",   "length",  "first",   "last",  "key",      "entry",
        "node",  "temp",   "limit", "offset", "amount",  "score",   "state", "previous", "other",
        "line",  "row",    "level", "flag",   "element", "answer"};
    for (size_t i = 0; i < N_ITEMS(rest); i++)
        str_print(&code, " + %s", rest[i]);
    str_add_text(&code, " + value2\n");
    print_rewrites(&text, REWRITE_RENAME, str_text(&code), "Python (3.8.2)");
    assert_memory_equal(str_text(&text), "item2 = value + ", 16);
}

TEST(condition__swaps_both_sides)
{
    static const struct text_case cases[] = {
        {"if a < b: c\n", "if b > a: c\n"},
        {"if a > b: c\n", "if b < a: c\n"},
        {"if a<=b: c\n", "if b>=a: c\n"},
        {"if a >= b: c\n", "if b <= a: c\n"},
        {"if a == b: c\n", "if b == a: c\n"},
        {"if a != b: c\n", "if b != a: c\n"},
        {"if a <> b: c\n", "if b <> a: c\n"},
        {"if a + 1 < -b[i].c * (2, [3]): d\n", "if -b[i].c * (2, [3]) > a + 1: d\n"},
        {"if(a)<b:pass\n", "if b>(a):pass\n"},
        {"1if a<2else 3\n", "1if 2>a else 3\n"},
        {"if (a # x\n  < b): c\n", "if (b # x\n  > a): c\n"},
        {"if len(a) < int(b): c\n", "if int(b) > len(a): c\n"},
        {"if not a == b and c == 'd': e\n",
         "if not b == a and c == 'd': e\n--\nif not a == b and 'd' == c: e\n"},
        {"while a < b < c and d < e: pass\n", "while a < b < c and e > d: pass\n"},
    };
    check_rewrites(REWRITE_CONDITION, cases, N_ITEMS(cases));
}

TEST(condition__leaves_what_may_do_something)
{
    const struct text_case cases[] = {
        {"if a < b < c: d\n", nothing},
        {"if a in b: c\nif a is b: c\nif a is not b: c\n", nothing},
        {"if f() < a: b\n", unsafe},
        {"if a.f() < b: c\n", unsafe},
        {"if int(input()) < a: b\n", unsafe},
        {"if (a := 1) < b: c\n", unsafe},
        {"if [c for c in d] == b: e\n", unsafe},
        {"if (lambda: a) == b: c\n", unsafe},
        {"if (await a) == b: c\n", unsafe},
        {"if f'{a}' == b: c\n", unsafe},
        {"len = f\nif len(a) < b: c\n", unsafe},
        {"from m import *\nif len(a) < b: c\n", unsafe},
        {"class A:\n    def __lt__(s, o): pass\nif a < b: c\n", methods},
        {"class A: pass\nA.__eq__ = f\nif a == b: c\n", methods},
        {"class A:\n    @property\n    def p(s): pass\nif a.p < b: c\n", methods},
        {"class A:\n    def __init__(s): pass\nif a < b: c\n",
         "class A:\n    def __init__(s): pass\nif b > a: c\n"},
        {"d = defaultdict(int)\nif d[1] < len(d): c\n", unsafe},
        {"d = defaultdict(int)\nif d[1] < d[2]: c\n", unsafe},
        {"d = defaultdict(int)\nif d[1] < 2: c\n", "d = defaultdict(int)\nif 2 > d[1]: c\n"},
        {"if d[1] < len(d): c\n", "if len(d) > d[1]: c\n"},
        {"if a == a: b\n", unsafe}, /* nothing would change */
        {"if a < a: b\n", "if a > a: b\n"},
    };
    check_rewrites(REWRITE_CONDITION, cases, N_ITEMS(cases));
}

TEST(condition__takes_what_a_condition_is_made_of)
{
    const struct text_case cases[] = {
        {"if a < b: pass\nelif c == d: pass\n", "if b > a: pass\nelif c == d: pass\n--\n"
                                                "if a < b: pass\nelif d == c: pass\n"},
        {"while a < b: pass\n", "while b > a: pass\n"},
        {"x = c if a < b else d < e\n", "x = c if b > a else d < e\n"},
        {"x = (c if # why\n a < b else d)\n", "x = (c if # why\n b > a else d)\n"},
        {"if not (a < b) and c: pass\n", "if not (b > a) and c: pass\n"},
        {"if a and (b or c != d): pass\n", "if a and (b or d != c): pass\n"},
        {"a < b\nif c: d < e\n", nothing},
        {"if f(a < b): pass\n", nothing},
        {"if (a < b) + 1: pass\n", nothing},
        {"if (a + b) == c: pass\n", "if c == (a + b): pass\n"},
        {"x = a < b\nassert c < d\n[e for e in f if e < g]\n", nothing},
        {"if a < b < c: pass\n", nothing},
        {"if f() < b: pass\n", unsafe},
        {"if a == a: pass\n", unsafe},
        {"class A:\n    def __lt__(s, o): pass\nif a < b: pass\n", methods},
        {"f'{a if b < c else d}'\n", unsafe},
    };
    check_rewrites(REWRITE_CONDITION, cases, N_ITEMS(cases));
}

TEST(rewrite_side_find__leaves_what_reads_itself)
{
    static const char *const programs[] = {
        "a = 1 # b\nif a < 2: open(__file__)\nelse: a\n",
        "a = 1 # b\nif a < 2: sys._getframe().f_lineno\nelse: a\n",
        "import inspect\na = 1 # b\nif a < 2: pass\nelse: a\n",
    };
    for (size_t i = 0; i < N_ITEMS(programs); i++) {
        assert_int_equal(rewrite_side_read(&side, tools, programs[i], strlen(programs[i]), NULL),
                         REWRITE_DONE);
        for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++)
            assert_int_equal(rewrite_side_find(&sites, &side, kind), REWRITE_ITSELF);
    }
}

TEST(rewrite_side_read__refuses_what_does_not_parse)
{
    assert_int_equal(rewrite_side_read(&side, tools, "a = (", 5, NULL), REWRITE_UNPARSED);
    assert_int_equal(rewrite_side_read(&side, tools, "", 0, NULL), REWRITE_DONE);
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++)
        assert_int_equal(rewrite_side_find(&sites, &side, kind), REWRITE_NOTHING);
}

/* A fix, its rewrites at all sites of the buggy program (the buggy one, `=>`, the fixed one), or
 * the reason for which there is none there. */
struct pair_case {
    enum rewrite_kind kind;
    const char *buggy, *fixed, *expected;
};

static void print_pairs(struct str *out, const struct pair_case *fix)
{
    struct token_edit edit, after;
    str_clear(out);
    assert_int_equal(rewrite_side_read(&side, tools, fix->buggy, strlen(fix->buggy), NULL),
                     REWRITE_DONE);
    assert_int_equal(rewrite_side_read(&fixed_side, tools, fix->fixed, strlen(fix->fixed), NULL),
                     REWRITE_DONE);
    assert_int_equal(program_difference(&side.program, &fixed_side.program, &edit),
                     DIFFERENCE_SINGLE);
    rewrite_side_find(&sites, &side, fix->kind);
    for (size_t i = 0; i < sites.tokens.n; i++) {
        const struct rewrite_place place = {fix->kind, sites.tokens.items[i], 0, 0};
        enum rewrite_reason reason = rewrite_pair(&after, &side, &fixed_side, tools, &place, &edit);
        str_add_text(out, i ? "; " : "");
        if (reason == REWRITE_DONE) {
            assert_int_equal(after.kind, edit.kind);
            str_print(out, "%s => %s", str_text(&side.text), str_text(&fixed_side.text));
        } else {
            str_add_text(out, rewrite_reason_name(reason));
        }
    }
}

TEST(rewrite_pair__keeps_the_bug_one_token)
{
    const struct pair_case cases[] = {
        {REWRITE_CONDITION, "if a < b: d", "if a < c: d", "if b > a: d => if c > a: d"},
        {REWRITE_CONDITION, "if a < b or c: d", "if a < b and c: d",
         "if b > a or c: d => if b > a and c: d"},
        {REWRITE_CONDITION, "if a < len(b): c", "if a < f(b): c", unsafe},
        {REWRITE_CONDITION, "if not a == b: c", "if a == b: c", "if not b == a: c => if b == a: c"},
        {REWRITE_CONDITION, "if a < b: c", "if a <= b: c", "if b > a: c => if b >= a: c"},
        {REWRITE_CONDITION, "if a < b: c", "if not a < b: c", "if b > a: c => if not b > a: c"},
        {REWRITE_CONDITION, "if a < b: c", "if a in b: c", nothing},
    };
    scoped(str) out = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        print_pairs(&out, &cases[i]);
        if (strcmp(str_text(&out), cases[i].expected) != 0)
            fail_msg("%s => %s\ngives %s\nand should give %s", cases[i].buggy, cases[i].fixed,
                     str_text(&out), cases[i].expected);
    }
}

/* The bug is in the renamed variable, in another one, or not in a name. */
TEST(rewrite_pair__renames_in_both_programs)
{
    static const struct {
        const char *buggy, *fixed;
        const char *before, *after; /* of the first rename; NULL: the new name */
    } cases[] = {
        {"a = b = 1\nprint(a)", "a = b = 1\nprint(b)", NULL, "b"},
        {"a = b = 1\nprint(b)", "a = b = 1\nprint(a)", "b", NULL},
        {"a = 1\nprint(a + 1)", "a = 1\nprint(a - 1)", "+", "-"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct token_edit edit, after;
        rewrite_side_read(&side, tools, cases[i].buggy, strlen(cases[i].buggy), NULL);
        rewrite_side_read(&fixed_side, tools, cases[i].fixed, strlen(cases[i].fixed), NULL);
        program_difference(&side.program, &fixed_side.program, &edit);
        assert_int_equal(rewrite_side_find(&sites, &side, REWRITE_RENAME), REWRITE_DONE);
        const struct rewrite_place place = {REWRITE_RENAME, sites.tokens.items[0], 7, 0};
        assert_int_equal(rewrite_pair(&after, &side, &fixed_side, tools, &place, &edit),
                         REWRITE_DONE);
        struct token_text name = program_token_text(&side.after, 0);
        struct token_text before = program_token_text(&side.after, after.buggy_token);
        struct token_text now = program_token_text(&fixed_side.after, after.fixed_token);
        struct token_text expected_before = {cases[i].before,
                                             cases[i].before ? strlen(cases[i].before) : 0};
        struct token_text expected_now = {cases[i].after,
                                          cases[i].after ? strlen(cases[i].after) : 0};
        assert_false(token_text_equal(name, (struct token_text){"a", 1}));
        assert_true(token_text_equal(name, program_token_text(&fixed_side.after, 0)));
        assert_true(token_text_equal(before, cases[i].before ? expected_before : name));
        assert_true(token_text_equal(now, cases[i].after ? expected_now : name));
    }
}

/* The number of different rewrites among `n_tries`. */
static size_t count_tries(enum rewrite_kind kind, const char *code, int n_tries)
{
    struct rewrite_tries tries = {0};
    scoped(table) texts = {0};
    rewrite_side_read(&side, tools, code, strlen(code), "Python (3.8.2)");
    if (rewrite_tries_begin(&tries, &side, kind, 7) == REWRITE_DONE)
        for (int i = 0; i < n_tries && rewrite_tries_next(&tries); i++) {
            assert_true(rewrite_side_make(&side, tools, &tries.place, NULL));
            table_number(&texts, str_text(&side.text));
        }
    size_t n = texts.keys.n;
    assert_int_equal(table_find(&texts, code), TABLE_NONE);
    rewrite_tries_release(&tries);
    return n;
}

/* Other names make other programs, without an end; places do not. */
TEST(rewrite_tries__go_round_the_sites_with_other_names)
{
    static const char program[] = "a = b = 1\nif a < b and b == 2: a\n";
    assert_int_equal(count_tries(REWRITE_RENAME, program, 2), 2);
    assert_int_equal(count_tries(REWRITE_RENAME, program, 8), 8);
    assert_int_equal(count_tries(REWRITE_RENAME, program, 100), 100);
    assert_int_equal(count_tries(REWRITE_CONDITION, program, 8), 2);
    assert_int_equal(count_tries(REWRITE_RENAME, "print(1)\n", 8), 0);
}

/* What is refused is not tried again. */
TEST(rewrite_tries__leave_what_is_refused)
{
    static const char program[] = "a = b = 1\n";
    struct rewrite_tries tries = {0};
    rewrite_side_read(&side, tools, program, strlen(program), "Python (3.8.2)");
    assert_int_equal(rewrite_tries_begin(&tries, &side, REWRITE_RENAME, 7), REWRITE_DONE);
    assert_true(rewrite_tries_next(&tries));
    uint32_t refused = tries.place.site;
    rewrite_tries_refuse(&tries);
    for (uint32_t i = 0; i < 3; i++) {
        assert_true(rewrite_tries_next(&tries));
        assert_true(tries.place.site != refused);
        assert_int_equal(tries.place.number, i);
    }
    rewrite_tries_refuse(&tries);
    assert_false(rewrite_tries_next(&tries));
    rewrite_tries_release(&tries);
}

TEST(rewrite_draw__depends_on_seed_id_and_kind)
{
    uint64_t draw = rewrite_draw("0", "p1-a-b", REWRITE_RENAME);
    assert_true(draw == rewrite_draw("0", "p1-a-b", REWRITE_RENAME));
    assert_true(draw != rewrite_draw("1", "p1-a-b", REWRITE_RENAME));
    assert_true(draw != rewrite_draw("0", "p1-a-c", REWRITE_RENAME));
    assert_true(draw != rewrite_draw("0", "p1-a-b", REWRITE_CONDITION));
}

TEST(rewrite_tries__shuffle_all_sites)
{
    static const char code[] = "a=0;b=0;c=0;d=0;e=0;f=0;g=0;h=0;i=0;j=0\n";
    size_t n_first[10] = {0};
    scoped(rewrite_tries) tries = {.draw = 0};
    assert_int_equal(rewrite_side_read(&side, tools, code, strlen(code), NULL), REWRITE_DONE);
    for (uint64_t draw = 0; draw < 1000; draw++) {
        uint64_t seen = 0;
        assert_int_equal(rewrite_tries_begin(&tries, &side, REWRITE_RENAME, draw), REWRITE_DONE);
        assert_int_equal(tries.sites.tokens.n, 10);
        for (size_t i = 0; i < 10; i++)
            seen |= UINT64_C(1) << tries.sites.tokens.items[i] / 4;
        assert_int_equal(seen, (1 << 10) - 1);
        n_first[tries.sites.tokens.items[0] / 4]++;
    }
    for (size_t i = 0; i < 10; i++)
        assert_in_range(n_first[i], 60, 150);
}

SUITE_SETUP(open_tools, close_tools);
