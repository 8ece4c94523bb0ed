/* The score of a system on a gold: figures as JSON, and the same figures for people, as LaTeX and
 * as CSV.
 *
 * A share is an object {right, share, low, high, boot_low, boot_high}, with its 95 % intervals:
 * Wilson's, and that of a bootstrap over the problems of the items (base/statistics.h), because
 * fixes of one problem are not independent. Its n is in the same object or in one that contains it.
 * All but right are null if n is 0; the last two also if all items are of one problem.
 *
 * Predictions are ranked guesses, and a share with a k counts the items for which one of the first
 * k is right. Or they are independent samples. Then it is the mean of the unbiased estimates of
 * pass@k over the items, `right` is their sum, and so is n if it is itself a number of right ones.
 * It is null if one of the items has fewer than k samples. (The scripts of Chen and others,
 * openai/human-eval, leave such a k out, too.) */
#ifndef SCORE_SCORE_H
#define SCORE_SCORE_H

#include "base/json.h"
#include "base/meter.h"
#include "score/judge.h"
#include "score/plausible.h"
#include "score/predictions.h"

#include <stdio.h>

/* The k of the shares, in ascending order. */
enum { MAX_SCORE_RANKS = 16 };
struct score_ranks {
    int k[MAX_SCORE_RANKS];
    int n;
    bool are_samples; /* pass@k of k samples, else the first k predictions */
};

/* Returns the numbers of first predictions in tables: 1, 3, 5, 10, and k if it is another one. */
struct score_ranks score_ranks_of(int k);

/* Adds a k in its order, if it is not there. There must be room. */
void score_ranks_add(struct score_ranks *ranks, int k);

/* Returns the element of `ranks` (below) for a k. */
const struct json *score_rank(const struct json *ranks, int64_t k);

/* Categories in the order of tables: the six, then `type` and `other`. */
enum { N_SCORE_CATEGORIES = N_CATEGORIES };
extern const enum bug_category score_categories[N_SCORE_CATEGORIES];

/* Returns a share (above), without n, of its sums by problem: of what is right, and of what. NULL
 * for `bootstrap`: without its interval. */
struct json *score_share(struct bootstrap *bootstrap, const double *right, const double *n,
                         size_t n_problems);

/* A system's verdicts on a gold, and how they are counted. */
struct scored {
    const struct gold *gold;
    const struct verdicts *verdicts;
    const struct plausibility *plausibility; /* by item; NULL: nothing was executed */
    const struct export_task *task;          /* of answers in words; NULL: there are none */
    const struct score_ranks *ranks;
    struct bootstrap *bootstrap; /* of gold->n_problems; NULL: without its intervals */
};

/* Whether the system has to find the place of a bug: the task asks for it, and it was not given. */
bool score_has_place(const struct scored *of);

/* Returns what was read: the numbers of items, bugs and correct programs; of answered and
 * unanswered items, and of unknown ids; the task of answers in words (NULL: there are none) and how
 * many of these cannot be read; whether the place of the bug was given; and of samples `short`,
 * [{k, items}]: how many items have fewer than k. */
struct json *score_inputs(const struct scored *of, const struct predictions *predictions);

/* Returns, for each category and `all`: {category, n, ranks: [{k, localisation, repair, joint}]}.
 * `joint` is everything that the task asks for. localisation or repair is null if the task does not
 * ask for it. A repair at a wrong place does not count, so `repair` is a share of the bugs whose
 * place is right, with its own `n`. If the place was given (gold.h), localisation is null, and
 * repair is a share of all bugs, as in Takada's thesis. This and the next two are of the items of a
 * language; NULL: all. */
struct json *score_bugs(const struct scored *of, const struct language *language);

/* Returns the patches, counted as Hu and Lee do (export/tags.h): {n, exact}, the number of the
 * first k predictions of bugs that are code, and the share of these with the tokens of the fixed
 * program. */
struct json *score_patches(const struct scored *of, const struct language *language);

/* Returns, for correct programs: {n, ranks: [{k, flagged}], categories: [{category, flagged}]}. The
 * categories are those of the first predictions' edits; their sum is `flagged` at k = 1 if the
 * predictions are ranked. Shares are unknown if verdicts_are_of_bugs(). */
struct json *score_false_positives(const struct scored *of, const struct language *language);

/* Returns the last three for the items of each language, a list of
 * {language, bugs, patches, false_positives}; NULL if all items have the same language. */
struct json *score_languages(const struct scored *of);

/* Returns how many repairs are plausible (plausible.h): {n, not_shown, not_executed, ranks: [{k,
 * exact, plausible}]}. The two shares are of the n executed bugs: those for which an exact match,
 * or a plausible repair, is among the first k predictions. not_shown counts the bugs that no test
 * of `tokfix verify` shows; not_executed those that a test shows, but not on this machine. */
struct json *score_plausible(const struct scored *of);

/* Returns how often the first prediction is right, by its probability: {n, without_probability,
 * error, bins: [{from, to, n, accuracy, probability}]}. A bin includes `to` and not `from`; the
 * first one includes both, as in Tufano and others (on code review). `error` is the expected
 * calibration error (Guo and others, ICML 2017): the mean distance of a bin's accuracy from its
 * mean probability, weighted by n; null if no prediction has a probability. */
struct json *score_calibration(const struct scored *of);

/* What is scored. */
struct score_request {
    const char *gold, *predictions;             /* paths, like all other texts here */
    struct text_list baselines;                 /* other systems' predictions for the same items */
    const char *rewrites, *rewrite_predictions; /* NULL: none */
    struct fix_choice choice;                   /* of a store */
    struct export_view view;                    /* of answers in words */
    bool has_task;                              /* the user gave the task: rows must agree */
    bool has_granularity, has_context;          /* the same for what was shown */
    bool executes;                              /* run the repaired programs; the gold is a store */
    bool has_thesis;                            /* add the detectors of the thesis */
    int64_t k;                                  /* one of the first k predictions must be right */
    struct score_ranks ranks;                   /* the k of all shares, among them this one */
    int64_t n_jobs;

    /* Get messages: a note of one line; a wrong line of predictions. */
    void (*on_note)(void *context, const char *note);
    void (*on_wrong_line)(void *context, const char *message);
    void *context;
    struct meter meter; /* of the execution */
};

/* Fills `score` with the members name (of the system), k, samples (true; else absent), bootstrap
 * ({problems, without_problem, resamples}), inputs, bugs, patches, false_positives (above),
 * calibration, languages if there are several, and, if requested, plausible, thesis, baselines and
 * rewrites. Names are those of the files, or their paths if two have the same.
 * Appends the name of the data set to `dataset` if the gold names it. */
int score_collect(struct json *score, struct str *dataset, const struct score_request *request,
                  struct err *err);

/* Return the number of a member, NAN if it is missing, null, or not a number; and the number
 * that is 100 % of a share: its own n, else `n`. */
double score_number(const struct json *object, const char *key);
double score_whole(const struct json *share, double n);

/* Prints a score: an object with the members name, k, bootstrap, inputs, bugs, patches,
 * false_positives and calibration. Optional members are samples; plausible; languages; baselines, a
 * list of objects with name, inputs, bugs, patches, false_positives, plausible, languages,
 * comparison; thesis; and rewrites (rewrites.h). score_print_shares() prints only the table of the
 * shares of all systems. */
void score_print(const struct json *score, FILE *out);
void score_print_shares(const struct json *score, FILE *out);

/* The names of what was scored, from the caller. */
struct score_names {
    const char *dataset; /* NULL: not known */
    const char *gold;    /* "-": standard input */
};

/* Prints the same shares as a complete LaTeX table (report/tabular.h), for k alone, with the tests
 * of the baselines. */
void score_print_latex(const struct json *score, const struct score_names *names, FILE *out);

/* Prints all shares as CSV with a head: system (its name), category (`correct` for false positives;
 * `executed` for exact and plausible repairs; `patches`; with the language, as in `all (cpp)`, if
 * there are several), score, k (of samples: pass_at), n, right, share, low, high, boot_low,
 * boot_high. A false_positive_edit is a share of the correct programs, by the edit's category. */
void score_print_csv(const struct json *score, FILE *out);

/* Returns the detectors of Takada's thesis (thesis.h): {table, training, joint, localisation,
 * repair, false_positives}, in percent; null: not reported. `repair` is at the given place. */
struct json *score_thesis(void);

/* Returns the first thing that is missing for a complete score, and how to get it: a static text;
 * NULL if nothing is missing. */
const char *score_advice(const struct json *score);

#endif
