/* Rows of JSON as a table: each letter prints its value, and a missing value is a dash or a
 * blank. */
#include "report/json_table.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static void assert_prints(const char *json, const char *columns, const char *expected)
{
    FILE *out = text_stream();
    scoped(json) *object = json_of(json);
    json_table_print(object, "rows", "The heading", columns, out);
    scoped_memory char *text = text_written(out);
    assert_string_equal(text, expected);
}

TEST(json_table__shows_each_letter_as_it_says)
{
    assert_prints("{\"rows\": [{\"a\": \"x\", \"b\": 12345, \"c\": 0.5, \"d\": 99.999},"
                  "{\"a\": \"long\", \"b\": 1, \"c\": 0.12345, \"d\": 5}]}",
                  "t a=text, n b=number, d c=d, p d=percent",
                  "\nThe heading\n"
                  "  text  number      d  percent\n"
                  "  x     12,345  0.500    100 %\n"
                  "  long       1  0.123      5 %\n");
}

/* The decimals go by the row's number of things, or by the column's. */
TEST(json_table__shows_percentages_of_what_they_are_of)
{
    static const char json[] = "{\"rows\": [{\"n\": 3, \"p\": 33.33}, {\"n\": 300, \"p\": 33.33},"
                               "{\"n\": 5, \"p\": null}]}";
    assert_prints(json,
                  "n n=, p p=", "\nThe heading\n    3    33 %\n  300  33.3 %\n    5        \n");
    /* the row without a share does not count */
    assert_prints(json,
                  "n n=, p p/n=", "\nThe heading\n    3  33.3 %\n  300  33.3 %\n    5        \n");
}

/* The sum where the row is not counted, the last row, a member of the object; and 3 for a row. */
TEST(json_table__finds_what_percentages_are_of)
{
    static const char json[] = "{\"all\": {\"n\": 300}, \"rows\": [{\"n\": 3, \"p\": 33.33, \"q\": "
                               "5}, {\"n\": 100, \"p\": null}]}";
    assert_prints(json, "p p, p p/n=sum, p p/-n=last, p p/.all.n=of all",
                  "\nThe heading\n"
                  "     p   sum    last  of all\n"
                  "  33 %  33 %  33.3 %  33.3 %\n"
                  "                            \n");
}

TEST(json_table__leaves_columns_out_that_no_row_has)
{
    assert_prints("{\"rows\": [{\"a\": 1, \"b\": null}, {\"a\": 4, \"c\": 3}]}",
                  "n a, n? b, n? c=the last",
                  "\nThe heading\n  a  the last\n  1          \n  4         3\n");
}

TEST(json_table__needs_no_titles)
{
    assert_prints("{\"rows\": [{\"a\": \"x\", \"b\": 1}, {\"a\": \"y\", \"b\": 22}]}",
                  "n b=, t a=", "\nThe heading\n   1  x\n  22  y\n");
}

TEST(json_table__shows_nothing_as_a_dash_or_a_blank)
{
    assert_prints(
        "{\"rows\": [{\"a\": \"\", \"b\": null}, {\"a\": null}, {\"a\": 7, \"b\": \"x\"}, "
        "{\"a\": \"z\", \"b\": 1}]}",
        "t a=, n b=, p b=",
        "\nThe heading\n"
        "  -        \n"
        "  -        \n"
        "  -        \n"
        "  z  1  1 %\n");
}

TEST(json_table__without_rows_says_none)
{
    static const char *const objects[] = {"{}", "{\"rows\": []}", "{\"other\": [1]}"};
    for (size_t i = 0; i < N_ITEMS(objects); i++)
        assert_prints(objects[i], "t a=title", "\nThe heading\n  none\n");
}

TEST(json_table__shows_hostile_texts_safely)
{
    assert_prints("{\"rows\": [{\"a\": \"x\\u001b[31m\\n\"}]}",
                  "t a=", "\nThe heading\n  x\\x1b[31m\\n\n");
}
