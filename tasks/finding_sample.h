/* A sample of findings to judge by hand, as CSV (RFC 4180), and what the judgements say. */
#ifndef TASKS_FINDING_SAMPLE_H
#define TASKS_FINDING_SAMPLE_H

#include "base/str.h"
#include "tasks/task_scan.h"

/* Appends a header and `n` of the findings of a scan, each with the same chance, in the order of
 * the tasks. The seed draws them; whether one is drawn depends only on the seed, its task and
 * commit, and on how many others rank before it. The last column, `verdict`, is empty. */
void finding_sample_add(struct str *out, const struct task_scan *scan, size_t n, const char *seed);

/* The judgements of findings with the same evidence. */
struct judgements {
    int64_t n_true, n_false, n_open; /* open: no verdict yet */
};

/* Reads such a CSV file with verdicts: true or false, yes or no, 1 or 0, in any case; empty: not
 * judged. Fails, with file and line, for another verdict or evidence, or if a column is missing. */
int judgements_read(struct judgements judgements[N_EVIDENCES], const char *path, struct err *err);

#endif
