/* Rows for stores, and small stores made of them under $SCRATCH. */
#ifndef TESTS_SUPPORT_ROWS_H
#define TESTS_SUPPORT_ROWS_H

#include "db/store.h"

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

/* Changes a finished file as no store_ function does. */
void store_changed(const char *name, const char *sql);

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
                            int64_t source_id);
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

#endif
