/* The fixes of a store, in memory: what duplicates, splits and leaks are about.
 *
 * A pair is a fix: a buggy program and the fixed one. Real ones come first, then those that were
 * made (mutants, rewrites); and among these they stand in the order of time (date of the fixed
 * submission, of the buggy one, then the store's order), so that the first of several is the
 * earliest. Programs, problems, users and categories are numbers from 0. */
#ifndef GUARD_FIX_PAIRS_H
#define GUARD_FIX_PAIRS_H

#include "base/array.h"
#include "base/table.h"
#include "db/store.h"

#include <stdbool.h>

#define PAIR_NONE UINT32_MAX

struct pair {
    int64_t fix_key;
    const char *id;         /* as in exports; in the pairs' arena */
    uint32_t buggy, fixed;  /* programs */
    uint32_t problem, user; /* numbers in the tables */
    uint32_t token_index;   /* of the edit, in the buggy program */
    uint64_t edit;          /* hash of kind, before and after */
    int32_t split;          /* number, or NO_SPLIT */
    bool is_excluded;
    bool is_made; /* a mutant or a rewrite */
};

struct pairs {
    ARRAY(struct pair) list;
    bool has_real;
    ARRAY(int64_t) program_ids; /* source_key by program, ascending */
    uint32_t *by_fix_key;       /* numbers of pairs, by fix_key; owned */
    struct table problems, users;
    struct arena arena;
};

/* Reads all fixes. Release with pairs_release(), also after a failure. */
int pairs_read(struct pairs *pairs, struct db *db, struct err *err);
void pairs_release(struct pairs *pairs);
SCOPED_VALUE(pairs, pairs_release)

/* The number of the pair with that fix_key, or PAIR_NONE. */
uint32_t pairs_find(const struct pairs *pairs, int64_t fix_key);

/* Whether the pair has a say when splits are made: it is not excluded, and real, or there are no
 * real ones. What was made goes where the real ones are. */
bool pair_decides(const struct pairs *pairs, const struct pair *pair);

/* Whether the pair counts when splits are compared: it is in one, and not excluded. */
bool pair_is_in_split(const struct pair *pair);

/* A number of the pair: that in the field of struct pair which begins at this byte. */
uint32_t pair_number(const struct pair *pair, size_t field);

/* The name of a problem or user by number. */
const char *pairs_name(const struct table *table, uint32_t number);

#endif
