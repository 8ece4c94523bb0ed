/* Rows written as Parquet are read back as the same lines. */
#include "export/parquet.h"
#include "base/file.h"
#include "tests/support/test.h"

#include <fcntl.h>

static const struct export_feature parts[] = {
    {"label", FEATURE_BOOL, "", WRITTEN}, {"text", FEATURE_TEXT, "", WRITTEN}, {0}};
static const struct export_feature features[] = {{"id", FEATURE_TEXT, "", WRITTEN},
                                                 {"n", FEATURE_INT, "", WRITTEN},
                                                 {"truth", FEATURE_BOOL, "", WRITTEN},
                                                 {"marker", FEATURE_INTS, "", WRITTEN},
                                                 {"parts", FEATURE_RECORDS, "", .members = parts},
                                                 {0}};

static bool has_library(void)
{
    struct err err;
    return can_test(parquet_load(&err) == 0, "Parquet", "DuckDB's library is missing");
}

static int unnamed_with(const struct str *lines)
{
    struct err err;
    int fd = file_open_unnamed(scratch_path("."), &err);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, str_text(lines), lines->length), lines->length);
    return fd;
}

static void read_all(struct str *out, int fd)
{
    char bytes[1 << 16];
    ssize_t n;
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    while ((n = read(fd, bytes, sizeof bytes)) > 0)
        str_add(out, bytes, (size_t)n);
}

/* Writes lines as Parquet to a file of $SCRATCH, and compares what is read of it. */
static void assert_round(const struct str *lines, size_t longest)
{
    struct str back = {0}, none = {0};
    const char *path = scratch_path("round.parquet");
    int rows = unnamed_with(lines), read_back = unnamed_with(&none);
    int out = open(path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    assert_true(out >= 0);
    assert_done(parquet_write(out, rows, longest, features, path, &err));
    assert_done(parquet_read(read_back, path, &err));
    read_all(&back, read_back);
    assert_int_equal(back.length, lines->length);
    assert_memory_equal(str_text(&back), str_text(lines), lines->length);
    close(rows);
    close(read_back);
    close(out);
    str_release(&back);
}

TEST(parquet__is_known_by_its_name)
{
    assert_true(parquet_is_name("a/b.parquet"));
    assert_false(parquet_is_name(".parquet"));
    assert_false(parquet_is_name("a.parquet.gz"));
    assert_false(parquet_is_name("a.jsonl"));
}

TEST(parquet__gives_back_every_byte)
{
    scoped(str) lines = {0};
    if (!has_library())
        skip();
    assert_round(&lines, 0);
    str_add_text(&lines,
                 "{\"id\":\"\",\"n\":0,\"truth\":false,\"marker\":[],\"parts\":[]}\n"
                 "{\"id\":\"é😀\xe2\x80\xa8\\u0001\\u001F\x7f\\n\\r\\t\\b\\f\\\"\\\\/'\",\"n\":"
                 "-9223372036854775808,\"truth\":true,\"marker\":[9223372036854775807,-1],"
                 "\"parts\":[{\"label\":true,\"text\":\"null\"},{\"label\":false,\"text\":\"\"}]}\n"
                 "{\"id\":\"0012\",\"n\":9007199254740993,\"truth\":true,\"marker\":[0],\"parts\":"
                 "[{\"label\":true,\"text\":\"2024-01-01\"}]}\n");
    assert_round(&lines, 100);
}

/* Longer than the library takes a line to be, and more rows than a group has. */
TEST(parquet__takes_long_lines_and_many)
{
    enum { LONG = 20 << 20, MANY = 25000 };
    scoped(str) lines = {0};
    scoped_memory char *text = mem_alloc(LONG + 1, 1);
    if (has_library()) {
        memset(text, 'x', LONG);
        str_print(&lines, "{\"id\":\"%s\",\"n\":1,\"truth\":true,\"marker\":[],\"parts\":[]}\n",
                  text);
        size_t longest = lines.length;
        for (int i = 0; i < MANY; i++)
            str_print(&lines,
                      "{\"id\":\"%d\",\"n\":%d,\"truth\":true,\"marker\":[%d],\"parts\":[]}\n", i,
                      MANY - i, i);
        assert_round(&lines, longest);
    }
}

TEST(parquet__says_why_it_is_not_written_or_read)
{
    scoped(str) lines = {0};
    if (!has_library())
        skip();
    str_add_text(&lines, "{\"id\":\"a\",\"n\":1,\"truth\":true,\"marker\":[],\"parts\":[]}\n");
    int rows = unnamed_with(&lines), full = open("/dev/full", O_WRONLY);
    assert_error(parquet_write(full, rows, 100, features, "x.parquet", &err),
                 "cannot write 'x.parquet': IO Error: Could not write file: No "
                 "space left on device");
    assert_error_with(parquet_read(rows, "/dev/null", &err), "cannot read '/dev/null': ");
    assert_error_with(parquet_read(rows, scratch_path("none.parquet"), &err), "No such file");
    close(full);
    close(rows);
}
