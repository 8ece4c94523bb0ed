/* An edit changes its bytes, and joins no words and no quotes. */
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/difference.h"

TEST(apply__keeps_words_apart)
{
    static const struct {
        const char *source; /* the replaced bytes stand between ‹ and › */
        const char *after, *result;
    } cases[] = {
        {"‹a›", "b", "b"},
        {"x = ‹a› + b", "c", "x = c + b"},
        {"x = (‹a›)", "(b)", "x = ((b))"},
        {"x=a‹+›b", "-", "x=a-b"},
        {"x=a‹+›b", "in", "x=a in b"},
        {"x=(a)‹==›(b)", "is not", "x=(a)is not(b)"},
        {"x=a‹==›(b)", "in", "x=a in(b)"},
        {"x='a'‹+›'b'", "in", "x='a'in'b'"},
        {"x=a_‹+›_b", "or", "x=a_ or _b"},
        {"x=1‹+›2", "if", "x=1 if 2"},
        {"x=é‹+›é", "or", "x=é or é"},
        {"x = ‹'a'›if b else c", "d", "x = d if b else c"},
        {"return‹'a'›", "d", "return d"},
        {"x = ‹1›if a else 2", "b", "x = b if a else 2"},
        {"x = 1if a else‹(2)›", "b", "x = 1if a else b"},
        {"‹›a", "not", "not a"},
        {"if ‹›a: b", "not", "if not a: b"},
        {"if ‹›(a): b", "not", "if not(a): b"},
        {"if‹›(a): b", "not", "if not(a): b"},
        {"x = 1if ‹›a else b", "not", "x = 1if not a else b"},
        {"x = (a)or‹›(b)", "not", "x = (a)or not(b)"},
        {"x = a or ‹›'b'", "not", "x = a or not'b'"},
        {"x = ‹not› a", "", "x = a"},
        {"x = ‹not› \t a", "", "x = a"},
        {"x=‹not› a", "", "x=a"},
        {"‹not› a", "", "a"},
        {"if ‹not›(a): b", "", "if (a): b"},
        {"if(‹not› a): b", "", "if(a): b"},
        {"x = (‹not›\n  a)", "", "x = (\n  a)"},
        {"x = a or ‹not› b", "", "x = a or b"},
        {"x = 1if ‹not›[a]else b", "", "x = 1if [a]else b"},
        {"x = ‹not›", "", "x = "},
        {"a‹-›b", "", "a b"},
        {"a‹-›", "", "a"},
        {"a‹›", "-", "a-"},
        {"a‹›", "b", "a b"},
        {"x = ‹n›.bit_length()", "5", "x = 5 .bit_length()"},
        {"x = ‹n›.a", "m", "x = m.a"},
        /* two quotes and a third one */
        {"x = ‹'a'›'b'", "''", "x = '' 'b'"},
        {"x = ''‹\"a\"›", "'b'", "x = '' 'b'"},
        {"x = ''‹\"a\"›''", "''", "x = '' '' ''"},
        {"x = ‹'a'›'''b'''", "''", "x = '' '''b'''"},
        {"x = ‹'a'›\"b\"", "''", "x = ''\"b\""},
        {"x = ‹'a'›\"b\"", "\"\"", "x = \"\" \"b\""},
        {"x = ‹'a'›'b'", "r''", "x = r'' 'b'"},
        {"x = 'a'‹'b'›", "''", "x = 'a'''"},
        {"x = ''‹\"a\"›", "r'b'", "x = ''r'b'"},
        {"x = f'{a}'‹'b'›", "''", "x = f'{a}'''"},
        {"x = '''a'''‹'b'›", "'c'", "x = '''a''''c'"},
        /* not in the text of a string */
        {"x = ‹rf'''›''' 'b'", "f'''", "x = f'''''' 'b'"},
        {"x = f'''‹a›{b}'''", "'c", "x = f''''c{b}'''"},
        {"x = f'''‹'a'›{b}'''", "'c'", "x = f''''c'{b}'''"},
        /* signs that would be another one, or open a comment */
        {"a‹+›-b", "-", "a- -b"},
        {"a‹-›-b", "+", "a+-b"},
        {"a‹*› *b", "/", "a/ *b"},
        {"a‹*›*b", "/", "a/ *b"},
        {"a&‹b›", "&c", "a& &c"},
        {"if(‹›a)", "!", "if(!a)"},
        {"‹'a'›", "''", "''"},
        {"''‹if›'b'", "", "'' 'b'"},
        {"‹›", "b", "b"},
        {"‹›", "", ""},
    };
    scoped(str) source = {0}, result = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *open = strstr(cases[i].source, "‹"), *close = strstr(cases[i].source, "›");
        const char *behind = close + strlen("›");
        size_t start = (size_t)(open - cases[i].source);
        size_t replaced = (size_t)(close - open) - strlen("‹");
        str_clear(&source);
        str_add(&source, cases[i].source, start);
        str_add(&source, open + strlen("‹"), replaced);
        str_add_text(&source, behind);
        str_clear(&result);
        edit_apply(&result, str_text(&source), source.length, start, start + replaced,
                   cases[i].after, strlen(cases[i].after));
        assert_string_equal(str_text(&result), cases[i].result);
    }
}

/* Puts `text` in the place of token `i` of a program, and compares the result with the one where it
 * is set apart from its neighbours. */
static void replace_one(const struct program *buggy, const char *const *strings, size_t n, size_t i,
                        const char *text)
{
    scoped(str) apart = {0}, applied = {0};
    scoped(program) expected = {0}, result = {0};
    const struct token *token = &buggy->tokens.items[2 + i];
    str_add_text(&apart, "x =");
    for (size_t k = 0; k < n; k++)
        str_print(&apart, " %s", k == i ? text : strings[k]);
    edit_apply(&applied, buggy->source, buggy->length, token->start_byte, token->end_byte, text,
               strlen(text));
    assert_true(tokenize_text(&expected, str_text(&apart)));
    bool is_same =
        tokenize_text(&result, str_text(&applied)) && result.tokens.n == expected.tokens.n;
    for (size_t k = 0; is_same && k < expected.tokens.n; k++)
        is_same = program_tokens_equal(&expected, k, &result, k);
    if (!is_same)
        fail_msg("%.*s with %s: %s", (int)buggy->length, buggy->source, text, str_text(&applied));
}

/* All rows of three strings, side by side or apart, as far as they are read as three. */
TEST(apply__keeps_strings_apart)
{
    static const char *const strings[] = {"''",  "\"\"",   "'a'",     "\"a\"",
                                          "r''", "''''''", "'''a'''", "'\\''"};
    static const char *const blanks[] = {"", " "};
    enum { N = N_ITEMS(strings) };
    int n_replaced = 0;
    for (size_t at = 0; at < N * N * N * 4; at++) {
        const char *row[] = {strings[at / 4 % N], strings[at / 4 / N % N], strings[at / 4 / N / N]};
        scoped(program) buggy = {0};
        const char *source =
            printed("x = %s%s%s%s%s", row[0], blanks[at % 2], row[1], blanks[at / 2 % 2], row[2]);
        bool is_good = tokenize_text(&buggy, source) && buggy.tokens.n == 6;
        for (size_t i = 0; i < N_ITEMS(row) && is_good; i++)
            is_good = token_is(&buggy, 2 + i, row[i]);
        for (size_t i = 0; i < N_ITEMS(row) && is_good; i++)
            for (size_t k = 0; k < N; k++, n_replaced++)
                replace_one(&buggy, row, N_ITEMS(row), i, strings[k]);
    }
    assert_true(n_replaced > 20000);
}

TEST(apply__appends_to_existing_text)
{
    scoped(str) out = {0};
    str_add_text(&out, "before");
    edit_apply(&out, "a+b", 3, 1, 2, "-", 1);
    assert_string_equal(str_text(&out), "beforea-b");
    edit_apply(&out, "a", 1, 0, 1, "c", 1);
    assert_string_equal(str_text(&out), "beforea-bc");
    edit_apply(&out, "-a", 2, 0, 1, "", 0);
    assert_string_equal(str_text(&out), "beforea-bca");
}
