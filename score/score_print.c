/* The tables for people: that of all shares (score_table.c), those of score/text/, and that of the
 * thesis. */
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

static const char calibration_text[] = {
#include "score/text/calibration.txt.inc"
};

/* The inputs of each system, with its name and the number of predictions for items. */
static struct json *inputs_of(const struct json *score)
{
    struct json *systems = json_array();
    const struct json *one = score;
    while (one) {
        const struct json *inputs = json_get(one, "inputs");
        double n_unknown = score_number(inputs, "unknown_predictions");
        json_push(systems,
                  json_add(json_copy(inputs), J_TEXT("name", json_text_at(one, "name")),
                           J_DOUBLE("used", score_number(inputs, "predictions") - n_unknown)));
        one = one == score ? json_first(json_get(score, "baselines")) : json_next(one);
    }
    return systems;
}

/* Copies of bins, with a label. */
static struct json *labelled(const struct json *bins)
{
    struct json *made = json_array();
    json_each(bin, bins) {
        scoped(str) label = {0};
        report_text_add(&label, "{from%1}-{to%1}", bin, NULL, NULL);
        json_push(made, json_add(json_copy(bin), J_TEXT("label", str_text(&label))));
    }
    return made;
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
    scoped(json) *more =
        json_make(J_VALUE("systems", inputs_of(score)),
                  J_VALUE("bins", labelled(json_get(json_get(score, "calibration"), "bins"))));
    report_text_print(score_text, score, more, out);
    score_print_shares(score, out);
    report_text_print(calibration_text, score, more, out);
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
        return "false positives are unknown: GOLD has no correct programs (see --negatives 1.0)";
    if (score_number(json_get(score, "calibration"), "n") < 1)
        return "calibration is unknown; give the first predictions a `probability`";
    if (rewrites && !json_is_true(json_get(rewrites, "has_leaks")))
        return "leaks are unknown; find them with tokfix check --mark in a database, and score "
               "that with --marked none,excluded";
    if (!json_get(score, "baselines"))
        return "to compare with another system, use --baseline FILE";
    return NULL;
}
