/* All figures are sums over items that depend only on the gold and the verdicts. A share adds, for
 * each of its items, how much is right of how much; with samples these are probabilities. The sums
 * by problem give its bootstrap interval. For the calibration, the probabilities of the first
 * predictions are sorted into ten bins of equal width. */
#include "score/score.h"

#include "report/thesis.h"
#include "base/statistics.h"

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

struct score_ranks score_ranks_of(int k)
{
    struct score_ranks ranks = {.k = {1, 3, 5, 10}, .n = 4};
    score_ranks_add(&ranks, k);
    return ranks;
}

const struct json *score_rank(const struct json *ranks, int64_t k)
{
    const struct json *rank = json_first(ranks);
    while (rank && json_int(json_get(rank, "k"), 0) != k)
        rank = json_next(rank);
    return rank;
}

const enum bug_category score_categories[N_SCORE_CATEGORIES] = {CATEGORY_VARIABLE_MISUSE,
                                                                CATEGORY_BINARY_OPERATOR,
                                                                CATEGORY_COMPARISON_OPERATOR,
                                                                CATEGORY_LOGICAL_OPERATOR,
                                                                CATEGORY_ASSIGNMENT_OPERATOR,
                                                                CATEGORY_LITERAL,
                                                                CATEGORY_TYPE,
                                                                CATEGORY_OTHER};

static struct json *short_of(const struct scored *of)
{
    struct json *rows = json_array();
    for (int i = 0; i < of->ranks->n; i++)
        json_push(rows,
                  json_make(J_INT("k", of->ranks->k[i]),
                            J_INT("items", verdicts_count_below(of->verdicts, of->ranks->k[i]))));
    return rows;
}

struct json *score_inputs(const struct scored *of, const struct predictions *predictions)
{
    const struct gold *gold = of->gold;
    int64_t n_unreadable = 0;
    for (size_t i = 0; i < of->verdicts->n; i++)
        n_unreadable += of->verdicts->items[i].n_unreadable;
    int64_t n = (int64_t)gold->items.n, n_used = (int64_t)predictions->list.n;
    struct json *inputs = json_make(
        J_INT("items", n), J_INT("bugs", n - gold->n_correct), J_INT("correct", gold->n_correct),
        J_INT("predictions", n_used + predictions->n_unknown),
        J_INT("answered", predictions->n_answered),
        J_INT("unanswered", n - predictions->n_answered),
        J_INT("unknown_ids", predictions->n_unknown_ids),
        J_INT("unknown_predictions", predictions->n_unknown),
        J_TEXT("task", of->task ? of->task->name : NULL),
        J_BOOL("place_given", gold->is_place_given), J_INT("unreadable", n_unreadable));
    if (of->ranks->are_samples)
        json_set(inputs, "short", short_of(of));
    return inputs;
}

/* ---- Shares ---- */

/* What is right of what. */
enum measure {
    LOCATED,
    REPAIRED, /* of the bugs whose place is right; of all bugs if the place is given */
    SOLVED,
    FLAGGED,
    ALARMED, /* of the correct programs, those flagged with an edit of this category */
    UNKNOWN,
    EXACT_PATCHES,
    EXACT, /* this and the next are of the executed bugs */
    PLAUSIBLE,
    IN_BIN /* right first predictions, of those whose probability is in this bin */
};

enum { ANY_BUG = -1, ANY_ITEM = -2 }; /* as the category of items */

struct share {
    enum measure measure;
    int k;
    int category; /* of the items: enum bug_category, GOLD_CORRECT, or one above */
    const struct language *language; /* of the items; NULL: all */
    int part;                        /* category of the predicted edit; number of the bin */
};

struct amount {
    double right, n; /* NAN: unknown, because there are fewer than k samples */
};

/* The probability that k predictions have a right one: the first k, or k samples. */
static double chance(const struct scored *of, const struct verdict *verdict, uint32_t rank,
                     uint32_t n_right, int k)
{
    return of->ranks->are_samples ? pass_at(k, verdict->n_predictions, n_right)
                                  : verdict_is_within((int)rank, k);
}

static struct amount repaired(const struct scored *of, const struct verdict *verdict, int k)
{
    double located = chance(of, verdict, verdict->located, verdict->n_located, k);
    double solved = chance(of, verdict, verdict->solved, verdict->n_solved, k);
    if (of->gold->is_place_given)
        return (struct amount){solved, 1};
    if (!of->ranks->are_samples)
        return (struct amount){located * solved, located};
    double either = pass_at(k, verdict->n_predictions, verdict->n_either);
    return (struct amount){fmax(0, located + solved - either), located}; /* no -1e-17 */
}

static double flagged(const struct scored *of, const struct verdict *verdict, int k)
{
    return of->ranks->are_samples ? 1 - pass_at(k, verdict->n_predictions, verdict->n_no_bug)
                                  : verdict_is_flagged(verdict, k);
}

static struct amount amount_of(const struct scored *of, const struct share *share, size_t item)
{
    const struct verdict *verdict = &of->verdicts->items[item];
    const struct plausibility *executed = of->plausibility ? &of->plausibility[item] : NULL;
    switch (share->measure) {
    case LOCATED:
        return (struct amount){chance(of, verdict, verdict->located, verdict->n_located, share->k),
                               1};
    case REPAIRED:
        return repaired(of, verdict, share->k);
    case FLAGGED:
        return (struct amount){flagged(of, verdict, share->k), 1};
    case ALARMED:
        return (struct amount){verdict_is_flagged(verdict, 1) && verdict->alarm == share->part, 1};
    case UNKNOWN:
        return (struct amount){NAN, 1};
    case EXACT_PATCHES:
        return (struct amount){verdict->patches.n_exact, verdict->patches.n};
    case IN_BIN:
        return (struct amount){verdict_is_right(&of->gold->items.items[item], verdict, 1), 1};
    case PLAUSIBLE:
        return (struct amount){chance(of, verdict, executed->rank, executed->n, share->k), 1};
    default:
        return (struct amount){chance(of, verdict, verdict->solved, verdict->n_solved, share->k),
                               1};
    }
}

enum { N_BINS = 10 };

/* The bounds are decimal: 0.3 is in the bin up to 0.3, although 10 * 0.3 and 3 * 0.1 are rounded in
 * binary. */
static int bin_of(double probability)
{
    int bin = 0;
    while (bin + 1 < N_BINS && probability > (bin + 1) / (double)N_BINS)
        bin++;
    return bin;
}

static bool is_of(const struct scored *of, const struct share *share, size_t item)
{
    const struct gold_item *one = &of->gold->items.items[item];
    double probability = of->verdicts->items[item].probability;
    bool is_executed = share->measure == EXACT || share->measure == PLAUSIBLE;
    bool is_in_bin = !isnan(probability) && bin_of(probability) == share->part;
    if ((share->language && one->language != share->language) ||
        (is_executed && !of->plausibility[item].is_executed) ||
        (share->measure == IN_BIN && !is_in_bin))
        return false;
    if (share->category == ANY_BUG)
        return one->category != GOLD_CORRECT;
    return share->category == ANY_ITEM || one->category == share->category;
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
    return json_make(J_DOUBLE("right", sum), J_DOUBLE("share", of > 0 ? sum / of : NAN),
                     J_DOUBLE("low", wilson.low), J_DOUBLE("high", wilson.high),
                     J_DOUBLE("boot_low", boot.low), J_DOUBLE("boot_high", boot.high));
}

/* Returns a share, and adds up its n. */
static struct json *sum_share(const struct scored *of, const struct share *share, double *n)
{
    size_t n_problems = of->gold->n_problems;
    scoped_memory double *right_by = mem_alloc(n_problems, sizeof *right_by);
    scoped_memory double *n_by = mem_alloc(n_problems, sizeof *n_by);
    *n = 0;
    for (size_t i = 0; i < of->gold->items.n; i++) {
        if (!is_of(of, share, i))
            continue;
        struct amount amount = amount_of(of, share, i);
        size_t problem = of->gold->items.items[i].problem_number;
        right_by[problem] += amount.right;
        n_by[problem] += amount.n;
        *n += amount.n;
    }
    return score_share(of->bootstrap, right_by, n_by, n_problems);
}

static struct json *share_of(const struct scored *of, struct share share)
{
    double n;
    return sum_share(of, &share, &n);
}

static int64_t count_items(const struct scored *of, struct share share)
{
    int64_t n = 0;
    for (size_t i = 0; i < of->gold->items.n; i++)
        n += is_of(of, &share, i);
    return n;
}

/* ---- Lists of shares ---- */

/* What a task asks for, other than the category. */
static bool asks_for_place(const struct export_task *task)
{
    return !task || strcmp(task->name, "classify") != 0;
}

static bool asks_for_repair(const struct export_task *task)
{
    return asks_for_place(task) && (!task || strcmp(task->name, "locate") != 0);
}

bool score_has_place(const struct scored *of)
{
    return asks_for_place(of->task) && !of->gold->is_place_given;
}

static struct json *repair_share(const struct scored *of, struct share share)
{
    double n;
    share.measure = REPAIRED;
    struct json *made = sum_share(of, &share, &n);
    json_set_double(made, "n", n);
    return made;
}

static struct json *located_share(const struct scored *of, struct share share)
{
    share.measure = LOCATED;
    return share_of(of, share);
}

/* `share`: of the solved bugs of a category. */
static struct json *bugs_row(const struct scored *of, struct share share, const char *category)
{
    struct json *ranks = json_array();
    bool has_place = score_has_place(of);
    for (int i = 0; i < of->ranks->n; i++) {
        share.k = of->ranks->k[i];
        json_push(
            ranks,
            json_make(J_INT("k", share.k),
                      J_VALUE("localisation", has_place ? located_share(of, share) : NULL),
                      J_VALUE("repair", asks_for_repair(of->task) ? repair_share(of, share) : NULL),
                      J_VALUE("joint", share_of(of, share))));
    }
    return json_make(J_TEXT("category", category), J_INT("n", count_items(of, share)),
                     J_VALUE("ranks", ranks));
}

struct json *score_bugs(const struct scored *of, const struct language *language)
{
    struct json *rows = json_array();
    struct share share = {.measure = SOLVED, .language = language};
    for (int i = 0; i < N_SCORE_CATEGORIES; i++) {
        share.category = (int)score_categories[i];
        json_push(rows, bugs_row(of, share, bug_category_name(score_categories[i])));
    }
    share.category = ANY_BUG;
    json_push(rows, bugs_row(of, share, "all"));
    return rows;
}

struct json *score_patches(const struct scored *of, const struct language *language)
{
    double n;
    const struct share share = {
        .measure = EXACT_PATCHES, .category = ANY_BUG, .language = language};
    struct json *exact = sum_share(of, &share, &n);
    return json_make(J_DOUBLE("n", n), J_VALUE("exact", exact));
}

struct json *score_plausible(const struct scored *of)
{
    struct share share = {.measure = EXACT, .category = ANY_BUG};
    int64_t n_shown = 0, n_bugs = (int64_t)of->gold->items.n - of->gold->n_correct;
    int64_t n = count_items(of, share);
    struct json *ranks = json_array();
    for (size_t i = 0; i < of->gold->items.n; i++)
        n_shown += of->plausibility[i].is_shown;
    for (int i = 0; i < of->ranks->n; i++) {
        struct share plausible = {PLAUSIBLE, share.k = of->ranks->k[i], ANY_BUG, NULL, 0};
        json_push(ranks, json_make(J_INT("k", share.k), J_VALUE("exact", share_of(of, share)),
                                   J_VALUE("plausible", share_of(of, plausible))));
    }
    return json_make(J_INT("n", n), J_INT("not_shown", n_bugs - n_shown),
                     J_INT("not_executed", n_shown - n), J_VALUE("ranks", ranks));
}

struct json *score_false_positives(const struct scored *of, const struct language *language)
{
    bool is_unknown = verdicts_are_of_bugs(of->verdicts, of->gold);
    struct share share = {
        .measure = is_unknown ? UNKNOWN : FLAGGED, .category = GOLD_CORRECT, .language = language};
    struct json *ranks = json_array(), *categories = json_array();
    for (int i = 0; i < of->ranks->n; i++) {
        share.k = of->ranks->k[i];
        json_push(ranks, json_make(J_INT("k", share.k), J_VALUE("flagged", share_of(of, share))));
    }
    share.measure = is_unknown ? UNKNOWN : ALARMED;
    for (int i = 0; i < N_SCORE_CATEGORIES; i++) {
        share.part = (int)score_categories[i];
        json_push(categories, json_make(J_TEXT("category", bug_category_name(score_categories[i])),
                                        J_VALUE("flagged", share_of(of, share))));
    }
    return json_make(J_INT("n", count_items(of, share)), J_VALUE("ranks", ranks),
                     J_VALUE("categories", categories));
}

struct json *score_calibration(const struct scored *of)
{
    struct json *rows = json_array();
    struct share share = {.measure = IN_BIN, .category = ANY_ITEM};
    int64_t n_sure = 0;
    double error = 0;
    for (; share.part < N_BINS; share.part++) {
        struct json *accuracy = share_of(of, share);
        int64_t n = count_items(of, share);
        double sum = 0;
        for (size_t i = 0; i < of->gold->items.n; i++)
            sum += is_of(of, &share, i) ? of->verdicts->items[i].probability : 0;
        error += fabs(score_number(accuracy, "right") - sum);
        n_sure += n;
        json_push(rows, json_make(J_DOUBLE("from", share.part / (double)N_BINS),
                                  J_DOUBLE("to", (share.part + 1) / (double)N_BINS), J_INT("n", n),
                                  J_VALUE("accuracy", accuracy),
                                  J_DOUBLE("probability", n ? sum / (double)n : NAN)));
    }
    return json_make(
        J_INT("n", n_sure), J_INT("without_probability", (int64_t)of->gold->items.n - n_sure),
        J_DOUBLE("error", n_sure ? error / (double)n_sure : NAN), J_VALUE("bins", rows));
}

static bool has_language(const struct gold *gold, const struct language *language)
{
    for (size_t i = 0; i < gold->items.n; i++)
        if (gold->items.items[i].language == language)
            return true;
    return false;
}

struct json *score_languages(const struct scored *of)
{
    struct json *rows = json_array();
    for (const struct language *const *language = languages; *language; language++)
        if (has_language(of->gold, *language))
            json_push(rows,
                      json_make(J_TEXT("language", (*language)->name),
                                J_VALUE("bugs", score_bugs(of, *language)),
                                J_VALUE("patches", score_patches(of, *language)),
                                J_VALUE("false_positives", score_false_positives(of, *language))));
    if (json_count(rows) > 1)
        return rows;
    json_free(rows);
    return NULL;
}

struct json *score_thesis(void)
{
    struct json *rows = json_array();
    for (size_t i = 0; i < sizeof thesis.detectors / sizeof *thesis.detectors; i++) {
        const struct thesis_detector *detector = &thesis.detectors[i];
        json_push(rows, json_make(J_TEXT("table", detector->table),
                                  J_TEXT("training", detector->training),
                                  J_DOUBLE("joint", detector->joint),
                                  J_DOUBLE("localisation", detector->localisation),
                                  J_DOUBLE("repair", detector->repair_at_place),
                                  J_DOUBLE("false_positives", detector->false_positives)));
    }
    return rows;
}

double score_number(const struct json *object, const char *key)
{
    return json_number(json_get(object, key), NAN);
}

double score_whole(const struct json *share, double n)
{
    return json_number(json_get(share, "n"), n);
}
