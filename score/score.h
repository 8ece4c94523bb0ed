/* The score of systems on a gold: figures as JSON, and the same figures for people, as LaTeX and as
 * CSV.
 *
 * A share is an object {n, right, share, low, high, boot_low, boot_high}, with its 95 % intervals:
 * Wilson's, and that of a bootstrap over the problems of the items (base/chance.h), because
 * fixes of one problem are not independent. All but n and right are null if n is 0; the last two
 * also if all items are of one problem.
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

/* Adds a k in its order, if it is not there. There must be room. */
void score_ranks_add(struct score_ranks *ranks, int k);

/* Categories in the order of tables: the six, then `type` and `other`. */
enum { N_SCORE_CATEGORIES = N_CATEGORIES };
extern const enum bug_category score_categories[N_SCORE_CATEGORIES];

/* Returns a share (above) of its sums by problem: of what is right, and of what. NULL
 * for `bootstrap`: without its interval. */
struct json *score_share(struct bootstrap *bootstrap, const double *right, const double *n,
                         size_t n_problems);

/* A system's outcomes on a gold, and how they are counted. */
struct scored {
    const struct gold *gold;
    const struct outcomes *outcomes;
    const struct plausibility *plausibility; /* by item; NULL: nothing was executed */
    const struct question *question;         /* of answers in words; NULL: there are none */
    const struct score_ranks *ranks;
    struct bootstrap *bootstrap; /* of gold->n_problems; NULL: without its intervals */
};

/* Whether the system has to find the place of a bug: the question asks for it, and it was not
 * given. */
bool score_has_place(const struct scored *of);

/* Returns what was read: the name of the system; the numbers of items, bugs and correct programs;
 * of answered and unanswered items, and of unknown ids; the question of answers in words (NULL:
 * there are none) and how many of these cannot be read; and whether the place of the bug was given.
 */
struct json *score_inputs(const char *name, const struct scored *of,
                          const struct predictions *predictions);

/* Adds the shares of a system to a list, as {system, category, language, score, k} with the members
 * of a share. The language is null, but if the gold has several, there are also rows of each. The
 * scores, with their categories:
 *
 *     joint           bugs, by category and `all`: everything that the question asks for is right
 *     localisation    their place is right; only if the question asks for it
 *     repair          of the bugs whose place is right (n), those whose repair is right, too; only
 *                     if the question asks for it. If the place was given (gold.h), of all bugs, as
 *                     in Takada's thesis, and there is neither of the first two
 *     false_positive  `correct` programs that are flagged; unknown if outcomes_are_of_bugs()
 *     exact, plausible  of the `executed` bugs, those for which an exact match, or a plausible
 *                     repair (plausible.h), is among the predictions; if `has_executed` */
void score_list(struct json *rows, const char *system, const struct scored *of, bool has_executed);

/* Returns {n, not_shown, not_executed}: the number of executed bugs, of those that no test of
 * `tokfix verify` shows, and of those that a test shows, but not on this machine. */
struct json *score_executed(const struct scored *of);

/* What is scored. */
struct score_request {
    const char *gold;                           /* rows; a path, like all other texts here */
    const char *predictions;                    /* NULL: the floor is scored */
    struct text_list baselines;                 /* other systems' predictions for the same rows */
    const char *rewrites, *rewrite_predictions; /* rows and their predictions; NULL: none */
    const char *database, *split_set;           /* NULL: none */
    const char *floor;                          /* gets the predictions of the floor; NULL: none */
    bool is_replacing;                          /* `floor` may exist */
    bool is_place_given;                        /* the system was given the place of the bug */
    bool executes;                              /* run the repaired programs; needs a database */
    bool has_thesis;                            /* add the detectors of the thesis */
    int64_t k;                                  /* one of the first k predictions must be right */
    struct score_ranks ranks;                   /* the k of all shares, among them this one */
    int64_t n_jobs;

    void (*on_note)(void *context, const char *note); /* gets notes of one line */
    void *context;
    struct meter meter; /* of the floor and the execution */
};

/* Fills `score` with the members name (of the system), k, samples (true; else absent), bootstrap
 * ({problems, without_problem, resamples}), inputs (a list: of the system, of its baselines, and of
 * the floor), shares (of all these, in the same order) and floor ({learned, why_not}: why_not is
 * the reason if no floor could be made). If requested, also executed, thesis, baselines (their
 * names and comparisons, score_baseline.h) and rewrites (rewrites.h). Names are the paths of the
 * files. */
int score_collect(struct json *score, const struct score_request *request, struct err *err);

/* Prints a score. */
void score_print(const struct json *score, FILE *out);

/* Prints the table of the shares and those of the tests as LaTeX (report/tabular.h). `gold` is the
 * name of the file of rows. */
void score_print_latex(const struct json *score, const char *gold, FILE *out);

/* Prints all shares as CSV with a head: the keys of the rows, but pass_at for the k of samples. */
void score_print_csv(const struct json *score, FILE *out);

/* Returns the detectors of Takada's thesis (tables 1 and 6; report/sql/thesis.sql has
 * the others): {table, training, joint, localisation,
 * repair, false_positives}, in percent; null: not reported. `repair` is at the given place. */
struct json *score_thesis(void);

#endif
