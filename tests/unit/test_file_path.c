#include "languages/file_path.h"
#include "tests/support/test.h"

TEST(path__of_a_test_is_known_by_its_folders_and_its_name)
{
    static const struct {
        const char *path;
        bool is_test;
    } cases[] = {
        {"shop.py", false},        {"tests/shop.py", true},    {"a/test/b/shop.py", true},
        {"src/testing/x.c", true}, {"latest/shop.py", false},  {"test_shop.py", true},
        {"a/shop_test.py", true},  {"a/ShopTest.java", true},  {"a/ShopTests.java", true},
        {"conftest.py", true},     {"contest.py", false},      {"attest.py", false},
        {"tests", false},          {"tests.py", false},        {"", false},
        {"a/b/", false},           {"__tests__/shop.c", true}, {"test/", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (path_is_test(cases[i].path) != cases[i].is_test)
            fail_msg("%s", cases[i].path);
}
