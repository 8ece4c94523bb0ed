/* The tables for people; a share stands with its interval, both in percent. */
#include "report/score.h"

#include "report/rewrites.h"
#include "report/score_cells.h"

#include <math.h>
#include <string.h>

static void print_inputs(const char *name, const struct json *inputs, FILE *out)
{
    double n = score_number(inputs, "predictions"), n_items = score_number(inputs, "items"),
           n_bugs = score_number(inputs, "bugs"), n_correct = score_number(inputs, "correct");
    fprintf(out, "%s: %.0f %s for %.0f of %.0f %s (%.0f %s, %.0f correct %s)\n", name, n,
            plural(n, "prediction", "predictions"), score_number(inputs, "answered"), n_items,
            plural(n_items, "item", "items"), n_bugs, plural(n_bugs, "bug", "bugs"), n_correct,
            plural(n_correct, "program", "programs"));
}

static void print_first(const struct json *bugs, FILE *out)
{
    static const char *const titles[] = {"category", "n",      "place and repair",
                                         "place",    "repair", NULL};
    struct text_table table = {.alignment = "lrrrr"};
    score_cells_heading("Bugs: what the first prediction has right (95 % interval)", out);
    score_cells_titles(&table, titles);
    for (const struct json *row = json_first(bugs); row; row = json_next(row)) {
        const struct json *first = json_first(json_get(row, "ranks"));
        text_table_text(&table, json_text(json_get(row, "category")));
        score_cells_count(&table, row, "n");
        score_cells_share(&table, json_get(first, "joint"));
        score_cells_share(&table, json_get(first, "localisation"));
        score_cells_share(&table, json_get(first, "repair"));
    }
    text_table_print(&table, out);
}

static void print_further(const struct json *bugs, FILE *out)
{
    static const char *const keys[] = {"joint", "localisation", "repair"};
    static const char *const titles[] = {"category", "both@3", "both@5", "both@10",
                                         "place@3",  "@5",     "@10",    "repair@3",
                                         "@5",       "@10",    NULL};
    struct text_table table = {.alignment = "lrrrrrrrrr"};
    score_cells_heading("Bugs: what one of the first 3, 5, 10 predictions has right", out);
    score_cells_titles(&table, titles);
    for (const struct json *row = json_first(bugs); row; row = json_next(row)) {
        const struct json *ranks = json_get(row, "ranks");
        text_table_text(&table, json_text(json_get(row, "category")));
        for (size_t key = 0; key < sizeof keys / sizeof *keys; key++)
            for (size_t i = 1; i < N_SCORE_RANKS; i++)
                score_cells_percent(&table, json_get(json_item(ranks, i), keys[key]));
    }
    text_table_print(&table, out);
}

static void print_false_positives(const struct json *object, FILE *out)
{
    struct text_table table = {.alignment = "lrr"};
    if (score_number(object, "n") < 1)
        return;
    score_cells_heading(
        "Correct programs: false positives (a bug is seen, and \"no bug\" is not among the "
        "first k)",
        out);
    for (const struct json *row = json_first(json_get(object, "ranks")); row;
         row = json_next(row)) {
        struct str title = {0};
        str_print(&title, "k = %.0f", score_number(row, "k"));
        text_table_text(&table, str_text(&title));
        str_release(&title);
        score_cells_count(&table, json_get(row, "flagged"), "right");
        score_cells_share(&table, json_get(row, "flagged"));
    }
    text_table_print(&table, out);
    score_cells_heading(
        "False positives at k = 1, by the edit that is predicted (share of the correct "
        "programs)",
        out);
    for (const struct json *row = json_first(json_get(object, "categories")); row;
         row = json_next(row)) {
        text_table_text(&table, json_text(json_get(row, "category")));
        score_cells_count(&table, json_get(row, "flagged"), "right");
        score_cells_share(&table, json_get(row, "flagged"));
    }
    text_table_print(&table, out);
}

static void print_calibration(const struct json *object, FILE *out)
{
    static const char *const titles[] = {"probability", "n", "mean", "right", NULL};
    struct text_table table = {.alignment = "lrrr"};
    if (score_number(object, "n") < 1)
        return;
    score_cells_heading("How often the first prediction is right, by its probability", out);
    score_cells_titles(&table, titles);
    for (const struct json *row = json_first(json_get(object, "bins")); row; row = json_next(row)) {
        struct str range = {0};
        str_print(&range, "%.1f-%.1f", score_number(row, "from"), score_number(row, "to"));
        text_table_text(&table, str_text(&range));
        str_release(&range);
        score_cells_count(&table, row, "n");
        if (score_number(row, "n") > 0)
            text_table_decimal(&table, score_number(row, "probability"));
        else
            text_table_text(&table, "-");
        score_cells_share(&table, json_get(row, "accuracy"));
    }
    text_table_print(&table, out);
    double n_without = score_number(object, "without_probability");
    fprintf(out, "Expected calibration error: %.4f; without a probability: %.0f %s\n",
            score_number(object, "error"), n_without, plural(n_without, "item", "items"));
}

/* A p value with what can be read of it. */
static void add_p(struct text_table *table, double p)
{
    struct str text = {0};
    if (isnan(p))
        str_print(&text, "-");
    else if (p < 0.0001)
        str_print(&text, "%.1e", p);
    else
        str_print(&text, "%.4f", p);
    text_table_text(table, str_text(&text));
    str_release(&text);
}

/* "2.50 (1.10-5.70)"; without a system that alone is right nowhere, "inf". */
static void add_odds(struct text_table *table, const struct json *row)
{
    struct str text = {0};
    if (score_number(row, "only_system") + score_number(row, "only_baseline") < 1)
        str_print(&text, "-");
    else if (score_number(row, "only_baseline") < 1)
        str_print(&text, "inf (%.2f-inf)", score_number(row, "odds_low"));
    else
        str_print(&text, "%.2f (%.2f-%.2f)", score_number(row, "odds_ratio"),
                  score_number(row, "odds_low"), score_number(row, "odds_high"));
    text_table_text(table, str_text(&text));
    str_release(&text);
}

static void print_baseline(const struct json *rows, FILE *out)
{
    static const char *const titles[] = {"category",      "n",           "both", "only system",
                                         "only baseline", "neither",     "p",    "p (Holm)",
                                         "chi2",          "odds (95 %)", NULL};
    struct text_table table = {.alignment = "lrrrrrrrrr"};
    score_cells_heading(
        "Beside the baseline: which first predictions are right, and McNemar's test (p: "
        "exact)",
        out);
    score_cells_titles(&table, titles);
    for (const struct json *row = json_first(rows); row; row = json_next(row)) {
        text_table_text(&table, json_text(json_get(row, "category")));
        score_cells_count(&table, row, "n");
        score_cells_count(&table, row, "both");
        score_cells_count(&table, row, "only_system");
        score_cells_count(&table, row, "only_baseline");
        score_cells_count(&table, row, "neither");
        add_p(&table, score_number(row, "p_exact"));
        add_p(&table, score_number(row, "p_holm"));
        text_table_decimal(&table, score_number(row, "chi_squared"));
        add_odds(&table, row);
    }
    text_table_print(&table, out);
}

void score_print(const struct json *score, FILE *out)
{
    const struct json *baseline = json_get(score, "baseline");
    const struct json *rewrites = json_get(score, "rewrites");
    print_inputs("System", json_get(score, "inputs"), out);
    if (baseline)
        print_inputs("Baseline", json_get(baseline, "inputs"), out);
    print_first(json_get(score, "bugs"), out);
    print_further(json_get(score, "bugs"), out);
    print_false_positives(json_get(score, "false_positives"), out);
    print_calibration(json_get(score, "calibration"), out);
    if (baseline)
        print_baseline(json_get(baseline, "comparison"), out);
    if (rewrites)
        rewrites_print(rewrites, out);
}

const char *score_advice(const struct json *score)
{
    const struct json *inputs = json_get(score, "inputs"), *rewrites = json_get(score, "rewrites");
    if (score_number(inputs, "answered") < 1)
        return "no item has a prediction; do the ids of the predictions come from the same GOLD?";
    if (score_number(inputs, "correct") < 1)
        return "false positives are not known, for GOLD has no correct programs: --negatives 1.0, "
               "here for a database, or of tokfix export, adds them";
    if (score_number(json_get(score, "calibration"), "n") < 1)
        return "confidence is not known: give the first predictions a `probability`";
    if (rewrites && !json_is_true(json_get(rewrites, "has_leaks")))
        return "what leaks is not known: tokfix leak --mark finds it in a database; score that "
               "with --keep excluded";
    if (!json_get(score, "baseline"))
        return "to tell whether another system is worse: --baseline FILE";
    return NULL;
}
