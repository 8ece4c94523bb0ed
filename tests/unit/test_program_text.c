/* A pair has the first reason found, in the order of cost, and is parsed only if necessary. */
#include "miner/program_text.h"

#include "classify/classify.h"
#include "tests/support/test.h"

enum { MAX_TOKENS = 10 };

static void open_comparison(struct text_comparison *comparison)
{
    *comparison = (struct text_comparison){
        .parser = syntax_parser_new(&language_python),
        .max_tokens = MAX_TOKENS,
    };
}

static void close_comparison(struct text_comparison *comparison)
{
    syntax_parser_free(comparison->parser);
    parts_release(&comparison->parts);
}

static struct program_text source_of(const char *code)
{
    return (struct program_text){.code = code, .n_bytes = strlen(code)};
}

static void expect_reason(struct text_comparison *comparison, struct program_text *buggy,
                          struct program_text *fixed, enum reject_reason expected)
{
    struct token_edit edit;
    enum reject_reason reason = program_text_compare(comparison, buggy, fixed, &edit);
    if (reason != expected)
        fail_msg("%s, not %s:\n%s\n---\n%s", reject_reason_name(reason),
                 reject_reason_name(expected), buggy->code, fixed->code);
}

#define TOO_LONG "f(a, b, c, d, e)\n"

/* What the comparison has to do. */
enum effort { COMPARES, CUTS, PARSES_BUGGY, PARSES_BOTH };

static const struct {
    const char *buggy, *fixed;
    enum reject_reason reason;
    enum effort effort;
} pairs[] = {
    /* a fix */
    {"x = 1\n", "x = 2\n", REJECT_NONE, PARSES_BUGGY},
    {"x = a\n", "x = b\n", REJECT_NONE, PARSES_BUGGY},
    {"x = a\n", "x = b # c\n", REJECT_NONE, PARSES_BOTH},
    {"x = 1\n", "x = 2.0\n", REJECT_NONE, PARSES_BOTH},
    {"if x: y\n", "if not x: y # z\n", REJECT_NONE, PARSES_BOTH},
    {"f'{a}'\n", "f'{b}'\n", REJECT_NONE, PARSES_BUGGY},
    {"f'{a}'\n", "f'{ b }'\n", REJECT_NONE, PARSES_BOTH},
    /* the same literal */
    {"x = 1\n", "x = 0b1\n", REJECT_SAME_VALUE, PARSES_BOTH},
    {"x = 'a'\n", "x = \"a\"\n", REJECT_SAME_VALUE, PARSES_BOTH},
    {"x = 1 +\n", "x = 0b1 +\n", REJECT_SYNTAX_ERROR, PARSES_BUGGY},
    /* the same text, whatever it is */
    {"x\n", "x\n", REJECT_IDENTICAL, COMPARES},
    {"", "", REJECT_IDENTICAL, COMPARES},
    {"(\n", "(\n", REJECT_IDENTICAL, COMPARES},
    {"'\n", "'\n", REJECT_IDENTICAL, COMPARES},
    {TOO_LONG, TOO_LONG, REJECT_IDENTICAL, COMPARES},
    /* the same tokens */
    {"x\n", "x # c\n", REJECT_IDENTICAL, COMPARES},
    {"if x:\n  y\n", "if x:\r\n\ty", REJECT_IDENTICAL, COMPARES},
    {"x = = 1\n", "x = = 1 # c\n", REJECT_IDENTICAL, COMPARES}, /* whether or not they parse */
    {TOO_LONG, "#\n" TOO_LONG, REJECT_IDENTICAL, COMPARES},
    {"`x `\n", "`x `", REJECT_IDENTICAL, COMPARES},
    {"f'{x}'\n", "f'{ x}'\n", REJECT_IDENTICAL, COMPARES},
    /* more than one, whether or not the sides have tokens, parse or are too long */
    {"x = y\n", "y = x\n", REJECT_MULTI_TOKEN, COMPARES},
    {"x = (\n", "y = x\n", REJECT_MULTI_TOKEN, COMPARES},
    {"x = ((\n", "y = + 1\n", REJECT_MULTI_TOKEN, COMPARES},
    {"x = 1 'a\n", "y = 2 'b\n", REJECT_MULTI_TOKEN, COMPARES},
    {"x\n", TOO_LONG, REJECT_MULTI_TOKEN, COMPARES},
    {"x y\n", TOO_LONG, REJECT_MULTI_TOKEN, COMPARES},
    {"`x` + `y`\n", "`a` + `b`\n", REJECT_MULTI_TOKEN, COMPARES},
    {"f'{a}'\n", "'{a}'\n", REJECT_MULTI_TOKEN, COMPARES},
    /* one of the two has no tokens, and the comparison gets there */
    {"'x\n", TOO_LONG, REJECT_UNCLOSED_STRING, COMPARES},
    {"x = '''\n", "x = y\n", REJECT_UNCLOSED_STRING, COMPARES},
    {"x = f'{a'\n", "x = f'{a}'\n", REJECT_UNCLOSED_STRING, COMPARES},
    {"x = (\n", "x = ( # c\n", REJECT_UNMATCHED_BRACKET, COMPARES},
    {"x = (\n", "x = (1\n", REJECT_UNMATCHED_BRACKET, COMPARES},
    {"x = y\n", "x = (\n", REJECT_UNMATCHED_BRACKET, COMPARES},
    {"x = y\n", "x = )\n", REJECT_UNMATCHED_BRACKET, COMPARES},
    {"x = ((\n", "y = ))\n", REJECT_UNMATCHED_BRACKET, COMPARES},
    {"(\n", TOO_LONG, REJECT_UNMATCHED_BRACKET, COMPARES},
    {"x = [a)\n", "x = [a]\n", REJECT_UNMATCHED_BRACKET, COMPARES},
    {"if a:\n    b\n  c\n", "if a:\n    b\n    c\n", REJECT_INDENTATION, COMPARES},
    {"x = y\n", "x = $\n", REJECT_STRAY_CHARACTER, COMPARES},
    {"x = y\n", "x = \\y\n", REJECT_STRAY_CHARACTER, COMPARES},
    {"x = y\n", "x = \xe2\x80\x8by\n", REJECT_STRAY_CHARACTER, COMPARES},
    {"f(a, b, c, d, e)\n", "f(a, b, c, d, $)\n", REJECT_STRAY_CHARACTER, COMPARES},
    {"x = 0or 1\n", "x = 1or 1\n", REJECT_MALFORMED_NUMBER, COMPARES},
    {"x = 1_\n", "x = 10\n", REJECT_MALFORMED_NUMBER, COMPARES},
    /* a single edit, but one of the two has no tokens further on */
    {"x = 1\n$\n", "x = 2\n$\n", REJECT_STRAY_CHARACTER, CUTS},
    {"x = 1\n(\n", "x = 2\n(\n", REJECT_UNMATCHED_BRACKET, CUTS},
    {"x = 1\nif a:\n    b\n  c\n", "x = 2\nif a:\n    b\n  c\n", REJECT_INDENTATION, CUTS},
    {"x = 1\n'\n", "x = 2\n'\n", REJECT_UNCLOSED_STRING, CUTS},
    {"x = 1\n09\n", "x = 2\n09\n", REJECT_MALFORMED_NUMBER, CUTS},
    /* a single edit, but */
    {"f(a, b, c, d, e)\n", "f(a, b, c, d, x)\n", REJECT_TOO_MANY_TOKENS, CUTS},
    {"f(a, b, `c`, d)\n", "f(a, b, `c`, e)\n", REJECT_TOO_MANY_TOKENS, CUTS},
    {"f'{a}{b}{c}'\n", "f'{a}{b}{d}'\n", REJECT_TOO_MANY_TOKENS, CUTS},
    {"f(a, b, c, d e)\n", "f(a, b, c, d x)\n", REJECT_TOO_MANY_TOKENS, CUTS},
    {"not a b c d e f g h\n", "a b c d e f g h\n", REJECT_SYNTAX_ERROR, PARSES_BUGGY},
    {"a b c d e f g h\n", "not a b c d e f g h i\n", REJECT_MULTI_TOKEN, COMPARES},
    {"x = = y\n", "x = = z\n", REJECT_SYNTAX_ERROR, PARSES_BUGGY},
    {"x = = y\n", "x = - y\n", REJECT_SYNTAX_ERROR, PARSES_BUGGY},
    {"x = - y\n", "x = = y\n", REJECT_SYNTAX_ERROR, PARSES_BOTH},
    {"if x = 1: y\n", "if x == 1: y\n", REJECT_SYNTAX_ERROR, PARSES_BUGGY},
    /* only the line is parsed, or what its first word is part of */
    {"x = 1\ny = = z\n", "x = 2\ny = = z\n", REJECT_NONE, PARSES_BUGGY},
    {"if x: y\nelse: 1\n", "if x: y\nelse: 2\n", REJECT_NONE, PARSES_BUGGY},
    {"else: x = 1\n", "else: x = 2\n", REJECT_NONE, PARSES_BUGGY},
    {"else: x = = 1\n", "else: x = = 2\n", REJECT_SYNTAX_ERROR, PARSES_BUGGY},
    {"if x: y\n1 1\n", "for x: y\n1 1\n", REJECT_SYNTAX_ERROR, PARSES_BOTH},
    {"if x: y\nelif z: 1\n", "if x: y\nwhile z: 1\n", REJECT_NONE, PARSES_BOTH},
    {"if x: y\nelif z: 1\n", "for x: y\nelif z: 1\n", REJECT_SYNTAX_ERROR, PARSES_BOTH},
};

TEST(program_text__has_the_first_reason_that_is_found)
{
    struct text_comparison comparison;
    open_comparison(&comparison);
    for (size_t i = 0; i < N_ITEMS(pairs); i++) {
        scoped(program_text) buggy = source_of(pairs[i].buggy), fixed = source_of(pairs[i].fixed);
        expect_reason(&comparison, &buggy, &fixed, pairs[i].reason);
        enum effort effort = fixed.is_parsed      ? PARSES_BOTH
                             : buggy.is_parsed    ? PARSES_BUGGY
                             : buggy.is_tokenized ? CUTS
                                                  : COMPARES;
        if (effort != pairs[i].effort)
            fail_msg("effort %d:\n%s---\n%s", (int)effort, pairs[i].buggy, pairs[i].fixed);
    }
    close_comparison(&comparison);
}

TEST(program_text__is_rejected_if_it_is_nested_too_deeply)
{
    struct text_comparison comparison;
    open_comparison(&comparison);
    for (size_t n = LEXER_MAX_BRACKETS; n <= LEXER_MAX_BRACKETS + 1; n++) {
        char codes[2][2 * LEXER_MAX_BRACKETS + 4] = {0};
        for (int i = 0; i < 2; i++) {
            memset(codes[i], '(', n);
            codes[i][n] = i ? 'b' : 'a';
            memset(codes[i] + n + 1, ')', n);
        }
        scoped(program_text) buggy = source_of(codes[0]), fixed = source_of(codes[1]);
        expect_reason(&comparison, &buggy, &fixed,
                      n > LEXER_MAX_BRACKETS ? REJECT_NESTING : REJECT_TOO_MANY_TOKENS);
    }
    close_comparison(&comparison);
}

/* The order of the two sides matters only for what is parsed. */
TEST(program_text__has_the_same_reason_the_other_way_round)
{
    struct text_comparison comparison;
    open_comparison(&comparison);
    for (size_t i = 0; i < N_ITEMS(pairs); i++) {
        scoped(program_text) buggy = source_of(pairs[i].fixed), fixed = source_of(pairs[i].buggy);
        expect_reason(&comparison, &buggy, &fixed, pairs[i].reason);
    }
    close_comparison(&comparison);
}

/* What the grammar does not know makes an error that says nothing about other statements. */
TEST(program_text__may_have_errors_that_are_the_same_and_apart_from_the_edit)
{
    static const struct {
        const struct language *language;
        const char *buggy, *fixed;
        bool is_fix;
    } cases[] = {
        {&language_python, "a = t\"{b}\"\nprint(c - 1)\n", "a = t\"{b}\"\nprint(c + 1)\n", true},
        {&language_python, "print(t\"{a}\" < 2)\n", "print(t\"{a}\" > 2)\n", false},
        {&language_python, "def f():\n  a b\n  if c: d\n", "def f():\n  a b\n  while c: d\n", true},
        {&language_python, "def f():\n  if c: a b\n", "def f():\n  while c: a b\n", false},
        {&language_python, "from a import b import c\n", "from a import b as c\n", false},
        {&language_java, "class A { void f(B @C... d) { e(1 < 2); } }",
         "class A { void f(B @C... d) { e(1 <= 2); } }", true},
        {&language_java, "class A { A() { b(1 < 2); this(); } }",
         "class A { A() { b(1 <= 2); this(); } }", true},
        {&language_java, "class A { void f() { a b c; d(!e); } }",
         "class A { void f() { a b c; d(e); } }", true},
        {&language_java, "class A { void f() { a(b c, 1); } }",
         "class A { void f() { a(b c, 2); } }", false},
        {&language_java, "class A { void f() { a(1; } }", "class A { void f() { a(1) } }", false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program_text) buggy = source_of(cases[i].buggy), fixed = source_of(cases[i].fixed);
        struct text_comparison comparison = {.parser = syntax_parser_new(cases[i].language)};
        struct token_edit edit;
        bool is_fix = program_text_compare(&comparison, &buggy, &fixed, &edit) == REJECT_NONE;
        if (is_fix != cases[i].is_fix)
            fail_msg("%s: %s", cases[i].buggy, is_fix ? "is a fix" : "is not a fix");
        close_comparison(&comparison);
    }
}

TEST(program_text__has_trees_of_a_fix_or_tokens_that_keep_the_tree)
{
    struct text_comparison comparison;
    struct token_edit edit;
    open_comparison(&comparison);
    for (size_t i = 0; i < N_ITEMS(pairs); i++) {
        scoped(program_text) buggy = source_of(pairs[i].buggy), fixed = source_of(pairs[i].fixed);
        if (program_text_compare(&comparison, &buggy, &fixed, &edit) != REJECT_NONE)
            continue;
        assert_true(buggy.has_tokens && buggy.parses && fixed.has_tokens);
        assert_true(buggy.program.tree.nodes.n > 0);
        bool keeps = edit_keeps_tree(&buggy.program, &fixed.program, &edit);
        assert_int_equal(fixed.is_parsed, !keeps);
        assert_int_equal(fixed.program.tree.nodes.n > 0, !keeps);
    }
    close_comparison(&comparison);
}

TEST(program_text__has_the_encoding_that_it_states)
{
    static const struct {
        const char *bytes, *encoding, *text;
    } cases[] = {
        {"# coding: sjis\n'\x83\x5c\\'", "shift_jis", "# coding: sjis\n'\u30bd\\'"},
        {"# coding: sjis\n'a\\'", NULL, "# coding: sjis\n'a\\'"},
        {"# coding: iso-2022-jp\n'\x1b$B$\"\x1b(B'", "iso2022_jp",
         "# coding: iso-2022-jp\n'\u3042'"},
        {"# coding: latin1\n'\u00e9'", "latin-1", "# coding: latin1\n'\u00c3\u00a9'"},
        {"# coding: utf8\n'\u00e9'", NULL, "# coding: utf8\n'\u00e9'"},
        {"# coding: koi8_t\n'\x80'", "koi8_t", "# coding: koi8_t\n'\u049b'"},
        {"# coding: johab\n'\x88\x61\\'", "johab", "# coding: johab\n'\uac00\\'"},
        {"# coding: cp864\n'%'", "cp864", "# coding: cp864\n'\u066a'"},
        {"# coding: mac-greek\n'a\\'", NULL, "# coding: mac-greek\n'a\\'"},
        {"# coding: utf-7\n'a-b'", NULL, "# coding: utf-7\n'a-b'"},
    };
    scoped(program_text) source = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        str_set(&source.content, "%s", cases[i].bytes);
        program_text_take(&source, &language_python, false);
        assert_int_equal(source.reason, REJECT_NONE);
        assert_string_equal(source.code, cases[i].text);
        assert_string_equal(source.encoding ? source.encoding : "",
                            cases[i].encoding ? cases[i].encoding : "");
    }
}

/* The text of a row was decoded before. */
TEST(program_text__takes_characters_whatever_they_state)
{
    static const char *const cases[][2] = {
        {"# coding: cp932\n'\u30bd'", "# coding: cp932\n'\u30bd'"},
        {"# coding: nonsense\n'\u30bd'", "# coding: nonsense\n'\u30bd'"},
        {"# coding: cp932\n'\x83\x5c'", "# coding: cp932\n'\u30bd'"},
    };
    scoped(program_text) source = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        str_set(&source.content, "%s", cases[i][0]);
        program_text_take(&source, &language_python, true);
        assert_int_equal(source.reason, REJECT_NONE);
        assert_string_equal(source.code, cases[i][1]);
    }
}

TEST(program_text__explains_what_is_wrong_with_it)
{
    static const struct {
        const char *code, *why; /* NULL: nothing */
    } cases[] = {
        {"x = 1\n", NULL},
        {"", NULL},
        {"x = 1\ny = \xff\n", "a.py:2:4 is not UTF-8"},
        {"x = 1\ny = z w\n", "a.py:2:4 does not parse as Python"},
        {"x = 1\ny = 'a\n", "a.py:2:4: a string or comment that is not closed"},
        {"x = (\n", "a.py:1:4: a bracket that is not closed, or that closes none"},
        {"f(a]\n", "a.py:1:3: a bracket that is not closed, or that closes none"},
        {"if a:\n    b\n  c\n", "a.py:3:2: an indentation that matches no open block"},
        {"a = \xc3\xa9 $\n", "a.py:1:6: a character that starts no token"},
        {"# coding: cp932\na = '\x83\x5c'\n", NULL},
        {"# coding: cp932\na = '\x83\x5c' $\n", "a.py:2:8: a character that starts no token"},
        {"# coding: cp932\na = '\xe3\x81\x82'\n",
         "a.py:2:6 is not in the encoding 'cp932' that it states"},
        {"# coding: cp932\na = '\xed\x40'\n", /* would be written as FA5C */
         "a.py:2:5 is not in the encoding 'cp932' that it states"},
        {"# coding: utf8\na = '\xe9'\n", "a.py:2:5 is not in the encoding 'utf8' that it states"},
        {"# coding: ascii\n# \xc3\xa9\n", "a.py:2:2 is not in the encoding 'ascii' that it states"},
        {"# coding: nonsense\n",
         "a.py:1:10 is not in the encoding 'nonsense' that it states, which is not known"},
        {"# coding: hz\na = '~'\n",
         "a.py:2:5 is not in the encoding 'hz' that it states, and only its ASCII can be read"},
        {"# coding: mac_greek\n# \x81\n",
         "a.py:2:2 is not in the encoding 'mac_greek' that it states, and only its ASCII can be "
         "read"},
        {"# coding: utf-16\n",
         "a.py:1:10 is not in the encoding 'utf-16' that it states, which is not known"},
        {"\xef\xbb\xbf# coding: utf-8\n", NULL},
        {"\xef\xbb\xbf# coding: cp932\n",
         "a.py:1:10 is not in the encoding 'cp932' that it states: it has the byte order mark of "
         "UTF-8"},
    };
    struct text_comparison comparison;
    open_comparison(&comparison);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program_text) source = {0};
        scoped(str) why = {0};
        str_add_text(&source.content, cases[i].code);
        program_text_take(&source, &language_python, false);
        assert_false(source.reason == REJECT_NONE && program_text_explain(&why, &source, "a.py"));
        if (source.reason == REJECT_NONE)
            program_text_parse(&source, comparison.parser);
        assert_int_equal(program_text_explain(&why, &source, "a.py"), cases[i].why != NULL);
        assert_string_equal(str_text(&why), cases[i].why ? cases[i].why : "");
    }
    close_comparison(&comparison);
}

/* A program in C has a tree all the same. */
TEST(program_text__says_where_a_program_in_c_does_not_parse)
{
    static const char *const cases[][2] = {
        {"int a;", ""},
        {"#define rep(i, n) for (int i = 0; i < n; i++)\nint f() { rep(i, 9) return i; }",
         "a.c:2:10 does not parse as C"},
    };
    scoped(syntax_parser) *parser = syntax_parser_new(&language_c);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program_text) source = {0};
        scoped(str) why = {0};
        str_add_text(&source.content, cases[i][0]);
        program_text_take(&source, &language_c, false);
        assert_false(program_text_explain(&why, &source, "a.c"));
        program_text_parse(&source, parser);
        assert_int_equal(program_text_explain(&why, &source, "a.c"), cases[i][1][0] != '\0');
        assert_string_equal(str_text(&why), cases[i][1]);
    }
}

TEST(program_text__ends_before_zero_bytes_at_its_end)
{
#define TEXT(text) text, sizeof text - 1
    static const struct {
        const char *content;
        size_t length, n_bytes;
    } cases[] = {
        {TEXT(""), 0},        {TEXT("x\n"), 2},
        {TEXT("x\n \n"), 4},  {TEXT("x\n\0"), 2},
        {TEXT("x\0\0\0"), 1}, {TEXT("x \0\r\n\0 \t\n"), 2},
        {TEXT("\0"), 0},      {TEXT("\xef\xbb\xbfx\0"), 1},
        {TEXT("x\0y\0"), 3}, /* the first is text */
        {TEXT("\0x"), 2},
    };
#undef TEXT
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program_text) source = {0};
        str_add(&source.content, cases[i].content, cases[i].length);
        program_text_take(&source, &language_python, false);
        assert_int_equal(source.reason, REJECT_NONE);
        assert_int_equal(source.n_bytes, cases[i].n_bytes);
    }
}

/* Java Language Specification 3.5: only the last character of the program. */
TEST(program_text__ends_before_the_mark_of_java)
{
    static const struct {
        const char *content;
        const struct language *language;
        size_t n_bytes;
    } cases[] = {
        {"class A {}\r\n\x1a", &language_java, 12}, {"\x1a", &language_java, 0},
        {"class A {}\x1a\x1a", &language_java, 11}, {"class A {}\x1a\n", &language_java, 12},
        {"a = 1\n\x1a", &language_python, 7},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program_text) source = {0};
        str_add_text(&source.content, cases[i].content);
        program_text_take(&source, cases[i].language, false);
        assert_int_equal(source.n_bytes, cases[i].n_bytes);
    }
}

TEST(program_text__has_the_earlier_reason_of_what_reading_found)
{
    static const enum reject_reason reasons[][3] = {
        /* buggy, fixed, pair */
        {REJECT_UNREADABLE, REJECT_NONE, REJECT_UNREADABLE},
        {REJECT_TOO_LARGE, REJECT_NONE, REJECT_TOO_LARGE},
        {REJECT_ENCODING, REJECT_NONE, REJECT_ENCODING},
        {REJECT_ENCODING, REJECT_ENCODING, REJECT_ENCODING},
        {REJECT_ENCODING, REJECT_TOO_LARGE, REJECT_TOO_LARGE},
        {REJECT_ENCODING, REJECT_UNREADABLE, REJECT_UNREADABLE},
        {REJECT_TOO_LARGE, REJECT_UNREADABLE, REJECT_UNREADABLE},
    };
    struct text_comparison comparison;
    open_comparison(&comparison);
    for (size_t i = 0; i < N_ITEMS(reasons); i++) {
        /* such a source has no text; that nothing looks at it, this one shows */
        struct program_text a = source_of("(\n"), b = source_of("(\n");
        a.reason = reasons[i][0];
        b.reason = reasons[i][1];
        expect_reason(&comparison, &a, &b, reasons[i][2]);
        expect_reason(&comparison, &b, &a, reasons[i][2]);
        assert_false(a.is_tokenized || b.is_tokenized);
    }
    close_comparison(&comparison);
}

TEST(program_text__gives_the_edit_of_a_fix)
{
    static const struct {
        const char *buggy, *fixed;
        enum edit_kind kind;
        size_t buggy_token, fixed_token;
    } cases[] = {
        {"x = 1\n", "x = 2\n", EDIT_REPLACE, 2, 2},
        {"x = 1\n", "x += 1 # c\n", EDIT_REPLACE, 1, 1},
        {"a in b\n", "a not in b\n", EDIT_REPLACE, 1, 1},
        {"if x: y\n", "if not x: y\n", EDIT_INSERT, 1, 1},
        {"if not x: y\n", "if x: y\n", EDIT_DELETE, 1, 1},
    };
    struct text_comparison comparison;
    open_comparison(&comparison);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program_text) buggy = source_of(cases[i].buggy);
        scoped(program_text) fixed = source_of(cases[i].fixed);
        struct token_edit edit = {EDIT_REPLACE, 77, 77};
        assert_int_equal(program_text_compare(&comparison, &buggy, &fixed, &edit), REJECT_NONE);
        assert_int_equal(edit.kind, cases[i].kind);
        assert_int_equal(edit.buggy_token, cases[i].buggy_token);
        assert_int_equal(edit.fixed_token, cases[i].fixed_token);
    }
    close_comparison(&comparison);
}

/* A history compares one source with many. */
TEST(program_text__says_the_same_for_sources_that_were_compared_before)
{
    static const char *const codes[] = {"x = 1\n",   "x = 2\n", "x = (\n", "y = 2\n",
                                        "y = 2 #\n", TOO_LONG,  "`x\n",    "x = not 2\n",
                                        "x = '\n",   "x 2\n",   "x 3\n",   "x $\n"};
    struct text_comparison comparison;
    struct program_text kept[N_ITEMS(codes)];
    struct token_edit edit;
    open_comparison(&comparison);
    for (size_t i = 0; i < N_ITEMS(codes); i++)
        kept[i] = source_of(codes[i]);
    for (size_t i = 0; i < N_ITEMS(codes); i++)
        for (size_t j = 0; j < N_ITEMS(codes); j++) {
            if (i == j)
                continue;
            scoped(program_text) buggy = source_of(codes[i]);
            scoped(program_text) fixed = source_of(codes[j]);
            assert_int_equal(program_text_compare(&comparison, &kept[i], &kept[j], &edit),
                             program_text_compare(&comparison, &buggy, &fixed, &edit));
        }
    for (size_t i = 0; i < N_ITEMS(codes); i++)
        program_text_release(&kept[i]);
    close_comparison(&comparison);
}

static const char *label_of(const struct program_text *buggy, const struct program_text *fixed,
                            const struct token_edit *edit)
{
    scoped(arena) arena = {0};
    struct fix_row row = fix_row_of(&buggy->program, &fixed->program, edit, NULL, &arena);
    return printed("%s %s %s", row.category, row.pattern, row.role ? row.role : "");
}

/* A tree of a part is that of one pair. The next pair of the source may have its edit elsewhere. */
TEST(program_text__has_the_tree_of_its_last_pair)
{
#define CODE(a, operator, b) "def f():\n  return " a "\ndef g():\n  return 1 " operator" " b "\n"
    static const char *const codes[] = {
        CODE("a", "+", "c"),   CODE("b", "+", "c"), CODE("a", "-", "c"), CODE("a", "+", "d"),
        CODE("'a'", "+", "c"), CODE("b", "-", "c"), CODE("b", "+", "d"), CODE("'a'", "-", "c"),
    };
#undef CODE
    struct text_comparison comparison = {
        .parser = syntax_parser_new(&language_python),
    };
    struct program_text kept[N_ITEMS(codes)];
    for (size_t i = 0; i < N_ITEMS(codes); i++)
        kept[i] = source_of(codes[i]);
    for (size_t i = 0; i < N_ITEMS(codes) * N_ITEMS(codes); i++) {
        size_t a = i / N_ITEMS(codes), b = i % N_ITEMS(codes);
        struct token_edit edit;
        scoped(program_text) buggy = source_of(codes[a]), fixed = source_of(codes[b]);
        if (program_text_compare(&comparison, &buggy, &fixed, &edit) != REJECT_NONE)
            continue;
        const char *expected = label_of(&buggy, &fixed, &edit);
        assert_int_equal(program_text_compare(&comparison, &kept[a], &kept[b], &edit), REJECT_NONE);
        const char *label = label_of(&kept[a], &kept[b], &edit);
        if (strcmp(label, expected) != 0)
            fail_msg("%s, not %s:\n%s---\n%s", label, expected, codes[a], codes[b]);
    }
    for (size_t i = 0; i < N_ITEMS(codes); i++)
        program_text_release(&kept[i]);
    close_comparison(&comparison);
}

/* The bytes of a program in Shift_JIS can be had back: as its characters, in ISO 8859-1. */
TEST(program_text__reads_any_encoding_in_comments_and_strings)
{
    static const struct {
        const struct language *language;
        const char *buggy, *fixed;
        enum reject_reason reason;
    } cases[] = {
        {&language_c, "int a; // \x83\x5c\nint b;", "int a; // \x83\x5c\nint c;",
         REJECT_IDENTICAL}, /* the second byte is a backslash, which continues the comment */
        {&language_c, "int a; // \x83\x4a\nint b;", "int a; // \x83\x4b\nint c;", REJECT_NONE},
        {&language_cpp, "f(\"\x83\x4a\", 1);", "f(\"\x83\x4a\", 2);", REJECT_NONE},
        {&language_java, "/* \xe9 */ class A { int a = 1; }", "/* \xe8 */ class A { int a = 2; }",
         REJECT_NONE},
        {&language_c, "char *a = \"\xe9\";", "char *a = \"\\u00e9\";", REJECT_NONE},
        {&language_c, "char a = 'a'; // \xe9", "char a = 97; // \xe9", REJECT_SAME_VALUE},
        {&language_c, "int \xe9 = 1;", "int \xe9 = 2;", REJECT_ENCODING},
        {&language_c, "int a = 1; // \xe9", "int a = 2;", REJECT_NONE},
        {&language_python, "a = 1 # \xe9\n", "a = 2 # \xe9\n", REJECT_ENCODING},
        {&language_c, "// coding: cp932\nint \xe9 = 1;", "// coding: cp932\nint \xe9 = 2;",
         REJECT_ENCODING},
        {&language_python, "# coding: cp932\n\x83\x5c = 1", "# coding: cp932\n\x83\x5c = 2",
         REJECT_NONE},
        {&language_python, "# coding: latin-1\n\xe9 = 1", "# coding: latin-1\n\xe9 = 2",
         REJECT_NONE},
        {&language_python, "# coding: cp932\na = '\x83\x5c'", "# coding: utf-8\na = '\u30bd'",
         REJECT_IDENTICAL},
        {&language_python, "# coding: cp932\na = 1", "# coding: cp93\na = 2", REJECT_ENCODING},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct text_comparison comparison = {.parser = syntax_parser_new(cases[i].language)};
        struct token_edit edit;
        scoped(program_text) a = {0};
        scoped(program_text) b = {0};
        str_add_text(&a.content, cases[i].buggy);
        str_add_text(&b.content, cases[i].fixed);
        program_text_take(&a, cases[i].language, false);
        program_text_take(&b, cases[i].language, false);
        enum reject_reason reason = program_text_compare(&comparison, &a, &b, &edit);
        if (reason != cases[i].reason)
            fail_msg("%zu: %s, not %s", i, reject_reason_name(reason),
                     reject_reason_name(cases[i].reason));
        close_comparison(&comparison);
    }
}
