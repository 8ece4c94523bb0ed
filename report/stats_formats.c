/* The statistics for other programs. As CSV, all tables are one. As LaTeX, the tables of categories
 * have pairs of columns: a number, and its share of the six categories. */
#include "report/stats.h"

#include "base/table.h"
#include "report/source_report.h"
#include "report/tabular.h"
#include "report/thesis.h"

#include <math.h>
#include <string.h>

/* Columns of published figures. */
#define PUBLISHED                                       \
    "n? thesis_n=Thesis, p+ thesis_percent/thesis_n=, " \
    "n? github_n=GitHub, p+ github_percent/github_n="

/* Whether a member is a list of rows to write; run, runs and filters are not. The columns of
 * `languages` would widen each row, and with one language they repeat what other tables say. */
static bool is_table(const struct json *member)
{
    bool is_repeated = strcmp(json_name(member), "languages") == 0 && json_count(member) == 1;
    bool is_of_counts = strcmp(json_name(member), "runs") != 0;
    return json_kind(member) == JSON_ARRAY && is_of_counts && !is_repeated;
}

/* Adds a cell; null is nothing. */
static void add_value(struct tabular *table, const struct json *value)
{
    scoped(str) text = {0};
    if (json_text(value)) {
        tabular_text(table, json_text(value));
        return;
    }
    if (json_kind(value) == JSON_NUMBER)
        json_print(&text, value);
    tabular_latex(table, str_text(&text));
}

/* The columns are the keys of all tables, in the order of their first occurrence. */
void stats_print_csv(const struct json *stats, FILE *out)
{
    struct tabular all = {0};
    scoped(table) keys = {0};
    json_each(table, stats)
        json_each(row, is_table(table) ? table : NULL)
            json_each(cell, row)
                table_number(&keys, json_name(cell));
    tabular_column(&all, 'l', "table");
    for (size_t i = 0; i < keys.keys.n; i++)
        tabular_column(&all, 'l', keys.keys.items[i]);
    json_each(table, stats)
        json_each(row, is_table(table) ? table : NULL) {
            tabular_text(&all, json_name(table));
            for (size_t i = 0; i < keys.keys.n; i++)
                add_value(&all, json_get(row, keys.keys.items[i]));
        }
    tabular_print_csv(&all, out);
}

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
    tabular_add_latex(out, text ? text : "");
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
    tabular_add_latex(out, common);
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
        tabular_add_latex(out, filters);
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

static void add_title(struct tabular *table, const char *title)
{
    scoped(str) latex = {0};
    tabular_add_latex(&latex, title);
    tabular_column(table, 'r', str_text(&latex));
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
    struct tabular table = {0};
    scoped(str) caption = {0};
    tabular_column(&table, 'l', "");
    json_each(language, languages)
        add_title(&table, json_text_at(language, "language"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *title = source_word(stats, rows[i].title);
        if (!json_get(json_first(languages), rows[i].key) || !title)
            continue;
        tabular_name(&table, title);
        json_each(language, languages)
            tabular_decimal(&table, json_number(json_get(language, rows[i].key), NAN),
                            strcmp(rows[i].key, "parses_percent") == 0 ? 1 : 0);
    }
    tabular_line(&table, NULL);
    json_each(category, json_get(stats, "categories")) {
        const char *name = json_text_at(category, "category");
        tabular_name(&table, name);
        json_each(language, languages)
            tabular_count(&table, json_number(json_get(language, name), NAN));
    }
    add_source(&caption, stats);
    str_add_text(&caption, ". Parse: both programs parse without a syntax error.");
    fputc('\n', out);
    tabular_print_latex(
        &table, &(struct tabular_latex){.caption = str_text(&caption), .label = "languages"}, out);
}

/* Prints the categories of each kind of source, and table 4 of the thesis. */
static void print_sources(const struct json *stats, FILE *out)
{
    const struct json *rows = json_get(stats, "source_categories");
    struct tabular table = {0};
    scoped(str) caption = {0};
    tabular_read(
        &table, stats, rows,
        "l category=Category, n? codenet=CodeNet, p+ codenet_percent/codenet=, "
        "n? rows=Rows, p+ rows_percent/rows=, n? git=Git, p+ git_percent/git=, " PUBLISHED);
    add_source(&caption, stats);
    str_add_text(&caption, ", by source. Shares are of the six categories, in percent.");
    if (has_numbers(rows, "thesis_n"))
        str_add_text(&caption,
                     " Thesis and GitHub: table 4 of Takada (Osaka University, 2024), the fixes of "
                     "CodeNet's Python submissions and those of Richter and Wehrheim from Python "
                     "repositories.");
    fputc('\n', out);
    tabular_print_latex(
        &table, &(struct tabular_latex){.caption = str_text(&caption), .label = "sources"}, out);
}

/* Whether there are figures of several sources, or of one and published ones. */
static bool has_sources(const struct json *rows)
{
    static const char *const keys[] = {"codenet", "rows", "git", "thesis_n", "github_n"};
    int n = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        n += has_numbers(rows, keys[i]);
    return n > 1;
}

void stats_print_latex(const struct json *stats, FILE *out)
{
    struct tabular table = {0};
    scoped(str) caption = {0};
    tabular_read(&table, stats, json_get(stats, "categories"),
                 "l category=Category, n? n=Here, p+ percent/n=, "
                 "n? within_n=Within " THESIS_MAX_TOKENS_TEXT ", p+ within_percent/within_n=, "
                 "n? mutant_n=Mutants, p+ mutant_percent/mutant_n=, " PUBLISHED);
    add_caption(&caption, stats);
    tabular_print_latex(
        &table,
        &(struct tabular_latex){.caption = str_text(&caption), .label = "single-token-fixes"}, out);
    if (has_sources(json_get(stats, "source_categories")))
        print_sources(stats, out);
    if (json_count(json_get(stats, "languages")) > 1)
        print_languages(stats, out);
}
