/* A text of rows is cut into whole rows, whatever is in it. */
#include "miner/rows/row_reader.h"

#include "base/file.h"
#include "tests/support/run.h"
#include "tests/support/test.h"
#include "tokenize/languages/language.h"

enum { MAX_ROW = 32 };

/* Reads all batches, and writes what they are: `line:bytes`, and flags. Batches that follow each
 * other are joined, since their limits mean nothing. */
static const char *read_all(const char *text, enum row_format format)
{
    static struct str shown;
    scoped(row_cutter) *cutter = NULL;
    struct row_batch batch;
    struct err err = {{0}};
    const char *path = scratch_path("rows");
    assert_success(file_write(path, text, strlen(text), &err), err);
    str_clear(&shown);
    static const struct rows_options own;
    scoped(row_columns) columns = {0};
    row_columns_read(&columns, "user:=u,problem:=p,date:=1,status:=s,language:=c,code:=x", &err);
    static const struct source_request request;
    const struct row_rules options = {.request = &request,
                                      .own = &own,
                                      .columns = &columns,
                                      .language = languages[0],
                                      .max_row_bytes = MAX_ROW};
    struct row_file part = {.name = path, .form = {.format = format}};
    scoped(row_text) content = {0};
    assert_success(row_text_open(&content, path, NULL, &err), err);
    if (row_cutter_open(&cutter, &part, &content, &options, &err) != 0)
        return printed("%s", err.message);
    int status;
    while ((status = row_cutter_next(cutter, &batch, &err)) == 1) {
        if (batch.is_too_large)
            str_print(&shown, "%zu:large|", batch.first_line);
        else
            str_print(&shown, "%zu:%.*s|", batch.first_line, (int)batch.length, batch.bytes);
        free(batch.bytes);
    }
    if (status != 0)
        str_print(&shown, "!%s", strchr(err.message, ' '));
    return str_text(&shown);
}

TEST(row_cutter__gives_whole_lines)
{
    assert_string_equal(read_all("", ROWS_JSON_LINES), "");
    assert_string_equal(read_all("{}\n{}\n", ROWS_JSON_LINES), "1:{}\n{}\n|");
    assert_string_equal(read_all("{}\n{}", ROWS_JSON_LINES), "1:{}\n|2:{}|");
    assert_string_equal(read_all("\xef\xbb\xbf{}\n", ROWS_JSON_LINES), "1:{}\n|");
}

TEST(row_cutter__gives_the_rows_after_the_header)
{
    assert_string_equal(read_all("a,b\n1,2\n", ROWS_CSV), "2:1,2\n|");
    assert_string_equal(read_all("a,b\n1,\"x\ny\"\n3,4\n5", ROWS_CSV), "2:1,\"x\ny\"\n3,4\n|5:5|");
    assert_string_equal(read_all("a,\"b\nc\"\n1,2\n", ROWS_CSV), "3:1,2\n|");
    assert_string_equal(read_all("a,b\n", ROWS_CSV), "");
    assert_string_equal(read_all("a,b", ROWS_CSV), "");
    assert_non_null(strstr(read_all("", ROWS_CSV), "is empty"));
}

/* Only the line with the quote is lost. */
TEST(row_cutter__is_not_swallowed_by_a_quote_that_never_closes)
{
    assert_string_equal(read_all("a,b\n1,\"2\n3,4\n5,6\n", ROWS_CSV), "2:1,\"2\n|3:3,4\n5,6\n|");
    assert_string_equal(read_all("a,b\n1,2\n3,\"4\n5,6", ROWS_CSV), "2:1,2\n|3:3,\"4\n|4:5,6|");
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

TEST(row_cutter__skips_rows_that_are_too_large)
{
    assert_string_equal(read_all(long_text("{}\n", "\n{}\n"), ROWS_JSON_LINES),
                        "1:{}\n|2:large|3:{}\n|");
    assert_string_equal(read_all(long_text("{}\n", ""), ROWS_JSON_LINES), "1:{}\n|2:large|");
    assert_string_equal(read_all(long_text("a\n1\n", "\n2\n\"3\n4\"\n"), ROWS_CSV),
                        "2:1\n|3:large|4:2\n\"3\n4\"\n|");
}

TEST(row_cutter__reads_on_after_a_large_row_in_quotes)
{
    const char *shown = read_all(long_text("a\n\"1\n2\n3\n", "\n4\n\"5\n6\"\n"), ROWS_CSV);
    assert_non_null(strstr(shown, "2:large|3:2\n3\n"));
    assert_non_null(strstr(shown, "6:4\n\"5\n6\"\n|"));
}

static const struct {
    const char *text, *shown;
} documents[] = {
    {"[]", "1:\n|"},
    {"[\n\n{\"a\":1},\n {\n}\n]\n", "1:{\"a\":1}\n{\r}\n|"},
    {"[{},{}]", "1:{}\n{}\n|"},
    {"[{}, 1 ,\"]\", [2]]", "1:{}\n1\n\"]\"\n[2]\n|"},
    {"[{},{},]", "1:{}\n{}\n\n|"},
    {"[{} {}]", "1:{}{}\n|"},
    {"[[1,2],[3,{}]]", "1:[1,2]\n[3,{}]\n|"},
    {"[{\"a\":\"\\\"]\"}]", "1:{\"a\":\"\\\"]\"}\n|"},
    {"{\"a\":[1,{}],\n\"b\":{\"c\":\n[{},\n{}]},\"d\":\"]}\"}", "1:{}\n{}\n|"},
    {"{\"b\":{\"c\":[{\"x\":1}]}}", "1:{\"x\":1}\n|"},
};

TEST(row_cutter__gives_the_rows_of_a_document)
{
    for (size_t i = 0; i < N_ITEMS(documents); i++) {
        const char *shown = read_all(documents[i].text, ROWS_JSON_LINES);
        if (strcmp(shown, documents[i].shown) != 0)
            fail_msg("%s: %s, not %s", documents[i].text, shown, documents[i].shown);
    }
}

TEST(row_cutter__refuses_documents_that_cannot_be_read_on)
{
    static const char *const cases[][2] = {
        {"[{},{}", "from line 1 as JSON: it ends before its last bracket"},
        {"[{},\n{\"a\":\"}]", "from line 2 as JSON: it ends before its last bracket"},
        {"[{}] x", "line 1 as JSON: something follows the document; `jq -c .` makes lines"},
        {"{\n\"a\":1\n}\n{\n}", "line 4 as JSON: something follows the document"},
        {"{\"a\":[{}],\"b\":{\"c\":[{}]}}",
         "there is a second array of objects; jq -c '.NAME[]' gives the rows of one"},
        {"[{}]}", "line 1 as JSON: something follows the document"},
        {"{\n\"a\":1\n}", "it has no array of objects"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *shown = read_all(cases[i][0], ROWS_JSON_LINES);
        if (!strstr(shown, cases[i][1]))
            fail_msg("%s: %s, not %s", cases[i][0], shown, cases[i][1]);
    }
}

TEST(row_cutter__skips_rows_of_a_document_that_are_too_large)
{
    assert_string_equal(read_all(long_text("[{},\n\n{\"", "\"},\n\n{\"a\":1}]"), ROWS_JSON_LINES),
                        "1:{}\n|2:large|3:{\"a\":1}\n|");
    assert_string_equal(read_all(long_text("[{\"\\\\\\\"", "\\\"\"}]"), ROWS_JSON_LINES),
                        "1:large|");
    const char *shown = read_all(long_text("[{},{\"", "\"}"), ROWS_JSON_LINES);
    assert_non_null(strstr(shown, "1:{}\n|!"));
    const char *text = long_text("{\"a\":\"", "\",\"b\":[{}]}");
    assert_string_equal(read_all(text, ROWS_JSON_LINES), "1:large|");
}
