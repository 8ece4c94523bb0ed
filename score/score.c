/* Ten bins of equal width over the probabilities of the first predictions.
 *
 * Counting; every figure follows from the gold and the verdicts alone. */
#include "score/score.h"

#include "classify/classify.h"
#include "report/thesis.h"
#include "score/statistics.h"

#include <math.h>
#include <string.h>

enum { N_BINS = 10 };

struct bin {
    int64_t n, n_right;
    double sum; /* of the probabilities */
};

/* Bounds are the tenths as they are written: 0.3 is in the bin up to 0.3, though ten times it, or
 * three tenths of one, are rounded. */
static int bin_of(double probability)
{
    int bin = 0;
    while (bin + 1 < N_BINS && probability > (bin + 1) / (double)N_BINS)
        bin++;
    return bin;
}

static struct json *bin_row(const struct bin *bin, int number)
{
    struct json *row = json_object();
    json_set_double(row, "from", number / (double)N_BINS);
    json_set_double(row, "to", (number + 1) / (double)N_BINS);
    json_set_int(row, "n", bin->n);
    json_set(row, "accuracy", score_share(bin->n_right, bin->n));
    json_set_double(row, "probability", bin->n ? bin->sum / (double)bin->n : NAN);
    return row;
}

struct json *score_calibration(const struct gold *gold, const struct verdicts *verdicts)
{
    struct bin bins[N_BINS] = {{0}};
    struct json *object = json_object(), *rows = json_array();
    int64_t n = 0;
    double error = 0;
    for (size_t i = 0; i < verdicts->n; i++) {
        const struct verdict *verdict = &verdicts->items[i];
        if (isnan(verdict->probability))
            continue;
        struct bin *bin = &bins[bin_of(verdict->probability)];
        bin->n++;
        bin->n_right += verdict_is_right(&gold->items.items[i], verdict, 1);
        bin->sum += verdict->probability;
        n++;
    }
    for (int i = 0; i < N_BINS; i++) {
        error += fabs((double)bins[i].n_right - bins[i].sum);
        json_push(rows, bin_row(&bins[i], i));
    }
    json_set_int(object, "n", n);
    json_set_int(object, "without_probability", (int64_t)verdicts->n - n);
    json_set_double(object, "error", n ? error / (double)n : NAN);
    json_set(object, "bins", rows);
    return object;
}

struct score_ranks score_ranks_of(int k)
{
    static const int always[] = {1, 3, 5, 10};
    enum { N_ALWAYS = sizeof always / sizeof *always };
    struct score_ranks ranks = {.n = 0};
    int last = 0;
    for (int i = 0; i < N_ALWAYS; i++) {
        if (last < k && k < always[i])
            ranks.k[ranks.n++] = k;
        last = ranks.k[ranks.n++] = always[i];
    }
    if (last < k)
        ranks.k[ranks.n++] = k;
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
                                                                CATEGORY_OTHER};

struct json *score_share(int64_t n_right, int64_t n)
{
    struct json *share = json_object();
    struct interval range = {NAN, NAN};
    if (n)
        range = wilson_interval(n_right, n);
    json_set_int(share, "right", n_right);
    json_set_double(share, "share", n ? (double)n_right / (double)n : NAN);
    json_set_double(share, "low", range.low);
    json_set_double(share, "high", range.high);
    return share;
}

struct json *score_inputs(const struct gold *gold, const struct predictions *predictions,
                          const struct verdicts *verdicts, const struct export_task *task)
{
    struct json *inputs = json_object();
    int64_t n_unreadable = 0;
    for (size_t i = 0; i < verdicts->n; i++)
        n_unreadable += verdicts->items[i].n_unreadable;
    int64_t n = (int64_t)gold->items.n, n_used = (int64_t)predictions->list.n;
    json_set_int(inputs, "items", n);
    json_set_int(inputs, "bugs", n - gold->n_correct);
    json_set_int(inputs, "correct", gold->n_correct);
    json_set_int(inputs, "predictions", n_used + predictions->n_unknown);
    json_set_int(inputs, "answered", predictions->n_answered);
    json_set_int(inputs, "unanswered", n - predictions->n_answered);
    json_set_int(inputs, "unknown_ids", predictions->n_unknown_ids);
    json_set_int(inputs, "unknown_predictions", predictions->n_unknown);
    json_set_text(inputs, "task", task ? task->name : NULL);
    json_set_bool(inputs, "place_given", gold->is_place_given);
    json_set_int(inputs, "unreadable", n_unreadable);
    return inputs;
}

/* What of the bugs of a category is right. */
struct tally {
    int64_t n, located[MAX_SCORE_RANKS], solved[MAX_SCORE_RANKS];
    int64_t repaired[MAX_SCORE_RANKS]; /* of what is located, what is solved, too */
};

static void tally_add(struct tally *tally, const struct verdict *verdict,
                      const struct score_ranks *ranks)
{
    tally->n++;
    for (int i = 0; i < ranks->n; i++) {
        bool is_located = verdict_is_within(verdict->located, ranks->k[i]);
        bool is_solved = verdict_is_within(verdict->solved, ranks->k[i]);
        tally->located[i] += is_located;
        tally->solved[i] += is_solved;
        tally->repaired[i] += is_located && is_solved;
    }
}

/* What a task asks for besides the category. */
static bool asks_for_place(const struct export_task *task)
{
    return !task || strcmp(task->name, "classify") != 0;
}

static bool asks_for_repair(const struct export_task *task)
{
    return asks_for_place(task) && (!task || strcmp(task->name, "locate") != 0);
}

static void set_share(struct json *rank, const char *name, bool is_asked, int64_t n_right,
                      int64_t n)
{
    if (is_asked)
        json_set(rank, name, score_share(n_right, n));
    else
        json_set_text(rank, name, NULL);
}

/* Of the bugs whose place is right; if it is given, of all. */
static struct json *repair_share(const struct tally *tally, int rank, bool is_place_given)
{
    int64_t n_right = is_place_given ? tally->solved[rank] : tally->repaired[rank];
    int64_t n = is_place_given ? tally->n : tally->located[rank];
    struct json *share = score_share(n_right, n);
    json_set_int(share, "n", n);
    return share;
}

static struct json *tally_row(const struct tally *tally, const char *category,
                              const struct export_task *task, bool is_place_given,
                              const struct score_ranks *ks)
{
    struct json *row = json_object(), *ranks = json_array();
    json_set_text(row, "category", category);
    json_set_int(row, "n", tally->n);
    for (int i = 0; i < ks->n; i++) {
        struct json *rank = json_object();
        json_set_int(rank, "k", ks->k[i]);
        set_share(rank, "localisation", asks_for_place(task) && !is_place_given, tally->located[i],
                  tally->n);
        if (asks_for_repair(task))
            json_set(rank, "repair", repair_share(tally, i, is_place_given));
        else
            json_set_text(rank, "repair", NULL);
        json_set(rank, "joint", score_share(tally->solved[i], tally->n));
        json_push(ranks, rank);
    }
    json_set(row, "ranks", ranks);
    return row;
}

struct json *score_bugs(const struct gold *gold, const struct verdicts *verdicts,
                        const struct export_task *task, const struct score_ranks *ranks)
{
    struct tally tallies[N_CATEGORIES] = {{0}}, all = {0};
    struct json *rows = json_array();
    for (size_t i = 0; i < gold->items.n; i++) {
        int category = gold->items.items[i].category;
        if (category == GOLD_CORRECT)
            continue;
        tally_add(&tallies[category], &verdicts->items[i], ranks);
        tally_add(&all, &verdicts->items[i], ranks);
    }
    for (int i = 0; i < N_SCORE_CATEGORIES; i++) {
        enum bug_category category = score_categories[i];
        json_push(rows, tally_row(&tallies[category], bug_category_name(category), task,
                                  gold->is_place_given, ranks));
    }
    json_push(rows, tally_row(&all, "all", task, gold->is_place_given, ranks));
    return rows;
}

struct json *score_thesis(void)
{
    struct json *rows = json_array();
    for (size_t i = 0; i < sizeof thesis.detectors / sizeof *thesis.detectors; i++) {
        const struct thesis_detector *detector = &thesis.detectors[i];
        struct json *row = json_object();
        json_set_text(row, "table", detector->table);
        json_set_text(row, "training", detector->training);
        json_set_double(row, "joint", detector->joint);
        json_set_double(row, "localisation", detector->localisation);
        json_set_double(row, "repair", detector->repair_at_place);
        json_set_double(row, "false_positives", detector->false_positives);
        json_push(rows, row);
    }
    return rows;
}

struct json *score_patches(const struct verdicts *verdicts)
{
    struct json *object = json_object();
    int64_t n = 0, n_exact = 0;
    for (size_t i = 0; i < verdicts->n; i++) {
        n += verdicts->items[i].n_patches;
        n_exact += verdicts->items[i].n_exact;
    }
    json_set_int(object, "n", n);
    json_set(object, "exact", score_share(n_exact, n));
    return object;
}

struct json *score_false_positives(const struct gold *gold, const struct verdicts *verdicts,
                                   const struct score_ranks *ks)
{
    int64_t flagged[MAX_SCORE_RANKS] = {0}, alarms[N_CATEGORIES] = {0};
    for (size_t i = 0; i < gold->items.n; i++) {
        const struct verdict *verdict = &verdicts->items[i];
        if (gold->items.items[i].category != GOLD_CORRECT)
            continue;
        for (int rank = 0; rank < ks->n; rank++)
            flagged[rank] += verdict_is_flagged(verdict, ks->k[rank]);
        alarms[verdict->alarm] += verdict_is_flagged(verdict, 1);
    }
    struct json *object = json_object(), *ranks = json_array(), *categories = json_array();
    json_set_int(object, "n", gold->n_correct);
    for (int i = 0; i < ks->n; i++) {
        struct json *rank = json_object();
        json_set_int(rank, "k", ks->k[i]);
        json_set(rank, "flagged", score_share(flagged[i], gold->n_correct));
        json_push(ranks, rank);
    }
    for (int i = 0; i < N_SCORE_CATEGORIES; i++) {
        struct json *row = json_object();
        json_set_text(row, "category", bug_category_name(score_categories[i]));
        json_set(row, "flagged", score_share(alarms[score_categories[i]], gold->n_correct));
        json_push(categories, row);
    }
    json_set(object, "ranks", ranks);
    json_set(object, "categories", categories);
    return object;
}
