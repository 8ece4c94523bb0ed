/* A search finds what a comparison of every needle at every place of the code finds. */
#include "base/chance.h"
#include "base/str.h"
#include "guard/search.h"
#include "tests/support/test.h"

enum { N_NAMES = 6, N_LETTERS = 9, N_NEEDLES = 31 };

/* Adds a token: letters below `n_names` are names. */
static void add_letter(struct sequence *sequence, size_t letter, size_t n_names)
{
    uint32_t n = (uint32_t)sequence->tokens.n;
    struct sequence_token token = {.text = letter + 1, .token = n, .is_name = letter < n_names};
    for (uint32_t i = 0; token.is_name && i < n; i++)
        if (sequence->tokens.items[i].text == token.text)
            token.back = n - i;
    array_push(&sequence->tokens, token);
}

static void add_at_will(struct sequence *sequence, size_t n, size_t n_letters, size_t n_names,
                        struct dice *chance)
{
    while (n--)
        add_letter(sequence, dice_below(chance, n_letters), n_names);
}

/* Adds tokens of another sequence, its names moved by `shift`, which takes no two to one. */
static void add_tokens(struct sequence *out, const struct sequence *from, size_t start, size_t n,
                       size_t n_names, size_t shift)
{
    for (size_t i = start; i < start + n; i++) {
        size_t letter = from->tokens.items[i].text - 1;
        add_letter(out, letter < n_names ? (letter + shift) % n_names : letter, n_names);
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

static struct search_index *index_of(const struct sequence *needles, size_t n,
                                     const struct search_options *options)
{
    struct search_index *index = search_index_new(options);
    for (size_t i = 0; i < n; i++)
        search_index_add(index, needles[i].tokens.items, needles[i].tokens.n);
    search_index_finish(index);
    return index;
}

/* ---- Whole needles ---- */

/* The first place of the needle, or -1. */
static int64_t first_place(const struct sequence *needle, const struct sequence *code,
                           bool is_renamed)
{
    const struct sequence_token *a = code->tokens.items, *b = needle->tokens.items;
    for (size_t at = 0; at + needle->tokens.n <= code->tokens.n; at++)
        if (are_equal(&a[at], b, needle->tokens.n, is_renamed))
            return (int64_t)at;
    return -1;
}

/* Returns the number of needles that are found, all where they are. */
static size_t check_places(const struct sequence *needles, size_t n, const struct sequence *code,
                           const struct search_options *options)
{
    struct search_index *index = index_of(needles, n, options);
    scoped(search) *search = search_new(index);
    struct search_matches found = {.list = {0}};
    size_t n_found = 0;
    search_code(&found, search, code);
    for (size_t i = 0; i < n; i++) {
        const struct search_match *best = NULL;
        size_t length = needles[i].tokens.n;
        int64_t exact = first_place(&needles[i], code, false), at = exact;
        if (at < 0 && options->is_renamed)
            at = first_place(&needles[i], code, true);
        if (length < SEARCH_MIN_TOKENS && length != code->tokens.n && !options->has_any_length)
            at = -1;
        for (size_t k = 0; k < found.list.n; k++) {
            const struct search_match *match = &found.list.items[k];
            if (match->needle == i && (!best || match->is_exact > best->is_exact ||
                                       (match->is_exact == best->is_exact && match->at < best->at)))
                best = match;
        }
        if ((best ? (int64_t)best->at : -1) != at || (best && best->is_exact != (exact >= 0)))
            fail_msg("needle %zu of %zu tokens: found at %d, is at %d", i, length,
                     best ? (int)best->at : -1, (int)at);
        assert_true(!best || (best->is_whole && best->n_tokens == length));
        n_found += best != NULL;
    }
    array_release(&found.list);
    search_index_free(index);
    return n_found;
}

/* Small alphabets make needles that overlap, hold one another and come several times. */
TEST(search__finds_the_first_place_of_each_needle)
{
    static const struct {
        size_t n_letters, n_names;
    } alphabets[] = {{1, 0}, {1, 1}, {2, 1}, {2, 2}, {3, 2}, {4, 4}, {6, 3}, {12, 8}, {40, 20}};
    static const size_t lengths[] = {20, 12, 7, 21, 33, 20, 40, 28, 1, 2, 3, 4, 19, 8, 25};
    struct dice chance = {7};
    size_t n_found[2] = {0, 0};
    for (size_t round = 0; round < 40 * N_ITEMS(alphabets); round++) {
        const struct search_options options = {.is_renamed = round % 2,
                                               .has_any_length = round / 2 % 2};
        size_t n_letters = alphabets[round % N_ITEMS(alphabets)].n_letters;
        size_t n_names = alphabets[round % N_ITEMS(alphabets)].n_names;
        struct sequence needles[N_NEEDLES] = {0};
        scoped(sequence) code = {.tokens = {0}};
        add_at_will(&code, 60 + dice_below(&chance, 200), n_letters, n_names, &chance);
        for (size_t i = 0; i + 1 < N_NEEDLES; i++) {
            size_t n = lengths[i % N_ITEMS(lengths)], last = code.tokens.n - n;
            size_t start = i == 0 ? 0 : i == 1 ? last : dice_below(&chance, last + 1);
            size_t shift = n_names && i % 3 ? dice_below(&chance, n_names) : 0;
            add_tokens(&needles[i], &code, start, n, n_names, shift);
        }
        add_at_will(&needles[N_NEEDLES - 1], 30, n_letters, n_names, &chance);
        n_found[round % 2] += check_places(needles, N_NEEDLES, &code, &options);
        for (size_t i = 0; i < N_NEEDLES; i++)
            sequence_release(&needles[i]);
    }
    assert_true(n_found[0] > 1500 && n_found[1] > n_found[0]);
}

/* A needle as long as the code, none, and one short needle that is there a thousand times. */
TEST(search__finds_needles_at_the_ends_of_what_is_possible)
{
    static const struct search_options any = {.has_any_length = true};
    struct dice chance = {3};
    for (size_t n = 1; n < 40; n++) {
        const struct search_options options = {.is_renamed = true, .has_any_length = n < 30};
        scoped(sequence) code = {.tokens = {0}}, needle = {.tokens = {0}}, empty = {.tokens = {0}};
        add_at_will(&code, n, 5, 3, &chance);
        add_tokens(&needle, &code, 0, n, 3, 1);
        assert_int_equal(check_places(&needle, 1, &code, &options), 1);
        assert_int_equal(check_places(&needle, 1, &empty, &options), 0);
        assert_int_equal(check_places(&needle, 0, &code, &options), 0);
    }
    struct sequence needles[1000] = {0};
    scoped(sequence) code = {.tokens = {0}};
    add_at_will(&code, 1200, 1, 0, &chance);
    for (size_t i = 0; i < N_ITEMS(needles); i++)
        add_at_will(&needles[i], 3, 1, 0, &chance);
    assert_int_equal(check_places(needles, N_ITEMS(needles), &code, &any), N_ITEMS(needles));
    for (size_t i = 0; i < N_ITEMS(needles); i++)
        sequence_release(&needles[i]);
}

/* ---- Parts of needles: the longest that are equal beside each other, at all places ---- */

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
        add_letter(code, dice_below(chance, 40) ? letter : dice_below(chance, N_LETTERS), N_NAMES);
    }
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

/* Returns the number of parts. */
static size_t check_parts(const struct sequence *needle, const struct sequence *code)
{
    const struct search_options options = {.is_renamed = true, .has_parts = true};
    struct search_index *index = index_of(needle, 1, &options);
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
    for (int round = 0; round < 150; round++) {
        scoped(sequence) needle = {.tokens = {0}}, code = {.tokens = {0}};
        add_at_will(&needle, 20 + dice_below(&chance, 60), N_LETTERS, N_NAMES, &chance);
        add_at_will(&code, dice_below(&chance, 20), N_LETTERS, N_NAMES, &chance);
        add_part(&code, &needle, &chance);
        add_at_will(&code, dice_below(&chance, 5), N_LETTERS, N_NAMES, &chance);
        add_part(&code, &needle, &chance);
        n_found += check_parts(&needle, &code);
    }
    assert_true(n_found > 150);
}

/* Any token takes the place of others, and the search for parts ends in hostile code. */
TEST(search__goes_on_after_any_token_and_has_an_end)
{
    const struct search_options options = {.has_parts = true};
    scoped(sequence) needle = {.tokens = {0}}, code = {.tokens = {0}};
    struct search_matches found = {.list = {0}};
    for (size_t i = 0; i < 30; i++) {
        add_letter(&needle, N_NAMES + i, N_NAMES);
        add_letter(&code, N_NAMES + i, N_NAMES);
    }
    code.tokens.items[13].text = SEQUENCE_ANY;
    struct search_index *index = index_of(&needle, 1, &options);
    struct search *search = search_new(index);
    search_code(&found, search, &code);
    assert_true(found.list.n >= 1 && found.list.items[0].is_whole && found.list.items[0].is_exact);
    search_free(search);
    search_index_free(index);
    size_t n = tier_draws(30000);
    while (needle.tokens.n < n)
        add_letter(&needle, N_NAMES, N_NAMES);
    while (code.tokens.n < n)
        add_letter(&code, N_NAMES, N_NAMES);
    index = index_of(&needle, 1, &options);
    search = search_new(index);
    search_code(&found, search, &code);
    assert_int_equal(found.is_cut_short, n == 30000);
    search_free(search);
    search_index_free(index);
    array_release(&found.list);
}
