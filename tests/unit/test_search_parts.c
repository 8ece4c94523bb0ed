/* A search for parts finds what a comparison of all places of a needle and the code finds. */
#include "base/str.h"
#include "guard/search.h"
#include "tests/support/mutation.h"
#include "tests/support/test.h"

enum { N_NAMES = 6, N_LETTERS = 9 };

/* Adds a token: letters below N_NAMES are names. */
static void add_letter(struct sequence *sequence, size_t letter)
{
    uint32_t n = (uint32_t)sequence->tokens.n;
    struct sequence_token token = {.text = letter + 1, .token = n, .is_name = letter < N_NAMES};
    for (uint32_t i = 0; token.is_name && i < n; i++)
        if (sequence->tokens.items[i].text == token.text)
            token.back = n - i;
    array_push(&sequence->tokens, token);
}

static void add_at_will(struct sequence *sequence, size_t n, struct dice *chance)
{
    while (n--)
        add_letter(sequence, dice_below(chance, N_LETTERS));
}

/* Adds a part of a needle, now and then with another token, and from some token on with its names
 * moved. */
static void add_part(struct sequence *code, const struct sequence *needle, struct dice *chance)
{
    size_t n = needle->tokens.n, start = dice_below(chance, n / 2), shift = 0;
    for (size_t i = start; i < n; i++) {
        size_t letter = needle->tokens.items[i].text - 1;
        shift = dice_below(chance, 30) ? shift : dice_below(chance, N_NAMES);
        if (letter < N_NAMES)
            letter = (letter + shift) % N_NAMES;
        add_letter(code, dice_below(chance, 40) ? letter : dice_below(chance, N_LETTERS));
    }
}

/* Whether the tokens are equal as they are, or if each name is replaced by one other. */
static bool are_equal(const struct sequence_token *a, const struct sequence_token *b, size_t n,
                      bool is_renamed)
{
    for (size_t i = 0; i < n; i++) {
        bool is_name = is_renamed && a[i].is_name && b[i].is_name;
        if (!is_name && a[i].text != b[i].text)
            return false;
        for (size_t k = 0; k < i && is_name; k++)
            if (a[k].is_name && (a[i].text == a[k].text) != (b[i].text == b[k].text))
                return false;
    }
    return true;
}

static void print_match(struct str *out, const struct search_match *match)
{
    str_print(out, "%u..%u at %u%s%s; ", match->start, match->start + match->n_tokens, match->at,
              match->is_whole ? " whole" : "", match->is_exact ? " exact" : "");
}

/* Prints the longest equal parts beside each other at a shift, by start. */
static void expect_parts(struct str *out, const struct sequence *needle,
                         const struct sequence *code, int64_t shift, bool is_renamed)
{
    const struct sequence_token *a = code->tokens.items, *b = needle->tokens.items;
    int64_t last = shift + (int64_t)needle->tokens.n, n_code = (int64_t)code->tokens.n;
    int64_t end = 0, limit = last < n_code ? last : n_code;
    for (int64_t start = shift > 0 ? shift : 0; start < limit; start++) {
        int64_t to = end > start ? end : start;
        while (to < limit &&
               are_equal(&a[start], &b[start - shift], (size_t)(to + 1 - start), is_renamed))
            to++;
        struct search_match match = {.start = (uint32_t)(start - shift),
                                     .n_tokens = (uint32_t)(to - start),
                                     .at = (uint32_t)start,
                                     .is_whole = to - start == (int64_t)needle->tokens.n,
                                     .is_exact = !is_renamed};
        if (to > end && match.n_tokens >= SEARCH_MIN_TOKENS)
            print_match(out, &match);
        end = to > end ? to : end;
    }
}

static int compare_matches(const void *a, const void *b)
{
    const struct search_match *x = a, *y = b;
    int64_t shift = (int64_t)x->at - x->start, other_shift = (int64_t)y->at - y->start;
    int order = COMPARE(shift, other_shift);
    order = order ? order : COMPARE(y->is_exact, x->is_exact);
    return order ? order : COMPARE(x->start, y->start);
}

static struct search_index *index_of(const struct sequence *needle,
                                     const struct search_options *options)
{
    struct search_index *index = search_index_new(options);
    search_index_add(index, needle->tokens.items, needle->tokens.n);
    search_index_finish(index);
    return index;
}

/* Returns the number of parts. */
static size_t check_parts(const struct sequence *needle, const struct sequence *code)
{
    const struct search_options options = {.is_renamed = true, .has_parts = true};
    struct search_index *index = index_of(needle, &options);
    scoped(search) *search = search_new(index);
    struct search_matches found = {.list = {0}};
    scoped(str) expected = {0}, printed_out = {0};
    search_code(&found, search, code);
    array_sort(&found.list, compare_matches);
    for (size_t i = 0; i < found.list.n; i++)
        if (i == 0 || compare_matches(&found.list.items[i - 1], &found.list.items[i]) != 0)
            print_match(&printed_out, &found.list.items[i]);
    for (int64_t shift = 1 - (int64_t)needle->tokens.n; shift < (int64_t)code->tokens.n; shift++) {
        size_t before = expected.length;
        expect_parts(&expected, needle, code, shift, false);
        if (!strstr(str_text(&expected) + before, "whole"))
            expect_parts(&expected, needle, code, shift, true);
    }
    assert_false(found.is_cut_short);
    assert_string_equal(str_text(&printed_out), str_text(&expected));
    size_t n = found.list.n;
    array_release(&found.list);
    search_index_free(index);
    return n;
}

TEST(search__finds_all_longest_parts)
{
    struct dice chance = {11};
    size_t n_found = 0;
    for (int round = 0; round < 300; round++) {
        scoped(sequence) needle = {.tokens = {0}}, code = {.tokens = {0}};
        add_at_will(&needle, 20 + dice_below(&chance, 60), &chance);
        add_at_will(&code, dice_below(&chance, 20), &chance);
        add_part(&code, &needle, &chance);
        add_at_will(&code, dice_below(&chance, 5), &chance);
        add_part(&code, &needle, &chance);
        n_found += check_parts(&needle, &code);
    }
    assert_true(n_found > 300);
}

/* Any token takes the place of others, and the search for parts ends in hostile code. */
TEST(search__goes_on_after_any_token_and_has_an_end)
{
    const struct search_options options = {.has_parts = true};
    scoped(sequence) needle = {.tokens = {0}}, code = {.tokens = {0}};
    struct search_matches found = {.list = {0}};
    for (size_t i = 0; i < 30; i++) {
        add_letter(&needle, N_NAMES + i);
        add_letter(&code, N_NAMES + i);
    }
    code.tokens.items[13].text = SEQUENCE_ANY;
    struct search_index *index = index_of(&needle, &options);
    struct search *search = search_new(index);
    search_code(&found, search, &code);
    assert_true(found.list.n >= 1 && found.list.items[0].is_whole && found.list.items[0].is_exact);
    search_free(search);
    search_index_free(index);
    while (needle.tokens.n < 30000)
        add_letter(&needle, N_NAMES);
    while (code.tokens.n < 30000)
        add_letter(&code, N_NAMES);
    index = index_of(&needle, &options);
    search = search_new(index);
    search_code(&found, search, &code);
    assert_true(found.is_cut_short);
    search_free(search);
    search_index_free(index);
    array_release(&found.list);
}
