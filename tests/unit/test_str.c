/* A text grows by any pieces and is always terminated. */
#include "base/mem.h"
#include "base/str.h"
#include "tests/support/jsonl.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

TEST(str__is_an_empty_text_before_and_after_use)
{
    scoped(str) str = {0};
    str_release(&str);
    for (int round = 0; round < 2; round++) {
        str_add(&str, NULL, 0);
        str_add_text(&str, "");
        str_print(&str, "%s", "");
        assert_string_equal(str_text(&str), "");
        str_add(&str, "a\0b", 3);
        str_add_text(&str, "c");
        str_print(&str, ", %d%c%1000d", 3, '!', 1);
        assert_int_equal(str.length, 8 + 1000);
        assert_memory_equal(str.text, "a\0bc, 3! ", 9);
        const char *text = str.text;
        size_t capacity = str.capacity;
        str_clear(&str);
        assert_string_equal(str_text(&str), "");
        assert_int_equal(str.length, 0);
        str_print(&str, "%1000d", 2);
        assert_true(str.text == text && str.capacity == capacity);
        str_release(&str);
        assert_true(!str.text && str.length == 0 && str.capacity == 0);
    }
}

/* Adds the first `length` bytes of `text` with the way's own function. */
static void add_piece(struct str *str, int way, const char *text, size_t length)
{
    char piece[128];
    memcpy(piece, text, length);
    piece[length] = '\0';
    if (way == 0)
        str_add(str, text, length);
    else if (way == 1)
        str_add_text(str, piece);
    else
        str_print(str, "%s", piece);
}

TEST(str__holds_the_same_whatever_the_pieces)
{
    static char text[5000];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)('a' + i * 7 % 26);
    for (int way = 0; way < 3; way++)
        for (size_t piece = 1; piece < 128; piece++) {
            scoped(str) str = {0};
            while (str.length < sizeof text) {
                size_t left = sizeof text - str.length;
                add_piece(&str, way, text + str.length, left < piece ? left : piece);
                assert_int_equal(str.text[str.length], '\0');
                assert_true(str.length < str.capacity);
            }
            assert_int_equal(str.length, sizeof text);
            assert_memory_equal(str.text, text, sizeof text);
        }
}

TEST(str__prints_text_of_any_length)
{
    for (int width = 1; width < 100000; width = width * 3 + 1) {
        scoped(str) str = {0};
        str_add_text(&str, "<");
        str_print(&str, "%*d", width, 7);
        assert_true(str.length == (size_t)width + 1 && strlen(str.text) == str.length);
        assert_int_equal(str.text[width], '7');
    }
}

static void add_the_largest_length(void)
{
    str_add(&(struct str){0}, "", SIZE_MAX);
}

static void add_past_the_largest_length(void)
{
    char text[] = "abc";
    str_add(&(struct str){.text = text, .length = 3, .capacity = 4}, "", SIZE_MAX - 2);
}

static void add_past_the_largest_capacity(void)
{
    str_add(&(struct str){0}, "", SIZE_MAX - 1);
}

TEST(str__ends_the_program_on_a_size_that_overflows)
{
    assert_exhausts_memory(add_the_largest_length, "final zero");
    assert_exhausts_memory(add_past_the_largest_length, "length");
    assert_exhausts_memory(add_past_the_largest_capacity, "doubling");
}

TEST(text__has_small_helpers)
{
    static const char *const list[] = {"a", "bc", NULL};
    static const char *const cuts[][2] = {
        {" ", ""}, {"a", "a"}, {" \ta b\t ", "a b"}, {"\na ", "\na"}, {"a\r\t", "a\r"}};
    static const struct {
        double n;
        int decimals;
    } percents[] = {{0, 0}, {99, 0}, {100, 1}, {9999, 1}, {10000, 2}, {1e9, 2}};
    for (size_t i = 0; i < N_ITEMS(percents); i++)
        assert_int_equal(percent_decimals(percents[i].n), percents[i].decimals);
    assert_string_equal(counted(0, "group", "groups").text, "0 groups");
    assert_string_equal(counted(1, "group is", "groups are").text, "1 group is");
    assert_string_equal(counted(INT64_MIN, "x", "fixes").text, "-9223372036854775808 fixes");
    assert_string_equal(plural(1, "is", "are"), "is");
    assert_string_equal(plural(1.5, "is", "are"), "are");
    for (size_t i = 0; i < N_ITEMS(cuts); i++) {
        scoped_memory char *text = mem_copy_text(cuts[i][0], strlen(cuts[i][0]));
        assert_string_equal(text_cut(text, " \t"), cuts[i][1]);
    }
    assert_true(text_place("bc", list) == 1 && text_place("b", list) == 2);
    assert_true(text_place(NULL, list) == 2);
    assert_true(text_is_one_of("bc", list) && !text_is_one_of("b", list));
    assert_true(!text_is_one_of("bcd", list) && !text_is_one_of("a", NULL));
}

TEST(text_is_like__compares_letters_and_signs)
{
    static const struct {
        const char *a, *b;
        bool is_like;
    } cases[] = {
        {"wrong answer", "WRONG_ANSWER", true},
        {"Wrong-Answer", "wronganswer ", true},
        {"c", "C", true},
        {"c", "c++", false},
        {"wrong", "wrong answer", false},
        {"", " _-", true},
        {"a", "", false},
        {"é", "É", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_int_equal(text_is_like(cases[i].a, cases[i].b), cases[i].is_like);
        assert_int_equal(text_is_like(cases[i].b, cases[i].a), cases[i].is_like);
    }
}

/* UTF-8 is well-formed exactly as RFC 3629 defines. */

TEST(utf8__takes_every_code_point_but_surrogates)
{
    for (uint32_t code = 0; code < N_CODE_POINTS; code++) {
        char bytes[4];
        size_t length = encode_utf8(code, bytes);
        if (utf8_is_valid(bytes, length) == is_surrogate(code) ||
            (!is_surrogate(code) && utf8_count(bytes, length) != 1))
            fail_msg("U+%04X", (unsigned)code);
    }
    assert_true(utf8_is_valid(NULL, 0) && utf8_count(NULL, 0) == 0);
    assert_int_equal(utf8_count("a\0\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80z", 12), 6);
}

/* Pairs of bytes, all of them: two of ASCII, or one of C2..DF and one of 80..BF; and some longer
 * ones. */
TEST(utf8__refuses_what_is_malformed)
{
    static const char *const cases[] = {"\xe2\x82",
                                        "\xf0\x9f\x98",
                                        "\xe2\x82 ",
                                        "\xf0\x9f\x98z",
                                        "\xe0\x80\x80",
                                        "\xe0\x9f\xbf",
                                        "\xf0\x80\x80\x80",
                                        "\xf0\x8f\xbf\xbf",
                                        "\xed\xa0\x80",
                                        "\xed\xbf\xbf",
                                        "\xf4\x90\x80\x80",
                                        "\xf5\x80\x80\x80",
                                        "\xf8\x88\x80\x80\x80",
                                        "ok\xe2\x28\xa1",
                                        "ok\xe2\x82\x28"};
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (utf8_is_valid(cases[i], strlen(cases[i])))
            fail_msg("case %zu", i);
    for (unsigned first = 0; first < 256; first++)
        for (unsigned second = 0; second < 256; second++) {
            char bytes[] = {(char)first, (char)second};
            bool is_valid = (first < 0x80 && second < 0x80) ||
                            (first >= 0xc2 && first < 0xe0 && (second & 0xc0) == 0x80);
            if (utf8_is_valid(bytes, 2) != is_valid)
                fail_msg("%02x %02x", first, second);
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

/* Words of command lines, read by a real shell. */

TEST(shell__reads_the_word_that_was_meant)
{
    static const char *const words[] = {"plain", "two words", "it's", "$HOME", "`x`", "",      "*",
                                        "a\nb",  "\"q\"",     "-x=y", "#",     "~",   "a;b&c", "\\",
                                        "a\\'b", "'",         "!x",   "{a,b}", "=ls", "\x1b"};
    for (size_t i = 0; i < N_ITEMS(words); i++) {
        scoped(str) quoted = {0};
        shell_add_word(&quoted, words[i]);
        scoped(str) output = output_of("printf '%%s' %s", str_text(&quoted));
        assert_string_equal(str_text(&output), words[i]);
    }
}

TEST(shell__takes_no_path_for_an_option)
{
    static const char *const paths[][2] = {{"-x.db", "./-x.db"}, {"-", "-"},     {"", "''"},
                                           {"-a b", "'./-a b'"}, {"a-b", "a-b"}, {"/-a", "/-a"}};
    for (size_t i = 0; i < N_ITEMS(paths); i++) {
        scoped(str) word = {0};
        shell_add_path(&word, paths[i][0]);
        assert_string_equal(str_text(&word), paths[i][1]);
    }
}
