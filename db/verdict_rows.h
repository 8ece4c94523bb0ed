/* The rows of `tokfix verify` in a database (schema.sql: verify_run and the tables after it), and
 * the journal that collects them during a run, so that the database changes all at once and a
 * stopped run can be resumed.
 *
 * Texts in rows are borrowed. */
#ifndef DB_VERDICT_ROWS_H
#define DB_VERDICT_ROWS_H

#include "db/db.h"
#include "db/fix_names.h"

#include <stdbool.h>
#include <stdint.h>

struct verify_run_row {
    const char *origins, *tests, *tests_name;
    const char *originals_name; /* NULL: none */
    const char *programs, *seed, *strictness;
    int64_t n_inputs, min_jurors, max_jurors, cpu_seconds, has_control;
    const char *fixes_sha256;
};

struct verify_runtime_row {
    const char *runtime, *language;
    int64_t sort_order;  /* the same in all runs */
    const char *version; /* NULL: not installed */
};

struct verify_problem_row {
    const char *problem_id, *language;
    int64_t n_tests;
    const char *tests_sha256;
    int64_t time_limit_ms;
    const char *match;
    int64_t n_accepted, n_fixes;
};

struct test_row {
    const char *problem_id, *test_name, *origin;
    const char *input, *expected; /* NULL: not stored */
    size_t n_input, n_expected;
};

/* The detail of a run that was not made. */
#define TEST_NOT_RUN "not run, because this or the fixed program did not end"

struct test_run_row {
    int64_t submission_key;
    const char *test_name, *outcome, *detail;
    const char *output; /* NULL: as expected */
    size_t n_output;
};

struct verdict_row {
    int64_t fix_key;
    const char *verdict;
    const char *test_name; /* NULL: none */
    const char *detail;
    const char *strictness; /* NULL: no input was found */
    int64_t n_jurors, n_inputs;
};

struct control_pair_row {
    const char *problem_id, *language;
    int64_t pair_number;
    const char *right_id, *wrong_id;
    const char *strictness, *input; /* NULL: none was found; the input is not stored */
    size_t n_input;
};

/* Computes the SHA-256 of what is executed: the keys and programs of all fixes. */
int verify_hash_fixes(char hex[SHA256_HEX_SIZE], struct db *db, struct err *err);

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

/* Replaces the rows of the database by those of the journal, in the caller's transaction. */
int verify_journal_apply(struct db *db, struct db *journal, struct err *err);

/* Add rows to a journal. A problem, a test, or a run of a program on a test that it has already is
 * not added again; but a run takes the place of one that was not made. verify_add_runtime() fails
 * if the journal has the runtime with another version. */
int verify_add_runtime(struct db *journal, const struct verify_runtime_row *row, struct err *err);
int verify_add_problem(struct db *journal, const struct verify_problem_row *row, struct err *err);
int verify_add_test(struct db *journal, const struct test_row *row, struct err *err);
int verify_add_test_run(struct db *journal, const struct test_run_row *row, struct err *err);
int verify_add_verdict(struct db *journal, const struct verdict_row *row, struct err *err);
int verify_add_control_pair(struct db *journal, const struct control_pair_row *row,
                            struct err *err);

#endif
