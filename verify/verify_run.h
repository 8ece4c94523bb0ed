/* A run over all fixes of a database, in parallel. */
#ifndef VERIFY_VERIFY_RUN_H
#define VERIFY_VERIFY_RUN_H

#include "base/meter.h"
#include "base/run.h"
#include "verify/cases_set.h"
#include "verify/trial.h"

/* ---- The store ---- */

/* The rows of `tokfix verify` (schema.sql: verify_run and the tables after it). They are in the
 * database of the fixes, or, of a shard, in a file of their own, which has these tables alone.
 * The outcome of each fix (table verdicts) is committed with what belongs to it, so that a run can
 * be stopped at any time: the next one goes on with the fixes that have none.
 *
 * All outcomes of a database are of one set of options, tests and runtimes. */

/* Borrowed texts. */
struct verify_run_row {
    const char *origins, *tests, *tests_name;
    const char *originals_name; /* NULL: none */
    const char *programs;
    const struct trial_options *trial;
    const char *fixes_sha256;
};

/* Computes the SHA-256 of the keys and programs of all fixes of these origins (a list of their
 * names, separated by commas). */
int verify_hash_fixes(char hex[SHA256_HEX_SIZE], struct db *db, const char *origins,
                      struct err *err);

/* Opens the file of a shard, or creates one for the fixes of the database `db`. No other process
 * can open it until it is closed with db_close(). */
int verify_shard_open(struct db **out, const char *path, struct db *db, struct err *err);

/* Begins or continues a run: adds its row to `store`, or compares it with the row that is there.
 * Sets `n_done` to the number of outcomes. Fails if they are of a run with other options; the
 * message names `path` and the first difference. */
int verify_store_begin(struct db *store, int64_t *n_done, const struct verify_run_row *run,
                       const char *path, struct err *err);

/* Drops all rows of earlier runs. */
int verify_store_clear(struct db *store, struct err *err);

int verify_store_commit(struct db *store, struct err *err);

/* Adds the rows of a finished shard, of a run that verify_store_begin() accepts. */
int verify_store_join(struct db *store, struct db *shard, struct err *err);

/* Add rows. What is there already stays, but a run that was made takes the place of one that was
 * not. verify_add_runtime() fails if the runtime is there with another version; `version` NULL: it
 * is not installed. `sort_order` is the same in all runs. */
int verify_add_runtime(struct db *store, const char *runtime, const char *language,
                       int64_t sort_order, const char *version, struct err *err);
int verify_add_problem(struct db *store, const struct problem *problem, struct err *err);
int verify_add_trial(struct db *store, const struct fix_trial *fix, struct err *err);

/* ---- The run ---- */

struct verify_options {
    struct trial_options trial;
    const char *origins;  /* of the fixes: a list of names, separated by commas */
    struct db *originals; /* has the originals of rewrites; NULL: they are not compared */
    int n_jobs;
    struct meter meter; /* counts fixes */

    struct shard shard; /* whose problems are executed */

    /* Opens the source of Accepted programs in a language, at most once for each. It stays open
     * until the run ends. */
    int (*open_accepted)(void *context, const struct language *language,
                         struct correct_source *source, struct err *err);
    void *context;
};

/* Fails if a problem in `store` was executed with other tests. */
int verify_check_tests(struct db *store, struct cases_set *tests, struct err *err);

/* Executes the fixes of `origins` in temp.filtered_fixes of `db` that have no outcome in `store`,
 * and commits each there. `store` is `db`, or the file of a shard; it has the row of this
 * run (verify_store_begin()). Returns RUN_STOPPED if the process is asked to stop
 * (base/interrupt.h). */
int verify_run(struct db *db, struct db *store, struct cases_set *tests,
               const struct verify_options *options, struct err *err);

#endif
