/* Anchors find what a search at every place finds. */
#include "guard/anchors.h"
#include "tests/support/mutation.h"
#include "tests/support/test.h"

enum { RUN = 8, N_MOST = 1200 }; /* RUN: as in anchors.c */

/* A token of a made sequence: from 0 up to `n_names` names, the others are fixed. */
struct letters {
    size_t n_letters, n_names;
};

static void add_letter(struct sequence *sequence, const struct letters *letters, size_t letter)
{
    struct sequence_token token = {.text = 1000 + letter, .token = (uint32_t)sequence->tokens.n};
    size_t n = sequence->tokens.n;
    token.renaming = letter < letters->n_names ? RENAMED_NAME : RENAMED_NOT;
    for (size_t i = n; i-- > 0 && !token.back && token.renaming == RENAMED_NAME;)
        if (sequence->tokens.items[i].text == token.text)
            token.back = (uint32_t)(n - i);
    array_push(&sequence->tokens, token);
}

static void add_at_will(struct sequence *sequence, const struct letters *letters, size_t n,
                        struct dice *chance)
{
    for (size_t i = 0; i < n; i++)
        add_letter(sequence, letters, dice_below(chance, letters->n_letters));
}

/* A part of a sequence, its names moved by `shift`, which takes no two to one. */
static void add_part(struct needles *needles, const struct letters *letters,
                     const struct sequence *sequence, size_t start, size_t n, size_t shift)
{
    struct needle needle = {.item = (uint32_t)needles->list.n};
    for (size_t i = start; i < start + n; i++) {
        size_t letter = (size_t)(sequence->tokens.items[i].text - 1000);
        if (letter < letters->n_names)
            letter = (letter + shift) % letters->n_names;
        add_letter(&needle.sequence, letters, letter);
    }
    array_push(&needles->list, needle);
}

struct search_case {
    const struct needles *needles;
    uint8_t (*n_told)[N_MOST]; /* by needle and place */
};

static void take(void *context, uint32_t needle, uint32_t start)
{
    struct search_case *search = context;
    assert_true(needle < search->needles->list.n && start < N_MOST);
    search->n_told[needle][start]++;
}

static bool is_wanted(void *context, uint32_t needle)
{
    (void)context;
    (void)needle;
    return true;
}

/* Whether the needle occurs there as it is, or with each name replaced by one other. */
static bool stands(const struct sequence *needle, const struct sequence *sequence, size_t start,
                   bool is_renamed)
{
    const struct sequence_token *a = needle->tokens.items, *b = sequence->tokens.items + start;
    if (start + needle->tokens.n > sequence->tokens.n)
        return false;
    for (size_t i = 0; i < needle->tokens.n; i++) {
        bool is_name = is_renamed && a[i].renaming == RENAMED_NAME;
        if (is_name ? b[i].renaming != RENAMED_NAME : a[i].text != b[i].text)
            return false;
        for (size_t k = 0; k < i && is_name; k++)
            if (a[k].renaming == RENAMED_NAME &&
                (a[i].text == a[k].text) != (b[i].text == b[k].text))
                return false;
    }
    return true;
}

static int check(const struct needles *needles, const struct sequence *sequence, bool is_renamed)
{
    size_t n = needles->list.n, min_tokens = needles->options.min_tokens;
    struct search_case search = {needles, mem_alloc(n, sizeof *search.n_told)};
    struct anchors *anchors = anchors_new(needles, is_renamed);
    int n_found = 0;
    anchors_search(anchors, sequence, is_wanted, take, &search);
    for (size_t i = 0; i < n; i++)
        for (size_t start = 0; start < sequence->tokens.n; start++) {
            const struct sequence *needle = &needles->list.items[i].sequence;
            bool is_there =
                needle->tokens.n >= min_tokens && stands(needle, sequence, start, is_renamed);
            if (search.n_told[i][start] != is_there)
                fail_msg("needle %zu of %zu tokens at %zu: told %d times, is %sthere", i,
                         needle->tokens.n, start, search.n_told[i][start], is_there ? "" : "not ");
            n_found += is_there;
        }
    anchors_free(anchors);
    free(search.n_told);
    return n_found;
}

static void release(struct needles *needles, struct sequence *sequence)
{
    for (size_t i = 0; i < needles->list.n; i++)
        sequence_release(&needles->list.items[i].sequence);
    array_release(&needles->list);
    sequence_release(sequence);
}

/* Small alphabets make needles that overlap, hold one another and come several times. */
TEST(anchors__find_each_needle_at_every_place)
{
    static const struct letters alphabets[] = {{1, 0}, {1, 1}, {2, 1},  {2, 2},  {3, 2},
                                               {4, 4}, {6, 3}, {12, 8}, {40, 20}};
    struct dice chance = {7};
    int n_found[2] = {0, 0};
    for (int round = 0; round < 40; round++)
        for (size_t a = 0; a < N_ITEMS(alphabets); a++) {
            const struct letters *letters = &alphabets[a];
            static const uint32_t min_tokens[] = {RUN, 12, 1, 3};
            struct needles needles = {.options = {.min_tokens = min_tokens[round % 4]}};
            struct sequence sequence = {0};
            add_at_will(&sequence, letters, 60 + dice_below(&chance, 200), &chance);
            for (int i = 0; i < 30; i++) {
                static const size_t lengths[] = {RUN, 12, 7, 11, 13, 20, 40, 9,
                                                 1,   2,  3, 4,  5,  6,  1};
                size_t n = lengths[i % N_ITEMS(lengths)], last = sequence.tokens.n - n;
                size_t start = i == 0 ? 0 : i == 1 ? last : dice_below(&chance, last + 1);
                size_t shift = letters->n_names ? dice_below(&chance, letters->n_names) : 0;
                add_part(&needles, letters, &sequence, start, n, i % 3 ? shift : 0);
            }
            struct sequence stranger = {0};
            add_at_will(&stranger, letters, 50, &chance);
            add_part(&needles, letters, &stranger, 3, 30, 0);
            sequence_release(&stranger);
            for (int renamed = 0; renamed < 2; renamed++)
                n_found[renamed] += check(&needles, &sequence, renamed);
            release(&needles, &sequence);
        }
    assert_true(n_found[0] > 5000 && n_found[1] > 2 * n_found[0] / 2);
    printf("note: anchors: %d places of needles, %d up to renaming, as a search at every place "
           "finds\n",
           n_found[0], n_found[1]);
}

TEST(anchors__find_a_needle_as_long_as_the_sequence)
{
    static const struct letters letters = {5, 3};
    struct dice chance = {3};
    for (size_t n = 1; n < 40; n++) {
        struct needles needles = {.options = {.min_tokens = n < 20 ? 1 : RUN}};
        struct sequence sequence = {0};
        add_at_will(&sequence, &letters, n, &chance);
        add_part(&needles, &letters, &sequence, 0, n, 1);
        assert_true(check(&needles, &sequence, true) > 0);
        release(&needles, &sequence);
    }
}

TEST(anchors__find_nothing_where_nothing_is)
{
    static const struct letters letters = {5, 3};
    struct needles needles = {.options = {.min_tokens = RUN}};
    struct sequence sequence = {0}, empty = {0};
    struct dice chance = {5};
    add_at_will(&sequence, &letters, 30, &chance);
    assert_int_equal(check(&needles, &sequence, false), 0);
    add_part(&needles, &letters, &sequence, 0, 0, 0);
    assert_int_equal(check(&needles, &sequence, false), 0);
    add_part(&needles, &letters, &sequence, 0, 30, 0);
    assert_int_equal(check(&needles, &empty, false), 0);
    release(&needles, &sequence);
    anchors_free(NULL);
}

struct counter {
    bool is_found[N_MOST]; /* by needle */
    int n_asked, n_found;
};

static bool is_not_found(void *context, uint32_t needle)
{
    struct counter *counter = context;
    counter->n_asked++;
    return !counter->is_found[needle];
}

static void find(void *context, uint32_t needle, uint32_t start)
{
    struct counter *counter = context;
    assert_int_equal(start, 0);
    counter->is_found[needle] = true;
    counter->n_found++;
}

/* One short text that all items have, at all places. */
TEST(anchors__ask_no_item_for_each_place_of_a_short_text)
{
    static const struct letters letters = {1, 0};
    struct needles needles = {.options = {.min_tokens = 1}};
    struct sequence sequence = {0};
    struct dice chance = {1};
    struct counter counter = {0};
    add_at_will(&sequence, &letters, N_MOST, &chance);
    for (int i = 0; i < N_MOST; i++)
        add_part(&needles, &letters, &sequence, 0, 3, 0);
    struct anchors *anchors = anchors_new(&needles, false);
    anchors_search(anchors, &sequence, is_not_found, find, &counter);
    assert_int_equal(counter.n_found, N_MOST);
    assert_true(counter.n_asked <= 2 * N_MOST);
    anchors_free(anchors);
    release(&needles, &sequence);
}
