/* The manifest of a published folder. */
#include "export/publish/manifest.h"
#include "tests/support/jsonl.h"
#include "tests/support/editions.h"
#include "tests/support/test.h"

TEST(manifest__has_its_keys)
{
    static const char *const keys[] = {"manifest_version", "tool",      "dataset",    "store",
                                       "export",           "check",     "duplicates", "files",
                                       "commands",         "languages", "counts"};
    scoped(db) *db = made_edition_store("m.db", NULL);
    scoped(made_edition) made = {0};
    made_edition_fill(&made, db, "m");
    scoped(json) *manifest = manifest_make(&made.edition);
    assert_int_equal(json_count(manifest), N_ITEMS(keys));
    for (size_t i = 0; i < N_ITEMS(keys); i++)
        assert_string_equal(json_name(json_item(manifest, i)), keys[i]);
    assert_json_has(manifest,
                    printed("{dataset: {name: six-fixes, date: '1970-01-01', creators: [A]},"
                            " check: {clean: true, forced: false, grouped_by: problem},"
                            " export: {format: pairs},"
                            " languages: [{language: python, rows: 6, train: 3, validation: 2,"
                            " test: 1}],"
                            " counts: {rows: {rows: 6}, left_out: []},"
                            " files: [{}, {split: validation, rows: 2, bytes: %d}, {}]}",
                            (int)made.edition.files.items[1].n_bytes));
}

TEST(manifest__says_that_the_check_was_overridden)
{
    scoped(db) *db = made_edition_store("m.db", NULL);
    scoped(made_edition) made = {0};
    made_edition_fill(&made, db, "m");
    scoped(json) *check =
        json_of("{\"splits\": {\"grouped_by\": \"user\", \"preset\": \"buglab\"}, \"benchmarks\": "
                "[{\"name\": \"quixbugs\"}], \"clean\": false}");
    made.edition.check = check;
    made.edition.is_forced = true;
    scoped(json) *manifest = manifest_make(&made.edition);
    assert_json_has(manifest,
                    "{check: {clean: false, forced: true, preset: buglab, against: [quixbugs]}}");
    assert_int_equal(json_count(json_at(manifest, "check.report")), 3);
}

TEST(provenance__has_all_columns_of_the_runs)
{
    scoped(db) *db = made_edition_store("p.db", NULL);
    scoped(json) *store = NULL;
    assert_done(provenance_collect(&store, db, &err));
    assert_int_equal(json_count(json_at(store, "run")), 21);
    assert_int_equal(json_count(json_at(store, "split")), 11);
    assert_json_has(store,
                    "{run: {dataset: Project_CodeNet, max_tokens: 10000}, split: {seed: '7'},"
                    " dedup: null, n_fixes: 6, schema_version: 23}");
    assert_int_equal(strlen(json_text(json_get(store, "fingerprint_sha256"))), 64);
    assert_null(json_get(store, "mutate"));
    assert_null(json_get(store, "origins"));
}

TEST(provenance__counts_groups_and_exclusions)
{
    scoped(db) *db = made_edition_store(
        "p.db", "INSERT INTO exclusions VALUES (1, 'benchmark', 'x'), (1, 'benchmark', 'y'), "
                "(2, 'benchmark', 'x'), (2, 'ancestry', 'z'); DELETE FROM splits WHERE fix_key = 1;"
                "INSERT INTO dedup_run VALUES (1, 'buglab', 1, 0.85, NULL, 10, 1, 1)");
    scoped(json) *store = NULL;
    assert_done(provenance_collect(&store, db, &err));
    assert_json_has(store, "{exclusions: [{reason: ancestry, fixes: 1}, {fixes: 2, in_splits: 1}],"
                           " n_exclusions: 2, n_in_no_split: 1,"
                           " dedup: {preset: buglab, multiset_threshold: null},"
                           " groups: [{split: train, fixes: 2, groups: 1}, {}, {}],"
                           " largest_group: {fixes: 2, users: 2}}");
}

TEST(provenance__describes_artificial_fixes)
{
    scoped(db) *db =
        made_edition_store("p.db", EDITIONS_MUTANTS "DELETE FROM splits WHERE fix_key = 4");
    scoped(json) *store = NULL;
    assert_done(provenance_collect(&store, db, &err));
    assert_json_has(store, "{mutate: {per_program: 9, n_mutants: 3},"
                           " origins: [{origin: real, fixes: 4}, {fixes: 2, in_splits: 1}]}");
}

TEST(commands__are_those_of_the_store_and_publish)
{
    scoped(json) *store = json_of("{\"steps\": [{\"line\": \"tokfix mine x -o y.db\"}]}");
    scoped(json) *commands = recipe_make(store, "tokfix publish y.db -o z");
    scoped(str) text = {0};
    json_print(&text, commands);
    assert_string_equal(str_text(&text),
                        "[\"tokfix mine x -o y.db\",\"tokfix publish y.db -o z\"]");
}
