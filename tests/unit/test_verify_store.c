/* The rows of a run: joined shards are the whole run, and other runs are refused. */
#include "tests/support/stores.h"
#include "tests/support/test.h"
#include "verify/verify_run.h"

static const struct trial_options usual_trial = {
    .seed = "0", .strictness = INPUTS_MEDIUM, .n_inputs = 40, .cpu_seconds = 2};
static const struct verify_run_row usual = {.origins = "real",
                                            .tests = "jsonl",
                                            .tests_name = "t.jsonl",
                                            .programs = "fixes",
                                            .trial = &usual_trial,
                                            .fixes_sha256 = "ff"};

/* The file of a shard. */
static struct db *open_shard(struct db *db, const char *name)
{
    struct db *shard;
    int64_t n_done;
    assert_done(verify_shard_open(&shard, scratch_path(name), db, &err));
    assert_done(verify_store_begin(shard, &n_done, &usual, name, &err));
    assert_int_equal(n_done, 0);
    return shard;
}

static void add_runtime(struct db *store, const char *name, int64_t sort_order, const char *version)
{
    assert_done(verify_add_runtime(store, name, "c", sort_order, version, &err));
}

static void add_problem(struct db *store, const char *problem_id, int64_t fix)
{
    struct test_case test = {
        .name = "t", .input = "1\n", .input_length = 2, .expected = "\0", .expected_length = 1};
    struct execution run = {.outcome = OUTCOME_WRONG, .output = "2", .n_output = 1};
    struct subject subject = {.submission_key = fix, .runs = &run};
    struct control_pair pair = {.right_id = "s1", .wrong_id = "s2"};
    struct problem problem = {.problem_id = problem_id,
                              .language = &language_c,
                              .tests.cases = {&test, 1, 1},
                              .subjects = {&subject, 1, 1}};
    const struct fix_trial trial = {.problem = &problem,
                                    .fix_key = fix,
                                    .buggy.runs.n = 1,
                                    .fixed.runs.n = 1,
                                    .outcome = FIX_PROVEN,
                                    .detail = "",
                                    .strictness = "loose",
                                    .control = {&pair, 1, 1}};
    assert_done(verify_add_problem(store, &problem, &err));
    assert_done(verify_add_trial(store, &trial, &err));
    assert_done(verify_store_commit(store, &err));
}

static const char all_rows[] =
    "SELECT (SELECT group_concat(runtime || ' ' || sort_order || ' ' || quote(version)) "
    "FROM (SELECT * FROM verify_runtimes ORDER BY sort_order)) || '|' || "
    "(SELECT group_concat(problem_id || ' ' || match) FROM verify_problems) || '|' || "
    "(SELECT group_concat(problem_id || quote(expected)) FROM tests) || '|' || "
    "(SELECT group_concat(submission_key || output) FROM test_runs) || '|' || "
    "(SELECT group_concat(fix_key || verdict || strictness) FROM verdicts) || '|' || "
    "(SELECT group_concat(problem_id || quote(strictness)) FROM control_pairs)";

TEST(verify_store__of_joined_shards_are_those_of_one_run)
{
    scoped(db) *db = small_store_opened("verified");
    scoped(db) *whole = open_shard(db, "whole");
    scoped(db) *one = open_shard(db, "one");
    scoped(db) *two = open_shard(db, "two");
    struct db *const c_only[] = {one, whole}, *const both[] = {two, whole};
    for (int i = 0; i < 2; i++) {
        add_runtime(c_only[i], "C", 20, "gcc 12");
        add_problem(c_only[i], "p1", 1);
        add_runtime(both[i], "Python 2", 1, NULL);
        add_runtime(both[i], "C", 20, "gcc 12");
        add_problem(both[i], "p2", 2);
    }
    scoped(db) *joined = open_shard(db, "joined");
    assert_done(verify_store_join(joined, two, &err));
    assert_done(verify_store_join(joined, one, &err));
    static const char expected[] = "Python 2 1 NULL,C 20 'gcc 12'|p1 Lines,p2 Lines|"
                                   "p1NULL,p2NULL|12,22|1provenloose,2provenloose|"
                                   "p1NULL,p2NULL\n";
    assert_rows(whole, all_rows, expected);
    assert_rows(joined, all_rows, expected);
}

/* A program is in two fixes; it is run on more tests for the second one. */
TEST(verify_store__have_the_run_that_was_made)
{
    static const size_t n_runs[] = {1, 0, 2, 1};
    struct test_case tests[] = {{.name = "a"}, {.name = "b"}};
    struct execution runs[] = {{.outcome = OUTCOME_WRONG, .output = "2", .n_output = 1},
                               {.outcome = OUTCOME_WRONG, .output = "3", .n_output = 1}};
    struct subject subject = {.submission_key = 1, .runs = runs};
    struct problem problem = {.tests.cases = {tests, 2, 2}, .subjects = {&subject, 1, 1}};
    scoped(db) *db = small_store_opened("again");
    scoped(db) *store = open_shard(db, "again.1");
    for (size_t i = 0; i < N_ITEMS(n_runs); i++) {
        const struct fix_trial trial = {.problem = &problem,
                                        .fix_key = (int64_t)i,
                                        .buggy.runs.n = n_runs[i],
                                        .test = -1,
                                        .outcome = FIX_WEAK_TESTS,
                                        .detail = ""};
        assert_done(verify_add_trial(store, &trial, &err));
    }
    assert_rows(store, "SELECT test_name, outcome, detail, output FROM test_runs ORDER BY 1",
                "a|wrong||2\nb|wrong||3\n");
}

TEST(verify_store__have_one_version_of_a_runtime)
{
    scoped(db) *db = small_store_opened("versions");
    scoped(db) *store = open_shard(db, "versions.1");
    scoped(db) *shard = open_shard(db, "versions.2");
    add_runtime(store, "C", 20, "gcc 12");
    add_runtime(shard, "C", 20, NULL);
    assert_error_with(verify_add_runtime(store, "C", "c", 20, "gcc 13", &err),
                      "C has two versions, 'gcc 12' and 'gcc 13', in one result");
    assert_error_with(verify_store_join(store, shard, &err), "'gcc 12' and 'not installed'");
}

TEST(verify_store__of_another_run_are_refused)
{
    struct trial_options other_seed = usual_trial, other_inputs = usual_trial;
    struct verify_run_row origins = usual, tests = usual, name = usual, originals = usual,
                          programs = usual, seed = usual, inputs = usual, fixes = usual;
    const struct {
        const struct verify_run_row *run;
        const char *reason;
    } cases[] = {
        {&origins, "other origins of fixes"}, {&tests, "other tests"},     {&name, "other tests"},
        {&originals, "other originals"},      {&programs, "other jurors"}, {&seed, "another seed"},
        {&inputs, "other options"},           {&fixes, "other fixes"}};
    other_seed.seed = "1";
    other_inputs.n_inputs = 41;
    origins.origins = "mutant";
    tests.tests = "folders";
    name.tests_name = "u.jsonl";
    originals.originals_name = "o.db";
    programs.programs = "dataset";
    seed.trial = &other_seed;
    inputs.trial = &other_inputs;
    fixes.fixes_sha256 = "fe";
    scoped(db) *db = small_store_opened("refused");
    scoped(db) *store = open_shard(db, "refused.shard");
    add_problem(store, "p1", 1);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        int64_t n_done;
        assert_error_with(verify_store_begin(store, &n_done, cases[i].run, "s.db", &err),
                          printed("'s.db' has verdicts of a run with %s", cases[i].reason));
    }
}

/* Without verdicts there is nothing to mix. */
TEST(verify_store__takes_the_place_of_a_run_without_verdicts)
{
    scoped(db) *db = small_store_opened("placed");
    scoped(db) *store = open_shard(db, "placed.shard");
    struct verify_run_row other = usual;
    int64_t n_done;
    other.origins = "mutant";
    add_runtime(store, "C", 20, "gcc 12");
    assert_done(verify_store_begin(store, &n_done, &other, "s.db", &err));
    assert_rows(store, "SELECT origins || (SELECT count(*) FROM verify_runtimes) FROM verify_run",
                "mutant0\n");
}
