/* See score_baseline.h: what is compared, for people. */
#include "score/score_baseline.h"

#include "base/terminal.h"
#include "score/score_cells.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* A p value with what can be read of it. */
static void add_p(struct text_table *table, double p)
{
    scoped(str) text = {0};
    if (isnan(p))
        str_print(&text, "-");
    else if (p < 0.0001)
        str_print(&text, "%.1e", p);
    else
        str_print(&text, "%.4f", p);
    text_table_text(table, str_text(&text));
}

/* "2.50 (1.10-5.70)"; without a system that alone is right nowhere, "inf". */
static void add_odds(struct text_table *table, const struct json *row)
{
    scoped(str) text = {0};
    if (score_number(row, "only_system") + score_number(row, "only_baseline") < 1)
        str_print(&text, "-");
    else if (score_number(row, "only_baseline") < 1)
        str_print(&text, "inf (%.2f-inf)", score_number(row, "odds_low"));
    else
        str_print(&text, "%.2f (%.2f-%.2f)", score_number(row, "odds_ratio"),
                  score_number(row, "odds_low"), score_number(row, "odds_high"));
    text_table_text(table, str_text(&text));
}

/* What both solve, only one, only the other: "12 (40.0)", in percent of the three together. */
static void add_union(struct text_table *table, const struct json *row)
{
    static const char *const keys[][2] = {{"both", "both_share"},
                                          {"only_system", "only_system_share"},
                                          {"only_baseline", "only_baseline_share"}};
    double n = 0;
    for (int i = 0; i < 3; i++)
        n += score_number(row, keys[i][0]);
    for (int i = 0; i < 3; i++) {
        scoped(str) text = {0};
        str_print(&text, "%.0f", score_number(row, keys[i][0]));
        if (n > 0)
            str_print(&text, " (%.*f)", percent_decimals(n), 100 * score_number(row, keys[i][1]));
        text_table_text(table, str_text(&text));
    }
}

static void print_heading(const char *before, const char *name, const char *behind, FILE *out)
{
    scoped(str) heading = {0};
    str_add_text(&heading, before);
    terminal_add_safe(&heading, name, strlen(name), 0);
    str_add_text(&heading, behind);
    score_cells_heading(str_text(&heading), out);
}

static void print_counts(const struct json *baseline, FILE *out)
{
    struct text_table table = {.alignment = "lrrrrr"};
    print_heading("Beside ", json_text(json_get(baseline, "name")),
                  ": who is right (in percent of what at least one is right in)", out);
    score_cells_titles(&table, (const char *const[]){"category", "n", "both", "only system",
                                                     "only baseline", "neither", NULL});
    json_each(row, json_get(baseline, "comparison")) {
        text_table_text(&table, json_text(json_get(row, "category")));
        score_cells_count(&table, row, "n");
        add_union(&table, row);
        score_cells_count(&table, row, "neither");
    }
    text_table_print(&table, out);
}

/* Of several baselines, p is adjusted over these, too. */
static void print_tests(const struct json *baseline, bool is_one, FILE *out)
{
    struct text_table table = {.alignment = is_one ? "lrrrr" : "lrrrrr"};
    score_cells_heading(is_one ? "McNemar's test of these (p: exact; Holm: over the categories)"
                               : "McNemar's test of these (p: exact; Holm: over the baselines, "
                                 "over the categories)",
                        out);
    score_cells_titles(&table, (const char *const[]){"category", "p", NULL});
    if (!is_one)
        text_table_text(&table, "baselines");
    score_cells_titles(&table, (const char *const[]){is_one ? "p (Holm)" : "categories", "chi2",
                                                     "odds (95 %)", NULL});
    json_each(row, json_get(baseline, "comparison")) {
        text_table_text(&table, json_text(json_get(row, "category")));
        add_p(&table, score_number(row, "n") > 0 ? score_number(row, "p_exact") : NAN);
        if (!is_one)
            add_p(&table, score_number(row, "p_holm_systems"));
        add_p(&table, score_number(row, "p_holm_categories"));
        text_table_decimal(&table, score_number(row, "chi_squared"));
        add_odds(&table, row);
    }
    text_table_print(&table, out);
}

/* A system within its first k predictions. */
static void add_system(struct text_table *table, const char *name, const struct json *score,
                       int64_t k)
{
    static const char *const keys[] = {"joint", "localisation", "repair"};
    const struct json *all = json_get(score, "bugs"), *flagged = json_get(score, "false_positives");
    all = json_item(all, json_count(all) - 1);
    const struct json *rank = score_rank(json_get(all, "ranks"), k);
    text_table_text(table, name);
    for (int i = 0; i < 3; i++)
        score_cells_share(table, json_get(rank, keys[i]), score_number(all, "n"), "", false);
    rank = score_rank(json_get(flagged, "ranks"), k);
    score_cells_share(table, json_get(rank, "flagged"), score_number(flagged, "n"), "", false);
}

/* The systems, and how the first one differs from each other in all bugs. */
static void print_systems(const struct json *score, int64_t k, FILE *out)
{
    const struct json *baselines = json_get(score, "baselines");
    struct text_table table = {.alignment = "lrrrr"};
    score_cells_heading("All bugs, by system, in percent", out);
    score_cells_titles(&table, (const char *const[]){"system", "right", "place", "repair",
                                                     "false positives", NULL});
    add_system(&table, "system", score, k);
    json_each(one, baselines)
        add_system(&table, json_text(json_get(one, "name")), one, k);
    text_table_print(&table, out);

    table.alignment = "lrrrrrr";
    score_cells_heading("The system beside each baseline in all bugs (Holm: over the baselines)",
                        out);
    score_cells_titles(&table,
                       (const char *const[]){"baseline", "both", "only system", "only baseline",
                                             "p", "p (Holm)", "odds (95 %)", NULL});
    json_each(one, baselines) {
        const struct json *row = json_item(json_get(one, "comparison"), N_SCORE_CATEGORIES);
        text_table_text(&table, json_text(json_get(one, "name")));
        add_union(&table, row);
        add_p(&table, score_number(row, "p_exact"));
        add_p(&table, score_number(row, "p_holm_systems"));
        add_odds(&table, row);
    }
    text_table_print(&table, out);
}

void score_baselines_print(const struct json *score, FILE *out)
{
    const struct json *baselines = json_get(score, "baselines");
    int64_t k = json_int(json_get(score, "k"), 1);
    bool is_one = json_count(baselines) == 1;
    if (k > 1)
        fprintf(out, "\nCompared with baselines: right within the first %" PRId64 " predictions\n",
                k);
    if (!is_one)
        print_systems(score, k, out);
    json_each(one, baselines) {
        print_counts(one, out);
        print_tests(one, is_one, out);
    }
}
