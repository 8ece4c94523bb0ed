/* What a file is taken for, by its name and its first bytes. */
#include "miner/rows/row_listing.h"

#include "tests/support/run.h"
#include "tests/support/test.h"

TEST(row_listing__name_is_read_in_any_case_and_without_packing)
{
    static const struct {
        const char *path;
        enum row_name name;
    } cases[] = {
        {"a.csv", ROW_NAME_TABLE},          {"dir/A.CSV.XZ", ROW_NAME_TABLE},
        {"a.tsv.zst", ROW_NAME_TABLE},      {"a.jsonl", ROW_NAME_JSON},
        {"a.JSON.bz2", ROW_NAME_JSON},      {"a.ndjson", ROW_NAME_JSON},
        {"part-0.parquet", ROW_NAME_WHOLE}, {"a.zip", ROW_NAME_WHOLE},
        {"a.txt", ROW_NAME_OTHER},          {"a.dat.gz", ROW_NAME_OTHER},
        {"dump", ROW_NAME_OTHER},           {"dump.gz", ROW_NAME_OTHER},
        {"a.b/dump", ROW_NAME_OTHER},       {".csv", ROW_NAME_OTHER},
        {"a.py", ROW_NAME_OTHER},           {"a.csv.old", ROW_NAME_OTHER},
        {"a.tar.gz", ROW_NAME_OTHER},       {"a.xlsx", ROW_NAME_OTHER},
        {"acsv", ROW_NAME_OTHER},           {"a.xcsv", ROW_NAME_OTHER},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (row_name_of(cases[i].path) != cases[i].name)
            fail_msg("%s", cases[i].path);
}

TEST(row_listing__start_follows_from_the_first_bytes)
{
    static const struct {
        const char *bytes;
        size_t length;
        enum row_start_kind kind;
        const char *what;
    } cases[] = {
        {"", 0, ROW_START_UNKNOWN, NULL},
        {"a,b\n", 4, ROW_START_TEXT, NULL},
        {"caf\xe9,b\n", 7, ROW_START_TEXT, NULL}, /* Latin-1 */
        {"\xff\xfe{\0\"\0", 6, ROW_START_TEXT, NULL},
        {"\xff\xfe\xc5\x65\xfb\x67", 6, ROW_START_TEXT, NULL},
        {"\xfe\xff\0a", 4, ROW_START_TEXT, NULL},
        {"a\0,\0b\0", 6, ROW_START_TEXT, NULL},
        {"\0{\0\"", 4, ROW_START_TEXT, NULL},
        {"a\0\0\0,\0\0\0", 8, ROW_START_TEXT, NULL},
        {"\0\0\0a\0\0\0,", 8, ROW_START_TEXT, NULL},
        {"\x7f"
         "ELF\0\0",
         6, ROW_START_BINARY, NULL},
        {"a,b\n\0", 5, ROW_START_BINARY, NULL},
        {"PAR1\0\0", 6, ROW_START_PARQUET, NULL},
        {"PK\3\4\0\0", 6, ROW_START_ZIP, NULL},
        {"%PDF-1.4\n", 9, ROW_START_OTHER, "a PDF document"},
        {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", 9, ROW_START_OTHER, "a workbook of Excel (.xls)"},
        {"  <!DOCTYPE HTML>", 17, ROW_START_OTHER, "a page of HTML"},
        {"<html lang=en>", 14, ROW_START_OTHER, "a page of HTML"},
        {"\xef\xbb\xbf<?xml ", 9, ROW_START_OTHER, "XML"},
        {"SQLite format 3\0", 16, ROW_START_OTHER, "an SQLite database"},
        {"-- MySQL dump 10.13", 19, ROW_START_OTHER, "a dump of SQL commands"},
        {"/*M!999999\\- enable the sandbox mode */", 38, ROW_START_OTHER, "a dump of SQL commands"},
        {"--\n-- PostgreSQL database dump\n--", 33, ROW_START_OTHER, "a dump of SQL commands"},
        {"PGDMP\1\16\0", 8, ROW_START_OTHER, "a dump of pg_dump"},
        {"7z\xbc\xaf\x27\x1c", 6, ROW_START_OTHER, "a 7-Zip archive"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct err err;
        assert_success(file_write(scratch_path("start"), cases[i].bytes, cases[i].length, &err),
                       err);
        struct row_start start = row_start_at(scratch_path("start"));
        if (start.kind != cases[i].kind || !start.what != !cases[i].what ||
            (start.what && strcmp(start.what, cases[i].what) != 0))
            fail_msg("%zu: %d %s", i, (int)start.kind, start.what);
    }
}

TEST(row_listing__start_of_a_file_is_that_of_its_content)
{
    scoped(str) output = {0};
    write_test_text("rows", "{\"a\":1}\n");
    run_valid(&output, "cd \"$SCRATCH\" && for p in gzip bzip2 xz zstd; do $p -c rows >rows.$p; "
                       "done; mkfifo pipe; : >empty; tar -czf tar.gz rows");
    static const char *const packed[] = {"rows", "rows.gzip", "rows.bzip2", "rows.xz", "rows.zstd"};
    for (size_t i = 0; i < N_ITEMS(packed); i++) {
        struct row_start start = row_start_at(scratch_path(packed[i]));
        assert_int_equal(start.kind, ROW_START_TEXT);
    }
    assert_int_equal(row_start_at(scratch_path("tar.gz")).kind, ROW_START_TAR);
    assert_int_equal(row_start_at(scratch_path("pipe")).kind, ROW_START_UNKNOWN);
    assert_int_equal(row_start_at(scratch_path("empty")).kind, ROW_START_UNKNOWN);
    assert_int_equal(row_start_at(scratch_path("nothing")).kind, ROW_START_UNKNOWN);
    assert_int_equal(row_start_at(scratch_path("")).kind, ROW_START_UNKNOWN);
}
