/* A text is cut into the lexemes that its tokens are, or the lexer says that it cannot tell. */
#include "tokenize/lexer.h"
#include "base/str.h"
#include "tests/support/dense_programs.h"
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

static const struct lexical *python(void)
{
    static struct lexical *lexical;
    if (!lexical)
        lexical = lexical_new(&language_python);
    return lexical;
}

/* In a buffer of the very size, so that a sanitizer sees a read behind its end. */
static struct lexer lexer_of(const char *text, size_t length)
{
    char *bytes = malloc(length ? length : 1);
    assert_non_null(bytes);
    memcpy(bytes, text, length);
    return (struct lexer){{python(), bytes, (uint32_t)length}, 0};
}

static void release_lexer(struct lexer *lexer)
{
    free((char *)lexer->scan.text);
}

/* Lexemes in one line, joined by single spaces; `¶` before the first of a line that is not the
 * first, "UNCLEAR" where the lexer cannot go on. In a static buffer. */
static const char *lexemes_of(const char *text)
{
    static struct str line;
    struct lexer lexer = lexer_of(text, strlen(text));
    struct lexeme lexeme;
    enum lexer_result result;
    uint32_t covered = 0;
    str_clear(&line);
    while ((result = lexer_next(&lexer, &lexeme)) == LEXER_LEXEME) {
        assert_true(lexeme.start_byte >= covered && lexeme.end_byte > lexeme.start_byte);
        assert_true(lexeme.end_byte <= lexer.scan.length && lexer.at == lexeme.end_byte);
        covered = lexeme.end_byte;
        str_print(&line, "%s%s%.*s", line.length ? " " : "", lexeme.is_new_line ? "¶" : "",
                  (int)lexeme.text.length, lexeme.text.bytes);
    }
    if (result == LEXER_UNCLEAR)
        str_print(&line, "%sUNCLEAR", line.length ? " " : "");
    release_lexer(&lexer);
    return str_text(&line);
}

struct lexing {
    const char *text, *lexemes;
};

static void check(const struct lexing *cases, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_string_equal(lexemes_of(cases[i].text), cases[i].lexemes);
}

static void lexer__cuts_words_signs_and_lines(void **state)
{
    (void)state;
    static const struct lexing cases[] = {
        {"", ""},
        {" \t\f\n\r\n\r", ""},
        {"a", "a"},
        {"a b1 _c __d__ E", "a b1 _c __d__ E"},
        {"a\nb", "a ¶b"},
        {"\na\r\n\r\n  b\rc\n\n", "¶a ¶b ¶c"},
        {"りんご=é+ñ2", "りんご = é + ñ2"},
        {"f(x)[1]{y}", "f ( x ) [ 1 ] { y }"},
        {"a;b,c:d.e", "a ; b , c : d . e"},
        {"x=-1+~y", "x = - 1 + ~ y"},
        {"@a\ndef f():pass", "@ a ¶def f ( ) : pass"},
        /* comments */
        {"#", ""},
        {"# a 'b", ""},
        {"a # 'b\nc", "a ¶c"},
        {"a#b\r\nc#d\re#\n#", "a ¶c ¶e"},
        {"a # \\\nb", "a ¶b"},
        /* line continuations */
        {"a \\\n b", "a b"},
        {"a\\\nb", "a b"},
        {"a \\\r\n b \\\r c", "a b c"},
        {"a \\\n\n b", "a ¶b"},
        {"\\\na", "a"},
        {"a \\\n\\\nb", "a b"},
        {"a \\\n# c\nb", "a ¶b"},
        {"a \\", "a UNCLEAR"},
        {"a \\ \nb", "a UNCLEAR"},
        {"a \\b", "a UNCLEAR"},
    };
    check(cases, N_ITEMS(cases));
}

static void lexer__takes_the_longest_compound(void **state)
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
    check(cases, N_ITEMS(cases));
}

static void lexer__takes_numbers_whole(void **state)
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
    check(cases, N_ITEMS(cases));
}

static void lexer__takes_strings_whole(void **state)
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
    check(cases, N_ITEMS(cases));
}

static void lexer__takes_strings_with_code_whole(void **state)
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
    check(cases, N_ITEMS(cases));
}

static void lexer__is_unclear_where_no_token_starts(void **state)
{
    (void)state;
    static const struct lexing cases[] = {
        {"$", "UNCLEAR"},
        {"a ? b", "a UNCLEAR"},
        {"a ! b", "a UNCLEAR"},
        {"a!", "a UNCLEAR"},
        {"`a`", "UNCLEAR"},
        {"b`a`", "b UNCLEAR"},
        {"a\vb", "a UNCLEAR"},
        {"a\x7f", "a UNCLEAR"},
        {"a\x01", "a UNCLEAR"},
        /* blanks to the grammar: U+200B, U+2060, U+FEFF */
        {"a\xe2\x80\x8b", "a UNCLEAR"},
        {"a \xe2\x81\xa0 b", "a UNCLEAR"},
        {"\xef\xbb\xbf"
         "a",
         "UNCLEAR"},
        {"'\xe2\x80\x8b' # \xef\xbb\xbf", "'\xe2\x80\x8b'"},
    };
    check(cases, N_ITEMS(cases));
    struct lexer zero = lexer_of("a\0b", 3);
    struct lexeme lexeme;
    assert_int_equal(lexer_next(&zero, &lexeme), LEXER_LEXEME);
    assert_int_equal(lexer_next(&zero, &lexeme), LEXER_UNCLEAR);
    release_lexer(&zero);
}

/* The texts have their own spaces, so they stand apart from the other tables. */
static void lexer__joins_words_over_whatever_stands_between(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t n; /* lexemes */
        const char *joined;
    } cases[] = {
        {"a not in b", 3, "not in"},
        {"a is not b", 3, "is not"},
        {"a not  \t\f in b", 3, "not in"},
        {"a not\\\nin b", 3, "not in"},
        {"a is \\\r\n  not b", 3, "is not"},
        {"(a not # why\n in b)", 5, "not in"},
        {"(a is\r\n\r\n not b)", 5, "is not"},
        {"not in", 1, "not in"},
        {"a is not not in b", 4, "is not"}, /* from left to right; the second is one, too */
        {"not a in b", 4, NULL},
        {"a in not b", 4, NULL},
        {"not not a", 3, NULL},
        {"a is b", 3, NULL},
        {"nota in b", 3, NULL},
        {"a not inb", 3, NULL},
        {"a notin b", 3, NULL},
        {"a not (in", 4, NULL},
        {"a is 'not'", 3, NULL},
        {"not", 1, NULL},
        {"x is", 2, NULL},
        {"is # not", 1, NULL},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct lexer lexer = lexer_of(cases[i].text, strlen(cases[i].text));
        struct lexeme lexeme;
        size_t n = 0, n_joined = 0;
        for (; lexer_next(&lexer, &lexeme) == LEXER_LEXEME; n++) {
            assert_int_equal(lexeme.is_divisible, lexeme.is_joined);
            if (!lexeme.is_joined)
                continue;
            if (n_joined++ == 0) {
                assert_int_equal(lexeme.text.length, strlen(cases[i].joined));
                assert_memory_equal(lexeme.text.bytes, cases[i].joined, lexeme.text.length);
            }
        }
        if (n != cases[i].n || (n_joined > 0) != (cases[i].joined != NULL))
            fail_msg("'%s': %zu lexemes, %zu joined", cases[i].text, n, n_joined);
        release_lexer(&lexer);
    }
    /* a word that may be the second one */
    assert_string_equal(lexemes_of("a is $"), "a UNCLEAR");
    assert_string_equal(lexemes_of("a is \xe2\x80\x8bnot b"), "a UNCLEAR");
    assert_string_equal(lexemes_of("a not\vin b"), "a UNCLEAR");
    assert_string_equal(lexemes_of("not 'a"), "UNCLEAR");
}

static void lexer__marks_what_the_grammar_may_take_apart(void **state)
{
    (void)state;
    static const char text[] =
        "** ... * . not in not is //= f'' rf'{x}' 'f' F f\"\"\"a\"\"\" r'' fx";
    static const char *const divisible[] = {"**", "...", "not in"};
    static const char *const has_code[] = {"f''", "rf'{x}'", "f\"\"\"a\"\"\""};
    struct lexer lexer = lexer_of(text, strlen(text));
    struct lexeme lexeme;
    size_t n_divisible = 0, n_code = 0;
    while (lexer_next(&lexer, &lexeme) == LEXER_LEXEME) {
        const char *expected = NULL;
        if (lexeme.is_divisible)
            expected = divisible[n_divisible++];
        if (lexeme.has_code)
            expected = has_code[n_code++];
        if (!expected)
            continue;
        assert_int_equal(lexeme.text.length, strlen(expected));
        assert_memory_equal(lexeme.text.bytes, expected, lexeme.text.length);
    }
    assert_int_equal(lexer.at, lexer.scan.length);
    assert_int_equal(n_divisible, N_ITEMS(divisible));
    assert_int_equal(n_code, N_ITEMS(has_code));
    release_lexer(&lexer);
}

static void lexer__compares_code_in_strings_without_white_space(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool may_be_equal;
    } cases[] = {
        {"a", "a", true},
        {"a", "b", false},
        {"'a b'", "'ab'", false},
        {"'''a\r\nb'''", "'''a\nb'''", true},
        {"not  in", "not\\\nin", true},
        {"not in", "is not", false},
        {"f'{a}'", "f'{ a }'", true},
        {"f'{a}'", "f'{a\t}'", true},
        {"f'''{\r\na\n}'''", "f'''{a}'''", true},
        {"f'{a not in b}'", "f'{a not  in b}'", true},
        {"f'{a}'", "f'{b}'", false},
        {"f'{a}'", "f'{a}b'", false},
        {"f'{a}'", "F'{a}'", false},
        {"f'{a}'", "'{a}'", false},
        {"f'{a}'", "'{ a }'", false},
        {"rf'{a }'", "rf'{a}'", true},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct lexer lexer_a = lexer_of(cases[i].a, strlen(cases[i].a));
        struct lexer lexer_b = lexer_of(cases[i].b, strlen(cases[i].b));
        struct lexeme a, b;
        assert_int_equal(lexer_next(&lexer_a, &a), LEXER_LEXEME);
        assert_int_equal(lexer_next(&lexer_b, &b), LEXER_LEXEME);
        if (lexemes_may_be_equal(&a, &b) != cases[i].may_be_equal ||
            lexemes_may_be_equal(&b, &a) != cases[i].may_be_equal)
            fail_msg("'%s' and '%s'", cases[i].a, cases[i].b);
        release_lexer(&lexer_a);
        release_lexer(&lexer_b);
    }
}

static void lexer__tells_where_the_line_of_a_lexeme_starts(void **state)
{
    (void)state;
    static const struct {
        const char *text; /* the last lexeme counts */
        bool is_new_line;
        uint32_t line_start;
    } cases[] = {
        {"a", false, 0},
        {"a b", false, 0},
        {"a\nb", true, 2},
        {"\n\n  a", true, 2},
        {"a\r\n  b", true, 3},
        {"a\rb", true, 2},
        {"a # c\n# d\n\tb", true, 10},
        {"a\n \\\n  b", true, 2},
        {"a \\\n b", false, 0},
        {"a \\\n\nb", true, 5},
        {"'''\n'''b", false, 0},
        {"not\nin b", false, 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct lexer lexer = lexer_of(cases[i].text, strlen(cases[i].text));
        struct lexeme lexeme, last = {0};
        while (lexer_next(&lexer, &lexeme) == LEXER_LEXEME)
            last = lexeme;
        assert_int_equal(last.is_new_line, cases[i].is_new_line);
        if (last.is_new_line)
            assert_int_equal(last.line_start, cases[i].line_start);
        release_lexer(&lexer);
    }
}

static void lexer__skips_to_the_last_line_outside_strings(void **state)
{
    (void)state;
    enum { UNCLEAR = 1000 };
    static const struct {
        const char *text;
        uint32_t from, end, at;
    } cases[] = {
        {"", 0, 0, 0},
        {"a b", 0, 3, 0},
        {"a\nb", 0, 0, 0},
        {"a\nb", 0, 1, 0},
        {"a\nb", 0, 2, 2},
        {"a\nb\nc", 0, 3, 2},
        {"a\nb\nc", 0, 5, 4},
        {"a\nb\nc", 2, 5, 4},
        {"a b c", 2, 5, 2}, /* no line starts behind it */
        {"a\nb c", 3, 5, 3},
        {"a\r\nb", 0, 2, 2}, /* between the two: the same to the lexer */
        {"a\r\nb", 0, 3, 3},
        {"a\rb", 0, 2, 2},
        {"a\n\n\n", 0, 4, 4},
        /* comments and line continuations */
        {"# '\nb", 0, 5, 4},
        {"# '\nb", 0, 2, 0},
        {"a\\\nb", 0, 4, 0},
        {"a\\\r\nb", 0, 5, 0},
        {"a\\\n\nb", 0, 5, 4},
        {"a\n\\\nb", 0, 3, 2}, /* `end` inside the continuation */
        {"# \\\nb", 0, 5, 4},
        {"a \\ \nb", 0, 6, UNCLEAR},
        {"a \\", 0, 3, UNCLEAR},
        {"a \\", 0, 2, 0},
        /* strings */
        {"a\n'''\n\n'''b", 0, 6, 2},
        {"a\n'''\n\n'''b", 0, 11, 2},
        {"a\n'''\n'''\nb", 0, 11, 10},
        {"'a\\\nb'\nc", 0, 8, 7},
        {"'a\\\nb'\nc", 0, 5, 0},
        {"'#'\nb", 0, 5, 4},
        {"r'\\''\nb", 0, 7, 6},
        {"f'{x[\"\\n\"]}'\nb", 0, 14, UNCLEAR},
        {"'{x[\"\\n\"]}'\nb", 0, 13, 12},
        {"xf'{\"'\nb", 0, 8, 7},
        {"rf'{a}'\nb", 0, 9, 8},
        {"rf'{'\nb", 0, 7, UNCLEAR},
        {"'a\nb", 0, 4, UNCLEAR},
        {"'a\nb", 0, 0, 0},
        {"x\n'a\nb", 0, 2, 2},
        {"'''a\nb", 0, 6, UNCLEAR},
        /* where a string of another kind may start */
        {"`'`\nb", 0, 5, UNCLEAR},
        {"a$\nb", 0, 4, UNCLEAR},
        {"a!=b\nc", 0, 6, 5},
        {"a!b\nc", 0, 5, UNCLEAR},
        {"a\xe2\x80\x8b\nc", 0, 6, UNCLEAR},
        {"あ\nc", 0, 5, 4},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct lexer lexer = lexer_of(cases[i].text, strlen(cases[i].text));
        lexer.at = cases[i].from;
        enum lexer_result result = lexer_skip_lines(&lexer, cases[i].end);
        if (result != (cases[i].at == UNCLEAR ? LEXER_UNCLEAR : LEXER_LEXEME) ||
            (result == LEXER_LEXEME && lexer.at != cases[i].at))
            fail_msg("case %zu, '%s': %u", i, cases[i].text, lexer.at);
        release_lexer(&lexer);
    }
}

/* Every text comes to an end, wherever it is cut off. */
static void lexer__reads_no_further_than_the_text(void **state)
{
    (void)state;
    for (size_t i = 0; dense_programs[i]; i++)
        for (size_t length = 0; length <= strlen(dense_programs[i]); length++) {
            struct lexer lexer = lexer_of(dense_programs[i], length), lines = lexer;
            struct lexeme lexeme;
            size_t n = 0;
            while (lexer_next(&lexer, &lexeme) == LEXER_LEXEME)
                assert_true(++n <= length);
            assert_true(lexer.at <= length);
            lexer_skip_lines(&lines, (uint32_t)length);
            assert_true(lines.at <= length);
            release_lexer(&lexer);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lexer__cuts_words_signs_and_lines),
        cmocka_unit_test(lexer__takes_the_longest_compound),
        cmocka_unit_test(lexer__takes_numbers_whole),
        cmocka_unit_test(lexer__takes_strings_whole),
        cmocka_unit_test(lexer__takes_strings_with_code_whole),
        cmocka_unit_test(lexer__is_unclear_where_no_token_starts),
        cmocka_unit_test(lexer__joins_words_over_whatever_stands_between),
        cmocka_unit_test(lexer__marks_what_the_grammar_may_take_apart),
        cmocka_unit_test(lexer__compares_code_in_strings_without_white_space),
        cmocka_unit_test(lexer__tells_where_the_line_of_a_lexeme_starts),
        cmocka_unit_test(lexer__skips_to_the_last_line_outside_strings),
        cmocka_unit_test(lexer__reads_no_further_than_the_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
