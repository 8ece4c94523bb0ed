/* Names of data sets that hubs accept. */
#include "commands/naming.h"
#include "tests/support/taken.h"
#include "tests/support/test.h"

static int set(struct naming *naming, const char *name, const char *value)
{
    struct err err;
    return take_option(naming_options, name, value, naming, &err);
}

TEST(naming__takes_what_is_valid_and_nothing_else)
{
    static const struct {
        const char *name, *value;
        int status;
    } cases[] = {
        {"name", "a", 0},
        {"name", "Fixes-1.0_x", 0},
        {"name", "", ERR},
        {"name", "a b", ERR},
        {"name", "-a", ERR},
        {"name", "a.", ERR},
        {"name", "a--b", ERR},
        {"name", "a..b", ERR},
        {"name", "a/b", ERR},
        {"name", "\xc3\xa4", ERR},
        {"title", "Any: \"title\" \xc3\xa4", 0},
        {"title", "", ERR},
        {"title", "a\nb", ERR},
        {"title", "\x7f", ERR},
        {"title", "\xff", ERR},
        {"version", "1.0.0", 0},
        {"version", "10.20.300", 0},
        {"version", "1.0", ERR},
        {"version", "1.0.0-rc", ERR},
        {"version", "v1.0.0", ERR},
        {"version", "-1.0.0", ERR},
        {"license", "CC-BY-4.0", 0},
        {"license", "gpl", ERR},
        {"creator", "\xe9\xab\x98\xe7\x94\xb0", 0},
        {"creator", "a\tb", ERR},
        {"url", "https://example.org/x?y=1#z", 0},
        {"url", "example.org", ERR},
        {"url", "https://a b", ERR},
        {"url", "https://a>", ERR},
        {"date", "2024-02-29", 0},
        {"date", "2023-02-29", ERR},
        {"date", "1234567890", ERR},
        {"date", "today", ERR},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct naming naming = {.names = {.version = "1.0.0"}};
        if (set(&naming, cases[i].name, cases[i].value) != cases[i].status)
            fail_msg("'%s': not %d", cases[i].value, cases[i].status);
        array_release(&naming.creators);
    }
}

TEST(naming__completes_what_is_left_open)
{
    struct naming naming = {.names = {.version = "1.0.0"}};
    struct text_list list = {0};
    array_push(&list, "python");
    naming_complete(&naming, &list, true);
    array_release(&list);
    assert_string_equal(naming.names.name, "single-token-fixes-python");
    assert_string_equal(naming.names.title, "Single-token bug fixes in Python");
    assert_string_equal(naming.names.version, "1.0.0");
    assert_string_equal(naming.names.license->id, "cdla-permissive-2.0");
    assert_null(naming.names.date);
    assert_int_equal(naming.names.n_creators, 1);
    assert_string_equal(naming.names.creators[0], "Anonymous");
    array_release(&naming.creators);
}

TEST(naming__names_all_languages_as_people_write_them)
{
    static const struct {
        const char *names[5], *name, *title;
    } cases[] = {
        {{"java", "c"}, "single-token-fixes-c-java", "Single-token bug fixes in C and Java"},
        {{"python", "cpp", "c", "java"},
         "single-token-fixes-c-cpp-java-python",
         "Single-token bug fixes in C, C++, Java and Python"},
        {{"cpp"}, "single-token-fixes-cpp", "Single-token bug fixes in C++"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct naming naming = {0};
        struct text_list list = {0};
        for (const char *const *name = cases[i].names; *name; name++)
            array_push(&list, *name);
        naming_complete(&naming, &list, true);
        assert_string_equal(naming.names.name, cases[i].name);
        assert_string_equal(naming.names.title, cases[i].title);
        array_release(&list);
        array_release(&naming.creators);
    }
}

TEST(naming__keeps_what_is_given)
{
    struct naming naming = {.names = {.version = "1.0.0"}};
    assert_int_equal(set(&naming, "name", "mine"), 0);
    assert_int_equal(set(&naming, "creator", "A"), 0);
    assert_int_equal(set(&naming, "creator", "B"), 0);
    naming_complete(&naming, &(struct text_list){0}, true);
    assert_string_equal(naming.names.name, "mine");
    assert_int_equal(naming.names.n_creators, 2);
    assert_string_equal(naming.names.creators[1], "B");
    array_release(&naming.creators);
}
