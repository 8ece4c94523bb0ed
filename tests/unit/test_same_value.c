/* Literals in other spellings. tests/slow/test_same_value_compilers.c asks the compilers; here are
 * dialects, long numbers, and what only one of the compilers says. */
#include "tokenize/same_value.h"

#include "tests/support/programs.h"
#include "tests/support/test.h"

struct literal_pair {
    const char *language, *dialect, *a, *b;
    bool is_same;
};

/* Cuts a program that is one literal; in an f-string, its first token. */
static struct program literal_of(const struct language *language, const char *text)
{
    struct program program = {0};
    scoped(lexical) *lexical = lexical_new(language);
    if (!program_tokenize(&program, lexical, text, strlen(text)))
        fail_msg("%s has no tokens", text);
    return program;
}

static bool is_same(const struct literal_pair *it, const char *a, const char *b)
{
    const struct language *language = language_find(it->language);
    scoped(program) first = literal_of(language, a);
    scoped(program) second = literal_of(language, b);
    return tokens_have_same_value(&first, 0, &second, 0, it->dialect);
}

static void expect_all(const struct literal_pair *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_same(&list[i], list[i].a, list[i].b) != list[i].is_same ||
            is_same(&list[i], list[i].b, list[i].a) != list[i].is_same)
            fail_msg("%s %s: %s and %s", list[i].language, list[i].dialect ? list[i].dialect : "",
                     list[i].a, list[i].b);
}

TEST(same_value__knows_the_literals_of_python)
{
    static const struct literal_pair list[] = {
        {"python", "3", "'a'", "\"a\"", true},
        {"python", "3", "'a'", "'''a'''", true},
        {"python", "3", "'a'", "r'a'", true},
        {"python", "3", "'\\n'", "r'\\n'", false},
        {"python", "3", "'\\d'", "r'\\d'", true},
        {"python", "3", "'a'", "b'a'", false},
        {"python", "3", "b'\\xe9'", "b'\\351'", true},
        {"python", "3", "b'\\u0041'", "b'A'", false},
        {"python", "3", "'\\x41'", "\"A\"", true},
        {"python", "3", "'a'", "'b'", false},
        {"python", "3", "'a'", "'a '", false},
        {"python", "3", "'\\N{DIGIT ONE}'", "'1'", false},
        {"python", "3", "'\\N{DIGIT ONE}a'", "\"\\N{DIGIT ONE}\\x61\"", true},
        {"python", "3", "'\\N{DIGIT ONE}'", "r'\\N{DIGIT ONE}'", false},
        {"python", "3", "r'\\N{DIGIT ONE}'", "'\\\\N{DIGIT ONE}'", true},
        {"python", "3", "'''a\nb'''", "'a\\nb'", true},
        {"python", "3", "'''a\r\nb'''", "'a\\nb'", true},
        {"python", "3", "F'{a}'", "f'{a}'", true},
        {"python", "3", "rf'{a}'", "FR'{a}'", true},
        {"python", "3", "rf'{a}'", "f'{a}'", false},
        {"python", "3", "t'{a}'", "f'{a}'", false},
        {"python", "3", "10", "0xA", true},
        {"python", "3", "10", "1_0", true},
        {"python", "3", "10", "10.0", false},
        {"python", "3", "1", "True", false},
        {"python", "3", "1.0", "1.00", true},
        {"python", "3", "1e3", "1000.0", true},
        {"python", "3", "1j", "1.0J", true},
        {"python", "3", "1j", "1.0", false},
        {"python", "2", "0777", "0o777", false}, /* not compared */
        {"python", "2", "10L", "10", false},
        {"python", "3", "0777", "511", false},
        {"python", "3", "u'a'", "'a'", true},
        {"python", "both", "u'a'", "'a'", true},
        {"python", NULL, "u'a'", "'a'", true},
        {"python", "2", "u'a'", "'a'", false},
        {"python", "2", "u'a'", "u\"a\"", true},
        {"python", "2", "'\\u0041'", "'A'", false},
        {"python", "2", "'\\x41'", "'A'", true},
        {"python", "2", "'\\xe9'", "'é'", false},
        {"python", "2", "'é'", "\"é\"", true},
        {"python", "2", "u'é'", "u\"\\u00e9\"", true},
        {"python", "2", "'é'", "'\\u00e9'", false},
        {"python", "2", "'\\u0041'", "\"\\u0041\"", true},
        {"python", "2", "'\\u0041'", "'\\\\u0041'", false},
        {"python", "2", "u'\\u0041'", "u'A'", true},
        {"python", "2", "ur'\\u0041'", "u'\\\\u0041'", false},
        {"python", "2", "ur'\\d'", "u'\\\\d'", true},
        {"python", "2", "b'\\u0041'", "b'\\\\u0041'", true},
        {"python", "3", "'\\xe9'", "'é'", true},
    };
    expect_all(list, N_ITEMS(list));
}

TEST(same_value__knows_the_types_of_c)
{
    static const struct literal_pair list[] = {
        {"c", NULL, "10", "0xA", true},
        {"c", NULL, "10", "012", true},
        {"c", NULL, "0", "0LL", false},
        {"c", NULL, "1", "1L", false},
        {"c", NULL, "2", "2.0", false},
        {"c", NULL, "1.0", "1.0f", false},
        {"c", NULL, "1ull", "1ULL", true},
        {"c", NULL, "'a'", "\"a\"", false},
        {"c", NULL, "'A'", "65", true},
        {"cpp", NULL, "'A'", "65", false},
        {"cpp", NULL, "&&", "and", true},
        {"cpp", NULL, "not_eq", "!=", true},
        {"cpp", NULL, "and", "or", false},
        {"cpp", NULL, "&&", "||", false},
        {"c", NULL, "'A'", "L'A'", false},
        {"c", NULL, "'A'", "'\\x41'", true},
        {"c", NULL, "4294967295", "0xFFFFFFFF", false},
        {"c", NULL, "2147483648", "2147483648L", true},
        {"c", NULL, "2147483648", "0x80000000L", false}, /* `long` may have 32 bits */
        {"c", NULL, "2147483648", "2147483648LL", false},
        {"c", NULL, "\"a\\\nb\"", "\"ab\"", false}, /* not compared */
        {"c", NULL, "\"é\"", "\"\\u00e9\"", true},
        {"c", NULL, "\"\\400\"", "\"\\0\"", false},
        {"cpp", NULL, "1'000", "1000", true},
        {"cpp", NULL, "R\"(a)\"", "\"a\"", true},
        {"cpp", NULL, "R\"x(\\n)x\"", "\"\\n\"", false},
        {"cpp", NULL, "\"a\"s", "\"a\"", false},
        {"cpp", NULL, "\"a\"s", "R\"(a)\"s", true},
        {"cpp", NULL, "1_km", "1", false},
        {"cpp", NULL, "and", "or", false},
    };
    expect_all(list, N_ITEMS(list));
}

TEST(same_value__knows_the_literals_of_java)
{
    static const struct literal_pair list[] = {
        {"java", NULL, "1_000", "1000", true},
        {"java", NULL, "8.0", "0x1p3", true},
        {"java", NULL, "10d", "10.0", true},
        {"java", NULL, "10f", "10.0", false},
        {"java", NULL, "010", "8", true},
        {"java", NULL, "1L", "1l", true},
        {"java", NULL, "'A'", "65", false},
        {"java", NULL, "'A'", "\"A\"", false},
        {"java", NULL, "\"A\"", "\"\\u0041\"", true},
        {"java", NULL, "\"\\\\u0041\"", "\"A\"", false},
        {"java", NULL, "\"\\ud83d\\ude00\"", "\"😀\"", true},
        {"java", NULL, "\"\\ud83d\"", "\"\\ud83d \"", false},
        {"java", NULL, "\"\"\"\n  a\n    b\n  \"\"\"", "\"a\\n  b\\n\"", true},
        {"java", NULL, "\"\"\"\n  a\"\"\"", "\"a\"", true},
        {"java", NULL, "\"\"\"\n  a\n\"\"\"", "\"  a\\n\"", true},
        {"java", NULL, "\"\"\"\n\"\"\"", "\"\"", true},
    };
    expect_all(list, N_ITEMS(list));
}

static char *digits_of(char digit, size_t n)
{
    char *text = mem_alloc(n + 1, 1);
    memset(text, digit, n);
    return text;
}

TEST(same_value__compares_numbers_of_up_to_4300_digits)
{
    const struct literal_pair python = {.language = "python"};
    for (size_t n = 4299; n <= 4301; n++) {
        scoped_memory char *zeros = digits_of('0', n - 1);
        scoped_memory char *decimal = mem_print("1%s", zeros);
        scoped_memory char *grouped = mem_print("1_%s", zeros);
        scoped_memory char *other = mem_print("2%s", zeros);
        assert_true(is_same(&python, decimal, grouped) == (n <= 4300));
        assert_false(is_same(&python, decimal, other));
    }
}
