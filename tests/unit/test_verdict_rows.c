/* The journal of a run: joined shards are the whole run, and other runs are refused. */
#include "db/verdict_rows.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct verify_run_row usual = {.origins = "real",
                                            .tests = "jsonl",
                                            .tests_name = "t.jsonl",
                                            .programs = "fixes",
                                            .seed = "0",
                                            .strictness = "medium",
                                            .n_inputs = 40,
                                            .min_jurors = 2,
                                            .max_jurors = 10,
                                            .cpu_seconds = 2,
                                            .fixes_sha256 = "ff"};

static struct db *open_journal(struct db *db, const char *name, const struct verify_run_row *run)
{
    struct db *journal;
    struct err err;
    int64_t n_done;
    assert_success(verify_journal_open(&journal, &n_done, scratch_path(name), db, run, &err), err);
    return journal;
}

static void add_runtime(struct db *journal, const char *name, int64_t sort_order,
                        const char *version)
{
    const struct verify_runtime_row row = {name, "c", sort_order, version};
    struct err err;
    assert_success(verify_add_runtime(journal, &row, &err), err);
}

static void add_problem(struct db *journal, const char *problem, int64_t fix)
{
    struct err err;
    const struct verify_problem_row row = {.problem_id = problem,
                                           .language = "c",
                                           .n_tests = 1,
                                           .tests_sha256 = "00",
                                           .time_limit_ms = 2000,
                                           .match = "Lines",
                                           .n_accepted = 3,
                                           .n_fixes = 1};
    const struct test_row test = {problem, "t", "given", "1\n", NULL, 2, 0};
    const struct test_run_row run = {fix, "t", "wrong", "", "2", 1};
    const struct verdict_row verdict = {fix, "proven", "t", "", "loose", 3, 9};
    const struct control_pair_row pair = {problem, "c", 1, "s1", "s2", NULL, NULL, 0};
    assert_success(verify_add_problem(journal, &row, &err), err);
    assert_success(verify_add_test(journal, &test, &err), err);
    assert_success(verify_add_test_run(journal, &run, &err), err);
    assert_success(verify_add_verdict(journal, &verdict, &err), err);
    assert_success(verify_add_control_pair(journal, &pair, &err), err);
    assert_success(verify_journal_commit(journal, &err), err);
}

static const char all_rows[] =
    "SELECT (SELECT group_concat(runtime || ' ' || sort_order || ' ' || quote(version)) "
    "FROM (SELECT * FROM verify_runtimes ORDER BY sort_order)) || '|' || "
    "(SELECT group_concat(problem_id || ' ' || match) FROM verify_problems) || '|' || "
    "(SELECT group_concat(problem_id || quote(expected)) FROM tests) || '|' || "
    "(SELECT group_concat(submission_key || output) FROM test_runs) || '|' || "
    "(SELECT group_concat(fix_key || verdict || strictness) FROM verdicts) || '|' || "
    "(SELECT group_concat(problem_id || quote(strictness)) FROM control_pairs)";

TEST(verdict_rows__of_joined_shards_are_those_of_one_run)
{
    scoped(db) *db = small_store_opened("verified");
    scoped(db) *whole = open_journal(db, "whole", &usual);
    scoped(db) *one = open_journal(db, "one", &usual);
    scoped(db) *two = open_journal(db, "two", &usual);
    struct err err;
    struct db *const c_only[] = {one, whole}, *const both[] = {two, whole};
    for (int i = 0; i < 2; i++) {
        add_runtime(c_only[i], "C", 20, "gcc 12");
        add_problem(c_only[i], "p1", 1);
        add_runtime(both[i], "Python 2", 1, NULL);
        add_runtime(both[i], "C", 20, "gcc 12");
        add_problem(both[i], "p2", 2);
    }
    scoped(db) *joined = open_journal(db, "joined", &usual);
    assert_success(verify_journal_add(joined, one, &err), err);
    assert_success(verify_journal_add(joined, two, &err), err);
    static const char expected[] = "Python 2 1 NULL,C 20 'gcc 12'|p1 Lines,p2 Lines|"
                                   "p1NULL,p2NULL|12,22|1provenloose,2provenloose|"
                                   "p1NULL,p2NULL\n";
    assert_rows(whole, all_rows, expected);
    assert_rows(joined, all_rows, expected);
    scoped(db_statement) *look = NULL;
    assert_success(verify_journal_look(&look, joined, &err), err);
    assert_int_equal(verify_journal_has(look, 2, &err), 1);
    assert_int_equal(verify_journal_has(look, 3, &err), 0);
    assert_int_equal(verify_journal_has(look, 1, &err), 1);
}

/* A program is in two fixes; it is run on more tests for the second one. */
TEST(verdict_rows__have_the_run_that_was_made)
{
    static const struct test_run_row rows[] = {{1, "a", "wrong", "", "2", 1},
                                               {1, "b", "near_limit", TEST_NOT_RUN, "", 0},
                                               {1, "a", "near_limit", TEST_NOT_RUN, "", 0},
                                               {1, "b", "wrong", "", "3", 1},
                                               {1, "b", "wrong", "", "4", 1}};
    scoped(db) *db = small_store_opened("again");
    scoped(db) *journal = open_journal(db, "again.1", &usual);
    struct err err;
    for (size_t i = 0; i < N_ITEMS(rows); i++)
        assert_success(verify_add_test_run(journal, &rows[i], &err), err);
    assert_rows(journal, "SELECT test_name, outcome, detail, output FROM test_runs ORDER BY 1",
                "a|wrong||2\nb|wrong||3\n");
}

TEST(verdict_rows__have_one_version_of_a_runtime)
{
    scoped(db) *db = small_store_opened("versions");
    scoped(db) *journal = open_journal(db, "versions.1", &usual);
    scoped(db) *shard = open_journal(db, "versions.2", &usual);
    const struct verify_runtime_row other = {"C", "c", 20, "gcc 13"};
    struct err err;
    add_runtime(journal, "C", 20, "gcc 12");
    add_runtime(shard, "C", 20, NULL);
    assert_int_equal(verify_add_runtime(journal, &other, &err), ERR);
    assert_string_equal(err.message,
                        "C has two versions, 'gcc 12' and 'gcc 13', in one result; execute all "
                        "problems with the same version, or start again with --force");
    assert_int_equal(verify_journal_add(journal, shard, &err), ERR);
    assert_contains(err.message, "'gcc 12' and 'not installed'");
}

TEST(verdict_rows__of_another_run_are_refused)
{
    scoped(db) *db = small_store_opened("refused");
    struct verify_run_row runs[8];
    static const char *const reasons[] = {"other origins of fixes", "other tests",  "other tests",
                                          "other originals",        "other jurors", "another seed",
                                          "other options",          "other fixes"};
    for (size_t i = 0; i < N_ITEMS(runs); i++)
        runs[i] = usual;
    runs[0].origins = "mutant";
    runs[1].tests = "folders";
    runs[2].tests_name = "u.jsonl";
    runs[3].originals_name = "o.db";
    runs[4].programs = "dataset";
    runs[5].seed = "1";
    runs[6].n_inputs = 41;
    runs[7].fixes_sha256 = "fe";
    struct db *first = open_journal(db, "refused.journal", &usual);
    assert_int_equal(verify_journal_commit(first, NULL), 0);
    db_close(first);
    for (size_t i = 0; i < N_ITEMS(runs); i++) {
        struct db *journal;
        struct err err;
        int64_t n_done;
        assert_int_equal(verify_journal_open(&journal, &n_done, scratch_path("refused.journal"), db,
                                             &runs[i], &err),
                         ERR);
        assert_contains(err.message, printed("belongs to a run with %s", reasons[i]));
    }
}
