/* Data files: shards, splits, and rows that a format cannot express. */
#include "export/publish/edition.h"
#include "tests/support/editions.h"
#include "tests/support/test.h"

/* Writes a store's rows; the names of the files, each with its rows, must be `expected`. */
static void assert_files(struct db *db, const struct export_format *format, size_t n_shards,
                         const char *expected, int64_t n_left_out)
{
    scoped(made_edition) made = {0};
    scoped(str) files = {0};
    scoped(str) output = output_of("rm -rf \"$SCRATCH/d\"");
    struct publish_request request = {scratch_path("d"), false, n_shards, "", NULL, 0};
    made_edition_init(&made, db);
    made.options.format = format;
    array_push(&made.choice.filters[FILTER_CATEGORY].list, "comparison_operator");
    struct edition *edition = &made.edition;
    assert_done(publish_write(edition, db, &request, &err));
    for (size_t i = 0; i < edition->files.n; i++) {
        const struct edition_file *file = &edition->files.items[i];
        assert_memory_equal(file->path, "data/", 5);
        str_print(&files, "%s%.*s %d", i ? ", " : "",
                  (int)(strlen(file->path) - 5 - strlen(".jsonl.gz")), file->path + 5,
                  (int)file->n_rows);
        run_valid(&output, "zcat \"$SCRATCH/d/%s\" | wc -l", file->path);
        assert_int_equal(file->n_rows, atoi(str_text(&output)));
        run_valid(&output, "zcat \"$SCRATCH/d/%s\" | wc -c", file->path);
        assert_int_equal(file->n_uncompressed, atoi(str_text(&output)));
        run_valid(&output, "cat \"$SCRATCH/d/%s\" | wc -c", file->path);
        assert_int_equal(file->n_bytes, atoi(str_text(&output)));
        run_valid(&output, "sha256sum < \"$SCRATCH/d/%s\"", file->path);
        assert_memory_equal(file->sha256, str_text(&output), 64);
    }
    assert_string_equal(str_text(&files), expected);
    run_valid(&output, "find \"$SCRATCH/d/data\" -type f | wc -l");
    assert_int_equal(edition->files.n, atoi(str_text(&output)));
    int64_t n = 0;
    for (size_t i = 0; i < edition->left_out.left_out.n; i++)
        n += edition->left_out.left_out.items[i].n;
    assert_int_equal(n, n_left_out);
}

TEST(publish_data__cuts_splits_into_shards_but_never_into_more_than_rows)
{
    scoped(db) *db = made_edition_store("d.db", NULL);
    assert_files(db, &export_format_pairs, 0,
                 "train-00000-of-00001 3, validation-00000-of-00001 2, test-00000-of-00001 1", 0);
    assert_files(db, &export_format_pairs, 2,
                 "train-00000-of-00002 2, train-00001-of-00002 1, validation-00000-of-00002 1, "
                 "validation-00001-of-00002 1, test-00000-of-00001 1",
                 0);
}

TEST(publish_data__has_no_file_for_a_split_without_rows_and_none_for_rows_in_no_split)
{
    scoped(db) *db = made_edition_store("d.db", "DELETE FROM splits WHERE fix_key IN (1, 4, 5)");
    assert_files(db, &export_format_pairs, 9,
                 "train-00000-of-00002 1, train-00001-of-00002 1, test-00000-of-00001 1", 0);
}

TEST(publish_data__has_a_folder_for_each_language_if_there_are_several)
{
    scoped(db) *db = made_edition_store("d.db", EDITIONS_CPP);
    assert_files(db, &export_format_pairs, 2,
                 "python/train-00000-of-00002 2, python/train-00001-of-00002 1, "
                 "python/validation-00000-of-00002 1, python/validation-00001-of-00002 1, "
                 "cpp/test-00000-of-00001 1",
                 0);
}

/* nbf has Python only. */
TEST(publish_data__has_no_folder_for_the_only_language_that_the_format_can_say)
{
    scoped(db) *db = made_edition_store(
        "d.db", EDITIONS_CPP "UPDATE fixes SET category = 'comparison_operator', before = '<', "
                             "after = '>' WHERE fix_key = 5;"
                             "UPDATE fixes SET category = 'other' WHERE fix_key <> 5");
    assert_files(db, &export_format_nbf, 0, "validation-00000-of-00001 1", 5);
}

/* nbf has no word for the category `other`: the rest of a split shares the shards. */
TEST(publish_data__leaves_no_file_empty_when_the_format_cannot_say_a_row)
{
    scoped(made_edition) made = {0};
    scoped(db) *db = made_edition_store(
        "d.db", "UPDATE fixes SET category = 'comparison_operator', before = '<', "
                "after = '>' WHERE fix_key IN (5)");
    scoped(str) output = output_of("rm -rf \"$SCRATCH/d\"");
    struct publish_request request = {scratch_path("d"), false, 2, "", NULL, 0};
    made_edition_init(&made, db);
    array_push(&made.choice.filters[FILTER_CATEGORY].list, "comparison_operator");
    made.options.format = &export_format_nbf;
    assert_done(publish_write(&made.edition, db, &request, &err));
    assert_int_equal(made.edition.files.n, 1);
    assert_string_equal(made.edition.files.items[0].path,
                        "data/validation-00000-of-00001.jsonl.gz");
    assert_int_equal(made.edition.left_out.left_out.items[0].n, 5);
    assert_int_equal(json_int(json_get(json_get(made.edition.facts, "rows"), "rows"), -1), 1);
    run_valid(&output, "ls \"$SCRATCH/d/data\" | wc -l");
    assert_int_equal(atoi(str_text(&output)), 1);
}

TEST(publish_data__fails_when_nothing_is_left)
{
    scoped(db) *db = made_edition_store("d.db", NULL);
    scoped(made_edition) made = {0};
    struct publish_request request = {scratch_path("d"), false, 0, "", NULL, 0};
    run_valid(NULL, "rm -rf \"$SCRATCH/d\"");
    made_edition_init(&made, db);
    made.options.format = &export_format_nbf;
    assert_error_with(
        publish_write(&made.edition, db, &request, &err),
        "there is nothing to write: 6 rows were left out, because the format has no bug type");
}
