/* Names and licences of data sets that hubs accept. */
#include "commands/command_list.h"
#include "export/publish/publish.h"
#include "tests/support/taken.h"
#include "tests/support/test.h"

/* Sets an option of the names, which are the second group. The variables stay for the process. */
static int set(const char *name, const char *value)
{
    static void *variables[32];
    static size_t n;
    struct err err;
    assert_true(n < N_ITEMS(variables));
    variables[n] = mem_alloc(1, command_publish.size);
    return take_option(command_publish.groups[1].options, name, value, variables[n++], &err);
}

TEST(cmd_publish__takes_valid_names_and_nothing_else)
{
    static const struct {
        const char *name, *value;
        int status;
    } cases[] = {
        {"version", "1.0.0", 0},
        {"version", "10.20.300", 0},
        {"version", "1.0", ERR},
        {"version", "1.0.0-rc", ERR},
        {"version", "v1.0.0", ERR},
        {"version", "-1.0.0", ERR},
        {"license", "CC-BY-4.0", 0},
        {"license", "gpl", ERR},
        {"creator", "\xe9\xab\x98\xe7\x94\xb0", 0},
        {"creator", "Any: \"name\" \xc3\xa4", 0},
        {"creator", "", ERR},
        {"creator", "a\tb", ERR},
        {"creator", "a\nb", ERR},
        {"creator", "\x7f", ERR},
        {"creator", "\xff", ERR},
        {"creator", "\xc2\x85", ERR},
        {"url", "https://example.org/x?y=1#z", 0},
        {"url", "example.org", ERR},
        {"url", "https://a b", ERR},
        {"url", "https://a>", ERR},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        if (set(cases[i].name, cases[i].value) != cases[i].status)
            fail_msg("'%s': not %d", cases[i].value, cases[i].status);
    }
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
    for (const struct license *license = licenses; license->id; license++) {
        bool is_other = strcmp(license->id, "other") == 0;
        assert_true(is_other == !license->url);
        assert_true(is_other == !license->spdx);
        if (license->url)
            assert_memory_equal(license->url, "https://", 8);
    }
}

/* CFF 1.2.0 took the list of May 2021. */
TEST(license__knows_what_citations_may_name)
{
    assert_false(license_of_codenet->is_in_cff_1_2);
    assert_true(license_find("cc-by-4.0")->is_in_cff_1_2);
}
