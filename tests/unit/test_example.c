/* The part of a fix that a model sees. */
#include "tests/support/exported.h"
#include "tests/support/test.h"
#include "tokenize/languages/language.h"

/* The prompt by a template, in a static buffer; or why there is none. */
static const char *prompt_of(const struct fix *row, const struct shown_as *how)
{
    static struct str prompt;
    scoped(made_example) made = {0};
    made_example_init(&made, row, how);
    str_clear(&prompt);
    if (made.reason)
        str_add_text(&prompt, made.reason);
    else
        example_add_prompt(&prompt, &made.example);
    return str_text(&prompt);
}

TEST(example__has_a_value_for_each_placeholder)
{
    struct shown_as how = {
        .prompt = "{problem_id} {language} {status} {granularity} {line} \\\n{context}{code}"};
    scoped(made_row) made =
        made_row_of("x = 1\ndef f():\n    return «a»\n", "x = 1\ndef f():\n    return «b»\n");
    assert_string_equal(prompt_of(&made.row, &how),
                        "p00001 Python Wrong Answer program 3 x = 1\ndef f():\n    return a\n");
    how.granularity = GRANULARITY_FUNCTION;
    how.prompt = "{granularity} {line}\n{code}";
    assert_string_equal(prompt_of(&made.row, &how), "function 2\ndef f():\n    return a\n");
    how.granularity = GRANULARITY_LINE;
    assert_string_equal(prompt_of(&made.row, &how), "line 1\n    return a");
    made.row.language = "cobol";
    how.prompt = "{language}";
    assert_string_equal(prompt_of(&made.row, &how), "cobol");
}

TEST(example__calls_a_run_of_statements_code)
{
    struct shown_as how = {.prompt = "{granularity}", .granularity = GRANULARITY_FUNCTION};
    scoped(made_row) made =
        made_row_of("x = «a»\ndef f():\n    pass\n", "x = «b»\ndef f():\n    pass\n");
    assert_string_equal(prompt_of(&made.row, &how), "code");
}

TEST(example__marks_the_place)
{
    struct shown_as how = {.prompt = "{code}", .has_marks = true};
    scoped(made_row) made = made_row_of("x = «a»\n", "x = «b»\n");
    assert_string_equal(prompt_of(&made.row, &how), "x = <START>a<END>\n");
    made_row_release(&made);
    made = made_row_of("if «»a: b\n", "if «not» a: b\n");
    assert_string_equal(prompt_of(&made.row, &how), "if <START>a<END>: b\n");
}

TEST(example__marks_no_program_that_holds_a_mark)
{
    static const struct {
        const char *code;
        enum granularity granularity;
        bool is_refused;
    } cases[] = {
        {"s = '<START>'\nx = «a»\n", GRANULARITY_PROGRAM, true},
        {"x = «a»\ns = '<END>'\n", GRANULARITY_PROGRAM, true},
        {"x = «a», '<END>'\n", GRANULARITY_LINE, true},
        {"s = '<START>'\nx = «a»\n", GRANULARITY_LINE, true},
        {"x = «a»\n\n\ns = '<END>'\n", GRANULARITY_LINE, false}, /* not shown */
        {"x = «a», '<start>', '<END', '< END>'\n", GRANULARITY_PROGRAM, false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct shown_as how = {.prompt = "{code}",
                               .granularity = cases[i].granularity,
                               .n_context = 1,
                               .has_marks = true};
        scoped(made_row) made = made_row_of(cases[i].code, cases[i].code);
        const char *prompt = prompt_of(&made.row, &how);
        assert_int_equal(strcmp(prompt, "the program contains <START> or <END>") == 0,
                         cases[i].is_refused);
        how.has_marks = false;
        assert_contains(prompt_of(&made.row, &how), "x = a");
    }
}

/* Memory is reused from one row to the next: nothing of the one may show in the other. */
TEST(example__leaves_nothing_for_the_next_one)
{
    static const enum granularity order[] = {GRANULARITY_LINE, GRANULARITY_PROGRAM,
                                             GRANULARITY_FUNCTION, GRANULARITY_PROGRAM,
                                             GRANULARITY_LINE};
    struct example example = {0};
    scoped(lexical) *lexical = lexical_new(language_find("python"));
    struct question question = *questions[0];
    question.prompt = question.line_prompt = "{line} {code}";
    for (size_t i = 0; i < N_ITEMS(order); i++) {
        scoped(str) reused = {0};
        struct export_view view = {
            .question = &question, .granularity = order[i], .n_context = 1, .has_marks = i % 2};
        struct shown_as how = {
            .prompt = "{line} {code}", .granularity = order[i], .n_context = 1, .has_marks = i % 2};
        scoped(made_row) made =
            made_row_of(i % 2 ? "w\nx = «a»\ny\n" : "def f():\n    return «»abc\n\nz\n",
                        i % 2 ? "w\nx = «b»\ny\n" : "def f():\n    return «not» abc\n\nz\n");
        assert_null(example_make(&example, &made.row, &view, lexical));
        example_add_prompt(&reused, &example);
        assert_string_equal(str_text(&reused), prompt_of(&made.row, &how));
    }
    example_release(&example);
}
