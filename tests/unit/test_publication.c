/* Sums over data files. */
#include "export/publish/publication.h"
#include "tests/support/jsonl.h"
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
    struct json *check = json_of("{\"clean\": true}");
    struct publication publication = {.check = check};
    assert_true(publication_is_clean(&publication));
    json_free(check);
    publication.check = check = json_of("{\"clean\": false}");
    assert_false(publication_is_clean(&publication));
    json_free(check);
    publication.check = NULL;
    assert_false(publication_is_clean(&publication));
    assert_string_equal(publication_run_text(&publication, "language"), "");
    publication_release(&publication);
}

TEST(license__is_found_by_either_id_in_any_case)
{
    assert_ptr_equal(license_find("cdla-permissive-2.0"), license_of_codenet);
    assert_ptr_equal(license_find("CDLA-Permissive-2.0"), license_of_codenet);
    assert_string_equal(license_find("ODC-By-1.0")->id, "odc-by");
    assert_string_equal(license_find("MIT")->id, "mit");
    assert_null(license_find("wtf"));
    assert_null(license_find(""));
}

TEST(license__has_an_address_but_for_other)
{
    for (const struct license *const *license = licenses; *license; license++) {
        bool is_other = strcmp((*license)->id, "other") == 0;
        assert_true(is_other == !(*license)->url);
        assert_true(is_other == !(*license)->spdx);
        if ((*license)->url)
            assert_memory_equal((*license)->url, "https://", 8);
    }
}

/* CFF 1.2.0 took the list of May 2021. */
TEST(license__knows_what_citations_may_name)
{
    assert_false(license_of_codenet->is_in_cff_1_2);
    assert_true(license_find("cc-by-4.0")->is_in_cff_1_2);
}

/* A manifest comes from others. */
TEST(publication__is_restored_only_from_a_whole_manifest)
{
    static const char whole[] =
        "{\"dataset\": {\"name\": \"n\", \"title\": \"t\", \"version\": \"1.0.0\", \"license\": "
        "\"mit\", \"date\": \"2024-01-02\", \"creators\": [\"A\", 7]}, \"export\": {\"with_ids\": "
        "true}, \"files\": [{\"path\": \"data/a\", \"split\": \"test\", \"sha256\": \"x\", "
        "\"rows\": 3}]}";
    static const struct {
        const char *from, *to, *message; /* NULL: it is restored */
    } cases[] = {
        {"A", "B", NULL},
        {"\"name\"", "\"nome\"", "dataset lacks its name"},
        {"\"t\"", "7", "dataset lacks its name, title"},
        {"\"mit\"", "\"mut\"", "unknown dataset.license 'mut'"},
        {"\"mit\"", "{}", "unknown dataset.license ''"},
        {"\"test\"", "\"tests\"", "an entry of files lacks"},
        {"\"data/a\"", "null", "an entry of files lacks"},
        {"\"dataset\"", "\"x\"", "dataset lacks"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *at = strstr(whole, cases[i].from);
        scoped(str) text = {0};
        str_add(&text, whole, (size_t)(at - whole));
        str_print(&text, "%s%s", cases[i].to, at + strlen(cases[i].from));
        scoped(json) *manifest = json_of(str_text(&text));
        scoped(restored_publication) restored = {0};
        struct err err = {""};
        int status = publication_restore(&restored, manifest, &export_format_pairs, &err);
        assert_int_equal(status, cases[i].message ? ERR : 0);
        if (cases[i].message)
            assert_contains(err.message, cases[i].message);
        else
            assert_int_equal(publication_size(&restored.publication, N_SPLITS - 1).n_rows, 3);
        restored_publication_release(&restored);
        assert_int_equal(publication_restore(&restored, manifest, NULL, &err), ERR);
    }
}
