/* Texts of tokens are equal except for the kind of their line ends. */
#include "tests/support/test.h"
#include "tokenize/token.h"

/* In a buffer of exactly its size, so that a sanitizer detects a read after its end. */
static struct token_text exact_text(const char *text)
{
    size_t length = strlen(text);
    char *bytes = malloc(length ? length : 1);
    assert_non_null(bytes);
    memcpy(bytes, text, length);
    return (struct token_text){bytes, length};
}

TEST(token_text__line_ends_are_all_the_same)
{
    static const struct {
        const char *a, *b;
        bool are_equal;
    } cases[] = {
        {"", "", true},
        {"a", "a", true},
        {"a", "b", false},
        {"a", "", false},
        {"a", "ab", false},
        {"not in", "not in", true},
        {"not in", "not  in", false},
        {"'''a\nb'''", "'''a\r\nb'''", true},
        {"'''a\nb'''", "'''a\rb'''", true},
        {"'''a\r\nb'''", "'''a\rb'''", true},
        {"'''a\r\rb'''", "'''a\n\nb'''", true},
        {"'''a\r\n\rb'''", "'''a\r\r\nb'''", true},
        {"'''a\r\n\nb'''", "'''a\n\r\nb'''", true},
        {"'''a\r\nb'''", "'''a\n\nb'''", false},
        {"'''a\n\rb'''", "'''a\nb'''", false},
        {"'''a\rb'''", "'''ab'''", false},
        {"'''a\rb'''", "'''a b'''", false},
        {"'''a\rb'''", "'''a\rc'''", false},
        {"\r", "\n", true},
        {"\r\n", "\n", true},
        {"\r\n", "\r", true},
        {"\r\n", "\r\r", false},
        {"\r", "", false},
        {"\n", "", false},
        {"a\r", "a\r\n", true},
        {"あ\r", "あ\n", true},
        {"あ\r", "い\n", false},
        {"\xff\r", "\xff\n", true}, /* a byte is not an end */
        {"\xff\r", "\xfe\n", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct token_text a = exact_text(cases[i].a), b = exact_text(cases[i].b);
        if (token_text_equal(a, b) != cases[i].are_equal ||
            token_text_equal(b, a) != cases[i].are_equal)
            fail_msg("case %zu: '%s' and '%s'", i, cases[i].a, cases[i].b);
        assert_true(token_text_equal(a, a) && token_text_equal(b, b));
        free((char *)a.bytes);
        free((char *)b.bytes);
    }
}
