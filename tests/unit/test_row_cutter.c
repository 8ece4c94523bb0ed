/* A text of rows is cut into whole rows, whatever is in it and however long it is. What is refused
 * is in tests/cases/rows-forms.case. */
#include "miner/rows/row_reader.h"

#include "base/file.h"
#include "tests/support/run.h"
#include "tests/support/test.h"
#include "tokenize/languages/language.h"

enum { MAX_ROW = 32 };

/* Reads all batches, and writes what they are: `line:bytes|`; of CSV each row, `?` if malformed. */
static const char *read_all(const char *text, enum row_format format)
{
    static struct str shown;
    static const struct rows_options own;
    static const struct source_request request;
    scoped(row_cutter) *cutter = NULL;
    scoped(row_columns) columns = {0};
    scoped(row_text) content = {0};
    struct row_batch batch;
    struct err err = {{0}};
    const char *path = scratch_path("rows");
    assert_success(file_write(path, text, strlen(text), &err), err);
    row_columns_read(&columns, "user:=u,problem:=p,date:=1,status:=s,language:=c,code:=x", &err);
    const struct row_rules options = {.request = &request,
                                      .own = &own,
                                      .columns = &columns,
                                      .language = languages[0],
                                      .max_row_bytes = MAX_ROW};
    struct row_file part = {.name = path, .form = {.format = format}};
    assert_success(row_text_open(&content, path, NULL, &err), err);
    if (row_cutter_open(&cutter, &part, &content, &options, &err) != 0)
        return printed("%s", err.message);
    int status;
    str_set(&shown, "%s", "");
    while ((status = row_cutter_next(cutter, &batch, &err)) == 1) {
        const char *row = batch.bytes;
        str_print(&shown, "%zu:", batch.first_line);
        if (batch.is_too_large)
            str_add_text(&shown, "large|");
        else if (!batch.rows.n)
            str_print(&shown, "%.*s|", (int)batch.length, row);
        for (size_t i = 0; i < batch.rows.n; row += batch.rows.items[i++].n_bytes)
            str_print(&shown, "%.*s%s|", (int)batch.rows.items[i].n_bytes, row,
                      batch.rows.items[i].is_sound ? "" : "?");
        row_batch_release(&batch);
    }
    if (status != 0)
        str_print(&shown, "!%s", strchr(err.message, ' '));
    return str_text(&shown);
}

static const char *csv_of(const char *text)
{
    return read_all(text, ROWS_CSV);
}

static const char *json_of(const char *text)
{
    return read_all(text, ROWS_JSON_LINES);
}

/* A byte order mark and the header are left out. Of a quote that never closes, only its line is
 * lost. */
TEST(row_cutter__gives_whole_rows)
{
    static const struct text_case csv[] = {
        {"a,b\n1,2\n", "2:1,2\n|"},
        {"a,b\n1,\"x\ny\"\n3,4\n5", "2:1,\"x\ny\"\n|3,4\n|5?|"},
        {"a,\"b\nc\"\n1,2\n", "3:1,2\n|"},
        {"a,b\n", ""},
        {"a,b", ""},
        {"a,b\n1,\"2\n3,4\n5,6\n", "2:1,\"2\n?|3,4\n|5,6\n|"},
        {"a,b\n1,2\n3,\"4\n5,6", "2:1,2\n|3,\"4\n?|5,6|"},
        {"a,b\n1,\"x,\ny(\"\"z\"\")\n\"\n2,\"x\ny,\"\n",
         "2:1,\"x,\ny(\"\"z\"\")\n\"\n|2,\"x\ny,\"\n|"},
        {"a,b\n1,\"x,\ny(\"z\"\")\n\"\n2,\"x\ny,\"\n",
         "2:1,\"x,\ny(\"z\"\")\n\"\n?|2,\"x\ny,\"\n|"},
        {"a,b\n1,x,\ny(\"\"z\"\")\n\"\n2,\"x\ny,\"\n",
         "2:1,x,\ny(\"\"z\"\")\n\"\n?|2,\"x\ny,\"\n|"},
        {"a,b\n1,\"x\ny\n2,\"x\ny,\"\n3,4\n", "2:1,\"x\ny\n?|2,\"x\ny,\"\n|3,4\n|"},
        {"a,b\n1,2\n\n\r\n3\n\n4,5,6\n7,8\n", "2:1,2\n|\n|\r\n|3\n\n4,5,6\n?|7,8\n|"},
    };
    static const struct text_case json[] = {
        {"", ""},
        {"{}\n{}\n", "1:{}\n{}\n|"},
        {"{}\n{}", "1:{}\n|2:{}|"},
        {"\xef\xbb\xbf{}\n", "1:{}\n|"},
        {"[]", "1:\n|"},
        {"[\n\n{\"a\":1},\n {\n}\n]\n", "1:{\"a\":1}\n{\r}\n|"},
        {"[{}, 1 ,\"]\", [2]]", "1:{}\n1\n\"]\"\n[2]\n|"},
        {"[{},{},]", "1:{}\n{}\n\n|"},
        {"[{} {}]", "1:{}{}\n|"},
        {"[{\"a\":\"\\\"]\"}]", "1:{\"a\":\"\\\"]\"}\n|"},
        {"{\"a\":[1,{}],\n\"b\":{\"c\":\n[{},\n{}]},\"d\":\"]}\"}", "1:{}\n{}\n|"},
    };
    expect_texts(csv, N_ITEMS(csv), csv_of);
    expect_texts(json, N_ITEMS(json), json_of);
    assert_contains(csv_of(""), "is empty");
}

static char *long_text(const char *start, const char *end)
{
    static char text[1 << 22];
    memset(text, 'x', sizeof text);
    memcpy(text, start, strlen(start));
    strcpy(text + (3 << 20), end);
    return text;
}

TEST(row_cutter__skips_rows_that_are_too_large)
{
    static const struct {
        const char *start, *end, *shown;
    } json[] = {
        {"{}\n", "\n{}\n", "1:{}\n|2:large|3:{}\n|"},
        {"{}\n", "", "1:{}\n|2:large|"},
        {"[{},\n\n{\"", "\"},\n\n{\"a\":1}]", "1:{}\n|2:large|3:{\"a\":1}\n|"},
        {"[{\"\\\\\\\"", "\\\"\"}]", "1:large|"},
        {"{\"a\":\"", "\",\"b\":[{}]}", "1:large|"},
    };
    for (size_t i = 0; i < N_ITEMS(json); i++)
        assert_string_equal(json_of(long_text(json[i].start, json[i].end)), json[i].shown);
    assert_contains(json_of(long_text("[{},{\"", "\"}")), "1:{}\n|!");
    assert_string_equal(csv_of(long_text("a\n1\n", "\n2\n\"3\n4\"\n")),
                        "2:1\n|3:large|4:2\n|\"3\n4\"\n|");
    const char *shown = csv_of(long_text("a\n\"1\n2\n3\n", "\n4\n\"5\n6\"\n"));
    assert_contains(shown, "2:large|3:2\n|3\n");
    assert_contains(shown, "6:4\n|\"5\n6\"\n|");
}
