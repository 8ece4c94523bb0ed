/* An edit changes its bytes, and joins no words. */
#include "tests/support/test.h"
#include "tokenize/apply.h"

#include <string.h>

static void apply__keeps_words_apart(void **state)
{
    (void)state;
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
        {"‹›", "b", "b"},
        {"‹›", "", ""},
    };
    struct str source = {0}, result = {0};
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
    str_release(&source);
    str_release(&result);
}

static void apply__adds_behind_what_is_already_there(void **state)
{
    (void)state;
    struct str out = {0};
    str_add_text(&out, "before");
    edit_apply(&out, "a+b", 3, 1, 2, "-", 1);
    assert_string_equal(str_text(&out), "beforea-b");
    edit_apply(&out, "a", 1, 0, 1, "c", 1);
    assert_string_equal(str_text(&out), "beforea-bc");
    edit_apply(&out, "-a", 2, 0, 1, "", 0);
    assert_string_equal(str_text(&out), "beforea-bca");
    str_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(apply__keeps_words_apart),
        cmocka_unit_test(apply__adds_behind_what_is_already_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
