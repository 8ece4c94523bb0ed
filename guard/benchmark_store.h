/* The fixes of a database as a benchmark. */
#ifndef GUARD_BENCHMARK_STORE_H
#define GUARD_BENCHMARK_STORE_H

#include "base/err.h"
#include "guard/benchmark_items.h"

/* Adds an item for each real fix in a language of the set: its two programs or, if it is from a git
 * repository and in a function, that function before and after the edit. */
int benchmark_read_store(struct benchmark *out, const char *path, unsigned language_set,
                         struct err *err);

#endif
