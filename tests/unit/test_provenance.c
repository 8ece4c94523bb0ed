/* What a store says of itself. */
#include "publish/provenance.h"
#include "tests/support/publishing.h"
#include "tests/support/test.h"

static double of(const struct json *object, const char *key)
{
    return json_number(json_get(object, key), -1);
}

TEST(provenance__has_all_columns_of_the_runs)
{
    struct db *db = publishing_store("p.db", NULL);
    struct json *store;
    assert_done(provenance_collect(&store, db, &err));
    const struct json *run = json_get(store, "run"), *split = json_get(store, "split");
    assert_int_equal(json_count(run), 19);
    assert_string_equal(json_text(json_get(run, "dataset")), "Project_CodeNet");
    assert_int_equal(of(run, "max_tokens"), 10000);
    assert_int_equal(json_count(split), 8);
    assert_string_equal(json_text(json_get(split, "seed")), "7");
    assert_int_equal(json_kind(json_get(store, "dedup")), JSON_NULL);
    assert_non_null(json_get(store, "dedup"));
    assert_int_equal(of(store, "n_fixes"), 6);
    assert_int_equal(of(store, "schema_version"), 7);
    assert_int_equal(strlen(json_text(json_get(store, "fingerprint_sha256"))), 64);
    assert_null(json_get(store, "mutate"));
    assert_null(json_get(store, "origins"));
    json_free(store);
    db_close(db);
}

TEST(provenance__counts_groups_and_exclusions)
{
    struct db *db = publishing_store(
        "p.db", "INSERT INTO exclusions VALUES (1, 'benchmark', 'x'), (1, 'benchmark', 'y'), "
                "(2, 'benchmark', 'x'), (2, 'ancestry', 'z'); DELETE FROM splits WHERE fix_id = 1;"
                "INSERT INTO dedup_run VALUES (1, 'buglab', 1, 0.85, NULL, 10, 0, 1, 1)");
    struct json *store;
    assert_done(provenance_collect(&store, db, &err));
    const struct json *reasons = json_get(store, "exclusions");
    assert_int_equal(json_count(reasons), 2);
    assert_string_equal(json_text(json_get(json_item(reasons, 0), "reason")), "ancestry");
    assert_int_equal(of(json_item(reasons, 0), "fixes"), 1);
    assert_int_equal(of(json_item(reasons, 1), "fixes"), 2);
    assert_int_equal(of(json_item(reasons, 1), "in_splits"), 1);
    assert_int_equal(of(store, "n_exclusions"), 2);
    assert_int_equal(of(store, "n_in_no_split"), 1);
    assert_string_equal(json_text(json_get(json_get(store, "dedup"), "preset")), "buglab");
    assert_int_equal(json_kind(json_get(json_get(store, "dedup"), "multiset_threshold")),
                     JSON_NULL);
    const struct json *groups = json_get(store, "groups");
    assert_int_equal(json_count(groups), 3);
    assert_string_equal(json_text(json_get(json_item(groups, 0), "split")), "train");
    assert_int_equal(of(json_item(groups, 0), "fixes"), 2);
    assert_int_equal(of(json_item(groups, 0), "groups"), 1);
    assert_int_equal(of(json_get(store, "largest_group"), "fixes"), 2);
    assert_int_equal(of(json_get(store, "largest_group"), "users"), 2);
    json_free(store);
    db_close(db);
}

TEST(provenance__tells_of_what_was_made)
{
    struct db *db =
        publishing_store("p.db", PUBLISHING_MUTANTS "DELETE FROM splits WHERE fix_id = 4");
    struct json *store;
    assert_done(provenance_collect(&store, db, &err));
    const struct json *mutate = json_get(store, "mutate"), *origins = json_get(store, "origins");
    assert_int_equal(json_count(mutate), 15);
    assert_int_equal(of(mutate, "per_program"), 9);
    assert_int_equal(of(mutate, "n_mutants"), 7);
    assert_int_equal(json_count(origins), 2);
    assert_string_equal(json_text(json_get(json_item(origins, 0), "origin")), "real");
    assert_int_equal(of(json_item(origins, 0), "fixes"), 4);
    assert_int_equal(of(json_item(origins, 1), "fixes"), 2);
    assert_int_equal(of(json_item(origins, 1), "in_splits"), 1);
    json_free(store);
    db_close(db);
}
