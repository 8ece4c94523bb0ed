/* Benchmarks and needles from texts. */
#ifndef TESTS_SUPPORT_NEEDLE_LISTS_H
#define TESTS_SUPPORT_NEEDLE_LISTS_H

#include "guard/needles.h"

/* Adds an item; a NULL text is a side that it does not have. The texts must outlive the benchmark. */
void benchmark_add(struct benchmark *benchmark, const char *id, const char *buggy,
                   const char *fixed, const char *program);

/* Needles of Python programs that all parse. */
void needles_of(struct needles *needles, struct benchmark *benchmark,
                const struct match_options *options);

#endif
