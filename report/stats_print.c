/* Prints the collected numbers by their texts, and as CSV. Computed here is only what the texts ask
 * about the numbers: what is counted, and what things are called. */
#include "report/stats.h"

#include "base/csv.h"
#include "base/table.h"
#include "report/report_text.h"
#include "report/source_report.h"
#include "report/stored_reports.h"
#include "report/tabular.h"

#include <string.h>

static const char head_text[] = {
#include "report/text/stats_head.txt.inc"
};
static const char tables_text[] = {
#include "report/text/stats.txt.inc"
};

static bool has_thesis(const struct json *stats, const char *table)
{
    return json_kind(json_get(json_first(json_get(stats, table)), "thesis_n")) == JSON_NUMBER;
}

/* The tables in the words of each source, and the readings with a mark at ours. */
static struct json *named_tables(const struct json *stats)
{
    static const char *const tables[] = {"totals", "per_problem", "funnel", "contests"};
    struct json *named = json_object(), *readings = json_array();
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        json_set(named, tables[i], source_words_name(stats, json_get(stats, tables[i])));
    json_each(row, json_get(stats, "readings")) {
        struct json *copy = json_copy(row);
        scoped(str) reading = {0};
        str_print(&reading, "%s%s", json_text_at(row, "reading"),
                  json_number_at(row, "ours") > 0 ? " *" : "");
        json_replace(copy, "reading", json_text_value(str_text(&reading)));
        json_push(readings, copy);
    }
    json_set(named, "readings", readings);
    return named;
}

/* Returns what the texts need beside the numbers. `is_named`: the tables were named. */
static struct json *collect_more(const struct json *stats, bool is_named, bool is_all)
{
    const struct json *categories = json_get(stats, "categories");
    return json_make(
        J_BOOL("is_all", is_all), J_BOOL("is_one", json_count(json_get(stats, "runs")) == 1),
        J_BOOL("has_thesis", has_thesis(stats, "totals") || has_thesis(stats, "categories") ||
                                 has_thesis(stats, "source_categories")),
        J_BOOL("has_languages", is_named || json_count(json_get(stats, "languages")) > 1),
        J_BOOL("has_mutants", json_get(json_first(categories), "mutant_n") != NULL),
        J_BOOL("has_longer", tabular_differs(categories, "n", "within_n")),
        J_BOOL("leaves_out", tabular_differs(categories, "n", "taken_n")),
        J_BOOL("git_leaves_out",
               tabular_differs(json_get(stats, "source_categories"), "git", "git_taken")),
        J_BOOL("is_whole", !json_get(stats, "filters")), J_VALUE("words", source_words(stats)),
        J_VALUE("named", named_tables(stats)));
}

void stats_print(const struct json *stats, const char *const *tables, bool has_head, FILE *out)
{
    scoped(json) *more = collect_more(stats, tables && !has_head, !tables);
    if (has_head)
        report_text_print(head_text, stats, more, out);
    report_text_print_tables(tables_text, stats, more, tables, out);
    if (json_get(stats, "verify")) {
        fputs(tables ? "" : "\nExecution (tokfix verify)\n", out);
        verify_report_print(stats, tables, out);
    }
}

void stats_print_latex(const struct json *stats, const char *const *tables, FILE *out)
{
    scoped(json) *more = collect_more(stats, true, false);
    report_text_print_latex(tables_text, stats, more, tables, out);
}

/* CSV */

/* Whether a member is a list of rows to write; run, runs and filters are not. The columns of
 * `languages` would widen each row, and with one language they repeat what other tables say. */
static bool is_table(const struct json *member)
{
    bool is_repeated = strcmp(json_name(member), "languages") == 0 && json_count(member) == 1;
    return json_is_array(member) && strcmp(json_name(member), "runs") != 0 && !is_repeated;
}

static void print_row(const struct json *row, const char *table, const struct table *keys,
                      FILE *out)
{
    scoped(str) line = {0};
    if (table)
        csv_add_safe_text(&line, table);
    for (size_t i = 0; i < keys->keys.n; i++) {
        str_add_text(&line, i || table ? "," : "");
        csv_add_value(&line, json_get(row, keys->keys.items[i]));
    }
    fprintf(out, "%s\n", str_text(&line));
}

void stats_print_csv(const struct json *stats, const char *const *tables, FILE *out)
{
    scoped(table) keys = {0};
    bool is_one = tables && !tables[1];
    json_each(table, stats)
        if (tables ? text_is_one_of(json_name(table), tables) : is_table(table))
            json_each(row, table)
                json_each(cell, row)
                    table_number(&keys, json_name(cell));
    fputs(is_one ? "" : "table,", out);
    for (size_t i = 0; i < keys.keys.n; i++)
        fprintf(out, "%s%s", i ? "," : "", keys.keys.items[i]);
    fputc('\n', out);
    json_each(table, stats)
        if (tables ? text_is_one_of(json_name(table), tables) : is_table(table))
            json_each(row, table)
                print_row(row, is_one ? NULL : json_name(table), &keys, out);
}
