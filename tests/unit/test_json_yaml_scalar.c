/* A plain scalar has the value of the core schema. A text is written plain only if every reader
 * reads it as a text. */
#include "base/json_yaml.h"
#include "tests/support/test.h"

/* Reads the value of a member that is a plain scalar. */
static int read_scalar(struct json **out, const char *text, struct err *err)
{
    scoped(json) *object = NULL;
    scoped(str) yaml = {0};
    str_print(&yaml, "a: %s\n", text);
    if (json_from_yaml(&object, str_text(&yaml), yaml.length, err) != 0)
        return ERR;
    *out = json_take(object, "a");
    return 0;
}

/* Whether a text is written without quotes. */
static bool is_plain(const char *text)
{
    scoped(str) yaml = {0}, plain = {0};
    scoped(json) *object = json_make(J_TEXT("a", text));
    json_to_yaml(&yaml, object);
    str_print(&plain, "a: %s\n", text);
    return strcmp(str_text(&yaml), str_text(&plain)) == 0;
}

TEST(yaml_scalar__is_what_the_core_schema_says)
{
    static const struct text_case cases[] = {
        {"", "null"},
        {"~", "null"},
        {"null", "null"},
        {"Null", "null"},
        {"NULL", "null"},
        {"nULL", "\"nULL\""},
        {"true", "true"},
        {"True", "true"},
        {"TRUE", "true"},
        {"tRUE", "\"tRUE\""},
        {"false", "false"},
        {"False", "false"},
        {"FALSE", "false"},
        {"yes", "\"yes\""},
        {"no", "\"no\""},
        {"on", "\"on\""},
        {"y", "\"y\""},
        {"0", "0"},
        {"-0", "0"},
        {"+12", "12"},
        {"-12", "-12"},
        {"010", "10"},
        {"0o17", "15"},
        {"0o", "\"0o\""},
        {"0o8", "\"0o8\""},
        {"-0o7", "\"-0o7\""},
        {"0x1F", "31"},
        {"0xg", "\"0xg\""},
        {"0X1F", "\"0X1F\""},
        {"-0x1", "\"-0x1\""},
        {"0b1", "\"0b1\""},
        {"9223372036854775807", "9223372036854775807"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"0x7fffffffffffffff", "9223372036854775807"},
        {"1.5", "1.5"},
        {"-1.5", "-1.5"},
        {".5", "0.5"},
        {"5.", "5"},
        {"+.5e1", "5"},
        {"1e3", "1000"},
        {"1E-3", "0.001"},
        {"1.e+3", "1000"},
        {"1.10", "1.1"},
        {".", "\".\""},
        {"+", "\"+\""},
        {"..", "\"..\""},
        {".e1", "\".e1\""},
        {"1e", "\"1e\""},
        {"1e+", "\"1e+\""},
        {"1e1.", "\"1e1.\""},
        {"1.2.3", "\"1.2.3\""},
        {"--1", "\"--1\""},
        {"+-1", "\"+-1\""},
        {"1_000", "\"1_000\""},
        {"1:30", "\"1:30\""},
        {"1,5", "\"1,5\""},
        {"inf", "\"inf\""},
        {"nan", "\"nan\""},
        {"infinity", "\"infinity\""},
        {"0x1p3", "\"0x1p3\""},
        {".infx", "\".infx\""},
        {"-.nan", "\"-.nan\""},
        {"2020-01-01", "\"2020-01-01\""},
        {"=", "\"=\""},
        {"<<", "\"<<\""},
        {"\xef\xbc\x91", "\"\xef\xbc\x91\""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) json = {0};
        scoped(json) *value = NULL;
        assert_done(read_scalar(&value, cases[i].given, &err));
        json_print(&json, value);
        assert_string_equal(str_text(&json), cases[i].expected);
    }
}

TEST(yaml_scalar__that_json_has_no_number_for_is_refused)
{
    static const struct text_case cases[] = {
        {".inf", "line 1: the number .inf cannot be used here"},
        {"-.INF", "line 1: the number -.INF cannot be used here"},
        {"+.Inf", "line 1: the number +.Inf cannot be used here"},
        {".NaN", "line 1: the number .NaN cannot be used here"},
        {"9223372036854775808", "line 1: the whole number 9223372036854775808 is too large"},
        {"-9223372036854775809", "line 1: the whole number -9223372036854775809 is too large"},
        {"0x8000000000000000", "line 1: the whole number 0x8000000000000000 is too large"},
        {"0o7777777777777777777777",
         "line 1: the whole number 0o7777777777777777777777 is too large"},
        {"11111111112222222222333333333344444444445",
         "line 1: the whole number 1111111111222222222233333333334444444444 is too large"},
        {"1e999", "line 1: the number 1e999 is too large"},
        {"-1e999", "line 1: the number -1e999 is too large"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct json *value;
        assert_error(read_scalar(&value, cases[i].given, &err), cases[i].expected);
    }
}

TEST(yaml_scalar__is_plain_only_where_it_is_safe)
{
    static const struct {
        const char *text;
        bool is_safe;
    } cases[] = {
        {"", false},
        {" ", false},
        {"a", true},
        {"A b", true},
        {" a", false},
        {"a ", false},
        {"a  b", true},
        {"no", false},
        {"No", false},
        {"NO", false},
        {"nO", false},
        {"nope", true},
        {"y", false},
        {"Y", false},
        {"n", false},
        {"x", true},
        {"yes", false},
        {"On", false},
        {"off", false},
        {"offer", true},
        {"true", false},
        {"False", false},
        {"null", false},
        {"Null", false},
        {"~", false},
        {"nul", true},
        {"nullx", true},
        {"1", false},
        {"-1", false},
        {"+1", false},
        {"1.10", false},
        {"1.1.1", false},
        {".5", false},
        {"0x1", false},
        {"0o7", false},
        {"0b1", false},
        {"1e5", false},
        {"1_000", false},
        {"1:30", false},
        {"190:20:30.15", false},
        {".inf", false},
        {".nan", false},
        {"-.inf", false},
        {"2020-01-01", false},
        {"2001-12-14t21:59:43.10-05:00", false},
        {"2001-12-14 21:59:43.10 -5", false},
        {"2001-12-15 2:59:43Z", false},
        {"3rd", true},
        {"10 problems", true},
        {"p00001", true},
        {"=", false},
        {"<<", false},
        {"a=b", true},
        {"-", false},
        {"- a", false},
        {"---", false},
        {"...", false},
        {"?", false},
        {"? a", false},
        {":", false},
        {"a:", false},
        {"a: b", false},
        {"a:b", true},
        {"http://x/y?z#w", true},
        {"a #b", false},
        {"a#b", true},
        {"#a", false},
        {"[a", false},
        {"{a", false},
        {"]", false},
        {"a, b", true},
        {"a [1]", true},
        {"a {b}", true},
        {"&a", false},
        {"*a", false},
        {"!a", false},
        {"|", false},
        {">", false},
        {"'a'", false},
        {"\"a\"", false},
        {"it's", true},
        {"a \"b\"", true},
        {"%a", false},
        {"@a", false},
        {"`a`", false},
        {"a\nb", false},
        {"a\tb", false},
        {"a\rb", false},
        {"a\x1b", false},
        {"a\x7f", false},
        {"/a/b", true},
        {"_a", true},
        {"(a)", true},
        {"$HOME", true},
        {"ä", true},
        {"日本語", true},
        {"a\xc2\x85z", false},
        {"a\xe2\x80\xa8z", false},
        {"\xef\xbb\xbfz", false},
        {"a\xc2\x80z", false},
        {"a\xc2\xa0z", true},
        {"a\xef\xbf\xbez", false},
        {"😀", false},
        {"a\xffz", false},
        {"a\xc3", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (is_plain(cases[i].text) != cases[i].is_safe)
            fail_msg("'%s'", cases[i].text);
}

/* What is plain is a text for the core schema at least: all short texts of telling letters. */
TEST(yaml_scalar__that_is_safe_is_read_as_the_text)
{
    static const char letters[] = "01a.-+:_xoeEnN~ #/";
    enum { N = sizeof letters - 1 };
    size_t n_safe = 0;
    for (size_t number = 0; number < (size_t)N * N * N * N; number++) {
        char text[5] = {0};
        size_t rest = number;
        for (int i = 0; i < 4; i++, rest /= N)
            text[i] = letters[rest % N];
        for (size_t length = 1; length <= 4; length++) {
            char part[5] = {0};
            scoped(json) *value = NULL;
            memcpy(part, text, length);
            if (!is_plain(part))
                continue;
            n_safe++;
            assert_done(read_scalar(&value, part, &err));
            if (!json_text(value) || strcmp(json_text(value), part) != 0)
                fail_msg("'%s'", part);
        }
    }
    assert_true(n_safe > 1000);
}
