/* The list of formats, and their common properties. */
#include "export/format.h"
#include "tests/support/exported.h"
#include "tests/support/test.h"

TEST(format__is_found_by_its_name)
{
    assert_ptr_equal(export_format_find("pairs"), &export_format_pairs);
    assert_ptr_equal(export_format_find("nbf"), &export_format_nbf);
    for (const struct export_format *const *f = export_formats; *f; f++)
        assert_ptr_equal(export_format_find((*f)->name), *f);
    assert_null(export_format_find(""));
    assert_null(export_format_find("Pairs"));
    assert_null(export_format_find("pair"));
}

/* Whether the format can say that task with that view. */
static bool allows(const struct export_format *format, const struct question *question,
                   const struct shown_as *how)
{
    return (format->flags & FORMAT_ALL_QUESTIONS || question->is_repair) &&
           !(format->flags & FORMAT_OWN_PARTS && how->granularity != GRANULARITY_PROGRAM) &&
           !(how->has_marks && (!(format->flags & FORMAT_MARKS) || question->asks_for_place));
}

static void check_row(const struct export_format *format, const struct fix *row,
                      const struct shown_as *how)
{
    scoped(json) *json = written_json(format, row, how);
}

/* written_json() compares keys and types with the features. */
TEST(format__writes_its_features_for_every_view)
{
    scoped(arena) arena = {0};
    scoped(made_row) made = made_row_of("x = 1\ndef f(a, b):\n    return «a»\n",
                                        "x = 1\ndef f(a, b):\n    return «b»\n");
    made.row.provenance = made_provenance;
    struct fix clean = made.row;
    fix_make_clean(&clean, &arena);
    int n = 0;
    for (const struct export_format *const *f = export_formats; *f; f++)
        for (const struct question *const *question = questions; *question; question++)
            for (int view = 0; view < 6; view++) {
                struct shown_as how = {.task = (*question)->name,
                                       .granularity = (enum granularity)(view / 2),
                                       .n_context = 1,
                                       .has_marks = view % 2};
                if (!allows(*f, *question, &how))
                    continue;
                check_row(*f, &made.row, &how);
                if ((*f)->flags & FORMAT_NEGATIVES && !how.has_marks)
                    check_row(*f, &clean, &how);
                how.has_ids = (*f)->flags & FORMAT_IDS;
                check_row(*f, &made.row, &how);
                n++;
            }
    assert_in_range(n, 70, 150);
}

TEST(format__has_a_prompt_or_does_not_show_one)
{
    struct shown_as how = {.prompt = "PROMPT {code}"};
    scoped(made_row) made = made_row_of("x = «a»\n", "x = «b»\n");
    made.row.provenance = made_provenance;
    for (const struct export_format *const *f = export_formats; *f; f++) {
        scoped(str) line = {0};
        assert_null(written_lines(&line, *f, &made.row, &how));
        assert_int_equal(strstr(str_text(&line), "PROMPT ") != NULL,
                         ((*f)->flags & FORMAT_PROMPTS) != 0);
    }
}

/* Rows that say what they are of. */

TEST(ids__follow_the_keys_of_the_format)
{
    struct shown_as how = {.prompt = "{code}", .has_ids = true};
    scoped(arena) arena = {0};
    scoped(made_row) made = made_row_of("x = 1\ny = «a»\n", "x = 1\ny = «b»\n");
    how.granularity = GRANULARITY_LINE;
    how.n_context = 1;
    assert_string_equal(
        written_text(export_format_find("prompt-completion"), &made.row, &how),
        "{\"prompt\":\"x = 1\\ny = a\",\"completion\":\"y = b\",\"id\":\"p00001-s1-s2\","
        "\"problem_id\":\"p00001\",\"language\":\"python\",\"category\":\"variable_misuse\","
        "\"split\":\"train\",\"negative\":false,\"task\":\"repair\","
        "\"location_marked\":false,\"code\":\"y = a\"}\n");
    how.granularity = GRANULARITY_PROGRAM;
    how.task = "locate";
    fix_make_clean(&made.row, &arena);
    assert_string_equal(
        written_text(export_format_find("prompt-completion"), &made.row, &how),
        "{\"prompt\":\"x = 1\\ny = b\\n\",\"completion\":\"no bug\","
        "\"id\":\"p00001-s2-s2\",\"problem_id\":\"p00001\",\"language\":\"python\","
        "\"category\":\"none\",\"split\":\"train\",\"negative\":true,\"task\":\"locate\","
        "\"location_marked\":false,"
        "\"code\":\"x = 1\\ny = b\\n\"}\n");
}
