/* Prints the collected numbers. Nothing is computed here. */
#include "report/stats.h"

#include "base/mem.h"
#include "base/terminal.h"
#include "report/tabular.h"
#include "report/source_report.h"
#include "report/thesis.h"
#include "report/stored_reports.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Appends a text of an object. It comes from the database, which may be anyone's. */
static void add_text(struct str *out, const struct json *object, const char *key)
{
    const char *text = json_text_at(object, key);
    terminal_add_safe(out, text ? text : "", text ? strlen(text) : 0, 0);
}

/* Appends the pairing of submissions; nothing for git. */
static void add_pairing(struct str *out, const char *before, const struct json *run)
{
    if (!json_text_at(run, "pairing"))
        return;
    str_print(out, "%spairing ", before);
    add_text(out, run, "pairing");
    str_add_text(out, ", failing ");
    add_text(out, run, "failing");
}

/* Appends the limits, and the options that only this kind of source has. */
static void add_limits(struct str *out, const struct json *run)
{
    double max_tokens = json_number_at(run, "max_tokens"),
           max_bytes = json_number_at(run, "max_bytes"),
           max_pairs = json_number(json_get(run, "max_pairs"), NAN);
    str_add_text(out, "at most ");
    if (max_tokens > 0)
        str_print(out, "%.0f %s and ", max_tokens, plural(max_tokens, "token", "tokens"));
    str_print(out, "%.0f %s per program", max_bytes, plural(max_bytes, "byte", "bytes"));
    if (!isnan(max_pairs))
        str_print(out, ", %.0f %s per history", max_pairs, plural(max_pairs, "pair", "pairs"));
    if (json_text_at(run, "options")) {
        str_add_text(out, "; ");
        add_text(out, run, "options");
    }
}

/* The datasets that were mined with the same options. */
struct run_line {
    const char *datasets, *options;
};

/* Prints a line for each different set of options: "A, B: pairing all, ..." */
static void print_each_run(const struct json *runs, FILE *out)
{
    scoped(arena) arena = {0};
    ARRAY(struct run_line) lines = {0};
    json_each(run, runs) {
        scoped(str) options = {0}, dataset = {0};
        size_t i = 0;
        add_pairing(&options, "", run);
        str_add_text(&options, options.length ? "; " : "");
        add_limits(&options, run);
        add_text(&dataset, run, "dataset");
        while (i < lines.n && strcmp(lines.items[i].options, str_text(&options)) != 0)
            i++;
        if (i == lines.n)
            array_push(&lines, (struct run_line){arena_text(&arena, str_text(&dataset)),
                                                 arena_text(&arena, str_text(&options))});
        else
            lines.items[i].datasets =
                arena_print(&arena, "%s, %s", lines.items[i].datasets, str_text(&dataset));
    }
    for (size_t i = 0; i < lines.n; i++)
        fprintf(out, "%s: %s\n", lines.items[i].datasets, lines.items[i].options);
    array_release(&lines);
}

/* Prints what was mined, and how. */
static void print_run(const struct json *stats, FILE *out)
{
    const struct json *run = json_get(stats, "run"), *runs = json_get(stats, "runs");
    bool is_one = json_count(runs) == 1;
    scoped(str) line = {0};
    add_text(&line, run, "dataset");
    str_add_text(&line, ": ");
    add_text(&line, run, "language");
    if (is_one)
        add_pairing(&line, ", ", json_first(runs));
    str_add_text(&line, "; tokfix ");
    add_text(&line, run, "tool_version");
    const struct json *languages = json_get(stats, "languages");
    json_each(language, languages) {
        bool is_first_of_several = language == json_first(languages) && json_count(languages) > 1;
        str_add_text(&line, is_first_of_several ? "\n" : ", ");
        add_text(&line, language, "grammar");
        str_add_text(&line, " ");
        add_text(&line, language, "grammar_version");
    }
    if (json_number(json_get(run, "n_shards"), 1) > 1)
        str_print(&line, "; shard %.0f of %.0f", json_number(json_get(run, "shard"), 1),
                  json_number(json_get(run, "n_shards"), 1));
    str_add_text(&line, "\n");
    if (is_one) {
        add_limits(&line, json_first(runs));
        str_add_text(&line, "\n");
    }
    fputs(str_text(&line), out);
    if (!is_one)
        print_each_run(runs, out);
}

static bool has_thesis(const struct json *rows)
{
    return !isnan(json_number(json_get(json_first(rows), "thesis_n"), NAN));
}

/* Prints the sources of the published figures, if there are any. */
static void print_sources(const struct json *stats, FILE *out)
{
    if (has_thesis(json_get(stats, "totals")) || has_thesis(json_get(stats, "categories")) ||
        has_thesis(json_get(stats, "source_categories")))
        fputs("thesis: Takada, Osaka University 2024: all of CodeNet's Python, pairing all,\n"
              "programs of at most " THESIS_MAX_TOKENS_TEXT
              " tokens (its model's limit); compare the fixes within that limit\n"
              "GitHub: the data set that the thesis compares with (Richter and Wehrheim)\n",
              out);
}

/* Prints what is counted, unless it is simply all real fixes. */
static void print_counted(const struct json *stats, FILE *out)
{
    const struct json *origins = json_get(stats, "origins");
    const char *filters = json_text_at(stats, "filters");
    scoped(str) line = {0};
    json_each(row, origins) {
        double n = json_number_at(row, "n");
        const char *origin = json_text_at(row, "origin");
        str_print(&line, "%s%.0f ", line.length ? ", " : "", n);
        if (strcmp(origin, "mutant") == 0)
            str_print(&line, "%s made by tokfix mutate", plural(n, "mutant", "mutants"));
        else if (strcmp(origin, "rewrite") == 0)
            str_print(&line, "%s made by tokfix rewrite", plural(n, "rewrite", "rewrites"));
        else
            str_print(&line, "real %s", plural(n, "fix", "fixes"));
    }
    const char *first = json_text_at(json_first(origins), "origin");
    bool is_made = first && strcmp(first, "real") != 0;
    if (filters || is_made || json_count(origins) > 1)
        fprintf(out, "counted: %s%s\n", line.length ? str_text(&line) : "nothing",
                is_made && !filters ? "; there are no real fixes" : "");
    str_clear(&line);
    if (filters)
        terminal_add_safe(&line, filters, strlen(filters), 0);
    if (filters)
        fprintf(out, "selected by %s\ntables of the whole run (files, funnel, ...) are omitted\n",
                str_text(&line));
}

static bool has_longer(const struct json *stats)
{
    json_each(row, json_get(stats, "categories"))
        if (json_number_at(row, "n") != json_number_at(row, "within_n"))
            return true;
    return false;
}

/* Prints a table of names, which are those of the sources. */
static void print_named(const struct json *stats, const char *table, const char *heading,
                        const char *columns, FILE *out)
{
    scoped(json) *rows = source_words_name(stats, json_get(stats, table));
    tabular_print_rows(stats, rows, heading, columns, out);
}

static void print_totals(const struct json *stats, bool has_mutants, FILE *out)
{
    print_named(stats, "totals",
                has_mutants ? "Totals (real fixes and mutants: of the six categories)"
                            : "Totals (fixes: of the six categories)",
                "t name=, n n=here, n? thesis_n=thesis", out);
}

static void print_means(const struct json *stats, FILE *out)
{
    scoped(str) heading = {0};
    str_print(&heading, "Averages per %s", source_word(stats, "problem"));
    print_named(stats, "per_problem", str_text(&heading), "t name=, m n=here, m? thesis_n=thesis",
                out);
}

/* Prints the test split beside the thesis's. The last row is the sum of the six categories. */
static void print_test_split(const struct json *stats, FILE *out)
{
    if (json_count(json_get(stats, "test_split")))
        tabular_print_list(
            stats, "test_split",
            "The test split (unmarked: fixes without a mark; percentages of the six)",
            "t category=, n n=here, p percent/-n=, n n_left=unmarked, "
            "n? thesis_n=thesis, p? thesis_percent/-thesis_n=",
            out);
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

static void print_readings(const struct json *stats, FILE *out)
{
    scoped(json) *rows = marked_readings(json_get(stats, "readings"));
    scoped(str) columns = {0};
    str_print(&columns, "t question, t reading, t category, n n=here%s, n? thesis_n=thesis",
              has_longer(stats) ? ", n within_n=within " THESIS_MAX_TOKENS_TEXT : "");
    if (json_count(rows))
        tabular_print_rows(stats, rows,
                           "What the thesis leaves open: fixes by reading (*: the reading that "
                           "all other tables use)",
                           str_text(&columns), out);
}

/* Prints the table of categories. If some programs have more than 1,024 tokens, it has columns for
 * the others, which are those to compare with the thesis. If there are mutants, it has columns for
 * them. With both, published figures are shown only as shares, to keep lines short. */
static void print_categories(const struct json *stats, bool has_mutants, FILE *out)
{
    static const char within[] =
        ", n within_n=within " THESIS_MAX_TOKENS_TEXT ", p within_percent/within_n=";
    static const char published[] = "n? thesis_n=thesis, p? thesis_percent/thesis_n=, "
                                    "n? github_n=GitHub, p? github_percent/github_n=";
    static const char shares[] =
        "p? thesis_percent/thesis_n=thesis, p? github_percent/github_n=GitHub";
    scoped(str) columns = {0};
    bool longer = has_longer(stats);
    str_print(&columns,
              "t category=, n n=here, p percent/n=%s, n? mutant_n=mutants, "
              "p? mutant_percent/mutant_n=, %s",
              longer ? within : "", longer && has_mutants ? shares : published);
    tabular_print_list(stats, "categories",
                       has_mutants ? "Fixes by category (here: real fixes; percentages of the six)"
                                   : "Fixes by category (percentages of the six)",
                       str_text(&columns), out);
}

/* Pairs of git have no status, and their histories have two versions each. */
static void print_of_run(const struct json *stats, FILE *out)
{
    bool is_git = source_words_are_of_git(stats);
    scoped(str) heading = {0}, columns = {0};
    print_named(stats, "funnel", "From files to fixes", "t name=, n n=", out);
    tabular_print_list(stats, "rejects",
                       is_git ? "Rejected pairs"
                              : "Rejected pairs by the failing submission's status",
                       is_git ? "t reason, n n=pairs" : "t reason, t status, n n=pairs", out);
    if (is_git)
        return;
    tabular_print_list(stats, "statuses", "Submissions by status",
                       "t status, t class, n n=submissions", out);
    str_print(&heading, "%s per history",
              source_words_are_of_both(stats) ? "Versions" : "Submissions");
    str_print(&columns,
              "t submissions=%s, n n=histories, p percent/n=, n? thesis_n=thesis, "
              "p? thesis_percent/thesis_n=",
              source_word(stats, "submissions"));
    tabular_print_list(stats, "submissions_per_history", str_text(&heading), str_text(&columns),
                       out);
}

/* Prints the numbers of each language, if there are several. */
static void print_languages(const struct json *stats, FILE *out)
{
    const char *histories = source_word(stats, "histories");
    scoped(str) columns = {0};
    if (json_count(json_get(stats, "languages")) < 2)
        return;
    str_print(&columns, "t language=, n? submissions=%s, %s", source_word(stats, "submissions"),
              histories ? "n? histories, " : "");
    str_add_text(&columns, "n? pairs, n fixes, n six=in the six, p parses_percent/fixes=parse");
    tabular_print_list(stats, "languages", "Languages", str_text(&columns), out);
    tabular_print_list(stats, "languages", "Fixes by language and category",
                       "t language=, n variable_misuse=misuse, n binary_operator=binary, "
                       "n comparison_operator=comparison, n logical_operator=logical, "
                       "n assignment_operator=assignment, n literal, n type, n other",
                       out);
}

void stats_print(const struct json *stats, FILE *out)
{
    bool has_mutants = json_get(json_item(json_get(stats, "categories"), 0), "mutant_n") != NULL;
    print_run(stats, out);
    print_counted(stats, out);
    print_sources(stats, out);
    print_languages(stats, out);
    print_totals(stats, has_mutants, out);
    if (json_get(stats, "per_problem"))
        print_means(stats, out);
    print_categories(stats, has_mutants, out);
    source_report_print(stats, out);
    print_test_split(stats, out);
    if (json_get(stats, "funnel"))
        print_of_run(stats, out);
    if (!source_words_are_of_git(stats))
        tabular_print_list(stats, "status_transitions", "Status transitions by category",
                           "t category, t buggy_status=from, t fixed_status=to, n n=fixes", out);
    tabular_print_list(stats, "edits", "Most frequent edits (see --limit)",
                       "t category, t edit, c before, c after, n n=fixes, n? mutant_n=mutants",
                       out);
    tabular_print_list(stats, "patterns", "SStuB patterns",
                       "t pattern, n n=fixes, p percent/n=, n? mutant_n=mutants, "
                       "p? mutant_percent/mutant_n=",
                       out);
    tabular_print_list(stats, "roles", "Roles of changed identifiers",
                       "t role, t category, n n=fixes, n? mutant_n=mutants", out);
    print_readings(stats, out);
    if (json_get(stats, "verify")) {
        fputs("\nExecution (tokfix verify)\n", out);
        verify_report_print(stats, out);
    }
    if (json_get(stats, "input_errors"))
        tabular_print_list(stats, "input_errors",
                           "Rows and files that could not be used (table input_errors)",
                           "t kind, n n=count", out);
}
