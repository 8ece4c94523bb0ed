/* The tables for people: that of all shares (score_table.c), those of score/text/, and that of the
 * thesis. */
#include "score/score.h"

#include "report/report_text.h"
#include "report/tabular.h"
#include "score/rewrites.h"

#include <math.h>
#include <string.h>

static const char score_text[] = {
#include "score/text/score.txt.inc"
};

static const char tests_text[] = {
#include "score/text/tests.txt.inc"
};

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

/* The share of the system for all bugs, or for all correct programs, and the k of the tables. */
static const struct json *share_of(const struct json *score, const char *name, const char *category)
{
    int64_t k = json_int(json_get(score, "k"), 1);
    json_each(share, json_get(score, "shares"))
        if (strcmp(json_text_at(share, "score"), name) == 0 &&
            strcmp(json_text_at(share, "category"), category) == 0 &&
            json_int(json_get(share, "k"), 0) == k)
            return share;
    return NULL;
}

static void print_thesis(const struct json *score, FILE *out)
{
    static const char *const keys[] = {"joint", "localisation", "repair", "false_positives"};
    static const char *const names[] = {"joint", "localisation", "repair", "false_positive"};
    bool is_given = json_is_true(json_get(json_first(json_get(score, "inputs")), "place_given"));
    struct tabular table = {0};
    tabular_columns(&table, "lr",
                    TITLES("", "both", "place", "repair, place given", "false positives"));
    tabular_text(&table, "this system");
    for (size_t i = 0; i < 4; i++) {
        const struct json *share = share_of(score, names[i], i == 3 ? "correct" : "all");
        tabular_share(&table, i == 2 && !is_given ? NULL : share, score_number(share, "n"), "",
                      false);
    }
    json_each(row, json_get(score, "thesis")) {
        const char *number = json_text_at(row, "table");
        tabular_format(&table, "table %s, %s", number, json_text_at(row, "training"));
        for (size_t i = 0; i < 4; i++) {
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
        json_make(J_VALUE("bins", labelled(json_get(json_get(score, "calibration"), "bins"))),
                  J_BOOL("has_several", json_count(json_get(score, "baselines")) > 1));
    report_text_print(score_text, score, more, out);
    score_print_shares(score, out);
    report_text_print(tests_text, score, more, out);
    if (json_get(score, "thesis"))
        print_thesis(score, out);
    if (rewrites)
        rewrites_print(rewrites, score_number(score, "k"), out);
}
