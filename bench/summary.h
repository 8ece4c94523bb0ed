/* The results of a benchmark: the table that people read, and the same as JSON. */
#ifndef BENCH_SUMMARY_H
#define BENCH_SUMMARY_H

#include "bench/steps.h"

/* Checks what was found against the truth and the databases against each other, prints the table
 * on standard output, and writes bench.json into the large tree's folder. */
int summary_write(struct bench *bench, struct err *err);

#endif
