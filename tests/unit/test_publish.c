/* A folder is written completely, or not at all. */
#include "export/publish/edition.h"
#include "tests/support/editions.h"
#include "tests/support/test.h"

static int clear(void **state)
{
    (void)state;
    run_valid(NULL, "cd \"$SCRATCH\"; rm -rf f f.partial");
    return 0;
}

TEST(publish__writes_all_files)
{
    scoped(db) *db = made_edition_store("p.db", NULL);
    scoped(made_edition) made = {0};
    struct publish_request request = {
        scratch_path("f"), false, 0, "tokfix publish s.db --name 'x y'", NULL, 0};
    made_edition_init(&made, db);
    assert_done(publish_write(&made.edition, db, &request, &err));
    scoped(str) output = output_of("cd \"$SCRATCH/f\"; find . -type f | sort | tr '\\n' ' '");
    assert_string_equal(str_text(&output),
                        "./CITATION.cff ./README.md ./SHA256SUMS ./croissant.json "
                        "./data/test-00000-of-00001.jsonl.gz ./data/train-00000-of-00001.jsonl.gz "
                        "./data/validation-00000-of-00001.jsonl.gz ./manifest.json ");
    assert_int_equal(made.edition.n_others, 5);
    assert_string_equal(made.edition.date, "1970-01-01");
    for (size_t i = 0; i < 5; i++) {
        const struct edition_file *other = &made.edition.others[i];
        run_valid(&output, "sha256sum < \"$SCRATCH/f/%s\"", other->path);
        assert_memory_equal(str_text(&output), other->sha256, 64);
    }
    run_valid(&output, "grep -c \"tokfix publish s.db --name 'x y'\" \"$SCRATCH/f/manifest.json\"");
}

TEST(publish__takes_a_date_that_is_given)
{
    scoped(db) *db = made_edition_store("p.db", NULL);
    scoped(made_edition) made = {0};
    struct publish_request request = {scratch_path("f"), false, 0, "", NULL, 0};
    made_edition_init(&made, db);
    made.names.date = "2024-02-29";
    assert_done(publish_write(&made.edition, db, &request, &err));
    assert_string_equal(made.edition.date, "2024-02-29");
}

/* Nothing can be said in nbf: it fails when data are written, after the folder was made. */
TEST(publish__leaves_no_files_when_it_fails)
{
    scoped(db) *db = made_edition_store("p.db", NULL);
    scoped(made_edition) made = {0};
    struct publish_request request = {scratch_path("f"), true, 0, "", NULL, 0};
    made_edition_init(&made, db);
    made.options.format = &export_format_nbf;
    assert_error_with(publish_write(&made.edition, db, &request, &err),
                      "there is nothing to write");
    assert_false(path_exists(scratch_path("f")));
    assert_false(path_exists(scratch_path("f.partial")));
}

TEST_SETUP(clear, NULL);
