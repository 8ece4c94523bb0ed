/* Unicode escapes are characters before all else (JLS 3.3), and the mark of the end is nothing. */
#include "languages/language.h"
#include "tests/support/test.h"
#include "tokenize/decoded.h"

static const struct {
    const char *source, *text;
} valid[] = {
    {"", ""},
    {"abc", "abc"},
    {"\\u0061", "a"},
    {"x\\uuu0061y", "xay"},
    {"\\u00e9\\u20AC\\u0020", "é€ "},
    {"\\ud83d\\ude00 \\uD835\\uDC9C", "😀 𝒜"},
    {"\\ud83d \\ude00", "\xed\xa0\xbd \xed\xb8\x80"}, /* halves */
    {"\\ud83d\\u0061", "\xed\xa0\xbd"
                       "a"},
    {"\\u005c\\u0061", "\\a"},
    {"\\\\u0061", "\\\\u0061"},
    {"\\\\\\u0061", "\\\\a"},
    {"\\\\\\\\u0061", "\\\\\\\\u0061"},
    {"\\n\\u006e", "\\nn"},
    {"a\\", "a\\"},
    {"\\u0061\\", "a\\"},
    {"a\x1a", "a"},
    {"a\x1a\r\n \x1a\n", "a"},
    {"a\\u001a", "a"},
    {"a\\u000db\\u000a", "a\nb\n"}, /* grammars know one line end */
    {"a\x1a b", "a\x1a b"},
};

static const struct {
    const char *source;
    uint32_t error; /* the byte of the escape that is not valid */
} invalid[] = {{"ab\\u12g4", 2}, {"\\u0061\\u12", 6}, {"C:\\users", 2}, {"\\ud83d\\ude", 6}};

TEST(decoded__is_what_the_lexer_reads)
{
    scoped(decoded) decoded = {0};
    uint32_t error;
    for (size_t i = 0; i < N_ITEMS(valid); i++) {
        struct token_text text = {valid[i].source, strlen(valid[i].source)};
        if (!decoded_program(&decoded, &language_java, &text, &error) ||
            !token_text_is(text, valid[i].text))
            fail_msg("%s: '%.*s'", valid[i].source, (int)text.length, text.bytes);
    }
    for (size_t i = 0; i < N_ITEMS(invalid); i++) {
        struct token_text text = {invalid[i].source, strlen(invalid[i].source)};
        if (decoded_program(&decoded, &language_java, &text, &error) || error != invalid[i].error)
            fail_msg("%s: error at %u", invalid[i].source, error);
    }
}

TEST(decoded__has_the_places_of_the_file)
{
    static const char source[] = "a\\u0062c\\ud83d\\ude00e\\u0066";
    static const uint32_t places[] = {0, 1, 7, 8, 0, 0, 0, 20, 21, 27}; /* 0: inside of 😀 */
    scoped(decoded) decoded = {0};
    struct token_text text = {source, strlen(source)};
    uint32_t error;
    assert_true(decoded_program(&decoded, &language_java, &text, &error));
    assert_int_equal(text.length, N_ITEMS(places) - 1);
    for (uint32_t i = 0; i < N_ITEMS(places); i++)
        if (places[i] || i == 0)
            assert_int_equal(decoded_file_byte(&decoded, i), places[i]);
}

TEST(decoded__is_the_file_in_other_languages)
{
    scoped(decoded) decoded = {0};
    static const char source[] = "'\\u0061' \\u \x1a";
    for (const struct language *const *it = languages; *it; it++) {
        struct token_text text = {source, strlen(source)};
        uint32_t error;
        if ((*it)->tokens.has_unicode_escapes)
            continue;
        assert_true(decoded_program(&decoded, *it, &text, &error));
        assert_ptr_equal(text.bytes, source);
        assert_int_equal(text.length, strlen(source));
        assert_int_equal(decoded_file_byte(&decoded, 5), 5);
    }
}
