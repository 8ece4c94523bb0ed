/* From the correct programs of a database to rows. */
#include "export/tag_rows.h"
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
                         const char *change, const struct tag_options *options,
                         struct tag_counts *counts, struct err *err)
{
    struct output_plan plan = {printed("%s", scratch_path("rows")), tag_row_features, true};
    scoped(output) *output = NULL;
    made_store("tagging.db", made, n_made);
    struct db *db = changed_store("tagging.db", change);
    assert_success(output_open(&output, &plan, err), *err);
    int status = tag_rows_write(db, options, output, counts, err);
    db_close(db);
    if (status != 0)
        return status;
    assert_success(output_commit(&output, NULL, err), *err);
    read_test_file(rows, "$SCRATCH/rows");
    return 0;
}

static int write_rows(struct str *rows, const char *change, const struct tag_options *options,
                      struct tag_counts *counts, struct err *err)
{
    return write_rows_of(rows, fixes, N_ITEMS(fixes), change, options, counts, err);
}

static struct tag_options options_of(double ratio)
{
    return (struct tag_options){
        .choice = FIX_CHOICE_DEFAULT, .rows_per_fix = ratio, .max_tags = 1, .n_threads = 2};
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
        struct tag_options options = options_of(cases[i].ratio);
        struct tag_counts counts;
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

/* A mutant's correct program is that of a real fix, and no row more. */
TEST(rows__are_for_real_fixes)
{
    struct tag_options options = options_of(1);
    struct tag_counts counts;
    scoped(str) rows = {0};
    assert_done(write_rows(&rows, "UPDATE fixes SET origin = 'mutant' WHERE fix_key > 2", &options,
                           &counts, &err));
    assert_int_equal(counts.n_fixes, 2);
    assert_int_equal(counts.n_written, 2);
    assert_contains(str_text(&rows), "\"split\":\"\"");
}

TEST(tag_rows__fails_for_what_is_not_there)
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
        struct tag_options options = options_of(1);
        struct tag_counts counts;
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
        struct tag_options options = options_of(ratio);
        struct tag_counts counts;
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
        struct tag_options options = options_of(3);
        struct tag_counts counts;
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

/* A program that does not parse is left out, and counted. */
TEST(programs__that_do_not_parse_are_left_out)
{
    struct tag_options options = options_of(1);
    struct tag_counts counts;
    scoped(str) rows = {0};
    assert_done(write_rows(&rows, "UPDATE sources SET code = code || '(' WHERE code LIKE 'x%'",
                           &options, &counts, &err));
    assert_int_equal(counts.n_without_tokens, 1);
    assert_int_equal(counts.n_tagged_programs, 1);
    assert_int_equal(counts.n_written, 4);
}
