#include "sources/git/blob_id.h"
#include "tests/support/test.h"

/* The first two are those of every repository: git hash-object -t blob --stdin. */
TEST(blob_id__is_that_of_git)
{
    static const struct {
        const char *id, *content;
        bool is_its;
    } cases[] = {
        {"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", "", true},
        {"473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813", "", true},
        {"9daeafb9864cf43055ae93beb0afd6c7d144bfa4", "test\n", true},
        {"9daeafb9864cf43055ae93beb0afd6c7d144bfa4", "test", false},
        {"9daeafb9864cf43055ae93beb0afd6c7d144bfa5", "test\n", false},
        {"9daeafb9864cf43055ae93beb0afd6c7d144bf", "test\n", false},
        {"", "test\n", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (blob_id_is(cases[i].id, "blob", cases[i].content, strlen(cases[i].content)) !=
            cases[i].is_its)
            fail_msg("case %zu", i);
}
