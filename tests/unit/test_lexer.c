/* The lexemes of a text are its tokens, or the lexer reports that it is uncertain. */
#include "tokenize/lexer.h"
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

TEST(lexer__cuts_words_signs_and_lines)
{
    static const struct text_case cases[] = {
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
    expect_texts(cases, N_ITEMS(cases), lexemes_of);
}

TEST(lexer__is_unclear_where_no_token_starts)
{
    static const struct text_case cases[] = {
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
    expect_texts(cases, N_ITEMS(cases), lexemes_of);
    scoped(lexer) zero = lexer_of("a\0b", 3);
    struct lexeme lexeme;
    assert_int_equal(lexer_next(&zero, &lexeme), LEXER_LEXEME);
    assert_int_equal(lexer_next(&zero, &lexeme), LEXER_UNCLEAR);
}

/* The texts have their own spaces, so they stand apart from the other tables. */
TEST(lexer__joins_words_over_space_and_comments)
{
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
        scoped(lexer) lexer = lexer_of(cases[i].text, strlen(cases[i].text));
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
    }
    /* a word that may be the second one */
    assert_string_equal(lexemes_of("a is $"), "a UNCLEAR");
    assert_string_equal(lexemes_of("a is \xe2\x80\x8bnot b"), "a UNCLEAR");
    assert_string_equal(lexemes_of("a not\vin b"), "a UNCLEAR");
    assert_string_equal(lexemes_of("not 'a"), "UNCLEAR");
}

TEST(lexer__marks_what_the_grammar_may_take_apart)
{
    static const char text[] =
        "** ... * . not in not is //= f'' rf'{x}' 'f' F f\"\"\"a\"\"\" r'' fx";
    static const char *const divisible[] = {"**", "...", "not in"};
    static const char *const has_code[] = {"f''", "rf'{x}'", "f\"\"\"a\"\"\""};
    scoped(lexer) lexer = lexer_of(text, strlen(text));
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
}

TEST(lexer__compares_code_in_strings_without_white_space)
{
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
        scoped(lexer) lexer_a = lexer_of(cases[i].a, strlen(cases[i].a));
        scoped(lexer) lexer_b = lexer_of(cases[i].b, strlen(cases[i].b));
        struct lexeme a, b;
        assert_int_equal(lexer_next(&lexer_a, &a), LEXER_LEXEME);
        assert_int_equal(lexer_next(&lexer_b, &b), LEXER_LEXEME);
        if (lexemes_may_be_equal(&a, &b) != cases[i].may_be_equal ||
            lexemes_may_be_equal(&b, &a) != cases[i].may_be_equal)
            fail_msg("'%s' and '%s'", cases[i].a, cases[i].b);
    }
}

TEST(lexer__gives_the_start_of_the_line_of_a_lexeme)
{
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
        scoped(lexer) lexer = lexer_of(cases[i].text, strlen(cases[i].text));
        struct lexeme lexeme, last = {0};
        while (lexer_next(&lexer, &lexeme) == LEXER_LEXEME)
            last = lexeme;
        assert_int_equal(last.is_new_line, cases[i].is_new_line);
        if (last.is_new_line)
            assert_int_equal(last.line_start, cases[i].line_start);
    }
}

TEST(lexer__skips_to_the_last_line_outside_strings)
{
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
        {"a b c", 2, 5, 2}, /* no line starts after it */
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
        scoped(lexer) lexer = lexer_of(cases[i].text, strlen(cases[i].text));
        lexer.at = cases[i].from;
        enum lexer_result result = lexer_skip_lines(&lexer, cases[i].end);
        if (result != (cases[i].at == UNCLEAR ? LEXER_UNCLEAR : LEXER_LEXEME) ||
            (result == LEXER_LEXEME && lexer.at != cases[i].at))
            fail_msg("case %zu, '%s': %u", i, cases[i].text, lexer.at);
    }
}

/* Every text comes to an end, wherever it is cut off. */
TEST(lexer__reads_no_further_than_the_text)
{
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
            lexer_release(&lexer);
        }
}

/* What another language may have: comments that begin with two characters, one of them a sign. */
TEST(lexer__goes_by_the_comments_and_numbers_of_the_table)
{
    static const struct comment_form comments[] = {{"//", NULL}, {"/*", "*/"}, {0}};
    static const struct text_case cases[] = {
        {"a // b 'c\nd", "a ¶d"},
        {"a//", "a"},
        {"a /* b\n 'c */ d", "a d"},
        {"a /**/ b /***/ c", "a b c"},
        {"a /* // */ b // /* c\nd", "a b ¶d"},
        {"a\n/* b */\nc", "a ¶c"},
        {"a / b", "a / b"},
        {"a /= b/c", "a /= b / c"},
        {"a /", "a /"},
        {"a / * b", "a / * b"},
        {"a /* b", "a UNCLEAR"},
        {"a /*/ b", "a UNCLEAR"},
        {"a # b", "a UNCLEAR"},
        {"1'000 + 2u", "1'000 + 2u"},
        {"0x1'f", "0x1'f"},
        {"1_000", "UNCLEAR"},
        {"0o7", "UNCLEAR"},
        {"1j", "UNCLEAR"},
    };
    struct language language = language_python;
    language.scan.comments = comments;
    language.scan.numbers = (struct number_form){"xX", '\'', "uU"};
    scoped(lexical) *lexical = lexical_new(&language);
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(lexemes_with(lexical, cases[i].given), cases[i].expected);
}
