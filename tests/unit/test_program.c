/* Programs as tokens, and the tree with the node of each token. */
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* As parsed_tokens_of() gives them, without the last NEWLINE. */
static void expect_tokens(const struct text_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *expected = printed("%s NEWLINE", cases[i].expected);
        const char *tokens = parsed_tokens_of(cases[i].given);
        if (strcmp(tokens, expected) != 0)
            fail_msg("%s\n gives    %s\n and not  %s", cases[i].given, tokens, expected);
    }
}

TEST(program__takes_a_plain_string_for_one_token)
{
    static const struct text_case cases[] = {
        {"'a'", "'a'"},
        {"\"a b\"", "\"a b\""},
        {"''", "''"},
        {"\"\" ''", "\"\" ''"},
        {"'# no comment'", "'# no comment'"},
        {"'{a}'", "'{a}'"},
        {"'\\'' + '\\\\'", "'\\'' + '\\\\'"},
        {"'a\\\nb'", "'a\\\nb'"},
        {"r'\\d' b'a' u'b' ur'c'", "r'\\d' b'a' u'b' ur'c'"},
        {"R'a' B\"a\" U'a' Rb'a' bR'a' UR'a'", "R'a' B\"a\" U'a' Rb'a' bR'a' UR'a'"},
        {"'''a'''", "'''a'''"},
        {"'''a\nb'''", "'''a\nb'''"},
        {"\"\"\"a\n'''\n\"b\"\n\"\"\"", "\"\"\"a\n'''\n\"b\"\n\"\"\""},
        {"rb'''a\n'''", "rb'''a\n'''"},
        {"'''(\n'''\nb", "'''(\n''' NEWLINE b"},
        {"x = 'a' 'b' \"c\"", "x = 'a' 'b' \"c\""},
        {"x = ('a'\n     'b')", "x = ( 'a' 'b' )"},
        {"'\xe5\x90\x8d'", "'\xe5\x90\x8d'"},
        {"x['a']", "x [ 'a' ]"},
    };
    expect_tokens(cases, N_ITEMS(cases));
}

TEST(program__cuts_an_f_string_into_text_and_code)
{
    static const struct text_case cases[] = {
        {"f''", "f' '"},
        {"f'a b'", "f' «a b» '"},
        {"F\"a\"", "F\" «a» \""},
        {"f'{a}'", "f' { a } '"},
        {"f'{ a }'", "f' { a } '"},
        {"f'{a}{b}'", "f' { a } { b } '"},
        {"f' {a} '", "f' « » { a } « » '"},
        {"f'a{b}c{d}e'", "f' «a» { b } «c» { d } «e» '"},
        {"f'# {a} # b'", "f' «# » { a } « # b» '"},
        {"f'('\nb", "f' «(» ' NEWLINE b"},
        {"(f'){a}'\n)", "( f' «)» { a } ' )"},
        {"f'{{'", "f' «{{» '"},
        {"f'{{}}'", "f' «{{}}» '"},
        {"f'a{{b}}c'", "f' «a{{b}}c» '"},
        {"f'{{{a}}}'", "f' «{{» { a } «}}» '"},
        {"f'a\\n\\t{{\\x41b'", "f' «a\\n\\t{{\\x41b» '"},
        {"f'\\N{DASH}{a}'", "f' «\\N{DASH}» { a } '"},
        {"f'a\\\nb{c}'", "f' «a\\\nb» { c } '"},
        {"rf'\\d{a}\\{b}'", "rf' «\\d» { a } «\\» { b } '"},
        {"Rf'a' fR'b'", "Rf' «a» ' fR' «b» '"},
        {"f'''a\n{b}\nc'''", "f''' «a\n» { b } «\nc» '''"},
        {"f'''{\n  a\n}'''", "f''' { a } '''"},
        {"f'''{a # c\n}'''", "f''' { a } '''"},
        {"f'\xe5\x90\x8d{a}'", "f' «\xe5\x90\x8d» { a } '"},
    };
    expect_tokens(cases, N_ITEMS(cases));
}

TEST(program__cuts_interpolations_into_their_tokens)
{
    static const struct text_case cases[] = {
        {"f'{a + 1}'", "f' { a + 1 } '"},
        {"f'{a.b[0](c)}'", "f' { a . b [ 0 ] ( c ) } '"},
        {"f'{a, b}'", "f' { a , b } '"},
        {"f'{*a, b}'", "f' { * a , b } '"},
        {"f'{a if b else c}'", "f' { a if b else c } '"},
        {"f'{a not  in b}'", "f' { a not in b } '"},
        {"f'{a != b}'", "f' { a != b } '"},
        {"f'{a == b}'", "f' { a == b } '"},
        {"f'{(a := 1)}'", "f' { ( a := 1 ) } '"},
        {"f'{(lambda b: b)(a)}'", "f' { ( lambda b : b ) ( a ) } '"},
        {"f'{ {1: 2}[a] }'", "f' { { 1 : 2 } [ a ] } '"},
        {"f\"{a['b']}\"", "f\" { a [ 'b' ] } \""},
        {"f'{yield}'", "f' { yield } '"},
        {"f'{a!r}'", "f' { a ! r } '"},
        {"f'{a !s}'", "f' { a ! s } '"},
        {"f'{a=}'", "f' { a = } '"},
        {"f'{a = }'", "f' { a = } '"},
        {"f'{a=!r}'", "f' { a = ! r } '"},
    };
    expect_tokens(cases, N_ITEMS(cases));
}

TEST(program__takes_format_texts_for_text)
{
    static const struct text_case cases[] = {
        {"f'{a:>10}'", "f' { a : «>10» } '"},
        {"f'{a: >10}'", "f' { a : « >10» } '"},
        {"f'{a:}'", "f' { a : } '"},
        {"f'{a:02d}:{b}'", "f' { a : «02d» } «:» { b } '"},
        {"f'{a:%Y-%m-%d %H:%M}'", "f' { a : «%Y-%m-%d %H:%M» } '"},
        {"f'{a!r:>3}'", "f' { a ! r : «>3» } '"},
        {"f'{a=:.2f}'", "f' { a = : «.2f» } '"},
        {"f'{a = !r:^9}'", "f' { a = ! r : «^9» } '"},
        {"f'{a:{w}}'", "f' { a : { w } } '"},
        {"f'{a: {w}}'", "f' { a : « » { w } } '"},
        {"f'{a:{w} }'", "f' { a : { w } « » } '"},
        {"f'{a:>{w}.{p}f}'", "f' { a : «>» { w } «.» { p } «f» } '"},
        {"f'{a:{w}{p}}'", "f' { a : { w } { p } } '"},
        {"f'{a:{w + 1}}'", "f' { a : { w + 1 } } '"},
        {"f'{a:{w!r}}'", "f' { a : { w ! r } } '"},
        {"f'{a:{w:>3}}'", "f' { a : { w : «>3» } } '"},
    };
    expect_tokens(cases, N_ITEMS(cases));
}

TEST(program__keeps_nested_and_neighbouring_strings_apart)
{
    static const struct text_case cases[] = {
        {"f'{\"a\"}'", "f' { \"a\" } '"},
        {"f'{f\"a{b}\"}c'", "f' { f\" «a» { b } \" } «c» '"},
        {"f'{f\"{f'''{a}'''}\"}'", "f' { f\" { f''' { a } ''' } \" } '"},
        {"f'{f'{f'{a}'}'}'", "f' { f' { f' { a } ' } ' } '"},
        {"f'{a:{f\"{w}\"}}'", "f' { a : { f\" { w } \" } } '"},
        {"f'a' f'b'", "f' «a» ' f' «b» '"},
        {"'a' f'b{c}' r'd'", "'a' f' «b» { c } ' r'd'"},
        {"x = (f'a'\n     'b')", "x = ( f' «a» ' 'b' )"},
        {"f'{\"a\" \"b\"}'", "f' { \"a\" \"b\" } '"},
    };
    expect_tokens(cases, N_ITEMS(cases));
}

TEST(program__joins_operators_of_two_words)
{
    static const struct text_case cases[] = {
        {"a not in b", "a not in b"},         {"a is not b", "a is not b"},
        {"a not   in b", "a not in b"},       {"a is\tnot b", "a is not b"},
        {"a not \\\n    in b", "a not in b"}, {"a is\\\nnot b", "a is not b"},
        {"(a not\n in b)", "( a not in b )"}, {"(a is # c\n not b)", "( a is not b )"},
        {"not a in b", "not a in b"},         {"a is (not b)", "a is ( not b )"},
        {"a in not_in", "a in not_in"},
    };
    expect_tokens(cases, N_ITEMS(cases));

    scoped(program) program = tokenized("a not \\\n in b is  not c");
    static const uint8_t joined[] = {0, 1, 0, 2, 0, 0}; /* 1 + index in the language's list */
    static const uint32_t ends[] = {1, 11, 13, 21, 23, 23};
    assert_int_equal(program.tokens.n, N_ITEMS(ends));
    for (size_t i = 0; i < N_ITEMS(ends); i++) {
        assert_int_equal(program.tokens.items[i].joined, joined[i]);
        assert_int_equal(program.tokens.items[i].end_byte, ends[i]);
    }
}

TEST(program__reads_python_2)
{
    static const struct text_case cases[] = {
        {"print", "print"},
        {"print a", "print a"},
        {"print a, b", "print a , b"},
        {"print a,", "print a ,"},
        {"print >>f", "print >> f"},
        {"print >>f, x", "print >> f , x"},
        {"print>>f,x", "print >> f , x"},
        {"print 'a%d' % b", "print 'a%d' % b"},
        {"print not a", "print not a"},
        {"print (a), b", "print ( a ) , b"},
        {"a <> b", "a <> b"},
        {"a<>b", "a <> b"},
        {"0777 + 10L + 0xFFl", "0777 + 10L + 0xFFl"},
        {"exec a", "exec a"},
        {"exec 'a' in b", "exec 'a' in b"},
        {"raise A, 'b'", "raise A , 'b'"},
        {"ur'a'", "ur'a'"},
        {"def f((a, b)): return a", "def f ( ( a , b ) ) : return a"},
        {"try: a\nexcept A, e: b", "try : a NEWLINE except A , e : b"},
        {"print 1if a else 2", "print 1 if a else 2"},
    };
    expect_tokens(cases, N_ITEMS(cases));
}

TEST(program__reads_python_3)
{
    static const struct text_case cases[] = {
        {"print(a, end='')", "print ( a , end = '' )"},
        {"print", "print"},
        {"print = exec", "print = exec"},
        {"if (n := f(a)) > 1: b", "if ( n := f ( a ) ) > 1 : b"},
        {"lambda: 0", "lambda : 0"},
        {"lambda a, *b, c=1, **d: a", "lambda a , * b , c = 1 , ** d : a"},
        {"@a.b(1)\ndef f(): c", "@ a . b ( 1 ) NEWLINE def f ( ) : c"},
        {"f(*a, **b)", "f ( * a , ** b )"},
        {"f(* a)", "f ( * a )"},
        {"a, *b = c", "a , * b = c"},
        {"{**a, 'b': 1}", "{ ** a , 'b' : 1 }"},
        {"def f(a, /, b: int = 1, *, c) -> d: e", "def f ( a , / , b : int = 1 , * , c ) -> d : e"},
        {"async def f(): await a", "async def f ( ) : await a"},
        {"async with a as b: c", "async with a as b : c"},
        {"async = await_", "async = await_"},
        {"match a:\n case 1: b\nc", "match a : NEWLINE INDENT case 1 : b NEWLINE DEDENT c"},
        {"match = case", "match = case"},
        {"match(a)", "match ( a )"},
        {"type A = int", "type A = int"},
        {"type(a)", "type ( a )"},
        {"yield from a", "yield from a"},
        {"raise a from b", "raise a from b"},
        {"a @ b", "a @ b"},
        {"with (a as b, c as d): e", "with ( a as b , c as d ) : e"},
        {"x: List[int] | None = a", "x : List [ int ] | None = a"},
        {"\xc3\xa9 = \xe5\x90\x8d", "\xc3\xa9 = \xe5\x90\x8d"},
        {"print(a)if b else c", "print ( a ) if b else c"},
        {"from .. import a", "from . . import a"},
    };
    expect_tokens(cases, N_ITEMS(cases));
}

TEST(program__reads_numbers_and_operators)
{
    static const struct text_case cases[] = {
        {"0,10,1_000,0x1F,0b11,0o17", "0 , 10 , 1_000 , 0x1F , 0b11 , 0o17"},
        {"1.5,.5,5.,1e5,1E-5,1_0.5e+3,2j,1.5J",
         "1.5 , .5 , 5. , 1e5 , 1E-5 , 1_0.5e+3 , 2j , 1.5J"},
        {"-1", "- 1"},
        {"1 if a else 2", "1 if a else 2"},
        {"1if a else 2", "1 if a else 2"},
        {"1or 2", "1 or 2"},
        {"1 .real", "1 . real"},
        {"1..real", "1. . real"},
        {"...", "..."},
        {"a[..., 1:2, ::3]", "a [ ... , 1 : 2 , : : 3 ]"},
        {"a**-b", "a ** - b"},
        {"a//b/c%d", "a // b / c % d"},
        {"a<<b>>c", "a << b >> c"},
        {"a<=b!=c>=d", "a <= b != c >= d"},
        {"a<-b", "a < - b"},
        {"~a^b|c&d", "~ a ^ b | c & d"},
        {"a**=b", "a **= b"},
        {"a//=b;c<<=d;e@=f", "a //= b ; c <<= d ; e @= f"},
        {"a=b==c", "a = b == c"},
        {"not not a", "not not a"},
        {"not(a)", "not ( a )"},
        {"def f()->a: b", "def f ( ) -> a : b"},
    };
    expect_tokens(cases, N_ITEMS(cases));
}

TEST(program__need_not_parse_to_have_tokens)
{
    static const struct text_case cases[] = {
        {"a b", "a b NEWLINE"},
        {"x = = 1", "x = = 1 NEWLINE"},
        {"f'{}'", "f' { } ' NEWLINE"},
        {"def f(:)\n a", "def f ( : ) NEWLINE INDENT a NEWLINE DEDENT"},
        {";", "; NEWLINE"},
        {"if a\n b", "if a NEWLINE INDENT b NEWLINE DEDENT"},
        {"f'{a!}'", "f' { a ! } ' NEWLINE"},
        {"a.5", "a .5 NEWLINE"},
        {"`a b`", "` a b ` NEWLINE"},
    };
    expect_texts(cases, N_ITEMS(cases), tokens_of);
    for (size_t i = 0; i < N_ITEMS(cases) - 1; i++) /* the last is a string for the grammar */
        assert_string_equal(parsed_tokens_of(cases[i].given), "SYNTAX ERROR");
}

TEST(program__says_why_it_has_no_tokens_and_where)
{
    static const struct {
        const char *source;
        enum lexical_error error;
        uint32_t error_byte;
    } cases[] = {
        {"(", LEXICAL_BRACKET, 0},
        {"a(\nb)]\n", LEXICAL_BRACKET, 5},
        {"a[(]\n", LEXICAL_BRACKET, 3},
        {"a + [(b)\nc\n", LEXICAL_BRACKET, 4},
        {"x = 'a", LEXICAL_UNCLOSED, 4},
        {"x = '''a", LEXICAL_UNCLOSED, 4},
        {"x = rb'a\n'", LEXICAL_UNCLOSED, 4},
        {"f'{a'", LEXICAL_UNCLOSED, 4},
        {"f'{a}", LEXICAL_UNCLOSED, 0},
        {"f'{a}}'", LEXICAL_BRACKET, 5},
        {"f'}'", LEXICAL_BRACKET, 2},
        {"def f(:\n a", LEXICAL_BRACKET, 5},
        {"a ! b", LEXICAL_CHARACTER, 2},
        {"$", LEXICAL_CHARACTER, 0},
        {"a ?", LEXICAL_CHARACTER, 2},
        {"x = 1 \\ ", LEXICAL_CHARACTER, 6},
        {" \\\n", LEXICAL_CHARACTER, 1},
        {"x = 1.real", LEXICAL_NUMBER, 4},
        {"x = 0or 1", LEXICAL_NUMBER, 4},
        {"x \\ \n= 1", LEXICAL_CHARACTER, 2},
        {"\xef\xbb\xbf"
         "a = 1\n",
         LEXICAL_CHARACTER, 0},
        {"a = 1\nb = \xe2\x81\xa0"
         "c\n",
         LEXICAL_CHARACTER, 10},
        {"a\xe2\x80\x8b = 1\n", LEXICAL_CHARACTER, 1},
        {"a = \v1\n", LEXICAL_CHARACTER, 4},
        {"if a:\n    b\n  c\n", LEXICAL_INDENTATION, 14},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) program = {0};
        assert_false(tokenize_text(&program, cases[i].source));
        if (program.error != cases[i].error || program.error_byte != cases[i].error_byte)
            fail_msg("'%s': %s, at byte %u", cases[i].source, lexical_error_texts[program.error],
                     program.error_byte);
        assert_int_equal(program.tokens.n, 0);
        assert_int_equal(program.tree.nodes.n, 0);
    }
}

TEST(program__says_where_it_does_not_parse)
{
    static const struct {
        const char *source;
        uint32_t error_byte;
    } cases[] = {
        {"a = 1\nb = c d\nc = 2\n", 10},
        {"x = = 1\n", 4},
        {"if a\n  b\n", 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) program = {0};
        assert_true(cut_bytes(&program, cases[i].source, strlen(cases[i].source)));
        assert_int_equal(program.error, LEXICAL_OK);
        assert_false(program_parse(&program, shared_parser()));
        if (program.error_byte != cases[i].error_byte)
            fail_msg("'%s': byte %u", cases[i].source, program.error_byte);
        assert_int_equal(program.error, LEXICAL_OK);
        assert_true(program.tokens.n > 0);
    }
}

TEST(program__has_no_tokens_if_there_is_a_zero_byte)
{
    static const char source[] = "a = '''bc''' + \\\n f'd{e}' # f\n";
    size_t length = sizeof source - 1;
    for (size_t at = 0; at <= length; at++) {
        char bytes[sizeof source];
        memcpy(bytes, source, at);
        bytes[at] = '\0';
        memcpy(bytes + at + 1, source + at, length - at);
        scoped(program) program = {0};
        assert_false(cut_bytes(&program, bytes, length + 1));
        assert_int_equal(program.tokens.n, 0);
        assert_int_equal(program.error, LEXICAL_CHARACTER);
        assert_int_equal(program.error_byte, at);
    }
}

TEST(program__can_be_empty)
{
    static const char *const sources[] = {"", "\n", "  ", "\t\f\r\n", "# c", "\\\n\n", "\n# c\n\n"};
    for (size_t i = 0; i < N_ITEMS(sources); i++) {
        scoped(program) program = {0};
        assert_true(tokenize_text(&program, sources[i]));
        assert_int_equal(program.tokens.n, 0);
    }
}

TEST(program__is_reused_from_source_to_source)
{
    static const struct {
        const char *source;
        size_t n_tokens;
        bool has_tokens, parses;
    } steps[] = {
        {"a = b + c\n", 6, true, true},  {"a = (\n", 0, false, false},
        {"a\n", 2, true, true},          {"", 0, true, true},
        {"a b\n", 3, true, false},       {"if a:\n  b\n c\n", 0, false, false},
        {"if a:\n  b\n", 8, true, true},
    };
    scoped(program) program = {0};
    for (size_t i = 0; i < N_ITEMS(steps); i++) {
        size_t length = strlen(steps[i].source);
        assert_int_equal(program_tokenize(&program, shared_lexical(), steps[i].source, length),
                         steps[i].has_tokens);
        assert_int_equal(program.tokens.n, steps[i].n_tokens);
        assert_ptr_equal(program.source, steps[i].source);
        assert_ptr_equal(program.language, &language_python);
        assert_int_equal(program.length, length);
        assert_int_equal(program.tree.nodes.n, 0); /* that of the source before is gone */
        assert_int_equal(program_read(&program, shared_parser(), steps[i].source, length),
                         steps[i].parses);
        assert_int_equal(program.tokens.n, steps[i].n_tokens);
        assert_int_equal(program.tree.nodes.n > 0, steps[i].has_tokens);
    }
}

TEST(program__says_where_tokens_start_and_end)
{
    scoped(program) program = tokenized("if a:\n    b = f' {c}' + 1  # d\n");
    static const struct {
        enum token_kind kind;
        uint32_t start, end;
    } expected[] = {
        {TOKEN_WORD, 0, 2},       {TOKEN_WORD, 3, 4},          {TOKEN_SIGN, 4, 5},
        {TOKEN_LINE_END, 5, 5},   {TOKEN_BLOCK_OPEN, 5, 5},    {TOKEN_WORD, 10, 11},
        {TOKEN_SIGN, 12, 13},     {TOKEN_QUOTE, 14, 16},       {TOKEN_TEXT, 16, 17},
        {TOKEN_SIGN, 17, 18},     {TOKEN_WORD, 18, 19},        {TOKEN_SIGN, 19, 20},
        {TOKEN_QUOTE, 20, 21},    {TOKEN_SIGN, 22, 23},        {TOKEN_NUMBER, 24, 25},
        {TOKEN_LINE_END, 25, 25}, {TOKEN_BLOCK_CLOSE, 25, 25},
    };
    assert_int_equal(program.tokens.n, N_ITEMS(expected));
    for (size_t i = 0; i < N_ITEMS(expected); i++) {
        const struct token *token = &program.tokens.items[i];
        assert_int_equal(token->kind, expected[i].kind);
        assert_int_equal(token->start_byte, expected[i].start);
        assert_int_equal(token->end_byte, expected[i].end);
        assert_int_equal(token_is_layout(token), expected[i].start == expected[i].end);
        assert_int_equal(program_token_text(&program, i).length,
                         expected[i].end - expected[i].start);
    }
}

TEST(program__finds_the_smallest_node_of_each_token)
{
    static const struct {
        const char *source, *nodes; /* of the tokens that are not layout */
    } cases[] = {
        {"x = 'a'", "identifier = string"},
        {"x = 'a' \"b\"", "identifier = string string"},
        {"a.b(1)", "identifier . identifier ( integer )"},
        {"a not  in b", "identifier not in identifier"},
        {"a is not b", "identifier is not identifier"},
        {"not a", "not identifier"},
        {"[**a]", "[ list_splat identifier ]"},
        {"f'b{c!r:>3}d'",
         "string_start string_content { identifier type_conversion type_conversion : "
         "format_specifier } string_content string_end"},
        {"print a, b", "print identifier , identifier"},
        {"print(a)", "identifier ( identifier )"},
        {"from ... import a", "from import_prefix import identifier"},
        {"x[...]", "identifier [ ellipsis ]"},
        {"if a: # b\n  c # d\n", "if identifier : identifier"},
        {"x = \\\n  1", "identifier = integer"},
        {"`a`", "string_start string_content string_end"},
        {"def f(): return", "def identifier ( ) : return"},
        {"except_ = None", "identifier = none"},
        {"a;", "identifier ;"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) program = tokenized(cases[i].source);
        const struct node *nodes = program.tree.nodes.items;
        scoped(str) shown = {0};
        for (size_t t = 0; t < program.tokens.n; t++) {
            const struct token *token = &program.tokens.items[t];
            const struct node *node = &nodes[token->node];
            assert_true(node->start_byte <= token->start_byte && token->end_byte <= node->end_byte);
            if (!token_is_layout(token))
                str_print(&shown, "%s%s", shown.length ? " " : "",
                          syntax_kind_name(program.language, node->kind));
        }
        assert_string_equal(str_text(&shown), cases[i].nodes);
    }
}

TEST(program__counts_lines_and_code_points)
{
    static const struct {
        const char *source;
        size_t byte;
        uint32_t line, column;
    } cases[] = {
        {"", 0, 1, 0},
        {"abc", 0, 1, 0},
        {"abc", 3, 1, 3},
        {"a\nb", 1, 1, 1},
        {"a\nb", 2, 2, 0},
        {"a\nb\n", 4, 3, 0},
        {"a\r\nb", 3, 2, 0},
        {"a\r\n\r\nb", 5, 3, 0},
        {"a\r\nbc", 4, 2, 1},
        {"a\rb", 2, 2, 0},
        {"a\r\rb", 3, 3, 0},
        {"a\r", 2, 2, 0},
        {"a\n\rb", 3, 3, 0},
        {"a\n\r\nb", 4, 3, 0},
        {"\tb", 1, 1, 1},
        {"a\fb", 2, 1, 2},
        {"a\vb", 2, 1, 2},
        {"\xc3\xa9"
         "b",
         2, 1, 1},
        {"\xe5\x90\x8d\xe5\x90\x8d", 6, 1, 2},
        {"\xf0\x9f\x98\x80"
         "b",
         4, 1, 1},
        {"e\xcc\x81"
         "b",
         3, 1, 2},
        {"\xf0\x9f\x98\x80\n\xf0\x9f\x98\x80"
         "b",
         9, 2, 1},
        {"a\xe2\x80\xa8"
         "b",
         4, 1, 2}, /* U+2028 ends no line */
        {"a\xc2\x85"
         "b",
         3, 1, 2}, /* nor does U+0085 */
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct position position =
            text_position(cases[i].source, strlen(cases[i].source), cases[i].byte);
        if (position.line != cases[i].line || position.column != cases[i].column)
            fail_msg("case %zu: line %u, column %u", i, position.line, position.column);
    }
}

TEST(program__compares_tokens_by_kind_and_text)
{
    static const struct {
        const char *a;
        size_t index_a;
        const char *b;
        size_t index_b;
        bool are_equal;
    } cases[] = {
        {"x", 0, "x", 0, true},
        {"x", 0, "y", 0, false},
        {"x", 0, "xy", 0, false},
        {"'a'", 0, "\"a\"", 0, false},
        {"1", 0, "1.0", 0, false},
        {"a not in b", 1, "a not    in c", 1, true},
        {"a not in b", 1, "a in b", 1, false},
        {"a is not b", 1, "a not in b", 1, false},
        {"not a", 0, "a not in b", 1, false},
        {"'''a\nb'''", 0, "'''a\r\nb'''", 0, true},
        {"'''a\nb'''", 0, "'''a\rb'''", 0, true},
        {"'''a\rb'''", 0, "'''a\r\nb'''", 0, true},
        {"'''a\n\nb'''", 0, "'''a\r\n\r\nb'''", 0, true},
        {"'''a\n\nb'''", 0, "'''a\r\nb'''", 0, false},
        {"'''a\nb'''", 0, "'''a b'''", 0, false},
        {"'''a\r\nb'''", 0, "'''a\r\nc'''", 0, false},
        {"'''a\r\n'''", 0, "'''a'''", 0, false},
        {"'a\\\nb'", 0, "'a\\\r\nb'", 0, true},
        {"f'''a\nb'''", 1, "f'''a\r\nb'''", 1, true},
        {"f'''a\nb'''", 1, "f'''a\r\nc'''", 1, false},
        {"f'a'", 1, "f'a{b}'", 1, true},
        {"f'a'", 1, "f\"{b:a}\"", 4, true},
        {"f'a'", 1, "a", 0, false},
        {"f'{a}'", 2, "f'a'", 1, false},
        {"f'='", 1, "a = b", 1, false},
        {"a\nb", 1, "c", 1, true},
        {"a", 1, "a", 0, false},
        {"if a: b", 4, "if a:\n b", 3, true},
        {"if a:\n b", 3, "if a:\n b", 4, false},
        {"if a:\n b", 4, "if a:\n b", 7, false},
        {"if a:\n b", 4, "while a:\n\tb", 4, true},
        {"if a:\n b", 7, "while a:\n\tb", 7, true},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) a = {0}, b = {0};
        tokenize_valid(&a, cases[i].a);
        tokenize_valid(&b, cases[i].b);
        assert_true(cases[i].index_a < a.tokens.n && cases[i].index_b < b.tokens.n);
        bool forth = program_tokens_equal(&a, cases[i].index_a, &b, cases[i].index_b);
        bool back = program_tokens_equal(&b, cases[i].index_b, &a, cases[i].index_a);
        if (forth != cases[i].are_equal || back != cases[i].are_equal)
            fail_msg("case %zu: %d and %d", i, forth, back);
    }
}
