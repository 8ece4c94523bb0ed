/* A simple way to find duplicates, and programs with other names. */
#ifndef TESTS_SUPPORT_BRUTE_DEDUP_H
#define TESTS_SUPPORT_BRUTE_DEDUP_H

#include "base/mem.h"
#include "base/str.h"
#include "base/table.h"
#include "db/db.h"
#include "tokenize/program.h"

#include <stdint.h>

/* Programs with other names, and a simple test whether two programs are equal up to names. */

enum { RENAME_ALL = -1 };

/* Appends the program with `prefix` before each name, or only before the token with the index
 * `only`. */
void renaming_apply(struct str *out, const struct program *program, const char *prefix,
                    int64_t only);

/* Returns whether the token is a name. */
bool renaming_is_name(const struct program *program, size_t index);

/* Tokens one by one, as texts that are equal if the tokens are equal. */
struct naming {
    bool has_layout, is_renamed;
    ARRAY(char *) names; /* the names so far, each after a letter for its kind */
};

/* Appends the tokens from `start` to `end` (exclusive) of the program. With `is_renamed`, a name is
 * replaced by its number, in order of first use since naming_clear(). */
void naming_add(struct str *out, struct naming *naming, const struct program *program, size_t start,
                size_t end);
void naming_clear(struct naming *naming);

/* Finds duplicates by comparing all pairs of fixes, without the code of guard/. */

enum brute_kind { BRUTE_EXACT, BRUTE_RENAMED, BRUTE_NEAR, BRUTE_PATCH, N_BRUTE_KINDS };
enum { BRUTE_NONE = -1 };

/* The elements of a program (tokens or runs of tokens, as numbers), with repetitions. */
struct brute_counts {
    uint32_t *items; /* the elements, ascending, each as often as it occurs */
    size_t n, n_tokens;
};

struct brute_fix {
    int64_t fix_key;
    uint32_t exact, renamed, patch, buggy; /* numbers of texts: equal if the texts are equal */
    struct brute_counts sides[2];
};

struct brute_near_pair {
    uint32_t a, b;
};

struct brute {
    ARRAY(struct brute_fix) fixes; /* by date of the fixed, then of the buggy submission, then id */
    ARRAY(struct brute_near_pair) near;
    uint32_t *clusters[N_BRUTE_KINDS]; /* by index in `fixes`: the first index of the cluster */
    struct table texts;
    double set, multiset; /* thresholds */
    size_t run_length, min_tokens;
};

/* Reads the fixes of a database and finds all duplicates. */
void brute_read(struct brute *brute, struct db *db, const char *preset);
void brute_release(struct brute *brute);

/* Returns the index of a fix. */
uint32_t brute_place(const struct brute *brute, int64_t fix_key);

/* Returns whether two fixes are near duplicates, and sets the Jaccard similarity of the less
 * similar side. */
bool brute_is_near(const struct brute *brute, uint32_t a, uint32_t b, double *set);

/* Returns the first index with the same buggy program if that program has different fixes, or
 * BRUTE_NONE. */
int64_t brute_conflict(const struct brute *brute, uint32_t place);

#endif
