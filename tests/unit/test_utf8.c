/* UTF-8 is well-formed exactly as RFC 3629 defines. */
#include "base/utf8.h"
#include "tests/support/jsonl.h"
#include "tests/support/test.h"

TEST(utf8__takes_every_code_point_but_surrogates)
{
    for (uint32_t code = 0; code < N_CODE_POINTS; code++) {
        char bytes[4];
        size_t length = encode_utf8(code, bytes);
        if (utf8_is_valid(bytes, length) == is_surrogate(code))
            fail_msg("U+%04X", (unsigned)code);
        if (!is_surrogate(code) && utf8_count(bytes, length) != 1)
            fail_msg("count of U+%04X", (unsigned)code);
    }
}

/* Pairs of bytes, all of them: two of ASCII, or one of C2..DF and one of 80..BF. */
TEST(utf8__takes_no_other_pair_of_bytes)
{
    for (unsigned first = 0; first < 256; first++)
        for (unsigned second = 0; second < 256; second++) {
            char bytes[] = {(char)first, (char)second};
            bool is_valid = (first < 0x80 && second < 0x80) ||
                            (first >= 0xc2 && first < 0xe0 && (second & 0xc0) == 0x80);
            if (utf8_is_valid(bytes, 2) != is_valid)
                fail_msg("%02x %02x", first, second);
        }
}

TEST(utf8__refuses_what_is_malformed)
{
    static const char *const cases[] = {
        "\x80",             /* continuation alone */
        "\xc3",             /* cut off */
        "\xe2\x82",         /* cut off */
        "\xf0\x9f\x98",     /* cut off */
        "\xe2\x82 ",        /* cut off before more */
        "\xc0\x80",         /* overlong zero */
        "\xc1\xbf",         /* overlong */
        "\xe0\x9f\xbf",     /* overlong */
        "\xf0\x8f\xbf\xbf", /* overlong */
        "\xf4\x90\x80\x80", /* past U+10FFFF */
        "\xf8\x88\x80\x80\x80",
        "\xfe",
        "\xff",
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        if (utf8_is_valid(cases[i], strlen(cases[i])))
            fail_msg("case %zu alone", i);
        char inside[32] = "good ";
        strcat(inside, cases[i]);
        strcat(inside, " and good");
        if (utf8_is_valid(inside, strlen(inside)))
            fail_msg("case %zu inside", i);
    }
}

TEST(utf8__counts_code_points)
{
    static const struct {
        const char *text;
        size_t length, count;
    } cases[] = {
        {"", 0, 0},          {"abc", 3, 3},           {"a\0b", 3, 3},
        {"äöü", 6, 3},       {"naïve €", 10, 7},      {"😀", 4, 1},
        {"e\xcc\x81", 3, 2}, /* a combining mark is a code point of its own */
        {"日本語", 9, 3},    {"\xef\xbb\xbfx", 4, 2},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_true(utf8_is_valid(cases[i].text, cases[i].length));
        assert_int_equal(utf8_count(cases[i].text, cases[i].length), cases[i].count);
    }
}

TEST(utf8__replaces_what_is_malformed_byte_by_byte)
{
    static const struct {
        const char *bytes, *valid;
    } cases[] = {
        {"", ""},
        {"plain \xc3\xa9 \xf0\x9f\x98\x80", "plain \xc3\xa9 \xf0\x9f\x98\x80"},
        {"\xff", "\xef\xbf\xbd"},
        {"a\xc3", "a\xef\xbf\xbd"},
        {"\xc0\xaf"
         "b",
         "\xef\xbf\xbd\xef\xbf\xbd"
         "b"},
        {"\xf0\x9f\x98", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) out = {0};
        utf8_add_valid(&out, cases[i].bytes, strlen(cases[i].bytes));
        assert_string_equal(str_text(&out), cases[i].valid);
        assert_true(utf8_is_valid(str_text(&out), out.length));
    }
}

TEST(utf8__takes_no_bytes_at_all)
{
    assert_true(utf8_is_valid(NULL, 0));
    assert_int_equal(utf8_count(NULL, 0), 0);
}
