/* Renders the collected numbers; it computes nothing. */
#include "report/stats.h"

#include "base/terminal.h"
#include "report/text_table.h"

#include <math.h>
#include <string.h>

static void number_cell(struct text_table *table, const struct json *row, const char *key)
{
    double number = json_number(json_get(row, key), NAN);
    if (isnan(number))
        text_table_blank(table);
    else
        text_table_number(table, number);
}

static void percent_cell(struct text_table *table, const struct json *row, const char *key)
{
    double number = json_number(json_get(row, key), NAN);
    if (isnan(number))
        text_table_blank(table);
    else
        text_table_percent(table, number);
}

static void text_cell(struct text_table *table, const struct json *row, const char *key)
{
    const char *text = json_text(json_get(row, key));
    text_table_text(table, text && *text ? text : "-");
}

/* A heading, then the columns of a table: a letter for each key, t text, n number, p percent.
 * `titles` may be NULL. */
static void print_table(const struct json *stats, const char *name, const char *heading,
                        const char *types, const char *const *keys, const char *const *titles,
                        FILE *out)
{
    const struct json *rows = json_get(stats, name);
    char alignment[TEXT_TABLE_MAX_COLUMNS + 1] = "";
    struct text_table table = {.alignment = alignment};
    fprintf(out, "\n%s\n", heading);
    if (json_count(rows) == 0) {
        fputs("  none\n", out);
        return;
    }
    for (size_t i = 0; types[i]; i++)
        alignment[i] = types[i] == 't' ? 'l' : 'r';
    for (size_t i = 0; titles && types[i]; i++)
        text_table_text(&table, titles[i]);
    for (size_t r = 0; r < json_count(rows); r++)
        for (size_t i = 0; types[i]; i++) {
            const struct json *row = json_item(rows, r);
            if (types[i] == 't')
                text_cell(&table, row, keys[i]);
            else if (types[i] == 'n')
                number_cell(&table, row, keys[i]);
            else
                percent_cell(&table, row, keys[i]);
        }
    text_table_print(&table, out);
}

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
    fprintf(out, "%s\nat most %.0f tokens and %.0f bytes\n", str_text(&line),
            json_number(json_get(run, "max_tokens"), 0),
            json_number(json_get(run, "max_bytes"), 0));
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

#define LIST(...) ((const char *const[]){__VA_ARGS__})

void stats_print(const struct json *stats, FILE *out)
{
    print_run(json_get(stats, "run"), out);
    print_sources(stats, out);
    print_table(stats, "totals", "Totals (fixes: the six categories)", "tnn",
                LIST("name", "n", "thesis_n"), LIST("", "here", "thesis"), out);
    print_table(stats, "categories", "Fixes by category (shares: of the six)", "tnpnpnp",
                LIST("category", "n", "percent", "thesis_n", "thesis_percent", "github_n",
                     "github_percent"),
                LIST("", "here", "", "thesis", "", "GitHub", ""), out);
    print_table(stats, "funnel", "From files to fixes", "tn", LIST("name", "n"), NULL, out);
    print_table(stats, "rejects", "Rejected pairs by the failing submission's status", "ttn",
                LIST("reason", "status", "n"), LIST("reason", "status", "pairs"), out);
    print_table(stats, "statuses", "Submissions by status", "ttn", LIST("status", "class", "n"),
                LIST("status", "class", "submissions"), out);
    print_table(stats, "submissions_per_history", "Submissions per history", "tnn",
                LIST("submissions", "n", "thesis_n"), LIST("submissions", "histories", "thesis"),
                out);
    print_table(stats, "status_transitions", "Status transitions by category", "tttn",
                LIST("category", "buggy_status", "fixed_status", "n"),
                LIST("category", "from", "to", "fixes"), out);
    print_table(stats, "edits", "Most frequent edits, the first of the list", "ttttn",
                LIST("category", "edit", "before", "after", "n"),
                LIST("category", "edit", "before", "after", "fixes"), out);
    print_table(stats, "patterns", "SStuB patterns", "tnp", LIST("pattern", "n", "percent"),
                LIST("pattern", "fixes", ""), out);
    print_table(stats, "roles", "Roles of changed identifiers", "ttn",
                LIST("role", "category", "n"), LIST("role", "category", "fixes"), out);
    print_table(stats, "input_errors", "Rows and files that could not be used (table input_errors)",
                "tn", LIST("kind", "n"), LIST("kind", "count"), out);
}
