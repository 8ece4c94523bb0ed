/* Programs composed of their own pieces. */
#include "augment/rewrite_kind.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

static const char code[] = "a = b + 1\n"; /* tokens: a = b + 1 NEWLINE */

struct rewritten {
    struct program before, after;
    struct rewriting rewriting;
    struct str text;
};

static void begin(struct rewritten *it)
{
    *it = (struct rewritten){0};
    tokenize_valid(&it->before, code);
    rewriting_begin(&it->rewriting, &it->before);
}

static void check_text(struct rewritten *it, const char *expected)
{
    str_clear(&it->text);
    rewriting_write(&it->rewriting, &it->text);
    assert_string_equal(str_text(&it->text), expected);
    program_release(&it->after);
    tokenize_valid(&it->after, str_text(&it->text));
}

static void end(struct rewritten *it)
{
    program_release(&it->before);
    program_release(&it->after);
    rewriting_release(&it->rewriting);
    str_release(&it->text);
}

SCOPED_VALUE(rewritten, end)

TEST(rewriting__maps_bytes_and_tokens)
{
    scoped(rewritten) it = {0};
    begin(&it); /* a = not 1 + b */
    rewriting_keep(&it.rewriting, 0, 4);
    rewriting_add(&it.rewriting, "not ", 4);
    rewriting_keep(&it.rewriting, 8, 9);
    rewriting_keep(&it.rewriting, 5, 8);
    rewriting_keep(&it.rewriting, 4, 5);
    rewriting_keep(&it.rewriting, 9, 10);
    check_text(&it, "a = not 1 + b\n");

    rewriting_keep_tokens(&it.rewriting, 0, 2);
    rewriting_change_token(&it.rewriting, REWRITING_NONE, "not", 3);
    rewriting_keep_tokens(&it.rewriting, 4, 5);
    rewriting_keep_tokens(&it.rewriting, 3, 4);
    rewriting_keep_tokens(&it.rewriting, 2, 3);
    rewriting_keep_tokens(&it.rewriting, 5, 6);
    static const uint32_t tokens[] = {0, 1, 5, 4, 3, 6};
    for (uint32_t token = 0; token < N_ITEMS(tokens); token++)
        assert_int_equal(rewriting_token(&it.rewriting, token), tokens[token]);
    assert_true(rewriting_holds(&it.rewriting, &it.after));
}

TEST(rewriting__knows_what_is_gone)
{
    scoped(rewritten) it = {0};
    begin(&it);
    rewriting_keep(&it.rewriting, 0, 5);
    rewriting_keep(&it.rewriting, 9, 10);
    check_text(&it, "a = b\n");
    rewriting_keep_tokens(&it.rewriting, 0, 3);
    rewriting_keep_tokens(&it.rewriting, 5, 6);
    assert_int_equal(rewriting_token(&it.rewriting, 3), REWRITING_NONE);
    assert_int_equal(rewriting_token(&it.rewriting, REWRITING_NONE), REWRITING_NONE);
    assert_int_equal(rewriting_token(&it.rewriting, 5), 3);
    assert_true(rewriting_holds(&it.rewriting, &it.after));
}

TEST(rewriting_holds__refuses_other_tokens)
{
    scoped(rewritten) it = {0};
    begin(&it);
    rewriting_add(&it.rewriting, "a", 1);
    rewriting_keep(&it.rewriting, 1, 4);
    rewriting_add(&it.rewriting, "c", 1);
    rewriting_keep(&it.rewriting, 5, 10);
    check_text(&it, "a = c + 1\n");
    static const struct {
        const char *third;
        uint32_t last; /* of the tokens kept after it */
        bool holds;
    } cases[] = {{"c", 6, true}, {"b", 6, false}, {"c", 5, false}, {"cc", 6, false}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        array_clear(&it.rewriting.tokens);
        rewriting_keep_tokens(&it.rewriting, 0, 2);
        rewriting_change_token(&it.rewriting, 2, cases[i].third, strlen(cases[i].third));
        rewriting_keep_tokens(&it.rewriting, 3, cases[i].last);
        assert_int_equal(rewriting_holds(&it.rewriting, &it.after), cases[i].holds);
        assert_int_equal(rewriting_token(&it.rewriting, 2), 2);
    }
    array_clear(&it.rewriting.tokens);
    rewriting_keep_tokens(&it.rewriting, 0, 6); /* `b` is `c` now */
    assert_false(rewriting_holds(&it.rewriting, &it.after));
}

TEST(rewriting__keeps_tokens_apart)
{
    static const struct {
        const char *first, *second, *expected;
    } cases[] = {
        {"if", "a", "if a"}, {"1", "if", "1 if"},
        {"a", "1", "a 1"},   {"1", ".", "1 ."},
        {"a", ".", "a."},    {"(", "a", "(a"},
        {"a", "(", "a("},    {"\xc3\xa9", "a", "\xc3\xa9 a"},
        {"", "a", "a"},      {"a", "", "a"},
    };
    scoped(rewritten) it = {0};
    begin(&it);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        rewriting_begin(&it.rewriting, &it.before);
        rewriting_add(&it.rewriting, cases[i].first, strlen(cases[i].first));
        rewriting_add(&it.rewriting, cases[i].second, strlen(cases[i].second));
        str_clear(&it.text);
        rewriting_write(&it.rewriting, &it.text);
        assert_string_equal(str_text(&it.text), cases[i].expected);
    }
}

/* `1if` are two tokens, and stay as they stood. */
TEST(rewriting_keep__leaves_what_stood_together)
{
    struct rewriting rewriting = {0};
    scoped(str) text = {0};
    scoped(program) program = tokenized("1if a else 2\n");
    rewriting_begin(&rewriting, &program);
    rewriting_keep(&rewriting, 0, 1);
    rewriting_keep(&rewriting, 1, 1);
    rewriting_keep(&rewriting, 1, 13);
    rewriting_write(&rewriting, &text);
    assert_string_equal(str_text(&text), "1if a else 2\n");
    assert_int_equal(rewriting.pieces.n, 1);
    rewriting_release(&rewriting);
}
