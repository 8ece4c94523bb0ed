/* The verdicts on all items. */
#ifndef SCORE_VERDICTS_H
#define SCORE_VERDICTS_H

#include "base/scoped.h"
#include "score/judge.h"

/* "Within the first k predictions": the largest k. */
enum { MAX_SCORE_K = 1000 };

struct verdicts {
    struct verdict *items; /* one for each of the gold, in its order */
    size_t n;
};

/* Judges the first k predictions of each item, and at least JUDGED_RANKS; answers in words as those
 * to a task; with so many threads. Release with
 * verdicts_release(), also after a failure. */
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
