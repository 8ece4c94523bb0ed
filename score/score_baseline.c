/* Counts pairs of verdicts and tests them with McNemar's test. The p values of one family are
 * adjusted together. */
#include "score/score_baseline.h"

#include "base/mem.h"
#include "base/terminal.h"
#include "report/tabular.h"
#include "base/statistics.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows of the table: one for each category, then all bugs, then correct programs. */
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

void score_compare(struct json **out, const struct gold *gold, const struct verdicts *system,
                   const struct verdicts *const *baselines, size_t n, int k)
{
    scoped_memory struct comparison *all = mem_alloc(n, sizeof *all);
    for (size_t i = 0; i < n; i++)
        tally(&all[i], gold, system, baselines[i], k);
    adjust_all(all, n);
    for (size_t i = 0; i < n; i++) {
        out[i] = json_array();
        for (int row = 0; row < N_PAIR_ROWS; row++)
            json_push(out[i], pairs_row(row, &all[i].tallies[row], all[i].p_systems[row],
                                        all[i].p_categories[row]));
    }
}

static void add_p(struct tabular *table, double p)
{
    if (isnan(p))
        tabular_text(table, "-");
    else
        tabular_format(table, p < 0.0001 ? "%.1e" : "%.4f", p);
}

/* "2.50 (1.10-5.70)", or "inf" if the baseline is never right alone. */
static void add_odds(struct tabular *table, const struct json *row)
{
    double low = score_number(row, "odds_low");
    if (score_number(row, "only_system") + score_number(row, "only_baseline") < 1)
        tabular_text(table, "-");
    else if (score_number(row, "only_baseline") < 1)
        tabular_format(table, "inf (%.2f-inf)", low);
    else
        tabular_format(table, "%.2f (%.2f-%.2f)", score_number(row, "odds_ratio"), low,
                       score_number(row, "odds_high"));
}

/* Numbers of bugs that both, only the first or only the second solve: "12 (40.0)", with the percent
 * of their sum. */
static void add_union(struct tabular *table, const struct json *row)
{
    static const char *const keys[][2] = {{"both", "both_share"},
                                          {"only_system", "only_system_share"},
                                          {"only_baseline", "only_baseline_share"}};
    double n = 0;
    for (int i = 0; i < 3; i++)
        n += score_number(row, keys[i][0]);
    for (int i = 0; i < 3; i++) {
        double own = score_number(row, keys[i][0]);
        if (n > 0)
            tabular_format(table, "%.0f (%.*f)", own, percent_decimals(n),
                           100 * score_number(row, keys[i][1]));
        else
            tabular_format(table, "%.0f", own);
    }
}

static void print_counts(const struct json *baseline, FILE *out)
{
    struct tabular table = {0};
    const char *name = json_text_at(baseline, "name");
    scoped(str) heading = {0};
    str_add_text(&heading, "Compared with ");
    terminal_add_safe(&heading, name, strlen(name), 0);
    str_add_text(&heading, ": right items (percent: of those that at least one has right)");
    tabular_columns(&table, "lr",
                    TITLES("category", "n", "both", "only system", "only baseline", "neither"));
    json_each(row, json_get(baseline, "comparison")) {
        tabular_text(&table, json_text_at(row, "category"));
        tabular_count(&table, json_number_at(row, "n"));
        add_union(&table, row);
        tabular_count(&table, json_number_at(row, "neither"));
    }
    tabular_print(&table, str_text(&heading), out);
}

/* With several baselines, p is also adjusted over the baselines. */
static void print_tests(const struct json *baseline, bool is_one, FILE *out)
{
    struct tabular table = {0};
    tabular_columns(&table, "lr", TITLES("category", "p", is_one ? NULL : "baselines"));
    tabular_columns(&table, "r", TITLES(is_one ? "p (Holm)" : "categories", "chi2", "odds (95 %)"));
    json_each(row, json_get(baseline, "comparison")) {
        tabular_text(&table, json_text_at(row, "category"));
        add_p(&table, score_number(row, "n") > 0 ? score_number(row, "p_exact") : NAN);
        if (!is_one)
            add_p(&table, score_number(row, "p_holm_systems"));
        add_p(&table, score_number(row, "p_holm_categories"));
        tabular_decimal(&table, score_number(row, "chi_squared"), 3);
        add_odds(&table, row);
    }
    tabular_print(&table,
                  is_one ? "McNemar's test (p: exact; Holm: over the categories)"
                         : "McNemar's test (p: exact; Holm: over the baselines, over the "
                           "categories)",
                  out);
}

/* Adds the row of a system, within its first k predictions. */
static void add_system(struct tabular *table, const char *name, const struct json *score, int64_t k)
{
    static const char *const keys[] = {"joint", "localisation", "repair"};
    const struct json *all = json_get(score, "bugs"), *flagged = json_get(score, "false_positives");
    all = json_item(all, json_count(all) - 1);
    const struct json *rank = score_rank(json_get(all, "ranks"), k);
    tabular_text(table, name);
    for (int i = 0; i < 3; i++)
        tabular_share(table, json_get(rank, keys[i]), score_number(all, "n"), "", false);
    rank = score_rank(json_get(flagged, "ranks"), k);
    tabular_share(table, json_get(rank, "flagged"), score_number(flagged, "n"), "", false);
}

/* Prints the table of systems, and how the first one differs from each other on all bugs. */
static void print_systems(const struct json *score, int64_t k, FILE *out)
{
    const struct json *baselines = json_get(score, "baselines");
    struct tabular table = {0};
    tabular_columns(&table, "lr", TITLES("system", "right", "place", "repair", "false positives"));
    add_system(&table, "system", score, k);
    json_each(one, baselines)
        add_system(&table, json_text_at(one, "name"), one, k);
    tabular_print(&table, "All bugs, by system, in percent", out);

    tabular_columns(
        &table, "lr",
        TITLES("baseline", "both", "only system", "only baseline", "p", "p (Holm)", "odds (95 %)"));
    json_each(one, baselines) {
        const struct json *row = json_item(json_get(one, "comparison"), N_SCORE_CATEGORIES);
        tabular_text(&table, json_text_at(one, "name"));
        add_union(&table, row);
        add_p(&table, score_number(row, "p_exact"));
        add_p(&table, score_number(row, "p_holm_systems"));
        add_odds(&table, row);
    }
    tabular_print(&table, "The system and each baseline, on all bugs (Holm: over the baselines)",
                  out);
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
