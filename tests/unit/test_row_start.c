/* What a file is taken for, by its name and its first bytes. */
#include "sources/rows/row_start.h"

#include "tests/support/run.h"
#include "tests/support/test.h"

TEST(row_name__is_read_in_any_case_and_without_packing)
{
    static const struct {
        const char *path;
        enum row_name name;
    } cases[] = {
        {"a.csv", ROW_NAME_TABLE},
        {"dir/A.CSV.XZ", ROW_NAME_TABLE},
        {"a.tsv.zst", ROW_NAME_TABLE},
        {"a.jsonl", ROW_NAME_JSON},
        {"a.JSON.bz2", ROW_NAME_JSON},
        {"a.ndjson", ROW_NAME_JSON},
        {"part-0.parquet", ROW_NAME_PARQUET},
        {"a.zip", ROW_NAME_ZIP},
        {"a.txt", ROW_NAME_ANY},
        {"a.dat.gz", ROW_NAME_ANY},
        {"dump", ROW_NAME_ANY},
        {"dump.gz", ROW_NAME_ANY},
        {"a.b/dump", ROW_NAME_ANY},
        {".csv", ROW_NAME_ANY},
        {"a.py", ROW_NAME_OTHER},
        {"a.csv.old", ROW_NAME_OTHER},
        {"a.tar.gz", ROW_NAME_OTHER},
        {"a.xlsx", ROW_NAME_OTHER},
        {"acsv", ROW_NAME_ANY},
        {"a.xcsv", ROW_NAME_OTHER},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (row_name_of(cases[i].path) != cases[i].name)
            fail_msg("%s", cases[i].path);
}

TEST(row_start__follows_from_the_first_bytes)
{
    static const struct {
        const char *bytes;
        size_t length;
        enum row_start_kind kind;
        enum row_format format;
        const char *advice;
    } cases[] = {
        {"", 0, ROW_START_EMPTY, ROWS_CSV, NULL},
        {"a,b\n", 4, ROW_START_TEXT, ROWS_CSV, NULL},
        {"\xef\xbb\xbf [", 5, ROW_START_TEXT, ROWS_JSON_LINES, NULL},
        {"\n{\"a\":1}", 8, ROW_START_TEXT, ROWS_JSON_LINES, NULL},
        {"caf\xe9,b\n", 7, ROW_START_TEXT, ROWS_CSV, NULL}, /* Latin-1 */
        {"\xff\xfe{\0\"\0", 6, ROW_START_TEXT, ROWS_JSON_LINES, NULL},
        {"\xff\xfe\xc5\x65\xfb\x67", 6, ROW_START_TEXT, ROWS_CSV, NULL},
        {"\xfe\xff\0a", 4, ROW_START_TEXT, ROWS_CSV, NULL},
        {"a\0,\0b\0", 6, ROW_START_TEXT, ROWS_CSV, NULL},
        {"\0{\0\"", 4, ROW_START_TEXT, ROWS_JSON_LINES, NULL},
        {"a\0\0\0,\0\0\0", 8, ROW_START_TEXT, ROWS_CSV, NULL},
        {"\0\0\0a\0\0\0,", 8, ROW_START_TEXT, ROWS_CSV, NULL},
        {"\x7f"
         "ELF\0\0",
         6, ROW_START_BINARY, ROWS_CSV, NULL},
        {"a,b\n\0", 5, ROW_START_BINARY, ROWS_CSV, NULL},
        {"PAR1\0\0", 6, ROW_START_PARQUET, ROWS_CSV, NULL},
        {"PK\3\4\0\0", 6, ROW_START_ZIP, ROWS_CSV, NULL},
        {"%PDF-1.4\n", 9, ROW_START_REFUSED, ROWS_CSV, "PDF"},
        {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", 9, ROW_START_REFUSED, ROWS_CSV, "CSV UTF-8"},
        {"  <!DOCTYPE HTML>", 17, ROW_START_REFUSED, ROWS_CSV, "HTML"},
        {"<html lang=en>", 14, ROW_START_REFUSED, ROWS_CSV, "HTML"},
        {"\xef\xbb\xbf<?xml ", 9, ROW_START_REFUSED, ROWS_CSV, "XML"},
        {"SQLite format 3\0", 16, ROW_START_REFUSED, ROWS_CSV, "sqlite3 -csv -header"},
        {"-- MySQL dump 10.13", 19, ROW_START_REFUSED, ROWS_CSV, "SQL commands"},
        {"--\n-- PostgreSQL database dump\n--", 33, ROW_START_REFUSED, ROWS_CSV, "SQL commands"},
        {"PGDMP\1\16\0", 8, ROW_START_REFUSED, ROWS_CSV, "pg_dump"},
        {"7z\xbc\xaf\x27\x1c", 6, ROW_START_REFUSED, ROWS_CSV, "unpack it"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct row_start start = row_start_of(cases[i].bytes, cases[i].length);
        if (start.kind != cases[i].kind || start.format != cases[i].format ||
            !start.advice != !cases[i].advice ||
            (start.advice && !strstr(start.advice, cases[i].advice)))
            fail_msg("%zu: %d %d %s", i, (int)start.kind, (int)start.format, start.advice);
    }
}

TEST(row_start__of_a_file_is_that_of_its_content)
{
    scoped(str) output = {0};
    write_test_text("rows", "{\"a\":1}\n");
    run_valid(&output, "cd \"$SCRATCH\" && for p in gzip bzip2 xz zstd; do $p -c rows >rows.$p; "
                       "done; mkfifo pipe; : >empty; tar -czf tar.gz rows");
    static const char *const packed[] = {"rows", "rows.gzip", "rows.bzip2", "rows.xz", "rows.zstd"};
    for (size_t i = 0; i < N_ITEMS(packed); i++) {
        struct row_start start = row_start_at(scratch_path(packed[i]));
        assert_int_equal(start.kind, ROW_START_TEXT);
        assert_int_equal(start.format, ROWS_JSON_LINES);
    }
    assert_int_equal(row_start_at(scratch_path("tar.gz")).kind, ROW_START_TAR);
    assert_int_equal(row_start_at(scratch_path("pipe")).kind, ROW_START_UNKNOWN);
    assert_int_equal(row_start_at(scratch_path("empty")).kind, ROW_START_EMPTY);
    assert_int_equal(row_start_at(scratch_path("nothing")).kind, ROW_START_UNKNOWN);
    assert_int_equal(row_start_at(scratch_path("")).kind, ROW_START_UNKNOWN);
}
