/* The tests of a database, as the commands run them. */
#include "commands/guarding.h"
#include "tests/support/editions.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

static int run(struct checking *out, const char *sql, const struct checking_options *options,
               struct err *err)
{
    scoped(db) *db = made_edition_store("c.db", sql);
    return guarding_check(out, db, "c.db", options, 2, err);
}

static struct checking_options options_with(unsigned ties)
{
    return (struct checking_options){
        .match = match_presets, .check = {.ties = ties}, .limit = SIZE_MAX};
}

TEST(checking__says_whether_it_is_clean)
{
    struct checking_options options = options_with(TIE_PROBLEM);
    scoped(checking) checking = {0};
    assert_done(run(&checking, NULL, &options, &err));
    assert_true(checking.is_clean);
    assert_json_has(checking.report, "{clean: true, splits: {grouped_by: problem}}");
    checking_release(&checking);
    assert_done(
        run(&checking, "UPDATE splits SET split = 'test' WHERE fix_key = 1", &options, &err));
    assert_false(checking.is_clean);
    assert_false(json_is_true(json_get(checking.report, "clean")));
}

TEST(checking__fails_when_there_is_nothing_to_test)
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
        struct checking_options options = options_with(cases[i].ties);
        scoped(checking) checking = {0};
        assert_error_with(run(&checking, cases[i].sql, &options, &err), cases[i].message);
    }
}

TEST(checking__searches_benchmarks_without_splits)
{
    static const char row[] =
        "{\"id\": \"x\", \"buggy_code\": \"y = 1 + 2\\n\", \"fixed_code\": \"y = 1 - 2\\n\"}\n";
    struct checking_options options = options_with(0);
    struct checking checking;
    write_test_text("b.jsonl", row);
    array_push(&options.against, scratch_path("b.jsonl"));
    assert_done(run(&checking, "DELETE FROM split_run; DELETE FROM splits", &options, &err));
    assert_false(checking.is_clean);
    assert_null(json_get(checking.report, "splits"));
    assert_int_equal(json_count(json_get(checking.report, "benchmarks")), 1);
    checking_release(&checking);
    array_release(&options.against);
}
