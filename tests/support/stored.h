/* Stores with hand-made fixes. */
#ifndef TESTS_SUPPORT_STORED_H
#define TESTS_SUPPORT_STORED_H

#include "db/store.h"

struct stored_fix {
    const char *buggy, *fixed; /* programs with the changed token in guillemets (marked.h), with
                                  nothing in them where it is absent */
    const char *category;      /* NULL: variable_misuse */
    const char *pattern;       /* NULL: SINGLE_TOKEN */
    const char *role;          /* may be NULL */
    const char *status;        /* of the failing submission; NULL: Wrong Answer */
};

/* Creates $SCRATCH/NAME with a run of that language and the problem p00001. */
struct store *stored_create(const char *name, const char *language);

/* Adds the n-th fix (from 0): of the submissions sNb and sNa. Token indices are all 0. */
void stored_add_fix(struct store *store, size_t n, const struct stored_fix *fix);

/* Finishes the store and opens it for reading. */
struct db *stored_open(struct store *store, const char *name);

/* A store with a run of Python and these fixes, opened for reading. */
struct db *stored_fixes(const char *name, const struct stored_fix *fixes, size_t n);

#endif
