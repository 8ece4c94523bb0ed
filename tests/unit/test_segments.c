/* Segments that count for the loss. */
#include "tests/support/exported.h"
#include "tests/support/test.h"

/* Segments one after the other, those that count in guillemets; in a static buffer. */
static const char *segments_of(const struct fix *row, const struct shown_as *how)
{
    static struct str text;
    scoped(json) *json = written_json(&export_format_segments, row, how);
    str_clear(&text);
    const struct json *one = json_first(json_get(json, "segments"));
    for (; one; one = json_next(one)) {
        bool is_learnt = json_is_true(json_get(one, "label"));
        assert_true(*json_text(json_get(one, "text")) != '\0');
        str_print(&text, is_learnt ? "«%s»" : "%s|", json_text(json_get(one, "text")));
    }
    return str_text(&text);
}

TEST(segments__count_the_repaired_token)
{
    static const struct {
        const char *buggy, *fixed;
        enum granularity granularity;
        const char *segments; /* after the prompt */
    } cases[] = {
        {"x\ny = «a» # c\n", "x\ny = «b» # d\n", GRANULARITY_PROGRAM, "x\ny = |«b» # d\n|"},
        {"«a»", "«b»", GRANULARITY_PROGRAM, "«b»"},
        {"y = «a»", "y = «b»", GRANULARITY_LINE, "y = |«b»"},
        {"x\ny = «a» # c\nz", "x\ny = «b»\nz", GRANULARITY_LINE, "y = |«b» # c|"},
        {"if «»a:\r\n  b\r\n", "if «not» a:\r\n  b\r\n", GRANULARITY_PROGRAM,
         "if |«not» a:\r\n  b\r\n|"},
        {"if «»a:\n", "if  «not» a:\n", GRANULARITY_LINE, "if |«not» a:|"},
        {"if(«»a):\n  b\n", "if(«not» a):\n  b\n", GRANULARITY_FUNCTION, "if(|«not» a):\n  b\n|"},
        {"if «not» a:\n  b\n", "if «»a:\n  b\n", GRANULARITY_PROGRAM, "if |«a:»\n  b\n|"},
        {"if «not» a:\r  b\r", "if «»a:\r  b\r", GRANULARITY_PROGRAM, "if |«a:»\r  b\r|"},
        {"if «not» a:\n  b\n", "if «»a:\n  b\n", GRANULARITY_LINE, "if |«a:»"},
        {"x = («not»\n a)\n", "x = («»\n a)\n", GRANULARITY_PROGRAM, "x = (|«\n» a)\n|"},
        {"x = a«is»b\n", "x = a «in» b\n", GRANULARITY_LINE, "x = a |«in» b|"},
        {"a«<»b\n", "a «in» b\n", GRANULARITY_LINE, "a |«in» b|"},
        {"a«<»b\n", "a «is not» b\n", GRANULARITY_LINE, "a |«is not» b|"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct shown_as how = {.template = "?", .granularity = cases[i].granularity};
        scoped(made_row) made = made_row_of(cases[i].buggy, cases[i].fixed);
        const char *segments = segments_of(&made.row, &how);
        assert_true(strncmp(segments, "?|", 2) == 0);
        assert_string_equal(segments + 2, cases[i].segments);
    }
}

TEST(segments__count_all_of_another_answer)
{
    scoped(arena) arena = {0};
    scoped(made_row) made = made_row_of("y = «a»\n", "y = «b»\n");
    struct shown_as how = {.task = "classify", .template = "?"};
    assert_string_equal(segments_of(&made.row, &how), "?|«variable_misuse»");
    how.template = ""; /* an empty prompt is not a segment */
    assert_string_equal(segments_of(&made.row, &how), "«variable_misuse»");
    fix_make_clean(&made.row, &arena);
    assert_string_equal(segments_of(&made.row, &how), "«no_bug»");
    how.task = "repair";
    assert_string_equal(segments_of(&made.row, &how), "«y = b\n»");
}

/* A line that ends after the deleted token. */
TEST(segments__leave_out_what_cannot_be_learnt)
{
    struct str line = {0};
    struct shown_as how = {.template = "?", .granularity = GRANULARITY_LINE};
    scoped(made_row) made = made_row_of("x = («not»\n a)\n", "x = («»\n a)\n");
    assert_string_equal(
        written_lines(&line, &export_format_segments, &made.row, &how),
        "the line ends after the deleted token, so no text would count for the loss");
    assert_int_equal(line.length, 0);
}
