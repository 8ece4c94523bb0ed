/* Rows of JSON as a table: each letter shows its value, and nothing is a dash or a blank. */
#include "report/json_table.h"
#include "tests/support/test.h"

/* With percentages of the sum of "n" over rows with "p" where `of_sum`, else of each row's "n". */
static void assert_prints_shares(const char *json, const char *types, const char *const *keys,
                                 const char *const *titles, bool of_sum, const char *expected)
{
    char *text = NULL;
    size_t length = 0;
    struct json *object;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    assert_done(json_parse(&object, json, strlen(json), &err));
    const double wholes[] = {0, json_table_whole(json_get(object, "rows"), "n", "p")};
    json_table_print_shares(object, "rows", "The heading", types, keys, titles,
                            of_sum ? wholes : NULL, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, expected);
    json_free(object);
    free(text);
}

static void assert_prints(const char *json, const char *types, const char *const *keys,
                          const char *const *titles, const char *expected)
{
    assert_prints_shares(json, types, keys, titles, false, expected);
}

TEST(json_table__shows_each_letter_as_it_says)
{
    assert_prints("{\"rows\": [{\"a\": \"x\", \"b\": 12345, \"c\": 0.5, \"d\": 99.999},"
                  "{\"a\": \"long\", \"b\": 1, \"c\": 0.12345, \"d\": 5}]}",
                  "tndp", LIST("a", "b", "c", "d"), LIST("text", "number", "d", "percent"),
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
    assert_prints(json, "np", LIST("n", "p"), NULL,
                  "\nThe heading\n    3    33 %\n  300  33.3 %\n    5        \n");
    /* the row without a share does not count */
    assert_prints_shares(json, "np", LIST("n", "p"), NULL, true,
                         "\nThe heading\n    3  33.3 %\n  300  33.3 %\n    5        \n");
}

TEST(json_table__needs_no_titles)
{
    assert_prints("{\"rows\": [{\"a\": \"x\", \"b\": 1}, {\"a\": \"y\", \"b\": 22}]}", "nt",
                  LIST("b", "a"), NULL, "\nThe heading\n   1  x\n  22  y\n");
}

TEST(json_table__shows_nothing_as_a_dash_or_a_blank)
{
    assert_prints(
        "{\"rows\": [{\"a\": \"\", \"b\": null}, {\"a\": null}, {\"a\": 7, \"b\": \"x\"}, "
        "{\"a\": \"z\", \"b\": 1}]}",
        "tnp", LIST("a", "b", "b"), NULL,
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
        assert_prints(objects[i], "t", LIST("a"), LIST("title"), "\nThe heading\n  none\n");
}

TEST(json_table__shows_hostile_texts_safely)
{
    assert_prints("{\"rows\": [{\"a\": \"x\\u001b[31m\\n\"}]}", "t", LIST("a"), NULL,
                  "\nThe heading\n  x\\x1b[31m\\n\n");
}
