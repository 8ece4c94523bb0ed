#include "report/latex.h"

#include <ctype.h>
#include <string.h>

void latex_add_text(struct str *out, const char *text)
{
    static const char special[] = "\\{}$&#^_~%<>\"'`|-";
    static const char *const words[] = {"\\textbackslash{}",
                                        "\\{",
                                        "\\}",
                                        "\\$",
                                        "\\&",
                                        "\\#",
                                        "\\textasciicircum{}",
                                        "\\_",
                                        "\\textasciitilde{}",
                                        "\\%",
                                        "\\textless{}",
                                        "\\textgreater{}",
                                        "\\char34{}",
                                        "\\textquotesingle{}",
                                        "\\textasciigrave{}",
                                        "\\textbar{}",
                                        "-{}"};
    for (; *text; text++) {
        const char *found = strchr(special, *text);
        if (found)
            str_add_text(out, words[found - special]);
        else if ((unsigned char)*text >= ' ' && *text != 0x7f)
            str_add(out, text, 1);
    }
}

void latex_print_name(const char *name, FILE *out)
{
    fputc(toupper((unsigned char)*name), out);
    for (const char *c = name + 1; *c; c++)
        fputc(*c == '_' ? ' ' : *c, out);
}

void latex_begin_table(const char *alignment, bool is_wide, FILE *out)
{
    fprintf(out, "%% needs \\usepackage{booktabs}\n");
    fprintf(out, "\\begin{table%s}\n\\centering\n\\begin{tabular}{%s}\n\\toprule\n",
            is_wide ? "*" : "", alignment);
}

void latex_end_row(FILE *out)
{
    fputs(" \\\\\n", out);
}

void latex_print_rule(FILE *out)
{
    fputs("\\midrule\n", out);
}

void latex_end_table(const char *caption, const char *label, bool is_wide, FILE *out)
{
    fprintf(out, "\\bottomrule\n\\end{tabular}\n\\caption{%s}\n\\label{tab:%s}\n\\end{table%s}\n",
            caption, label, is_wide ? "*" : "");
}
