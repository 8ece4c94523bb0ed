/* Questions to a model, and their answers. */
#include "tests/support/exported.h"
#include "tests/support/test.h"

/* The answer to a task, in a static buffer. */
static const char *answer_to(const char *question, const struct fix *row,
                             enum granularity granularity)
{
    static struct str answer;
    scoped(made_example) made = {0};
    struct shown_as how = {.task = question, .granularity = granularity, .n_context = 1};
    made_example_init(&made, row, &how);
    assert_null(made.reason);
    str_clear(&answer);
    str_add_text(&answer, str_text(&made.example.answer));
    return str_text(&answer);
}

TEST(question__is_found_by_its_name)
{
    assert_string_equal(questions[0]->name, "repair");
    for (const struct question *const *question = questions; *question; question++)
        assert_ptr_equal(question_find((*question)->name), *question);
    assert_null(question_find("Repair"));
    assert_null(question_find(""));
}

TEST(question__has_its_answer)
{
    static const struct {
        const char *buggy, *fixed;
        enum granularity granularity;
        const char *repair, *locate, *locate_repair, *explain;
    } cases[] = {
        {"a\nif b «<» c:\n  d\n", "a\nif b «<=» c: # e\n  d\n", GRANULARITY_PROGRAM,
         "a\nif b <= c: # e\n  d\n", "line 2, column 5: `<`",
         "line 2, column 5: `<` should be `<=`", "line 2: `<` should be `<=`"},
        {"a\nb\nif «»c:\n  d\n", "a\nb\nif «not» c:\n  d\n", GRANULARITY_LINE,
         "if not c:", "line 2, column 3: `c`", "line 2, column 3: `not` is missing before `c`",
         "line 2: `not` is missing before `c`"},
        {"x = 1\ndef f():\n    return «not» y\n", "x = 1\ndef f():\n    return «»y\n",
         GRANULARITY_FUNCTION, "def f():\n    return y\n", "line 2, column 11: `not`",
         "line 2, column 11: `not` should not be there", "line 2: `not` should not be there"},
        {"é = '🍎' + «é»\r\n", "é = '🍎' + «a»\r\n", GRANULARITY_PROGRAM, "é = '🍎' + a\r\n",
         "line 1, column 10: `é`", "line 1, column 10: `é` should be `a`",
         "line 1: `é` should be `a`"},
        {"if «»(a): b\n", "if «not» (a): b\n", GRANULARITY_PROGRAM, "if not (a): b\n",
         "line 1, column 3: `(`", "line 1, column 3: `not` is missing before `(`",
         "line 1: `not` is missing before `(`"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        enum granularity granularity = cases[i].granularity;
        scoped(made_row) made = made_row_of(cases[i].buggy, cases[i].fixed);
        assert_string_equal(answer_to("repair", &made.row, granularity), cases[i].repair);
        assert_string_equal(answer_to("repair-with-verdict", &made.row, granularity),
                            cases[i].repair);
        assert_string_equal(answer_to("locate", &made.row, granularity), cases[i].locate);
        assert_string_equal(answer_to("locate-repair", &made.row, granularity),
                            cases[i].locate_repair);
        assert_string_equal(answer_to("explain", &made.row, granularity), cases[i].explain);
        assert_string_equal(answer_to("classify", &made.row, granularity), "variable_misuse");
    }
}

TEST(question__has_an_answer_for_a_correct_program)
{
    static const struct text_case cases[] = {
        {"repair", "a\nb = d\n"}, {"repair-with-verdict", "a\nb = d\n"},
        {"locate", "no bug"},     {"locate-repair", "no bug"},
        {"explain", "no bug"},    {"classify", "no_bug"},
    };
    scoped(arena) arena = {0};
    scoped(made_row) made = made_row_of("a\nb = «c»\n", "a\nb = «d»\n");
    fix_make_clean(&made.row, &arena);
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(answer_to(cases[i].given, &made.row, GRANULARITY_PROGRAM),
                            cases[i].expected);
}

/* Our prompts show the code, and give nothing away. */
TEST(question__has_a_prompt_that_goes_with_it)
{
    static const struct prompt_value values[] = {{"code", "<code>"},     {"context", "<context>"},
                                                 {"granularity", "<g>"}, {"language", "<l>"},
                                                 {"status", "<status>"}, {"problem_id", "<p>"},
                                                 {"line", "<line>"},     {0}};
    for (const struct question *const *question = questions; *question; question++)
        for (int is_about_line = 0; is_about_line < 2; is_about_line++) {
            scoped(str) prompt = {0};
            question_add_prompt(&prompt, *question, is_about_line, values);
            assert_contains(str_text(&prompt), "\n<code>\n");
            assert_null(strpbrk(str_text(&prompt), "{}\\"));
            assert_int_equal(strstr(str_text(&prompt), "<line>") != NULL,
                             (*question)->is_repair && is_about_line);
            assert_int_equal(strstr(str_text(&prompt), "<status>") != NULL,
                             (*question)->shows_verdict);
        }
}
