/* Rows written as Parquet are read back as the same lines. Files of other programs, which the
 * library makes here, are read as JSON lines of the wanted columns. */
#include "base/duck.h"
#include "base/file.h"
#include "base/sandbox/parquet_rows.h"
#include "export/output.h"
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
    return can_test(duck_load(&err) == 0, "Parquet", "DuckDB's library is missing");
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
static void assert_round(const struct str *lines)
{
    struct str back = {0}, none = {0};
    const char *path = scratch_path("round.parquet");
    struct output *output;
    int read_back = unnamed_with(&none);
    assert_done(output_open(&output, &(struct output_plan){path, features, true}, &err));
    for (const char *at = str_text(lines), *end; (end = strchr(at, '\n')); at = end + 1) {
        scoped(str) line = {0};
        str_add(&line, at, (size_t)(end + 1 - at));
        assert_done(output_write(output, &line, false, &err));
    }
    assert_done(output_commit(&output, NULL, &err));
    assert_done(parquet_rows_copy(read_back, path, &err));
    read_all(&back, read_back);
    assert_int_equal(back.length, lines->length);
    assert_memory_equal(str_text(&back), str_text(lines), lines->length);
    close(read_back);
    str_release(&back);
}

TEST(parquet__gives_back_every_byte)
{
    scoped(str) lines = {0};
    if (!has_library())
        skip();
    assert_round(&lines);
    str_add_text(&lines,
                 "{\"id\":\"\",\"n\":0,\"truth\":false,\"marker\":[],\"parts\":[]}\n"
                 "{\"id\":\"é😀\xe2\x80\xa8\\u0001\\u001F\x7f\\n\\r\\t\\b\\f\\\"\\\\/'\",\"n\":"
                 "-9223372036854775808,\"truth\":true,\"marker\":[9223372036854775807,-1],"
                 "\"parts\":[{\"label\":true,\"text\":\"null\"},{\"label\":false,\"text\":\"\"}]}\n"
                 "{\"id\":\"0012\",\"n\":9007199254740993,\"truth\":true,\"marker\":[0],\"parts\":"
                 "[{\"label\":true,\"text\":\"2024-01-01\"}]}\n");
    assert_round(&lines);
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
        for (int i = 0; i < MANY; i++)
            str_print(&lines,
                      "{\"id\":\"%d\",\"n\":%d,\"truth\":true,\"marker\":[%d],\"parts\":[]}\n", i,
                      MANY - i, i);
        assert_round(&lines);
    }
}

/* ---- Files of others ---- */

/* Makes a Parquet file of the rows of a query, and returns its path. */
static const char *made(const char *query, const char *options)
{
    const char *path = scratch_path("made.parquet");
    scoped(str) sql = {0};
    str_print(&sql, "COPY (%s) TO '%s' (FORMAT parquet%s)", query, path, options);
    assert_done(duck_run(str_text(&sql), NULL, NULL, NULL, &err));
    return path;
}

/* Chooses the columns whose names do not begin with `_`. */
static int choose(void *context, const char *const *names, size_t n, bool *is_wanted,
                  struct err *err)
{
    size_t *n_columns = context;
    *n_columns = n;
    for (size_t i = 0; i < n; i++)
        is_wanted[i] = *names[i] != '_';
    return n == 1 && strcmp(names[0], "refused") == 0 ? err_set(err, "refused") : 0;
}

/* Reads the wanted columns. Returns 0, or ERR. */
static int read_wanted(struct str *lines, const char *path, struct err *err)
{
    scoped(parquet_rows) *rows = NULL;
    size_t n_columns = 0;
    ptrdiff_t n;
    int status = parquet_rows_open(&rows, path, choose, &n_columns, err);
    if (status != 0)
        return status;
    while ((n = parquet_rows_read(rows, str_reserve(lines, 1 << 16), 1 << 16, err)) > 0)
        str_extend(lines, (size_t)n);
    return n == 0 ? 0 : ERR;
}

static const char *values_of(const char *query)
{
    static struct str lines;
    str_clear(&lines);
    assert_done(read_wanted(&lines, made(query, ""), &err));
    return str_text(&lines);
}

TEST(parquet_rows__have_the_values_of_all_types)
{
    static const struct text_case cases[] = {
        {"SELECT 1::TINYINT a, 18446744073709551615::UBIGINT b, (-9223372036854775808)::BIGINT c",
         "{\"a\":1,\"b\":18446744073709551615,\"c\":-9223372036854775808}\n"},
        {"SELECT 12345678901234567890123456789.123456789::DECIMAL(38,9) a, "
         "123456789012345.678::DECIMAL(18,3) b, 0.10::DECIMAL(4,2) c, 7::DECIMAL(10,0) d",
         "{\"a\":12345678901234567890123456789.123456789,\"b\":123456789012345.678,\"c\":0.1,"
         "\"d\":7.0}\n"},
        {"SELECT 1.5::DOUBLE a, 1633176605::DOUBLE b, true c, NULL::VARCHAR d",
         "{\"a\":1.5,\"b\":1633176605.0,\"c\":true,\"d\":null}\n"},
        {"SELECT TIMESTAMP '2024-01-02 03:04:05.123456' a, TIMESTAMP_NS '2024-01-02 "
         "03:04:05.123456789' b, TIMESTAMPTZ '2024-01-02 03:04:05+02' c, DATE '2024-01-02' d",
         "{\"a\":\"2024-01-02 03:04:05.123456\",\"b\":\"2024-01-02 03:04:05.123456789\","
         "\"c\":\"2024-01-02 01:04:05+00\",\"d\":\"2024-01-02\"}\n"},
        {"SELECT 'é\"' || chr(10) || chr(92) || chr(0) a", "{\"a\":\"é\\\"\\n\\\\\\u0000\"}\n"},
        {"SELECT encode('é\"' || chr(10) || chr(92)) a, ''::BLOB b, NULL::BLOB c",
         "{\"a\":\"é\\\"\\n\\\\\",\"b\":\"\",\"c\":null}\n"},
        {"SELECT '\\xFF\\xFE'::BLOB a", "{\"a\":[]}\n"},
        {"SELECT {'login': 'ann', 'n': [1, NULL]} a, [{'h': 'q'}] b, map {'k': 1} c, NULL::INT[] d",
         "{\"a\":{\"login\":\"ann\",\"n\":[1,null]},\"b\":[{\"h\":\"q\"}],\"c\":{\"k\":1},"
         "\"d\":null}\n"},
        {"SELECT '{\"x\": [1, 2.50]}'::JSON a, 'e'::ENUM('e', 'f') b",
         "{\"a\":{\"x\":[1,2.5]},\"b\":\"e\"}\n"},
        {"SELECT 1 \"a \"\"b\"\" 'c'\", 2 \"_\", 3 \"é\"", "{\"a \\\"b\\\" 'c'\":1,\"é\":3}\n"},
        {"SELECT 1 _a, 2 _b FROM range(3)", "{}\n{}\n{}\n"},
        {"SELECT 1 a WHERE false", ""},
        {"SELECT 1 a, 2 \"A\"", "{\"a\":1,\"A_1\":2}\n"},
    };
    if (has_library())
        expect_texts(cases, N_ITEMS(cases), values_of);
}

/* More rows than a group and than a vector have. */
TEST(parquet_rows__are_in_the_order_of_the_file)
{
    static const char *const options[] = {", COMPRESSION snappy, ROW_GROUP_SIZE 3000",
                                          ", COMPRESSION zstd, ROW_GROUP_SIZE 100000",
                                          ", COMPRESSION gzip, PARQUET_VERSION V2",
                                          ", COMPRESSION lz4_raw", ", COMPRESSION uncompressed"};
    scoped(str) expected = {0}, lines = {0};
    if (!has_library())
        skip();
    for (int i = 0; i < 20000; i++)
        str_print(&expected, "{\"a\":%d,\"b\":\"text %d\"}\n", i, i % 7);
    for (size_t i = 0; i < N_ITEMS(options); i++) {
        const char *path =
            made("SELECT i a, 'text ' || (i % 7) b, repeat('x', 99) _c FROM range(20000) t(i)",
                 options[i]);
        str_clear(&lines);
        assert_done(read_wanted(&lines, path, &err));
        assert_string_equal(str_text(&lines), str_text(&expected));
    }
}

/* ---- Errors ---- */

TEST(parquet__says_why_it_is_not_read)
{
    scoped(str) lines = {0};
    if (!has_library())
        skip();
    str_add_text(&lines, "{\"id\":\"a\",\"n\":1,\"truth\":true,\"marker\":[],\"parts\":[]}\n");
    int rows = unnamed_with(&lines);
    assert_error(parquet_rows_copy(rows, "/dev/null", &err),
                 "cannot read '/dev/null': Parquet is read from files only");
    assert_error_with(parquet_rows_copy(rows, scratch_path("none.parquet"), &err), "No such file");
    close(rows);
}

TEST(parquet_rows__say_why_they_are_not_read)
{
    scoped(str) lines = {0};
    const char *path = scratch_path("damaged.parquet");
    if (!has_library())
        skip();
    write_test_text("damaged.parquet", "PAR1 and then nothing that is one");
    assert_error(read_wanted(&lines, path, &err),
                 printed("cannot read '%s': Invalid Input Error: No magic bytes found at end of "
                         "file",
                         path));
    path = made("SELECT {'b': 'x'::BLOB} a", "");
    assert_error(read_wanted(&lines, path, &err),
                 printed("cannot read '%s': its column 'a' has binary values (STRUCT(b BLOB)); "
                         "convert them to texts",
                         path));
    assert_error(read_wanted(&lines, made("SELECT 1 refused", ""), &err), "refused");
}
