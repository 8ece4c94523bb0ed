/* Tables of rows of JSON: what each letter of a column shows, aligned, whatever the values are; and
 * the same table, complete and escaped, as LaTeX and CSV. */
#include "report/printout.h"
#include "report/tabular.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

/* Checks what a template prints of an object. */
static void assert_printed(const char *template, const char *object, const char *expected)
{
    scoped(json) *figures = json_of(object), *more = json_of("{\"n\": 2, \"m\": 3}");
    FILE *out = text_stream();
    printout_print(template, figures, more, out);
    scoped_memory char *text = text_written(out);
    assert_string_equal(text, expected);
}

TEST(printout__fills_texts_and_tables_in_their_order)
{
    static const struct text_case cases[] = {
        {"{n} {m} {unknown}{unknown.x}|{?unknown}a{/}\n", "1 3 |\n"},
        {"{name}\n{+rows}\nOf {name}\nt k\n{/}\nend\n",
         "a\\x1b[31m\n\nOf a\\x1b[31m\n  k\n  x\nend\n"},
        {"{+empty}\nOne,\ntwo {n:line|lines}\nt k\n{/}\n", "\nOne,\ntwo line\n  none\n"},
        {"{#rows}\n{+rows}\n{k}{m}\nt k=\n{/}\n{/}\n", "\nx3\n  x\n"},
        {"a\n{?n}\n",
         "the report:3: a brace that is not part of a placeholder; write {{ or }} for a "
         "brace itself"},
        {"a {rows}\n", "a the report:1: 'rows' is not a string or a number"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_printed(cases[i].given,
                       "{\"name\": \"a\\u001b[31m\", \"n\": 1, \"rows\": [{\"k\": \"x\"}], "
                       "\"empty\": []}",
                       cases[i].expected);
}

TEST(tabular__shows_each_letter_as_it_says)
{
    static const struct {
        const char *rows, *columns, *text; /* below the heading */
    } cases[] = {
        {"{'a': 'x', 'b': 12345, 'c': 0.5, 'd': 99.999}, "
         "{'a': 'long', 'b': 1, 'c': 0.12345, 'd': 5}",
         "t a=text, n b=number, d c=d, p d=percent",
         "  text  number      d  percent\n"
         "  x     12,345  0.500    100 %\n"
         "  long       1  0.123      5 %\n"},
        /* columns of a terminal, not bytes; a long text is cut; controls are shown */
        {"{'a': 'é🍎', 'b': '1'}, {'a': 'abc', 'b': 'é'}, {'a': '', 'b': 'x'}",
         "t a=, r b=", "  é🍎  1\n  abc  é\n  -    x\n"},
        {"{'a': '\\u001b[31m\\n'}, {'a': 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'}",
         "t a=", "  \\x1b[31m\\n\n  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\n"},
        {"{'a': 0}, {'a': -0.0}, {'a': 999}, {'a': 1000}, {'a': 13916868}, {'a': -999}, "
         "{'a': -123456}, {'a': 9007199254740992}",
         "n a=",
         "                      0\n                      0\n                    999\n"
         "                  1,000\n             13,916,868\n                   -999\n"
         "               -123,456\n  9,007,199,254,740,992\n"},
        /* as many decimals of a percentage as things are worth */
        {"{'a': 33.333, 'n': 3}, {'a': 33.333, 'n': 100}, {'a': 0.006, 'n': 10000}",
         "p a=", "    33 %\n  33.3 %\n  0.01 %\n"},
        /* a share's own n counts, else that of the row; what is at a path */
        {"{'a': 'x', 'n': 200, 'm': 5, 'list': [{'s': {'share': 0.5, 'low': 0.25, 'high': 0.75}}, "
         "{'s': {'share': 0.125, 'n': 20000}}]}, {'a': '', 'c': 0.5}",
         "r a=right, x c, h list.0.s=h, i list.0.s/m=i, I list.0.s=I, H list.1.s=H",
         "  right      c     h           i                   I        H\n"
         "      x      -  50.0  50 (25-75)  50.0 % (25.0-75.0)  12.50 %\n"
         "      -  0.500     -           -                   -        -\n"},
        /* percentages go by the row's number of things, or by the column's; by the sum of the rows
         * that have one, the last row, a member of the object; 3 things for a row */
        {"{'n': 3, 'p': 33.33}, {'n': 300, 'p': 33.33}, {'n': 5, 'p': null}",
         "n n=, p p=", "    3    33 %\n  300  33.3 %\n    5        \n"},
        {"{'n': 3, 'p': 33.33}, {'n': 300, 'p': 33.33}, {'n': 5, 'p': null}",
         "n n=, p p/n=", "    3  33.3 %\n  300  33.3 %\n    5        \n"},
        {"{'n': 3, 'p': 33.33, 'q': 5}, {'n': 100, 'p': null}",
         "p p, p p/n=sum, p p/-n=last, p p/.all.n=of all",
         "     p   sum    last  of all\n"
         "  33 %  33 %  33.3 %  33.3 %\n"
         "                            \n"},
        /* columns that no row has go, and with them those that belong to them */
        {"{'a': 1, 'b': null}, {'a': 4, 'c': 3}", "n a, n? b, n? c=the last",
         "  a  the last\n  1          \n  4         3\n"},
        {"{'a': null, 'b': 1}, {'c': 4}", "n? a, n+ b, n? c, n+ d=e", "  c  e\n      \n  4   \n"},
        /* nothing is a dash or a blank */
        {"{'a': '', 'b': null}, {'a': null}, {'a': 7, 'b': 'x'}, {'a': 'z', 'b': 1}",
         "t a=, n b=, p b=",
         "  -        \n"
         "  -        \n"
         "  -        \n"
         "  z  1  1 %\n"},
        {"", "t a=title", "  none\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped_memory char *object = mem_print("{'all': {'n': 300}, 'rows': [%s]}", cases[i].rows);
        scoped_memory char *expected = mem_print("\nThe heading\n%s", cases[i].text);
        for (char *quote = object; (quote = strchr(quote, '\''));)
            *quote = '"';
        assert_printed(printed("{+rows}\nThe heading\n%s\n{/}\n", cases[i].columns), object,
                       expected);
    }
    assert_printed("{+rows}\nThe heading\nt a=\n{/}\n", "{\"other\": [1]}",
                   "\nThe heading\n  none\n");
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

/* Adds columns; the last letter of `alignment` also applies to all columns after it. */
static void add_columns(struct tabular *table, const char *alignment, const char *const *titles)
{
    for (; *titles; titles++) {
        tabular_column(table, *alignment, *titles);
        alignment += alignment[1] != '\0';
    }
}

#define TITLES(...) ((const char *const[]){__VA_ARGS__, NULL})

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

TEST(tabular__has_a_title_for_each_group)
{
    struct tabular table = {0}, latex = {0}, *both[] = {&table, &latex};
    scoped(json) *share =
        json_make(J_DOUBLE("share", 0.25), J_DOUBLE("low", 0.125), J_DOUBLE("high", 0.5));
    FILE *out = text_stream();
    for (int i = 0; i < 2; i++) {
        add_columns(both[i], "lr", TITLES("a", "b"));
        tabular_line(both[i], "first & only");
        tabular_text(both[i], "x");
        tabular_share(both[i], share, 100, " %", true);
        tabular_line(both[i], "second");
        tabular_text(both[i], "y");
        tabular_share(both[i], NULL, 100, " %", true);
    }
    tabular_print(&table, NULL, out);
    tabular_print(&table, NULL, out); /* which is empty now */
    tabular_print_latex(&latex, &(struct tabular_latex){"A caption.", "a", false}, out);
    scoped_memory char *text = text_written(out);
    assert_contains(text, "    a                   b\n"
                          "  first & only\n    x  25.0 % (12.5-50.0)\n"
                          "  second\n    y                   -\n% needs ");
    assert_contains(text, "a & b \\\\\n\\midrule\n"
                          "\\multicolumn{2}{l}{\\emph{first \\& only}} \\\\\n"
                          "x & 25.0 [12.5, 50.0] \\\\\n"
                          "\\midrule\n\\multicolumn{2}{l}{\\emph{second}} \\\\\ny & -- \\\\\n");
}
