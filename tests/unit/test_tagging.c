/* From the correct programs of a store to rows. */
#include "export/tagging.h"
#include "export/tagged.h"
#include "export/task.h"
#include "export/template.h"
#include "tests/support/made_store.h"
#include "tests/support/rows.h"
#include "tests/support/run.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

static const struct made_fix fixes[] = {
    {"p1", "u", "def f(a):\n    return a < 1\n", "def f(a):\n    return a < 2\n", false},
    {"p1", "u", "x = a + b\n", "x = a - b\n", false},
    {"p2", "u", "y = '<BUG>' + 1\n", "y = '<BUG>' + 2\n", false},
    {"p2", "u", "main()\n", "start()\n", false},
};

/* Writes rows of a store of `made`, changed, to $SCRATCH/rows; `rows` takes them. */
static int write_rows_of(struct str *rows, const struct made_fix *made, size_t n_made,
                         const char *change, const struct tagging_options *options,
                         struct tagging_counts *counts, struct err *err)
{
    struct db *db;
    struct output *output;
    char path[400];
    snprintf(path, sizeof path, "%s", scratch_path("rows"));
    struct output_plan plan = {path, options->format, 0, true, NULL};
    made_store("tagging.db", made, n_made);
    store_changed("tagging.db", change);
    assert_success(store_open(&db, scratch_path("tagging.db"), err), *err);
    assert_success(output_open(&output, &plan, err), *err);
    int status = tagging_write(db, options, output, counts, err);
    db_close(db);
    if (status != 0) {
        output_abandon(output);
        return status;
    }
    assert_success(output_commit(output, NULL, err), *err);
    read_test_file(rows, "$SCRATCH/rows");
    return 0;
}

static int write_rows(struct str *rows, const char *change, const struct tagging_options *options,
                      struct tagging_counts *counts, struct err *err)
{
    return write_rows_of(rows, fixes, N_ITEMS(fixes), change, options, counts, err);
}

static struct tagging_options options_of(double ratio, const struct export_format *format)
{
    static struct template template;
    struct err err;
    if (!template.pieces.n)
        assert_success(template_read(&template, export_task_untag.prompt,
                                     strlen(export_task_untag.prompt), "prompt", &err),
                       err);
    return (struct tagging_options){.choice = export_choice_default(),
                                    .ratio = ratio,
                                    .by_function = true,
                                    .max_tags = 1,
                                    .format = format,
                                    .template = &template,
                                    .n_threads = 2};
}

static size_t n_lines(const struct str *rows)
{
    size_t n = 0;
    for (size_t i = 0; i < rows->length; i++)
        n += rows->text[i] == '\n';
    return n;
}

static void rows__are_as_many_as_are_wanted_or_there_are(void **state)
{
    (void)state;
    static const struct {
        double ratio;
        int64_t n_wanted, n_written, n_tagged_programs;
    } cases[] = {
        {0.1, 0, 0, 0}, {0.25, 1, 1, 1}, {0.5, 2, 2, 2},
        {1, 4, 4, 2},   {3, 12, 12, 2},  {3.25, 13, 12, 2}, /* seven and five tokens */
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct tagging_options options = options_of(cases[i].ratio, &export_format_tags);
        struct tagging_counts counts;
        struct str rows = {0};
        struct err err;
        assert_success(write_rows(&rows, "SELECT 1", &options, &counts, &err), err);
        assert_int_equal(counts.n_fixes, 4);
        assert_int_equal(counts.n_programs, 4);
        assert_int_equal(counts.n_parts, 2); /* one holds <BUG>, of one only a name is left */
        assert_int_equal(counts.n_holding_mark, 1);
        assert_int_equal(counts.n_unparsed, 0);
        assert_false(counts.account.has_dedup);
        assert_int_equal(counts.n_wanted, cases[i].n_wanted);
        assert_int_equal(counts.n_written, cases[i].n_written);
        assert_int_equal(counts.n_tagged_programs, cases[i].n_tagged_programs);
        assert_int_equal(n_lines(&rows), cases[i].n_written);
        str_release(&rows);
    }
}

static void prompts__say_what_is_shown(void **state)
{
    (void)state;
    struct tagging_options options = options_of(3, &export_format_prompt_completion);
    struct tagging_counts counts;
    struct str rows = {0};
    struct err err;
    assert_success(write_rows(&rows, "SELECT 1", &options, &counts, &err), err);
    assert_non_null(strstr(str_text(&rows),
                           "{\"prompt\":\"In this Python function, each <BUG> stands in the place "
                           "of one token. Answer with the whole function, each <BUG> replaced by "
                           "the right token, and nothing else.\\n\\n### To be corrected\\n"));
    assert_non_null(strstr(str_text(&rows), "To be corrected\\nx = a <BUG> b\\n\\n\\n### Correct "
                                            "code\\n\",\"completion\":\"x = a - b\\n\"}\n"));
    str_release(&rows);
}

/* A mutant's correct program is that of a real fix, and no row more. */
static void rows__are_for_real_fixes(void **state)
{
    (void)state;
    struct tagging_options options = options_of(1, &export_format_tags);
    struct tagging_counts counts;
    struct str rows = {0};
    struct err err;
    assert_success(write_rows(&rows, "UPDATE fixes SET origin = 'mutant' WHERE fix_id > 2",
                              &options, &counts, &err),
                   err);
    assert_int_equal(counts.n_fixes, 2);
    assert_int_equal(counts.n_written, 2);
    assert_non_null(strstr(str_text(&rows), "\"split\":\"\""));
    str_release(&rows);
}

static void tagging__fails_for_what_is_not_there(void **state)
{
    (void)state;
    static const struct {
        const char *change, *split, *message;
    } cases[] = {
        {"SELECT 1", "test", "the database has no splits; run tokfix split on it first"},
        {"UPDATE run SET language = 'cobol'", NULL,
         "the database is of the language 'cobol', which this tokfix does not read"},
        {"UPDATE sources SET code = code || char(0)", NULL,
         "the fix 1 holds text that is not UTF-8; mine the dataset again"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct tagging_options options = options_of(1, &export_format_tags);
        struct tagging_counts counts;
        struct err err;
        if (cases[i].split)
            array_push(&options.choice.splits.list, cases[i].split);
        assert_int_equal(write_rows(NULL, cases[i].change, &options, &counts, &err), ERR);
        assert_string_equal(err.message, cases[i].message);
        export_choice_release(&options.choice);
    }
}

/* Of import <BUG> there is one row; in the place of the other the unit has another one. */
static void rows__of_one_tagged_text_are_one(void **state)
{
    (void)state;
    static const struct made_fix imports[] = {
        {"p1", "u", "import io\n", "import os\n", false},
        {"p2", "u", "import so\n", "import sys\n", false},
        {"p3", "u", "import ox\n", "import re\n", false},
    };
    struct str rows[5] = {0};
    for (int ratio = 1; ratio <= 4; ratio++) {
        struct tagging_options options = options_of(ratio, &export_format_tags);
        struct tagging_counts counts;
        struct err err;
        const char *first, *at;
        assert_success(write_rows_of(&rows[ratio], imports, N_ITEMS(imports), "SELECT 1", &options,
                                     &counts, &err),
                       err);
        first = strstr(str_text(&rows[ratio]), "\"import <BUG>");
        assert_true(!first || !strstr(first + 1, "\"import <BUG>"));
        if (ratio >= 2)
            assert_int_equal(counts.n_ambiguous, 2);
        assert_int_equal(counts.n_written, ratio == 1 ? 3 : 4); /* <BUG> os, sys and re; one more */
        for (at = str_text(&rows[ratio - 1]); at && *at; at = strchr(at, '\n') + 1) {
            struct str line = {0};
            str_add(&line, at, (size_t)(strchr(at, '\n') + 1 - at));
            assert_non_null(strstr(str_text(&rows[ratio]), str_text(&line)));
            str_release(&line);
        }
    }
    for (int i = 0; i < 5; i++)
        str_release(&rows[i]);
}

/* A program that does not parse is left out, and counted. */
static void programs__that_do_not_parse_are_left_out(void **state)
{
    (void)state;
    struct tagging_options options = options_of(1, &export_format_tags);
    struct tagging_counts counts;
    struct str rows = {0};
    struct err err;
    assert_success(write_rows(&rows, "UPDATE sources SET code = code || '(' WHERE code LIKE 'x%'",
                              &options, &counts, &err),
                   err);
    assert_int_equal(counts.n_unparsed, 1);
    assert_int_equal(counts.n_tagged_programs, 1);
    assert_int_equal(counts.n_written, 4);
    str_release(&rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows__are_as_many_as_are_wanted_or_there_are),
        cmocka_unit_test(prompts__say_what_is_shown),
        cmocka_unit_test(rows__are_for_real_fixes),
        cmocka_unit_test(tagging__fails_for_what_is_not_there),
        cmocka_unit_test(programs__that_do_not_parse_are_left_out),
        cmocka_unit_test(rows__of_one_tagged_text_are_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
