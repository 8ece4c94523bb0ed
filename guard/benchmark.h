/* A benchmark that training data must not leak: programs, as items.
 *
 * It is one of
 *   a folder with buggy/ and fixed/   an item for each name, with the program on either side
 *   a file of JSON lines              `pairs` (buggy_code, fixed_code) as tokfix exports them, or
 *                                     `nbf` (input_text, error_marker, repair) of nbfbaselines and
 *                                     RealiT; applying the repair makes the fixed program
 *   any other folder                  an item for each source of the language in it; whether it is
 *                                     buggy is not known
 * Nothing outside a folder is read. */
#ifndef GUARD_BENCHMARK_H
#define GUARD_BENCHMARK_H

#include "base/arena.h"
#include "base/array.h"
#include "base/err.h"
#include "languages/language.h"

#include <stddef.h>

enum item_side { ITEM_BUGGY, ITEM_FIXED, ITEM_PROGRAM, N_ITEM_SIDES };

struct item_code {
    const char *text; /* NULL: the item has none */
    size_t length;
};

struct benchmark_item {
    const char *id;    /* unlike all others of the benchmark */
    const char *place; /* file, or file:line */
    struct item_code codes[N_ITEM_SIDES];
};

/* What could not be used. */
struct benchmark_reject {
    const char *place, *reason;
};

enum { MAX_LISTED_REJECTS = 10000 };

struct benchmark {
    const char *name; /* last part of its path */
    ARRAY(struct benchmark_item) items;
    ARRAY(struct benchmark_reject) rejects; /* the first MAX_LISTED_REJECTS */
    size_t n_rejected;                      /* all */
    struct arena arena;                     /* of all texts */
};

enum { BENCHMARK_MAX_BYTES = 1 << 20 }; /* of a program */

/* Reads a benchmark. Fails when there is none; a line or file of it that cannot be used is
 * rejected. Release with benchmark_release(), also after a failure. */
int benchmark_read(struct benchmark *out, const char *path, const struct language *language,
                   struct err *err);
void benchmark_release(struct benchmark *benchmark);
SCOPED_VALUE(benchmark, benchmark_release)

/* Adds a reject, or only counts it; `place` and `reason` are copied. */
void benchmark_reject(struct benchmark *benchmark, const char *place, const char *reason);

#endif
