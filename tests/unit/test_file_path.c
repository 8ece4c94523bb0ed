#include "tests/support/test.h"
#include "tokenize/languages/file_path.h"

static void expect(bool (*is)(const char *path), bool expected, const char *const *paths)
{
    for (; *paths; paths++)
        if (is(*paths) != expected)
            fail_msg("%s", *paths);
}

/* Most paths are of public repositories: astropy, black, commons-lang, curl, fmt, flask, gson,
 * googletest, junit4, kafka, libgit2, protobuf, pylint, pytest, redis, rocksdb, scrapy, sympy. */
TEST(path__of_a_test_is_known_by_its_folders_and_its_name)
{
    static const char *const tests[] = {
        "tests/shop.py",
        "a/test/b/shop.py",
        "__tests__/shop.c",
        "testing/code/code.py",
        "sympy/testing/runtests.py",
        "flask/testsuite/helpers.py",
        "tests-clar/odb/foreach.c",
        "objectivec/Tests/GPBTestUtilities.h",
        "test_util/sync_point.cc",
        "python/google/protobuf/testdata/__init__.py",
        "python/compatibility_tests/v2.5.0/setup.py",
        "upgrade-system-tests-0110/src/test/java/A.java",
        "t/helper/shop.c",
        "test_shop.py",
        "a/shop_test.py",
        "shop/tests.py",
        "scrapy/utils/test.py",
        "tests/lint/unittest_lint.py",
        "conftest.py",
        "format-test.cc",
        "src/google/protobuf/arena_unittest.cc",
        "db/db_test2.cc",
        "db/db_test_util.h",
        "src/jq_test.c",
        "a/ShopTest.java",
        "a/ShopTests.java",
        "a/TestShop.java",
        "a/ShopTestCase.java",
        "a/ShopIT.java",
        "a/ITShop.java",
        "a/ShopITCase.java",
        "src/test/java/org/apache/commons/lang3/ArrayUtilsBench.java",
        "streams/test-utils/src/main/java/org/apache/kafka/streams/TopologyTestDriver.java",
        NULL,
    };
    static const char *const others[] = {
        "",
        "a/b/",
        "test/",
        "shop.py",
        "latest/shop.py",
        "contest.py",
        "attest.py",
        "attestation.java",
        "a/Contest.java",
        "a/Latest.java",
        "a/Testament.java",
        "a/IT.java",
        "a/ITree.java",
        "a/UnitLimit.java",
        "src/t_string.c",
        "doc/data/messages/t/too-complex/bad.py",
        "src/main/java/org/junit/Test.java",
        "src/main/java/junit/framework/TestCase.java",
        "java/core/src/main/java/com/google/protobuf/UnredactedDebugFormatForTest.java",
        "src/_pytest/python.py",
        "googletest/src/gtest.cc",
        "googlemock/include/gmock/gmock-spec-builders.h",
        "db_stress_tool/db_stress_driver.cc",
        "fuzz/db_map_fuzzer.cc",
        NULL,
    };
    expect(path_is_test, true, tests);
    expect(path_is_test, false, others);
}

TEST(path__of_other_peoples_code_is_known_by_its_folders)
{
    static const char *const vendored[] = {"deps/hiredis/hiredis.c", "astropy/extern/ply/lex.py",
                                           "a/third_party/b/c.cc", "pip/_vendor/six.py", NULL};
    static const char *const others[] = {"vendor.py", "external/gmpy.py", "src/deps.c", NULL};
    expect(path_is_vendored, true, vendored);
    expect(path_is_vendored, false, others);
}

TEST(name__has_words_at_signs_and_capitals)
{
    static const struct {
        const char *name, *words[3];
        bool has;
    } cases[] = {
        {"printf", {"print"}, true},         {"sprintf", {"print"}, false},
        {"HTTPError_2", {"error"}, true},    {"HTTPError_2", {"http."}, true},
        {"serverLog", {"a", "log."}, true},  {"serverLogger", {"log."}, false},
        {"LOG_INFO", {"info.", "x"}, true},  {"\"my log\"", {"log."}, true},
        {"catalog", {"log", "cats"}, false}, {"", {"a"}, false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *name = cases[i].name;
        if (name_has_word(name, name + strlen(name), cases[i].words) != cases[i].has)
            fail_msg("%s", name);
    }
}
