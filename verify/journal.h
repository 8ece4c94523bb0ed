/* The journal of a run of `tokfix verify`: it collects the rows of the run (schema.sql: verify_run
 * and the tables after it), so that the database changes all at once and a stopped run can be
 * resumed. */
#ifndef VERIFY_JOURNAL_H
#define VERIFY_JOURNAL_H

#include "verify/trial.h"

/* Borrowed texts. */
struct verify_run_row {
    const char *origins, *tests, *tests_name;
    const char *originals_name; /* NULL: none */
    const char *programs;
    const struct trial_options *trial;
    const char *fixes_sha256;
};

/* Computes the SHA-256 of what is executed: the keys and programs of the fixes in
 * temp.filtered_fixes (fixes/choice.h). */
int verify_hash_fixes(char hex[SHA256_HEX_SIZE], struct db *db, struct err *err);

/* Sets the number of verdicts in the database on other fixes, which a run keeps. Fails if it has
 * some, and they are of a run with other options. */
int verify_count_kept(int64_t *n, struct db *db, const struct verify_run_row *run, struct err *err);

/* Fails unless the runtimes that the database and the journal have are the same. */
int verify_check_runtimes(struct db *db, struct db *journal, struct err *err);

/* Opens the journal at `path`, or creates one for this run in the database `db`. Sets `n_done` to
 * the number of fixes that have verdicts in it; they are done. Fails if it belongs to a run with
 * other options, or to another database: the message names the first difference. No other process
 * can open it until it is closed with db_close(). */
int verify_journal_open(struct db **out, int64_t *n_done, const char *path, struct db *db,
                        const struct verify_run_row *run, struct err *err);

/* Prepares a statement for verify_journal_has(), which returns 1 if the journal has the verdict on
 * the fix, 0 if not, or ERR. */
int verify_journal_look(struct db_statement **out, struct db *journal, struct err *err);
int verify_journal_has(struct db_statement *look, int64_t fix_key, struct err *err);

int verify_journal_commit(struct db *journal, struct err *err);

/* Adds the rows of a finished shard's journal to that of the whole run. */
int verify_journal_add(struct db *journal, struct db *shard, struct err *err);

/* Replaces the rows of the database by those of the journal, in the caller's transaction. With
 * `keeps`, the verdicts of fixes that are not in temp.filtered_fixes stay, with what belongs to
 * them; the database is then as after one run over all. */
int verify_journal_apply(struct db *db, struct db *journal, bool keeps, struct err *err);

/* Add rows to a journal. A problem, a test, or a run of a program on a test that it has already is
 * not added again; but a run takes the place of one that was not made. verify_add_runtime() fails
 * if the journal has the runtime with another version; `version` NULL: it is not installed.
 * `sort_order` is the same in all runs. */
int verify_add_runtime(struct db *journal, const char *runtime, const char *language,
                       int64_t sort_order, const char *version, struct err *err);
int verify_add_problem(struct db *journal, const struct problem *problem, struct err *err);
int verify_add_trial(struct db *journal, const struct fix_trial *fix, struct err *err);

#endif
