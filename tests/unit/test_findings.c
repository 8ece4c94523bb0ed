/* The tests of a database, as the commands run them. */
#include "report/findings.h"
#include "tests/support/editions.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static int run(struct findings *out, const char *sql, const struct check_request *options,
               struct err *err)
{
    scoped(db) *db = made_edition_store("c.db", sql);
    return findings_collect(out, db, "c.db", options, &(struct guard_options){.n_jobs = 2}, err);
}

static struct check_request options_with(unsigned ties)
{
    return (struct check_request){
        .match = match_presets, .check = {.ties = ties}, .limit = SIZE_MAX};
}

TEST(findings__says_whether_it_is_clean)
{
    struct check_request options = options_with(TIE_PROBLEM);
    scoped(findings) findings = {0};
    assert_done(run(&findings, NULL, &options, &err));
    assert_true(findings.is_clean);
    assert_json_has(findings.all, "{clean: true, splits: {grouped_by: problem}}");
    findings_release(&findings);
    assert_done(
        run(&findings, "UPDATE splits SET split = 'test' WHERE fix_key = 1", &options, &err));
    assert_false(findings.is_clean);
    assert_false(json_is_true(json_get(findings.all, "clean")));
}

TEST(findings__fails_when_there_is_nothing_to_test)
{
    static const struct {
        const char *sql, *message;
        unsigned ties;
    } cases[] = {
        {"DELETE FROM split_run", "'c.db' has no splits", TIE_PROBLEM},
        {"DELETE FROM splits", "no fix is in a split", TIE_PROBLEM},
        {NULL, "run tokfix dedup first", 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct check_request options = options_with(cases[i].ties);
        scoped(findings) findings = {0};
        assert_error_with(run(&findings, cases[i].sql, &options, &err), cases[i].message);
    }
}

TEST(findings__searches_benchmarks_without_splits)
{
    static const char row[] =
        "{\"id\": \"x\", \"buggy_code\": \"y = 1 + 2\\n\", \"fixed_code\": \"y = 1 - 2\\n\"}\n";
    struct check_request options = options_with(0);
    struct findings findings;
    write_test_text("b.jsonl", row);
    array_push(&options.against, scratch_path("b.jsonl"));
    assert_done(run(&findings, "DELETE FROM split_run; DELETE FROM splits", &options, &err));
    assert_false(findings.is_clean);
    assert_null(json_get(findings.all, "splits"));
    assert_int_equal(json_count(json_get(findings.all, "benchmarks")), 1);
    findings_release(&findings);
    array_release(&options.against);
}
