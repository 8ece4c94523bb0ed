/* Sums over data files. */
#include "publish/publication.h"
#include "tests/support/publishing.h"
#include "tests/support/test.h"

TEST(publication__sums_its_files_up)
{
    struct publication publication = {0};
    const struct publication_file files[] = {
        {NULL, 0, 3, 1, 10, 100, ""}, {NULL, 0, 2, 1, 20, 200, ""}, {NULL, 2, 1, 0, 40, 400, ""}};
    for (size_t i = 0; i < N_ITEMS(files); i++)
        array_push(&publication.files, files[i]);
    struct publication_size all = publication_size(&publication, -1);
    struct publication_size train = publication_size(&publication, 0);
    struct publication_size validation = publication_size(&publication, 1);
    assert_int_equal(all.n_files, 3);
    assert_int_equal(all.n_rows, 6);
    assert_int_equal(all.n_clean, 2);
    assert_int_equal(all.n_bytes, 70);
    assert_int_equal(all.n_uncompressed, 700);
    assert_int_equal(train.n_rows, 5);
    assert_int_equal(train.n_clean, 2);
    assert_int_equal(train.n_bytes, 30);
    assert_int_equal(validation.n_files, 0);
    publication_release(&publication);
}

TEST(publication__is_clean_only_if_the_check_says_so)
{
    struct json *check = publishing_json("{\"clean\": true}");
    struct publication publication = {.check = check};
    assert_true(publication_is_clean(&publication));
    json_free(check);
    publication.check = check = publishing_json("{\"clean\": false}");
    assert_false(publication_is_clean(&publication));
    json_free(check);
    publication.check = NULL;
    assert_false(publication_is_clean(&publication));
    assert_string_equal(publication_run_text(&publication, "language"), "");
    publication_release(&publication);
}
