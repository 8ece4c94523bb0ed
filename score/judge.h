/* Judges whether predictions are right: those of one item, or those of all items with threads.
 *
 * A prediction is an edit. The token that starts at its place becomes `repair`; an empty repair
 * deletes it. If inserting `repair` alone can be a fix in the language (Python: `not`), it is
 * inserted before the token, as in nbf. But an operator is replaced: `-` becomes `not` in `-x`.
 *
 * An answer in words (answer.h) is judged by the question of the rows. Code, as an answer or by
 * itself, replaces the program, and is compared with it token by token. The difference is the place
 * and the repair; programs that pass the tests are counted by plausible.h. For locate the place
 * must be right, for classify the category, for explain the line and the tokens before and after. A
 * token with the same value as the right one is right (tokenize/same_value.h). */
#ifndef SCORE_JUDGE_H
#define SCORE_JUDGE_H

#include "base/mem.h"
#include "export/question.h"
#include "score/predictions.h"

/* The result for an item. A rank is that of the first judged prediction for which the field is
 * true; 0: there is none. */
struct outcome {
    uint32_t n_predictions; /* judged predictions; 0 counts as "no bug" */
    uint32_t no_bug;        /* rank: it says "no bug" */
    uint32_t n_unreadable;  /* answers that cannot be read, which are wrong */
    uint32_t located;       /* rank: its place is the bug's */
    uint32_t solved;        /* rank: place and repair are right, or it gives the fixed program; or
                              what the question asks for is right */

    /* The numbers of judged predictions for which each of these is true; and of those for which one
     * of the last two is. */
    uint32_t n_no_bug, n_located, n_solved, n_either;
};

struct judge; /* opaque: the memory of a thread */

struct judge *judge_new(void);
void judge_free(struct judge *judge);

/* The number of first predictions that are always judged. */
enum { JUDGED_RANKS = 10 };

/* How predictions are judged. */
struct judge_options {
    const struct question *question; /* of answers in words; NULL: there are none */
    int k;                           /* the first k predictions are judged, at least JUDGED_RANKS */
    bool are_samples;                /* all are judged */
};

/* Judges the first predictions of an item. Layout inside a token (`not  in`) does not count. A
 * program counts as the fixed one if it has the same tokens. */
void judge_item(struct outcome *out, struct judge *judge, const struct gold_item *item,
                const struct prediction *predictions, size_t n,
                const struct judge_options *options);

/* Makes the program that a prediction gives for the item that was judged last. `out` is valid until
 * the judge is used again. Returns false if the prediction gives none: "no bug", an edit where no
 * token is, an edit without effect, an answer in words that names no repair, or code that cannot be
 * read. */
bool judge_repaired(struct token_text *out, struct judge *judge,
                    const struct prediction *prediction, const struct question *question);

/* The largest k in "within the first k predictions". */
enum { MAX_SCORE_K = 1000 };

struct outcomes {
    struct outcome *items; /* one for each item of the gold, in its order */
    size_t n;
};

/* Judges the first predictions of each item, with `n_threads` threads. Release `out` with
 * outcomes_release(), also after a failure. */
int outcomes_make(struct outcomes *out, const struct gold *gold,
                  const struct predictions *predictions, const struct judge_options *options,
                  int n_threads, struct err *err);
void outcomes_release(struct outcomes *outcomes);
SCOPED_VALUE(outcomes, outcomes_release)

/* Returns the number of answers that cannot be read. */
int64_t outcomes_count_unreadable(const struct outcomes *outcomes);

/* Returns the number of items with fewer than k judged predictions. */
int64_t outcomes_count_below(const struct outcomes *outcomes, int k);

/* Whether there are correct programs and each bug has a prediction, but no correct program has one.
 * Such a system may know bugs only, so what it says of correct programs is unknown. */
bool outcomes_are_of_bugs(const struct outcomes *outcomes, const struct gold *gold);

/* Whether the rank of an outcome is one of the first k. */
bool outcome_is_within(int rank, int k);

/* Whether the first k predictions report a bug and none of them says "no bug". An item without
 * predictions counts as "no bug". */
bool outcome_is_flagged(const struct outcome *outcome, int k);

/* Whether one of the first k predictions is right: for a bug, place and repair; for a correct
 * program, that there is no bug. */
bool outcome_is_right(const struct gold_item *item, const struct outcome *outcome, int k);

#endif
