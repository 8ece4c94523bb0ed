/* A plain way to find duplicates, and programs whose names are others. */
#ifndef TESTS_SUPPORT_BRUTE_DEDUP_H
#define TESTS_SUPPORT_BRUTE_DEDUP_H

#include "base/array.h"
#include "base/str.h"
#include "base/table.h"
#include "db/db.h"
#include "tokenize/program.h"

#include <stdint.h>

/* Programs whose names are others, and a plain way to say when two programs agree up to names. */

enum { RENAME_ALL = -1 };

/* Appends the program with `prefix` before each name, or only before the token with the index
 * `only`. */
void renaming_apply(struct str *out, const struct program *program, const char *prefix,
                    int64_t only);

/* Whether the token is a name, or (with `literals`) a literal. */
bool renaming_is_name(const struct program *program, size_t index);
bool renaming_is_literal(const struct program *program, size_t index);

/* Tokens one by one, as texts that are equal if the tokens are. */
struct naming {
    bool has_layout, is_renamed, renames_literals;
    ARRAY(char *) names; /* used so far, with a letter for their sort before them */
};

/* Appends the tokens from `start` to `end` (exclusive) of the program: names, where `is_renamed`
 * says so, as their number by first use in all that was added since naming_clear(). */
void naming_add(struct str *out, struct naming *naming, const struct program *program, size_t start,
                size_t end);
void naming_clear(struct naming *naming);

/* Duplicates by a search through all pairs of fixes, with none of guard/. */

enum brute_kind { BRUTE_EXACT, BRUTE_RENAMED, BRUTE_NEAR, BRUTE_PATCH, N_BRUTE_KINDS };
enum { BRUTE_NONE = -1 };

/* How often each element (a token or a run of tokens, by number) is in a program. */
struct brute_counts {
    uint32_t *items; /* elements, ascending, as often as they occur */
    size_t n, n_tokens;
};

struct brute_fix {
    int64_t fix_key;
    uint32_t exact, renamed, patch, buggy; /* numbers of texts: equal if what they say is */
    struct brute_counts sides[2];
};

struct brute_near_pair {
    uint32_t a, b;
};

struct brute {
    ARRAY(struct brute_fix) fixes; /* by date of the fixed submission, of the buggy one, and id */
    ARRAY(struct brute_near_pair) near;
    uint32_t *clusters[N_BRUTE_KINDS]; /* by place in `fixes`: the first place of the cluster */
    struct table texts;
    double set, multiset; /* thresholds */
    size_t run_length, min_tokens;
};

/* Reads the fixes of a store and finds what duplicates what. */
void brute_read(struct brute *brute, struct db *db, const char *preset);
void brute_release(struct brute *brute);

/* The place of a fix. */
uint32_t brute_place(const struct brute *brute, int64_t fix_key);

/* Whether two fixes are near each other, and the Jaccard similarity of the less similar side. */
bool brute_is_near(const struct brute *brute, uint32_t a, uint32_t b, double *set);

/* The first place with the same buggy program if that has different fixes; BRUTE_NONE. */
int64_t brute_conflict(const struct brute *brute, uint32_t place);

#endif
