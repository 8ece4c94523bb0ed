/* Rows of CSV are cut as RFC 4180 says, wherever their bytes are divided, and a wrong quote spoils
 * little. */
#include "base/csv.h"
#include "tests/support/test.h"

static const struct csv_form commas = {.delimiter = ','}, copy = {'\t', true};

/* Cuts a row and writes its fields in brackets; "!" when it is not sound. */
static const char *cut_as(const struct csv_form *form, const char *row)
{
    static char shown[256];
    char bytes[128];
    struct csv_fields fields = {0};
    strcpy(bytes, row);
    if (!csv_cut(&fields, form, bytes, strlen(row))) {
        array_release(&fields.list);
        return "!";
    }
    shown[0] = '\0';
    for (size_t i = 0; i < fields.list.n; i++) {
        const char *text = fields.list.items[i].text;
        assert_int_equal(text ? strlen(text) : 0, fields.list.items[i].length);
        sprintf(shown + strlen(shown), "%s%s%s", text ? "[" : "", text ? text : "null",
                text ? "]" : "");
    }
    assert_int_equal(fields.n, fields.list.n);
    array_release(&fields.list);
    return shown;
}

static const char *cut(const char *row)
{
    return cut_as(&commas, row);
}

TEST(csv_row__has_fields_in_quotes_and_without)
{
    static const struct {
        const char *row, *fields;
    } cases[] = {
        {"a,b,c\n", "[a][b][c]"},
        {"a,b,c", "[a][b][c]"},
        {"a,b,c\r\n", "[a][b][c]"},
        {"", "[]"},
        {",", "[][]"},
        {",,\n", "[][][]"},
        {"\"\"", "[]"},
        {"\"a,b\",c\n", "[a,b][c]"},
        {"\"a\nb\",\"c\r\n\"\r\n", "[a\nb][c\r\n]"},
        {"\"say \"\"no\"\"\",x\n", "[say \"no\"][x]"},
        {"\"\"\"\"\n", "[\"]"},
        {"\"\"\"\"\"\"\n", "[\"\"]"},
        {"a\"b,c\n", "[a\"b][c]"},
        {" \"a\" ,b\n", "[ \"a\" ][b]"},
        {"\"a\"b,c\n", "!"},
        {"\"a\" ,c\n", "!"},
        {"\"a\n", "!"},
        {"\"", "!"},
        {"x,\"a\"\"\n", "!"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(cut(cases[i].row), cases[i].fields);
}

TEST(csv_row__has_any_delimiter)
{
    static const struct csv_form semicolons = {.delimiter = ';'}, tabs = {.delimiter = '\t'};
    assert_string_equal(cut_as(&semicolons, "a,b;\"c;d\";;e\n"), "[a,b][c;d][][e]");
    assert_string_equal(cut_as(&semicolons, "\"a\",b\n"), "!");
    assert_string_equal(cut_as(&tabs, "a\t\"b\tc\"\t\\t\r\n"), "[a][b\tc][\\t]");
}

/* https://www.postgresql.org/docs/current/sql-copy.html, "Text Format" */
TEST(csv_row__has_escapes_in_text_with_backslashes)
{
    static const struct {
        const char *row, *fields;
    } cases[] = {
        {"a\tb\n", "[a][b]"},
        {"a\t\r\n", "[a][]"},
        {"", "[]"},
        {"\\N\tN\t\\\\N\t\\Nx\tx\\N", "null[N][\\N][Nx][xN]"},
        {"\\b\\f\\n\\r\\t\\v\\\\", "[\b\f\n\r\t\v\\]"},
        {"\"a\"\t\"", "[\"a\"][\"]"},
        {"a\\\tb\tc\\\nd\n", "[a\tb][c\nd]"},
        {"\\101\\1012\\7x\\x41\\x4a4\\x4\\xg\\8\\q", "[AA2\ax"
                                                     "AJ4\x04xg8q]"},
        {"a\\", "[a\\]"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(cut_as(&copy, cases[i].row), cases[i].fields);
}

TEST(csv_row__ends_at_the_same_place_wherever_its_bytes_are_divided)
{
    static const struct {
        const char *text;
        size_t length; /* of the first row; 0: it does not end */
        bool is_copy;
    } cases[] = {
        {"a,b\nc", 4, false},
        {"\"a\nb\"\nc\n", 6, false},
        {"\"a\"\"\nb\"\nc\n", 8, false},
        {"\"a\"x\"\nb\n", 6, false},
        {"x\"\ny\"\n", 3, false},
        {"\"a\n", 0, false},
        {"a", 0, false},
        {"", 0, false},
        {"\"a\"\r\nb", 5, false},
        {"a,\"b\",\"c\nd\"\n", 12, false},
        {"a\tb\nc", 4, true},
        {"\"a\nb\"\n", 3, true},
        {"a\\\nb\nc\n", 5, true},
        {"a\\\\\nb\n", 4, true},
        {"a\\\n", 0, true},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *text = cases[i].text;
        for (size_t step = 1; step <= strlen(text) + 1; step++) {
            struct csv_scan scan = {0};
            bool has_ended = false;
            for (size_t n = 0; n < strlen(text) && !has_ended;) {
                n = n + step < strlen(text) ? n + step : strlen(text);
                has_ended = csv_scan(&scan, cases[i].is_copy ? &copy : &commas, text, n);
            }
            assert_int_equal(has_ended ? scan.n_bytes : 0, cases[i].length);
        }
    }
}

TEST(csv_row__writes_cells_in_quotes_where_they_need_them)
{
    static const struct {
        const char *text, *cell;
    } cases[] = {
        {"a", "a"},         {"", "\"\""},         {"a b", "a b"},       {" a", "\" a\""},
        {"a\t", "\"a\t\""}, {"a\tb", "a\tb"},     {"a,b", "\"a,b\""},   {"a\"b", "\"a\"\"b\""},
        {"\"", "\"\"\"\""}, {"a\nb", "\"a\nb\""}, {"a\rb", "\"a\rb\""}, {"=1+1", "=1+1"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) cell = {0};
        csv_add_text(&cell, cases[i].text);
        assert_string_equal(str_text(&cell), cases[i].cell);
    }
}

TEST(csv_row__writes_texts_that_no_spreadsheet_runs)
{
    static const struct {
        const char *text, *cell;
    } cases[] = {
        {"a", "\"a\""},        {"", "\"\""},
        {"a=1", "\"a=1\""},    {"'a", "\"'a\""},
        {"=1+1", "\"'=1+1\""}, {"+=", "\"'+=\""},
        {"-1", "\"'-1\""},     {"@SUM(A1)", "\"'@SUM(A1)\""},
        {"\t=1", "\"'\t=1\""}, {"\r=1", "\"'\r=1\""},
        {"\n=1", "\"'\n=1\""}, {"=1+2\";=1+2", "\"'=1+2\"\";=1+2\""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) cell = {0};
        csv_add_safe_text(&cell, cases[i].text);
        assert_string_equal(str_text(&cell), cases[i].cell);
    }
}

TEST(csv_row__writes_values_of_json)
{
    static const struct {
        const char *json, *cell;
    } cases[] = {
        {"null", ""},           {"true", "true"},
        {"false", "false"},     {"-12", "-12"},
        {"0.5", "0.5"},         {"\"\"", "\"\""},
        {"\"12\"", "\"12\""},   {"[]", "\"[]\""},
        {"[1,2]", "\"[1,2]\""}, {"{\"a\":\"b\\n\"}", "\"{\"\"a\"\":\"\"b\\n\"\"}\""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(json) *value = NULL;
        scoped(str) cell = {0};
        assert_done(json_parse(&value, cases[i].json, strlen(cases[i].json), &err));
        csv_add_value(&cell, value);
        assert_string_equal(str_text(&cell), cases[i].cell);
    }
}
