/* Hostile metadata. In each file the first two rows are a valid pair. This pair is found, with
 * little memory and time, and unusable rows are counted with their lines. */
#include "tests/support/codenet.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

#define PAIR                                         \
    "s1,p00001,u,1,Python,,py,Wrong Answer,0,0,0,\n" \
    "s2,p00001,u,2,Python,,py,Accepted,0,0,0,\n"
#define BAD_COLUMNS "row_malformed|4|1 field where the header has 12"
#define BAD_TEXT    "row_malformed|4|the row contains a zero byte or is not UTF-8"

enum { MILLION = 1000000 };

/* A tree whose metadata begin with this. */
static FILE *create(const char *start)
{
    const char *tree = codenet_make("tree");
    codenet_add_text(tree, "data/p00001/Python/s1.py", "x = 1 < 2\n");
    codenet_add_text(tree, "data/p00001/Python/s2.py", "x = 1 <= 2\n");
    FILE *file = bounded_create("tree/metadata/p00001.csv");
    fputs(start, file);
    return file;
}

/* Mines the tree; "N submissions, N pairs, N fixes" and its last error must be as expected. */
static void check(FILE *file, const char *name, size_t max_mb, const char *numbers,
                  const char *error)
{
    scoped(str) output = {0};
    bounded_close(file);
    assert_int_equal(run_bounded(&output, name, max_mb,
                                 "\"$TOKFIX\" mine \"$SCRATCH/tree\" -j 2 --force -o "
                                 "\"$SCRATCH/db\""),
                     0);
    run_valid(&output,
              "sqlite3 \"$SCRATCH/db\" \"select n_submissions, n_pairs, n_fixes from "
              "problem_totals\" \"select kind, line, substr(detail, 1, 60) from input_errors order "
              "by rowid desc limit 1\"; rm -r \"$SCRATCH/tree\" \"$SCRATCH/db\"");
    const char *expected = printed("%s\n%s", numbers, error);
    if (strncmp(str_text(&output), expected, strlen(expected)) != 0 ||
        (!*error && output.length != strlen(expected)))
        fail_msg("%s: %s", name, str_text(&output));
}

/* After the pair comes `before`, a text as often as there are bytes of it in so many million, and
 * `after`. */
static const struct {
    const char *name, *before, *repeated;
    size_t millions;
    const char *after;
    size_t max_mb;
    const char *numbers, *error;
} files[] = {
    {"quotes", "", "\"", 4, "", 60, "2|1|1", BAD_COLUMNS},
    {"quotes in a field", "s3,p00001,u,3,Python,\"", "\"\"", 4, "\",py,Accepted,0,0,0,\n", 100,
     "3|2|1", "source_missing||No such file"},
    {"a quote that is never closed", "\"", "0123456789", 4, "", 400, "2|1|1",
     "row_malformed|4|a quote is not closed"},
    {"a line of 40 MB", "", "0123456789", 4, "", 300, "2|1|1", BAD_COLUMNS},
    {"blank lines", "", "\n\n\n\n\n\n\r\n\r\n", 4, "", 150, "2|1|1", ""},
    {"an id of 1 MB", "", "a", 1, ",p00001,u,3,Python,,py,Accepted,,,,\n", 30, "2|1|1",
     "row_id_unsafe|4|submission id 'aaa"},
    {"a problem of 1 MB", "s3,", "p", 1, ",u,3,Python,,py,Accepted,,,,\n", 30, "2|1|1",
     "row_value|4|problem id 'ppp"},
    {"a user of 1 MB", "s3,p00001,", "u", 1, ",3,Python,,py,Accepted,,,,\n", 30, "3|1|1", ""},
    {"a status of 1 MB", "s3,p00001,u,3,Python,,py,", "A", 1, ",,,,\n", 30, "3|1|1", ""},
    {"a language of 1 MB", "s3,p00001,u,3,", "P", 1, ",,py,Accepted,,,,\n", 30, "2|1|1", ""},
    {"a dialect of 1 MB", "s3,p00001,u,3,Python,", "P", 1, ",py,Other,,,,\n", 30, "3|1|1", ""},
    {"a date of a million digits", "s3,p00001,u,", "9", 1, ",Python,,py,Other,,,,\n", 30, "2|1|1",
     "row_value|4|date '999"},
    {"a date of many zeros", "s3,p00001,u,", "0", 1, "7,Python,,py,Other,,,,\n", 30, "3|1|1", ""},
    {"a negative date", "s3,p00001,u,-", "9", 1, ",Python,,py,Other,,,,\n", 30, "2|1|1",
     "row_value|4|date '-999"},
    {"sizes of a million digits", "s3,p00001,u,3,Python,,py,Other,1e999999999,-", "9", 1, ",,\n",
     30, "3|1|1", ""},
    {"a lone surrogate", "s3,p00001,u,3,Python,\xed\xa0\x80,py,Other,,", "9", 1, ",,\n", 30,
     "2|1|1", BAD_TEXT},
    {"an overlong slash", "..\xc0\xaf\x2e.,p00001,u,3,Python,,py,Other,,", "9", 1, ",,\n", 30,
     "2|1|1", BAD_TEXT},
};

TEST(hostile_metadata__cost_no_more_than_their_size)
{
    for (size_t i = 0; i < N_ITEMS(files); i++) {
        size_t n = files[i].millions * MILLION;
        FILE *file = create(CODENET_HEADER PAIR);
        fputs(files[i].before, file);
        bounded_repeat(file, files[i].repeated, files[i].millions > 1 ? bounded_size(n) : n);
        fputs(files[i].after, file);
        check(file, files[i].name, files[i].max_mb, files[i].numbers, files[i].error);
    }
    FILE *file = create(CODENET_HEADER PAIR "s3,p00001,u,3,Python,a");
    bounded_skip(file, MILLION);
    fputs(",py,Other,,,,\n", file);
    check(file, "a million zero bytes", 30, "2|1|1", BAD_TEXT);
    file = create(CODENET_HEADER PAIR);
    bounded_skip(file, (uint64_t)10 << 30);
    check(file, "10 GB", 30, "0|0|0", "metadata_unusable||larger than 1073741824 bytes");
}

TEST(hostile_metadata__of_many_columns_and_broken_rows_are_counted)
{
    static const struct {
        const char *name, *repeated;
        size_t n, max_mb;
        const char *error;
        long n_more; /* of what was repeated */
    } cases[] = {
        {"columns", "a,", 4 * MILLION, 60, "row_malformed|4|%ld fields where the header", 1},
        {"quoted columns", "\"\",", 4 * MILLION, 70, "row_malformed|4|%ld fields where the he", 1},
        {"short rows", "a\n", 3 * MILLION, 60, "row_malformed|10004|%ld more errors of", -10000},
        {"rows of one id", "s1,p00001,u,3,Python,,,,,,,\n", MILLION, 200,
         "row_duplicate|10004|%ld more errors of", -10000},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) error = {0};
        size_t n = bounded_size(cases[i].n);
        FILE *file = create(CODENET_HEADER PAIR);
        bounded_repeat(file, cases[i].repeated, n);
        const char *number = strstr(cases[i].error, "%ld");
        str_print(&error, "%.*s%ld%s", (int)(number - cases[i].error), cases[i].error,
                  (long)n + cases[i].n_more, number + 3);
        check(file, cases[i].name, cases[i].max_mb, "2|1|1", str_text(&error));
    }
    FILE *file = create("a");
    bounded_repeat(file, ",a", bounded_size(4 * MILLION));
    fputs("\n" PAIR, file);
    check(file, "columns of the header", 60, "0|0|0",
          "metadata_unusable|1|no column 'submission_id' in the header");
}

/* Memory is that of the rows; time is quadratic only in the pairs, and there are few. */
TEST(hostile_metadata__of_a_million_submissions_take_memory_and_time_by_row)
{
    static const struct {
        const char *name, *users; /* of the failing and the Accepted submissions; NULL: many */
        const char *last;
        size_t n_pairs;
    } cases[] = {
        {"a million users", NULL, "", 1},
        {"failures without an Accepted one", "u", "t9,p00001,v,3,Python,,py,Accepted,,,,\n", 1},
        {"failures before an Accepted one", "v", "t9,p00001,v,4,Python,,py,Accepted,,,,\n", 0},
    };
    size_t n = bounded_size(MILLION / 2);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        FILE *file = create(CODENET_HEADER PAIR);
        for (size_t k = 0; k < n; k++) {
            char user[32];
            snprintf(user, sizeof user, "v%zu", k);
            fprintf(file, "t%07zu,p00001,%s,3,Python,,py,%s,,,,\n", k,
                    cases[i].users ? cases[i].users : user,
                    cases[i].users ? "Wrong Answer" : "Accepted");
        }
        fputs(cases[i].last, file);
        size_t n_pairs = cases[i].n_pairs ? 1 : n + 1;
        check(file, cases[i].name, 300,
              printed("%zu|%zu|1", n + 2 + (*cases[i].last != '\0'), n_pairs),
              n_pairs > 1 ? "source_missing||" : "");
    }
}
