/* Rows of CSV are cut as RFC 4180 says, wherever their bytes are divided, and a wrong quote spoils
 * little. */
#include "base/csv_row.h"
#include "tests/support/test.h"

/* Cuts a row and writes its fields in brackets; "!" when it is not sound. */
static const char *cut(const char *row)
{
    static char shown[256];
    char copy[128];
    struct csv_fields fields = {0};
    strcpy(copy, row);
    if (!csv_cut(&fields, copy, strlen(row))) {
        array_release(&fields.list);
        return "!";
    }
    shown[0] = '\0';
    for (size_t i = 0; i < fields.list.n; i++) {
        assert_int_equal(strlen(fields.list.items[i].text), fields.list.items[i].length);
        sprintf(shown + strlen(shown), "[%s]", fields.list.items[i].text);
    }
    assert_int_equal(fields.n, fields.list.n);
    array_release(&fields.list);
    return shown;
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

TEST(csv_row__ends_at_the_same_place_wherever_its_bytes_are_divided)
{
    static const struct {
        const char *text;
        size_t length; /* of the first row; 0: it does not end */
    } cases[] = {
        {"a,b\nc", 4},
        {"\"a\nb\"\nc\n", 6},
        {"\"a\"\"\nb\"\nc\n", 8},
        {"\"a\"x\"\nb\n", 6},
        {"x\"\ny\"\n", 3},
        {"\"a\n", 0},
        {"a", 0},
        {"", 0},
        {"\"a\"\r\nb", 5},
        {"a,\"b\",\"c\nd\"\n", 12},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *text = cases[i].text;
        for (size_t step = 1; step <= strlen(text) + 1; step++) {
            struct csv_scan scan = {0};
            bool has_ended = false;
            for (size_t n = 0; n < strlen(text) && !has_ended;) {
                n = n + step < strlen(text) ? n + step : strlen(text);
                has_ended = csv_scan(&scan, text, n);
            }
            assert_int_equal(has_ended ? scan.n_bytes : 0, cases[i].length);
        }
    }
}

TEST(csv_row__writes_cells_that_no_spreadsheet_runs)
{
    static const struct {
        const char *text, *cell;
    } cases[] = {
        {"a", "a"},
        {"", "\"\""},
        {"a b", "a b"},
        {"a,b", "\"a,b\""},
        {"a\"b", "\"a\"\"b\""},
        {"a\nb", "\"a\nb\""},
        {"a=1", "a=1"},
        {"'a", "'a"},
        {"=1+1", "'=1+1"},
        {"+=", "'+="},
        {"-1", "'-1"},
        {"@SUM(A1)", "'@SUM(A1)"},
        {"\t=1", "'\t=1"},
        {"\r=1", "\"'\r=1\""},
        {"=HYPERLINK(\"x\",1)", "\"'=HYPERLINK(\"\"x\"\",1)\""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) cell = {0};
        csv_add_cell(&cell, cases[i].text);
        assert_string_equal(str_text(&cell), cases[i].cell);
    }
}
