/* Judges whether predictions are right: those of one item, or of all with threads.
 *
 * A prediction is an edit: the token that starts at its place becomes `repair`; an empty repair
 * deletes it. If inserting `repair` alone can be a fix in the language (Python: `not`), it is
 * inserted before the token, as in nbf; but an operator is replaced: `-` becomes `not` in `-x`. A
 * place that the program does not have is tried again with nbf's lines, which only LF ends.
 *
 * An answer in words (answer.h) is judged by its task. Code, as an answer or by itself, replaces
 * what was shown, and is compared with the program token by token: the difference is the place and
 * the repair. It is an exact match when the tokens are those of the fixed program, as Hu and Lee
 * count patches (tags.h); passing the tests does not count. For locate the place must be right, for
 * classify the category, for explain the line and the tokens before and after. */
#ifndef SCORE_JUDGE_H
#define SCORE_JUDGE_H

#include "base/scoped.h"
#include "export/task.h"
#include "score/predictions.h"

/* The result for an item. A rank is that of the first prediction for which the field is true; 0:
 * for none that was judged. */
struct verdict {
    uint16_t n_predictions; /* that are judged; none counts as "no bug" */
    uint16_t no_bug;        /* rank: it says "no bug" */
    uint16_t n_unreadable;  /* answers that cannot be read: they are wrong */
    uint16_t located;       /* rank: its place is the bug's */
    uint16_t solved;        /* rank: both are right, or it gives the fixed program; or what the task
                              asks for is right */

    /* Of a correct program in which the first prediction sees a bug, the category of its edit (enum
     * bug_category; CATEGORY_OTHER for what is no single-token edit); else 0. */
    uint8_t alarm;

    uint16_t n_patches; /* of a bug: how many of the first k predictions are code, */
    uint16_t n_exact;   /* and how many of these are exact matches */

    double probability; /* of the first prediction; NAN: none */
};

struct judge; /* opaque: what a thread works with */

struct judge *judge_new(void);
void judge_free(struct judge *judge);

/* How many of the first predictions are always judged. */
enum { JUDGED_RANKS = 10 };

/* Judges the first predictions of an item, JUDGED_RANKS or `k`, whichever is more; `task` is that
 * of answers in words. Layout inside a token (`not  in`) does not count; a program is the fixed one
 * if its tokens are. */
void judge_item(struct verdict *out, struct judge *judge, const struct gold_item *item,
                const struct prediction *predictions, size_t n, int k,
                const struct export_task *task);

/* "Within the first k predictions": the largest k. */
enum { MAX_SCORE_K = 1000 };

struct verdicts {
    struct verdict *items; /* one for each of the gold, in its order */
    size_t n;
};

/* Judges the first k predictions of each item, and at least JUDGED_RANKS; answers in words as those
 * to a task; with so many threads. Release with verdicts_release(), also after a failure. */
int verdicts_make(struct verdicts *out, const struct gold *gold,
                  const struct predictions *predictions, const struct export_task *task, int k,
                  int n_threads, struct err *err);
void verdicts_release(struct verdicts *verdicts);
SCOPED_VALUE(verdicts, verdicts_release)

/* Whether `rank`, a verdict's, is one of the first k. */
bool verdict_is_within(int rank, int k);

/* Whether the first k predictions see a bug and none of them says that there is none. An item
 * without predictions is as one with "no bug". */
bool verdict_is_flagged(const struct verdict *verdict, int k);

/* Whether one of the first k predictions is right: of a bug place and repair (it is repaired), of a
 * correct program that there is no bug. */
bool verdict_is_right(const struct gold_item *item, const struct verdict *verdict, int k);

#endif
