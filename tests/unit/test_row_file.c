/* A file of rows is cut into whole rows, whatever is in it. */
#include "sources/rows/row_file.h"

#include "base/file.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

enum { MAX_ROW = 32 };

/* Reads all batches, and writes what they are: `line:bytes`, and flags. Batches that follow each
 * other are joined, since their limits mean nothing. */
static const char *read_all(const char *text, enum row_format format)
{
    static struct str shown;
    scoped(row_file) *file = NULL;
    struct row_batch batch;
    struct err err = {{0}};
    const char *path = scratch_path("rows");
    assert_success(file_write(path, text, strlen(text), &err), err);
    str_clear(&shown);
    const struct row_part part = {.name = path, .form = {format}};
    scoped(row_text) content = {0};
    assert_success(row_text_open_file(&content, path, &err), err);
    if (row_file_open(&file, &part, &content, MAX_ROW, &err) != 0)
        return printed("%s", err.message);
    int status;
    while ((status = row_file_next(file, &batch, &err)) == 1) {
        if (batch.is_too_large)
            str_print(&shown, "%zu:large|", batch.first_line);
        else
            str_print(&shown, "%zu:%.*s%s|", batch.first_line, (int)batch.length, batch.bytes,
                      batch.has_single_lines ? "*" : "");
        free(batch.bytes);
    }
    assert_success(status, err);
    return str_text(&shown);
}

TEST(row_file__gives_whole_lines)
{
    assert_string_equal(read_all("", ROWS_JSON_LINES), "");
    assert_string_equal(read_all("{}\n{}\n", ROWS_JSON_LINES), "1:{}\n{}\n|");
    assert_string_equal(read_all("{}\n{}", ROWS_JSON_LINES), "1:{}\n|2:{}|");
    assert_string_equal(read_all("\xef\xbb\xbf{}\n", ROWS_JSON_LINES), "1:{}\n|");
}

TEST(row_file__gives_the_rows_after_the_header)
{
    assert_string_equal(read_all("a,b\n1,2\n", ROWS_CSV), "2:1,2\n|");
    assert_string_equal(read_all("a,b\n1,\"x\ny\"\n3,4\n5", ROWS_CSV), "2:1,\"x\ny\"\n3,4\n|5:5|");
    assert_string_equal(read_all("a,\"b\nc\"\n1,2\n", ROWS_CSV), "3:1,2\n|");
    assert_string_equal(read_all("a,b\n", ROWS_CSV), "");
    assert_string_equal(read_all("a,b", ROWS_CSV), "");
    assert_non_null(strstr(read_all("", ROWS_CSV), "is empty"));
}

/* Only the lines after the quote are read one by one. */
TEST(row_file__is_not_swallowed_by_a_quote_that_never_closes)
{
    assert_string_equal(read_all("a,b\n1,\"2\n3,4\n5,6\n", ROWS_CSV), "2:1,\"2\n3,4\n5,6\n*|");
    assert_string_equal(read_all("a,b\n1,2\n3,\"4\n5,6", ROWS_CSV), "2:1,2\n|3:3,\"4\n*|4:5,6*|");
}

static char *long_text(const char *start, const char *end)
{
    static char text[1 << 22];
    size_t n = strlen(start);
    memset(text, 'x', sizeof text);
    memcpy(text, start, n);
    strcpy(text + (3 << 20), end);
    return text;
}

TEST(row_file__skips_rows_that_are_too_large)
{
    assert_string_equal(read_all(long_text("{}\n", "\n{}\n"), ROWS_JSON_LINES),
                        "1:{}\n|2:large|3:{}\n|");
    assert_string_equal(read_all(long_text("{}\n", ""), ROWS_JSON_LINES), "1:{}\n|2:large|");
    assert_string_equal(read_all(long_text("a\n1\n", "\n2\n\"3\n4\"\n"), ROWS_CSV),
                        "2:1\n|3:large|4:2\n\"3\n4\"\n|");
}

TEST(row_file__reads_on_after_a_large_row_in_quotes)
{
    const char *shown = read_all(long_text("a\n\"1\n2\n3\n", "\n4\n\"5\n6\"\n"), ROWS_CSV);
    assert_non_null(strstr(shown, "2:large|3:2\n3\n*|"));
    assert_non_null(strstr(shown, "6:4\n\"5\n6\"\n|"));
}
