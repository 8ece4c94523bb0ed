/* The list of formats, and their common properties. */
#include "tests/support/exported.h"
#include "export/format.h"
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
    return (format->flags & FORMAT_ALL_TASKS || task->is_repair) &&
           !(format->flags & (FORMAT_WHOLE | FORMAT_OWN_PARTS) &&
             how->granularity != GRANULARITY_PROGRAM) &&
           !(how->has_marks && (!(format->flags & FORMAT_MARKS) || task->asks_for_place));
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
        for (const struct export_task *const *task = export_tasks; *task; task++)
            for (int view = 0; view < 6; view++) {
                struct shown_as how = {.task = (*task)->name,
                                       .granularity = (enum granularity)(view / 2),
                                       .n_context = 1,
                                       .has_marks = view % 2};
                if (!allows(*f, *task, &how))
                    continue;
                check_row(*f, &made.row, &how);
                if ((*f)->flags & FORMAT_NEGATIVES && !how.has_marks)
                    check_row(*f, &clean, &how);
                how.has_ids = (*f)->flags & FORMAT_IDS;
                how.system = (*f)->flags & FORMAT_SYSTEM ? "You mend" : NULL;
                check_row(*f, &made.row, &how);
                n++;
            }
    assert_in_range(n, 150, 300);
}

TEST(format__has_a_prompt_or_does_not_show_one)
{
    struct shown_as how = {.template = "PROMPT {code}"};
    scoped(made_row) made = made_row_of("x = «a»\n", "x = «b»\n");
    made.row.provenance = made_provenance;
    for (const struct export_format *const *f = export_formats; *f; f++) {
        struct str lines[EXPORT_MAX_PARTS] = {{0}};
        assert_null(written_lines(lines, *f, &made.row, &how));
        assert_int_equal(strstr(str_text(&lines[0]), "PROMPT ") != NULL,
                         ((*f)->flags & FORMAT_PROMPTS) != 0);
        for (int part = 0; part < EXPORT_MAX_PARTS; part++)
            str_release(&lines[part]);
    }
}

/* Rows that say what they are of. */

TEST(ids__follow_the_keys_of_the_format)
{
    struct shown_as how = {.template = "{code}", .has_ids = true};
    scoped(arena) arena = {0};
    scoped(made_row) made = made_row_of("x = 1\ny = «a»\n", "x = 1\ny = «b»\n");
    how.granularity = GRANULARITY_LINE;
    how.n_context = 1;
    assert_string_equal(
        written_text(&export_format_prompt_completion, &made.row, &how),
        "{\"prompt\":\"x = 1\\ny = a\",\"completion\":\"y = b\",\"id\":\"p00001-s1-s2\","
        "\"problem_id\":\"p00001\",\"language\":\"python\",\"category\":\"variable_misuse\","
        "\"split\":\"train\",\"negative\":false,\"task\":\"repair\","
        "\"location_marked\":false,\"code\":\"y = a\"}\n");
    how.granularity = GRANULARITY_PROGRAM;
    how.task = "locate";
    fix_make_clean(&made.row, &arena);
    assert_string_equal(
        written_text(&export_format_alpaca, &made.row, &how),
        "{\"instruction\":\"x = 1\\ny = b\\n\",\"input\":\"\",\"output\":\"no bug\","
        "\"id\":\"p00001-s2-s2\",\"problem_id\":\"p00001\",\"language\":\"python\","
        "\"category\":\"none\",\"split\":\"train\",\"negative\":true,\"task\":\"locate\","
        "\"location_marked\":false,"
        "\"code\":\"x = 1\\ny = b\\n\"}\n");
}

/* How many characters a model reads of a row. */

TEST(reads__counts_what_a_model_sees_at_a_time)
{
    static const struct {
        const char *format, *lines[EXPORT_MAX_PARTS];
        size_t n;
    } cases[] = {
        {"prompt-completion", {"{\"prompt\":\"aé\",\"completion\":\"\\n\"}\n"}, 3},
        {"messages",
         {"{\"messages\":[{\"role\":\"system\",\"content\":\"s\"},{\"role\":\"user\",\"content\":"
          "\"ab\"},{\"role\":\"assistant\",\"content\":\"\\u00e9\"}],\"id\":\"p00001\"}\n"},
         4},
        {"preference", {"{\"prompt\":\"ab\",\"chosen\":\"x\",\"rejected\":\"xyz\"}\n"}, 5},
        {"alpaca", {"{\"instruction\":\"a\",\"input\":\"b\",\"output\":\"c\"}\n"}, 3},
        {"alpaca",
         {"{\"instruction\":\"a\",\"input\":\"b\",\"output\":\"c\",\"system\":\"de\"}\n"},
         5},
        {"segments",
         {"{\"segments\":[{\"label\":false,\"text\":\"ab\"},{\"label\":true,\"text\":\"c\"}]}\n"},
         3},
        {"fim", {"{\"prefix\":\"ab\",\"suffix\":\"c\",\"middle\":\"\"}\n"}, 3},
        {"fim-qwen", {"{\"text\":\"abcd\"}\n"}, 4},
        {"text", {"{\"text\":\"\"}\n"}, 0},
        {"pairs", {"{\"id\":\"p\",\"buggy_code\":\"abc\",\"fixed_code\":\"a\"}\n"}, 3},
        {"nbf", {"{\"bug_type\":\"none\",\"input_text\":\"ab\",\"repair\":\"x\"}\n"}, 2},
        {"codexglue", {"a\\n\n", "é\n"}, 3},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct str lines[EXPORT_MAX_PARTS] = {{0}};
        for (int part = 0; part < EXPORT_MAX_PARTS; part++)
            str_add_text(&lines[part], cases[i].lines[part] ? cases[i].lines[part] : "");
        const struct export_format *format = export_format_find(cases[i].format);
        assert_int_equal(export_format_count_read(format, lines), cases[i].n);
        for (int part = 0; part < EXPORT_MAX_PARTS; part++)
            str_release(&lines[part]);
    }
}

/* A new format says what a model reads of it. */
TEST(reads__names_keys_of_every_format)
{
    for (const struct export_format *const *format = export_formats; *format; format++)
        assert_true(!(*format)->reads == !(*format)->features);
}
