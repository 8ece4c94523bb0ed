/* All figures are counts that depend only on the gold and the verdicts. For the calibration, the
 * probabilities of the first predictions are sorted into ten bins of equal width. */
#include "score/score.h"

#include "report/thesis.h"
#include "base/statistics.h"

#include <math.h>
#include <string.h>

enum { N_BINS = 10 };

struct bin {
    int64_t n, n_right;
    double sum; /* of the probabilities */
};

/* The bounds are decimal: 0.3 is in the bin up to 0.3, although 10 * 0.3 and 3 * 0.1 are rounded in
 * binary. */
static int bin_of(double probability)
{
    int bin = 0;
    while (bin + 1 < N_BINS && probability > (bin + 1) / (double)N_BINS)
        bin++;
    return bin;
}

static struct json *bin_row(const struct bin *bin, int number)
{
    return json_make(J_DOUBLE("from", number / (double)N_BINS),
                     J_DOUBLE("to", (number + 1) / (double)N_BINS), J_INT("n", bin->n),
                     J_VALUE("accuracy", score_share(bin->n_right, bin->n)),
                     J_DOUBLE("probability", bin->n ? bin->sum / (double)bin->n : NAN));
}

struct json *score_calibration(const struct gold *gold, const struct verdicts *verdicts)
{
    struct bin bins[N_BINS] = {{0}};
    struct json *rows = json_array();
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
    return json_make(J_INT("n", n), J_INT("without_probability", (int64_t)verdicts->n - n),
                     J_DOUBLE("error", n ? error / (double)n : NAN), J_VALUE("bins", rows));
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
                                                                CATEGORY_TYPE,
                                                                CATEGORY_OTHER};

struct json *score_share(int64_t n_right, int64_t n)
{
    struct interval range = {NAN, NAN};
    if (n)
        range = wilson_interval(n_right, n);
    return json_make(J_INT("right", n_right),
                     J_DOUBLE("share", n ? (double)n_right / (double)n : NAN),
                     J_DOUBLE("low", range.low), J_DOUBLE("high", range.high));
}

struct json *score_inputs(const struct gold *gold, const struct predictions *predictions,
                          const struct verdicts *verdicts, const struct export_task *task)
{
    int64_t n_unreadable = 0;
    for (size_t i = 0; i < verdicts->n; i++)
        n_unreadable += verdicts->items[i].n_unreadable;
    int64_t n = (int64_t)gold->items.n, n_used = (int64_t)predictions->list.n;
    return json_make(
        J_INT("items", n), J_INT("bugs", n - gold->n_correct), J_INT("correct", gold->n_correct),
        J_INT("predictions", n_used + predictions->n_unknown),
        J_INT("answered", predictions->n_answered),
        J_INT("unanswered", n - predictions->n_answered),
        J_INT("unknown_ids", predictions->n_unknown_ids),
        J_INT("unknown_predictions", predictions->n_unknown),
        J_TEXT("task", task ? task->name : NULL), J_BOOL("place_given", gold->is_place_given),
        J_INT("unreadable", n_unreadable));
}

/* Counts of the right predictions for the bugs of a category. */
struct tally {
    int64_t n, located[MAX_SCORE_RANKS], solved[MAX_SCORE_RANKS];
    int64_t repaired[MAX_SCORE_RANKS]; /* of the located bugs, those also repaired */
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

/* What a task asks for, other than the category. */
static bool asks_for_place(const struct export_task *task)
{
    return !task || strcmp(task->name, "classify") != 0;
}

static bool asks_for_repair(const struct export_task *task)
{
    return asks_for_place(task) && (!task || strcmp(task->name, "locate") != 0);
}

/* A share of the bugs whose place is right; of all bugs if the place is given. */
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
    struct json *ranks = json_array();
    bool has_place = asks_for_place(task) && !is_place_given, has_repair = asks_for_repair(task);
    for (int i = 0; i < ks->n; i++)
        json_push(
            ranks,
            json_make(J_INT("k", ks->k[i]),
                      J_VALUE("localisation",
                              has_place ? score_share(tally->located[i], tally->n) : NULL),
                      J_VALUE("repair", has_repair ? repair_share(tally, i, is_place_given) : NULL),
                      J_VALUE("joint", score_share(tally->solved[i], tally->n))));
    return json_make(J_TEXT("category", category), J_INT("n", tally->n), J_VALUE("ranks", ranks));
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
        json_push(rows, json_make(J_TEXT("table", detector->table),
                                  J_TEXT("training", detector->training),
                                  J_DOUBLE("joint", detector->joint),
                                  J_DOUBLE("localisation", detector->localisation),
                                  J_DOUBLE("repair", detector->repair_at_place),
                                  J_DOUBLE("false_positives", detector->false_positives)));
    }
    return rows;
}

struct json *score_patches(const struct verdicts *verdicts)
{
    int64_t n = 0, n_exact = 0;
    for (size_t i = 0; i < verdicts->n; i++) {
        n += verdicts->items[i].patches.n;
        n_exact += verdicts->items[i].patches.n_exact;
    }
    return json_make(J_INT("n", n), J_VALUE("exact", score_share(n_exact, n)));
}

struct json *score_plausible(const struct gold *gold, const struct verdicts *verdicts,
                             const struct plausibility *plausibility, const struct score_ranks *ks)
{
    int64_t n = 0, n_shown = 0, n_bugs = (int64_t)gold->items.n - gold->n_correct;
    int64_t exact[MAX_SCORE_RANKS] = {0}, plausible[MAX_SCORE_RANKS] = {0};
    for (size_t i = 0; i < verdicts->n; i++) {
        n_shown += plausibility[i].is_shown;
        n += plausibility[i].is_executed;
        for (int rank = 0; rank < ks->n && plausibility[i].is_executed; rank++) {
            exact[rank] += verdict_is_within(verdicts->items[i].solved, ks->k[rank]);
            plausible[rank] += verdict_is_within(plausibility[i].rank, ks->k[rank]);
        }
    }
    struct json *ranks = json_array();
    for (int i = 0; i < ks->n; i++)
        json_push(ranks, json_make(J_INT("k", ks->k[i]), J_VALUE("exact", score_share(exact[i], n)),
                                   J_VALUE("plausible", score_share(plausible[i], n))));
    return json_make(J_INT("n", n), J_INT("not_shown", n_bugs - n_shown),
                     J_INT("not_executed", n_shown - n), J_VALUE("ranks", ranks));
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
    struct json *ranks = json_array(), *categories = json_array();
    for (int i = 0; i < ks->n; i++)
        json_push(ranks, json_make(J_INT("k", ks->k[i]),
                                   J_VALUE("flagged", score_share(flagged[i], gold->n_correct))));
    for (int i = 0; i < N_SCORE_CATEGORIES; i++)
        json_push(categories, json_make(J_TEXT("category", bug_category_name(score_categories[i])),
                                        J_VALUE("flagged", score_share(alarms[score_categories[i]],
                                                                       gold->n_correct))));
    return json_make(J_INT("n", gold->n_correct), J_VALUE("ranks", ranks),
                     J_VALUE("categories", categories));
}

/* The items of one language with their verdicts. */
struct part {
    struct gold gold;
    struct verdicts verdicts;
};

static void part_release(struct part *part)
{
    array_release(&part->gold.items);
    verdicts_release(&part->verdicts);
}
SCOPED_VALUE(part, part_release)

static void part_take(struct part *out, const struct gold *gold, const struct verdicts *verdicts,
                      const struct language *language)
{
    out->gold.is_place_given = gold->is_place_given;
    out->verdicts.items = mem_alloc(verdicts->n, sizeof *verdicts->items);
    for (size_t i = 0; i < gold->items.n; i++) {
        const struct gold_item *item = &gold->items.items[i];
        if (item->language != language)
            continue;
        array_push(&out->gold.items, *item);
        out->gold.n_correct += item->category == GOLD_CORRECT;
        out->verdicts.items[out->verdicts.n++] = verdicts->items[i];
    }
}

struct json *score_languages(const struct gold *gold, const struct verdicts *verdicts,
                             const struct export_task *task, const struct score_ranks *ranks)
{
    struct json *rows = json_array();
    for (const struct language *const *language = languages; *language; language++) {
        scoped(part) part = {0};
        part_take(&part, gold, verdicts, *language);
        if (!part.gold.items.n)
            continue;
        json_push(rows,
                  json_make(J_TEXT("language", (*language)->name),
                            J_VALUE("bugs", score_bugs(&part.gold, &part.verdicts, task, ranks)),
                            J_VALUE("patches", score_patches(&part.verdicts)),
                            J_VALUE("false_positives",
                                    score_false_positives(&part.gold, &part.verdicts, ranks))));
    }
    if (json_count(rows) > 1)
        return rows;
    json_free(rows);
    return NULL;
}

double score_number(const struct json *object, const char *key)
{
    return json_number(json_get(object, key), NAN);
}

double score_whole(const struct json *share, double n)
{
    return json_number(json_get(share, "n"), n);
}
