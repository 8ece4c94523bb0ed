/* Names of data sets, as hubs take them. */
#include "commands/naming.h"
#include "tests/support/test.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const struct command command = {.name = "test"};

static int set(struct naming *naming, int code, const char *value)
{
    optarg = (char *)value;
    return naming_set(&command, naming, code);
}

TEST(naming__takes_what_is_valid_and_nothing_else)
{
    static const struct {
        int code;
        const char *value;
        int status;
    } cases[] = {
        {NAMING_NAME, "a", EXIT_OK},
        {NAMING_NAME, "Fixes-1.0_x", EXIT_OK},
        {NAMING_NAME, "", EXIT_USAGE},
        {NAMING_NAME, "a b", EXIT_USAGE},
        {NAMING_NAME, "-a", EXIT_USAGE},
        {NAMING_NAME, "a.", EXIT_USAGE},
        {NAMING_NAME, "a--b", EXIT_USAGE},
        {NAMING_NAME, "a..b", EXIT_USAGE},
        {NAMING_NAME, "a/b", EXIT_USAGE},
        {NAMING_NAME, "\xc3\xa4", EXIT_USAGE},
        {NAMING_TITLE, "Any: \"title\" \xc3\xa4", EXIT_OK},
        {NAMING_TITLE, "", EXIT_USAGE},
        {NAMING_TITLE, "a\nb", EXIT_USAGE},
        {NAMING_TITLE, "\x7f", EXIT_USAGE},
        {NAMING_TITLE, "\xff", EXIT_USAGE},
        {NAMING_VERSION, "1.0.0", EXIT_OK},
        {NAMING_VERSION, "10.20.300", EXIT_OK},
        {NAMING_VERSION, "1.0", EXIT_USAGE},
        {NAMING_VERSION, "1.0.0-rc", EXIT_USAGE},
        {NAMING_VERSION, "v1.0.0", EXIT_USAGE},
        {NAMING_VERSION, "-1.0.0", EXIT_USAGE},
        {NAMING_LICENSE, "CC-BY-4.0", EXIT_OK},
        {NAMING_LICENSE, "gpl", EXIT_USAGE},
        {NAMING_CREATOR, "\xe9\xab\x98\xe7\x94\xb0", EXIT_OK},
        {NAMING_CREATOR, "a\tb", EXIT_USAGE},
        {NAMING_URL, "https://example.org/x?y=1#z", EXIT_OK},
        {NAMING_URL, "example.org", EXIT_USAGE},
        {NAMING_URL, "https://a b", EXIT_USAGE},
        {NAMING_URL, "https://a>", EXIT_USAGE},
        {NAMING_DATE, "2024-02-29", EXIT_OK},
        {NAMING_DATE, "2023-02-29", EXIT_USAGE},
        {NAMING_DATE, "1234567890", EXIT_USAGE},
        {NAMING_DATE, "today", EXIT_USAGE},
        {12345, "x", NAMING_NOT},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct naming naming = naming_default();
        if (set(&naming, cases[i].code, cases[i].value) != cases[i].status)
            fail_msg("'%s': not %d", cases[i].value, cases[i].status);
        naming_release(&naming);
    }
}

TEST(naming__completes_what_is_left_open)
{
    struct naming naming = naming_default();
    naming_complete(&naming, "python", true);
    assert_string_equal(naming.names.name, "single-token-fixes-python");
    assert_string_equal(naming.names.title, "Single-token bug fixes in Python");
    assert_string_equal(naming.names.version, "1.0.0");
    assert_string_equal(naming.names.license->id, "cdla-permissive-2.0");
    assert_null(naming.names.date);
    assert_int_equal(naming.names.n_creators, 1);
    assert_string_equal(naming.names.creators[0], "Anonymous");
    naming_release(&naming);
}

TEST(naming__keeps_what_is_given)
{
    struct naming naming = naming_default();
    assert_int_equal(set(&naming, NAMING_NAME, "mine"), EXIT_OK);
    assert_int_equal(set(&naming, NAMING_CREATOR, "A"), EXIT_OK);
    assert_int_equal(set(&naming, NAMING_CREATOR, "B"), EXIT_OK);
    naming_complete(&naming, "python", true);
    assert_string_equal(naming.names.name, "mine");
    assert_int_equal(naming.names.n_creators, 2);
    assert_string_equal(naming.names.creators[1], "B");
    naming_release(&naming);
}
