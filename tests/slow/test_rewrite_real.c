/* Properties of rewrites of real programs: the new tokens, and their places. */
#include "augment/rewrite.h"
#include "augment/rewrite_kind.h"
#include "base/hash.h"
#include "tests/support/corpus.h"
#include "tests/support/test.h"

struct checking {
    struct rewrite_tools *tools;
    struct rewrite_side side, again;
    struct rewrite_tries tries;
    int n_checked[N_REWRITE_KINDS];
};

/* Every old token occurs once, with its text or, in a rename or an operator, another one. */
static void check_permutation(const struct rewrite_side *side, enum rewrite_kind kind)
{
    const struct rewriting *rewriting = &side->rewriting;
    size_t n_changed = 0;
    unsigned char *seen = mem_alloc(side->program.tokens.n + 1, 1);
    for (size_t i = 0; i < rewriting->tokens.n; i++) {
        const struct rewritten_token *token = &rewriting->tokens.items[i];
        n_changed += token->length > 0;
        seen[token->old]++;
    }
    for (size_t i = 0; i < side->program.tokens.n; i++)
        assert_int_equal(seen[i], 1);
    free(seen);
    assert_true(kind == REWRITE_RENAME ? n_changed > 0 : n_changed == 1);
}

/* Each token is found at its place. */
static void check_places(const struct rewrite_side *side)
{
    for (uint32_t i = 0; i < side->rewriting.tokens.n; i++) {
        const struct rewritten_token *token = &side->rewriting.tokens.items[i];
        assert_int_equal(rewriting_token(&side->rewriting, token->old), i);
    }
}

/* What is swapped twice is what it was. */
static void check_twice(struct checking *checking, enum rewrite_kind kind, uint32_t site)
{
    struct rewrite_side *side = &checking->side, *again = &checking->again;
    uint32_t same = rewriting_token(&side->rewriting, site);
    if (kind != REWRITE_CONDITION)
        return;
    assert_int_equal(rewrite_side_read(again, checking->tools, side->text.text, side->text.length,
                                       "Python (3.8.2)"),
                     REWRITE_DONE);
    const struct rewrite_place place = {kind, same, 0, 0};
    assert_true(rewrite_side_make(again, checking->tools, &place, NULL));
    assert_int_equal(again->after.tokens.n, side->program.tokens.n);
    for (size_t i = 0; i < again->after.tokens.n; i++)
        assert_true(program_tokens_equal(&again->after, i, &side->program, i));
}

static void check_source(const struct corpus_source *source, void *context)
{
    struct checking *checking = context;
    struct rewrite_side *side = &checking->side;
    if (rewrite_side_read(side, checking->tools, source->text, source->length, "Python (3.8.2)") !=
        REWRITE_DONE)
        return;
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++) {
        struct rewrite_tries *tries = &checking->tries;
        uint64_t draw = rewrite_draw("0", source->path, kind);
        if (rewrite_tries_begin(tries, side, kind, draw) != REWRITE_DONE)
            continue;
        uint32_t site = tries->sites.tokens.items[0];
        const struct rewrite_place place = {kind, site, 0, 0};
        if (!rewrite_side_make(side, checking->tools, &place, NULL))
            fail_msg("%s: %s at token %u: other tokens: %s", source->path, rewrite_kind_name(kind),
                     site, str_text(&side->text));
        check_permutation(side, kind);
        check_places(side);
        check_twice(checking, kind, site);
        checking->n_checked[kind]++;
    }
}

TEST(rewrites__move_tokens_and_lose_none)
{
    struct checking checking = {0};
    checking.tools = rewrite_tools_new(&language_python);
    corpus_visit(check_source, &checking);
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++) {
        assert_true(checking.n_checked[kind] > 5);
        printf("note: %d rewrites of real programs by %s\n", checking.n_checked[kind],
               rewrite_kind_name(kind));
    }
    rewrite_side_release(&checking.side);
    rewrite_side_release(&checking.again);
    rewrite_tries_release(&checking.tries);
    rewrite_tools_free(checking.tools);
}
