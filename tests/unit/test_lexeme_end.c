/* Compounds, numbers and strings are taken whole, or the scan says that it cannot tell. */
#include "tokenize/lexeme_end.h"
#include "tests/support/lexemes.h"
#include "tests/support/test.h"

#include <string.h>

static void lexeme_end__takes_the_longest_compound(void **state)
{
    (void)state;
    static const struct lexing cases[] = {
        {"a**=b//=c>>=d<<=e", "a **= b //= c >>= d <<= e"},
        {"a+=b-=c*=d/=e%=f@=g&=h|=i^=j", "a += b -= c *= d /= e %= f @= g &= h |= i ^= j"},
        {"a**b//c>>d<<e", "a ** b // c >> d << e"},
        {"a==b!=c<>d<=e>=f<g>h", "a == b != c <> d <= e >= f < g > h"},
        {"a->b:=c", "a -> b := c"},
        {"...", "..."},
        {"....", "... ."},
        {"..", ". ."},
        {"a....b", "a ... . b"},
        {"a***b", "a ** * b"},
        {"a<-b>-c", "a < - b > - c"},
        {"a=-b=+c=~d=*e", "a = - b = + c = ~ d = * e"},
        {"a===b", "a == = b"},
        {"a<<<b", "a << < b"},
        {"a!==b", "a != = b"},
        {"x[::-1]", "x [ : : - 1 ]"},
        {"x[a:=b]", "x [ a := b ]"},
        {"print>>f,x", "print >> f , x"},
        {"f(*a,**b)", "f ( * a , ** b )"},
        {"a//-b", "a // - b"},
        {"a = = b", "a = = b"},
        {"a*\\\n*b", "a * * b"},
        {"except *A", "except * A"},
        {"except*A", "UNCLEAR"}, /* one token or two */
        {"except**A", "UNCLEAR"},
        {"except*=1", "UNCLEAR"},
        {"exceptx*A", "exceptx * A"},
        {"xexcept*A", "xexcept * A"},
    };
    check_lexemes(cases, N_ITEMS(cases));
}

static void lexeme_end__takes_numbers_whole(void **state)
{
    (void)state;
    static const struct lexing cases[] = {
        {"0 1 10 1_000 007", "0 1 10 1_000 007"},
        {"0x1F 0XaB_c 0o17 0O7 0b101 0B1_0", "0x1F 0XaB_c 0o17 0O7 0b101 0B1_0"},
        {"1.5 1. .5 1_0.5_0", "1.5 1. .5 1_0.5_0"},
        {"1e5 1E5 1e+5 1e-5 1.5e5 1.e5 .5e-5 1_0e1_0",
         "1e5 1E5 1e+5 1e-5 1.5e5 1.e5 .5e-5 1_0e1_0"},
        {"1j 1J 1.5j 1e5j .5J 10l 10L 0xFFL", "1j 1J 1.5j 1e5j .5J 10l 10L 0xFFL"},
        {"1+2-3*4/5", "1 + 2 - 3 * 4 / 5"},
        {"1..real", "1. . real"},
        {"1.5.real", "1.5 . real"},
        {"1 .real", "1 . real"},
        {"1e5.real", "1e5 . real"},
        {"1.:2", "1. : 2"},
        {"x[1:.5]", "x [ 1 : .5 ]"},
        {"a.5", "a .5"},
        {"..5", ". .5"},
        {"...5", "... 5"},
        {"....5", "... .5"},
        {"1e+x", "UNCLEAR"},
        {"(1)if(2)", "( 1 ) if ( 2 )"},
        {"1\nif", "1 ¶if"},
        {"1#if", "1"},
        {"1\\\nif", "1 if"},
        /* numbers that run into a word */
        {"1if", "UNCLEAR"},
        {"x = 1or 2", "x = UNCLEAR"},
        {"0xfor", "UNCLEAR"},
        {"0b1and", "UNCLEAR"},
        {"0o7in", "UNCLEAR"},
        {"1.real", "UNCLEAR"},
        {"1.and", "UNCLEAR"},
        {"1else", "UNCLEAR"},
        {"1_if", "UNCLEAR"},
        {"1jif", "UNCLEAR"},
        {"1Lis", "UNCLEAR"},
        {"1ll", "UNCLEAR"},
        {"1é", "UNCLEAR"},
        {"1''", "UNCLEAR"},
        {"1\"a\"", "UNCLEAR"},
        {"1.5''", "UNCLEAR"},
    };
    check_lexemes(cases, N_ITEMS(cases));
}

static void lexeme_end__takes_strings_whole(void **state)
{
    (void)state;
    static const struct lexing cases[] = {
        {"'' \"\"", "'' \"\""},
        {"'a' \"b\"", "'a' \"b\""},
        {"'\"' \"'\"", "'\"' \"'\""},
        {"'#' # '", "'#'"},
        {"'(' + \"[\"", "'(' + \"[\""},
        {"'it\\'s' + \"\\\"\"", "'it\\'s' + \"\\\"\""},
        {"'\\\\' + 'a'", "'\\\\' + 'a'"},
        {"'\\\\\\'' + a", "'\\\\\\'' + a"},
        {"'a\\\nb' c", "'a\\\nb' c"},
        {"'a\\\r\nb' c", "'a\\\r\nb' c"},
        {"'a\\\rb' c", "'a\\\rb' c"},
        {"'あ'", "'あ'"},
        {"'{' + '}}'", "'{' + '}}'"},
        {"'''a''' b", "'''a''' b"},
        {"'''a\nb\r\nc\rd''' e", "'''a\nb\r\nc\rd''' e"},
        {"'''a'b''c\"\"\"''' d", "'''a'b''c\"\"\"''' d"},
        {"'''a\\'''b''' c", "'''a\\'''b''' c"},
        {"\"\"\"'''\"\"\" a", "\"\"\"'''\"\"\" a"},
        {"'''''' a", "'''''' a"},
        {"'''#''' # '''", "'''#'''"},
        {"'''a''''b'", "'''a''' 'b'"},
        {"''''a'''", "''''a'''"},
        {"'a''b'\"c\"", "'a' 'b' \"c\""},
        {"'a'if'b'else'c'", "'a' if 'b' else 'c'"},
        {"not'a'", "not 'a'"},
        {"'a'\nb", "'a' ¶b"},
        /* prefixes */
        {"r'a' R\"b\" b'c' u'd' f'e'", "r'a' R\"b\" b'c' u'd' f'e'"},
        {"rb'a' Br'b' ur'''c''' fR'd'", "rb'a' Br'b' ur'''c''' fR'd'"},
        {"r'\\' a", "UNCLEAR"},
        {"r'\\'' a", "r'\\'' a"},
        {"r'\\\\' a", "r'\\\\' a"},
        {"r'\\d'", "r'\\d'"},
        {"r 'a'", "r 'a'"},
        {"r+'a'", "r + 'a'"},
        {"print'a'", "print 'a'"},
        {"x1'a'", "x1 'a'"},
        {"or'a'", "or 'a'"},
        {"brief'a'", "brief 'a'"},
        {"br_'a'", "br_ 'a'"},
        {"あr'\\''", "あr '\\''"},
        /* that end nowhere */
        {"'", "UNCLEAR"},
        {"'a", "UNCLEAR"},
        {"'a\n'", "UNCLEAR"},
        {"'a\r'", "UNCLEAR"},
        {"'a\\", "UNCLEAR"},
        {"'a\\'", "UNCLEAR"},
        {"\"a'", "UNCLEAR"},
        {"'''a", "UNCLEAR"},
        {"'''a''", "UNCLEAR"},
        {"'''a\\'''", "UNCLEAR"},
        {"''''", "UNCLEAR"},
        {"x = 'a' + '", "x = 'a' + UNCLEAR"},
        /* escapes in which the grammar may pass over a quote */
        {"'\\u3042\\U0001f34e\\Na'", "'\\u3042\\U0001f34e\\Na'"},
        {"'\\N{DASH}'", "UNCLEAR"},
        {"'\\N{' + '}'", "UNCLEAR"},
        {"b'\\u' ' + b' '", "UNCLEAR"},
        {"b'\\N\\''", "UNCLEAR"},
        {"b'\\U", "UNCLEAR"},
    };
    check_lexemes(cases, N_ITEMS(cases));
}

static void lexeme_end__takes_strings_with_code_whole(void **state)
{
    (void)state;
    static const struct lexing cases[] = {
        {"f''", "f''"},
        {"f'a' b", "f'a' b"},
        {"f'{a}' b", "f'{a}' b"},
        {"f'a{b}c{d}e' g", "f'a{b}c{d}e' g"},
        {"F\"{a['b']}\" c", "F\"{a['b']}\" c"},
        {"f'{a[\"b\"]}{\"c\"}' d", "f'{a[\"b\"]}{\"c\"}' d"},
        {"f'{a!r:>{w}.{p}}' b", "f'{a!r:>{w}.{p}}' b"},
        {"f'{ {1: 2}[1] }' a", "f'{ {1: 2}[1] }' a"},
        {"f'{a:%H:%M}' b", "f'{a:%H:%M}' b"},
        {"f'{{a}}' b", "f'{{a}}' b"},
        {"f'{{{a}}}' b", "f'{{{a}}}' b"},
        {"f'}}' a", "f'}}' a"},
        {"f'a}}b{c}}}' d", "f'a}}b{c}}}' d"},
        {"f'\\'{a}' b", "f'\\'{a}' b"},
        {"f'\"{a}\"' b", "f'\"{a}\"' b"},
        {"f'#{a}' b", "f'#{a}' b"},
        {"f'''a'{b}\n{\nc\n}''' d", "f'''a'{b}\n{\nc\n}''' d"},
        {"f\"\"\"{a['b']}\"\"\" c", "f\"\"\"{a['b']}\"\"\" c"},
        {"rf'\\d{a}\\\\' b", "rf'\\d{a}\\\\' b"},
        {"f'{a}''{b'", "f'{a}' '{b'"},
        {"'{a' f'{b}'", "'{a' f'{b}'"},
        {"f'{a}'if b", "f'{a}' if b"},
        /* a brace behind the escape character is a brace */
        {"rf'\\{a}' b", "rf'\\{a}' b"},
        {"rf'\\{\"'\"}' b", "UNCLEAR"},
        {"f'\\{a}' b", "f'\\{a}' b"},
        {"f'\\{{a}}' b", "f'\\{{a}}' b"},
        /* what only a parse can tell */
        {"f'{a['b']}'", "UNCLEAR"},
        {"f'{\"{\"}'", "UNCLEAR"},
        {"f'{\"}\"}'", "UNCLEAR"},
        {"f'{\"'\"}'", "UNCLEAR"},
        {"f'{f\"{a}\"}'", "UNCLEAR"},
        {"f'{\"\\n\"}'", "UNCLEAR"},
        {"f'{a\\\n}'", "UNCLEAR"},
        {"f'{a:#x}'", "UNCLEAR"},
        {"f'{a#}'", "UNCLEAR"},
        {"f'{a!=b}{c!r}' d", "f'{a!=b}{c!r}' d"},
        {"f'{a not\vin b}'", "UNCLEAR"},
        {"f'{a not\xe2\x80\x8b in b}'", "UNCLEAR"},
        {"f'\v\xe2\x80\x8b' b", "f'\v\xe2\x80\x8b' b"},
        {"f'{a:'}'", "UNCLEAR"},
        {"f'{a:\"}'", "UNCLEAR"},
        {"f'''{a['b']}'''", "UNCLEAR"},
        {"f'''{a # '''\n}'''", "UNCLEAR"},
        {"f'{a}\n'", "UNCLEAR"},
        {"f'{\n}'", "UNCLEAR"},
        {"f'{'", "UNCLEAR"},
        {"f'{{'", "UNCLEAR"},
        {"f'}'", "UNCLEAR"},
        {"f'{a}}'", "UNCLEAR"},
        {"f'{{a}'", "UNCLEAR"},
        {"f'{a", "UNCLEAR"},
        {"f'{\"a", "UNCLEAR"},
    };
    check_lexemes(cases, N_ITEMS(cases));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lexeme_end__takes_the_longest_compound),
        cmocka_unit_test(lexeme_end__takes_numbers_whole),
        cmocka_unit_test(lexeme_end__takes_strings_whole),
        cmocka_unit_test(lexeme_end__takes_strings_with_code_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
