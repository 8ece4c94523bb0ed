/* Encodings have Python's names, and a text gives its bytes back. */
#include "base/encoding.h"
#include "tests/support/test.h"

/* tests/slow/test_encodings.c shows that all of Python's names are known, and how texts are read
 * and written in these encodings. */
TEST(encoding__has_the_names_of_python)
{
    static const struct text_case cases[] = {
        {"UTF8|U8|utf_8_sig", "utf-8"},
        {"Latin-1|ISO_8859-1|latin", "latin-1"},
        {"us-ascii", "ascii"},
        {"CP932|windows-31j", "cp932"},
        {"Shift-JIS|s_jis", "shift_jis"},
        {"euc--jp", "euc_jp"},
        {"cp936", "gbk"},
        {"tis.620_2529.1", "tis_620"},
        {"|-|cp|rot13|utf-16|cp932 ms932|cp9322222222222222222222222222222222", "none"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (const char *name, *rest = cases[i].given; (name = next_text(&rest));) {
            const struct encoding *encoding = encoding_find(name, strlen(name));
            assert_string_equal(encoding ? encoding->name : "none", cases[i].expected);
        }
}

/* The places before which bytes can be decoded, and are as in ASCII. */
TEST(encoding__says_where_a_text_is_not_in_it_or_not_plain)
{
    static const struct {
        const char *name, *bytes;
        size_t valid, plain;
    } cases[] = {{"cp932", "ab\x83", 2, 2},     {"cp932", "\x83\x4a\xff", 2, 0},
                 {"cp932", "a\\~+%\x83", 5, 5}, {"iso2022_jp", "a\x1b$B$\"\x1b(B", 9, 1},
                 {"utf_7", "a~+", 3, 2},        {"johab", "a\\", 2, 2}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct encoding *encoding = encoding_find(cases[i].name, strlen(cases[i].name));
        size_t n = strlen(cases[i].bytes);
        scoped(str) text = {0};
        assert_int_equal(encoding_decode(&text, encoding, cases[i].bytes, n), cases[i].valid);
        assert_int_equal(encoding_plain_length(encoding, cases[i].bytes, n), cases[i].plain);
    }
}

TEST(encoding__leaves_what_it_cannot_write_in_utf8)
{
    static const char *const names[] = {NULL,    "utf-8",     "nonsense", "latin-1",
                                        "ascii", "shift_jis", "mac_greek"};
    for (size_t i = 0; i < N_ITEMS(names); i++) {
        scoped(str) bytes = {0};
        encoding_restore(&bytes, names[i], "\u00e9 \U0001F600\\", 8);
        assert_string_equal(str_text(&bytes), "\u00e9 \U0001F600\\");
    }
}

/* Decodes in pieces of this many bytes. */
static const char *decoded_by(const char *name, const char *bytes, size_t length, size_t n_piece)
{
    static struct str text;
    scoped(decoder) *decoder = NULL;
    struct err err;
    size_t n_done = 0;
    str_clear(&text);
    assert_success(decoder_open(&decoder, name, &err), err);
    for (size_t n_given = 0; n_given < length;) {
        n_given += n_piece < length - n_given ? n_piece : length - n_given;
        n_done += decoder_add(decoder, &text, bytes + n_done, n_given - n_done, n_given == length);
    }
    assert_int_equal(n_done, length);
    return str_text(&text);
}

TEST(decoder__gives_the_same_text_for_any_pieces)
{
    static const struct {
        const char *name, *bytes;
        size_t length;
        const char *text;
    } cases[] = {
        {"latin1", "x = '\xe9'", 7, "x = 'é'"},
        {"cp1252", "\x80 \x81 \x93", 5, "€ \xff “"},
        {"windows-1251", "\xef\xf0", 2, "пр"},
        {"UTF-16LE", "a\0\xac\x20\n\0", 6, "a€\n"},
        {"UTF-16BE", "\0a\xd8\x3d\xde\x00\0b", 8, "a😀b"},
        {"UTF-16LE", "a\0\x3d\xd8z\0", 6, "a\xffz"}, /* half a character */
        {"UTF-16LE", "a\0b", 3, "a\xff"},
        {"UTF-32LE", "a\0\0\0\0\0\x11\0b\0\0\0", 12,
         "a\xff"
         "b"},
        {"gb18030", "\xd6\xd0\x81\x30\x81\x30\xff-", 8, "中\xc2\x80\xff-"},
        {"cp932", "\x93\xfa\\n~", 5, "日\\n~"},
        {"shift_jis", "\x93\xfa\\n~\x93", 6, "日\\n~\xff"},
        {"iso-2022-jp", "\x1b$BF|\x1b(B+", 9, "日+"},
        {"utf-7", "a+IKw-b", 7, "a€b"},
        {"cp1258", "a\xcc", 2, "à"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        for (size_t n = 1; n <= cases[i].length; n++)
            assert_string_equal(decoded_by(cases[i].name, cases[i].bytes, cases[i].length, n),
                                cases[i].text);
}

TEST(decoder__is_for_encodings_that_the_machine_knows)
{
    struct decoder *decoder;
    for (const char *name, *rest = "|utf-99|latin1//IGNORE|utf-8//TRANSLIT|/";
         (name = next_text(&rest));)
        assert_error_with(decoder_open(&decoder, name, &err), printed("'%s' is not known", name));
    assert_done(decoder_open(&decoder, "UTF8", &err));
    assert_null(decoder);
}
