/* Strict JSON, and the place of the first error. */
#include "base/json_syntax.h"
#include "tests/support/test.h"

TEST(json_syntax__takes_json)
{
    static const char *const texts[] = {
        "null",
        " true ",
        "false\n",
        "0",
        "-0",
        "10",
        "-1.5e+3",
        "0.0",
        "1E-2",
        "2e0",
        "\"\"",
        "\"a b\"",
        "\"\\u00e9 \\\" \\\\ \\/ \\b\\f\\n\\r\\t\"",
        "\"\\ud83d\\ude00\"",
        "\"\xc3\xa9 \x7f\"",
        "[]",
        "[ ]",
        "{}",
        "{ }",
        "[1,2]",
        "[[],{}]",
        "{\"a\":1}",
        "{\"a\" : [ 1 , { \"b\" : null } ] , \"a\":2}",
        "\r\n\t []",
    };
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        size_t byte;
        const char *error = json_syntax_error(texts[i], strlen(texts[i]), &byte);
        if (error)
            fail_msg("%s: %s at byte %zu", texts[i], error, byte);
    }
}

TEST(json_syntax__gives_the_place_of_an_error)
{
    static const struct {
        const char *text;
        size_t byte;
        const char *error;
    } cases[] = {
        {"", 0, "a value is missing"},
        {" ", 1, "a value is missing"},
        {"\xef\xbb\xbf{}", 0, "a byte order mark"},
        {"nul", 0, "a value is missing"},
        {"NaN", 0, "a value is missing"},
        {"-Infinity", 1, "a digit is missing"},
        {"01", 1, "something after the value"},
        {"1.", 2, "a digit is missing"},
        {".5", 0, "a value is missing"},
        {"1e", 2, "a digit is missing"},
        {"+1", 0, "a value is missing"},
        {"0x10", 1, "something after the value"},
        {"'a'", 0, "a value is missing"},
        {"\"a", 2, "a string has no closing quote"},
        {"\"a\tb\"", 2, "a control character in a string"},
        {"\"\\x41\"", 2, "not a valid escape"},
        {"\"\\u12g4\"", 5, "not a valid escape"},
        {"\"\\u0000\"", 7, "a zero byte in a string"},
        {"\"\\ud83d\"", 7, "half of a surrogate pair"},
        {"\"\\ude00\"", 7, "not a valid escape"},
        {"[1,]", 3, "a value is missing"},
        {"[,1]", 1, "a value is missing"},
        {"[1 2]", 3, "a comma or a closing bracket is missing"},
        {"[1", 2, "a comma or a closing bracket is missing"},
        {"[1}", 2, "a comma or a closing bracket is missing"},
        {"{\"a\":1,}", 7, "a string in double quotes is missing"},
        {"{\"a\" 1}", 5, "a colon is missing"},
        {"{a:1}", 1, "a string in double quotes is missing"},
        {"{\"a\":}", 5, "a value is missing"},
        {"{\"a\":1]", 6, "a comma or a closing bracket is missing"},
        {"{} {}", 3, "something after the value"},
        {"{}// so", 2, "something after the value"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        size_t byte;
        const char *error = json_syntax_error(cases[i].text, strlen(cases[i].text), &byte);
        if (!error || strcmp(error, cases[i].error) != 0 || byte != cases[i].byte)
            fail_msg("%s: %s at byte %zu, not %s at %zu", cases[i].text, error ? error : "(none)",
                     byte, cases[i].error, cases[i].byte);
    }
}

TEST(json_syntax__takes_no_zero_byte_for_a_digit)
{
    static const char *const texts[] = {"\"\\u00e?\"", "\"\\u?00e\"", "\"\\ud83d\\ude0?\""};
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        char text[32];
        size_t length = strlen(texts[i]), byte;
        memcpy(text, texts[i], length);
        *(char *)memchr(text, '?', length) = '\0';
        if (!json_syntax_error(text, length, &byte))
            fail_msg("%s, ? being a zero byte: taken", texts[i]);
    }
}

TEST(json_syntax__bounds_the_depth)
{
    static char text[3000];
    size_t byte;
    memset(text, '[', 1000);
    memset(text + 1000, ']', 1000);
    assert_null(json_syntax_error(text, 2000, &byte));
    memset(text, '[', sizeof text);
    assert_string_equal(json_syntax_error(text, sizeof text, &byte), "too many levels");
    assert_int_equal(byte, 1000);
}
