/* Line ends and blocks are where Python's own tokenizer puts them. */
#include "tests/support/programs.h"
#include "tests/support/test.h"

TEST(layout__puts_line_ends_and_blocks_where_python_does)
{
    static const struct text_case cases[] = {
        {"", ""},
        {"\n\n# only a comment\n", ""},
        {"a", "a NEWLINE"},
        {"a\n", "a NEWLINE"},
        {"a;b\n", "a ; b NEWLINE"},
        {"a # c\nb\n", "a NEWLINE b NEWLINE"},
        {"if a: b\nc\n", "if a : b NEWLINE c NEWLINE"},
        {"if a:\n  b\nc\n", "if a : NEWLINE INDENT b NEWLINE DEDENT c NEWLINE"},
        {"if a:\n\tb\n        c\n", "if a : NEWLINE INDENT b NEWLINE c NEWLINE DEDENT"},
        {"if a:\n  if b:\n    c",
         "if a : NEWLINE INDENT if b : NEWLINE INDENT c NEWLINE DEDENT DEDENT"},
        {"if a:\n  b\n\n# left\n    # right\n  c\n",
         "if a : NEWLINE INDENT b NEWLINE c NEWLINE DEDENT"},
        {"f(a,\n  b\n)\n", "f ( a , b ) NEWLINE"},
        {"x = [\n\n# c\n1\n]\n", "x = [ 1 ] NEWLINE"},
        {"a = b + \\\n  c\n", "a = b + c NEWLINE"},
        {"x = a + \\\n    'b'\n", "x = a + 'b' NEWLINE"},
        {"print('a', \\\r\n r'b')\r\nc\r\n", "print ( 'a' , r'b' ) NEWLINE c NEWLINE"},
        {"if a:\n  b = \\\n'c'\n  d\n", "if a : NEWLINE INDENT b = 'c' NEWLINE d NEWLINE DEDENT"},
        {"print 'a', \\\r 'b'\r", "print 'a' , 'b' NEWLINE"},
        {"a\r\nb\r\n", "a NEWLINE b NEWLINE"},
        {"a\rb\r", "a NEWLINE b NEWLINE"},
        {"# c\ra\r", "a NEWLINE"},
        {"x = '''(\n'''\ny\n", "x = '''(\n''' NEWLINE y NEWLINE"},
        {"if a:\n  b\n\f\nc\n", "if a : NEWLINE INDENT b NEWLINE DEDENT c NEWLINE"},
    };
    expect_texts(cases, N_ITEMS(cases), parsed_tokens_of);
}

/* As in Lib/tokenize.py, whether or not the program parses. */
TEST(layout__does_not_depend_on_the_grammar)
{
    static const struct text_case cases[] = {
        {"a\n  b\nc\n", "a NEWLINE INDENT b NEWLINE DEDENT c NEWLINE"},
        {"  a\n", "INDENT a NEWLINE DEDENT"},
        {"  a\nb\n", "INDENT a NEWLINE DEDENT b NEWLINE"},
        {"if a:\nb\n", "if a : NEWLINE b NEWLINE"},
        {"if a:\n\n  # b\nelse\n", "if a : NEWLINE else NEWLINE"},
        {"  \\\n  a\n", "INDENT a NEWLINE DEDENT"},
        {"if a:\n  \\\n    b\n  c\n", "if a : NEWLINE INDENT b NEWLINE c NEWLINE DEDENT"},
        {"if a:\n\\\n    b\n    c\n", "if a : NEWLINE INDENT b NEWLINE c NEWLINE DEDENT"},
        {"\f  a\n", "INDENT a NEWLINE DEDENT"},
        {"a\n\fb\n", "a NEWLINE b NEWLINE"},
    };
    expect_texts(cases, N_ITEMS(cases), tokens_of);
}

TEST(layout__refuses_a_line_that_returns_to_no_open_block)
{
    static const char *const texts[] = {"if a:\n    b\n  c\n", "if a:\n        b\n    c\nd\n",
                                        "    a\n  b\n", "if a:\n  if b:\n      c\n    d\n"};
    for (size_t i = 0; i < N_ITEMS(texts); i++)
        assert_contains(tokens_of(texts[i]), "an indentation that matches no open block");
}

TEST(layout__refuses_bytes_that_no_token_covers)
{
    static const char refused[] = "a character that starts no token";
    assert_contains(tokens_of("a = b\xe2\x80\x8b\n"), refused); /* U+200B */
    assert_contains(tokens_of("a =\xe3\x80\x80 1\n"), refused); /* U+3000 */
    assert_contains(tokens_of("a = 1 \v\n"), refused);
}
