/* The statistics as LaTeX. The tables of categories have pairs of columns: a number, and its share
 * of the six categories. */
#include "report/stats.h"

#include "report/source_report.h"
#include "report/report_text.h"
#include "report/tabular.h"
#include "report/thesis.h"

#include <math.h>
#include <string.h>

/* Columns of all fixes, of those in short programs, of those of git, each with those of them that
 * are taken, and of published figures. */
#define HERE         "n? n=Here, p+ percent/n=, "
#define HERE_TAKEN   "n? taken_n=Taken, p+ taken_percent/taken_n=, "
#define WITHIN       "n? within_n=Within " THESIS_MAX_TOKENS_TEXT ", p+ within_percent/within_n=, "
#define WITHIN_TAKEN "n? taken_within_n=Taken, p+ taken_within_percent/taken_within_n=, "
#define MUTANTS      "n? mutant_n=Mutants, p+ mutant_percent/mutant_n=, "
#define OF_SOURCES                                                                   \
    "n? codenet=CodeNet, p+ codenet_percent/codenet=, "                              \
    "n? rows=Rows, p+ rows_percent/rows=, n? pairs=Pairs, p+ pairs_percent/pairs=, " \
    "n? git=Git, p+ git_percent/git=, "
#define GIT_TAKEN "n? git_taken=Taken, p+ git_taken_percent/git_taken=, "
#define PUBLISHED                                       \
    "n? thesis_n=Thesis, p+ thesis_percent/thesis_n=, " \
    "n? github_n=GitHub, p+ github_percent/github_n="

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

/* The value that all runs with this option have; NULL: there is none. */
static const char *common_option(const struct json *stats, const char *key)
{
    const char *common = NULL;
    json_each(run, json_get(stats, "runs")) {
        const char *value = json_text_at(run, key);
        if (value && common && strcmp(value, common) != 0)
            return NULL;
        common = value ? value : common;
    }
    return common;
}

static const char caption_text[] = {
#include "report/text/stats_caption.txt.inc"
};

/* Prints the table with the label; `rows` may have published figures. */
static void print_table(struct tabular *table, const struct json *stats, const char *label,
                        const struct json *rows, FILE *out)
{
    double n_pairs = total(stats, "pairs");
    scoped(str) caption = {0};
    scoped(json) *more = json_make(
        J_TEXT("table", label), J_BOOL("has_thesis", has_numbers(rows, "thesis_n")),
        J_BOOL("leaves_out",
               tabular_differs(rows, "n", "taken_n") || tabular_differs(rows, "git", "git_taken")),
        J_TEXT("pairing", common_option(stats, "pairing")),
        J_TEXT("failing", common_option(stats, "failing")), J_BOOL("has_pairs", !isnan(n_pairs)),
        J_DOUBLE("n_pairs", n_pairs), J_DOUBLE("n_fixes", total(stats, "fixes")));
    report_text_add(&caption, caption_text, stats, more, tabular_add_latex);
    tabular_print_latex(
        table, &(struct tabular_latex){.caption = str_text(&caption), .label = label}, out);
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
    fputc('\n', out);
    print_table(&table, stats, "languages", NULL, out);
}

/* Prints the categories of each kind of source, and table 4 of the thesis. */
static void print_sources(const struct json *stats, FILE *out)
{
    const struct json *rows = json_get(stats, "source_categories");
    struct tabular table = {0};
    tabular_read(&table, stats, rows,
                 tabular_differs(rows, "git", "git_taken")
                     ? "l category=Category, " OF_SOURCES GIT_TAKEN PUBLISHED
                     : "l category=Category, " OF_SOURCES PUBLISHED);
    fputc('\n', out);
    print_table(&table, stats, "sources", rows, out);
}

/* Whether there are figures of several sources, or of one and published ones. */
static bool has_sources(const struct json *rows)
{
    static const char *const keys[] = {"codenet", "rows", "pairs", "git", "thesis_n", "github_n"};
    int n = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        n += has_numbers(rows, keys[i]);
    return n > 1;
}

void stats_print_latex(const struct json *stats, FILE *out)
{
    const struct json *categories = json_get(stats, "categories");
    struct tabular table = {0};
    tabular_read(&table, stats, categories,
                 tabular_differs(categories, "n", "taken_n")
                     ? "l category=Category, " HERE HERE_TAKEN WITHIN WITHIN_TAKEN MUTANTS PUBLISHED
                     : "l category=Category, " HERE WITHIN MUTANTS PUBLISHED);
    print_table(&table, stats, "single-token-fixes", categories, out);
    if (has_sources(json_get(stats, "source_categories")))
        print_sources(stats, out);
    if (json_count(json_get(stats, "languages")) > 1)
        print_languages(stats, out);
}
