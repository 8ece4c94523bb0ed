/* What a miner must find in a generated tree: truth.tsv, one line per single-token fix, and
 * histories.tsv, one line per history. README.md lists their columns. */
#ifndef BENCH_TRUTH_H
#define BENCH_TRUTH_H

#include "base/err.h"
#include "base/target.h"
#include "bench/history.h"

#include <stdio.h>

struct truth {
    struct target targets[2]; /* truth.tsv, histories.tsv */
    FILE *files[2];
    size_t n_histories, n_pairs, n_single, n_identical; /* so far */
};

/* What a history is in the tree. */
struct history_name {
    const char *problem_id;
    size_t user;                     /* number of the user */
    size_t submissions[MAX_HISTORY]; /* numbers of the submissions */
};

/* Opens both files in the folder. */
int truth_open(struct truth *truth, const char *folder, struct err *err);

/* Compares all failing submissions with all later Accepted ones, and writes what it finds. */
void truth_add(struct truth *truth, const struct history_name *name, const struct history *history);

/* Closes the files and puts them in place; `is_complete` false: removes them. */
int truth_close(struct truth *truth, bool is_complete, struct err *err);

#endif
