/* Counts pairs of outcomes and tests them with McNemar's test. The p values of one family are
 * adjusted together. */
#include "score/score_baseline.h"

#include "base/mem.h"
#include "base/chance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows of the table: one for each category, then all bugs, then their places alone, then correct
 * programs. */
enum { ROW_ALL = N_SCORE_CATEGORIES, ROW_LOCATED, ROW_CORRECT, N_PAIR_ROWS };

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
    static const char *const others[] = {"all", "localisation", "correct"};
    return row < ROW_ALL ? bug_category_name(score_categories[row]) : others[row - ROW_ALL];
}

static struct json *pairs_row(int number, const struct pairs_tally *tally, double p_systems,
                              double p_categories)
{
    int64_t n_union = tally->both + tally->only_system + tally->only_baseline;
    struct mcnemar test = mcnemar_test(tally->only_system, tally->only_baseline);
    return json_make(
        J_TEXT("category", row_name(number)), J_INT("n", tally->n), J_INT("both", tally->both),
        J_INT("only_system", tally->only_system), J_INT("only_baseline", tally->only_baseline),
        J_INT("neither", tally->n - n_union), J_DOUBLE("p_exact", test.p_exact),
        J_DOUBLE("p_holm_systems", p_systems), J_DOUBLE("p_holm_categories", p_categories),
        J_DOUBLE("chi_squared", test.chi_squared), J_DOUBLE("p_chi_squared", test.p_chi_squared),
        J_DOUBLE("odds_ratio", test.odds_ratio), J_DOUBLE("odds_low", test.odds_range.low),
        J_DOUBLE("odds_high", test.odds_range.high));
}

/* A comparison: its counts, and its p values in both families; NAN for none. */
struct comparison {
    struct pairs_tally tallies[N_PAIR_ROWS];
    double p_systems[N_PAIR_ROWS], p_categories[N_PAIR_ROWS];
};

static void tally(struct comparison *out, const struct scored *of, const struct outcomes *baseline,
                  int k)
{
    const struct gold *gold = of->gold;
    bool is_of_bugs =
        outcomes_are_of_bugs(of->outcomes, gold) || outcomes_are_of_bugs(baseline, gold);
    bool has_place = score_has_place(of);
    for (size_t i = 0; i < gold->items.n; i++) {
        const struct gold_item *item = &gold->items.items[i];
        const struct outcome *ours = &of->outcomes->items[i], *theirs = &baseline->items[i];
        bool is_right = outcome_is_right(item, ours, k);
        bool is_baseline_right = outcome_is_right(item, theirs, k);
        if (item->category != GOLD_CORRECT || !is_of_bugs)
            count(&out->tallies[row_of(item->category)], is_right, is_baseline_right);
        if (item->category == GOLD_CORRECT)
            continue;
        count(&out->tallies[ROW_ALL], is_right, is_baseline_right);
        if (has_place)
            count(&out->tallies[ROW_LOCATED], outcome_is_within((int)ours->located, k),
                  outcome_is_within((int)theirs->located, k));
    }
    for (int row = 0; row < N_PAIR_ROWS; row++)
        out->p_systems[row] = out->p_categories[row] = NAN;
}

/* A family of p values, and where each adjusted value goes. */
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

void score_compare(struct json **out, const struct scored *of,
                   const struct outcomes *const *baselines, size_t n, int k)
{
    scoped_memory struct comparison *all = mem_alloc(n, sizeof *all);
    for (size_t i = 0; i < n; i++)
        tally(&all[i], of, baselines[i], k);
    adjust_all(all, n);
    for (size_t i = 0; i < n; i++) {
        out[i] = json_array();
        for (int row = 0; row < N_PAIR_ROWS; row++)
            if (all[i].tallies[row].n)
                json_push(out[i], pairs_row(row, &all[i].tallies[row], all[i].p_systems[row],
                                            all[i].p_categories[row]));
    }
}
