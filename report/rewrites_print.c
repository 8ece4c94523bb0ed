/* See rewrites.h: the tables for people. */
#include "report/rewrites.h"

#include "report/score_cells.h"

static void print_kinds(const struct json *rows, FILE *out)
{
    static const char *const titles[] = {"kind", "leaks",    "rewrites", "differing", "PDM",
                                         "bugs", "affected", "PDA",      NULL};
    struct text_table table = {.alignment = "llrrrrrr"};
    score_cells_heading("Rewrites: verdicts that differ (PDM), bugs that are affected (PDA)", out);
    score_cells_titles(&table, titles);
    for (const struct json *row = json_first(rows); row; row = json_next(row)) {
        if (score_number(row, "rewrites") < 1)
            continue;
        text_table_text(&table, json_text(json_get(row, "kind")));
        text_table_text(&table, json_text(json_get(row, "leaks")));
        score_cells_count(&table, row, "rewrites");
        score_cells_count(&table, json_get(row, "pdm"), "right");
        score_cells_share(&table, json_get(row, "pdm"), score_number(row, "rewrites"), " %", false);
        score_cells_count(&table, row, "bugs");
        score_cells_count(&table, json_get(row, "pda"), "right");
        score_cells_share(&table, json_get(row, "pda"), score_number(row, "bugs"), " %", false);
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
    score_cells_heading("Performance veracity: of what is solved, what does not leak", out);
    score_cells_titles(&table, titles);
    for (const struct json *row = json_first(rows); row; row = json_next(row)) {
        if (score_number(row, "solved_before") + score_number(row, "solved_after") < 1)
            continue;
        text_table_text(&table, json_text(json_get(row, "kind")));
        score_cells_count(&table, row, "solved_before");
        score_cells_share(&table, json_get(row, "before"), score_number(row, "solved_before"), " %",
                          false);
        score_cells_count(&table, row, "solved_after");
        score_cells_share(&table, json_get(row, "after"), score_number(row, "solved_after"), " %",
                          false);
    }
    text_table_print(&table, out);
}

void rewrites_print(const struct json *object, double k, FILE *out)
{
    if (k > 1)
        fprintf(out, "\nOf rewrites, solved: within the first %.0f predictions\n", k);
    print_kinds(json_get(object, "kinds"), out);
    print_veracity(json_get(object, "veracity"), out);
}
