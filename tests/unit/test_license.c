/* Licences by the ids of hubs and of SPDX. */
#include "publish/license.h"
#include "tests/support/test.h"

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
