/* The fingerprint is equal for equal fixes, and different for others. */
#include "db/store_log.h"
#include "db/store.h"
#include "tests/support/editions.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static void fingerprint_of(char hex[SHA256_HEX_SIZE], const char *sql)
{
    scoped(db) *db = made_edition_store("p.db", sql);
    assert_done(store_fingerprint(hex, db, &err));
}

TEST(log__fingerprint_is_of_fixes_splits_and_marks)
{
    static const char *const changes[] = {
        "UPDATE splits SET split = 'test' WHERE fix_key = 1",
        "DELETE FROM splits WHERE fix_key = 1",
        "UPDATE fixes SET after = 'x' WHERE fix_key = 2",
        "UPDATE fixes SET before = before || after, after = '' WHERE fix_key = 2",
        "UPDATE fixes SET category = 'literal' WHERE fix_key = 3",
        "UPDATE fixes SET origin = 'mutant' WHERE fix_key = 3",
        "UPDATE sources SET sha256 = 'x' WHERE source_key = 1",
        "UPDATE submissions SET user_id = 'x' WHERE submission_key = 1",
        "INSERT INTO exclusions VALUES (1, 'benchmark', 'x')",
        "INSERT INTO conflicts VALUES (2, 1)",
        "DELETE FROM splits WHERE fix_key = 6; DELETE FROM fixes WHERE fix_key = 6",
    };
    char first[SHA256_HEX_SIZE], other[SHA256_HEX_SIZE];
    fingerprint_of(first, NULL);
    fingerprint_of(other, "UPDATE split_run SET seed = 'x'");
    assert_string_equal(first, other);
    for (size_t i = 0; i < N_ITEMS(changes); i++) {
        fingerprint_of(other, changes[i]);
        if (strcmp(first, other) == 0)
            fail_msg("the same after: %s", changes[i]);
    }
}

TEST(log__takes_what_replaces_a_step_in_its_place)
{
    static const struct {
        const char *command, *options;
        bool changes;
    } steps[] = {
        {"check", "", false}, {"dedup", " --literals", true}, {"dedup", "", true},
        {"split", "", true},  {"split", "--seed 2", true},    {"check", "", false},
        {"leak", "", false},  {"check", "", false},           {"split", "--seed 2", true},
        {"mutate", "", true}, {"mutate", "--seed 3", true},   {"check", "", false},
    };
    scoped(db) *store = store_with_run("steps");
    for (size_t i = 0; i < N_ITEMS(steps); i++)
        assert_done(
            store_add_step(store, steps[i].command, steps[i].options, steps[i].changes, &err));
    assert_rows(store,
                "SELECT step_key || '|' || command || '|' || options || '|' || changes FROM steps",
                "1|check||0\n2|dedup||1\n3|split|--seed 2|1\n4|check||0\n5|leak||0\n"
                "6|split|--seed 2|1\n7|mutate|--seed 3|1\n8|check||0\n");
    scoped(db) *other = store_with_run("copied");
    assert_done(store_copy_steps(other, store, &err));
    assert_rows(other, "SELECT count(*) || '|' || max(options) FROM steps", "8|--seed 3\n");
}

TEST(log__keeps_the_last_result_of_a_search)
{
    scoped(db) *db = made_edition_store("checks.db", NULL);
    struct check_row row = {.subject = "benchmark", .name = "b", .options = "x", .n_items = 40};
    char before[SHA256_HEX_SIZE], after[SHA256_HEX_SIZE];
    struct err err;
    db_close(db);
    assert_success(store_open_update(&db, scratch_path("checks.db"), &err), err);
    assert_success(store_fingerprint(before, db, &err), err);
    assert_success(store_add_check(db, &row, "1", &err), err);
    assert_int_equal(store_has_check(db, &row, "1", &err), 1);
    assert_int_equal(store_has_check(db, &row, "2", &err), 0);
    row.n_found = 3;
    assert_int_equal(store_has_check(db, &row, "1", &err), 0);
    assert_success(store_add_check(db, &row, "2", &err), err);
    row.options = "y";
    assert_success(store_add_check(db, &row, "2", &err), err);
    assert_rows(
        db,
        "SELECT subject || '|' || name || '|' || options || '|' || n_items || '|' || n_found || "
        "'|' || fingerprint FROM checks",
        "benchmark|b|x|40|3|2\nbenchmark|b|y|40|3|2\n");
    assert_success(store_fingerprint(after, db, &err), err);
    assert_string_equal(before, after);
}
