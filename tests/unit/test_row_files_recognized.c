/* Whether a file is rows, by its name and its first bytes. */
#include "miner/rows/row_files.h"

#include "tests/support/run.h"
#include "tests/support/test.h"

static const struct rows_options own;

static bool is_rows(const char *path)
{
    const struct source_request request = {.path = path, .own = &own};
    int format = row_files_recognize(&request);
    assert_true(format == -1 || format == ROWS_FOUND);
    return format == ROWS_FOUND;
}

/* Expects that a file is refused as this. */
static void expect_refused(const char *path, const char *what)
{
    static const struct row_columns usual_columns;
    scoped(arena) arena = {0};
    struct input_errors errors = {.arena = &arena};
    const struct source_request request = {.path = path, .format = ROWS_FOUND, .own = &own};
    struct row_files *parts;
    struct err err;
    assert_int_equal(row_files_open(&parts, &request, &usual_columns, &errors, &err), ERR);
    if (!strstr(err.message, printed("is %s, and not rows", what)))
        fail_msg("not %s: %s", what, err.message);
}

/* What cannot be read is known by its name. */
TEST(row_files__name_is_read_in_any_case_and_without_packing)
{
    static const struct {
        const char *path;
        bool is_rows;
    } cases[] = {
        {"a.csv", true},          {"dir/A.CSV.XZ", true}, {"a.tsv.zst", true},
        {"a.jsonl", true},        {"a.JSON.bz2", true},   {"a.ndjson", true},
        {"part-0.parquet", true}, {"a.zip", true},        {"a.txt", false},
        {"a.dat.gz", false},      {"dump", false},        {"dump.gz", false},
        {"a.b/dump", false},      {".csv", false},        {"a.py", false},
        {"a.csv.old", false},     {"a.tar.gz", false},    {"a.xlsx", false},
        {"acsv", false},          {"a.xcsv", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (is_rows(cases[i].path) != cases[i].is_rows)
            fail_msg("%s", cases[i].path);
}

TEST(row_files__start_follows_from_the_first_bytes)
{
    static const struct {
        const char *bytes;
        size_t length;
        bool is_rows;
        const char *what;
    } cases[] = {
        {"", 0, false, NULL},
        {"a,b\n", 4, true, NULL},
        {"caf\xe9,b\n", 7, true, NULL}, /* Latin-1 */
        {"\xff\xfe{\0\"\0", 6, true, NULL},
        {"\xff\xfe\xc5\x65\xfb\x67", 6, true, NULL},
        {"\xfe\xff\0a", 4, true, NULL},
        {"a\0,\0b\0", 6, true, NULL},
        {"\0{\0\"", 4, true, NULL},
        {"a\0\0\0,\0\0\0", 8, true, NULL},
        {"\0\0\0a\0\0\0,", 8, true, NULL},
        {"\x7f"
         "ELF\0\0",
         6, false, NULL},
        {"a,b\n\0", 5, false, NULL},
        {"PAR1\0\0", 6, true, NULL},
        {"PK\3\4\0\0", 6, true, NULL},
        {"%PDF-1.4\n", 9, true, "a PDF document"},
        {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", 9, true, "a workbook of Excel (.xls)"},
        {"  <!DOCTYPE HTML>", 17, true, "a page of HTML"},
        {"<html lang=en>", 14, true, "a page of HTML"},
        {"\xef\xbb\xbf<?xml ", 9, true, "XML"},
        {"SQLite format 3\0", 16, true, "an SQLite database"},
        {"-- MySQL dump 10.13", 19, true, "a dump of SQL commands"},
        {"/*M!999999\\- enable the sandbox mode */", 38, true, "a dump of SQL commands"},
        {"--\n-- PostgreSQL database dump\n--", 33, true, "a dump of SQL commands"},
        {"PGDMP\1\16\0", 8, true, "a dump of pg_dump"},
        {"7z\xbc\xaf\x27\x1c", 6, true, "a 7-Zip archive"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct err err;
        assert_success(file_write(scratch_path("start"), cases[i].bytes, cases[i].length, &err),
                       err);
        if (is_rows(scratch_path("start")) != cases[i].is_rows)
            fail_msg("%zu", i);
        if (cases[i].what)
            expect_refused(scratch_path("start"), cases[i].what);
    }
}

TEST(row_files__start_of_a_file_is_that_of_its_content)
{
    scoped(str) output = {0};
    write_test_text("rows", "{\"a\":1}\n");
    run_valid(&output, "cd \"$SCRATCH\" && for p in gzip bzip2 xz zstd; do $p -c rows >rows.$p; "
                       "done; mkfifo pipe; : >empty; tar -czf tar.gz rows");
    static const char *const packed[] = {"rows", "rows.gzip", "rows.bzip2", "rows.xz", "rows.zstd"};
    for (size_t i = 0; i < N_ITEMS(packed); i++)
        assert_true(is_rows(scratch_path(packed[i])));
    assert_false(is_rows(scratch_path("tar.gz")));
    assert_false(is_rows(scratch_path("pipe")));
    assert_false(is_rows(scratch_path("empty")));
    assert_false(is_rows(scratch_path("nothing")));
    assert_false(is_rows(scratch_path("")));
}
