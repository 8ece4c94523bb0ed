/* Databases in $SCRATCH: of rows, and of fixes between any programs. */
#ifndef TESTS_SUPPORT_STORES_H
#define TESTS_SUPPORT_STORES_H

#include "db/store.h"

extern const struct run_row rows_run;

/* The values in which the fixes differ. */
struct edit {
    const char *edit, *category, *pattern, *before, *after, *buggy_status;
};

enum { N_ROWS_EDITS = 7 };
extern const struct edit rows_edits[N_ROWS_EDITS];

/* Creates a database, and replaces one with the same name. */
struct db *store_made(const char *name);

/* Does the same, with rows_run in it. A database without a run cannot be opened. */
struct db *store_with_run(const char *name);

/* Finishes a database and opens it for reading. */
struct db *store_reopened(struct db *store, const char *name);

/* Opens a finished database for reading. */
struct db *store_opened(const char *name);

/* From now on, statements of this connection can change the views split_run, splits, split_lists,
 * split_left_out and exclusions, which are of the split set `default`. */
void split_views_write(struct db *db);

/* The begin of a statement that adds that set; origin, seed, the three ratios, grouped_by and
 * n_previous follow. */
#define MADE_RUN                                                                      \
    "INSERT INTO split_run (split_set, origin, seed, train_ratio, validation_ratio, " \
    "test_ratio, grouped_by, n_previous) VALUES ('default', "

/* Changes a finished file in a way that no store_ function does, with split_views_write(). */
void store_changed(const char *name, const char *sql);
struct db *changed_store(const char *name, const char *sql); /* and opens it for reading */

/* Adds a total of the run. */
int rows_add_count(struct db *store, const char *name, int64_t n, struct err *err);

/* Each adds a row and returns its id, if it has one. */
int64_t rows_add_submission(struct db *store, const char *submission_id, const char *status,
                            const char *code);

/* All numbers are different, so that none can be mistaken for another. */
struct fix_row rows_fix_of(const struct edit *edit, int64_t buggy, int64_t fixed);

/* Creates a database with rows_run, a problem, and a fix for each of rows_edits, the n-th between
 * the submissions s<2n> (with the source "buggy") and s<2n+1> ("fixed"). */
struct db *small_store_made(const char *name);
struct db *small_store_opened(const char *name);

/* Fails the test unless a query gives these rows: one line each, columns joined by '|', NULL as
 * '-'. */
void assert_rows(struct db *db, const char *sql, const char *expected);

/* Databases with fixes of any problems and users, between any two programs. */

struct made_fix {
    const char *problem, *user;
    const char *buggy, *fixed; /* programs */
    bool is_bare;              /* the edit does not matter */
};

/* Creates $SCRATCH/NAME, replaces one with the same name, and closes it. The n-th fix (from 0) is
 * between the submissions bN and fN, where N is n in five digits, at the time 10 n; its fix_key is
 * n + 1. Its edit is the difference of the programs if it is one replaced token, and else an edit
 * of the first token. Returns the path. */
const char *made_store(const char *name, const struct made_fix *fixes, size_t n);

/* Opens a database for changes, in a transaction that the caller commits or abandons. */
struct db *made_store_open(const char *name);

/* Returns one number from a database. */
int64_t made_store_number(struct db *db, const char *sql);

#endif
