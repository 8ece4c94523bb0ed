/* The programs of a benchmark, and what could not be read of it. */
#ifndef GUARD_BENCHMARK_ITEMS_H
#define GUARD_BENCHMARK_ITEMS_H

#include "base/arena.h"
#include "base/array.h"
#include "languages/language.h"

#include <stddef.h>

enum item_side { ITEM_BUGGY, ITEM_FIXED, ITEM_PROGRAM, N_ITEM_SIDES };

struct item_code {
    const char *text; /* NULL: the item has no such program */
    size_t length;
};

struct benchmark_item {
    const char *id;    /* unique in the benchmark */
    const char *place; /* FILE, or FILE:LINE */
    const struct language *language;
    struct item_code codes[N_ITEM_SIDES];
};

/* A line or file that cannot be used, and why. */
struct benchmark_reject {
    const char *place, *reason;
};

enum { MAX_LISTED_REJECTS = 10000 };

struct benchmark {
    const char *name; /* last part of its path */
    ARRAY(struct benchmark_item) items;
    ARRAY(struct benchmark_reject) rejects; /* the first MAX_LISTED_REJECTS */
    size_t n_rejected;                      /* all of them */
    struct arena arena;                     /* owns all texts */
};

void benchmark_release(struct benchmark *benchmark);
SCOPED_VALUE(benchmark, benchmark_release)

/* Counts a reject, and lists it unless the list is full. `place` and `reason` are copied. */
void benchmark_reject(struct benchmark *benchmark, const char *place, const char *reason);

#endif
