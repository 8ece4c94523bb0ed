/* A pair has the first reason found, in the order of cost, and is parsed only if necessary. */
#include "miner/source.h"
#include "tests/support/test.h"

enum { MAX_TOKENS = 10 };

static void open_comparison(struct source_comparison *comparison, bool parses_all)
{
    *comparison = (struct source_comparison){
        .sieve = sieve_new(&language_python, MAX_TOKENS),
        .max_tokens = MAX_TOKENS,
        .parses_all = parses_all,
    };
    comparison->parser = syntax_parser_new(&language_python);
}

static void close_comparison(struct source_comparison *comparison)
{
    sieve_free(comparison->sieve);
    syntax_parser_free(comparison->parser);
}

static struct source source_of(const char *code)
{
    return (struct source){.code = code, .n_bytes = strlen(code)};
}

static void expect_reason(struct source_comparison *comparison, struct source *buggy,
                          struct source *fixed, enum reject_reason expected)
{
    struct token_edit edit;
    enum reject_reason reason = source_compare(comparison, buggy, fixed, &edit);
    if (reason != expected)
        fail_msg("%s, not %s:\n%s\n---\n%s", reject_reason_name(reason),
                 reject_reason_name(expected), buggy->code, fixed->code);
}

#define TOO_LONG "f(a, b, c, d, e)\n"

static const struct {
    const char *buggy, *fixed;
    enum reject_reason reason;
    bool is_settled; /* without a parse */
} pairs[] = {
    /* a fix */
    {"x = 1\n", "x = 2\n", REJECT_NONE, false},
    {"if x: y\n", "if not x: y # z\n", REJECT_NONE, false},
    {"f'{a}'\n", "f'{ b }'\n", REJECT_NONE, false},
    /* the same text, whatever it is */
    {"x\n", "x\n", REJECT_IDENTICAL, true},
    {"", "", REJECT_IDENTICAL, true},
    {"(\n", "(\n", REJECT_IDENTICAL, true},
    {TOO_LONG, TOO_LONG, REJECT_IDENTICAL, true},
    /* the same tokens */
    {"x\n", "x # c\n", REJECT_IDENTICAL, true},
    {"if x:\n  y\n", "if x:\r\n\ty", REJECT_IDENTICAL, true},
    {"x = (\n", "x = ( # c\n", REJECT_IDENTICAL, true}, /* whether or not they parse */
    {TOO_LONG, "#\n" TOO_LONG, REJECT_IDENTICAL, true},
    {"`x `\n", "`x `", REJECT_IDENTICAL, false}, /* the texts do not show it */
    {"f'{x}'\n", "f'{ x}'\n", REJECT_IDENTICAL, false},
    /* more than one, whether or not the sides parse or are too long */
    {"x = y\n", "y = x\n", REJECT_MULTI_TOKEN, true},
    {"x = (\n", "y = x\n", REJECT_MULTI_TOKEN, true},
    {"x = ((\n", "y = ))\n", REJECT_MULTI_TOKEN, true},
    {"x\n", TOO_LONG, REJECT_MULTI_TOKEN, true},
    {"(\n", TOO_LONG, REJECT_MULTI_TOKEN, true},
    {"`x` + `y`\n", "`a` + `b`\n", REJECT_MULTI_TOKEN, false}, /* the texts do not show it */
    {"f'{a}'\n", "'{a}'\n", REJECT_MULTI_TOKEN, false},
    /* one edit in the texts, but */
    {"x = y\n", "x = (\n", REJECT_SYNTAX_ERROR, false},
    {"x = (\n", "x = y\n", REJECT_SYNTAX_ERROR, false},
    {"`x\n", "`x # c\n", REJECT_SYNTAX_ERROR, false},
    {"`x\n", "y = z\n", REJECT_SYNTAX_ERROR, false},
    {"'x\n", TOO_LONG, REJECT_SYNTAX_ERROR, false},
    {"f(a, b, c, d, e)\n", "f(a, b, c, d, x)\n", REJECT_TOO_MANY_TOKENS, true},
    {"f(a, b, c, d, e)\n", "f(a, b, c, d, (\n", REJECT_MULTI_TOKEN, true},
    {"f(a, b, c, d, e)\n", "f(a, b, c, d, $)\n", REJECT_SYNTAX_ERROR, false},
    {"f(a, b, c, d, e)\n", "f(a, b, c, d, `)\n", REJECT_SYNTAX_ERROR, false},
    {"f(a, b, `c`, d)\n", "f(a, b, `c`, e)\n", REJECT_TOO_MANY_TOKENS, false},
    {"f'{a}{b}{c}'\n", "f'{a}{b}{d}'\n", REJECT_TOO_MANY_TOKENS, false},
};

TEST(source__has_the_first_reason_that_is_found)
{
    struct source_comparison comparison;
    open_comparison(&comparison, false);
    for (size_t i = 0; i < N_ITEMS(pairs); i++) {
        scoped(source) buggy = source_of(pairs[i].buggy), fixed = source_of(pairs[i].fixed);
        expect_reason(&comparison, &buggy, &fixed, pairs[i].reason);
        if ((buggy.is_parsed || fixed.is_parsed) == pairs[i].is_settled)
            fail_msg("%s: %s", buggy.is_parsed ? "parsed" : "not parsed", pairs[i].buggy);
    }
    close_comparison(&comparison);
}

TEST(source__has_the_same_reason_when_all_are_parsed)
{
    struct source_comparison comparison;
    open_comparison(&comparison, true);
    for (size_t i = 0; i < N_ITEMS(pairs); i++) {
        scoped(source) buggy = source_of(pairs[i].buggy), fixed = source_of(pairs[i].fixed);
        expect_reason(&comparison, &buggy, &fixed, pairs[i].reason);
        assert_true(buggy.is_parsed && fixed.is_parsed);
    }
    close_comparison(&comparison);
}

TEST(source__has_the_earlier_reason_of_what_reading_found)
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
    for (int parses_all = 0; parses_all < 2; parses_all++) {
        struct source_comparison comparison;
        open_comparison(&comparison, parses_all);
        for (size_t i = 0; i < N_ITEMS(reasons); i++) {
            /* such a source has no text; that nothing looks at it, this one shows */
            struct source a = source_of("(\n"), b = source_of("(\n");
            a.text_reason = reasons[i][0];
            b.text_reason = reasons[i][1];
            expect_reason(&comparison, &a, &b, reasons[i][2]);
            expect_reason(&comparison, &b, &a, reasons[i][2]);
            assert_false(a.is_parsed || b.is_parsed);
        }
        close_comparison(&comparison);
    }
}

TEST(source__gives_the_edit_of_a_fix)
{
    static const struct {
        const char *buggy, *fixed;
        enum edit_kind kind;
        size_t buggy_token, fixed_token;
    } cases[] = {
        {"x = 1\n", "x = 2\n", EDIT_REPLACE, 2, 2},
        {"x = 1\n", "x += 1 # c\n", EDIT_REPLACE, 1, 1},
        {"a in b\n", "a not in b\n", EDIT_REPLACE, 1, 1},
        {"if x: y\n", "if not x: y\n", EDIT_INSERT, 1, 1},
        {"if not x: y\n", "if x: y\n", EDIT_DELETE, 1, 1},
    };
    struct source_comparison comparison;
    open_comparison(&comparison, false);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(source) buggy = source_of(cases[i].buggy);
        scoped(source) fixed = source_of(cases[i].fixed);
        struct token_edit edit = {EDIT_REPLACE, 77, 77};
        assert_int_equal(source_compare(&comparison, &buggy, &fixed, &edit), REJECT_NONE);
        assert_int_equal(edit.kind, cases[i].kind);
        assert_int_equal(edit.buggy_token, cases[i].buggy_token);
        assert_int_equal(edit.fixed_token, cases[i].fixed_token);
    }
    close_comparison(&comparison);
}

/* A history compares one source with many. */
TEST(source__says_the_same_for_sources_that_were_compared_before)
{
    static const char *const codes[] = {"x = 1\n",   "x = 2\n", "x = (\n", "y = 2\n",
                                        "y = 2 #\n", TOO_LONG,  "`x\n",    "x = not 2\n"};
    struct source_comparison comparison;
    struct source kept[N_ITEMS(codes)];
    struct token_edit edit;
    open_comparison(&comparison, false);
    for (size_t i = 0; i < N_ITEMS(codes); i++)
        kept[i] = source_of(codes[i]);
    for (size_t i = 0; i < N_ITEMS(codes); i++)
        for (size_t j = 0; j < N_ITEMS(codes); j++) {
            if (i == j)
                continue;
            scoped(source) buggy = source_of(codes[i]);
            scoped(source) fixed = source_of(codes[j]);
            assert_int_equal(source_compare(&comparison, &kept[i], &kept[j], &edit),
                             source_compare(&comparison, &buggy, &fixed, &edit));
        }
    for (size_t i = 0; i < N_ITEMS(codes); i++)
        source_release(&kept[i]);
    close_comparison(&comparison);
}
