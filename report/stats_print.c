/* Prints the collected numbers. Nothing is computed here. */
#include "report/stats.h"

#include "base/terminal.h"
#include "report/json_table.h"
#include "report/source_report.h"
#include "report/thesis.h"
#include "report/verify_report.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Appends a text of an object. It comes from the database, which may be anyone's. */
static void add_text(struct str *out, const struct json *object, const char *key)
{
    const char *text = json_text_at(object, key);
    terminal_add_safe(out, text ? text : "", text ? strlen(text) : 0, 0);
}

/* Prints what was mined, and how. */
static void print_run(const struct json *stats, FILE *out)
{
    const struct json *run = json_get(stats, "run");
    static const struct {
        const char *before, *key;
    } parts[] = {
        {"", "dataset"},
        {": ", "language"},
        {", pairing ", "pairing"},
        {", failing ", "failing"},
        {"; tokfix ", "tool_version"},
    };
    scoped(str) line = {0};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        str_add_text(&line, parts[i].before);
        add_text(&line, run, parts[i].key);
    }
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
    double max_tokens = json_number_at(run, "max_tokens"),
           max_bytes = json_number_at(run, "max_bytes"),
           max_pairs = json_number_at(run, "max_pairs");
    fprintf(out, "%s\nat most ", str_text(&line));
    if (max_tokens > 0)
        fprintf(out, "%.0f %s and ", max_tokens, plural(max_tokens, "token", "tokens"));
    fprintf(out, "%.0f %s per program, %.0f %s per history\n", max_bytes,
            plural(max_bytes, "byte", "bytes"), max_pairs, plural(max_pairs, "pair", "pairs"));
}

static bool has_thesis(const struct json *rows)
{
    return !isnan(json_number(json_get(json_first(rows), "thesis_n"), NAN));
}

/* Prints the sources of the published figures, if there are any. */
static void print_sources(const struct json *stats, FILE *out)
{
    if (has_thesis(json_get(stats, "totals")) || has_thesis(json_get(stats, "source_categories")))
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

static void print_totals(const struct json *stats, bool has_mutants, FILE *out)
{
    json_table_print(stats, "totals",
                     has_mutants ? "Totals (real fixes and mutants: of the six categories)"
                                 : "Totals (fixes: of the six categories)",
                     "t name=, n n=here, n? thesis_n=thesis", out);
}

/* Prints the test split beside the thesis's. The last row is the sum of the six categories. */
static void print_test_split(const struct json *stats, FILE *out)
{
    if (json_count(json_get(stats, "test_split")))
        json_table_print(stats, "test_split",
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
    str_print(&columns, "t question, t reading, t category, n n=here%s, n? thesis_n=thesis%s",
              has_longer(stats) ? ", n within_n=within " THESIS_MAX_TOKENS_TEXT : "",
              json_get(stats, "funnel") ? ", n pairs" : "");
    if (json_count(rows))
        json_table_print_rows(stats, rows,
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
    json_table_print(stats, "categories",
                     has_mutants ? "Fixes by category (here: real fixes; percentages of the six)"
                                 : "Fixes by category (percentages of the six)",
                     str_text(&columns), out);
}

static void print_of_run(const struct json *stats, FILE *out)
{
    json_table_print(stats, "funnel", "From files to fixes", "t name=, n n=", out);
    json_table_print(stats, "rejects", "Rejected pairs by the failing submission's status",
                     "t reason, t status, n n=pairs", out);
    json_table_print(stats, "statuses", "Submissions by status",
                     "t status, t class, n n=submissions", out);
    json_table_print(stats, "submissions_per_history", "Submissions per history",
                     "t submissions, n n=histories, p percent/n=, n? thesis_n=thesis, "
                     "p? thesis_percent/thesis_n=",
                     out);
}

/* Prints the numbers of each language, if there are several. */
static void print_languages(const struct json *stats, FILE *out)
{
    if (json_count(json_get(stats, "languages")) < 2)
        return;
    json_table_print(stats, "languages", "Languages",
                     "t language=, n? submissions, n? histories, n? pairs, n fixes, "
                     "n six=in the six, p parses_percent/fixes=parse",
                     out);
    json_table_print(stats, "languages", "Fixes by language and category",
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
        json_table_print(stats, "per_problem", "Averages per problem",
                         "t name=, m n=here, m? thesis_n=thesis", out);
    print_categories(stats, has_mutants, out);
    source_report_print(stats, out);
    print_test_split(stats, out);
    if (json_get(stats, "funnel"))
        print_of_run(stats, out);
    json_table_print(stats, "status_transitions", "Status transitions by category",
                     "t category, t buggy_status=from, t fixed_status=to, n n=fixes", out);
    json_table_print(stats, "edits", "Most frequent edits (see --limit)",
                     "t category, t edit, c before, c after, n n=fixes, n? mutant_n=mutants", out);
    json_table_print(stats, "patterns", "SStuB patterns",
                     "t pattern, n n=fixes, p percent/n=, n? mutant_n=mutants, "
                     "p? mutant_percent/mutant_n=",
                     out);
    json_table_print(stats, "roles", "Roles of changed identifiers",
                     "t role, t category, n n=fixes, n? mutant_n=mutants", out);
    print_readings(stats, out);
    if (json_get(stats, "verify")) {
        fputs("\nExecution (tokfix verify)\n", out);
        verify_report_print(stats, out);
    }
    if (json_get(stats, "input_errors"))
        json_table_print(stats, "input_errors",
                         "Rows and files that could not be used (table input_errors)",
                         "t kind, n n=count", out);
}
