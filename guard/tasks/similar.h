/* How much of the change of a gold patch a commit makes, up to the names of variables.
 *
 * A file is the tokens of its lines (line_table.h), one after the other. A change of a file is
 * how much more, or less, often each run of SIMILAR_RUN tokens occurs after it. So it does not
 * depend on how lines are aligned; what only moves cancels out; and so do lines in which only a
 * variable gets another name, because in runs all names of variables are the same token.
 *
 * Of a gold's change, the runs count that are telling: those that it adds and its files did not
 * have, and those that it removes and its files no longer have. If fewer than half are telling,
 * because the files have code that differs in names alone, or fewer than SIMILAR_MIN_RUNS, because
 * the gold changes names alone, then names count in all runs of this gold. The similarity of a
 * commit's change C to a gold's change G is their containment: the sum of min(|C(r)|, |G(r)|) over
 * the telling runs r that have the same sign in both, divided by the sum of |G(r)|.
 *
 * tests/bench/planted.py makes leaks to measure what this finds. */
#ifndef GUARD_TASKS_SIMILAR_H
#define GUARD_TASKS_SIMILAR_H

#include "guard/tasks/gold_patch.h"

#include <stdbool.h>

enum { SIMILAR_RUN = 8, SIMILAR_MIN_RUNS = 4 };

/* A file as the numbers of its lines, in one of which no line is blank. */
struct file_lines {
    const uint32_t *items;
    size_t n;
};

/* A change of a file. */
struct changed_lines {
    struct file_lines before, after;
};

/* The same, without the runs that are not telling for any gold. All zero before the first use. */
struct similar_change {
    struct signed_lines runs[2];
};
void similar_change_release(struct similar_change *change);

struct similar; /* opaque: the golds */

/* `table` is borrowed: all lines of all files. */
struct similar *similar_new(const struct line_table *table);
void similar_free(struct similar *similar);
SCOPED_POINTER(similar, similar_free)

/* Adds a gold, whose number is that of golds added before: the changes of its files. If fewer than
 * SIMILAR_MIN_RUNS runs are telling, nothing is similar to it; returns whether that is so. */
bool similar_add(struct similar *similar, const struct changed_lines *files, size_t n);

/* Reads a change, after all golds are added. Its memory is reused. */
void similar_read(struct similar_change *out, const struct similar *similar,
                  const struct changed_lines *file);

/* Returns the similarity of a gold to the changes of several files together. */
double similar_score(const struct similar *similar, uint32_t gold,
                     const struct similar_change *const *files, size_t n);

#endif
