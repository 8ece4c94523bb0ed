/* Code in texts that are not all code. */
#include "guard/loose_code.h"
#include "tests/support/test.h"

TEST(loose_text__leaves_marks_out_and_is_cut_at_others)
{
    static const struct {
        const char *text, *expected; /* | where it is cut */
        enum loose_cuts cuts;
    } cases[] = {
        {"x <START>+<END> 1", "x + 1", CUT_NOWHERE},
        {"x<BUG>1", "x _tokfix_hole_ 1", CUT_NOWHERE},
        {"a\n<BUG>\nb", "a\n _tokfix_hole_ \nb", CUT_NOWHERE},
        {"a\n<BUG>\nb\n<BUG> c", "a\n|\nb\n _tokfix_hole_  c", CUT_AT_ANY},
        {"a = '''b'''", "a = '''b'''", CUT_NOWHERE},
        {"a = '''b'''", "a = |b|", CUT_AT_ANY},
        {"It's\n```python\nx = 1\n```\n", "It's\n|\nx = 1\n|\n", CUT_AT_ANY},
        {"```x = 1```", "|x = 1|", CUT_AT_ANY},
        {"### Response:\nx", "|\nx", CUT_AT_ANY},
        {"x ### y", "x ### y", CUT_AT_ANY},
        {"<|im_start|>user\nx", "|user\nx", CUT_AT_ANY},
        {"a <| b", "a <| b", CUT_AT_ANY},
        {"<fim_prefix>a<fim_suffix>b<fim_middle>c", "|a|b|c", CUT_AT_ANY},
        {"<PRE> a <SUF>b <MID>c", "|a|b|c", CUT_AT_ANY},
        {"<", "<", CUT_AT_ANY},
        {"", "", CUT_AT_ANY},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(loose_text) text = {.text = {0}};
        scoped(str) shown = {0};
        size_t at = 0;
        loose_text_read(&text, cases[i].text, strlen(cases[i].text), cases[i].cuts);
        for (size_t k = 0; k <= text.cuts.n; k++) {
            size_t end = k < text.cuts.n ? text.cuts.items[k] : text.text.length;
            str_add(&shown, str_text(&text.text) + at, end - at);
            str_add_text(&shown, k < text.cuts.n ? "|" : "");
            at = end;
        }
        assert_string_equal(str_text(&shown), cases[i].expected);
    }
}

TEST(loose_text__fills_in_the_middle)
{
    static const struct {
        const char *text, *expected; /* NULL: the text is another one */
    } cases[] = {
        {"<fim_prefix>a<fim_suffix>c<fim_middle>b", "abc"},
        {"<|fim_suffix|>c<|fim_prefix|>a<|fim_middle|>b", "abc"},
        {"Fill in:\n```\n<PRE> a''' <SUF>c <MID>b<EOT>", "a'''bc"},
        {"[SUFFIX]c[PREFIX]a[MIDDLE]b", "abc"},
        {"<fim_prefix>a<fim_suffix>b", NULL},
        {"<|im_start|>a<|im_end|>b<|im_start|>c", NULL},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(loose_text) text = {.text = {0}};
        scoped(str) filled = {0};
        loose_text_read(&text, cases[i].text, strlen(cases[i].text), CUT_AT_SPECIAL);
        assert_int_equal(loose_text_fill(&filled, &text), cases[i].expected != NULL);
        if (cases[i].expected)
            assert_string_equal(str_text(&filled), cases[i].expected);
    }
}

TEST(loose_code__goes_on_after_what_is_no_code)
{
    static const struct {
        const char *language, *text, *expected; /* * is what stands for any token */
    } cases[] = {
        {"python", "a = 1", "a = 1"},
        {"python", "It's\nx = [1, 2]\ny", "It s x = [ 1 , 2 ] y"},
        {"python", "a - b\n# c\nx = y", "a - b x = y"},
        {"python", "if a:\n  \"\"\"Text.\"\"\"\n  b", "if a : b"},
        {"python", "f(\n'a',\n'b'\n)", "f ( 'a' , 'b' )"},
        {"python", "x = \"\"\"a b", "x = \"\" a b"},
        {"python", "a = _tokfix_hole_ + 1", "a = * + 1"},
        {"c", "don't\nint x = 'a';\nreturn", "don t int x = 'a' ; return"},
        {"c", "#define A B C\nint x;", "# define A B C int x ;"},
        {"java", "/* a\nint x;", "* a int x ;"},
        {"python", "\xe2\x80\x94 x", "x"},
        {"python", "", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(loose_reader) *reader = loose_reader_new();
        scoped(loose_code) code = {.program = {0}};
        scoped(str) shown = {0};
        loose_code_read(&code, reader, language_find(cases[i].language), cases[i].text,
                        strlen(cases[i].text));
        for (size_t k = 0; k < code.sequence.tokens.n; k++) {
            const struct sequence_token *token = &code.sequence.tokens.items[k];
            struct token_text text = program_token_text(&code.program, token->token);
            str_add_text(&shown, k ? " " : "");
            if (token->text == SEQUENCE_ANY)
                str_add_text(&shown, "*");
            else
                str_add(&shown, text.bytes, text.length);
        }
        assert_string_equal(str_text(&shown), cases[i].expected);
    }
}

TEST(loose_code__takes_linear_time)
{
    enum { N = 100000 };
    scoped(loose_reader) *reader = loose_reader_new();
    scoped(loose_code) code = {.program = {0}};
    scoped(str) open = {0};
    for (int i = 0; i < N; i++)
        str_add_text(&open, "f'''{");
    loose_code_read(&code, reader, language_find("python"), str_text(&open), open.length);
    assert_true(code.sequence.tokens.n > 0);
}
