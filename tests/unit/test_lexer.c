/* Tokens of small texts. tests/slow/test_cpython_tokens.c compares larger ones with CPython's. */
#include "tests/support/test.h"
#include "tokenize/program.h"

static struct lexical *lexical;

static int open_lexical(void **state)
{
    (void)state;
    lexical = lexical_new(&language_python);
    return 0;
}

static int close_lexical(void **state)
{
    (void)state;
    lexical_free(lexical);
    return 0;
}

SUITE_SETUP(open_lexical, close_lexical);

static void add_token(struct str *out, const char *text, const struct token *token, bool has_kinds)
{
    static const char *const layout[] = {[TOKEN_LINE_END] = "NEWLINE",
                                         [TOKEN_BLOCK_OPEN] = "INDENT",
                                         [TOKEN_BLOCK_CLOSE] = "DEDENT"};
    struct token_text own = token_text_of(&language_python, text, token);
    if (token_is_layout(token))
        str_print(out, "%s ", layout[token->kind]);
    else if (has_kinds)
        str_print(out, "%s ", token_kind_names[token->kind]);
    else
        str_print(out, token->kind == TOKEN_TEXT ? "«%.*s» " : "%.*s ", (int)own.length, own.bytes);
}

/* Returns the tokens of a text in one line, then the error and its byte. The text is in a buffer of
 * its size, so that a sanitizer detects reads after it. */
static const char *lexed(const struct lexical *table, const char *given, size_t length,
                         bool has_kinds)
{
    static struct str out;
    char *text = malloc(length ? length : 1);
    struct lexer lexer;
    struct token token;
    enum lexer_result result;
    assert_non_null(text);
    memcpy(text, given, length);
    str_clear(&out);
    str_add_text(&out, "");
    lexer_start(&lexer, table, text, (uint32_t)length);
    while ((result = lexer_next(&lexer, &token)) == LEXER_TOKEN)
        add_token(&out, text, &token, has_kinds);
    if (result == LEXER_ERROR)
        str_print(&out, "%s at %u ", lexical_error_texts[lexer.error], lexer.error_byte);
    if (out.length)
        out.text[--out.length] = '\0';
    free(text);
    return str_text(&out);
}

static const char *tokens(const char *given)
{
    return lexed(lexical, given, strlen(given), false);
}

static const char *kinds(const char *given)
{
    return lexed(lexical, given, strlen(given), true);
}

#define EXPECT(of, ...)                                      \
    do {                                                     \
        static const struct text_case cases[] = __VA_ARGS__; \
        expect_texts(cases, N_ITEMS(cases), of);             \
    } while (0)

TEST(lexer__says_what_a_token_looks_like)
{
    EXPECT(kinds, {{"x = 1", "word sign number NEWLINE"},
                   {"'a' b'c'", "string string NEWLINE"},
                   {"f'a{x}'", "quote text sign word sign quote NEWLINE"},
                   {"x not in y", "word word word NEWLINE"},
                   {"`x`", "sign word sign NEWLINE"}});
}

TEST(lexer__reads_numbers)
{
    EXPECT(tokens,
           {{"1 10 1_000 0x_ff 0XFF 0o17 0b10", "1 10 1_000 0x_ff 0XFF 0o17 0b10 NEWLINE"},
            {"1. .5 1.5 1e5 1E-5 1.e5 1_0.0_1e1_0", "1. .5 1.5 1e5 1E-5 1.e5 1_0.0_1e1_0 NEWLINE"},
            {"1j 1.5J 1e5j", "1j 1.5J 1e5j NEWLINE"},
            {"0777 10L 0xFFl 0o17L", "0777 10L 0xFFl 0o17L NEWLINE"},
            {"1if x else 2", "1 if x else 2 NEWLINE"},
            {"0xfor x", "0xf or x NEWLINE"},
            {"1else", "1 else NEWLINE"},
            {"1..real 1.j", "1. . real 1.j NEWLINE"},
            {"0 00 0_0 07 08. 09j", "0 00 0_0 07 08. 09j NEWLINE"}});
    static const char *const malformed[] = {"1__0", "1_",    "0x", "0b2", "0b12", "0_",    "1e",
                                            "1e+",  "0or x", "09", "0_7", "1abc", "1.real"};
    for (size_t i = 0; i < N_ITEMS(malformed); i++)
        assert_string_equal(tokens(malformed[i]), "a malformed number at 0");
}

TEST(lexer__reads_signs_longest_first)
{
    EXPECT(tokens, {{"a**=b//c<<=d", "a **= b // c <<= d NEWLINE"},
                    {"a<>b!=c->d:=e", "a <> b != c -> d := e NEWLINE"},
                    {"[...,*a,**b]", "[ ... , * a , ** b ] NEWLINE"},
                    {"except*E", "except * E NEWLINE"},
                    {"print >>f,x", "print >> f , x NEWLINE"},
                    {"a.b;~c@d", "a . b ; ~ c @ d NEWLINE"}});
}

TEST(lexer__joins_two_words)
{
    EXPECT(tokens, {{"a not in b", "a not in b NEWLINE"},
                    {"a not  in b is   not c", "a not in b is not c NEWLINE"},
                    {"(a not # why\n in b)", "( a not in b ) NEWLINE"},
                    {"a is\\\nnot b", "a is not b NEWLINE"},
                    {"not a in b", "not a in b NEWLINE"},
                    {"not\nin", "not NEWLINE in NEWLINE"},
                    {"not inner", "not inner NEWLINE"}});
    struct lexer lexer;
    struct token token;
    lexer_start(&lexer, lexical, "a is not b", 10);
    lexer_next(&lexer, &token);
    assert_int_equal(lexer_next(&lexer, &token), LEXER_TOKEN);
    assert_int_equal(token.start_byte, 2);
    assert_int_equal(token.end_byte, 8);
    assert_int_equal(token.joined, 2);
}

TEST(lexer__reads_strings)
{
    EXPECT(tokens,
           {{"'a' \"b\" '''c\n''' \"\"\"d\"\"\"", "'a' \"b\" '''c\n''' \"\"\"d\"\"\" NEWLINE"},
            {"r'a' B'b' bR'c' rb'd' ur'e' U'f'", "r'a' B'b' bR'c' rb'd' ur'e' U'f' NEWLINE"},
            {"bu'a' rr'b' x'c'", "bu 'a' rr 'b' x 'c' NEWLINE"},
            {"'a\\'b' r'\\'' '\\\\'", "'a\\'b' r'\\'' '\\\\' NEWLINE"},
            {"'a\\\nb' 'c\\\r\nd'", "'a\\\nb' 'c\\\r\nd' NEWLINE"},
            {"'' '''''' ''''a'''", "'' '''''' ''''a''' NEWLINE"},
            {"'a''b'", "'a' 'b' NEWLINE"},
            {"'#' # '", "'#' NEWLINE"}});
}

TEST(lexer__cuts_strings_with_interpolations_into_parts)
{
    EXPECT(tokens,
           {{"f'a{x}b'", "f' «a» { x } «b» ' NEWLINE"},
            {"f'' F\"{x}\" rf'''{x}'''", "f' ' F\" { x } \" rf''' { x } ''' NEWLINE"},
            {"f'{{a}}{x}'", "f' «{{a}}» { x } ' NEWLINE"},
            {"f'{x!r}{y=}{z!s:>5}'", "f' { x ! r } { y = } { z ! s : «>5» } ' NEWLINE"},
            {"f'{x!=y}{x==y}'", "f' { x != y } { x == y } ' NEWLINE"},
            {"f'{x:>{w}.{p}}'", "f' { x : «>» { w } «.» { p } } ' NEWLINE"},
            {"f'{x:=5}{(y:=6)}'", "f' { x : «=5» } { ( y := 6 ) } ' NEWLINE"},
            {"f'{d[\"a\"]}{f(a, b=1)}'", "f' { d [ \"a\" ] } { f ( a , b = 1 ) } ' NEWLINE"},
            {"f'{f'{x}'}'", "f' { f' { x } ' } ' NEWLINE"},
            {"f'{x['a']}'", "f' { x [ 'a' ] } ' NEWLINE"},
            {"f'{lambda:1}{(lambda:1)}'", "f' { lambda : «1» } { ( lambda : 1 ) } ' NEWLINE"},
            {"f'{x:{{y}}}'", "f' { x : { { y } } } ' NEWLINE"},
            {"f'\\N{DASH}{x}' rf'\\N{x}'", "f' «\\N{DASH}» { x } ' rf' «\\N» { x } ' NEWLINE"},
            {"f'\\{x}\\'' rf'\\{x}'", "f' «\\» { x } «\\'» ' rf' «\\» { x } ' NEWLINE"},
            {"f'''{\nx # why\n}\n'''", "f''' { x } «\n» ''' NEWLINE"},
            {"f'{a not in b}'", "f' { a not in b } ' NEWLINE"},
            {"f'{ {1: 2}[1] }'", "f' { { 1 : 2 } [ 1 ] } ' NEWLINE"}});
}

TEST(lexer__puts_layout_where_python_does)
{
    EXPECT(tokens,
           {{"", ""},
            {"\n\n# only\n", ""},
            {"x", "x NEWLINE"},
            {"x\n\n\ny # why\n", "x NEWLINE y NEWLINE"},
            {"if x:\n  y\nz", "if x : NEWLINE INDENT y NEWLINE DEDENT z NEWLINE"},
            {"if x:\n  if y:\n    z",
             "if x : NEWLINE INDENT if y : NEWLINE INDENT z NEWLINE DEDENT DEDENT"},
            {"if x:\n  y\n# why\n  z", "if x : NEWLINE INDENT y NEWLINE z NEWLINE DEDENT"},
            {"(x,\n  y\n)\nz", "( x , y ) NEWLINE z NEWLINE"},
            {"x = \\\n  y", "x = y NEWLINE"},
            {"if x:\n\ty\n        z", "if x : NEWLINE INDENT y NEWLINE z NEWLINE DEDENT"},
            {"if x:\n  y\n\f  z", "if x : NEWLINE INDENT y NEWLINE z NEWLINE DEDENT"},
            {"if x:\n  \\\n      y\n  z", "if x : NEWLINE INDENT y NEWLINE z NEWLINE DEDENT"},
            {"x\r\ny\rz", "x NEWLINE y NEWLINE z NEWLINE"},
            {"  x\ny", "INDENT x NEWLINE DEDENT y NEWLINE"}});
}

/* Before a line end, as in CPython up to 3.7; later ones refuse it. */
TEST(lexer__reads_a_backslash_at_the_end)
{
    EXPECT(tokens, {{"x \\\n", "x NEWLINE"},
                    {"x\\\r\n", "x NEWLINE"},
                    {"x\\\r", "x NEWLINE"},
                    {"if x:\n  y\n\\\n", "if x : NEWLINE INDENT y NEWLINE DEDENT"},
                    {"\\\n", ""},
                    {"x\\", "x a character that starts no token at 1"},
                    {"x\n  \\", "x NEWLINE INDENT a character that starts no token at 4"},
                    {"x\\ ", "x a character that starts no token at 1"},
                    {"x\\\\", "x a character that starts no token at 1"}});
}

TEST(lexer__names_what_is_not_a_token)
{
    EXPECT(tokens, {{"x = 'a\n'", "x = a string or comment that is not closed at 4"},
                    {"'''a", "a string or comment that is not closed at 0"},
                    {"f'a{x}", "f' «a» { x } a string or comment that is not closed at 0"},
                    {"f'{x:5'", "f' { x : «5» a string or comment that is not closed at 0"},
                    {"f'a}'", "f' «a» a bracket that is not closed, or that closes none at 3"},
                    {"f'{x)}'", "f' { x a bracket that is not closed, or that closes none at 4"},
                    {"(x", "( x a bracket that is not closed, or that closes none at 0"},
                    {"x)", "x a bracket that is not closed, or that closes none at 1"},
                    {"(x]", "( x a bracket that is not closed, or that closes none at 2"},
                    {"if x:\n    y\n  z",
                     "if x : NEWLINE INDENT y an indentation that matches no open block at 14"},
                    {"x $ y", "x a character that starts no token at 2"},
                    {"x ! y", "x a character that starts no token at 2"},
                    {"x ? y", "x a character that starts no token at 2"},
                    {"x \\ y", "x a character that starts no token at 2"},
                    {"x\xe3\x80\x80= 1", "x a character that starts no token at 1"},
                    {"\xe2\x80\x8bx", "a character that starts no token at 0"},
                    {"caf\xc3\xa9 \xe5\x90\x8d = 1", "caf\xc3\xa9 \xe5\x90\x8d = 1 NEWLINE"}});
    assert_string_equal(lexed(lexical, "x\0y", 3, false),
                        "x a character that starts no token at 1");
}

/* A text of `n` times `open`, then `middle`, then `n` times `close`. */
static const char *nested(size_t n, const char *open, const char *middle, const char *close)
{
    static struct str text;
    str_clear(&text);
    for (size_t i = 0; i < n; i++)
        str_add_text(&text, open);
    str_add_text(&text, middle);
    for (size_t i = 0; i < n; i++)
        str_add_text(&text, close);
    return str_text(&text);
}

TEST(lexer__nests_as_deeply_as_cpython)
{
    static const char too_deep[] = "too many brackets, blocks or strings in one another";
    assert_null(strstr(tokens(nested(200, "(", "x", ")")), too_deep));
    assert_non_null(strstr(tokens(nested(201, "(", "x", ")")), too_deep));
    assert_null(strstr(tokens(nested(66, "f'{", "x", "}'")), too_deep));
    assert_non_null(strstr(tokens(nested(201, "f'{", "x", "}'")), too_deep));
    scoped(str) text = {0};
    for (int depth = 0; depth <= 100; depth++) {
        str_print(&text, "%*sif x:\n", depth, "");
        bool is_deep = strstr(tokens(str_text(&text)), too_deep) != NULL;
        assert_int_equal(is_deep, depth > 99);
    }
}

/* A table with comments that are closed, and no layout. */
static const struct string_form forms[] = {{"\"", false}, {0}};
static const struct comment_form comments[] = {{"/*", "*/"}, {"//", NULL}, {0}};
static const char *const compounds[] = {"/=", NULL};
static const char *const none[] = {NULL};
static const struct string_prefix no_prefixes[] = {{0}};
static const struct language plain = {
    .name = "plain",
    .tokens = {.comments = comments,
               .strings = forms,
               .prefixes = no_prefixes,
               .escape = '\\',
               .numbers = {.bases = "x", .suffixes = "", .integer_suffixes = ""},
               .signs = "+-*/=(){};",
               .compounds = compounds,
               .joined = none,
               .opening = "({",
               .closing = ")}"}};

TEST(lexer__follows_the_table)
{
    scoped(lexical) *table = lexical_new(&plain);
    static const struct text_case cases[] = {
        {"a /* b\n */ c // d\n / e /= f", "a c / e /= f"},
        {"a } ) {", "a } ) {"},
        {"\"/*\" 0x1f", "\"/*\" 0x1f"},
        {"a /* b", "a a string or comment that is not closed at 2"},
        {"a 'b'", "a a character that starts no token at 2"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(lexed(table, cases[i].given, strlen(cases[i].given), false),
                            cases[i].expected);
}

TEST(lexer__reads_fragments_without_layout)
{
    scoped(lexical) *table = lexical_new_for_fragments(&language_python);
    const char *text = "  elif x):\n return (y";
    assert_string_equal(lexed(table, text, strlen(text), false), "elif x ) : return ( y");
}

/* After lexers_skip(), the lexer gets the last tokens of the text. */
TEST(lexer__skips_lines)
{
    static const char text[] = "if x:\n  y = '''\n'''\n  if z:\n    w = (1,\n 2)\nlast = f'{x}'\n";
    size_t n_skipped = 0;
    for (uint32_t end = 0; end <= sizeof text - 1; end++) {
        scoped(program) program = {0};
        struct lexer lexer;
        struct token token;
        size_t n = 0;
        assert_true(program_tokenize(&program, lexical, text, sizeof text - 1));
        lexer_start(&lexer, lexical, text, sizeof text - 1);
        struct lexer beside = lexer;
        lexers_skip(&lexer, &beside, end, end % 2);
        assert_true(lexer.place.at <= end);
        n_skipped += lexer.place.at > 0;
        struct token list[64];
        while (lexer_next(&lexer, &token) == LEXER_TOKEN)
            list[n++] = token;
        assert_true(n <= program.tokens.n);
        for (size_t i = 0; i < n; i++) {
            const struct token *same = &program.tokens.items[program.tokens.n - n + i];
            assert_int_equal(list[i].kind, same->kind);
            assert_int_equal(list[i].end_byte, same->end_byte);
        }
    }
    assert_true(n_skipped > sizeof text / 2);
}

TEST(lexer__skips_malformed_numbers_only_if_it_may)
{
    static const char *const texts[] = {"a = 08 + b + (c)\nlast = a\n# comment\n",
                                        "a = [1, 2.5x, 3]\nlast = a\n# comment\n"};
    for (size_t i = 0; i < N_ITEMS(texts); i++) {
        uint32_t length = (uint32_t)strlen(texts[i]);
        const char *digit = strpbrk(texts[i], "08x");
        struct lexer lexer;
        lexer_start(&lexer, lexical, texts[i], length);
        struct lexer same = lexer;
        lexers_skip(&lexer, &same, length, false);
        assert_true(lexer.place.at > 0);
        assert_true(lexer.place.at <= (uint32_t)(digit - texts[i]));
    }
    struct lexer lexer;
    lexer_start(&lexer, lexical, texts[0], (uint32_t)strlen(texts[0]));
    struct lexer same = lexer;
    lexers_skip(&lexer, &same, lexer.length, true);
    assert_true(lexer.place.at > strlen("a = 08 + b + (c)"));
}

static void read_up_to(struct lexer *lexer, const char *text, size_t end)
{
    struct token token;
    memset(lexer, 0xee, sizeof *lexer);
    lexer_start(lexer, lexical, text, (uint32_t)strlen(text));
    while (lexer->place.at < end)
        assert_int_equal(lexer_next(lexer, &token), LEXER_TOKEN);
}

static void check_same_rest(struct lexer *a, struct lexer *b, uint32_t shift)
{
    struct token token, token_b;
    enum lexer_result result;
    do {
        result = lexer_next(a, &token);
        assert_int_equal(lexer_next(b, &token_b), result);
        if (result == LEXER_TOKEN)
            assert_int_equal(token.end_byte, token_b.end_byte + shift);
    } while (result == LEXER_TOKEN);
    assert_int_equal(a->error, b->error);
    if (result == LEXER_ERROR)
        assert_int_equal(a->error_byte, b->error_byte + shift);
}

/* Two texts with the same end give the same tokens and errors after a skip over a part of it. */
TEST(lexers__skip_together)
{
    static const struct {
        const char *start, *end;
    } cases[] = {
        {"x", "\nif x:\n  y = f'a{x!s:>{z}}' + (1, [2, {3}])\n  if z:\n    w\nlast = f'''{x}'''\n"},
        {"x", "(a,\n[b, f'{c:{d}} {(e'\n"},
        {"x", "([a,\n'b', '''c''', d], (e)], f)\n"},
        {"x", "\nif a:\n    b\n  c\n"},
        {"x", " = f'{a:{b}'\nlast\n"},
        {"f'{x", ":>{y}}' + (a, [b, c])\n"},
        {"f'{x", ":>{y + 'a long string'} and {no_end\n"},
        {"f'{x", ":>{y + 'a long string'}\nlast"},
    };
    static const char comment[] = "# comment\n";
    const uint32_t shift = sizeof comment - 1;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped_memory char *text = mem_print("%s%s%s", comment, cases[i].start, cases[i].end);
        for (uint32_t n = 0; n <= strlen(cases[i].end); n++) {
            struct lexer a, b;
            read_up_to(&a, text, shift + strlen(cases[i].start));
            read_up_to(&b, text + shift, strlen(cases[i].start));
            lexers_skip(&b, &a, n, false);
            check_same_rest(&a, &b, shift);
        }
    }
}
