/* A run over all fixes of a database, in parallel. */
#ifndef VERIFY_VERIFY_RUN_H
#define VERIFY_VERIFY_RUN_H

#include "base/meter.h"
#include "miner/run.h"
#include "verify/cases_set.h"
#include "verify/verify_store.h"

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

/* Executes the fixes of `origins` in temp.filtered_fixes of `db` that have no verdict in `store`,
 * and commits each verdict there. `store` is `db`, or the file of a shard; it has the row of this
 * run (verify_store_begin()). Returns RUN_STOPPED if the process is asked to stop
 * (base/interrupt.h). */
int verify_run(struct db *db, struct db *store, struct cases_set *tests,
               const struct verify_options *options, struct err *err);

#endif
