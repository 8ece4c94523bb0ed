/* See rewrites.h: the tables for people. */
#include "score/rewrites.h"

#include "score/score_cells.h"

/* The JSON keys of a number and of a share of it. */
struct column_pair {
    const char *n, *share;
};

/* A table of the rows of kinds: two numbers, each with how many of it and the share. */
static void print_kinds(const struct json *rows, const char *heading, const char *const *titles,
                        const struct column_pair pairs[2], FILE *out)
{
    struct text_table table = {.alignment = "llrrrrrr"};
    score_cells_heading(heading, out);
    score_cells_titles(&table, titles);
    for (const struct json *row = json_first(rows); row; row = json_next(row)) {
        if (score_number(row, "rewrites") < 1)
            continue;
        text_table_text(&table, json_text(json_get(row, "kind")));
        text_table_text(&table, json_text(json_get(row, "leaks")));
        for (int i = 0; i < 2; i++) {
            const struct json *share = json_get(row, pairs[i].share);
            score_cells_count(&table, row, pairs[i].n);
            score_cells_count(&table, share, "right");
            score_cells_share(&table, share, score_number(row, pairs[i].n), " %", false);
        }
    }
    text_table_print(&table, out);
}

static void print_lost(const struct json *rows, double k, FILE *out)
{
    static const char *const titles[] = {"kind",   "leaks",    "rewrites", "lost", "PDM",
                                         "solved", "affected", "PDA",      NULL};
    static const struct column_pair pairs[2] = {{"rewrites_of_solved", "pdm"}, {"solved", "pda"}};
    struct str heading = {0};
    str_add_text(&heading, "Rewrites of solved bugs, lost (PDM); solved bugs that lose one (PDA)");
    if (k > 1)
        str_print(&heading, ";\nsolved is what is right within the first %.0f predictions", k);
    print_kinds(rows, str_text(&heading), titles, pairs, out);
    str_release(&heading);
}

static void print_changed(const struct json *rows, FILE *out)
{
    static const char *const titles[] = {"kind", "leaks",   "rewrites", "changed", "share",
                                         "bugs", "changed", "share",    NULL};
    static const struct column_pair pairs[2] = {{"rewrites", "changed"}, {"bugs", "bugs_changed"}};
    print_kinds(rows, "Verdicts that change, gained and lost: of all rewrites, of all their bugs",
                titles, pairs, out);
}

static void print_without_leaks(const struct json *rows, FILE *out)
{
    static const char *const titles[] = {
        "kind", "solved", "without leaks", "solved rewrites", "without leaks", NULL};
    struct text_table table = {.alignment = "lrrrr"};
    if (!json_count(rows))
        return;
    score_cells_heading("Solved without leaks: of what is solved, what does not leak", out);
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
    print_lost(json_get(object, "kinds"), k, out);
    print_changed(json_get(object, "kinds"), out);
    print_without_leaks(json_get(object, "solved_without_leaks"), out);
}
