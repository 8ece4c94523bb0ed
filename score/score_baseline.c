/* Pairs of verdicts are counted, and tested with McNemar's test. What is looked at together is
 * adjusted together. */
#include "score/score_baseline.h"

#include "base/array.h"
#include "classify/classify.h"
#include "score/statistics.h"

#include <math.h>
#include <stdlib.h>

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

static double share_of(int64_t n, int64_t n_all)
{
    return n_all ? (double)n / (double)n_all : NAN;
}

static struct json *pairs_row(int number, const struct pairs_tally *tally, double p_systems,
                              double p_categories)
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
    int64_t n_union = tally->both + tally->only_system + tally->only_baseline;
    json_set_double(row, "both_share", share_of(tally->both, n_union));
    json_set_double(row, "only_system_share", share_of(tally->only_system, n_union));
    json_set_double(row, "only_baseline_share", share_of(tally->only_baseline, n_union));
    json_set_double(row, "p_exact", test.p_exact);
    json_set_double(row, "p_holm_systems", p_systems);
    json_set_double(row, "p_holm_categories", p_categories);
    json_set_double(row, "chi_squared", test.chi_squared);
    json_set_double(row, "p_chi_squared", test.p_chi_squared);
    json_set_double(row, "odds_ratio", test.odds_ratio);
    json_set_double(row, "odds_low", test.odds_range.low);
    json_set_double(row, "odds_high", test.odds_range.high);
    return row;
}

/* A comparison: its tallies, and its p values of both families; NAN for none. */
struct comparison {
    struct pairs_tally tallies[N_PAIR_ROWS];
    double p_systems[N_PAIR_ROWS], p_categories[N_PAIR_ROWS];
};

static void tally(struct comparison *out, const struct gold *gold, const struct verdicts *system,
                  const struct verdicts *baseline, int k)
{
    for (size_t i = 0; i < gold->items.n; i++) {
        const struct gold_item *item = &gold->items.items[i];
        bool is_right = verdict_is_right(item, &system->items[i], k);
        bool is_baseline_right = verdict_is_right(item, &baseline->items[i], k);
        count(&out->tallies[row_of(item->category)], is_right, is_baseline_right);
        if (item->category != GOLD_CORRECT)
            count(&out->tallies[ROW_ALL], is_right, is_baseline_right);
    }
    for (int row = 0; row < N_PAIR_ROWS; row++)
        out->p_systems[row] = out->p_categories[row] = NAN;
}

/* p values that are looked at together, and where each is to be put. */
struct family {
    ARRAY(double) p;
    ARRAY(double *) places;
};

static void add_to(struct family *family, const struct pairs_tally *tally, double *place)
{
    if (tally->n == 0)
        return;
    array_push(&family->p, mcnemar_test(tally->only_system, tally->only_baseline).p_exact);
    array_push(&family->places, place);
}

static void adjust(struct family *family)
{
    holm_adjust(family->p.items, family->p.n);
    for (size_t i = 0; i < family->p.n; i++)
        *family->places.items[i] = family->p.items[i];
    array_clear(&family->p);
    array_clear(&family->places);
}

static void adjust_all(struct comparison *all, size_t n)
{
    struct family family = {0};
    for (int row = 0; row < N_PAIR_ROWS; row++) {
        for (size_t i = 0; i < n; i++)
            add_to(&family, &all[i].tallies[row], &all[i].p_systems[row]);
        adjust(&family);
    }
    for (size_t i = 0; i < n; i++) {
        for (int row = 0; row < N_SCORE_CATEGORIES; row++)
            add_to(&family, &all[i].tallies[row], &all[i].p_categories[row]);
        adjust(&family);
    }
    array_release(&family.p);
    array_release(&family.places);
}

void score_compare(struct json **out, const struct gold *gold, const struct verdicts *system,
                   const struct verdicts *const *baselines, size_t n, int k)
{
    struct comparison *all = mem_alloc(n, sizeof *all);
    for (size_t i = 0; i < n; i++)
        tally(&all[i], gold, system, baselines[i], k);
    adjust_all(all, n);
    for (size_t i = 0; i < n; i++) {
        out[i] = json_array();
        for (int row = 0; row < N_PAIR_ROWS; row++)
            json_push(out[i], pairs_row(row, &all[i].tallies[row], all[i].p_systems[row],
                                        all[i].p_categories[row]));
    }
    free(all);
}
