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
    assert_int_equal(json_count(json_at(store, "split")), 13);
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
                "INSERT INTO dedup_run VALUES (1, 'buglab', 1, 0.85, NULL, 10, 0, 1, 1)");
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

static void assert_commands(const char *store, const char *expected)
{
    scoped(json) *value = json_of(store), *commands = recipe_make(value, " --seed 1 -o x");
    scoped(str) lines = {0};
    for (const struct json *line = json_first(commands); line; line = json_next(line))
        str_print(&lines, "%s\n", json_text(line));
    assert_string_equal(str_text(&lines), expected);
}

TEST(commands__leave_defaults_out)
{
    assert_commands("{\"run\": {\"dataset\": \"Project_CodeNet\", \"language\": \"python\", "
                    "\"pairing\": \"all\", \"failing\": \"judged\", "
                    "\"max_tokens\": null, \"max_bytes\": 1048576, "
                    "\"max_pairs\": 1000000, \"metadata\": null}, \"steps\": []}",
                    "tokfix mine Project_CodeNet --language python -o bugs.db\n"
                    "tokfix publish bugs.db --seed 1 -o x\n");
}

TEST(commands__follow_the_steps_of_the_store)
{
    assert_commands(
        "{\"run\": {\"dataset\": \"my data\", \"language\": \"python\", \"pairing\": \"next\", "
        "\"failing\": \"all\", \"max_tokens\": 512, \"max_bytes\": 9, \"max_pairs\": 7, "
        "\"metadata\": \"it's.tar\"},"
        " \"steps\": ["
        "{\"command\": \"dedup\", \"options\": \"\"}, "
        "{\"command\": \"leak\", \"options\": \"--against quixbugs --mark\"}]}",
        "tokfix mine 'my data' --language python --pairing next --failing all --metadata "
        "'it'\\''s.tar' "
        "--max-tokens 512 --max-bytes 9 --max-pairs 7 -o bugs.db\n"
        "tokfix dedup bugs.db\n"
        "tokfix leak bugs.db --against quixbugs --mark\n"
        "tokfix publish bugs.db --seed 1 -o x\n");
}

/* Each rewriting makes a store, which is meant from there on. */
TEST(commands__go_on_with_rewrites)
{
    assert_commands("{\"run\": {\"dataset\": \"d\", \"max_tokens\": null, \"max_bytes\": 1048576, "
                    "\"max_pairs\": 1000000}, "
                    "\"steps\": [{\"command\": \"split\", \"options\": \"--seed 2\"}, "
                    "{\"command\": \"rewrite\", \"options\": \"--kind rename\"}, "
                    "{\"command\": \"rewrite\", \"options\": \"\"}, "
                    "{\"command\": \"dedup\", \"options\": \"\"}]}",
                    "tokfix mine d -o bugs.db\n"
                    "tokfix split bugs.db --seed 2\n"
                    "tokfix rewrite bugs.db --kind rename -o rewrites.db\n"
                    "tokfix rewrite rewrites.db -o rewrites-2.db\n"
                    "tokfix dedup rewrites-2.db\n"
                    "tokfix publish rewrites-2.db --seed 1 -o x\n");
}
