/* Tables have aligned columns, whatever their cells contain. */
#include "report/text_table.h"
#include "tests/support/test.h"

/* What the table prints; to be freed. */
static char *text_of_table(struct text_table *table)
{
    FILE *out = text_stream();
    text_table_print(table, out);
    return text_written(out);
}

static void assert_prints(struct text_table *table, const char *expected)
{
    scoped_memory char *text = text_of_table(table);
    assert_string_equal(text, expected);
}

TEST(text_table__aligns_columns_left_and_right)
{
    struct text_table table = {.alignment = "lrl"};
    static const char *const cells[] = {"a", "b", "c", "long", "longer", "longest", "", "", "x"};
    for (size_t i = 0; i < N_ITEMS(cells); i++)
        text_table_text(&table, cells[i]);
    assert_prints(&table, "  a          b  c\n"
                          "  long  longer  longest\n"
                          "                x\n");
}

TEST(text_table__pads_every_column_but_a_left_one_at_the_end)
{
    struct text_table table = {.alignment = "lr"};
    text_table_text(&table, "a");
    text_table_text(&table, "1");
    text_table_text(&table, "b");
    text_table_text(&table, "22");
    assert_prints(&table, "  a   1\n  b  22\n");
}

TEST(text_table__groups_the_digits_of_numbers)
{
    static const struct {
        double number;
        const char *text;
    } cases[] = {
        {0, "  0\n"},
        {-0.0, "  0\n"},
        {7, "  7\n"},
        {999, "  999\n"},
        {1000, "  1,000\n"},
        {12345, "  12,345\n"},
        {100000, "  100,000\n"},
        {13916868, "  13,916,868\n"},
        {-999, "  -999\n"},
        {-1000, "  -1,000\n"},
        {-123456, "  -123,456\n"},
        {9007199254740992, "  9,007,199,254,740,992\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct text_table table = {.alignment = "r"};
        text_table_number(&table, cases[i].number);
        assert_prints(&table, cases[i].text);
    }
}

TEST(text_table__shows_as_many_decimals_of_a_percentage_as_things_are_worth)
{
    struct text_table table = {.alignment = "rrr"};
    static const double numbers[] = {0, 100, 33.333333, 0.006}, wholes[] = {3, 100, 10000};
    for (size_t i = 0; i < N_ITEMS(numbers); i++)
        for (size_t k = 0; k < N_ITEMS(wholes); k++)
            text_table_percent(&table, numbers[i], wholes[k]);
    assert_prints(&table, "    0 %    0.0 %    0.00 %\n"
                          "  100 %  100.0 %  100.00 %\n"
                          "   33 %   33.3 %   33.33 %\n"
                          "    0 %    0.0 %    0.01 %\n");
}

TEST(text_table__leaves_blank_cells_blank)
{
    struct text_table table = {.alignment = "rrl"};
    text_table_number(&table, 10);
    text_table_blank(&table);
    text_table_text(&table, "x");
    text_table_blank(&table);
    text_table_number(&table, 200);
    text_table_text(&table, "y");
    assert_prints(&table, "  10       x\n      200  y\n");
}

TEST(text_table__counts_columns_not_bytes)
{
    struct text_table table = {.alignment = "lr"};
    text_table_text(&table, "é🍎");
    text_table_text(&table, "1");
    text_table_text(&table, "abc");
    text_table_text(&table, "é");
    assert_prints(&table, "  é🍎  1\n  abc  é\n");
}

TEST(text_table__shows_control_characters_and_cuts_long_cells)
{
    struct text_table table = {.alignment = "l"};
    char long_text[101];
    memset(long_text, 'x', sizeof long_text);
    long_text[100] = '\0';
    text_table_text(&table, "\033[31m\n");
    text_table_text(&table, long_text);
    assert_prints(&table, "  \\x1b[31m\\n\n"
                          "  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\n");
}

TEST(text_table__is_empty_after_it_was_printed)
{
    struct text_table table = {.alignment = "l"};
    assert_prints(&table, "");
    text_table_text(&table, "wide cell");
    assert_prints(&table, "  wide cell\n");
    assert_prints(&table, "");
    table.alignment = "ll";
    text_table_text(&table, "a");
    text_table_text(&table, "b");
    assert_prints(&table, "  a  b\n");
}
