/* Huge and deeply nested programs are tokenized or refused, and never end the run. */
#include "tests/support/programs.h"
#include "tests/support/test.h"

static void add_times(struct str *str, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        str_add_text(str, text);
}

/* Number of tokens, -1 for a refused program. */
static long n_tokens_of(const struct str *source)
{
    scoped(program) program = {0};
    long n = tokenize_bytes(&program, source->text, source->length) ? (long)program.tokens.n : -1;
    return n;
}

/* Fails unless a text of these parts has that error. */
static void expect_error(const char *head, const char *repeated, size_t n, const char *tail,
                         enum lexical_error error)
{
    scoped(str) source = {0};
    scoped(program) program = {0};
    str_add_text(&source, head);
    add_times(&source, repeated, n);
    str_add_text(&source, tail);
    cut_bytes(&program, source.text, source.length);
    if (program.error != error)
        fail_msg("%zu times '%s': %s", n, repeated, lexical_error_texts[program.error]);
}

static long n_tokens_of_nested_f_strings(size_t depth)
{
    scoped(str) source = {0};
    add_times(&source, "f'{", depth);
    str_add_text(&source, "a");
    add_times(&source, "}'", depth);
    return n_tokens_of(&source);
}

TEST(program__refuses_f_strings_nested_too_deeply)
{
    assert_int_equal(n_tokens_of_nested_f_strings(1), 6);
    assert_int_equal(n_tokens_of_nested_f_strings(100), 402);
    assert_int_equal(n_tokens_of_nested_f_strings(LEXER_MAX_TEXTS + 1), -1);
    assert_int_equal(n_tokens_of_nested_f_strings(5000), -1);
    assert_int_equal(n_tokens_of_nested_f_strings(2), 10);
    expect_error("", "f'{", LEXER_MAX_TEXTS, "", LEXICAL_BRACKET);
    expect_error("", "f'{", LEXER_MAX_TEXTS + 1, "", LEXICAL_NESTING);
}

TEST(program__refuses_brackets_nested_too_deeply)
{
    expect_error("", "(", LEXER_MAX_BRACKETS, "", LEXICAL_BRACKET);
    expect_error("", "(", LEXER_MAX_BRACKETS + 1, "", LEXICAL_NESTING);
    expect_error("", "[", 70000, "", LEXICAL_NESTING);
    expect_error("", "{}", 70000, "", LEXICAL_OK);
}

TEST(program__refuses_blocks_nested_too_deeply)
{
    for (size_t n = LEXER_MAX_BLOCKS - 1; n <= LEXER_MAX_BLOCKS + 1; n++) {
        scoped(str) source = {0};
        scoped(program) program = {0};
        for (size_t i = 0; i <= n; i++)
            str_print(&source, "%*sif a:\n", (int)i, "");
        bool has_tokens = cut_bytes(&program, source.text, source.length);
        assert_int_equal(has_tokens, n <= LEXER_MAX_BLOCKS);
        assert_int_equal(program.error, has_tokens ? LEXICAL_OK : LEXICAL_NESTING);
    }
}

TEST(program__survives_huge_nesting_and_huge_lines)
{
    enum { N = 7000 };
    static const struct {
        const char *head, *repeated, *middle, *repeated_after, *tail;
        long n_tokens;
    } cases[] = {
        {"x = ", "(", "a", ")", "\n", -1},
        {"x = ", "[", "", "]", "\n", -1},
        {"x = ", "-", "a", "", "\n", N + 4},
        {"x = ", "not ", "a", "", "\n", N + 4},
        {"x = a", " + a", "", "", "\n", 2 * N + 4},
        {"x = [", "1,", "", "", "]\n", 2 * N + 5},
        {"", "a;", "a", "", "\n", 2 * N + 2},
        {"x = ", "'a' ", "'a'", "", "\n", N + 4},
        {"x = ", "f'a' ", "f'a'", "", "\n", 3 * N + 6},
        {"x = f'", "{a}", "", "", "'\n", 3 * N + 5},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) source = {0};
        str_add_text(&source, cases[i].head);
        add_times(&source, cases[i].repeated, N);
        str_add_text(&source, cases[i].middle);
        add_times(&source, cases[i].repeated_after, N);
        str_add_text(&source, cases[i].tail);
        assert_int_equal(n_tokens_of(&source), cases[i].n_tokens);
    }
}

/* What would take too much memory or time is refused before it is parsed. */
TEST(program__is_parsed_whatever_its_size_up_to_a_limit)
{
    enum { OK, DOES_NOT_PARSE, TOO_LARGE };
    static const struct {
        const char *repeated;
        size_t n;
        int result;
    } cases[] = {
        {"()", 100000, OK},
        {"x=", 100000, DOES_NOT_PARSE}, /* at its end, after more than 65,535 symbols */
        {"lambda:", 100000, DOES_NOT_PARSE},
        {"1,", 200000, OK},
        {"1,", 250001, TOO_LARGE},
        {"f'{x}'", 50000, OK},
        {"a\n", 249999, OK},
        {"a\n", 250001, TOO_LARGE},
        {"# a\na\n", 70000, OK},
        {" \n", 400000, OK},
        {"abcdefghijkl", 80000, OK},
        /* runs that the parser goes over again and again */
        {"# comments that stand one below the other, none of them very long\n", 1900, OK},
        {"# comments that stand one below the other, none of them very long\n", 2100, TOO_LARGE},
        {"# comments with a token between any two of them\nx\n", 2000, OK},
        {"\\\n", 11000, OK},
        {"\\\n", 12000, TOO_LARGE},
        {"         \\\n", 5500, TOO_LARGE},
    };
    scoped(program) program = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) source = {0};
        add_times(&source, cases[i].repeated, cases[i].n);
        if (strchr(cases[i].repeated, '\\'))
            str_add_text(&source, "x"); /* a line that continues */
        /* it has tokens, whatever its size */
        assert_true(program_tokenize(&program, shared_lexical(), source.text, source.length));
        bool parses = program_parse(&program, shared_parser());
        int result = parses ? OK : program.is_too_large ? TOO_LARGE : DOES_NOT_PARSE;
        if (result != cases[i].result)
            fail_msg("%zu times '%s': %d", cases[i].n, cases[i].repeated, result);
    }
}
