/* A benchmark that must not leak into training data: its programs, item by item.
 *
 * A benchmark is one of
 *   a folder with buggy/ and fixed/   an item for each file name, with the program of each side
 *   a file of JSON lines              `pairs` (buggy_code, fixed_code) as tokfix exports them, or
 *                                     `nbf` (input_text, error_marker, repair) of nbfbaselines and
 *                                     RealiT; applying the repair gives the fixed program
 *   a database of tokfix              an item for each real fix: its two programs or, if it is from
 *                                     a git repository and in a function, that function before and
 *                                     after the edit
 * The language is that of the file's extension, of the key `language` of a line (default: Python),
 * or of nbf. Programs in languages that are not searched are rejected; in a folder, they are not
 * looked at.
 * No file outside the folder is read. */
#ifndef GUARD_BENCHMARK_H
#define GUARD_BENCHMARK_H

#include "base/err.h"
#include "base/mem.h"
#include "tokenize/languages/language.h"

enum item_side { ITEM_BUGGY, ITEM_FIXED, N_ITEM_SIDES };

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

enum { BENCHMARK_MAX_BYTES = 1 << 20 }; /* size limit of a program */

/* Reads the benchmark at `path`, for a search in programs of some languages. A line or file that
 * cannot be used is added to the rejects. Fails if there is no program and no reject. Release with
 * benchmark_release(), also after a failure. */
int benchmark_read(struct benchmark *out, const char *path, unsigned language_set, struct err *err);

#endif
