/* The score of a system on gold: figures as JSON, and the same for people and for LaTeX.
 *
 * A share is an object {right, share, low, high} with its 95 % Wilson interval, its n beside or
 * above it; share, low and high are null where n is 0. */
#ifndef SCORE_SCORE_H
#define SCORE_SCORE_H

#include "base/json.h"
#include "score/judge.h"

#include <stdio.h>

/* How many of the first predictions count in tables: 1, 3, 5, 10, and k where it is another, in
 * their order. */
enum { MAX_SCORE_RANKS = 5 };
struct score_ranks {
    int k[MAX_SCORE_RANKS];
    int n;
};
struct score_ranks score_ranks_of(int k);

/* The element of `ranks` (below) of a k. */
const struct json *score_rank(const struct json *ranks, int64_t k);

/* Categories in the order of tables: the six, `other`. */
enum { N_SCORE_CATEGORIES = N_CATEGORIES };
extern const enum bug_category score_categories[N_SCORE_CATEGORIES];

/* The share as above, of `n` that is elsewhere. */
struct json *score_share(int64_t n_right, int64_t n);

/* What was read: items, bugs, correct programs; answered, unanswered, of unknown ids; the task of
 * answers in words (NULL: there are none), how many of these cannot be read, and whether the place
 * of the bug was given. */
struct json *score_inputs(const struct gold *gold, const struct predictions *predictions,
                          const struct verdicts *verdicts, const struct export_task *task);

/* For each category and `all`: {category, n, ranks: [{k, localisation, repair, joint}]}; `joint` is
 * all that is asked. Where a task does not ask for a place or a repair, that is null. A repair at a
 * wrong place repairs nothing: `repair` is the share of the bugs whose place is right, and has an
 * `n` of its own. Where the place was given (gold.h), localisation is null, and repair is of all
 * bugs: what Takada's thesis measures. */
struct json *score_bugs(const struct gold *gold, const struct verdicts *verdicts,
                        const struct export_task *task, const struct score_ranks *ranks);

/* Patches, as Hu and Lee count them (augment/tags.h): {n, exact}: how many of the first k
 * predictions of bugs are whole code, and the share of these that have the tokens of the fixed
 * program. */
struct json *score_patches(const struct verdicts *verdicts);

/* Of correct programs: {n, ranks: [{k, flagged}], categories: [{category, flagged}]}. The
 * categories are those of the edits that the first predictions make; together they are what is
 * flagged at k = 1. */
struct json *score_false_positives(const struct gold *gold, const struct verdicts *verdicts,
                                   const struct score_ranks *ranks);

/* How often the first prediction is right, by its probability: {n, without_probability, error,
 * bins: [{from, to, n, accuracy, probability}]}. A bin holds `to` and not `from`, the first one
 * both, as in Tufano and others (on code review); `error` is the expected calibration error (Guo
 * and others, ICML 2017), the mean distance of a bin's accuracy from its mean probability, weighted
 * by n; null without any. */
struct json *score_calibration(const struct gold *gold, const struct verdicts *verdicts);

/* Prints a score: an object with the members k, inputs, bugs, patches, false_positives,
 * calibration; if there are any, baselines, a list of objects with name, inputs, bugs, patches,
 * false_positives, comparison; thesis, if it was asked for; and rewrites (rewrites.h). */
void score_print(const struct json *score, FILE *out);

/* What was scored, in words of the caller. */
struct score_names {
    const char *dataset;       /* NULL: not known */
    const char *gold, *system; /* "-": standard input */
};

/* Prints a whole table for LaTeX (report/latex.h): a category each, all, and the false positives,
 * in percent with intervals, of the first k predictions. */
void score_print_latex(const struct json *score, const struct score_names *names, FILE *out);

/* Prints all shares as CSV with a head: system (system, baseline, baseline2, ...), category
 * (`correct` for false positives), score, k, n, right, share, low, high. */
void score_print_csv(const struct json *score, FILE *out);

/* The detectors of Takada's thesis (thesis.h): {table, training, joint, localisation, repair,
 * false_positives}, in percent, null where it says nothing; `repair` is at the given place. */
struct json *score_thesis(void);

/* What is missing for a whole score, and what to do about the first of it; a static text, or NULL.
 * */
const char *score_advice(const struct json *score);

#endif
