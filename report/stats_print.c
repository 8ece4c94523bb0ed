/* Renders the collected numbers; it computes nothing. */
#include "report/stats.h"

#include "base/terminal.h"
#include "report/json_table.h"
#include "report/thesis.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* What was mined, and with what. */
static void print_run(const struct json *run, FILE *out)
{
    static const struct {
        const char *before, *key;
    } parts[] = {
        {"", "dataset"},
        {": ", "language"},
        {", pairing ", "pairing"},
        {", failing ", "failing"},
        {"; tokfix ", "tool_version"},
        {", ", "grammar"},
        {" ", "grammar_version"},
    };
    scoped(str) line = {0};
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
}

/* Where the published figures come from, when there are any. */
static void print_sources(const struct json *stats, FILE *out)
{
    const struct json *first = json_item(json_get(stats, "totals"), 0);
    if (!isnan(json_number(json_get(first, "thesis_n"), NAN)))
        fputs("thesis: Takada, Osaka University 2024, all of CodeNet's Python, pairing all,\n"
              "in programs that its model takes, of " THESIS_MAX_TOKENS_TEXT
              " tokens: compare it with the fixes within that\n"
              "GitHub: the fixes that it compares with (Richter and Wehrheim)\n",
              out);
}

/* What is counted, where it is not all real fixes. */
static void print_counted(const struct json *stats, FILE *out)
{
    const struct json *origins = json_get(stats, "origins");
    const char *filters = json_text(json_get(stats, "filters"));
    scoped(str) line = {0};
    json_each(row, origins) {
        double n = json_number(json_get(row, "n"), 0);
        const char *origin = json_text(json_get(row, "origin"));
        str_print(&line, "%s%.0f ", line.length ? ", " : "", n);
        if (strcmp(origin, "mutant") == 0)
            str_print(&line, "%s of tokfix mutate", plural(n, "mutant", "mutants"));
        else if (strcmp(origin, "rewrite") == 0)
            str_print(&line, "%s of tokfix rewrite", plural(n, "rewrite", "rewrites"));
        else
            str_print(&line, "real %s", plural(n, "fix", "fixes"));
    }
    const char *first = json_text(json_get(json_first(origins), "origin"));
    bool is_made = first && strcmp(first, "real") != 0;
    if (filters || is_made || json_count(origins) > 1)
        fprintf(out, "counted: %s%s\n", line.length ? str_text(&line) : "nothing",
                is_made && !filters ? "; there are no real fixes" : "");
    str_clear(&line);
    if (filters)
        terminal_add_safe(&line, filters, strlen(filters), 0);
    if (filters)
        fprintf(out, "chosen by %s\ntables of the whole run (files, funnel, ...) are left out\n",
                str_text(&line));
}

static bool has_longer(const struct json *stats)
{
    json_each(row, json_get(stats, "categories"))
        if (json_number(json_get(row, "n"), 0) != json_number(json_get(row, "within_n"), 0))
            return true;
    return false;
}

static void print_totals(const struct json *stats, bool has_mutants, FILE *out)
{
    json_table_print(stats, "totals",
                     has_mutants
                         ? "Totals (fixes: real ones, of the six categories, as mutants are)"
                         : "Totals (fixes: the six categories)",
                     "tnn", LIST("name", "n", "thesis_n"), LIST("", "here", "thesis"), out);
}

/* The test split, as large as the thesis's? */
static void print_test_split(const struct json *stats, FILE *out)
{
    const struct json *rows = json_get(stats, "test_split");
    if (!json_count(rows))
        return;
    const struct json *six = json_item(rows, json_count(rows) - 1);
    const double wholes[] = {0, 0, json_number(json_get(six, "n"), 0),
                             0, 0, json_number(json_get(six, "thesis_n"), 0)};
    json_table_print_shares(
        stats, "test_split", "The test split (left: what no mark excludes; shares: of the six)",
        "tnpnnp", LIST("category", "n", "percent", "n_left", "thesis_n", "thesis_percent"),
        LIST("", "here", "", "left", "thesis", ""), wholes, out);
}

/* A copy of the readings in which that of all other tables is marked. */
static struct json *marked_readings(const struct json *readings)
{
    struct json *rows = json_array();
    json_each(row, readings) {
        struct json *copy = json_copy(row);
        scoped(str) reading = {0};
        bool is_ours = json_number(json_get(row, "ours"), 0) > 0;
        str_print(&reading, "%s%s", json_text(json_get(row, "reading")), is_ours ? " *" : "");
        json_free(json_take(copy, "reading"));
        json_set_text(copy, "reading", str_text(&reading));
        json_push(rows, copy);
    }
    return rows;
}

static void print_readings(const struct json *stats, FILE *out)
{
    static const char heading[] = "What the thesis leaves open: fixes by reading (*: the one of "
                                  "all other tables)";
    struct json *shown = json_object();
    bool longer = has_longer(stats), is_of_run = json_get(stats, "funnel") != NULL;
    const char *keys[8] = {"question", "reading", "category", "n"};
    const char *titles[8] = {"question", "reading", "category", "here"};
    char types[8] = "tttn";
    size_t n = 4;
    if (longer)
        keys[n] = "within_n", titles[n] = "within " THESIS_MAX_TOKENS_TEXT, types[n++] = 'n';
    keys[n] = "thesis_n", titles[n] = "thesis", types[n++] = 'n';
    if (is_of_run)
        keys[n] = "pairs", titles[n] = "pairs", types[n] = 'n';
    json_set(shown, "rows", marked_readings(json_get(stats, "readings")));
    if (json_count(json_get(stats, "readings")))
        json_table_print(shown, "rows", heading, types, keys, titles, out);
    json_free(shown);
}

/* The table of categories. It has columns for programs within 1,024 tokens if some are longer (the
 * thesis is then compared with these), and for mutants if there are any. With both, published
 * figures are shown as shares only, to keep the line short. */
static void print_categories(const struct json *stats, bool has_mutants, FILE *out)
{
    static const struct {
        const char *key, *title;
        char type;
        enum { ALWAYS, IF_LONGER, IF_MUTANTS, UNLESS_BOTH } when;
        const char *of; /* what the shares are of: the sum of this key */
    } all[] = {
        {"category", "", 't', ALWAYS, NULL},
        {"n", "here", 'n', ALWAYS, NULL},
        {"percent", "", 'p', ALWAYS, "n"},
        {"within_n", "within " THESIS_MAX_TOKENS_TEXT, 'n', IF_LONGER, NULL},
        {"within_percent", "", 'p', IF_LONGER, "within_n"},
        {"mutant_n", "mutants", 'n', IF_MUTANTS, NULL},
        {"mutant_percent", "", 'p', IF_MUTANTS, "mutant_n"},
        {"thesis_n", "thesis", 'n', UNLESS_BOTH, NULL},
        {"thesis_percent", "", 'p', ALWAYS, "thesis_n"},
        {"github_n", "GitHub", 'n', UNLESS_BOTH, NULL},
        {"github_percent", "", 'p', ALWAYS, "github_n"},
    };
    enum { N = sizeof all / sizeof *all };
    const char *keys[N], *titles[N], *left = NULL;
    char types[N + 1] = "";
    double wholes[N];
    const struct json *rows = json_get(stats, "categories");
    bool longer = has_longer(stats);
    size_t n = 0;
    for (size_t i = 0; i < N; i++) {
        bool is_shown = all[i].when == ALWAYS || (all[i].when == IF_LONGER && longer) ||
                        (all[i].when == IF_MUTANTS && has_mutants) ||
                        (all[i].when == UNLESS_BOTH && !(longer && has_mutants));
        if (!is_shown) {
            left = all[i].when == UNLESS_BOTH ? all[i].title : left;
            continue;
        }
        keys[n] = all[i].key;
        titles[n] = left ? left : all[i].title;
        wholes[n] = all[i].of ? json_table_whole(rows, all[i].of, all[i].key) : 0;
        types[n++] = all[i].type;
        left = NULL;
    }
    json_table_print_shares(stats, "categories",
                            has_mutants ? "Fixes by category (here: real ones; shares: of the six)"
                                        : "Fixes by category (shares: of the six)",
                            types, keys, titles, wholes, out);
}

static void print_of_run(const struct json *stats, FILE *out)
{
    json_table_print(stats, "funnel", "From files to fixes", "tn", LIST("name", "n"), NULL, out);
    json_table_print(stats, "rejects", "Rejected pairs by the failing submission's status", "ttn",
                     LIST("reason", "status", "n"), LIST("reason", "status", "pairs"), out);
    json_table_print(stats, "statuses", "Submissions by status", "ttn",
                     LIST("status", "class", "n"), LIST("status", "class", "submissions"), out);
    const struct json *sizes = json_get(stats, "submissions_per_history");
    const double wholes[] = {0, 0, json_table_whole(sizes, "n", "percent"), 0,
                             json_table_whole(sizes, "thesis_n", "thesis_percent")};
    json_table_print_shares(stats, "submissions_per_history", "Submissions per history", "tnpnp",
                            LIST("submissions", "n", "percent", "thesis_n", "thesis_percent"),
                            LIST("submissions", "histories", "", "thesis", ""), wholes, out);
}

static void print_edits(const struct json *stats, bool has_mutants, FILE *out)
{
    json_table_print(stats, "edits", "Most frequent edits, the first of the list",
                     has_mutants ? "ttccnn" : "ttccn",
                     LIST("category", "edit", "before", "after", "n", "mutant_n"),
                     LIST("category", "edit", "before", "after", "fixes", "mutants"), out);
}

static void print_patterns(const struct json *stats, bool has_mutants, FILE *out)
{
    const struct json *rows = json_get(stats, "patterns");
    const double wholes[] = {0, 0, json_table_whole(rows, "n", "percent"), 0,
                             json_table_whole(rows, "mutant_n", "mutant_percent")};
    json_table_print_shares(stats, "patterns", "SStuB patterns", has_mutants ? "tnpnp" : "tnp",
                            LIST("pattern", "n", "percent", "mutant_n", "mutant_percent"),
                            LIST("pattern", "fixes", "", "mutants", ""), wholes, out);
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
    print_counted(stats, out);
    print_sources(stats, out);
    print_totals(stats, has_mutants, out);
    if (json_get(stats, "per_problem"))
        json_table_print(stats, "per_problem", "For each problem, on average", "tmm",
                         LIST("name", "n", "thesis_n"), LIST("", "here", "thesis"), out);
    print_categories(stats, has_mutants, out);
    print_test_split(stats, out);
    if (json_get(stats, "funnel"))
        print_of_run(stats, out);
    json_table_print(stats, "status_transitions", "Status transitions by category", "tttn",
                     LIST("category", "buggy_status", "fixed_status", "n"),
                     LIST("category", "from", "to", "fixes"), out);
    print_edits(stats, has_mutants, out);
    print_patterns(stats, has_mutants, out);
    print_roles(stats, has_mutants, out);
    print_readings(stats, out);
    if (!json_get(stats, "input_errors"))
        return;
    json_table_print(stats, "input_errors",
                     "Rows and files that could not be used (table input_errors)", "tn",
                     LIST("kind", "n"), LIST("kind", "count"), out);
}
