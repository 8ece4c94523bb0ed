/* Counts pairs of verdicts and tests them with McNemar's test. The p values of one family are
 * adjusted together. */
#include "score/score_baseline.h"

#include "base/mem.h"
#include "report/report_text.h"
#include "base/statistics.h"

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

static double share_of(int64_t n, int64_t n_all)
{
    return n_all ? (double)n / (double)n_all : NAN;
}

static struct json *pairs_row(int number, const struct pairs_tally *tally, double p_systems,
                              double p_categories)
{
    int64_t n_union = tally->both + tally->only_system + tally->only_baseline;
    struct mcnemar test = mcnemar_test(tally->only_system, tally->only_baseline);
    return json_make(
        J_TEXT("category", row_name(number)), J_INT("n", tally->n), J_INT("both", tally->both),
        J_INT("only_system", tally->only_system), J_INT("only_baseline", tally->only_baseline),
        J_INT("neither", tally->n - n_union),
        J_DOUBLE("both_share", share_of(tally->both, n_union)),
        J_DOUBLE("only_system_share", share_of(tally->only_system, n_union)),
        J_DOUBLE("only_baseline_share", share_of(tally->only_baseline, n_union)),
        J_DOUBLE("p_exact", test.p_exact), J_DOUBLE("p_holm_systems", p_systems),
        J_DOUBLE("p_holm_categories", p_categories), J_DOUBLE("chi_squared", test.chi_squared),
        J_DOUBLE("p_chi_squared", test.p_chi_squared), J_DOUBLE("odds_ratio", test.odds_ratio),
        J_DOUBLE("odds_low", test.odds_range.low), J_DOUBLE("odds_high", test.odds_range.high));
}

/* A comparison: its counts, and its p values in both families; NAN for none. */
struct comparison {
    struct pairs_tally tallies[N_PAIR_ROWS];
    double p_systems[N_PAIR_ROWS], p_categories[N_PAIR_ROWS];
};

static void tally(struct comparison *out, const struct scored *of, const struct verdicts *baseline,
                  int k)
{
    const struct gold *gold = of->gold;
    bool is_of_bugs =
        verdicts_are_of_bugs(of->verdicts, gold) || verdicts_are_of_bugs(baseline, gold);
    bool has_place = score_has_place(of);
    for (size_t i = 0; i < gold->items.n; i++) {
        const struct gold_item *item = &gold->items.items[i];
        const struct verdict *ours = &of->verdicts->items[i], *theirs = &baseline->items[i];
        bool is_right = verdict_is_right(item, ours, k);
        bool is_baseline_right = verdict_is_right(item, theirs, k);
        if (item->category != GOLD_CORRECT || !is_of_bugs)
            count(&out->tallies[row_of(item->category)], is_right, is_baseline_right);
        if (item->category == GOLD_CORRECT)
            continue;
        count(&out->tallies[ROW_ALL], is_right, is_baseline_right);
        if (has_place)
            count(&out->tallies[ROW_LOCATED], verdict_is_within((int)ours->located, k),
                  verdict_is_within((int)theirs->located, k));
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
                   const struct verdicts *const *baselines, size_t n, int k)
{
    scoped_memory struct comparison *all = mem_alloc(n, sizeof *all);
    for (size_t i = 0; i < n; i++)
        tally(&all[i], of, baselines[i], k);
    adjust_all(all, n);
    for (size_t i = 0; i < n; i++) {
        out[i] = json_array();
        for (int row = 0; row < N_PAIR_ROWS; row++)
            json_push(out[i], pairs_row(row, &all[i].tallies[row], all[i].p_systems[row],
                                        all[i].p_categories[row]));
    }
}

static const char baselines_text[] = {
#include "score/text/baselines.txt.inc"
};

static void set_p(struct json *row, const char *key, double p)
{
    scoped(str) text = {0};
    if (!isnan(p))
        str_print(&text, p < 0.0001 ? "%.1e" : "%.4f", p);
    json_set_text(row, key, str_text(&text));
}

/* "2.50 (1.10-5.70)", or "inf" if the baseline is never right alone. */
static void set_odds(struct json *out, const struct json *row)
{
    double low = score_number(row, "odds_low");
    scoped(str) text = {0};
    if (score_number(row, "only_baseline") >= 1)
        str_print(&text, "%.2f (%.2f-%.2f)", score_number(row, "odds_ratio"), low,
                  score_number(row, "odds_high"));
    else if (score_number(row, "only_system") >= 1)
        str_print(&text, "inf (%.2f-inf)", low);
    json_set_text(out, "odds", str_text(&text));
}

/* Sets the numbers of bugs that both, only the first or only the second solve: "12 (40.0)", with
 * the percent of their sum. */
static void set_union(struct json *out, const struct json *row)
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
        json_set_text(out, keys[i][0], str_text(&text));
    }
}

/* A row of a comparison, with its cells as texts. */
static struct json *cells_of(const struct json *row, const char *name)
{
    double n = score_number(row, "n");
    struct json *cells =
        json_make(J_TEXT("name", name), J_TEXT("category", json_text_at(row, "category")),
                  J_DOUBLE("n", n), J_DOUBLE("neither", json_number_at(row, "neither")),
                  J_DOUBLE("chi_squared", score_number(row, "chi_squared")));
    set_union(cells, row);
    set_p(cells, "p", n > 0 ? score_number(row, "p_exact") : NAN);
    set_p(cells, "p_systems", score_number(row, "p_holm_systems"));
    set_p(cells, "p_categories", score_number(row, "p_holm_categories"));
    set_odds(cells, row);
    return cells;
}

void score_baselines_print(const struct json *score, FILE *out)
{
    const struct json *baselines = json_get(score, "baselines");
    struct json *overall = json_array(), *compared = json_array();
    scoped(json) *more = json_make(J_BOOL("has_several", json_count(baselines) > 1),
                                   J_VALUE("overall", overall), J_VALUE("compared", compared));
    json_each(one, baselines) {
        const char *name = json_text_at(one, "name");
        const struct json *rows = json_get(one, "comparison");
        struct json *cells = json_array();
        json_each(row, rows)
            if (score_number(row, "n") >= 1)
                json_push(cells, cells_of(row, name));
        json_push(compared, json_make(J_TEXT("system", json_text_at(score, "name")),
                                      J_TEXT("baseline", name), J_VALUE("rows", cells)));
        json_push(overall, cells_of(json_find(rows, "category", "all"), name));
    }
    report_text_print(baselines_text, score, more, out);
}
