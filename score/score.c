/* All figures are sums over items that depend only on the gold and the outcomes. A share adds, for
 * each of its items, how much is right of how much; with samples these are probabilities. The sums
 * by problem give its bootstrap interval. */
#include "score/score.h"

#include "base/chance.h"

#include <math.h>
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

const enum bug_category score_categories[N_SCORE_CATEGORIES] = {CATEGORY_VARIABLE_MISUSE,
                                                                CATEGORY_BINARY_OPERATOR,
                                                                CATEGORY_COMPARISON_OPERATOR,
                                                                CATEGORY_LOGICAL_OPERATOR,
                                                                CATEGORY_ASSIGNMENT_OPERATOR,
                                                                CATEGORY_LITERAL,
                                                                CATEGORY_TYPE,
                                                                CATEGORY_OTHER};

struct json *score_inputs(const char *name, const struct scored *of,
                          const struct predictions *predictions)
{
    const struct gold *gold = of->gold;
    int64_t n = (int64_t)gold->items.n, n_unreadable = 0;
    for (size_t i = 0; i < of->outcomes->n; i++)
        n_unreadable += of->outcomes->items[i].n_unreadable;
    return json_make(
        J_TEXT("name", name), J_INT("items", n), J_INT("bugs", n - gold->n_correct),
        J_INT("correct", gold->n_correct), J_INT("predictions", (int64_t)predictions->list.n),
        J_INT("answered", predictions->n_answered),
        J_INT("unanswered", n - predictions->n_answered),
        J_INT("unknown_ids", predictions->n_unknown_ids),
        J_INT("unknown_predictions", predictions->n_unknown),
        J_TEXT("task", of->question ? of->question->name : NULL),
        J_BOOL("place_given", gold->is_place_given), J_INT("unreadable", n_unreadable));
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

struct json *score_share(struct bootstrap *bootstrap, const double *right, const double *n,
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
    return score_share(of->bootstrap, right_by, n_by, n_problems);
}

/* ---- The list of shares ---- */

/* Whether a question asks for the place; all but `classify` do. */
bool score_has_place(const struct scored *of)
{
    return !of->gold->is_place_given &&
           !(of->question && strcmp(of->question->name, "classify") == 0);
}

static bool asks_for(const struct scored *of, enum measure measure)
{
    const char *task = of->question ? of->question->name : "";
    if (measure == SOLVED)
        return !of->gold->is_place_given;
    return measure == LOCATED ? score_has_place(of)
                              : strcmp(task, "classify") != 0 && strcmp(task, "locate") != 0;
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

void score_list(struct json *rows, const char *system, const struct scored *of, bool has_executed)
{
    static const char *const scores[] = {"joint", "localisation", "repair"};
    const struct listing listing = {rows, system, of};
    struct share share = {.measure = SOLVED};
    for (; share.measure <= REPAIRED; share.measure++) {
        for (int i = 0; i < N_SCORE_CATEGORIES && asks_for(of, share.measure); i++) {
            share.category = (int)score_categories[i];
            list(&listing, scores[share.measure], bug_category_name(score_categories[i]), share);
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

struct json *score_executed(const struct scored *of)
{
    int64_t n = 0, n_shown = 0, n_bugs = (int64_t)of->gold->items.n - of->gold->n_correct;
    for (size_t i = 0; i < of->gold->items.n; i++) {
        n += of->plausibility[i].is_executed;
        n_shown += of->plausibility[i].is_shown;
    }
    return json_make(J_INT("n", n), J_INT("not_shown", n_bugs - n_shown),
                     J_INT("not_executed", n_shown - n));
}

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

struct json *score_thesis(void)
{
    struct json *rows = json_array();
    for (size_t i = 0; i < sizeof thesis_detectors / sizeof *thesis_detectors; i++)
        json_push(rows,
                  json_make(J_TEXT("table", thesis_detectors[i].table),
                            J_TEXT("training", thesis_detectors[i].training),
                            J_DOUBLE("joint", thesis_detectors[i].joint),
                            J_DOUBLE("localisation", thesis_detectors[i].localisation),
                            J_DOUBLE("repair", thesis_detectors[i].repair_at_place),
                            J_DOUBLE("false_positives", thesis_detectors[i].false_positives)));
    return rows;
}
