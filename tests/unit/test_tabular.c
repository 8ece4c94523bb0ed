/* As text, tables have aligned columns, whatever their cells contain. Rows of JSON are read as
 * their letters say, and a missing value is a dash or a blank. In LaTeX and CSV, the same table is
 * complete and escaped. */
#include "report/printout.h"
#include "report/tabular.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

#define TITLES(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Adds columns; the last letter of `alignment` also applies to all columns after it. */
static void add_columns(struct tabular *table, const char *alignment, const char *const *titles)
{
    for (; *titles; titles++) {
        tabular_column(table, *alignment, *titles);
        alignment += alignment[1] != '\0';
    }
}

/* What the table prints; to be freed. */
static char *text_of_table(struct tabular *table)
{
    FILE *out = text_stream();
    tabular_print(table, NULL, out);
    return text_written(out);
}

static void assert_prints(struct tabular *table, const char *expected)
{
    scoped_memory char *text = text_of_table(table);
    assert_string_equal(text, expected);
}

TEST(tabular__aligns_columns_left_and_right)
{
    struct tabular table = {0};
    add_columns(&table, "lrl", TITLES("", "", ""));
    static const char *const cells[] = {"a", "b", "c", "long", "longer", "longest", "", "", "x"};
    for (size_t i = 0; i < N_ITEMS(cells); i++)
        tabular_text(&table, cells[i]);
    assert_prints(&table, "  a          b  c\n"
                          "  long  longer  longest\n"
                          "                x\n");
}

TEST(tabular__pads_every_column_but_a_left_one_at_the_end)
{
    struct tabular table = {0};
    add_columns(&table, "lr", TITLES("", ""));
    tabular_text(&table, "a");
    tabular_text(&table, "1");
    tabular_text(&table, "b");
    tabular_text(&table, "22");
    assert_prints(&table, "  a   1\n  b  22\n");
}

TEST(tabular__groups_the_digits_of_numbers)
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
        struct tabular table = {0};
        add_columns(&table, "r", TITLES(""));
        tabular_count(&table, cases[i].number);
        assert_prints(&table, cases[i].text);
    }
}

TEST(tabular__shows_as_many_decimals_of_a_percentage_as_things_are_worth)
{
    struct tabular table = {0};
    add_columns(&table, "rrr", TITLES("", "", ""));
    static const double numbers[] = {0, 100, 33.333333, 0.006}, wholes[] = {3, 100, 10000};
    for (size_t i = 0; i < N_ITEMS(numbers); i++)
        for (size_t k = 0; k < N_ITEMS(wholes); k++) {
            scoped(json) *share = json_make(J_DOUBLE("share", numbers[i] / 100));
            tabular_share(&table, share, wholes[k], " %", false);
        }
    assert_prints(&table, "    0 %    0.0 %    0.00 %\n"
                          "  100 %  100.0 %  100.00 %\n"
                          "   33 %   33.3 %   33.33 %\n"
                          "    0 %    0.0 %    0.01 %\n");
}

TEST(tabular__leaves_blank_cells_blank)
{
    struct tabular table = {0};
    add_columns(&table, "rrl", TITLES("", "", ""));
    tabular_count(&table, 10);
    tabular_count(&table, NAN);
    tabular_text(&table, "x");
    tabular_count(&table, NAN);
    tabular_count(&table, 200);
    tabular_text(&table, "y");
    assert_prints(&table, "  10       x\n      200  y\n");
}

TEST(tabular__counts_columns_not_bytes)
{
    struct tabular table = {0};
    add_columns(&table, "lr", TITLES("", ""));
    tabular_text(&table, "é🍎");
    tabular_text(&table, "1");
    tabular_text(&table, "abc");
    tabular_text(&table, "é");
    assert_prints(&table, "  é🍎  1\n  abc  é\n");
}

TEST(tabular__shows_control_characters_and_cuts_long_cells)
{
    struct tabular table = {0};
    add_columns(&table, "l", TITLES(""));
    char long_text[101];
    memset(long_text, 'x', sizeof long_text);
    long_text[100] = '\0';
    tabular_text(&table, "\033[31m\n");
    tabular_text(&table, long_text);
    assert_prints(&table, "  \\x1b[31m\\n\n"
                          "  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\n");
}

TEST(tabular__is_empty_after_it_was_printed)
{
    struct tabular table = {0};
    assert_prints(&table, "");
    add_columns(&table, "l", TITLES(""));
    tabular_text(&table, "wide cell");
    assert_prints(&table, "  wide cell\n");
    assert_prints(&table, "");
    add_columns(&table, "l", TITLES("", ""));
    tabular_text(&table, "a");
    tabular_text(&table, "b");
    assert_prints(&table, "  a  b\n");
}

static void assert_shows(const char *json, const char *columns, const char *expected)
{
    FILE *out = text_stream();
    scoped(json) *object = json_of(json);
    printout_print(printed("{+rows}\nThe heading\n%s\n{/}\n", columns), object, NULL, out);
    scoped_memory char *text = text_written(out);
    assert_string_equal(text, expected);
}

TEST(tabular__shows_each_letter_as_it_says)
{
    assert_shows("{\"rows\": [{\"a\": \"x\", \"b\": 12345, \"c\": 0.5, \"d\": 99.999},"
                 "{\"a\": \"long\", \"b\": 1, \"c\": 0.12345, \"d\": 5}]}",
                 "t a=text, n b=number, d c=d, p d=percent",
                 "\nThe heading\n"
                 "  text  number      d  percent\n"
                 "  x     12,345  0.500    100 %\n"
                 "  long       1  0.123      5 %\n");
}

/* A share's own n counts, else that of the row. */
TEST(tabular__shows_shares_and_what_is_at_a_path)
{
    assert_shows(
        "{\"rows\": [{\"a\": \"x\", \"n\": 200, \"m\": 5, \"list\": [{\"s\": {\"share\": 0.5, "
        "\"low\": 0.25, \"high\": 0.75}}, {\"s\": {\"share\": 0.125, \"n\": 20000}}]},"
        "{\"a\": \"\", \"c\": 0.5}]}",
        "r a=right, x c, h list.0.s=h, i list.0.s/m=i, I list.0.s=I, H list.1.s=H",
        "\nThe heading\n"
        "  right      c     h           i                   I        H\n"
        "      x      -  50.0  50 (25-75)  50.0 % (25.0-75.0)  12.50 %\n"
        "      -  0.500     -           -                   -        -\n");
}

/* The decimals go by the row's number of things, or by the column's. */
TEST(tabular__shows_percentages_of_what_they_are_of)
{
    static const char json[] = "{\"rows\": [{\"n\": 3, \"p\": 33.33}, {\"n\": 300, \"p\": 33.33},"
                               "{\"n\": 5, \"p\": null}]}";
    assert_shows(json,
                 "n n=, p p=", "\nThe heading\n    3    33 %\n  300  33.3 %\n    5        \n");
    /* the row without a share does not count */
    assert_shows(json,
                 "n n=, p p/n=", "\nThe heading\n    3  33.3 %\n  300  33.3 %\n    5        \n");
}

/* The sum where the row is not counted, the last row, a member of the object; and 3 for a row. */
TEST(tabular__finds_what_percentages_are_of)
{
    static const char json[] = "{\"all\": {\"n\": 300}, \"rows\": [{\"n\": 3, \"p\": 33.33, \"q\": "
                               "5}, {\"n\": 100, \"p\": null}]}";
    assert_shows(json, "p p, p p/n=sum, p p/-n=last, p p/.all.n=of all",
                 "\nThe heading\n"
                 "     p   sum    last  of all\n"
                 "  33 %  33 %  33.3 %  33.3 %\n"
                 "                            \n");
}

TEST(tabular__leaves_columns_out_that_no_row_has)
{
    assert_shows("{\"rows\": [{\"a\": 1, \"b\": null}, {\"a\": 4, \"c\": 3}]}",
                 "n a, n? b, n? c=the last",
                 "\nThe heading\n  a  the last\n  1          \n  4         3\n");
}

TEST(tabular__needs_no_titles)
{
    assert_shows("{\"rows\": [{\"a\": \"x\", \"b\": 1}, {\"a\": \"y\", \"b\": 22}]}",
                 "n b=, t a=", "\nThe heading\n   1  x\n  22  y\n");
}

TEST(tabular__shows_nothing_as_a_dash_or_a_blank)
{
    assert_shows("{\"rows\": [{\"a\": \"\", \"b\": null}, {\"a\": null}, {\"a\": 7, \"b\": \"x\"}, "
                 "{\"a\": \"z\", \"b\": 1}]}",
                 "t a=, n b=, p b=",
                 "\nThe heading\n"
                 "  -        \n"
                 "  -        \n"
                 "  -        \n"
                 "  z  1  1 %\n");
}

TEST(tabular__without_rows_says_none)
{
    static const char *const objects[] = {"{}", "{\"rows\": []}", "{\"other\": [1]}"};
    for (size_t i = 0; i < N_ITEMS(objects); i++)
        assert_shows(objects[i], "t a=title", "\nThe heading\n  none\n");
}

TEST(tabular__shows_hostile_texts_safely)
{
    assert_shows("{\"rows\": [{\"a\": \"x\\u001b[31m\\n\"}]}",
                 "t a=", "\nThe heading\n  x\\x1b[31m\\n\n");
}

/* A column goes with the one before it. */
TEST(tabular__omits_columns_together)
{
    assert_shows("{\"rows\": [{\"a\": null, \"b\": 1}, {\"c\": 4}]}", "n? a, n+ b, n? c, n+ d=e",
                 "\nThe heading\n  c  e\n      \n  4   \n");
}

TEST(tabular__escapes_what_is_special_in_latex)
{
    static const struct text_case cases[] = {
        {"plain text, 1 + 2 = 3", "plain text, 1 + 2 = 3"},
        {"", ""},
        {"\\", "\\textbackslash{}"},
        {"{}$&#%_", "\\{\\}\\$\\&\\#\\%\\_"},
        {"~^", "\\textasciitilde{}\\textasciicircum{}"},
        {"<<|>>", "\\textless{}\\textless{}\\textbar{}\\textgreater{}\\textgreater{}"},
        {"\"'`", "\\char34{}\\textquotesingle{}\\textasciigrave{}"},
        {"--max", "-{}-{}max"},
        {"a\nb\x1b[0m\x7f", "ab[0m"},
        {"\xc3\xa9", "\xc3\xa9"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        tabular_add_latex(&out, cases[i].given);
        assert_string_equal(str_text(&out), cases[i].expected);
    }
}

/* A table with every kind of cell. */
static void make_mixed(struct tabular *table)
{
    scoped(json) *share =
        json_make(J_DOUBLE("share", 0.25), J_DOUBLE("low", 0.125), J_DOUBLE("high", 0.5));
    add_columns(table, "lr", TITLES("Kind", "$n$", "Share", "", "p"));
    tabular_name(table, "one_kind");
    tabular_count(table, 12345);
    tabular_share(table, share, 100, " %", true);
    tabular_share(table, NULL, 100, " %", true);
    tabular_text(table, "<1");
    tabular_text(table, "50 %, all");
    tabular_exact(table, 0.1);
    tabular_count(table, NAN);
    tabular_share(table, NULL, 1, "", false);
    tabular_text(table, "x");
}

TEST(tabular__is_whole_in_latex)
{
    struct tabular table = {0};
    FILE *out = text_stream();
    make_mixed(&table);
    tabular_print_latex(&table, &(struct tabular_latex){"A caption.", "a", true}, out);
    scoped_memory char *text = text_written(out);
    assert_string_equal(
        text, "% needs \\usepackage{booktabs}\n"
              "\\begin{table*}\n\\centering\n\\footnotesize\n\\setlength{\\tabcolsep}{3pt}\n"
              "\\begin{tabular}{lrrrr}\n\\toprule\n"
              "Kind & $n$ & \\multicolumn{2}{r}{Share} & p \\\\\n\\midrule\n"
              "One kind & 12345 & 25.0 [12.5, 50.0] & -- & \\textless{}1 \\\\\n"
              "50 \\%, all & 0.100000 & -- & -- & x \\\\\n"
              "\\bottomrule\n\\end{tabular}\n\\caption{A caption.}\n"
              "\\label{tab:a}\n\\end{table*}\n");
}

TEST(tabular_interval__is_in_percent)
{
    struct tabular table = {0}, latex = {0};
    FILE *out = text_stream();
    scoped(json) *low = json_double_value(0.125), *high = json_double_value(1);
    for (int i = 0; i < 2; i++) {
        struct tabular *one = i ? &latex : &table;
        add_columns(one, "r", TITLES("a", "b"));
        tabular_interval(one, low, high, 10);
        tabular_interval(one, low, NULL, 1000);
        tabular_interval(one, low, high, 1000);
        tabular_interval(one, NULL, NULL, 1);
    }
    tabular_print(&table, NULL, out);
    tabular_print_latex(&latex, &(struct tabular_latex){"", "", false}, out);
    scoped_memory char *text = text_written(out);
    assert_contains(text, "           a  b\n"
                          "      12-100  -\n"
                          "  12.5-100.0  -\n");
    assert_contains(text, "[12, 100] & -- \\\\\n[12.5, 100.0] & -- \\\\\n");
}

TEST(tabular__quotes_texts_and_omits_the_unknown_in_csv)
{
    struct tabular table = {0};
    FILE *out = text_stream();
    make_mixed(&table);
    tabular_print_csv(&table, out);
    scoped_memory char *text = text_written(out);
    assert_string_equal(text, "Kind,$n$,Share,,p\n"
                              "one_kind,12345,25.0,,<1\n"
                              "\"50 %, all\",0.10000000000000001,,,x\n");
}

TEST(tabular__shows_intervals_and_groups)
{
    struct tabular table = {0};
    scoped(json) *share =
        json_make(J_DOUBLE("share", 0.25), J_DOUBLE("low", 0.125), J_DOUBLE("high", 0.5));
    add_columns(&table, "lr", TITLES("a", "b"));
    tabular_line(&table, "first");
    tabular_text(&table, "x");
    tabular_share(&table, share, 100, " %", true);
    tabular_line(&table, "second");
    tabular_text(&table, "y");
    tabular_share(&table, NULL, 100, " %", true);
    assert_prints(&table, "    a                   b\n"
                          "  first\n    x  25.0 % (12.5-50.0)\n"
                          "  second\n    y                   -\n");
}

TEST(tabular__has_a_title_for_each_group_in_latex)
{
    struct tabular table = {0};
    FILE *out = text_stream();
    add_columns(&table, "lr", TITLES("a", "b"));
    tabular_line(&table, "first & only");
    tabular_text(&table, "x");
    tabular_count(&table, 1);
    tabular_line(&table, "second");
    tabular_text(&table, "y");
    tabular_count(&table, 2);
    tabular_print_latex(&table, &(struct tabular_latex){"A caption.", "a", false}, out);
    scoped_memory char *text = text_written(out);
    assert_contains(text, "a & b \\\\\n\\midrule\n"
                          "\\multicolumn{2}{l}{\\emph{first \\& only}} \\\\\nx & 1 \\\\\n"
                          "\\midrule\n\\multicolumn{2}{l}{\\emph{second}} \\\\\ny & 2 \\\\\n");
}
