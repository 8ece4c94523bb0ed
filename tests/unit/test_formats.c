/* The list of formats, and what they have in common. */
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

TEST(format__is_of_json_lines_or_of_parallel_files)
{
    for (const struct export_format *const *f = export_formats; *f; f++) {
        assert_int_equal(export_format_n_parts(*f), (*f)->parts[0] ? 2 : 1);
        assert_int_equal((*f)->features == NULL, (*f)->parts[0] != NULL);
        assert_true(*(*f)->summary != '\0');
    }
}

/* Whether the format can say that task with that view. */
static bool allows(const struct export_format *format, const struct export_task *task,
                   const struct shown_as *how)
{
    return (format->tasks == FORMAT_ALL_TASKS || task->is_repair) &&
           !(format->is_whole && how->granularity != GRANULARITY_PROGRAM) &&
           !(how->has_marks && (!format->has_marks || task->asks_for_place));
}

static void check_row(const struct export_format *format, const struct fix *row,
                      const struct shown_as *how)
{
    if (format->parts[0]) {
        struct str lines[EXPORT_MAX_PARTS] = {{0}};
        assert_null(written_lines(lines, format, row, how));
        for (size_t part = 0; part < export_format_n_parts(format); part++) {
            assert_ptr_equal(strchr(lines[part].text, '\n'),
                             lines[part].text + lines[part].length - 1);
            str_release(&lines[part]);
        }
        return;
    }
    scoped(json) *json = written_json(format, row, how);
    scoped(str) text = {0};
    json_print(&text, json);
    if (format->check)
        assert_string_equal(rules_broken_by(format, str_text(&text)), "");
}

/* written_json() compares keys and types with the features; the format's own check finds
 * nothing. */
TEST(format__writes_its_features_for_every_view)
{
    scoped(arena) arena = {0};
    scoped(made_row) made = made_row_of("x = 1\ndef f(a, b):\n    return «a»\n",
                                        "x = 1\ndef f(a, b):\n    return «b»\n");
    struct fix clean = made.row;
    fix_make_clean(&clean, &arena);
    int n = 0;
    for (const struct export_format *const *f = export_formats; *f; f++)
        for (const struct export_task *const *task = export_tasks; *task; task++)
            for (int view = 0; view < 6; view++) {
                struct shown_as how = {.task = (*task)->name,
                                       .granularity = (enum granularity)(view / 2),
                                       .n_context = 1,
                                       .has_marks = view % 2};
                if (!allows(*f, *task, &how))
                    continue;
                check_row(*f, &made.row, &how);
                if ((*f)->has_negatives && !how.has_marks)
                    check_row(*f, &clean, &how);
                how.has_ids = (*f)->takes_ids;
                how.system = (*f)->takes_system ? "You mend" : NULL;
                check_row(*f, &made.row, &how);
                n++;
            }
    assert_in_range(n, 150, 300);
}

TEST(format__has_a_prompt_or_does_not_show_one)
{
    struct shown_as how = {.template = "PROMPT {code}"};
    scoped(made_row) made = made_row_of("x = «a»\n", "x = «b»\n");
    for (const struct export_format *const *f = export_formats; *f; f++) {
        struct str lines[EXPORT_MAX_PARTS] = {{0}};
        assert_null(written_lines(lines, *f, &made.row, &how));
        assert_int_equal(strstr(str_text(&lines[0]), "PROMPT ") != NULL, (*f)->has_prompt);
        for (int part = 0; part < EXPORT_MAX_PARTS; part++)
            str_release(&lines[part]);
    }
}
