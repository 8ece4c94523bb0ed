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

struct json *score_inputs(const char *name, const struct scored *of,
                          const struct predictions *predictions)
{
    const struct gold *gold = of->gold;
    int64_t n_unreadable = 0;
    for (size_t i = 0; i < of->verdicts->n; i++)
        n_unreadable += of->verdicts->items[i].n_unreadable;
    int64_t n = (int64_t)gold->items.n;
    struct json *inputs = json_make(
        J_TEXT("name", name), J_INT("items", n), J_INT("bugs", n - gold->n_correct),
        J_INT("correct", gold->n_correct), J_INT("predictions", (int64_t)predictions->list.n),
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
        (is_executed && !(of->plausibility && of->plausibility[item].is_executed)) ||
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

static int64_t count_items(const struct scored *of, struct share share)
{
    int64_t n = 0;
    for (size_t i = 0; i < of->gold->items.n; i++)
        n += is_of(of, &share, i);
    return n;
}

/* ---- The list of shares ---- */

/* What a task asks for, other than the category. */
static bool asks_for_place(const struct export_task *task)
{
    return !task || strcmp(task->name, "classify") != 0;
}

bool score_has_place(const struct scored *of)
{
    return asks_for_place(of->task) && !of->gold->is_place_given;
}

static bool asks_for(const struct scored *of, enum measure measure)
{
    if (measure == SOLVED)
        return !of->gold->is_place_given;
    if (measure == LOCATED)
        return score_has_place(of);
    return asks_for_place(of->task) && !(of->task && strcmp(of->task->name, "locate") == 0);
}

/* The list, and what is the same in many of its rows. */
struct listing {
    struct json *rows;
    const char *system;
    const struct scored *of;
};

static void list_share(const struct listing *listing, const char *score, const char *category,
                       const struct share *share)
{
    struct json *row = json_make(J_TEXT("system", listing->system), J_TEXT("category", category),
                                 J_TEXT("language", share->language ? share->language->name : NULL),
                                 J_TEXT("score", score), J_INT("k", share->k));
    scoped(json) *figures = share_of(listing->of, share);
    json_each(member, figures)
        json_set(row, json_name(member), json_copy(member));
    json_push(listing->rows, row);
}

/* For each k. */
static void list_ranks(const struct listing *listing, const char *score, const char *category,
                       struct share share)
{
    for (int i = 0; i < listing->of->ranks->n; i++) {
        share.k = listing->of->ranks->k[i];
        list_share(listing, score, category, &share);
    }
}

static bool has_language(const struct gold *gold, const struct language *language)
{
    for (size_t i = 0; i < gold->items.n; i++)
        if (gold->items.items[i].language == language)
            return true;
    return false;
}

/* For each language, too, if there are several. */
static void list_languages(const struct listing *listing, const char *score, const char *category,
                           struct share share)
{
    const struct gold *gold = listing->of->gold;
    int n = 0;
    list_ranks(listing, score, category, share);
    for (int i = 0; languages[i]; i++)
        n += has_language(gold, languages[i]);
    for (int i = 0; languages[i] && n > 1; i++) {
        share.language = languages[i];
        if (has_language(gold, share.language))
            list_ranks(listing, score, category, share);
    }
}

static void list_bugs(const struct listing *listing, const char *score, enum measure measure)
{
    struct share share = {.measure = measure};
    for (int i = 0; i < N_SCORE_CATEGORIES; i++) {
        share.category = (int)score_categories[i];
        list_ranks(listing, score, bug_category_name(score_categories[i]), share);
    }
    share.category = ANY_BUG;
    list_languages(listing, score, "all", share);
}

static void list_false_positives(const struct listing *listing)
{
    bool is_unknown = verdicts_are_of_bugs(listing->of->verdicts, listing->of->gold);
    struct share share = {.measure = is_unknown ? UNKNOWN : FLAGGED, .category = GOLD_CORRECT};
    list_languages(listing, "false_positive", "correct", share);
    share.measure = is_unknown ? UNKNOWN : ALARMED;
    share.k = 1;
    for (int i = 0; i < N_SCORE_CATEGORIES; i++) {
        share.part = (int)score_categories[i];
        list_share(listing, "false_positive_edit", bug_category_name(score_categories[i]), &share);
    }
}

void score_list(struct json *rows, const char *system, const struct scored *of, int k,
                bool has_executed)
{
    static const struct {
        const char *score;
        enum measure measure;
    } measures[] = {{"joint", SOLVED}, {"localisation", LOCATED}, {"repair", REPAIRED}};
    const struct listing listing = {rows, system, of};
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++)
        if (asks_for(of, measures[i].measure))
            list_bugs(&listing, measures[i].score, measures[i].measure);
    list_false_positives(&listing);
    struct share share = {.measure = EXACT_PATCHES, .k = k, .category = ANY_BUG};
    list_share(&listing, "exact_patch", "patches", &share);
    share.measure = EXACT;
    if (has_executed)
        list_ranks(&listing, "exact", "executed", share);
    share.measure = PLAUSIBLE;
    if (has_executed)
        list_ranks(&listing, "plausible", "executed", share);
}

struct json *score_executed(const struct scored *of)
{
    int64_t n_shown = 0, n_bugs = (int64_t)of->gold->items.n - of->gold->n_correct;
    int64_t n = count_items(of, (struct share){.measure = EXACT, .category = ANY_BUG});
    for (size_t i = 0; i < of->gold->items.n; i++)
        n_shown += of->plausibility[i].is_shown;
    return json_make(J_INT("n", n), J_INT("not_shown", n_bugs - n_shown),
                     J_INT("not_executed", n_shown - n));
}

struct json *score_calibration(const struct scored *of)
{
    struct json *rows = json_array();
    struct share share = {.measure = IN_BIN, .category = ANY_ITEM};
    int64_t n_sure = 0;
    double error = 0;
    for (; share.part < N_BINS; share.part++) {
        struct json *accuracy = share_of(of, &share);
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

struct json *score_thesis(void)
{
    struct json *rows = json_array();
    for (const struct thesis_detector *detector = thesis_detectors; detector->table; detector++)
        json_push(rows, json_make(J_TEXT("table", detector->table),
                                  J_TEXT("training", detector->training),
                                  J_DOUBLE("joint", detector->joint),
                                  J_DOUBLE("localisation", detector->localisation),
                                  J_DOUBLE("repair", detector->repair_at_place),
                                  J_DOUBLE("false_positives", detector->false_positives)));
    return rows;
}

double score_number(const struct json *object, const char *key)
{
    return json_number(json_get(object, key), NAN);
}
