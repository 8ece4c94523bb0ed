/* A lexer that skips a part of a text goes on as one that read it. What the tokens of each form
 * are is in tests/cases/python.case and its neighbours, and that texts compare as their tokens
 * do, which needs the skipping, in test_difference.c. */
#include "tests/support/programs.h"
#include "tests/support/test.h"

static void read_up_to(struct lexer *lexer, const char *text, size_t end)
{
    struct token token;
    memset(lexer, 0xee, sizeof *lexer);
    lexer_start(lexer, shared_lexical(), text, (uint32_t)strlen(text));
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
        {"x", "\nif y:\n  y = '''\n'''\n  if z:\n    w = (1,\n 2)\nlast = f'{x}'\n"},
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
    size_t n_skipped = 0, n_all = 0;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped_memory char *text = mem_print("%s%s%s", comment, cases[i].start, cases[i].end);
        for (uint32_t n = 0; n <= strlen(cases[i].end); n++) {
            struct lexer a, b;
            read_up_to(&a, text, shift + strlen(cases[i].start));
            read_up_to(&b, text + shift, strlen(cases[i].start));
            size_t from = b.place.at;
            lexers_skip(&b, &a, n, false);
            n_skipped += b.place.at > from;
            n_all++;
            check_same_rest(&a, &b, shift);
        }
    }
    assert_true(n_skipped * 2 > n_all);
}

TEST(lexers__skip_malformed_numbers_only_if_they_may)
{
    static const char *const texts[] = {"a = 08 + b + (c)\nlast = a\n# comment\n",
                                        "a = [1, 2.5x, 3]\nlast = a\n# comment\n"};
    for (size_t i = 0; i < 2 * N_ITEMS(texts); i++) {
        const char *text = texts[i / 2], *number = text + (i < 2 ? 4 : 8);
        bool may = i % 2;
        struct lexer lexer;
        lexer_start(&lexer, shared_lexical(), text, (uint32_t)strlen(text));
        struct lexer same = lexer;
        lexers_skip(&lexer, &same, lexer.length, may);
        assert_true(lexer.place.at > 0);
        assert_int_equal(lexer.place.at > number - text, may);
    }
}

/* Parts of other programs are cut without layout, and brackets may be open. */
TEST(lexer__reads_fragments_without_layout)
{
    static const char text[] = "  elif x):\n return (y";
    scoped(lexical) *table = lexical_new_for_fragments(&language_python);
    scoped(program) program = {0};
    assert_true(program_tokenize(&program, table, text, sizeof text - 1));
    assert_int_equal(program.tokens.n, 7);
}
