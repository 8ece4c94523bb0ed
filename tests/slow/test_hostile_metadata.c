/* Hostile metadata. In each file the first two rows are a valid pair. This pair is found, with
 * little memory and time, and unusable rows are counted with their lines. */
#include "tests/support/codenet.h"
#include "tests/support/test.h"

#define PAIR                                         \
    "s1,p00001,u,1,Python,,py,Wrong Answer,0,0,0,\n" \
    "s2,p00001,u,2,Python,,py,Accepted,0,0,0,\n"

enum { MILLION = 1000000 };

/* A tree whose metadata begin with the header and, unless it says otherwise, the pair. */
static FILE *create(const char *start)
{
    const char *tree = codenet_make("tree");
    codenet_add_text(tree, "data/p00001/Python/s1.py", "x = 1 < 2\n");
    codenet_add_text(tree, "data/p00001/Python/s2.py", "x = 1 <= 2\n");
    FILE *file = bounded_create("tree/metadata/p00001.csv");
    fputs(start, file);
    return file;
}

/* Mines the tree; "N submissions, N pairs, N fixes" and its errors must be as expected. */
static void check(FILE *file, const char *name, size_t max_mb, const char *numbers,
                  const char *errors)
{
    scoped(str) output = {0};
    bounded_close(file);
    assert_int_equal(
        run_bounded(&output, name, max_mb,
                    "\"$TOKFIX\" mine \"$SCRATCH/tree\" -j 2 --force -o \"$SCRATCH/db\""),
        0);
    run_valid(
        &output,
        "sqlite3 \"$SCRATCH/db\" \"select n_submissions, n_pairs, n_fixes from problem_totals\"");
    if (strcmp(str_text(&output), numbers) != 0)
        fail_msg("%s: %s", name, str_text(&output));
    run_valid(&output, "sqlite3 \"$SCRATCH/db\" \"select kind, line, substr(detail, 1, 60) from "
                       "input_errors order by rowid desc limit 1\"");
    if (strncmp(str_text(&output), errors, strlen(errors)) != 0 || (!*errors && output.length))
        fail_msg("%s: %s", name, str_text(&output));
    run_valid(&output, "rm -r \"$SCRATCH/tree\" \"$SCRATCH/db\"");
}

TEST(hostile_metadata__of_many_columns_are_counted)
{
    size_t n = bounded_size(4 * MILLION);
    FILE *file = create("a");
    bounded_repeat(file, ",a", n);
    fputs("\n" PAIR, file);
    check(file, "columns of the header", 60, "0|0|0\n",
          "metadata_unusable|1|no column 'submission_id' in the header");

    file = create(CODENET_HEADER PAIR);
    bounded_repeat(file, "a,", n);
    const char *expected = printed("row_malformed|4|%zu fields where the header has 12", n + 1);
    check(file, "columns of a row", 60, "2|1|1\n", expected);

    file = create(CODENET_HEADER PAIR);
    bounded_repeat(file, "\"\",", n);
    check(file, "quoted columns of a row", 70, "2|1|1\n", expected);
}

TEST(hostile_metadata__of_quotes_are_read_to_their_end)
{
    size_t n = bounded_size(4 * MILLION);
    FILE *file = create(CODENET_HEADER PAIR);
    bounded_repeat(file, "\"", n);
    check(file, "quotes", 60, "2|1|1\n", "row_malformed|4|1 field where the header has 12");

    file = create(CODENET_HEADER PAIR "s3,p00001,u,3,Python,\"");
    bounded_repeat(file, "\"\"", n);
    fputs("\",py,Accepted,0,0,0,\n", file);
    check(file, "quotes in a field", 100, "3|2|1\n", "source_missing||No such file");

    file = create(CODENET_HEADER PAIR "\"");
    bounded_repeat(file, "0123456789", n);
    check(file, "a quote that is never closed", 400, "2|1|1\n",
          "row_malformed|4|1 field where the header has 12");
}

TEST(hostile_metadata__of_long_lines_and_blank_ones)
{
    size_t n = bounded_size(4 * MILLION);
    FILE *file = create(CODENET_HEADER PAIR);
    bounded_repeat(file, "0123456789", n);
    check(file, "a line of 100 MB", 300, "2|1|1\n",
          "row_malformed|4|1 field where the header has 12");

    file = create(CODENET_HEADER PAIR);
    bounded_repeat(file, "\n\n\n\n\n\r\r\r\r\r", n);
    check(file, "blank lines", 150, "2|1|1\n", "");

    file = create(CODENET_HEADER PAIR);
    bounded_skip(file, (uint64_t)10 << 30);
    check(file, "10 GB", 30, "0|0|0\n", "metadata_unusable||larger than 1073741824 bytes");
}

TEST(hostile_metadata__of_broken_rows_are_listed_and_counted)
{
    size_t n = bounded_size(3 * MILLION);
    FILE *file = create(CODENET_HEADER PAIR);
    bounded_repeat(file, "a\n", n);
    scoped(str) expected =
        str_of("row_malformed|10004|%zu more errors of this kind are counted", n - 10000);
    check(file, "short rows", 60, "2|1|1\n", str_text(&expected));

    str_clear(&expected);
    n = bounded_size(MILLION);
    file = create(CODENET_HEADER PAIR);
    bounded_repeat(file, "s1,p00001,u,3,Python,,,,,,,\n", n);
    str_print(&expected, "row_duplicate|10004|%zu more errors of this kind are counted", n - 10000);
    check(file, "rows of one id", 200, "2|1|1\n", str_text(&expected));
}

TEST(hostile_metadata__of_strange_values_are_refused_by_row)
{
    static const struct {
        const char *name, *before, *middle, *after, *numbers, *errors;
    } cases[] = {
        {"an id of 1 MB", "", "a", ",p00001,u,3,Python,,py,Accepted,,,,", "2|1|1\n",
         "row_id_unsafe|4|submission id 'aaa"},
        {"a problem of 1 MB", "s3,", "p", ",u,3,Python,,py,Accepted,,,,", "2|1|1\n",
         "row_value|4|problem id 'ppp"},
        {"a user of 1 MB", "s3,p00001,", "u", ",3,Python,,py,Accepted,,,,", "3|1|1\n", ""},
        {"a status of 1 MB", "s3,p00001,u,3,Python,,py,", "A", ",,,,", "3|1|1\n", ""},
        {"a language of 1 MB", "s3,p00001,u,3,", "P", ",,py,Accepted,,,,", "2|1|1\n", ""},
        {"a dialect of 1 MB", "s3,p00001,u,3,Python,", "P", ",py,Other,,,,", "3|1|1\n", ""},
        {"a date of a million digits", "s3,p00001,u,", "9", ",Python,,py,Other,,,,", "2|1|1\n",
         "row_value|4|date '999"},
        {"a date of many zeros", "s3,p00001,u,", "0", "7,Python,,py,Other,,,,", "3|1|1\n", ""},
        {"a negative date", "s3,p00001,u,-", "9", ",Python,,py,Other,,,,", "2|1|1\n",
         "row_value|4|date '-999"},
        {"sizes of a million digits", "s3,p00001,u,3,Python,,py,Other,1e999999999,-", "9", ",,",
         "3|1|1\n", ""},
        {"a lone surrogate", "s3,p00001,u,3,Python,\xed\xa0\x80,py,Other,,", "9", ",,", "2|1|1\n",
         "row_malformed|4|the row contains a zero byte or is not UTF-8"},
        {"CESU-8", "s3,p00001,u,3,Python,\xed\xa0\xbd\xed\xb8\x80,py,Other,,", "9", ",,", "2|1|1\n",
         "row_malformed|4|the row contains a zero byte or is not UTF-8"},
        {"an overlong slash", "..\xc0\xaf\x2e.,p00001,u,3,Python,,py,Other,,", "9", ",,", "2|1|1\n",
         "row_malformed|4|the row contains a zero byte or is not UTF-8"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        FILE *file = create(CODENET_HEADER PAIR);
        fputs(cases[i].before, file);
        bounded_repeat(file, cases[i].middle, MILLION);
        fprintf(file, "%s\n", cases[i].after);
        check(file, cases[i].name, 30, cases[i].numbers, cases[i].errors);
    }
    FILE *file = create(CODENET_HEADER PAIR "s3,p00001,u,3,Python,a");
    bounded_skip(file, MILLION);
    fputs(",py,Other,,,,\n", file);
    check(file, "a million zero bytes", 30, "2|1|1\n",
          "row_malformed|4|the row contains a zero byte or is not UTF-8");
}

TEST(hostile_metadata__of_a_million_users_take_memory_by_row)
{
    size_t n = bounded_size(MILLION);
    FILE *file = create(CODENET_HEADER PAIR);
    for (size_t i = 0; i < n; i++)
        fprintf(file, "t%zu,p00001,v%zu,1,Python,,py,Accepted,,,,\n", i, i);
    const char *expected = printed("%zu|1|1\n", n + 2);
    check(file, "a million users", 300, expected, "");
}

/* Quadratic only in the pairs, and there are few. */
TEST(hostile_metadata__of_a_million_failures_take_time_by_row)
{
    size_t n = bounded_size(MILLION / 2);
    FILE *file = create(CODENET_HEADER PAIR);
    for (size_t i = 0; i < n; i++)
        fprintf(file, "t%07zu,p00001,u,3,Python,,py,Wrong Answer,,,,\n", i);
    fputs("t9,p00001,v,3,Python,,py,Accepted,,,,\n", file);
    scoped(str) expected = str_of("%zu|1|1\n", n + 3);
    check(file, "failures in vain", 300, str_text(&expected), "");

    str_clear(&expected);
    file = create(CODENET_HEADER PAIR);
    for (size_t i = 0; i < n; i++)
        fprintf(file, "t%07zu,p00001,v,3,Python,,py,Wrong Answer,,,,\n", i);
    fputs("t9,p00001,v,4,Python,,py,Accepted,,,,\n", file);
    str_print(&expected, "%zu|%zu|1\n", n + 3, n + 1);
    check(file, "failures before an Accepted one", 300, str_text(&expected), "source_missing||");
}
