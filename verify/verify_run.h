/* A run over all fixes of a database, in parallel. Its results go to a journal. */
#ifndef VERIFY_VERIFY_RUN_H
#define VERIFY_VERIFY_RUN_H

#include "base/meter.h"
#include "miner/run.h"
#include "verify/cases_set.h"
#include "verify/journal.h"

struct verify_options {
    struct trial_options trial;
    const char *origins;  /* of the fixes: a list of names, separated by commas */
    struct db *originals; /* has the originals of rewrites; NULL: they are not compared */
    int n_jobs;
    struct meter meter; /* counts fixes */

    struct shard shard; /* whose problems are executed */
    bool keeps;         /* the database keeps verdicts on other fixes (verify_count_kept()) */

    /* Opens the source of Accepted programs in a language, at most once for each. It stays open
     * until the run ends. */
    int (*open_accepted)(void *context, const struct language *language,
                         struct correct_source *source, struct err *err);
    void *context;
};

/* Counts the fixes to execute, which are those of `origins` in temp.filtered_fixes, and those among
 * them that the journal does not have. */
int verify_count(struct db *db, struct db *journal, const struct verify_options *options,
                 int64_t *n_fixes, int64_t *n_missing, struct err *err);

/* Fail if a problem that the journal has, or one of a verdict that the database keeps, was
 * executed with other tests. */
int verify_check_tests(struct db *journal, struct cases_set *tests, struct err *err);
int verify_check_kept_tests(struct db *db, struct cases_set *tests, struct err *err);

/* Executes the fixes that the journal does not have yet, and commits each verdict. `db` is only
 * read. Returns RUN_STOPPED if the process is asked to stop (base/interrupt.h); the journal then
 * has the fixes that are done. */
int verify_run(struct db *db, struct db *journal, struct cases_set *tests,
               const struct verify_options *options, struct err *err);

#endif
