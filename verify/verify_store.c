/* The rows of a fix depend only on the fix, its problem and the options, and the key of each row
 * says where it is. The order in which fixes are done, and the runs that did them, do not show.
 *
 * The file of a shard has copies of these tables. Their rows refer to fixes and submissions, which
 * it does not have, so no reference is checked there. */
#include "verify/verify_run.h"

#include "base/str.h"
#include "db/fix_names.h"
#include "db/schema.h"

#include <string.h>

static const char *const tables[] = {"verify_run", "verify_runtimes", "verify_problems", "tests",
                                     "test_runs",  "verdicts",        "control_pairs",   NULL};

int verify_hash_fixes(char hex[SHA256_HEX_SIZE], struct db *db, const char *origins,
                      struct err *err)
{
    scoped(str) sql = {0};
    str_print(&sql,
              "SELECT fix_key, origin, buggy_submission_key, fixed_submission_key, "
              "bs.sha256, fs.sha256 FROM fixes "
              "JOIN submissions b ON b.submission_key = buggy_submission_key "
              "JOIN submissions a ON a.submission_key = fixed_submission_key "
              "JOIN sources bs ON bs.source_key = b.source_key "
              "JOIN sources fs ON fs.source_key = a.source_key "
              "WHERE instr(',%s,', ',' || origin || ',') ORDER BY fix_key",
              origins);
    return db_hash_rows(hex, db, str_text(&sql), err);
}

static int create_tables(struct db *shard, struct db *db, struct err *err)
{
    scoped(db_statement) *s = db_query(
        db, err, "SELECT sql FROM main.sqlite_master WHERE type = 'table' AND name = ?", NULL);
    for (int i = 0; tables[i]; i++) {
        if (db_run(s, err, "t", tables[i]) != 1 || db_execute(shard, db_text(s, 0), err) != 0)
            return ERR;
        db_rewind(s);
    }
    return 0;
}

int verify_shard_open(struct db **out, const char *path, struct db *db, struct err *err)
{
    scoped(db) *shard = NULL;
    int64_t n_tables;
    if (db_open_in_steps(&shard, path, err) != 0 ||
        db_get_int(shard, &n_tables, "SELECT count(*) FROM sqlite_master", err) != 0 ||
        (n_tables ? schema_check(shard, tables, path, err) : create_tables(shard, db, err)) != 0)
        return ERR;
    *out = hand_over(shard);
    return 0;
}

/* Fails if the run that the store has differs from this one. */
static int compare_run(struct db *store, const struct verify_run_row *run, const char *path,
                       struct err *err)
{
    const struct trial_options *trial = run->trial;
    scoped(db_statement) *s = db_query(
        store, err,
        "SELECT CASE WHEN origins <> ? THEN 'other origins of fixes' "
        "WHEN tests <> ? OR tests_name <> ? THEN 'other tests' "
        "WHEN originals_name IS NOT ? THEN 'other originals' "
        "WHEN programs <> ? THEN 'other jurors (--dataset)' WHEN seed <> ? THEN 'another seed' "
        "WHEN (strictness, n_inputs, cpu_seconds, has_control) <> (?, ?, ?, ?) THEN "
        "'other options' WHEN EXISTS (SELECT 1 FROM verify_runtimes WHERE version LIKE "
        "'%" EXECUTOR_AT_HOME "') <> ? THEN 'another choice of --no-online-judge' "
        "WHEN fixes_sha256 <> ? THEN 'other fixes' ELSE '' END FROM verify_run",
        "tttttttiiiit", run->origins, run->tests, run->tests_name, run->originals_name,
        run->programs, trial->seed, input_strictness_name(trial->strictness), trial->n_inputs,
        trial->cpu_seconds, (int64_t)trial->has_control, (int64_t)trial->is_at_home,
        run->fixes_sha256);
    if (db_step(s, err) < 0)
        return ERR;
    return *db_text(s, 0) ? err_set(err,
                                    "'%s' has verdicts of a run with %s; take the options of that "
                                    "run, or drop its verdicts with --force",
                                    path, db_text(s, 0))
                          : 0;
}

static int add_run(struct db *store, const struct verify_run_row *run, struct err *err)
{
    const struct trial_options *trial = run->trial;
    return db_change(
        store, err, "INSERT INTO verify_run VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "tttttttiiit", run->origins, run->tests, run->tests_name, run->originals_name,
        run->programs, trial->seed, input_strictness_name(trial->strictness), trial->n_inputs,
        trial->cpu_seconds, (int64_t)trial->has_control, run->fixes_sha256);
}

int verify_store_begin(struct db *store, int64_t *n_done, const struct verify_run_row *run,
                       const char *path, struct err *err)
{
    if (db_get_int(store, n_done, "SELECT count(*) FROM main.verdicts", err) != 0)
        return ERR;
    if (*n_done)
        return compare_run(store, run, path, err);
    return verify_store_clear(store, err) == 0 ? add_run(store, run, err) : ERR;
}

int verify_store_clear(struct db *store, struct err *err)
{
    for (int i = 0; tables[i]; i++) {
        scoped(str) clear = {0};
        str_print(&clear, "DELETE FROM main.%s", tables[i]);
        if (db_execute(store, str_text(&clear), err) != 0)
            return ERR;
    }
    return 0;
}

/* The next transaction begins at once, so that no other program changes the store. */
int verify_store_commit(struct db *store, struct err *err)
{
    return db_execute(store, "COMMIT; BEGIN IMMEDIATE", err);
}

static int join_runtimes(struct db *store, struct db *shard, struct err *err)
{
    int status;
    scoped(db_statement) *s = db_query(
        shard, err, "SELECT runtime, language, sort_order, version FROM verify_runtimes", NULL);
    while ((status = db_step(s, err)) == 1)
        if (verify_add_runtime(store, db_text(s, 0), db_text(s, 1), db_int(s, 2),
                               *db_text(s, 3) ? db_text(s, 3) : NULL, err) != 0)
            return ERR;
    return status;
}

int verify_store_join(struct db *store, struct db *shard, struct err *err)
{
    if (join_runtimes(store, shard, err) != 0)
        return ERR;
    for (int i = 0; tables[i]; i++) {
        scoped(str) select = {0};
        scoped(db_statement) *row = NULL;
        str_print(&select, "SELECT * FROM %s", tables[i]);
        scoped(db_statement) *rows = db_query(shard, err, str_text(&select), NULL);
        if (db_prepare_insert(&row, store, "INSERT OR IGNORE", tables[i], err) != 0 ||
            db_copy_rows(row, rows, err) != 0)
            return ERR;
    }
    return 0;
}

/* ---- Rows ---- */

enum { MAX_STORED_BYTES = 64 << 10 }; /* of an input, or of an expected output */

int verify_add_runtime(struct db *store, const char *runtime, const char *language,
                       int64_t sort_order, const char *version, struct err *err)
{
    const char *here = version ? version : "not installed";
    scoped(db_statement) *s =
        db_query(store, err,
                 "SELECT coalesce(version, 'not installed') FROM verify_runtimes WHERE runtime = ?",
                 "t", runtime);
    int status = db_step(s, err);
    if (status == 1 && strcmp(db_text(s, 0), here) != 0)
        return err_set(err,
                       "%s has two versions, '%s' and '%s', in one result; execute all problems "
                       "with the same version, or start again with --force",
                       runtime, db_text(s, 0), here);
    if (status != 0)
        return status == 1 ? 0 : ERR;
    return db_change(store, err, "INSERT INTO verify_runtimes VALUES (?, ?, ?, ?)", "titt", runtime,
                     sort_order, language, version);
}

/* Texts are stored if they are UTF-8, without zero bytes, and not too long. */
static const char *stored(const char *text, size_t length)
{
    return text && length <= MAX_STORED_BYTES && !memchr(text, 0, length) &&
                   utf8_is_valid(text, length)
               ? text
               : NULL;
}

static int add_test(struct db *store, const char *problem_id, const struct test_case *test,
                    const char *origin, struct err *err)
{
    return db_change(store, err, "INSERT OR REPLACE INTO tests VALUES (?, ?, ?, ?, ?)", "tttbb",
                     problem_id, test->name, origin, stored(test->input, test->input_length),
                     test->input_length, stored(test->expected, test->expected_length),
                     test->expected_length);
}

int verify_add_problem(struct db *store, const struct problem *problem, struct err *err)
{
    char tests_sha256[SHA256_HEX_SIZE];
    scoped(str) match = {0};
    const struct problem_tests *tests = &problem->tests;
    problem_tests_hash(tests, tests_sha256);
    tolerance_write(&match, &tests->tolerance);
    if (db_change(store, err, "INSERT OR REPLACE INTO verify_problems VALUES (?, ?, ?, ?, ?, ?, ?)",
                  "ttititi", problem->problem_id, problem->language->name, (int64_t)tests->cases.n,
                  tests_sha256, (int64_t)(tests->seconds * 1000 + 0.5), str_text(&match),
                  (int64_t)problem->accepted.list.n) != 0)
        return ERR;
    for (size_t i = 0; i < tests->cases.n; i++)
        if (add_test(store, problem->problem_id, &tests->cases.items[i], "given", err) != 0)
            return ERR;
    return 0;
}

static const char *test_name(const struct fix_trial *fix, size_t test)
{
    const struct problem_tests *tests = &fix->problem->tests;
    return test < tests->cases.n ? tests->cases.items[test].name : fix->found.name;
}

static int add_run_on(struct db *store, const struct subject *subject, const char *test,
                      const struct execution *run, struct err *err)
{
    return db_change(store, err,
                     "INSERT INTO test_runs VALUES (?, ?, ?, ?, ?) "
                     "ON CONFLICT DO UPDATE SET outcome = excluded.outcome, "
                     "detail = excluded.detail, output = excluded.output "
                     "WHERE test_runs.detail = '" TEST_NOT_RUN "'",
                     "itttb", subject->submission_key, test, execution_outcome_names[run->outcome],
                     run->detail, run->output, run->n_output);
}

static int add_runs(struct db *store, const struct fix_trial *fix, const struct fix_side *side,
                    struct err *err)
{
    const struct subject *subject = &fix->problem->subjects.items[side->subject];
    for (size_t i = 0; i < fix->problem->tests.cases.n; i++)
        if (add_run_on(store, subject, test_name(fix, i), fix_trial_run_on(fix, side, i), err) != 0)
            return ERR;
    return side->has_found ? add_run_on(store, subject, fix->found.name, &side->found, err) : 0;
}

static int add_control(struct db *store, const struct fix_trial *fix, struct err *err)
{
    for (size_t i = 0; i < fix->control.n; i++) {
        const struct control_pair *pair = &fix->control.items[i];
        if (db_change(store, err,
                      "INSERT OR IGNORE INTO control_pairs VALUES (?, ?, ?, ?, ?, ?, ?)", "ttitttb",
                      fix->problem->problem_id, fix->problem->language->name, (int64_t)i + 1,
                      pair->right_id, pair->wrong_id, pair->strictness,
                      stored(pair->input, pair->n_input), pair->n_input) != 0)
            return ERR;
    }
    return 0;
}

int verify_add_trial(struct db *store, const struct fix_trial *fix, struct err *err)
{
    if (fix->found.name &&
        add_test(store, fix->problem->problem_id, &fix->found, "found", err) != 0)
        return ERR;
    if (add_runs(store, fix, &fix->fixed, err) != 0 ||
        add_runs(store, fix, &fix->buggy, err) != 0 ||
        db_change(store, err, "INSERT INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?)", "ittttii",
                  fix->fix_key, fix_outcome_names[fix->outcome],
                  fix->test < 0 ? NULL : test_name(fix, (size_t)fix->test), fix->detail,
                  fix->strictness, fix->n_jurors, fix->n_inputs) != 0)
        return ERR;
    return add_control(store, fix, err);
}
