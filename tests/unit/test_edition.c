/* Sums over data files. */
#include "export/publish/documents.h"
#include "export/publish/manifest.h"
#include "languages/language.h"
#include "tests/support/jsonl.h"
#include "tests/support/editions.h"
#include "tests/support/test.h"

TEST(edition__sums_its_files_up)
{
    struct edition edition = {0};
    const struct edition_file files[] = {
        {.split = 0, .n_rows = 3, .n_clean = 1, .n_uncompressed = 100, .n_bytes = 10},
        {.split = 0, .n_rows = 2, .n_clean = 1, .n_uncompressed = 200, .n_bytes = 20},
        {.split = 2, .n_rows = 1, .n_clean = 0, .n_uncompressed = 400, .n_bytes = 40}};
    for (size_t i = 0; i < N_ITEMS(files); i++)
        array_push(&edition.files, files[i]);
    struct edition_size all = edition_size(&edition, NULL, -1);
    struct edition_size train = edition_size(&edition, NULL, 0);
    struct edition_size validation = edition_size(&edition, NULL, 1);
    assert_int_equal(all.n_files, 3);
    assert_int_equal(all.n_rows, 6);
    assert_int_equal(all.n_clean, 2);
    assert_int_equal(all.n_bytes, 70);
    assert_int_equal(all.n_uncompressed, 700);
    assert_int_equal(train.n_rows, 5);
    assert_int_equal(train.n_clean, 2);
    assert_int_equal(train.n_bytes, 30);
    assert_int_equal(validation.n_files, 0);
    edition_release(&edition);
}

TEST(edition__has_a_configuration_for_all_files_and_for_each_language)
{
    const char *c = language_find("c")->name, *java = language_find("java")->name;
    struct edition edition = {0};
    const struct edition_file files[] = {{.split = 0, .language = c, .n_rows = 3},
                                         {.split = 2, .language = c, .n_rows = 2},
                                         {.split = 0, .language = java, .n_rows = 1}};
    for (size_t i = 0; i < N_ITEMS(files); i++)
        array_push(&edition.files, files[i]);
    assert_done(edition_list_configs(&edition, &err));
    const struct edition_config *configs = edition.configs.items;
    assert_int_equal(edition.configs.n, 3);
    assert_string_equal(configs[0].name, "default");
    assert_string_equal(configs[2].name, "java");
    assert_int_equal(edition_size(&edition, &configs[0], 0).n_rows, 4);
    assert_int_equal(edition_size(&edition, &configs[1], -1).n_rows, 5);
    assert_int_equal(edition_size(&edition, &configs[2], 2).n_files, 0);
    edition.files.n = 0;
    array_push(&edition.files, (struct edition_file){.n_rows = 1});
    assert_done(edition_list_configs(&edition, &err));
    assert_int_equal(edition.configs.n, 1);
    edition_release(&edition);
}

TEST(edition__has_a_configuration_for_each_split_set)
{
    static const char *const names[] = {"default", "cv", "cv-c"};
    const char *c = language_find("c")->name;
    struct edition edition = {.sets = json_of("[{\"split_set\": \"cv\"}]")};
    array_push(&edition.files, (struct edition_file){.n_rows = 3});
    array_push(&edition.files, (struct edition_file){.set = 1, .language = c, .n_rows = 2});
    assert_done(edition_list_configs(&edition, &err));
    assert_int_equal(edition.configs.n, 3);
    for (size_t i = 0; i < N_ITEMS(names); i++)
        assert_string_equal(edition.configs.items[i].name, names[i]);
    assert_int_equal(edition_size(&edition, &edition.configs.items[0], -1).n_rows, 3);
    assert_int_equal(edition_size(&edition, &edition.configs.items[1], -1).n_rows, 2);
    assert_int_equal(edition_size(&edition, NULL, -1).n_rows, 5);
    edition_release(&edition);
}

/* A set `c_splits` beside the language C: Croissant's records of its splits have that name. */
TEST(edition__refuses_two_configurations_with_one_name)
{
    static const char *const sets[] = {"default", "default_splits", "c", "c_splits"};
    const char *c = language_find("c")->name;
    for (size_t i = 0; i < N_ITEMS(sets); i++) {
        struct edition edition = {.sets = json_of(printed("[{\"split_set\": \"%s\"}]", sets[i]))};
        array_push(&edition.files, (struct edition_file){.language = c});
        array_push(&edition.files, (struct edition_file){.set = 1, .language = c});
        assert_error_with(edition_list_configs(&edition, &err), printed("called '%s'", sets[i]));
        edition_release(&edition);
    }
}

TEST(edition__is_clean_only_if_the_check_says_so)
{
    struct json *check = json_of("{\"clean\": true}");
    struct edition edition = {.check = check};
    assert_true(edition_is_clean(&edition));
    json_free(check);
    edition.check = check = json_of("{\"clean\": false}");
    assert_false(edition_is_clean(&edition));
    json_free(check);
    edition.check = NULL;
    assert_false(edition_is_clean(&edition));
    edition_release(&edition);
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
