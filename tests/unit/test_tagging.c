/* From the correct programs of a database to rows. */
#include "export/tagging.h"
#include "export/tagged.h"
#include "export/task.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

/* What the fixes repaired. */
#define WRONG "def m(): return 1\n"
#define RIGHT "def m(): return 2\n"

static const struct made_fix fixes[] = {
    {"p1", "u", "def f(a):\n    return a < 2\nf(1)\n", "def f(a):\n    return a < 2\nf(2)\n",
     false},
    {"p1", "u", "x = a - b\n" WRONG, "x = a - b\n" RIGHT, false},
    {"p2", "u", "y = '<BUG>' + 1\n", "y = '<BUG>' + 2\n", false},
    {"p2", "u", "main()\n", "start()\n", false},
};

/* Writes rows of a store of `made`, changed, to $SCRATCH/rows; `rows` takes them. */
static int write_rows_of(struct str *rows, const struct made_fix *made, size_t n_made,
                         const char *change, const struct tagging_options *options,
                         struct tagging_counts *counts, struct err *err)
{
    struct export_place place = {printed("%s", scratch_path("rows")), true};
    struct export_options format = {.format = options->format};
    scoped(split_files) files = {0};
    made_store("tagging.db", made, n_made);
    struct db *db = changed_store("tagging.db", change);
    assert_success(split_files_begin(&files, &format, &place, err), *err);
    int status = tagging_write(db, options, &files, counts, err);
    db_close(db);
    if (status != 0)
        return status;
    assert_success(split_files_place(&files, NULL, err), *err);
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
    return (struct tagging_options){.choice = FIX_CHOICE_DEFAULT,
                                    .rows_per_fix = ratio,
                                    .max_tags = 1,
                                    .format = format,
                                    .n_threads = 2};
}

static size_t n_lines(const struct str *rows)
{
    size_t n = 0;
    for (size_t i = 0; i < rows->length; i++)
        n += rows->text[i] == '\n';
    return n;
}

/* How often a text is in the rows. */
static size_t n_of(const struct str *rows, const char *text)
{
    size_t n = 0;
    for (const char *at = str_text(rows); (at = strstr(at, text)); at += strlen(text))
        n++;
    return n;
}

TEST(rows__are_as_many_as_are_wanted_or_there_are)
{
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
        scoped(str) rows = {0};
        assert_done(write_rows(&rows, "SELECT 1", &options, &counts, &err));
        assert_int_equal(counts.n_fixes, 4);
        assert_int_equal(counts.n_programs, 4);
        assert_int_equal(counts.n_parts, 2); /* one holds <BUG>, of one only a name is left */
        assert_int_equal(counts.n_holding_mark, 1);
        assert_int_equal(counts.n_without_tokens, 0);
        assert_false(counts.account.has_dedup);
        assert_int_equal(counts.n_wanted, cases[i].n_wanted);
        assert_int_equal(counts.n_written, cases[i].n_written);
        assert_int_equal(counts.n_tagged_programs, cases[i].n_tagged_programs);
        assert_int_equal(n_lines(&rows), cases[i].n_written);
    }
}

TEST(prompts__say_what_is_shown)
{
    struct tagging_options options = options_of(3, &export_format_prompt_completion);
    struct tagging_counts counts;
    scoped(str) rows = {0};
    assert_done(write_rows(&rows, "SELECT 1", &options, &counts, &err));
    assert_contains(str_text(&rows),
                    "{\"prompt\":\"In this Python function, each <BUG> replaces one token. "
                    "Answer with the whole function, with each <BUG> replaced by "
                    "the right token, and nothing else.\\n\\n### Code\\n");
    assert_contains(str_text(&rows), "### Code\\nx = a <BUG> b\\n\\n\\n### Correct "
                                     "code\\n\",\"completion\":\"x = a - b\\n\"}\n");
}

/* A mutant's correct program is that of a real fix, and no row more. */
TEST(rows__are_for_real_fixes)
{
    struct tagging_options options = options_of(1, &export_format_tags);
    struct tagging_counts counts;
    scoped(str) rows = {0};
    assert_done(write_rows(&rows, "UPDATE fixes SET origin = 'mutant' WHERE fix_key > 2", &options,
                           &counts, &err));
    assert_int_equal(counts.n_fixes, 2);
    assert_int_equal(counts.n_written, 2);
    assert_contains(str_text(&rows), "\"split\":\"\"");
}

TEST(tagging__fails_for_what_is_not_there)
{
    static const struct {
        const char *change, *split, *message;
    } cases[] = {
        {"SELECT 1", "test", "the database has no splits; run tokfix split on it first"},
        {"PRAGMA foreign_keys = OFF; UPDATE run_languages SET language = 'cobol'; "
         "UPDATE problem_languages SET language = 'cobol'",
         NULL,
         "the database contains programs in 'cobol', which this tokfix does not read; "
         "use the tokfix that made it"},
        {"UPDATE sources SET code = code || char(0)", NULL,
         "the fix 1 contains text that is not UTF-8; mine the dataset again"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct tagging_options options = options_of(1, &export_format_tags);
        struct tagging_counts counts;
        if (cases[i].split)
            array_push(&options.choice.splits, cases[i].split);
        assert_error(write_rows(NULL, cases[i].change, &options, &counts, &err), cases[i].message);
        fix_choice_release(&options.choice);
    }
}

/* Of import <BUG> the first row is written. A larger ratio keeps all other rows. */
TEST(rows__of_one_tagged_text_are_one)
{
    static const struct made_fix imports[] = {
        {"p1", "u", "import os\n" WRONG, "import os\n" RIGHT, false},
        {"p2", "u", "import sys\n" WRONG, "import sys\n" RIGHT, false},
        {"p3", "u", "import re\n" WRONG, "import re\n" RIGHT, false},
    };
    struct str rows[5] = {0};
    for (int ratio = 1; ratio <= 4; ratio++) {
        struct tagging_options options = options_of(ratio, &export_format_tags);
        struct tagging_counts counts;
        const char *first, *at;
        assert_done(write_rows_of(&rows[ratio], imports, N_ITEMS(imports), "SELECT 1", &options,
                                  &counts, &err));
        first = strstr(str_text(&rows[ratio]), "\"import <BUG>");
        assert_true(!first || !strstr(first + 1, "\"import <BUG>"));
        if (ratio >= 2)
            assert_int_equal(counts.n_ambiguous, 2);
        assert_int_equal(counts.n_written + counts.n_ambiguous, ratio == 1 ? 3 : 6);
        for (at = str_text(&rows[ratio - 1]); at && *at; at = strchr(at, '\n') + 1) {
            scoped(str) line = {0};
            str_add(&line, at, (size_t)(strchr(at, '\n') + 1 - at));
            if (!strstr(str_text(&line), "\"import <BUG>"))
                assert_contains(str_text(&rows[ratio]), str_text(&line));
        }
    }
    for (int i = 0; i < 5; i++)
        str_release(&rows[i]);
}

#define SPLITS                               \
    MADE_RUN "'seed', '0', 8, 1, 1, '', 0);" \
             "INSERT INTO splits VALUES (1, 'train', 1), (2, 'validation', 2), (3, 'test', 3);"

/* Without a split that is named: train and validation; fixes of the test set do not count. */
TEST(rows__are_for_training_and_validation)
{
    static const struct {
        const char *split;
        int64_t n_fixes, n_train, n_validation;
    } cases[] = {{NULL, 2, 3, 3}, {"train", 1, 3, 0}, {"validation", 1, 0, 3}, {"none", 1, 0, 0}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct tagging_options options = options_of(3, &export_format_tags);
        struct tagging_counts counts;
        struct str rows = {0};
        if (cases[i].split)
            array_push(&options.choice.splits, cases[i].split);
        assert_done(write_rows(&rows, SPLITS, &options, &counts, &err));
        assert_int_equal(counts.n_fixes, cases[i].n_fixes);
        assert_int_equal(counts.n_written, cases[i].n_train + cases[i].n_validation);
        assert_int_equal(n_of(&rows, "\"split\":\"train\""), cases[i].n_train);
        assert_int_equal(n_of(&rows, "\"split\":\"validation\""), cases[i].n_validation);
        str_release(&rows);
        fix_choice_release(&options.choice);
    }
}

/* Rows that do not name their split are not mixed in one file, unless both are named. */
TEST(prompts__are_of_one_split)
{
    struct tagging_options options = options_of(3, &export_format_prompt_completion);
    struct tagging_counts counts;
    struct str rows = {0};
    assert_error(write_rows(&rows, SPLITS, &options, &counts, &err),
                 "the database has splits, and a single file in format prompt-completion would "
                 "mix them (1 in train, 1 in validation); choose one with --split, such as "
                 "--split train, or write a file for each: -o DIR/");
    array_push(&options.choice.splits, "train");
    array_push(&options.choice.splits, "validation");
    assert_done(write_rows(&rows, SPLITS, &options, &counts, &err));
    assert_int_equal(counts.n_written, 6);
    str_release(&rows);
    fix_choice_release(&options.choice);
}

/* A folder has a file for each split with rows, in the order of the splits. */
TEST(folders__have_a_file_for_each_split)
{
    static const char *const cases[][3] = {{SPLITS, "train.jsonl", "validation.jsonl"},
                                           {"SELECT 1", "all.jsonl", NULL}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct tagging_options options = options_of(3, &export_format_messages);
        struct export_options format = {.format = options.format};
        const char *path = printed("%s", scratch_path("."));
        struct export_place place = {path, true};
        scoped(split_files) files = {0};
        scoped(output_files) written = {0};
        struct tagging_counts counts;
        made_store("tagging.db", fixes, N_ITEMS(fixes));
        struct db *db = changed_store("tagging.db", cases[i][0]);
        assert_done(split_files_begin(&files, &format, &place, &err));
        assert_done(tagging_write(db, &options, &files, &counts, &err));
        assert_done(split_files_place(&files, &written, &err));
        db_close(db);
        int64_t n_rows = 0;
        for (size_t k = 0; k < written.list.n; k++) {
            assert_string_equal(strrchr(written.list.items[k].path, '/') + 1, cases[i][k + 1]);
            n_rows += written.list.items[k].n_rows;
        }
        assert_int_equal(written.list.n, i ? 1 : 2);
        assert_int_equal(n_rows, counts.n_written);
    }
}

/* A program that does not parse is left out, and counted. */
TEST(programs__that_do_not_parse_are_left_out)
{
    struct tagging_options options = options_of(1, &export_format_tags);
    struct tagging_counts counts;
    scoped(str) rows = {0};
    assert_done(write_rows(&rows, "UPDATE sources SET code = code || '(' WHERE code LIKE 'x%'",
                           &options, &counts, &err));
    assert_int_equal(counts.n_without_tokens, 1);
    assert_int_equal(counts.n_tagged_programs, 1);
    assert_int_equal(counts.n_written, 4);
}
