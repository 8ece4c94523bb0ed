/* The tables for people. Shares are followed by their intervals, both in percent. */
#include "score/score.h"

#include "base/terminal.h"
#include "score/rewrites.h"
#include "score/score_baseline.h"
#include "report/tabular.h"

#include <math.h>
#include <string.h>

/* The titles of the measures of a task. */
struct score_titles {
    const char *task;                   /* NULL: all other tasks */
    const char *joint, *place, *repair; /* NULL: not measured, or the same as joint */
};

static struct score_titles titles_of(const struct json *score)
{
    static const struct score_titles all[] = {
        {"locate", "place", NULL, NULL},
        {"explain", "line and repair", "line", "repair"},
        {"classify", "category", NULL, NULL},
        {NULL, "place and repair", "place", "repair"},
    };
    const struct json *inputs = json_get(score, "inputs");
    const char *task = json_text_at(inputs, "task");
    if (json_is_true(json_get(inputs, "place_given")))
        return (struct score_titles){task, "repair at the given place", NULL, NULL};
    size_t i = 0;
    while (all[i].task && !(task && strcmp(all[i].task, task) == 0))
        i++;
    return all[i];
}

/* `name` is the name of a baseline, else NULL. */
static void print_inputs(const char *role, const char *name, const struct json *inputs, FILE *out)
{
    scoped(str) safe = {0};
    terminal_add_safe(&safe, name ? name : "", name ? strlen(name) : 0, 0);
    double n = score_number(inputs, "predictions"), n_items = score_number(inputs, "items"),
           n_bugs = score_number(inputs, "bugs"), n_correct = score_number(inputs, "correct");
    fprintf(out, "%s%s: %.0f %s for %.0f of %.0f %s (%.0f %s, %.0f correct %s)\n", role,
            str_text(&safe), n, plural(n, "prediction", "predictions"),
            score_number(inputs, "answered"), n_items, plural(n_items, "item", "items"), n_bugs,
            plural(n_bugs, "bug", "bugs"), n_correct, plural(n_correct, "program", "programs"));
}

/* A single baseline has a column in the system's tables. */
static const struct json *one_baseline(const struct json *score)
{
    const struct json *baselines = json_get(score, "baselines");
    return json_count(baselines) == 1 ? json_first(baselines) : NULL;
}

/* Adds a column for each number of first predictions but 1. */
static void add_ranks(struct tabular *table, const struct json *ranks)
{
    for (size_t i = 1; i < json_count(ranks); i++) {
        char title[32];
        snprintf(title, sizeof title, "of %.0f", score_number(json_item(ranks, i), "k"));
        tabular_column(table, 'r', title);
    }
}

/* Prints a table for each measure: one table would be too wide for a terminal. The percent sign is
 * in the heading for the same reason. */
static void print_measure(const struct json *score, const char *bugs, const char *title,
                          const char *measure, FILE *out)
{
    const struct json *baseline = one_baseline(score);
    const struct json *other = json_first(json_get(baseline, "bugs"));
    struct tabular table = {0};
    scoped(str) heading = {0};
    bool is_of_located = strcmp(measure, "repair") == 0;
    str_print(&heading, "%s%s: %s right, in percent (95 %% interval)", bugs,
              is_of_located ? " whose place is right" : "", title);
    tabular_columns(&table, "lr",
                    TITLES(json_get(score, "k") ? "category" : "language", "n", "first",
                           baseline ? "baseline" : NULL));
    add_ranks(&table, json_get(json_first(json_get(score, "bugs")), "ranks"));
    json_each(row, json_get(score, "bugs")) {
        const struct json *ranks = json_get(row, "ranks");
        const struct json *first = json_get(json_first(ranks), measure);
        double n = score_number(row, "n");
        tabular_text(&table, json_text_at(row, "category"));
        tabular_count(&table, score_whole(first, n));
        tabular_share(&table, first, n, "", true);
        if (baseline)
            tabular_share(&table, json_get(json_first(json_get(other, "ranks")), measure), n, "",
                          false);
        for (size_t rank = 1; rank < json_count(ranks); rank++)
            tabular_share(&table, json_get(json_item(ranks, rank), measure), n, "", false);
        other = baseline ? json_next(other) : NULL;
    }
    tabular_print(&table, str_text(&heading), out);
}

/* Prints the patches of systems that write code. */
static void add_patches(struct tabular *table, const char *name, const struct json *patches)
{
    double n = score_number(patches, "n");
    if (n < 1)
        return;
    tabular_text(table, name);
    tabular_count(table, n);
    tabular_count(table, json_number_at(json_get(patches, "exact"), "right"));
    tabular_share(table, json_get(patches, "exact"), n, " %", true);
}

static void print_patches(const struct json *score, FILE *out)
{
    scoped(tabular) table = {0};
    tabular_columns(&table, "lr", TITLES("of", "patches", "exact", "share"));
    add_patches(&table, "system", json_get(score, "patches"));
    json_each(one, json_get(score, "baselines"))
        add_patches(&table, json_text_at(one, "name"), json_get(one, "patches"));
    if (table.cells.n)
        tabular_print(&table, "Patches (predictions that are code): exact matches of their tokens",
                      out);
}

static void add_plausible(struct tabular *table, const char *name, const struct json *object,
                          const char *measure)
{
    double n = score_number(object, "n");
    bool is_first = true;
    tabular_text(table, name);
    tabular_text(table, measure);
    json_each(rank, json_get(object, "ranks")) {
        tabular_share(table, json_get(rank, measure), n, "", is_first);
        is_first = false;
    }
}

/* Prints the repairs that were executed: for each system, the exact and the plausible ones. */
static void print_plausible(const struct json *score, FILE *out)
{
    const struct json *object = json_get(score, "plausible");
    struct tabular table = {0};
    scoped(str) heading = {0};
    double n = score_number(object, "n"), n_not_shown = score_number(object, "not_shown"),
           n_not_executed = score_number(object, "not_executed");
    str_print(&heading,
              "Repairs that pass all tests: of %.0f executed %s, in percent (95 %% interval)", n,
              plural(n, "bug", "bugs"));
    tabular_columns(&table, "llr", TITLES("of", "repair", "first"));
    add_ranks(&table, json_get(object, "ranks"));
    add_plausible(&table, "system", object, "exact");
    add_plausible(&table, "system", object, "plausible");
    json_each(one, json_get(score, "baselines")) {
        add_plausible(&table, json_text_at(one, "name"), json_get(one, "plausible"), "exact");
        add_plausible(&table, json_text_at(one, "name"), json_get(one, "plausible"), "plausible");
    }
    tabular_print(&table, str_text(&heading), out);
    fprintf(out,
            "Not executed: %.0f %s that no test shows, %.0f that no test shows on this machine\n",
            n_not_shown, plural(n_not_shown, "bug", "bugs"), n_not_executed);
}

static void print_bugs(const struct json *score, const char *bugs, FILE *out)
{
    struct score_titles titles = titles_of(score);
    print_measure(score, bugs, titles.joint, "joint", out);
    if (titles.place)
        print_measure(score, bugs, titles.place, "localisation", out);
    if (titles.repair)
        print_measure(score, bugs, titles.repair, "repair", out);
}

/* The members bugs and baselines of a score, with a row for each language in the place of the
 * categories. */
static struct json *by_language(const struct json *score)
{
    struct json *rows = json_array(), *made = json_make(J_VALUE("bugs", rows));
    struct json *baselines = json_array();
    json_each(language, json_get(score, "languages")) {
        const struct json *bugs = json_get(language, "bugs");
        struct json *row = json_copy(json_item(bugs, json_count(bugs) - 1));
        json_free(json_take(row, "category"));
        json_set_text(row, "category", json_text_at(language, "language"));
        json_push(rows, row);
    }
    json_each(one, json_get(score, "baselines"))
        json_push(baselines, by_language(one));
    json_add(made, J_VALUE("inputs", json_copy(json_get(score, "inputs"))),
             J_VALUE("baselines", baselines));
    return made;
}

static void print_languages(const struct json *score, FILE *out)
{
    scoped(json) *made = by_language(score);
    struct tabular table = {0};
    print_bugs(made, "Bugs by language", out);
    if (score_number(json_get(score, "false_positives"), "n") < 1)
        return;
    tabular_columns(&table, "lr", TITLES("language", "programs", "n", "share"));
    json_each(language, json_get(score, "languages")) {
        const struct json *object = json_get(language, "false_positives");
        const struct json *flagged = json_get(json_first(json_get(object, "ranks")), "flagged");
        tabular_text(&table, json_text_at(language, "language"));
        tabular_count(&table, json_number_at(object, "n"));
        tabular_count(&table, json_number_at(flagged, "right"));
        tabular_share(&table, flagged, score_number(object, "n"), " %", true);
    }
    tabular_print(&table, "Correct programs by language: false positives at k = 1", out);
}

/* Numbers of flagged correct programs, their shares, and the baseline's shares: for the first k
 * predictions, or by category. */
static void add_flagged(struct tabular *table, const struct json *rows,
                        const struct json *of_baseline, double n)
{
    const struct json *beside = json_first(of_baseline);
    json_each(row, rows) {
        const struct json *flagged = json_get(row, "flagged");
        if (json_get(row, "k"))
            tabular_format(table, "k = %.0f", score_number(row, "k"));
        else
            tabular_text(table, json_text_at(row, "category"));
        tabular_count(table, json_number_at(flagged, "right"));
        tabular_share(table, flagged, n, " %", true);
        if (of_baseline)
            tabular_share(table, json_get(beside, "flagged"), n, " %", false);
        beside = beside ? json_next(beside) : NULL;
    }
}

static void print_false_positives(const struct json *score, FILE *out)
{
    const struct json *object = json_get(score, "false_positives");
    const struct json *baseline = json_get(one_baseline(score), "false_positives");
    struct tabular table = {0};
    double n = score_number(object, "n");
    if (n < 1)
        return;
    tabular_columns(&table, "lr",
                    baseline ? TITLES("k", "n", "share", "baseline") : TITLES("", "", ""));
    add_flagged(&table, json_get(object, "ranks"), json_get(baseline, "ranks"), n);
    tabular_print(&table, "Correct programs: false positives (\"no bug\" is not among the first k)",
                  out);
    tabular_columns(&table, "lr", TITLES("", "", "", baseline ? "" : NULL));
    add_flagged(&table, json_get(object, "categories"), json_get(baseline, "categories"), n);
    tabular_print(
        &table, "False positives at k = 1 by predicted edit (share of the correct programs)", out);
}

static void print_calibration(const struct json *object, FILE *out)
{
    struct tabular table = {0};
    if (score_number(object, "n") < 1)
        return;
    tabular_columns(&table, "lr", TITLES("probability", "n", "mean", "right"));
    json_each(row, json_get(object, "bins")) {
        tabular_format(&table, "%.1f-%.1f", score_number(row, "from"), score_number(row, "to"));
        tabular_count(&table, json_number_at(row, "n"));
        if (score_number(row, "n") > 0)
            tabular_decimal(&table, score_number(row, "probability"), 3);
        else
            tabular_text(&table, "-");
        tabular_share(&table, json_get(row, "accuracy"), score_number(row, "n"), " %", true);
    }
    tabular_print(&table,
                  "Right first predictions, by probability (a bin includes its upper bound)", out);
    double n_without = score_number(object, "without_probability");
    fprintf(out, "Expected calibration error: %.4f; without a probability: %.0f %s\n",
            score_number(object, "error"), n_without, plural(n_without, "item", "items"));
}

/* Adds the system's row, for the first k predictions. Repairs count only if the place is given. */
static void add_own_shares(struct tabular *table, const struct json *score)
{
    const struct json *bugs = json_get(score, "bugs"), *alarms = json_get(score, "false_positives");
    const struct json *all = json_item(bugs, json_count(bugs) - 1);
    int64_t k = json_int(json_get(score, "k"), 1);
    const struct json *rank = score_rank(json_get(all, "ranks"), k);
    bool is_given = json_is_true(json_get(json_get(score, "inputs"), "place_given"));
    double n = score_number(all, "n");
    tabular_share(table, is_given ? NULL : json_get(rank, "joint"), n, "", false);
    tabular_share(table, json_get(rank, "localisation"), n, "", false);
    tabular_share(table, is_given ? json_get(rank, "repair") : NULL, n, "", false);
    tabular_share(table, json_get(score_rank(json_get(alarms, "ranks"), k), "flagged"),
                  score_number(alarms, "n"), "", false);
}

static void print_thesis(const struct json *score, FILE *out)
{
    static const char *const keys[] = {"joint", "localisation", "repair", "false_positives"};
    struct tabular table = {0};
    tabular_columns(&table, "lr",
                    TITLES("", "both", "place", "repair, place given", "false positives"));
    tabular_text(&table, "this system");
    add_own_shares(&table, score);
    json_each(row, json_get(score, "thesis")) {
        const char *number = json_text_at(row, "table");
        tabular_format(&table, "table %s, %s", number, json_text_at(row, "training"));
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
            double percent = score_number(row, keys[i]);
            if (isnan(percent))
                tabular_text(&table, "-");
            else
                tabular_decimal(&table, percent, strcmp(number, "1") == 0 ? 1 : 2);
        }
    }
    tabular_print(
        &table, "Compared with the detectors of Takada's thesis (tables 1 and 6), in percent", out);
}

void score_print(const struct json *score, FILE *out)
{
    const struct json *baselines = json_get(score, "baselines");
    const struct json *rewrites = json_get(score, "rewrites");
    print_inputs("System", NULL, json_get(score, "inputs"), out);
    json_each(one, baselines)
        print_inputs("Baseline ", json_text_at(one, "name"), json_get(one, "inputs"), out);
    print_bugs(score, "Bugs", out);
    print_patches(score, out);
    if (json_get(score, "plausible"))
        print_plausible(score, out);
    print_false_positives(score, out);
    if (json_get(score, "languages"))
        print_languages(score, out);
    print_calibration(json_get(score, "calibration"), out);
    if (json_get(score, "thesis"))
        print_thesis(score, out);
    if (baselines)
        score_baselines_print(score, out);
    if (rewrites)
        rewrites_print(rewrites, score_number(score, "k"), out);
}

const char *score_advice(const struct json *score)
{
    const struct json *inputs = json_get(score, "inputs"), *rewrites = json_get(score, "rewrites");
    if (score_number(inputs, "correct") < 1 && !json_is_true(json_get(inputs, "place_given")))
        return "false positives are unknown, because GOLD has no correct programs; add them with "
               "--negatives 1.0, here for a database, else in tokfix export";
    if (score_number(json_get(score, "calibration"), "n") < 1)
        return "calibration is unknown; give the first predictions a `probability`";
    if (rewrites && !json_is_true(json_get(rewrites, "has_leaks")))
        return "leaks are unknown; find them with tokfix leak --mark in a database, and score that "
               "with --marked none,excluded";
    if (!json_get(score, "baselines"))
        return "to compare with another system, use --baseline FILE";
    return NULL;
}
