#include "report/latex.h"

#include "tests/support/test.h"

TEST(latex__escapes_what_is_special)
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
        latex_add_text(&out, cases[i].given);
        assert_string_equal(str_text(&out), cases[i].expected);
    }
}

TEST(latex__table_is_whole)
{
    FILE *out = text_stream();
    latex_begin_table("lr", false, out);
    fputs("a & 1", out);
    latex_end_row(out);
    latex_end_table("A caption.", "a", false, out);
    scoped_memory char *text = text_written(out);
    assert_string_equal(text, "% needs \\usepackage{booktabs}\n"
                              "\\begin{table}\n\\centering\n"
                              "\\begin{tabular}{lr}\n\\toprule\n"
                              "a & 1 \\\\\n"
                              "\\bottomrule\n\\end{tabular}\n\\caption{A caption.}\n"
                              "\\label{tab:a}\n\\end{table}\n");
}
