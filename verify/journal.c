/* The journal is a database with copies of these tables alone. Their rows refer to fixes and
 * submissions, which it does not have, so no reference is checked there. */
#include "verify/journal.h"

#include "base/str.h"
#include "db/fix_names.h"
#include "db/schema.h"

#include <inttypes.h>
#include <string.h>

#define OF_FIXES                                                                  \
    "FROM fixes f JOIN submissions b ON b.submission_key = buggy_submission_key " \
    "JOIN submissions a ON a.submission_key = fixed_submission_key "
#define EXECUTED "f.fix_key IN (SELECT fix_key FROM temp.filtered_fixes)"
#define KEPT     "f.fix_key IN (SELECT fix_key FROM main.verdicts) AND NOT " EXECUTED
#define PROGRAMS(which)                                           \
    "(SELECT buggy_submission_key FROM main.fixes f WHERE " which \
    " UNION ALL SELECT fixed_submission_key FROM main.fixes f WHERE " which ")"
#define FOUND "(SELECT '" FOUND_TEST_PREFIX "' || " FIX_ID " " OF_FIXES "WHERE " EXECUTED ")"

/* In the order in which they are copied, with the order of their rows, and those of the database
 * that are replaced when verdicts are kept: what only executed fixes have. A program of an executed
 * fix may also be in a kept one, and is then run on all tests again. */
static const struct {
    const char *name, *order, *replaced;
} tables[] = {
    {"verify_run", "1", "1"},
    {"verify_runtimes", "sort_order", "0"},
    {"verify_problems", "problem_id, language",
     "(problem_id, language) NOT IN (SELECT b.problem_id, b.language " OF_FIXES "WHERE " KEPT ")"},
    {"tests", "problem_id, test_name",
     "problem_id NOT IN (SELECT b.problem_id " OF_FIXES "WHERE " KEPT ") "
     "OR origin = 'found' AND test_name IN " FOUND},
    {"test_runs", "submission_key, test_name",
     "submission_key NOT IN " PROGRAMS(KEPT) " OR test_name IN " FOUND " OR detail = '" TEST_NOT_RUN
                                             "' AND submission_key IN " PROGRAMS(EXECUTED)},
    {"control_pairs", "problem_id, language, pair_number",
     "(problem_id, language) NOT IN (SELECT b.problem_id, b.language " OF_FIXES "WHERE " KEPT ")"},
    {"verdicts", "fix_key", "fix_key IN (SELECT fix_key FROM temp.filtered_fixes)"},
};
enum { N_TABLES = sizeof tables / sizeof *tables, FIRST_OF_PROBLEMS = 2 };

int verify_hash_fixes(char hex[SHA256_HEX_SIZE], struct db *db, struct err *err)
{
    return db_hash_rows(hex, db,
                        "SELECT fix_key, origin, buggy_submission_key, fixed_submission_key, "
                        "bs.sha256, fs.sha256 FROM fixes "
                        "JOIN submissions b ON b.submission_key = buggy_submission_key "
                        "JOIN submissions a ON a.submission_key = fixed_submission_key "
                        "JOIN sources bs ON bs.source_key = b.source_key "
                        "JOIN sources fs ON fs.source_key = a.source_key "
                        "WHERE fix_key IN (SELECT fix_key FROM temp.filtered_fixes) "
                        "ORDER BY fix_key",
                        err);
}

static int create_tables(struct db *journal, struct db *db, struct err *err)
{
    scoped(db_statement) *s = db_query(
        db, err, "SELECT sql FROM main.sqlite_master WHERE type = 'table' AND name = ?", NULL);
    for (int i = 0; i < N_TABLES; i++) {
        if (db_run(s, err, "t", tables[i].name) != 1 ||
            db_execute(journal, db_text(s, 0), err) != 0)
            return ERR;
        db_rewind(s);
    }
    return 0;
}

static int add_run(struct db *journal, const struct verify_run_row *run, struct err *err)
{
    const struct trial_options *trial = run->trial;
    return db_change(
        journal, err, "INSERT INTO verify_run VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "tttttttiiit", run->origins, run->tests, run->tests_name, run->originals_name,
        run->programs, trial->seed, input_strictness_name(trial->strictness), trial->n_inputs,
        trial->cpu_seconds, (int64_t)trial->has_control, run->fixes_sha256);
}

/* Sets what the run in a database has that this one has not; NULL: nothing. The fixes are not
 * compared if `run` has no hash of them. Returns 1; 0 for a database without a run. */
static int compare_run(const char **other, struct db *db, const struct verify_run_row *run,
                       struct arena *arena, struct err *err)
{
    const struct trial_options *trial = run->trial;
    scoped(db_statement) *s = db_query(
        db, err,
        "SELECT CASE WHEN origins <> ? THEN 'other origins of fixes' "
        "WHEN tests <> ? OR tests_name <> ? THEN 'other tests' "
        "WHEN originals_name IS NOT ? THEN 'other originals' "
        "WHEN programs <> ? THEN 'other jurors (--dataset)' WHEN seed <> ? THEN 'another seed' "
        "WHEN (strictness, n_inputs, cpu_seconds, has_control) <> (?, ?, ?, ?) THEN "
        "'other options' WHEN fixes_sha256 <> ? THEN 'other fixes' ELSE '' END FROM verify_run",
        "tttttttiiit", run->origins, run->tests, run->tests_name, run->originals_name,
        run->programs, trial->seed, input_strictness_name(trial->strictness), trial->n_inputs,
        trial->cpu_seconds, (int64_t)trial->has_control, run->fixes_sha256);
    int status = db_step(s, err);
    *other = status == 1 && *db_text(s, 0) ? db_copy_text(s, 0, arena) : NULL;
    return status;
}

static int check_run(struct db *journal, const char *path, const struct verify_run_row *run,
                     struct err *err)
{
    scoped(arena) arena = {0};
    const char *other;
    int status = compare_run(&other, journal, run, &arena, err);
    if (other)
        return err_set(err,
                       "'%s' belongs to a run with %s; resume that run as it was started, or start "
                       "again with --force",
                       path, other);
    return status == 1 ? 0 : err_set(err, "'%s' is not the journal of tokfix verify", path);
}

static const char drop_advice[] = "or drop those verdicts with --force";

int verify_count_kept(int64_t *n, struct db *db, const struct verify_run_row *run, struct err *err)
{
    scoped(arena) arena = {0};
    struct verify_run_row options = *run;
    const char *other;
    options.fixes_sha256 = NULL;
    if (db_get_int(db, n, "SELECT count(*) FROM main.fixes f WHERE " KEPT, err) != 0)
        return ERR;
    if (*n == 0)
        return 0;
    if (compare_run(&other, db, &options, &arena, err) < 0)
        return ERR;
    return other ? err_set(err,
                           "the database has verdicts on %s that this run does not execute, of a "
                           "run with %s; take the options of that run, %s",
                           counted(*n, "fix", "fixes").text, other, drop_advice)
                 : 0;
}

int verify_check_runtimes(struct db *db, struct db *journal, struct err *err)
{
    int status;
    scoped(db_statement) *now =
        db_query(journal, err,
                 "SELECT runtime, coalesce(version, 'not installed') FROM verify_runtimes", NULL);
    scoped(db_statement) *then = db_query(
        db, err,
        "SELECT coalesce(version, 'not installed') FROM main.verify_runtimes WHERE runtime = ?",
        NULL);
    while ((status = db_step(now, err)) == 1) {
        int found = db_run(then, err, "t", db_text(now, 0));
        if (found < 0)
            return ERR;
        if (found && strcmp(db_text(then, 0), db_text(now, 1)) != 0)
            return err_set(err,
                           "the database has verdicts with another version of %s, '%s' and not "
                           "'%s'; execute all fixes with one version, %s",
                           db_text(now, 0), db_text(then, 0), db_text(now, 1), drop_advice);
        db_rewind(then);
    }
    return status;
}

static int check_tables(struct db *journal, const char *path, struct err *err)
{
    const char *names[N_TABLES + 1] = {NULL};
    for (int i = 0; i < N_TABLES; i++)
        names[i] = tables[i].name;
    return schema_check(journal, names, path, err);
}

int verify_journal_open(struct db **out, int64_t *n_done, const char *path, struct db *db,
                        const struct verify_run_row *run, struct err *err)
{
    scoped(db) *journal = NULL;
    int64_t n_tables;
    if (db_open_in_steps(&journal, path, err) != 0 ||
        db_get_int(journal, &n_tables, "SELECT count(*) FROM sqlite_master", err) != 0)
        return ERR;
    if (n_tables == 0) {
        if (create_tables(journal, db, err) != 0 || add_run(journal, run, err) != 0)
            return ERR;
    } else if (check_tables(journal, path, err) != 0 || check_run(journal, path, run, err) != 0)
        return ERR;
    if (db_get_int(journal, n_done, "SELECT count(*) FROM verdicts", err) != 0)
        return ERR;
    *out = hand_over(journal);
    return 0;
}

int verify_journal_look(struct db_statement **out, struct db *journal, struct err *err)
{
    return db_prepare(out, journal, "SELECT 1 FROM verdicts WHERE fix_key = ?", err);
}

int verify_journal_has(struct db_statement *look, int64_t fix_key, struct err *err)
{
    int status = db_run(look, err, "i", fix_key);
    if (status == 1)
        db_rewind(look);
    return status;
}

int verify_journal_commit(struct db *journal, struct err *err)
{
    return db_execute(journal, "COMMIT; BEGIN EXCLUSIVE", err);
}

/* Copies the rows of a table in their order. `verb`: INSERT, INSERT OR IGNORE. */
static int copy_table(struct db *to, struct db *from, const char *verb, int table, struct err *err)
{
    scoped(str) select = {0};
    str_print(&select, "SELECT * FROM %s ORDER BY %s", tables[table].name, tables[table].order);
    scoped(db_statement) *rows = db_query(from, err, str_text(&select), NULL);
    scoped(db_statement) *row = NULL;
    return db_prepare_insert(&row, to, verb, tables[table].name, err) == 0
               ? db_copy_rows(row, rows, err)
               : ERR;
}

int verify_journal_add(struct db *journal, struct db *shard, struct err *err)
{
    int status;
    scoped(db_statement) *s = db_query(
        shard, err, "SELECT runtime, language, sort_order, version FROM verify_runtimes", NULL);
    while ((status = db_step(s, err)) == 1)
        if (verify_add_runtime(journal, db_text(s, 0), db_text(s, 1), db_int(s, 2),
                               *db_text(s, 3) ? db_text(s, 3) : NULL, err) != 0)
            return ERR;
    if (status < 0)
        return ERR;
    for (int i = FIRST_OF_PROBLEMS; i < N_TABLES; i++)
        if (copy_table(journal, shard, "INSERT OR IGNORE", i, err) != 0)
            return ERR;
    return verify_journal_commit(journal, err);
}

/* Sets what the rows of the run and its problems say of all verdicts. */
static int count_kept(struct db *db, struct err *err)
{
    char fixes_sha256[SHA256_HEX_SIZE];
    return db_execute(db,
                      "INSERT OR IGNORE INTO temp.filtered_fixes SELECT fix_key FROM verdicts; "
                      "UPDATE main.verify_problems AS p SET n_fixes = (SELECT count(*) " OF_FIXES
                      "JOIN main.verdicts USING (fix_key) "
                      "WHERE b.problem_id = p.problem_id AND b.language = p.language)",
                      err) == 0 &&
                   verify_hash_fixes(fixes_sha256, db, err) == 0
               ? db_change(db, err, "UPDATE main.verify_run SET fixes_sha256 = ?", "t",
                           fixes_sha256)
               : ERR;
}

int verify_journal_apply(struct db *db, struct db *journal, bool keeps, struct err *err)
{
    if (keeps && verify_check_runtimes(db, journal, err) != 0)
        return ERR;
    for (int i = 0; i < N_TABLES; i++) {
        scoped(str) clear = {0};
        str_print(&clear, "DELETE FROM main.%s WHERE %s", tables[i].name,
                  keeps ? tables[i].replaced : "1");
        if (db_execute(db, str_text(&clear), err) != 0 ||
            copy_table(db, journal, keeps ? "INSERT OR IGNORE" : "INSERT", i, err) != 0)
            return ERR;
    }
    return keeps ? count_kept(db, err) : 0;
}

/* ---- Rows ---- */

enum { MAX_STORED_BYTES = 64 << 10 }; /* of an input, or of an expected output */

int verify_add_runtime(struct db *journal, const char *runtime, const char *language,
                       int64_t sort_order, const char *version, struct err *err)
{
    const char *here = version ? version : "not installed";
    scoped(db_statement) *s =
        db_query(journal, err,
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
    return db_change(journal, err, "INSERT INTO verify_runtimes VALUES (?, ?, ?, ?)", "titt",
                     runtime, sort_order, language, version);
}

/* Texts are stored if they are UTF-8, without zero bytes, and not too long. */
static const char *stored(const char *text, size_t length)
{
    return text && length <= MAX_STORED_BYTES && !memchr(text, 0, length) &&
                   utf8_is_valid(text, length)
               ? text
               : NULL;
}

static int add_test(struct db *journal, const char *problem_id, const struct test_case *test,
                    const char *origin, struct err *err)
{
    return db_change(journal, err, "INSERT OR IGNORE INTO tests VALUES (?, ?, ?, ?, ?)", "tttbb",
                     problem_id, test->name, origin, stored(test->input, test->input_length),
                     test->input_length, stored(test->expected, test->expected_length),
                     test->expected_length);
}

int verify_add_problem(struct db *journal, const struct problem *problem, struct err *err)
{
    char tests_sha256[SHA256_HEX_SIZE];
    scoped(str) match = {0};
    const struct problem_tests *tests = &problem->tests;
    problem_tests_hash(tests, tests_sha256);
    tolerance_write(&match, &tests->tolerance);
    if (db_change(journal, err,
                  "INSERT OR IGNORE INTO verify_problems VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                  "ttititii", problem->problem_id, problem->language->name, (int64_t)tests->cases.n,
                  tests_sha256, (int64_t)(tests->seconds * 1000 + 0.5), str_text(&match),
                  (int64_t)problem->accepted.list.n, (int64_t)problem->n_fixes) != 0)
        return ERR;
    for (size_t i = 0; i < tests->cases.n; i++)
        if (add_test(journal, problem->problem_id, &tests->cases.items[i], "given", err) != 0)
            return ERR;
    return 0;
}

static const char *test_name(const struct fix_trial *fix, size_t test)
{
    const struct problem_tests *tests = &fix->problem->tests;
    return test < tests->cases.n ? tests->cases.items[test].name : fix->found.name;
}

static int add_run_on(struct db *journal, const struct subject *subject, const char *test,
                      const struct execution *run, struct err *err)
{
    return db_change(journal, err,
                     "INSERT INTO test_runs VALUES (?, ?, ?, ?, ?) "
                     "ON CONFLICT DO UPDATE SET outcome = excluded.outcome, "
                     "detail = excluded.detail, output = excluded.output "
                     "WHERE test_runs.detail = '" TEST_NOT_RUN "'",
                     "itttb", subject->submission_key, test, run_outcome_names[run->outcome],
                     run->detail, run->output, run->n_output);
}

static int add_runs(struct db *journal, const struct fix_trial *fix, const struct fix_side *side,
                    struct err *err)
{
    const struct subject *subject = &fix->problem->subjects.items[side->subject];
    for (size_t i = 0; i < fix->problem->tests.cases.n; i++)
        if (add_run_on(journal, subject, test_name(fix, i), fix_trial_run_on(fix, side, i), err) !=
            0)
            return ERR;
    return side->has_found ? add_run_on(journal, subject, fix->found.name, &side->found, err) : 0;
}

static int add_control(struct db *journal, const struct fix_trial *fix, struct err *err)
{
    for (size_t i = 0; i < fix->control.n; i++) {
        const struct control_pair *pair = &fix->control.items[i];
        if (db_change(journal, err, "INSERT INTO control_pairs VALUES (?, ?, ?, ?, ?, ?, ?)",
                      "ttitttb", fix->problem->problem_id, fix->problem->language->name,
                      (int64_t)i + 1, pair->right_id, pair->wrong_id, pair->strictness,
                      stored(pair->input, pair->n_input), pair->n_input) != 0)
            return ERR;
    }
    return 0;
}

int verify_add_trial(struct db *journal, const struct fix_trial *fix, struct err *err)
{
    if (fix->found.name &&
        add_test(journal, fix->problem->problem_id, &fix->found, "found", err) != 0)
        return ERR;
    if (add_runs(journal, fix, &fix->fixed, err) != 0 ||
        add_runs(journal, fix, &fix->buggy, err) != 0 ||
        db_change(journal, err, "INSERT INTO verdicts VALUES (?, ?, ?, ?, ?, ?, ?)", "ittttii",
                  fix->fix_key, fix_verdict_names[fix->verdict],
                  fix->test < 0 ? NULL : test_name(fix, (size_t)fix->test), fix->detail,
                  fix->strictness, fix->n_jurors, fix->n_inputs) != 0)
        return ERR;
    return add_control(journal, fix, err);
}
