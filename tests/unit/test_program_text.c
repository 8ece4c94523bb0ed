/* A pair is compared no further than it must be, and what was compared before changes nothing. The
 * reasons are in tests/cases/rejects.case. */
#include "miner/program_text.h"

#include "classify/classify.h"
#include "tests/support/test.h"

enum { MAX_TOKENS = 10 };

static void open_comparison(struct text_comparison *comparison)
{
    *comparison = (struct text_comparison){
        .parser = syntax_parser_new(&language_python),
        .max_tokens = MAX_TOKENS,
    };
}

static void close_comparison(struct text_comparison *comparison)
{
    syntax_parser_free(comparison->parser);
    parts_release(&comparison->parts);
}

static struct program_text source_of(const char *code)
{
    return (struct program_text){.code = code, .n_bytes = strlen(code)};
}

/* What the comparison has to do. */
enum effort { COMPARES, CUTS, PARSES_BUGGY, PARSES_BOTH };

static const struct {
    const char *buggy, *fixed;
    enum effort effort;
} pairs[] = {
    {"(\n", "(\n", COMPARES},
    {"x\n", "x # c\n", COMPARES},
    {"f'{x}'\n", "f'{ x}'\n", COMPARES},
    {"x = y\n", "y = x\n", COMPARES},
    {"x = (\n", "x = ( # c\n", COMPARES},
    {"x = y\n", "x = $\n", COMPARES},
    {"x = 1\n$\n", "x = 2\n$\n", CUTS},
    {"x = 1\n'\n", "x = 2\n'\n", CUTS},
    {"f(a, b, c, d, e)\n", "f(a, b, c, d, x)\n", CUTS},
    {"x = 1\n", "x = 2\n", PARSES_BUGGY},
    {"x = a\n", "x = b\n", PARSES_BUGGY},
    {"f'{a}'\n", "f'{b}'\n", PARSES_BUGGY},
    {"x = 1\ny = = z\n", "x = 2\ny = = z\n", PARSES_BUGGY},
    {"if x: y\nelse: 1\n", "if x: y\nelse: 2\n", PARSES_BUGGY},
    {"x = = y\n", "x = = z\n", PARSES_BUGGY},
    {"x = = y\n", "x = - y\n", PARSES_BUGGY},
    {"x = a\n", "x = b # c\n", PARSES_BOTH}, /* the places differ */
    {"f'{a}'\n", "f'{ b }'\n", PARSES_BOTH},
    {"x = 1\n", "x = 2.0\n", PARSES_BOTH},
    {"x = 1\n", "x = 0b1\n", PARSES_BOTH},
    {"x = - y\n", "x = = y\n", PARSES_BOTH},
    {"if x: y\nelif z: 1\n", "if x: y\nwhile z: 1\n", PARSES_BOTH},
};

/* Of a fix, the buggy program has a tree, and the fixed one if its tree may be another. */
TEST(program_text__is_compared_no_further_than_needed)
{
    struct text_comparison comparison;
    open_comparison(&comparison);
    for (size_t i = 0; i < N_ITEMS(pairs); i++) {
        scoped(program_text) buggy = source_of(pairs[i].buggy), fixed = source_of(pairs[i].fixed);
        struct token_edit edit;
        bool is_fix = program_text_compare(&comparison, &buggy, &fixed, &edit) == REJECT_NONE;
        enum effort effort = fixed.is_parsed      ? PARSES_BOTH
                             : buggy.is_parsed    ? PARSES_BUGGY
                             : buggy.is_tokenized ? CUTS
                                                  : COMPARES;
        if (effort != pairs[i].effort)
            fail_msg("effort %d:\n%s---\n%s", (int)effort, pairs[i].buggy, pairs[i].fixed);
        if (!is_fix)
            continue;
        assert_true(buggy.parses && buggy.program.tree.nodes.n > 0);
        bool keeps = edit_keeps_tree(&buggy.program, &fixed.program, &edit);
        assert_int_equal(fixed.is_parsed, !keeps);
        assert_int_equal(fixed.program.tree.nodes.n > 0, !keeps);
    }
    close_comparison(&comparison);
}

TEST(program_text__has_the_earlier_reason_of_what_reading_found)
{
    static const enum reject_reason reasons[][3] = {
        /* buggy, fixed, pair */
        {REJECT_UNREADABLE, REJECT_NONE, REJECT_UNREADABLE},
        {REJECT_TOO_LARGE, REJECT_NONE, REJECT_TOO_LARGE},
        {REJECT_ENCODING, REJECT_NONE, REJECT_ENCODING},
        {REJECT_ENCODING, REJECT_ENCODING, REJECT_ENCODING},
        {REJECT_ENCODING, REJECT_TOO_LARGE, REJECT_TOO_LARGE},
        {REJECT_ENCODING, REJECT_UNREADABLE, REJECT_UNREADABLE},
        {REJECT_TOO_LARGE, REJECT_UNREADABLE, REJECT_UNREADABLE},
    };
    struct text_comparison comparison;
    struct token_edit edit;
    open_comparison(&comparison);
    for (size_t i = 0; i < N_ITEMS(reasons); i++) {
        /* such a source has no text; that nothing looks at it, this one shows */
        struct program_text a = source_of("(\n"), b = source_of("(\n");
        a.reason = reasons[i][0];
        b.reason = reasons[i][1];
        assert_int_equal(program_text_compare(&comparison, &a, &b, &edit), reasons[i][2]);
        assert_int_equal(program_text_compare(&comparison, &b, &a, &edit), reasons[i][2]);
        assert_false(a.is_tokenized || b.is_tokenized);
    }
    close_comparison(&comparison);
}

/* A history compares one source with many. */
TEST(program_text__says_the_same_for_sources_that_were_compared_before)
{
    static const char *const codes[] = {
        "x = 1\n", "x = 2\n",     "x = (\n", "y = 2\n", "y = 2 #\n", "f(a, b, c, d, e)\n",
        "`x\n",    "x = not 2\n", "x = '\n", "x 2\n",   "x 3\n",     "x $\n"};
    struct text_comparison comparison;
    struct program_text kept[N_ITEMS(codes)];
    struct token_edit edit;
    open_comparison(&comparison);
    for (size_t i = 0; i < N_ITEMS(codes); i++)
        kept[i] = source_of(codes[i]);
    for (size_t i = 0; i < N_ITEMS(codes); i++)
        for (size_t j = 0; j < N_ITEMS(codes); j++) {
            if (i == j)
                continue;
            scoped(program_text) buggy = source_of(codes[i]);
            scoped(program_text) fixed = source_of(codes[j]);
            assert_int_equal(program_text_compare(&comparison, &kept[i], &kept[j], &edit),
                             program_text_compare(&comparison, &buggy, &fixed, &edit));
        }
    for (size_t i = 0; i < N_ITEMS(codes); i++)
        program_text_release(&kept[i]);
    close_comparison(&comparison);
}

static const char *label_of(const struct program_text *buggy, const struct program_text *fixed,
                            const struct token_edit *edit)
{
    scoped(arena) arena = {0};
    struct fix_row row = fix_row_of(&buggy->program, &fixed->program, edit, NULL, &arena);
    return printed("%s %s %s", row.category, row.pattern, row.role ? row.role : "");
}

/* A tree of a part is that of one pair. The next pair of the source may have its edit elsewhere. */
TEST(program_text__has_the_tree_of_its_last_pair)
{
#define CODE(a, operator, b) "def f():\n  return " a "\ndef g():\n  return 1 " operator" " b "\n"
    static const char *const codes[] = {
        CODE("a", "+", "c"),   CODE("b", "+", "c"), CODE("a", "-", "c"), CODE("a", "+", "d"),
        CODE("'a'", "+", "c"), CODE("b", "-", "c"), CODE("b", "+", "d"), CODE("'a'", "-", "c"),
    };
#undef CODE
    struct text_comparison comparison = {
        .parser = syntax_parser_new(&language_python),
    };
    struct program_text kept[N_ITEMS(codes)];
    for (size_t i = 0; i < N_ITEMS(codes); i++)
        kept[i] = source_of(codes[i]);
    for (size_t i = 0; i < N_ITEMS(codes) * N_ITEMS(codes); i++) {
        size_t a = i / N_ITEMS(codes), b = i % N_ITEMS(codes);
        struct token_edit edit;
        scoped(program_text) buggy = source_of(codes[a]), fixed = source_of(codes[b]);
        if (program_text_compare(&comparison, &buggy, &fixed, &edit) != REJECT_NONE)
            continue;
        const char *expected = label_of(&buggy, &fixed, &edit);
        assert_int_equal(program_text_compare(&comparison, &kept[a], &kept[b], &edit), REJECT_NONE);
        const char *label = label_of(&kept[a], &kept[b], &edit);
        if (strcmp(label, expected) != 0)
            fail_msg("%s, not %s:\n%s---\n%s", label, expected, codes[a], codes[b]);
    }
    for (size_t i = 0; i < N_ITEMS(codes); i++)
        program_text_release(&kept[i]);
    close_comparison(&comparison);
}
