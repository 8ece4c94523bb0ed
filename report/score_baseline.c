/* Pairs of verdicts are counted, and tested with McNemar's test. */
#include "report/score.h"

#include "classify/classify.h"
#include "report/statistics.h"

#include <math.h>

/* Rows of the table: a category each, all bugs, correct programs. */
enum { ROW_ALL = N_SCORE_CATEGORIES, ROW_CORRECT, N_PAIR_ROWS };

struct pairs_tally {
    int64_t n, both, only_system, only_baseline;
};

static int row_of(int category)
{
    int row = 0;
    if (category == GOLD_CORRECT)
        return ROW_CORRECT;
    while ((int)score_categories[row] != category)
        row++;
    return row;
}

static void count(struct pairs_tally *tally, bool system, bool baseline)
{
    tally->n++;
    tally->both += system && baseline;
    tally->only_system += system && !baseline;
    tally->only_baseline += !system && baseline;
}

static const char *row_name(int row)
{
    if (row < ROW_ALL)
        return bug_category_name(score_categories[row]);
    return row == ROW_ALL ? "all" : "correct";
}

static struct json *pairs_row(const struct pairs_tally *tally, int number, double p_holm)
{
    struct json *row = json_object();
    struct mcnemar test = mcnemar_test(tally->only_system, tally->only_baseline);
    json_set_text(row, "category", row_name(number));
    json_set_int(row, "n", tally->n);
    json_set_int(row, "both", tally->both);
    json_set_int(row, "only_system", tally->only_system);
    json_set_int(row, "only_baseline", tally->only_baseline);
    json_set_int(row, "neither",
                 tally->n - tally->both - tally->only_system - tally->only_baseline);
    json_set_double(row, "p_exact", test.p_exact);
    json_set_double(row, "p_holm", p_holm);
    json_set_double(row, "chi_squared", test.chi_squared);
    json_set_double(row, "p_chi_squared", test.p_chi_squared);
    json_set_double(row, "odds_ratio", test.odds_ratio);
    json_set_double(row, "odds_low", test.odds_range.low);
    json_set_double(row, "odds_high", test.odds_range.high);
    return row;
}

/* The exact p of the categories that have bugs, adjusted; NAN for the others. */
static void adjust(double *p, const struct pairs_tally *tallies)
{
    double family[N_SCORE_CATEGORIES];
    size_t n = 0, taken = 0;
    for (int row = 0; row < N_SCORE_CATEGORIES; row++)
        if (tallies[row].n)
            family[n++] =
                mcnemar_test(tallies[row].only_system, tallies[row].only_baseline).p_exact;
    holm_adjust(family, n);
    for (int row = 0; row < N_PAIR_ROWS; row++)
        p[row] = row < N_SCORE_CATEGORIES && tallies[row].n ? family[taken++] : NAN;
}

struct json *score_baseline(const struct gold *gold, const struct verdicts *system,
                            const struct verdicts *baseline, int k)
{
    struct pairs_tally tallies[N_PAIR_ROWS] = {{0}};
    double p_holm[N_PAIR_ROWS];
    struct json *rows = json_array();
    for (size_t i = 0; i < gold->items.n; i++) {
        const struct gold_item *item = &gold->items.items[i];
        bool is_right = verdict_is_right(item, &system->items[i], k);
        bool is_baseline_right = verdict_is_right(item, &baseline->items[i], k);
        count(&tallies[row_of(item->category)], is_right, is_baseline_right);
        if (item->category != GOLD_CORRECT)
            count(&tallies[ROW_ALL], is_right, is_baseline_right);
    }
    adjust(p_holm, tallies);
    for (int row = 0; row < N_PAIR_ROWS; row++)
        json_push(rows, pairs_row(&tallies[row], row, p_holm[row]));
    return rows;
}
