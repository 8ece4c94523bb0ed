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

static long n_tokens_of_nested_f_strings(size_t depth)
{
    scoped(str) source = {0};
    add_times(&source, "f'{", depth);
    str_add_text(&source, "a");
    add_times(&source, "}'", depth);
    long n = n_tokens_of(&source);
    return n;
}

TEST(program__refuses_f_strings_nested_too_deeply)
{
    assert_int_equal(n_tokens_of_nested_f_strings(1), 6);
    assert_int_equal(n_tokens_of_nested_f_strings(100), 402);
    assert_int_equal(n_tokens_of_nested_f_strings(200), -1);
    assert_int_equal(n_tokens_of_nested_f_strings(5000), -1);
    assert_int_equal(n_tokens_of_nested_f_strings(2), 10);
}

TEST(program__survives_huge_nesting_and_huge_lines)
{
    enum { N = 7000 };
    static const struct {
        const char *head, *repeated, *middle, *repeated_after, *tail;
        long n_tokens;
    } cases[] = {
        {"x = ", "(", "a", ")", "\n", 2 * N + 4},
        {"x = ", "[", "", "]", "\n", 2 * N + 3},
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

/* What would be too much for the tree-sitter library is refused before it is parsed. */
TEST(program__refuses_more_symbols_than_the_parser_copes_with)
{
    static const struct {
        const char *repeated;
        size_t n;
        enum tokenize_result result;
    } cases[] = {
        {"(", 70000, TOKENIZE_TOO_MANY_SYMBOLS},
        {"(", 29999, TOKENIZE_SYNTAX_ERROR},
        {"x=", 33000, TOKENIZE_TOO_MANY_SYMBOLS},
        {"x=", 14999, TOKENIZE_SYNTAX_ERROR},
        {"lambda:", 33000, TOKENIZE_TOO_MANY_SYMBOLS},
        {"lambda:", 14999, TOKENIZE_SYNTAX_ERROR},
        {"[1,", 22000, TOKENIZE_TOO_MANY_SYMBOLS},
        {"[1,", 9999, TOKENIZE_SYNTAX_ERROR},
        {"f'{", 25000, TOKENIZE_TOO_MANY_SYMBOLS},
        {"1if ", 15001, TOKENIZE_TOO_MANY_SYMBOLS},
        {"a\n", 30001, TOKENIZE_TOO_MANY_SYMBOLS},
        {"a\n", 30000, TOKENIZE_OK},
        {" \n", 400000, TOKENIZE_OK},
        {"abcdefghijkl", 80000, TOKENIZE_OK},
        /* runs that the parser goes over again and again */
        {"# comments that stand one below the other, none of them very long\n", 1900, TOKENIZE_OK},
        {"# comments that stand one below the other, none of them very long\n", 2100,
         TOKENIZE_TOO_MANY_SYMBOLS},
        {"# comments with a token between any two of them\nx\n", 2000, TOKENIZE_OK},
        {"\\\n", 11000, TOKENIZE_OK},
        {"\\\n", 12000, TOKENIZE_TOO_MANY_SYMBOLS},
        {"         \\\n", 5500, TOKENIZE_TOO_MANY_SYMBOLS},
    };
    scoped(program) program = {0};
    scoped(syntax_parser) *parser = syntax_parser_new(&language_python);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) source = {0};
        add_times(&source, cases[i].repeated, cases[i].n);
        assert_int_equal(program_tokenize(&program, parser, source.text, source.length, NULL),
                         cases[i].result);
    }
}
