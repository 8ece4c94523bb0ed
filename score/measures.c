/* All figures are sums over items that depend only on the gold and the outcomes. A share adds, for
 * each of its items, how much is right of how much; with samples these are probabilities. The sums
 * by problem give its bootstrap interval. */
#include "score/measures.h"

#include "base/chance.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void score_ranks_add(struct score_ranks *ranks, int k)
{
    int at = 0;
    while (at < ranks->n && ranks->k[at] < k)
        at++;
    if (at < ranks->n && ranks->k[at] == k)
        return;
    memmove(&ranks->k[at + 1], &ranks->k[at], (size_t)(ranks->n - at) * sizeof ranks->k[0]);
    ranks->k[at] = k;
    ranks->n++;
}

/* Categories in the order of tables: the six, then `type` and `other`. */
static const enum bug_category categories[N_CATEGORIES] = {CATEGORY_VARIABLE_MISUSE,
                                                           CATEGORY_BINARY_OPERATOR,
                                                           CATEGORY_COMPARISON_OPERATOR,
                                                           CATEGORY_LOGICAL_OPERATOR,
                                                           CATEGORY_ASSIGNMENT_OPERATOR,
                                                           CATEGORY_LITERAL,
                                                           CATEGORY_TYPE,
                                                           CATEGORY_OTHER};

struct json *measures_inputs(const struct judged_system *system)
{
    const struct gold *gold = system->gold;
    const struct predictions *predictions = &system->predictions;
    int64_t n = (int64_t)gold->items.n;
    return json_make(J_TEXT("name", system->name), J_INT("items", n),
                     J_INT("bugs", n - gold->n_correct), J_INT("correct", gold->n_correct),
                     J_INT("predictions", (int64_t)predictions->list.n),
                     J_INT("answered", predictions->n_answered),
                     J_INT("unanswered", n - predictions->n_answered),
                     J_INT("unknown_ids", predictions->n_unknown_ids),
                     J_INT("unknown_predictions", predictions->n_unknown),
                     J_TEXT("task", system->question ? system->question->name : NULL),
                     J_BOOL("place_given", gold->is_place_given),
                     J_INT("unreadable", outcomes_count_unreadable(&system->outcomes)));
}

/* ---- Shares ---- */

/* What is right of what. */
enum measure {
    SOLVED,
    LOCATED,
    REPAIRED, /* of the bugs whose place is right; of all bugs if the place is given */
    FLAGGED,
    UNKNOWN,
    PLAUSIBLE
};

struct share {
    enum measure measure;
    int k;
    int category; /* of the items: enum bug_category or GOLD_CORRECT; -1: any bug */
    const struct language *language; /* of the items; NULL: all */
    bool is_of_executed;             /* of the executed bugs alone */
};

struct amount {
    double right, n; /* NAN: unknown, because there are fewer than k samples */
};

/* The probability that k predictions have a right one: the first k, or k samples. */
static double chance(const struct scored *of, const struct outcome *outcome, uint32_t rank,
                     uint32_t n_right, int k)
{
    return of->ranks->are_samples ? pass_at(k, outcome->n_predictions, n_right)
                                  : outcome_is_within((int)rank, k);
}

static struct amount repaired(const struct scored *of, const struct outcome *outcome,
                              double located, double solved, int k)
{
    if (of->gold->is_place_given)
        return (struct amount){solved, 1};
    if (!of->ranks->are_samples)
        return (struct amount){located * solved, located};
    double either = pass_at(k, outcome->n_predictions, outcome->n_either);
    return (struct amount){fmax(0, located + solved - either), located}; /* no -1e-17 */
}

static struct amount amount_of(const struct scored *of, const struct share *share, size_t item)
{
    const struct outcome *outcome = &of->outcomes->items[item];
    int k = share->k;
    double located = chance(of, outcome, outcome->located, outcome->n_located, k);
    double solved = chance(of, outcome, outcome->solved, outcome->n_solved, k);
    switch (share->measure) {
    case LOCATED:
        return (struct amount){located, 1};
    case REPAIRED:
        return repaired(of, outcome, located, solved, k);
    case FLAGGED:
        return (struct amount){of->ranks->are_samples
                                   ? 1 - pass_at(k, outcome->n_predictions, outcome->n_no_bug)
                                   : outcome_is_flagged(outcome, k),
                               1};
    case UNKNOWN:
        return (struct amount){NAN, 1};
    case PLAUSIBLE:
        return (struct amount){
            chance(of, outcome, of->plausibility[item].rank, of->plausibility[item].n, k), 1};
    default:
        return (struct amount){solved, 1};
    }
}

static bool is_of(const struct scored *of, const struct share *share, size_t item)
{
    const struct gold_item *one = &of->gold->items.items[item];
    if ((share->language && one->language != share->language) ||
        (share->is_of_executed && !(of->plausibility && of->plausibility[item].is_executed)))
        return false;
    return share->category < 0 ? one->category != GOLD_CORRECT : one->category == share->category;
}

/* Returns a share of its sums by problem: of what is right, and of what. */
static struct json *make_share(struct bootstrap *bootstrap, const double *right, const double *n,
                               size_t n_problems)
{
    struct interval wilson = {NAN, NAN}, boot = {NAN, NAN};
    double sum = 0, of = 0;
    for (size_t i = 0; i < n_problems; i++) {
        sum += right[i];
        of += n[i];
    }
    if (of > 0 && !isnan(sum)) {
        wilson = wilson_interval(sum, of);
        boot = bootstrap ? bootstrap_interval(bootstrap, right, n) : boot;
    }
    return json_make(J_DOUBLE("n", of), J_DOUBLE("right", sum),
                     J_DOUBLE("share", of > 0 ? sum / of : NAN), J_DOUBLE("low", wilson.low),
                     J_DOUBLE("high", wilson.high), J_DOUBLE("boot_low", boot.low),
                     J_DOUBLE("boot_high", boot.high));
}

static struct json *share_of(const struct scored *of, const struct share *share)
{
    size_t n_problems = of->gold->n_problems;
    scoped_memory double *right_by = mem_alloc(n_problems, sizeof *right_by);
    scoped_memory double *n_by = mem_alloc(n_problems, sizeof *n_by);
    for (size_t i = 0; i < of->gold->items.n; i++) {
        if (!is_of(of, share, i))
            continue;
        struct amount amount = amount_of(of, share, i);
        size_t problem = of->gold->items.items[i].problem_number;
        right_by[problem] += amount.right;
        n_by[problem] += amount.n;
    }
    return make_share(of->bootstrap, right_by, n_by, n_problems);
}

/* ---- The list of shares ---- */

/* Whether the system has to find the place of a bug: it was not given, and the question asks for
 * it, as all but `classify` do. */
static bool has_place(const struct scored *of)
{
    return !of->gold->is_place_given &&
           !(of->question && strcmp(of->question->name, "classify") == 0);
}

static bool asks_for(const struct scored *of, enum measure measure)
{
    const char *question = of->question ? of->question->name : "";
    if (measure == SOLVED)
        return !of->gold->is_place_given;
    return measure == LOCATED
               ? has_place(of)
               : strcmp(question, "classify") != 0 && strcmp(question, "locate") != 0;
}

/* The list, and what is the same in many of its rows. */
struct listing {
    struct json *rows;
    const char *system;
    const struct scored *of;
};

/* Adds a share for each k. */
static void list(const struct listing *listing, const char *score, const char *category,
                 struct share share)
{
    for (int i = 0; i < listing->of->ranks->n; i++) {
        share.k = listing->of->ranks->k[i];
        struct json *row =
            json_make(J_TEXT("system", listing->system), J_TEXT("category", category),
                      J_TEXT("language", share.language ? share.language->name : NULL),
                      J_TEXT("score", score), J_INT("k", share.k));
        scoped(json) *figures = share_of(listing->of, &share);
        json_each(member, figures)
            json_set(row, json_name(member), json_copy(member));
        json_push(listing->rows, row);
    }
}

static bool has_language(const struct gold *gold, const struct language *language)
{
    for (size_t i = 0; i < gold->items.n; i++)
        if (gold->items.items[i].language == language)
            return true;
    return false;
}

/* Adds it for each language, too, if there are several. */
static void list_languages(const struct listing *listing, const char *score, const char *category,
                           struct share share)
{
    const struct gold *gold = listing->of->gold;
    int n = 0;
    list(listing, score, category, share);
    for (int i = 0; languages[i]; i++)
        n += has_language(gold, languages[i]);
    for (int i = 0; languages[i] && n > 1; i++) {
        share.language = languages[i];
        if (has_language(gold, share.language))
            list(listing, score, category, share);
    }
}

void measures_shares(struct json *rows, const char *system, const struct scored *of,
                     bool has_executed)
{
    static const char *const scores[] = {"joint", "localisation", "repair"};
    const struct listing listing = {rows, system, of};
    struct share share = {.measure = SOLVED};
    for (; share.measure <= REPAIRED; share.measure++) {
        for (int i = 0; i < N_CATEGORIES && asks_for(of, share.measure); i++) {
            share.category = (int)categories[i];
            list(&listing, scores[share.measure], bug_category_name(categories[i]), share);
        }
        share.category = -1;
        if (asks_for(of, share.measure))
            list_languages(&listing, scores[share.measure], "all", share);
    }
    share.measure = outcomes_are_of_bugs(of->outcomes, of->gold) ? UNKNOWN : FLAGGED;
    share.category = GOLD_CORRECT;
    list_languages(&listing, "false_positive", "correct", share);
    share = (struct share){.measure = SOLVED, .category = -1, .is_of_executed = true};
    if (has_executed)
        list(&listing, "exact", "executed", share);
    share.measure = PLAUSIBLE;
    if (has_executed)
        list(&listing, "plausible", "executed", share);
}

struct json *measures_executed(const struct scored *of)
{
    int64_t n = 0, n_shown = 0, n_bugs = (int64_t)of->gold->items.n - of->gold->n_correct;
    for (size_t i = 0; i < of->gold->items.n; i++) {
        n += of->plausibility[i].is_executed;
        n_shown += of->plausibility[i].is_shown;
    }
    return json_make(J_INT("n", n), J_INT("not_shown", n_bugs - n_shown),
                     J_INT("not_executed", n_shown - n));
}

/* ---- Comparisons: pairs of outcomes, by McNemar's test ---- */

/* Rows of the table: one for each category, then all bugs, then their places alone, then correct
 * programs. */
enum { ROW_ALL = N_CATEGORIES, ROW_LOCATED, ROW_CORRECT, N_PAIR_ROWS };

struct pairs_tally {
    int64_t n, both, only_system, only_baseline;
};

static int row_of(int category)
{
    int row = 0;
    if (category == GOLD_CORRECT)
        return ROW_CORRECT;
    while ((int)categories[row] != category)
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
    return row < ROW_ALL ? bug_category_name(categories[row]) : others[row - ROW_ALL];
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
    bool is_placed = has_place(of);
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
        if (is_placed)
            count(&out->tallies[ROW_LOCATED], outcome_is_within((int)ours->located, k),
                  outcome_is_within((int)theirs->located, k));
    }
    for (int row = 0; row < N_PAIR_ROWS; row++) {
        const struct pairs_tally *pairs = &out->tallies[row];
        double p = pairs->n ? mcnemar_test(pairs->only_system, pairs->only_baseline).p_exact : NAN;
        out->p_systems[row] = p;
        out->p_categories[row] = row < N_CATEGORIES ? p : NAN;
    }
}

/* Adjusts the p values of one family in their places. */
static void adjust(double **places, size_t n)
{
    scoped_memory double *p = mem_alloc(n, sizeof *p);
    size_t n_known = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(*places[i])) {
            places[n_known] = places[i];
            p[n_known++] = *places[i];
        }
    holm_adjust(p, n_known);
    for (size_t i = 0; i < n_known; i++)
        *places[i] = p[i];
}

static void adjust_all(struct comparison *all, size_t n)
{
    scoped_memory double **places = mem_alloc(n + N_CATEGORIES, sizeof *places);
    for (int row = 0; row < N_PAIR_ROWS; row++) {
        for (size_t i = 0; i < n; i++)
            places[i] = &all[i].p_systems[row];
        adjust(places, n);
    }
    for (size_t i = 0; i < n; i++) {
        for (int row = 0; row < N_CATEGORIES; row++)
            places[row] = &all[i].p_categories[row];
        adjust(places, N_CATEGORIES);
    }
}

void measures_compare(struct json **out, const struct scored *of,
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

/* ---- Rewrites ----
 *
 * The id of a rewrite contains the id of its bug. What a kind of rewrites loses is counted by
 * problem, for the intervals; all kinds together are the sums of these. */

/* The character after the id of a submission. */
static const char sign = '~';

/* The kinds of Li et al. (augment/rewrite_kind.h makes them). */
enum { N_KINDS = 2 };
static const char *const kind_names[N_KINDS] = {"rename", "condition"};

/* Returns the number of the kind whose name a text begins with, and moves `text` past the name and
 * its number; N_KINDS if there is none. */
static int read_kind(const char **text)
{
    size_t length = strspn(*text, "abcdefghijklmnopqrstuvwxyz");
    int kind = 0;
    while (kind < N_KINDS &&
           (strlen(kind_names[kind]) != length || memcmp(kind_names[kind], *text, length) != 0))
        kind++;
    *text += length + strspn(*text + length, "0123456789");
    return kind;
}

/* Appends the id of the bug, and returns the kind. A submission id may end in several `~kind` (a
 * mutant or a rewrite that was rewritten); the last one is that of the rewrite. Returns N_KINDS if
 * `id` is not that of a rewrite. */
static int read_id(const char *id, struct str *original)
{
    int n_kinds = 0, kind = N_KINDS;
    for (const char *at = id; *at;) {
        const char *end = at + 1;
        int own = *at == sign ? read_kind(&end) : N_KINDS;
        if (*at == sign && end == at + 1)
            return N_KINDS;
        if (*at != sign || *end == sign) {
            str_add(original, at, (size_t)(end - at));
        } else if (own == N_KINDS || (*end && *end != '-') || (n_kinds && own != kind)) {
            return N_KINDS;
        } else {
            kind = own;
            n_kinds++;
        }
        at = end;
    }
    return n_kinds == 2 ? kind : N_KINDS;
}

/* The counts of the formulas. */
enum { NAM, NDM, NAS, NDS, N_COUNTS };

struct kind_counts {
    double *counts;    /* [NAM and so on][problem of the gold] */
    bool *is_affected; /* by item of the gold: one of its rewrites is lost */
    int64_t n_rewrites;
};

struct robustness {
    const struct scored *bugs;
    int k;
    size_t n_problems;
    struct kind_counts kinds[N_KINDS];
    int64_t n_without_original, n_of_correct;
};

static bool was_solved(const struct robustness *all, size_t item)
{
    const struct gold_item *bug = &all->bugs->gold->items.items[item];
    return bug->category != GOLD_CORRECT &&
           outcome_is_right(bug, &all->bugs->outcomes->items[item], all->k);
}

static void add_rewrite(struct robustness *all, int64_t item, struct kind_counts *kind,
                        bool is_solved)
{
    const struct gold_item *bug = item < 0 ? NULL : &all->bugs->gold->items.items[item];
    bool is_counted = bug && bug->category != GOLD_CORRECT;
    all->n_without_original += !bug;
    all->n_of_correct += bug && !is_counted;
    kind->n_rewrites += is_counted;
    if (!is_counted || !was_solved(all, (size_t)item))
        return;
    double *counts = &kind->counts[bug->problem_number];
    counts[NAM * all->n_problems]++;
    counts[NDM * all->n_problems] += !is_solved;
    counts[NDS * all->n_problems] += !is_solved && !kind->is_affected[item];
    kind->is_affected[item] = kind->is_affected[item] || !is_solved;
}

static void count_solved(struct robustness *all)
{
    for (size_t i = 0; i < all->bugs->gold->items.n; i++)
        for (int kind = 0; kind < N_KINDS; kind++)
            if (all->kinds[kind].n_rewrites && was_solved(all, i))
                all->kinds[kind].counts[NAS * all->n_problems +
                                        all->bugs->gold->items.items[i].problem_number]++;
}

/* The figures of `n` kinds, from the first one. */
static struct json *kind_row(const struct robustness *all, const char *name, int first, int n)
{
    size_t n_problems = all->n_problems;
    scoped_memory double *sums = mem_alloc(mem_multiply(n_problems, N_COUNTS), sizeof *sums);
    double totals[N_COUNTS] = {0};
    int64_t n_rewrites = 0;
    for (int kind = first; kind < first + n; kind++) {
        n_rewrites += all->kinds[kind].n_rewrites;
        for (size_t i = 0; i < n_problems * N_COUNTS; i++)
            sums[i] += all->kinds[kind].counts[i];
    }
    for (size_t i = 0; i < n_problems * N_COUNTS; i++)
        totals[i / n_problems] += sums[i];
    return json_make(J_TEXT("kind", name), J_INT("rewrites", n_rewrites),
                     J_INT("rewrites_of_solved", (int64_t)totals[NAM]),
                     J_VALUE("pdm", make_share(all->bugs->bootstrap, &sums[NDM * n_problems],
                                               &sums[NAM * n_problems], n_problems)),
                     J_INT("solved", (int64_t)totals[NAS]),
                     J_VALUE("pda", make_share(all->bugs->bootstrap, &sums[NDS * n_problems],
                                               &sums[NAS * n_problems], n_problems)));
}

static int add_rewrites(struct robustness *all, const struct scored *rewrites, struct err *err)
{
    scoped(str) original = {0};
    for (size_t i = 0; i < rewrites->gold->items.n; i++) {
        const struct gold_item *item = &rewrites->gold->items.items[i];
        str_clear(&original);
        int kind = read_id(item->id, &original);
        if (kind == N_KINDS)
            return err_set(err,
                           "'%.200s' is not the id of a rewrite, such as p1-s1~rename-s2~rename; "
                           "give the rewrites that tokfix rewrite made",
                           item->id);
        add_rewrite(all, table_find(&all->bugs->gold->ids, str_text(&original)), &all->kinds[kind],
                    outcome_is_right(item, &rewrites->outcomes->items[i], all->k));
    }
    count_solved(all);
    return 0;
}

int measures_rewrites(struct json **out, const struct scored *bugs, const struct scored *rewrites,
                      int k, struct err *err)
{
    struct robustness all = {.bugs = bugs, .k = k, .n_problems = bugs->gold->n_problems};
    struct json *kinds = json_array();
    for (int kind = 0; kind < N_KINDS; kind++) {
        all.kinds[kind].counts = mem_alloc(mem_multiply(all.n_problems, N_COUNTS), sizeof(double));
        all.kinds[kind].is_affected = mem_alloc(bugs->gold->items.n, sizeof(bool));
    }
    int status = add_rewrites(&all, rewrites, err);
    json_push(kinds, kind_row(&all, "all", 0, N_KINDS));
    for (int kind = 0; kind < N_KINDS; kind++) {
        json_push(kinds, kind_row(&all, kind_names[kind], kind, 1));
        free(all.kinds[kind].counts);
        free(all.kinds[kind].is_affected);
    }
    *out = json_make(J_INT("rewrites", (int64_t)rewrites->gold->items.n),
                     J_INT("without_original", all.n_without_original),
                     J_INT("of_correct", all.n_of_correct), J_VALUE("kinds", kinds));
    return status;
}

/* ---- The thesis ---- */

/* The results of a detector in percent. NAN: not reported. */
static const struct {
    const char *table, *training;            /* on which fixes it was trained, or fine-tuned */
    double joint, localisation;              /* bugs with the right place and repair; place */
    double repair_at_place, false_positives; /* if the place is given; of correct programs */
} thesis_detectors[] = {
    {"1", "mutants", 21.4, NAN, NAN, 25.2},
    {"1", "real", 10.9, NAN, NAN, 12.1},
    {"1", "mixed", 24.5, NAN, NAN, 27.0},
    {"1", "fine-tuned", 32.2, NAN, NAN, 26.7},
    {"1", "more mutants", 24.9, NAN, NAN, 30.0},
    {"1", "more mutants, fine-tuned", 36.7, NAN, NAN, 22.0},
    {"6", "no fine-tuning", 19.01, 25.79, 54.64, NAN},
    {"6", "GitHub", 29.07, 37.24, 65.43, NAN},
    {"6", "contest", 2.78, 3.11, 58.64, NAN},
    {"6", "both", 27.74, 33.07, 66.43, NAN},
};

struct json *measures_thesis(void)
{
    struct json *list = json_array();
    for (size_t i = 0; i < sizeof thesis_detectors / sizeof *thesis_detectors; i++)
        json_push(list,
                  json_make(J_TEXT("table", thesis_detectors[i].table),
                            J_TEXT("training", thesis_detectors[i].training),
                            J_DOUBLE("joint", thesis_detectors[i].joint),
                            J_DOUBLE("localisation", thesis_detectors[i].localisation),
                            J_DOUBLE("repair", thesis_detectors[i].repair_at_place),
                            J_DOUBLE("false_positives", thesis_detectors[i].false_positives)));
    return list;
}
