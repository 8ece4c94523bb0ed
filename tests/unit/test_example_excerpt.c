/* The shown part of a program, and its fixed version. */
#include "tests/support/exported.h"
#include "tests/support/test.h"

TEST(granularity__has_a_name)
{
    assert_string_equal(granularity_name(GRANULARITY_PROGRAM), "program");
    assert_string_equal(granularity_name(GRANULARITY_FUNCTION), "function");
    assert_string_equal(granularity_name(GRANULARITY_LINE), "line");
}

enum { CONTEXT = 2 };

static void add_fixed(struct str *out, const struct excerpt *excerpt)
{
    str_print(out, "%s%s%s", str_text(&excerpt->above), str_text(&excerpt->fixed),
              str_text(&excerpt->below));
}

/* What is shown, marked, in a static buffer; `fixed` takes the same with what it becomes. */
static const char *shown_of(const struct fix *row, enum granularity granularity, struct str *fixed,
                            struct excerpt *places)
{
    static struct str shown;
    struct shown_as how = {
        .granularity = granularity, .n_context = CONTEXT, .prompt = "", .has_marks = true};
    scoped(made_example) made = {0};
    made_example_init(&made, row, &how);
    if (made.reason)
        fail_msg("%s: %s", row->buggy_code, made.reason);
    const struct excerpt *excerpt = &made.example.excerpt;
    str_clear(&shown);
    str_clear(fixed);
    str_add_text(&shown, str_text(&made.example.shown));
    add_fixed(fixed, excerpt);
    assert_int_equal(excerpt->above.length + excerpt->buggy.length + excerpt->below.length,
                     shown.length - strlen("<START><END>"));
    *places = *excerpt; /* the numbers; the texts are gone */
    return str_text(&shown);
}

TEST(excerpt__is_cut_by_granularity)
{
    static const struct {
        const char *buggy, *fixed;
        enum granularity granularity;
        const char *shown, *becomes;
        int line, column;
    } cases[] = {
        {"a\nb = «c» # d\ne\n", "a\nb = «x»\ne\n", GRANULARITY_PROGRAM,
         "a\nb = <START>c<END> # d\ne\n", "a\nb = x\ne\n", 2, 4},
        /* function */
        {"a = 1\ndef f():\n    return «c»  # d\nf()\n", "x", GRANULARITY_FUNCTION,
         "def f():\n    return <START>c<END>  # d\n", "def f():\n    return x  # d\n", 2, 11},
        {"def f(:)\n    return «a» b\nc d\n", "x", GRANULARITY_FUNCTION, /* does not parse */
         "def f(:)\n    return <START>a<END> b\n", "def f(:)\n    return x b\n", 2, 11},
        {"class A:\n    @«c»\n    def f(self):\n        pass\n", "x", GRANULARITY_FUNCTION,
         "    @<START>c<END>\n    def f(self):\n        pass\n",
         "    @x\n    def f(self):\n        pass\n", 1, 5},
        {"import a\ndef f(): pass\n\nb = «c»", "x", GRANULARITY_FUNCTION, "b = <START>c<END>",
         "b = x", 1, 4},
        {"def f():\r    return «c»\rf()\r", "x", GRANULARITY_FUNCTION,
         "def f():\r    return <START>c<END>\r", "def f():\r    return x\r", 2, 11},
        {"def f():\r\n\treturn f'é{«c»}'\r\n", "x", GRANULARITY_FUNCTION,
         "def f():\r\n\treturn f'é{<START>c<END>}'\r\n", "def f():\r\n\treturn f'é{x}'\r\n", 2, 12},
        {"f(«c»)\n\f\ndef g():\n    pass\n", "x", GRANULARITY_FUNCTION, "f(<START>c<END>)\n",
         "f(x)\n", 1, 2},
        /* line: context at the start, in the middle, and at the end of a program */
        {"«c»", "x", GRANULARITY_LINE, "<START>c<END>", "x", 1, 0},
        {"b = «c»\n", "x", GRANULARITY_LINE, "b = <START>c<END>", "b = x", 1, 4},
        {"b = «c»\n1\n2\n3\n", "x", GRANULARITY_LINE, "b = <START>c<END>\n1\n2", "b = x\n1\n2", 1,
         4},
        {"1\n2\n3\n4\nb = «c»\n5\n6\n7\n", "x", GRANULARITY_LINE, "3\n4\nb = <START>c<END>\n5\n6",
         "3\n4\nb = x\n5\n6", 3, 4},
        {"1\n2\n3\nb = «c»", "x", GRANULARITY_LINE, "2\n3\nb = <START>c<END>", "2\n3\nb = x", 3, 4},
        {"1\r\n2\r\n3\r\nb = «c»\r\n4\r\n5\r\n6", "x", GRANULARITY_LINE,
         "2\r\n3\r\nb = <START>c<END>\r\n4\r\n5", "2\r\n3\r\nb = x\r\n4\r\n5", 3, 4},
        {"1\r2\r3\rb = «c»\r4\r5\r6\r", "x", GRANULARITY_LINE, "2\r3\rb = <START>c<END>\r4\r5",
         "2\r3\rb = x\r4\r5", 3, 4},
        {"1\n\n\nb = «c»\n\n\n2\n", "x", GRANULARITY_LINE, "\n\nb = <START>c<END>\n\n",
         "\n\nb = x\n\n", 3, 4},
        {"1\n\r\r\nb = «c»\n", "x", GRANULARITY_LINE, "\r\r\nb = <START>c<END>", "\r\r\nb = x", 3,
         4},
        {"é\nté = «c»\n", "x", GRANULARITY_LINE, "é\nté = <START>c<END>", "é\nté = x", 2, 5},
        {"1\f2\n\f\tb = «c»\n", "x", GRANULARITY_LINE, "1\f2\n\f\tb = <START>c<END>",
         "1\f2\n\f\tb = x", 2, 6},
        /* a token of several lines */
        {"0\n1\n2\nb = «'''c\nd'''»; e\n3\n", "x", GRANULARITY_LINE,
         "1\n2\nb = <START>'''c\nd'''<END>; e\n3", "1\n2\nb = x; e\n3", 3, 4},
        {"1\nb «is\\\n\\\nnot» c\n3\n", "in", GRANULARITY_LINE,
         "1\nb <START>is\\\n\\\nnot<END> c\n3", "1\nb in c\n3", 2, 2},
        {"b = '''c\n«d»\ne'''\n3\n", "x", GRANULARITY_LINE, "b = '''c\n<START>d<END>\ne'''\n3",
         "b = '''c\nx\ne'''\n3", 2, 0},
        /* insertions and deletions */
        {"«»f(a)\n", "not", GRANULARITY_LINE, "<START>f<END>(a)", "not f(a)", 1, 0},
        {"if(«»a): b\n", "not", GRANULARITY_FUNCTION, "if(<START>a<END>): b\n", "if(not a): b\n", 1,
         3},
        {"if a and«»(b): c\n", "not", GRANULARITY_LINE, "if a and<START>(<END>b): c",
         "if a and not(b): c", 1, 8},
        {"«not»  a\n", "", GRANULARITY_LINE, "<START>not<END>  a", "a", 1, 0},
        {"x = («not»\t\n a)\n", "", GRANULARITY_LINE, "x = (<START>not<END>\t\n a)", "x = (\n a)",
         1, 5},
        {"if a and «not»(b): c\n", "", GRANULARITY_FUNCTION, "if a and <START>not<END>(b): c\n",
         "if a and (b): c\n", 1, 9},
        {"a«<»b\n", "in", GRANULARITY_LINE, "a<START><<END>b", "a in b", 1, 1},
    };
    scoped(str) fixed = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct excerpt places;
        scoped(str) other = {0};
        if (cases[i].granularity == GRANULARITY_PROGRAM)
            str_add_text(&other, cases[i].fixed);
        else
            str_print(&other, "«%s»", cases[i].fixed);
        scoped(made_row) made = made_row_of(cases[i].buggy, str_text(&other));
        const char *shown = shown_of(&made.row, cases[i].granularity, &fixed, &places);
        assert_string_equal(shown, cases[i].shown);
        assert_string_equal(str_text(&fixed), cases[i].becomes);
        assert_int_equal(places.line, cases[i].line);
        assert_int_equal(places.column, cases[i].column);
        assert_int_equal(places.fixed_end - places.fixed_start, made.after.length);
    }
}

/* The part of a correct program is that in which the fix was. */
TEST(excerpt__of_a_correct_program_is_where_the_fix_was)
{
    static const struct {
        const char *fixed;
        enum granularity granularity;
        const char *shown;
        int line;
    } cases[] = {
        {"a\nb = «x»\nc\n", GRANULARITY_PROGRAM, "a\nb = x\nc\n", 1},
        {"a\nb\nc\nd = «x»\n", GRANULARITY_LINE, "b\nc\nd = x", 3},
        {"a = 1\n@«x»\ndef f():\n    pass\n", GRANULARITY_FUNCTION, "@x\ndef f():\n    pass\n", 1},
        {"a = 1\ndef f():\n    return «»b\n", GRANULARITY_FUNCTION, "def f():\n    return b\n", 1},
        {"def f():\n    pass\n«»", GRANULARITY_FUNCTION, "def f():\n    pass\n", 1},
        {"a\n«»", GRANULARITY_LINE, "a\n", 2},
        {"a\nb = «'''x\ny'''»\nc\nd\ne\n", GRANULARITY_LINE, "a\nb = '''x\ny'''\nc\nd", 2},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(arena) arena = {0};
        scoped(made_example) example = {0};
        struct shown_as how = {
            .granularity = cases[i].granularity, .n_context = CONTEXT, .prompt = "{code}"};
        scoped(str) prompt = {0}, fixed = {0};
        scoped(made_row) made = made_row_of("«a»", cases[i].fixed);
        fix_make_clean(&made.row, &arena);
        made_example_init(&example, &made.row, &how);
        assert_null(example.reason);
        example_add_prompt(&prompt, &example.example);
        add_fixed(&fixed, &example.example.excerpt);
        assert_string_equal(str_text(&prompt), cases[i].shown);
        assert_string_equal(str_text(&fixed), cases[i].shown);
        assert_int_equal(example.example.excerpt.line, cases[i].line);
    }
}

TEST(excerpt__needs_a_program_that_has_tokens_for_its_function)
{
    static const char *const programs[] = {"def f(:\n    return «a»\n", "((«a»\ndef f(): pass\n",
                                           "if «a»:\n  (\nclass A: pass"};
    for (size_t i = 0; i < N_ITEMS(programs); i++)
        for (int granularity = GRANULARITY_PROGRAM; granularity <= GRANULARITY_LINE;
             granularity++) {
            scoped(made_example) example = {0};
            struct shown_as how = {.granularity = (enum granularity)granularity};
            scoped(made_row) made = made_row_of(programs[i], programs[i]);
            made_example_init(&example, &made.row, &how);
            assert_int_equal(example.reason != NULL, granularity == GRANULARITY_FUNCTION);
        }
}
