/* Prints the collected numbers by their texts. Computed here is only what the texts ask about the
 * numbers: what is counted, and what things are called. */
#include "report/report_text.h"
#include "report/source_report.h"
#include "report/stats.h"
#include "report/stored_reports.h"
#include "report/tabular.h"

#include <math.h>
#include <string.h>

static const char head_text[] = {
#include "report/text/stats.txt.inc"
};
static const char tables_text[] = {
#include "report/text/stats_tables.txt.inc"
};
static const char errors_text[] = "{+input_errors}\n"
                                  "Rows and files that could not be used (table input_errors)\n"
                                  "t kind, n n=count\n"
                                  "{/}\n";
static const char limits_text[] = {
#include "report/text/stats_limits.txt.inc"
};

/* A copy of a run with its limits, and the options that only this kind of source has. */
static struct json *with_limits(const struct json *run)
{
    struct json *copy = json_copy(run);
    scoped(str) limits = {0};
    report_text_add(&limits, limits_text, run, NULL, NULL);
    json_set_text(copy, "limits", str_text(&limits));
    return copy;
}

/* Several runs may have mined one dataset for different languages. */
static bool has_run(const struct json *runs, const char *dataset, const char *options)
{
    json_each(run, runs)
        if (strcmp(json_text_at(run, "dataset"), dataset) == 0 &&
            strcmp(json_text_at(run, "options"), options) == 0)
            return true;
    return false;
}

/* The lines {datasets, options}: the datasets that were mined with the same options. */
static struct json *lines_of(const struct json *runs)
{
    static const char options_text[] =
        "{?pairing}pairing {pairing}, failing {failing}; {/}{limits}";
    struct json *lines = json_array();
    scoped(json) *all = json_array();
    json_each(run, runs) {
        scoped(json) *limited = with_limits(run);
        scoped(str) options = {0};
        report_text_add(&options, options_text, limited, NULL, NULL);
        if (!has_run(all, json_text_at(run, "dataset"), str_text(&options)))
            json_push(all, json_make(J_TEXT("dataset", json_text_at(run, "dataset")),
                                     J_TEXT("options", str_text(&options))));
    }
    json_each(run, all) {
        const char *options = json_text_at(run, "options");
        if (json_find(lines, "options", options))
            continue;
        struct json *datasets = json_array();
        json_each(same, all)
            if (strcmp(json_text_at(same, "options"), options) == 0)
                json_push_text(datasets, json_text_at(same, "dataset"));
        json_push(lines, json_make(J_TEXT("options", options), J_VALUE("datasets", datasets)));
    }
    return lines;
}

static bool has_thesis(const struct json *stats, const char *table)
{
    return !isnan(json_number(json_get(json_first(json_get(stats, table)), "thesis_n"), NAN));
}

/* A copy of the readings, in which the reading that all other tables use is marked. */
static struct json *marked_readings(const struct json *readings)
{
    struct json *rows = json_array();
    json_each(row, readings) {
        struct json *copy = json_copy(row);
        scoped(str) reading = {0};
        bool is_ours = json_number_at(row, "ours") > 0;
        str_print(&reading, "%s%s", json_text_at(row, "reading"), is_ours ? " *" : "");
        json_free(json_take(copy, "reading"));
        json_set_text(copy, "reading", str_text(&reading));
        json_push(rows, copy);
    }
    return rows;
}

/* The tables of names, which are those of the sources. */
static struct json *named_tables(const struct json *stats)
{
    static const char *const tables[] = {"totals", "per_problem", "funnel"};
    struct json *named = json_object();
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        json_set(named, tables[i], source_words_name(stats, json_get(stats, tables[i])));
    return named;
}

/* Returns what the texts need beside the numbers. With two of longer programs, mutants and what is
 * not taken, the table of categories would be too wide for published figures in full, and with all
 * three for more than shares of the last two. */
static struct json *collect_more(const struct json *stats)
{
    const struct json *runs = json_get(stats, "runs"), *origins = json_get(stats, "origins"),
                      *categories = json_get(stats, "categories");
    const char *first = json_text_at(json_first(origins), "origin");
    bool is_made = first && strcmp(first, "real") != 0, is_one = json_count(runs) == 1;
    bool has_mutants = json_get(json_first(categories), "mutant_n") != NULL;
    bool is_longer = tabular_differs(categories, "n", "within_n");
    bool leaves_out = tabular_differs(categories, "n", "taken_n");
    return json_make(
        J_VALUE("one", is_one ? with_limits(json_first(runs)) : NULL),
        J_VALUE("run_lines", is_one ? NULL : lines_of(runs)), J_BOOL("is_made", is_made),
        J_BOOL("is_counted", is_made || json_get(stats, "filters") || json_count(origins) > 1),
        J_BOOL("has_thesis", has_thesis(stats, "totals") || has_thesis(stats, "categories") ||
                                 has_thesis(stats, "source_categories")),
        J_BOOL("has_languages", json_count(json_get(stats, "languages")) > 1),
        J_BOOL("has_mutants", has_mutants), J_BOOL("has_longer", is_longer),
        J_BOOL("leaves_out", leaves_out),
        J_BOOL("is_wide", is_longer + has_mutants + leaves_out > 1),
        J_BOOL("is_widest", is_longer && has_mutants && leaves_out),
        J_BOOL("is_whole", json_get(stats, "funnel") != NULL),
        J_VALUE("words", source_words(stats)), J_VALUE("named", named_tables(stats)),
        J_VALUE("marked_readings", marked_readings(json_get(stats, "readings"))));
}

void stats_print(const struct json *stats, FILE *out)
{
    scoped(json) *more = collect_more(stats);
    report_text_print(head_text, stats, more, out);
    source_report_print(stats, out);
    report_text_print(tables_text, stats, more, out);
    if (json_get(stats, "verify")) {
        fputs("\nExecution (tokfix verify)\n", out);
        verify_report_print(stats, out);
    }
    if (json_get(stats, "input_errors"))
        report_text_print(errors_text, stats, NULL, out);
}
