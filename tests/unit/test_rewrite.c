/* Programs composed of their own pieces, and what is drawn. tests/cases/rewrites.case has what is
 * rewritten, and how. */
#include "augment/rewrite.h"
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

TEST(rewrite_draw__depends_on_seed_id_and_kind)
{
    uint64_t draw = rewrite_draw("0", "p1-a-b", REWRITE_RENAME);
    assert_true(draw == rewrite_draw("0", "p1-a-b", REWRITE_RENAME));
    assert_true(draw != rewrite_draw("1", "p1-a-b", REWRITE_RENAME));
    assert_true(draw != rewrite_draw("0", "p1-a-c", REWRITE_RENAME));
    assert_true(draw != rewrite_draw("0", "p1-a-b", REWRITE_CONDITION));
}

TEST(rewrite_tries__shuffle_all_sites)
{
    static const char ten[] = "a=0;b=0;c=0;d=0;e=0;f=0;g=0;h=0;i=0;j=0\n";
    size_t n_first[10] = {0};
    scoped(rewrite_tries) tries = {.draw = 0};
    struct rewrite_side side = {0};
    struct rewrite_tools *tools = rewrite_tools_new(&language_python);
    assert_int_equal(rewrite_side_read(&side, tools, ten, strlen(ten), NULL), REWRITE_DONE);
    for (uint64_t draw = 0; draw < 1000; draw++) {
        uint64_t seen = 0;
        assert_int_equal(rewrite_tries_begin(&tries, &side, REWRITE_RENAME, draw), REWRITE_DONE);
        assert_int_equal(tries.sites.tokens.n, 10);
        for (size_t i = 0; i < 10; i++)
            seen |= UINT64_C(1) << tries.sites.tokens.items[i] / 4;
        assert_int_equal(seen, (1 << 10) - 1);
        n_first[tries.sites.tokens.items[0] / 4]++;
    }
    for (size_t i = 0; i < 10; i++)
        assert_in_range(n_first[i], 60, 150);
    rewrite_side_release(&side);
    rewrite_tools_free(tools);
}
