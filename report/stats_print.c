/* Renders the collected numbers; it computes nothing. */
#include "report/stats.h"

#include "base/terminal.h"
#include "report/json_table.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* What was mined, and with what. */
static void print_run(const struct json *run, FILE *out)
{
    static const struct {
        const char *before, *key;
    } parts[] = {
        {"", "dataset"},           {": ", "language"},
        {", pairing ", "pairing"}, {"; tokfix ", "tool_version"},
        {", ", "grammar"},         {" ", "grammar_version"},
    };
    struct str line = {0};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *text = json_text(json_get(run, parts[i].key));
        str_add_text(&line, parts[i].before);
        terminal_add_safe(&line, text ? text : "", text ? strlen(text) : 0, 0);
    }
    if (json_number(json_get(run, "n_shards"), 1) > 1)
        str_print(&line, "; shard %.0f of %.0f", json_number(json_get(run, "shard"), 1),
                  json_number(json_get(run, "n_shards"), 1));
    fprintf(out, "%s\nat most ", str_text(&line));
    if (json_number(json_get(run, "max_tokens"), 0) > 0)
        fprintf(out, "%.0f tokens and ", json_number(json_get(run, "max_tokens"), 0));
    fprintf(out, "%.0f bytes, and %.0f pairs of a history\n",
            json_number(json_get(run, "max_bytes"), 0), json_number(json_get(run, "max_pairs"), 0));
    str_release(&line);
}

/* Where the published figures come from, when there are any. */
static void print_sources(const struct json *stats, FILE *out)
{
    const struct json *first = json_item(json_get(stats, "totals"), 0);
    if (!isnan(json_number(json_get(first, "thesis_n"), NAN)))
        fputs("thesis: Takada, Osaka University 2024, all of CodeNet's Python, pairing all\n"
              "GitHub: the fixes that it compares with (Richter and Wehrheim)\n",
              out);
}

/* Tables with a column of mutants where there are such beside real fixes. */
static void print_totals(const struct json *stats, bool has_mutants, FILE *out)
{
    json_table_print(stats, "totals",
                     has_mutants
                         ? "Totals (fixes: real ones, of the six categories, as mutants are)"
                         : "Totals (fixes: the six categories)",
                     "tnn", LIST("name", "n", "thesis_n"), LIST("", "here", "thesis"), out);
}

static void print_categories(const struct json *stats, bool has_mutants, FILE *out)
{
    const char *heading = has_mutants ? "Fixes by category (here: real ones; shares: of the six)"
                                      : "Fixes by category (shares: of the six)";
    if (has_mutants)
        json_table_print(stats, "categories", heading, "tnpnpnpnp",
                         LIST("category", "n", "percent", "mutant_n", "mutant_percent", "thesis_n",
                              "thesis_percent", "github_n", "github_percent"),
                         LIST("", "here", "", "mutants", "", "thesis", "", "GitHub", ""), out);
    else
        json_table_print(stats, "categories", heading, "tnpnpnp",
                         LIST("category", "n", "percent", "thesis_n", "thesis_percent", "github_n",
                              "github_percent"),
                         LIST("", "here", "", "thesis", "", "GitHub", ""), out);
}

static void print_edits(const struct json *stats, bool has_mutants, FILE *out)
{
    json_table_print(stats, "edits", "Most frequent edits, the first of the list",
                     has_mutants ? "ttttnn" : "ttttn",
                     LIST("category", "edit", "before", "after", "n", "mutant_n"),
                     LIST("category", "edit", "before", "after", "fixes", "mutants"), out);
}

static void print_patterns(const struct json *stats, bool has_mutants, FILE *out)
{
    json_table_print(stats, "patterns", "SStuB patterns", has_mutants ? "tnpnp" : "tnp",
                     LIST("pattern", "n", "percent", "mutant_n", "mutant_percent"),
                     LIST("pattern", "fixes", "", "mutants", ""), out);
}

static void print_roles(const struct json *stats, bool has_mutants, FILE *out)
{
    json_table_print(stats, "roles", "Roles of changed identifiers", has_mutants ? "ttnn" : "ttn",
                     LIST("role", "category", "n", "mutant_n"),
                     LIST("role", "category", "fixes", "mutants"), out);
}

void stats_print(const struct json *stats, FILE *out)
{
    bool has_mutants = json_get(json_item(json_get(stats, "categories"), 0), "mutant_n") != NULL;
    print_run(json_get(stats, "run"), out);
    print_sources(stats, out);
    print_totals(stats, has_mutants, out);
    print_categories(stats, has_mutants, out);
    json_table_print(stats, "funnel", "From files to fixes", "tn", LIST("name", "n"), NULL, out);
    json_table_print(stats, "rejects", "Rejected pairs by the failing submission's status", "ttn",
                     LIST("reason", "status", "n"), LIST("reason", "status", "pairs"), out);
    json_table_print(stats, "statuses", "Submissions by status", "ttn",
                     LIST("status", "class", "n"), LIST("status", "class", "submissions"), out);
    json_table_print(stats, "submissions_per_history", "Submissions per history", "tnn",
                     LIST("submissions", "n", "thesis_n"),
                     LIST("submissions", "histories", "thesis"), out);
    json_table_print(stats, "status_transitions", "Status transitions by category", "tttn",
                     LIST("category", "buggy_status", "fixed_status", "n"),
                     LIST("category", "from", "to", "fixes"), out);
    print_edits(stats, has_mutants, out);
    print_patterns(stats, has_mutants, out);
    print_roles(stats, has_mutants, out);
    json_table_print(stats, "input_errors",
                     "Rows and files that could not be used (table input_errors)", "tn",
                     LIST("kind", "n"), LIST("kind", "count"), out);
}
