/* The manifest. */
#include "publish/manifest.h"
#include "tests/support/jsonl.h"
#include "tests/support/publishing.h"
#include "tests/support/test.h"

TEST(manifest__has_its_keys)
{
    static const char *const keys[] = {"manifest_version", "tool",  "dataset",    "store",
                                       "export",           "check", "duplicates", "files",
                                       "commands"};
    scoped(db) *db = publishing_store("m.db", NULL);
    scoped(publishing) publishing = {0};
    publishing_fill(&publishing, db, "m");
    scoped(json) *manifest = manifest_make(&publishing.publication);
    assert_int_equal(json_count(manifest), N_ITEMS(keys));
    for (size_t i = 0; i < N_ITEMS(keys); i++)
        assert_string_equal(json_name(json_item(manifest, i)), keys[i]);
    const struct json *dataset = json_get(manifest, "dataset"),
                      *check = json_get(manifest, "check");
    assert_string_equal(json_text(json_get(dataset, "name")), "six-fixes");
    assert_string_equal(json_text(json_get(dataset, "date")), "1970-01-01");
    assert_string_equal(json_text(json_item(json_get(dataset, "creators"), 0)), "A");
    assert_true(json_is_true(json_get(check, "clean")));
    assert_false(json_is_true(json_get(check, "forced")));
    assert_string_equal(json_text(json_get(check, "closed_over")), "problem");
    assert_string_equal(json_text(json_get(json_get(manifest, "export"), "format")), "pairs");
    assert_int_equal(json_count(json_get(manifest, "files")), 3);
    const struct json *file = json_item(json_get(manifest, "files"), 1);
    assert_string_equal(json_text(json_get(file, "split")), "validation");
    assert_int_equal(json_int(json_get(file, "rows"), 0), 2);
    assert_int_equal(json_int(json_get(file, "bytes"), 0),
                     publishing.publication.files.items[1].n_bytes);
}

TEST(manifest__says_that_the_check_was_overridden)
{
    scoped(db) *db = publishing_store("m.db", NULL);
    scoped(publishing) publishing = {0};
    publishing_fill(&publishing, db, "m");
    scoped(json) *check =
        json_of("{\"splits\": {\"closed_over\": \"user\", \"preset\": \"buglab\"}, \"benchmarks\": "
                "[{\"name\": \"quixbugs\"}], \"clean\": false}");
    publishing.publication.check = check;
    publishing.publication.is_forced = true;
    scoped(json) *manifest = manifest_make(&publishing.publication);
    const struct json *told = json_get(manifest, "check");
    assert_false(json_is_true(json_get(told, "clean")));
    assert_true(json_is_true(json_get(told, "forced")));
    assert_string_equal(json_text(json_get(told, "preset")), "buglab");
    assert_string_equal(json_text(json_item(json_get(told, "against"), 0)), "quixbugs");
    assert_int_equal(json_count(json_get(told, "report")), 3);
}

static double of(const struct json *object, const char *key)
{
    return json_number(json_get(object, key), -1);
}

TEST(provenance__has_all_columns_of_the_runs)
{
    scoped(db) *db = publishing_store("p.db", NULL);
    scoped(json) *store = NULL;
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
}

TEST(provenance__counts_groups_and_exclusions)
{
    scoped(db) *db = publishing_store(
        "p.db", "INSERT INTO exclusions VALUES (1, 'benchmark', 'x'), (1, 'benchmark', 'y'), "
                "(2, 'benchmark', 'x'), (2, 'ancestry', 'z'); DELETE FROM splits WHERE fix_id = 1;"
                "INSERT INTO dedup_run VALUES (1, 'buglab', 1, 0.85, NULL, 10, 0, 1, 1)");
    scoped(json) *store = NULL;
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
}

TEST(provenance__tells_of_what_was_made)
{
    scoped(db) *db =
        publishing_store("p.db", PUBLISHING_MUTANTS "DELETE FROM splits WHERE fix_id = 4");
    scoped(json) *store = NULL;
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
    assert_commands(
        "{\"run\": {\"dataset\": \"Project_CodeNet\", \"language\": \"python\", "
        "\"pairing\": \"all\", \"failing\": \"judged\", \"max_tokens\": null, \"max_bytes\": 1048576,"
        " \"max_pairs\": 1000000, \"metadata\": null}, \"steps\": []}",
        "tokfix mine Project_CodeNet -o bugs.db\n"
        "tokfix publish bugs.db --seed 1 -o x\n");
}

TEST(commands__follow_the_steps_of_the_store)
{
    assert_commands(
        "{\"run\": {\"dataset\": \"my data\", \"language\": \"python\", \"pairing\": \"next\", "
        "\"failing\": \"all\", \"max_tokens\": 512, \"max_bytes\": 9, \"max_pairs\": 7, \"metadata\": \"it's.tar\"},"
        " \"steps\": ["
        "{\"command\": \"dedup\", \"options\": \"\"}, "
        "{\"command\": \"leak\", \"options\": \"--against quixbugs --mark\"}]}",
        "tokfix mine 'my data' --pairing next --failing all --metadata 'it'\\''s.tar' --max-tokens 512 "
        "--max-bytes 9 --max-pairs 7 -o bugs.db\n"
        "tokfix dedup bugs.db\n"
        "tokfix leak bugs.db --against quixbugs --mark\n"
        "tokfix publish bugs.db --seed 1 -o x\n");
}

/* Each rewriting makes a store, which is meant from there on. */
TEST(commands__go_on_with_rewrites)
{
    assert_commands("{\"run\": {\"dataset\": \"d\", \"max_tokens\": null, \"max_bytes\": 1048576,"
                    " \"max_pairs\": 1000000}, "
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
