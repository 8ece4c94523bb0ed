/* Stores whose fixes may be of any problems and users, and between any two programs. */
#ifndef TESTS_SUPPORT_MADE_STORE_H
#define TESTS_SUPPORT_MADE_STORE_H

#include "db/store.h"

struct made_fix {
    const char *problem, *user;
    const char *buggy, *fixed; /* programs */
    bool is_bare;              /* what differs does not matter */
};

/* Creates $SCRATCH/NAME, in place of one of that name, and closes it: the n-th fix (from 0) is that of
 * the submissions bN and fN, N being n in five digits, at the time 10 n; its fix_id is n + 1. What
 * differs is stored as the edit where it is one token for another, and else an edit of the first token.
 * Returns the path. */
const char *made_store(const char *name, const struct made_fix *fixes, size_t n);

/* Opens a store for changes, in a transaction that the caller commits or leaves. */
struct db *made_store_open(const char *name);

/* One number from a store. */
int64_t made_store_number(struct db *db, const char *sql);

#endif
