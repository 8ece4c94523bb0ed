/* In the tables of categories, a row is a category, and each column of figures is a pair: number,
 * and share of the six. */
#include "report/json_table.h"
#include "report/latex.h"
#include "report/source_words.h"
#include "report/stats.h"
#include "report/thesis.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* A pair of columns, omitted without any figure. */
struct figures {
    const char *title, *n, *percent;
};

static const struct figures of_all[] = {
    {"Here", "n", "percent"},
    {"Within " THESIS_MAX_TOKENS_TEXT, "within_n", "within_percent"},
    {"Mutants", "mutant_n", "mutant_percent"},
    {"Thesis", "thesis_n", "thesis_percent"},
    {"GitHub", "github_n", "github_percent"},
    {0},
};

static const struct figures of_sources[] = {
    {"CodeNet", "codenet", "codenet_percent"},
    {"Rows", "rows", "rows_percent"},
    {"Git", "git", "git_percent"},
    {"Thesis", "thesis_n", "thesis_percent"},
    {"GitHub", "github_n", "github_percent"},
    {0},
};

static double total(const struct json *stats, const char *name)
{
    return json_number(json_get(json_find(json_get(stats, "totals"), "name", name), "n"), NAN);
}

static bool has_numbers(const struct json *rows, const char *key)
{
    json_each(row, rows)
        if (json_kind(json_get(row, key)) == JSON_NUMBER)
            return true;
    return false;
}

static void add_of_run(struct str *out, const struct json *stats, const char *key)
{
    const char *text = json_text_at(json_get(stats, "run"), key);
    latex_add_text(out, text ? text : "");
}

/* Appends ", pairing all" if all runs that have this option have the same value. */
static void add_option(struct str *out, const struct json *stats, const char *key)
{
    const char *common = NULL;
    json_each(run, json_get(stats, "runs")) {
        const char *value = json_text_at(run, key);
        if (value && common && strcmp(value, common) != 0)
            return;
        common = value ? value : common;
    }
    if (!common)
        return;
    str_print(out, ", %s ", key);
    latex_add_text(out, common);
}

/* "94 fixes of 136 pairs (76 in these categories)" */
static void add_numbers(struct str *out, const struct json *stats)
{
    double n = 0, n_pairs = total(stats, "pairs");
    const struct json *origins = json_get(stats, "origins");
    json_each(row, origins) {
        double n_here = json_number_at(row, "n");
        const char *origin = json_text_at(row, "origin");
        bool is_real = strcmp(origin, "real") == 0;
        str_print(out, "%s%.0f %s", n > 0 ? ", " : "", n_here,
                  is_real                         ? plural(n_here, "fix", "fixes")
                  : strcmp(origin, "mutant") == 0 ? plural(n_here, "mutant", "mutants")
                                                  : plural(n_here, "rewrite", "rewrites"));
        n += n_here;
    }
    if (json_count(origins) == 0)
        str_add_text(out, "no fixes");
    if (!isnan(n_pairs))
        str_print(out, " of %.0f %s", n_pairs, plural(n_pairs, "pair", "pairs"));
    str_print(out, " (%.0f in the six categories)", total(stats, "fixes"));
}

static void add_source(struct str *out, const struct json *stats)
{
    const char *filters = json_text_at(stats, "filters");
    str_add_text(out, "Single-token bug fixes of ");
    add_of_run(out, stats, "dataset");
    str_add_text(out, " (");
    add_of_run(out, stats, "language");
    add_option(out, stats, "pairing");
    add_option(out, stats, "failing");
    str_add_text(out, "), mined with tokfix ");
    add_of_run(out, stats, "tool_version");
    str_add_text(out, ": ");
    add_numbers(out, stats);
    if (filters) {
        str_add_text(out, ", selected by \\texttt{");
        latex_add_text(out, filters);
        str_add_text(out, "}");
    }
}

static void add_caption(struct str *out, const struct json *stats)
{
    add_source(out, stats);
    str_add_text(out, ". Shares are of the six categories, in percent.");
    if (has_numbers(json_get(stats, "categories"), "thesis_n"))
        str_add_text(out, " Thesis: Takada (Osaka University, 2024), programs of at most "
                          "" THESIS_MAX_TOKENS_TEXT " tokens; compare it with Within "
                          "" THESIS_MAX_TOKENS_TEXT ". GitHub: the fixes with which the thesis "
                          "compares.");
}

static void print_number(const struct json *value, int decimals, FILE *out)
{
    double number = json_number(value, NAN);
    if (isnan(number))
        fputs(" & --", out);
    else
        fprintf(out, " & %.*f", decimals, number);
}

/* Prints the numbers of each language: a column is a language. */
static void print_languages(const struct json *stats, FILE *out)
{
    static const struct {
        const char *title, *key;
    } rows[] = {
        {"submissions", "submissions"},
        {"histories", "histories"},
        {"Pairs", "pairs"},
        {"Single-token fixes", "fixes"},
        {"Parse, in percent", "parses_percent"},
        {"In the six categories", "six"},
    };
    const struct json *languages = json_get(stats, "languages");
    scoped(str) columns = {0}, caption = {0};
    str_add_text(&columns, "l");
    for (size_t i = 0; i < json_count(languages); i++)
        str_add_text(&columns, "r");
    fputc('\n', out);
    latex_begin_table(str_text(&columns), false, out);
    json_each(language, languages) {
        scoped(str) name = {0};
        latex_add_text(&name, json_text_at(language, "language"));
        fprintf(out, " & %s", str_text(&name));
    }
    latex_end_row(out);
    latex_print_rule(out);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *title = source_word(stats, rows[i].title);
        if (!json_get(json_first(languages), rows[i].key) || !title)
            continue;
        fprintf(out, "%c%s", toupper((unsigned char)*title), title + 1);
        json_each(language, languages)
            print_number(json_get(language, rows[i].key),
                         strcmp(rows[i].key, "parses_percent") == 0 ? 1 : 0, out);
        latex_end_row(out);
    }
    latex_print_rule(out);
    json_each(category, json_get(stats, "categories")) {
        const char *name = json_text_at(category, "category");
        latex_print_name(name, out);
        json_each(language, languages)
            print_number(json_get(language, name), 0, out);
        latex_end_row(out);
    }
    add_source(&caption, stats);
    str_add_text(&caption, ". Parse: both programs parse without a syntax error.");
    latex_end_table(str_text(&caption), "languages", false, out);
}

static void print_categories(const struct json *rows, const struct figures *figures,
                             const char *caption, const char *label, FILE *out)
{
    scoped(str) columns = {0};
    str_add_text(&columns, "l");
    for (const struct figures *pair = figures; pair->title; pair++)
        if (has_numbers(rows, pair->n))
            str_add_text(&columns, "rr");
    latex_begin_table(str_text(&columns), false, out);
    fputs("Category", out);
    for (const struct figures *pair = figures; pair->title; pair++)
        if (has_numbers(rows, pair->n))
            fprintf(out, " & \\multicolumn{2}{r}{%s}", pair->title);
    latex_end_row(out);
    latex_print_rule(out);
    json_each(row, rows) {
        latex_print_name(json_text_at(row, "category"), out);
        for (const struct figures *pair = figures; pair->title; pair++)
            if (has_numbers(rows, pair->n)) {
                double whole = json_table_whole(rows, pair->n, pair->percent);
                print_number(json_get(row, pair->n), 0, out);
                print_number(json_get(row, pair->percent), percent_decimals(whole), out);
            }
        latex_end_row(out);
    }
    latex_end_table(caption, label, false, out);
}

/* Prints the categories of each kind of source, and table 4 of the thesis. */
static void print_sources(const struct json *stats, FILE *out)
{
    const struct json *rows = json_get(stats, "source_categories");
    scoped(str) caption = {0};
    int n_shown = 0;
    for (const struct figures *pair = of_sources; pair->title; pair++)
        n_shown += has_numbers(rows, pair->n);
    if (n_shown < 2)
        return;
    add_source(&caption, stats);
    str_add_text(&caption, ", by source. Shares are of the six categories, in percent.");
    if (has_numbers(rows, "thesis_n"))
        str_add_text(&caption,
                     " Thesis and GitHub: table 4 of Takada (Osaka University, 2024), the fixes of "
                     "CodeNet's Python submissions and those of Richter and Wehrheim from Python "
                     "repositories.");
    fputc('\n', out);
    print_categories(rows, of_sources, str_text(&caption), "sources", out);
}

void stats_print_latex(const struct json *stats, FILE *out)
{
    scoped(str) caption = {0};
    add_caption(&caption, stats);
    print_categories(json_get(stats, "categories"), of_all, str_text(&caption),
                     "single-token-fixes", out);
    print_sources(stats, out);
    if (json_count(json_get(stats, "languages")) > 1)
        print_languages(stats, out);
}
