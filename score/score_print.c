/* The tables for people: score/text/score.txt, and those whose cells are made here. Shares are
 * followed by their intervals, both in percent. */
#include "score/score.h"

#include "score/rewrites.h"
#include "score/score_baseline.h"
#include "report/report_text.h"
#include "report/tabular.h"

#include <math.h>
#include <string.h>

static const char score_text[] = {
#include "score/text/score.txt.inc"
};

static struct json *measure(const char *key, const char *title)
{
    return json_make(J_TEXT("key", key), J_TEXT("title", title),
                     J_BOOL("is_repair", strcmp(key, "repair") == 0));
}

/* The measures of the task, with their titles. Each has a table: one would be too wide. */
static struct json *measures_of(const struct json *inputs)
{
    static const struct {
        const char *task;                   /* NULL: all other tasks */
        const char *joint, *place, *repair; /* NULL: not measured, or the same as joint */
    } all[] = {
        {"locate", "place", NULL, NULL},
        {"explain", "line and repair", "line", "repair"},
        {"classify", "category", NULL, NULL},
        {NULL, "place and repair", "place", "repair"},
    };
    const char *task = json_text_at(inputs, "task");
    bool is_given = json_is_true(json_get(inputs, "place_given"));
    struct json *measures = json_array();
    size_t i = 0;
    while (all[i].task && !(task && strcmp(all[i].task, task) == 0))
        i++;
    json_push(measures, measure("joint", is_given ? "repair at the given place" : all[i].joint));
    if (all[i].place && !is_given)
        json_push(measures, measure("localisation", all[i].place));
    if (all[i].repair && !is_given)
        json_push(measures, measure("repair", all[i].repair));
    return measures;
}

/* The numbers of first predictions but 1, and which ranks they are. */
static struct json *ks_of(const struct json *score)
{
    const struct json *ranks = json_get(json_first(json_get(score, "bugs")), "ranks");
    struct json *ks = json_array();
    for (size_t i = 1; i < json_count(ranks); i++)
        json_push(ks, json_make(J_INT("at", (int64_t)i),
                                J_DOUBLE("k", score_number(json_item(ranks, i), "k"))));
    return ks;
}

/* A single baseline has a column in the system's tables. */
static const struct json *one_baseline(const struct json *score)
{
    const struct json *baselines = json_get(score, "baselines");
    return json_count(baselines) == 1 ? json_first(baselines) : NULL;
}

/* Copies of rows, each with the row of the baseline. */
static struct json *beside(const struct json *rows, const struct json *of_baseline)
{
    struct json *made = json_array();
    const struct json *other = json_first(of_baseline);
    json_each(row, rows) {
        struct json *copy = json_copy(row);
        if (other)
            json_set(copy, "baseline", json_copy(other));
        other = other ? json_next(other) : NULL;
        json_push(made, copy);
    }
    return made;
}

/* A row for all bugs of each language in place of the categories. */
static struct json *by_language(const struct json *score)
{
    struct json *rows = json_array();
    json_each(language, json_get(score, "languages")) {
        const struct json *bugs = json_get(language, "bugs");
        struct json *row = json_copy(json_item(bugs, json_count(bugs) - 1));
        json_free(json_take(row, "category"));
        json_set_text(row, "category", json_text_at(language, "language"));
        json_push(rows, row);
    }
    return rows;
}

static struct json *languages_beside(const struct json *score)
{
    scoped(json) *own = by_language(score), *others = by_language(one_baseline(score));
    return beside(own, others);
}

static struct json *language_alarms(const struct json *score)
{
    struct json *rows = json_array();
    json_each(language, json_get(score, "languages")) {
        const struct json *alarms = json_get(language, "false_positives");
        const struct json *flagged = json_get(json_first(json_get(alarms, "ranks")), "flagged");
        json_push(rows, json_make(J_TEXT("language", json_text_at(language, "language")),
                                  J_DOUBLE("n", score_number(alarms, "n")),
                                  J_VALUE("flagged", json_copy(flagged))));
    }
    return rows;
}

/* The rows of the systems in the tables that have a row for each of them. */
struct of_systems {
    struct json *inputs, *patches, *repairs;
};

static void add_system(struct of_systems *out, const char *name, const struct json *score)
{
    static const char *const measures[] = {"exact", "plausible"};
    const struct json *patches = json_get(score, "patches");
    const struct json *ranks = json_get(json_get(score, "plausible"), "ranks");
    json_push(out->inputs, json_add(json_copy(json_get(score, "inputs")), J_TEXT("name", name)));
    name = name ? name : "system";
    if (score_number(patches, "n") >= 1)
        json_push(out->patches, json_add(json_copy(patches), J_TEXT("of", name)));
    for (size_t i = 0; i < sizeof measures / sizeof *measures && ranks; i++) {
        struct json *shares = json_array();
        json_each(rank, ranks)
            json_push(shares, json_copy(json_get(rank, measures[i])));
        json_push(out->repairs, json_make(J_TEXT("of", name), J_TEXT("repair", measures[i]),
                                          J_VALUE("shares", shares)));
    }
}

/* Copies of rows with a label that is made of numbers. */
static struct json *labelled(struct json *rows, const char *text)
{
    struct json *made = json_array();
    json_each(row, rows) {
        scoped(str) label = {0};
        report_text_add(&label, text, row, NULL, NULL);
        json_push(made, json_add(json_copy(row), J_TEXT("label", str_text(&label))));
    }
    json_free(rows);
    return made;
}

/* What the text needs beside the figures. */
static struct json *collect_more(const struct json *score)
{
    const struct json *alarms = json_get(score, "false_positives"), *one = one_baseline(score);
    const struct json *others = json_get(one, "false_positives");
    struct of_systems systems = {json_array(), json_array(), json_array()};
    add_system(&systems, NULL, score);
    json_each(baseline, json_get(score, "baselines"))
        add_system(&systems, json_text_at(baseline, "name"), baseline);
    return json_make(
        J_VALUE("systems", systems.inputs), J_VALUE("patches_of", systems.patches),
        J_VALUE("repairs", systems.repairs), J_BOOL("has_one", one != NULL),
        J_VALUE("measures", measures_of(json_get(score, "inputs"))), J_VALUE("ks", ks_of(score)),
        J_VALUE("bugs_beside", beside(json_get(score, "bugs"), json_get(one, "bugs"))),
        J_VALUE("flagged",
                labelled(beside(json_get(alarms, "ranks"), json_get(others, "ranks")), "k = {k}")),
        J_VALUE("flagged_edits",
                beside(json_get(alarms, "categories"), json_get(others, "categories"))),
        J_VALUE("languages_beside", languages_beside(score)),
        J_VALUE("language_alarms", language_alarms(score)),
        J_VALUE("bins", labelled(beside(json_get(json_get(score, "calibration"), "bins"), NULL),
                                 "{from%1}-{to%1}")));
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
    const struct json *rewrites = json_get(score, "rewrites");
    scoped(json) *more = collect_more(score);
    report_text_print(score_text, score, more, out);
    if (json_get(score, "thesis"))
        print_thesis(score, out);
    if (json_get(score, "baselines"))
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
