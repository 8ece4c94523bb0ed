/* The results of the benchmark of guard/: the table that people read, and the same as JSON. */
#ifndef BENCH_GUARD_SUMMARY_H
#define BENCH_GUARD_SUMMARY_H

#include "base/json.h"
#include "bench/guard_steps.h"

/* Times, then what was found against the truth; bench.json stands in the corpus's folder. */
int guard_summary_write(struct guard_bench *bench, struct err *err);

/* Runs near_recall for each preset, prints what it tells, and adds it as the member `recall`. */
int guard_recall_write(struct guard_bench *bench, struct json *json, struct err *err);

/* Compares the clusters with the planted groups, and the result of J threads with that of one: the
 * members `groups` and `same_result`. */
int guard_groups_write(struct guard_bench *bench, struct json *json, struct err *err);

#endif
