/* The manifest. */
#include "publish/manifest.h"
#include "tests/support/publishing.h"
#include "tests/support/test.h"

TEST(manifest__has_its_keys)
{
    static const char *const keys[] = {"manifest_version", "tool",  "dataset",    "store",
                                       "export",           "check", "duplicates", "files",
                                       "commands"};
    struct db *db = publishing_store("m.db", NULL);
    struct publishing publishing;
    publishing_fill(&publishing, db, "m");
    struct json *manifest = manifest_make(&publishing.publication);
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
    json_free(manifest);
    publishing_release(&publishing);
    db_close(db);
}

TEST(manifest__says_that_the_check_was_overridden)
{
    struct db *db = publishing_store("m.db", NULL);
    struct publishing publishing;
    publishing_fill(&publishing, db, "m");
    struct json *check = publishing_json(
        "{\"splits\": {\"closed_over\": \"user\", \"preset\": \"buglab\"}, \"benchmarks\": "
        "[{\"name\": \"quixbugs\"}], \"clean\": false}");
    publishing.publication.check = check;
    publishing.publication.is_forced = true;
    struct json *manifest = manifest_make(&publishing.publication);
    const struct json *told = json_get(manifest, "check");
    assert_false(json_is_true(json_get(told, "clean")));
    assert_true(json_is_true(json_get(told, "forced")));
    assert_string_equal(json_text(json_get(told, "preset")), "buglab");
    assert_string_equal(json_text(json_item(json_get(told, "against"), 0)), "quixbugs");
    assert_int_equal(json_count(json_get(told, "report")), 3);
    json_free(manifest);
    json_free(check);
    publishing_release(&publishing);
    db_close(db);
}
