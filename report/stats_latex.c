/* In the first table, a row is a category, and each source of figures has two columns: number, and
 * share of the six. */
#include "report/json_table.h"
#include "report/latex.h"
#include "report/source_words.h"
#include "report/stats.h"
#include "report/thesis.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* The pairs of columns. A pair without any figure is omitted. */
static const struct {
    const char *title, *n, *percent;
} sources[] = {
    {"Here", "n", "percent"},
    {"Within " THESIS_MAX_TOKENS_TEXT, "within_n", "within_percent"},
    {"Mutants", "mutant_n", "mutant_percent"},
    {"Thesis", "thesis_n", "thesis_percent"},
    {"GitHub", "github_n", "github_percent"},
};
enum { N_SOURCES = sizeof sources / sizeof *sources };

static double total(const struct json *stats, const char *name)
{
    return json_number(json_get(json_find(json_get(stats, "totals"), "name", name), "n"), NAN);
}

static bool is_shown(const struct json *stats, int source)
{
    json_each(row, json_get(stats, "categories"))
        if (json_kind(json_get(row, sources[source].n)) == JSON_NUMBER)
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
    if (is_shown(stats, 3))
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

void stats_print_latex(const struct json *stats, FILE *out)
{
    const struct json *rows = json_get(stats, "categories");
    scoped(str) caption = {0}, columns = {0};
    bool shown[N_SOURCES];
    int decimals[N_SOURCES];
    str_add_text(&columns, "l");
    for (int i = 0; i < N_SOURCES; i++) {
        decimals[i] = percent_decimals(json_table_whole(rows, sources[i].n, sources[i].percent));
        if ((shown[i] = is_shown(stats, i)))
            str_add_text(&columns, "rr");
    }
    add_caption(&caption, stats);
    latex_begin_table(str_text(&columns), false, out);
    fputs("Category", out);
    for (int i = 0; i < N_SOURCES; i++)
        if (shown[i])
            fprintf(out, " & \\multicolumn{2}{r}{%s}", sources[i].title);
    latex_end_row(out);
    latex_print_rule(out);
    json_each(row, rows) {
        latex_print_name(json_text_at(row, "category"), out);
        for (int i = 0; i < N_SOURCES; i++)
            if (shown[i]) {
                print_number(json_get(row, sources[i].n), 0, out);
                print_number(json_get(row, sources[i].percent), decimals[i], out);
            }
        latex_end_row(out);
    }
    latex_end_table(str_text(&caption), "single-token-fixes", false, out);
    if (json_count(json_get(stats, "languages")) > 1)
        print_languages(stats, out);
}
