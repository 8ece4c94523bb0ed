/* Stores under $SCRATCH, of rows, of fixes with marked programs, and of fixes between any two. */
#ifndef TESTS_SUPPORT_STORES_H
#define TESTS_SUPPORT_STORES_H

#include "db/store.h"

/* Rows for stores, and small stores made of them under $SCRATCH. */

extern const struct run_row rows_run;

/* What of a fix differs from one to the other. */
struct edit {
    const char *edit, *category, *pattern, *before, *after, *buggy_status;
};

enum { N_ROWS_EDITS = 7 };
extern const struct edit rows_edits[N_ROWS_EDITS];

/* A new store, in place of one of that name. */
struct store *store_made(const char *name);

/* The same with rows_run in it: without a run a store does not open. */
struct store *store_with_run(const char *name);

/* Finishes a store and opens it for reading. */
struct db *store_reopened(struct store *store, const char *name);

/* Opens a finished store for reading. */
struct db *store_opened(const char *name);

/* Changes a finished file as no store_ function does. */
void store_changed(const char *name, const char *sql);
struct db *changed_store(const char *name, const char *sql); /* and opened for reading */

/* Totals of the run, as store_sum_up() adds them. */
int rows_add_count(struct store *store, const char *name, int64_t n, struct err *err);
int rows_add_reject(struct store *store, const char *reason, const char *status, int64_t n,
                    struct err *err);
int rows_add_status(struct store *store, const char *status, const char *class, int64_t n,
                    struct err *err);
int rows_add_history_size(struct store *store, int64_t n_submissions, int64_t n, struct err *err);

/* Each adds a row and gives its id, where it has one. */
int64_t rows_add_source(struct store *store, const char *code);
int64_t rows_add_submission(struct store *store, const char *submission_id, const char *status,
                            int64_t source_key);
void rows_add_problem(struct store *store);

/* Every place has another number, so that none can take the place of another. */
struct fix_row rows_fix_of(const struct edit *edit, int64_t buggy, int64_t fixed);

/* Submissions s<2n> (with the source "buggy") and s<2n+1> ("fixed"), and the fix between them. */
void rows_add_fix(struct store *store, int n, const struct edit *edit);

/* A store with rows_run, a problem and a fix for each of rows_edits. */
struct store *small_store_made(const char *name);
struct db *small_store_opened(const char *name);

/* The rows of a query must be these: one line each, columns joined by '|' and NULL as '-'. */
void assert_rows(struct db *db, const char *sql, const char *expected);

/* Stores with hand-made fixes. */

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

/* A store with a run of Python and these fixes, opened for reading. */
struct db *stored_fixes(const char *name, const struct stored_fix *fixes, size_t n);

/* Stores whose fixes may be of any problems and users, and between any two programs. */

struct made_fix {
    const char *problem, *user;
    const char *buggy, *fixed; /* programs */
    bool is_bare;              /* what differs does not matter */
};

/* Creates $SCRATCH/NAME, in place of one of that name, and closes it: the n-th fix (from 0) is that
 * of the submissions bN and fN, N being n in five digits, at the time 10 n; its fix_key is n + 1.
 * What differs is stored as the edit where it is one token for another, and else an edit of the
 * first token. Returns the path. */
const char *made_store(const char *name, const struct made_fix *fixes, size_t n);

/* Opens a store for changes, in a transaction that the caller commits or leaves. */
struct db *made_store_open(const char *name);

/* One number from a store. */
int64_t made_store_number(struct db *db, const char *sql);

#endif
