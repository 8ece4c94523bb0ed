/* See rewrites.h: the tables for people. */
#include "report/rewrites.h"

#include "base/terminal.h"
#include "report/text_table.h"

#include <math.h>
#include <string.h>

static double number(const struct json *object, const char *key)
{
    return json_number(json_get(object, key), NAN);
}

static void add_share(struct text_table *table, const struct json *share)
{
    double value = number(share, "share");
    if (isnan(value))
        text_table_text(table, "-");
    else
        text_table_percent(table, 100 * value);
}

static void add_titles(struct text_table *table, const char *const *titles)
{
    for (; *titles; titles++)
        text_table_text(table, *titles);
}

static void print_heading(const char *heading, FILE *out)
{
    fputc('\n', out);
    terminal_print_bold(out, heading);
    fputc('\n', out);
}

static void print_kinds(const struct json *rows, FILE *out)
{
    static const char *const titles[] = {"kind", "leaks",    "rewrites", "differing", "PDM",
                                         "bugs", "affected", "PDA",      NULL};
    struct text_table table = {.alignment = "llrrrrrr"};
    print_heading("Rewrites: verdicts that differ (PDM), bugs that are affected (PDA)", out);
    add_titles(&table, titles);
    for (const struct json *row = json_first(rows); row; row = json_next(row)) {
        if (number(row, "rewrites") < 1)
            continue;
        text_table_text(&table, json_text(json_get(row, "kind")));
        text_table_text(&table, json_text(json_get(row, "leaks")));
        text_table_number(&table, number(row, "rewrites"));
        text_table_number(&table, number(json_get(row, "pdm"), "right"));
        add_share(&table, json_get(row, "pdm"));
        text_table_number(&table, number(row, "bugs"));
        text_table_number(&table, number(json_get(row, "pda"), "right"));
        add_share(&table, json_get(row, "pda"));
    }
    text_table_print(&table, out);
}

static void print_veracity(const struct json *rows, FILE *out)
{
    static const char *const titles[] = {"kind",     "solved", "veracity", "solved rewrites",
                                         "veracity", NULL};
    struct text_table table = {.alignment = "lrrrr"};
    if (!json_count(rows))
        return;
    print_heading("Performance veracity: of what is solved, what does not leak", out);
    add_titles(&table, titles);
    for (const struct json *row = json_first(rows); row; row = json_next(row)) {
        if (number(row, "solved_before") + number(row, "solved_after") < 1)
            continue;
        text_table_text(&table, json_text(json_get(row, "kind")));
        text_table_number(&table, number(row, "solved_before"));
        add_share(&table, json_get(row, "before"));
        text_table_number(&table, number(row, "solved_after"));
        add_share(&table, json_get(row, "after"));
    }
    text_table_print(&table, out);
}

void rewrites_print(const struct json *object, FILE *out)
{
    print_kinds(json_get(object, "kinds"), out);
    print_veracity(json_get(object, "veracity"), out);
}
