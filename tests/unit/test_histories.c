/* The pairs of a history, which is written as a row of letters: F failing, A accepted, U
 * undecided. */
#include "miner/histories.h"
#include "tests/support/test.h"
#include "tokenize/languages/language.h"

static void add_pair(void *context, size_t buggy, size_t fixed)
{
    struct str *pairs = context;
    str_print(pairs, "%s%zu-%zu", pairs->length ? " " : "", buggy, fixed);
}

static void add_left_out(void *context, size_t buggy, size_t n_pairs)
{
    struct str *pairs = context;
    assert_true(n_pairs > 0);
    str_print(pairs, "%s%zu+%zu", pairs->length ? " " : "", buggy, n_pairs);
}

/* The pairs of a history in their order, and how many of a failing one were left out,
 * "0-1 0-3 0+2"; in a static buffer. */
static const char *pairs_read(enum pairing pairing, enum failing failing, const char *letters,
                              size_t max_pairs)
{
    static struct str pairs;
    struct version history[32] = {{0}};
    size_t n = strlen(letters);
    assert_true(n <= N_ITEMS(history));
    for (size_t i = 0; i < n; i++)
        history[i].class = letters[i] == 'A'   ? VERDICT_ACCEPTED
                           : letters[i] == 'F' ? VERDICT_FAILING
                                               : VERDICT_UNDECIDED;
    str_clear(&pairs);
    struct pair_listener listener = {&pairs, add_pair, add_left_out};
    pairing_each(pairing, failing, history, n, max_pairs, &listener);
    return str_text(&pairs);
}

static const char *pairs_within(enum pairing pairing, const char *letters, size_t max_pairs)
{
    return pairs_read(pairing, FAILING_JUDGED, letters, max_pairs);
}

static const char *pairs_of(enum pairing pairing, const char *letters)
{
    return pairs_within(pairing, letters, SIZE_MAX);
}

TEST(pairing__takes_the_pairs_that_its_name_says)
{
    static const struct {
        const char *history, *all, *next, *adjacent;
    } cases[] = {
        {"", "", "", ""},
        {"A", "", "", ""},
        {"F", "", "", ""},
        {"U", "", "", ""},
        {"AF", "", "", ""},
        {"AA", "", "", ""},
        {"FF", "", "", ""},
        {"FU", "", "", ""},
        {"UA", "", "", ""},
        {"FA", "0-1", "0-1", "0-1"},
        {"AFA", "1-2", "1-2", "1-2"},
        {"FFA", "0-2 1-2", "0-2 1-2", "1-2"},
        {"FAA", "0-1 0-2", "0-1", "0-1"},
        {"FFAA", "0-2 0-3 1-2 1-3", "0-2 1-2", "1-2"},
        {"FAFA", "0-1 0-3 2-3", "0-1 2-3", "0-1 2-3"},
        {"FAFF", "0-1", "0-1", "0-1"},
        {"FUA", "0-2", "0-2", "0-2"},
        {"UFUUAU", "1-4", "1-4", "1-4"},
        {"FUFUAUA", "0-4 0-6 2-4 2-6", "0-4 2-4", "2-4"},
        {"FAUA", "0-1 0-3", "0-1", "0-1"},
        {"AFFUAFA", "1-4 1-6 2-4 2-6 5-6", "1-4 2-4 5-6", "2-4 5-6"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_string_equal(pairs_of(PAIRING_ALL, cases[i].history), cases[i].all);
        assert_string_equal(pairs_of(PAIRING_NEXT, cases[i].history), cases[i].next);
        assert_string_equal(pairs_of(PAIRING_ADJACENT, cases[i].history), cases[i].adjacent);
    }
}

/* All histories of up to seven submissions: what is true of every one of them. */
TEST(pairing__passes_over_undecided_ones_as_if_they_were_not_there)
{
    for (size_t code = 0; code < 3 * 3 * 3 * 3 * 3 * 3 * 3; code++) {
        char history[8] = "", decided[8] = "";
        size_t places[8], n = 0;
        for (size_t i = 0, rest = code; i < 7; i++, rest /= 3) {
            history[i] = "FAU"[rest % 3];
            if (history[i] != 'U') {
                places[n] = i;
                decided[n++] = history[i];
            }
        }
        for (int pairing = 0; pairing < N_PAIRINGS; pairing++) {
            scoped(str) moved = {0};
            const char *pairs = pairs_of((enum pairing)pairing, decided);
            for (const char *at = pairs; *at; at += at[3] ? 4 : 3)
                add_pair(&moved, places[at[0] - '0'], places[at[2] - '0']);
            assert_string_equal(pairs_of((enum pairing)pairing, history), str_text(&moved));
        }
    }
}

TEST(pairing__of_too_many_pairs_takes_the_nearest)
{
    static const struct {
        const char *history;
        size_t max_pairs;
        const char *pairs;
    } cases[] = {
        {"FA", 0, "0+1"},
        {"FA", 1, "0-1"},
        {"FFA", 1, "0-2 1+1"},
        {"FAA", 1, "0-1 0+1"},
        {"FAA", 2, "0-1 0-2"},
        {"FFAA", 1, "0-2 0+1 1+2"},
        {"FFAA", 2, "0-2 0+1 1-2 1+1"},
        {"FFAA", 3, "0-2 0-3 1-2 1+1"},
        {"FFAA", 4, "0-2 0-3 1-2 1-3"},
        {"FAFAFA", 3, "0-1 0+2 2-3 2+1 4-5"},
        {"FAFAFA", 4, "0-1 0-3 0+1 2-3 2+1 4-5"},
        {"FAFAFA", 5, "0-1 0-3 0+1 2-3 2-5 4-5"},
        {"FAFUAUFA", 4, "0-1 0-4 0+1 2-4 2+1 6-7"},
        {"AFFF", 0, ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(pairs_within(PAIRING_ALL, cases[i].history, cases[i].max_pairs),
                            cases[i].pairs);
    assert_string_equal(pairs_within(PAIRING_NEXT, "FAFAFA", 2), "0-1 2-3 4+1");
    assert_string_equal(pairs_within(PAIRING_ADJACENT, "FFAFA", 1), "1-2 3+1");
}

static void count_pair(void *context, size_t buggy, size_t fixed)
{
    size_t *n = context;
    assert_true(buggy < fixed);
    ++*n;
}

static void count_left_out(void *context, size_t buggy, size_t n_pairs)
{
    size_t *n = context;
    (void)buggy;
    n[1] += n_pairs;
}

/* Whatever the bound is, it is reached, and nothing is lost. */
TEST(pairing__takes_as_many_as_fit)
{
    enum { N = 300, N_PAIRS = N / 2 * (N / 2 + 1) / 2 };
    struct version history[N] = {{0}};
    for (size_t i = 0; i < N; i++)
        history[i].class = i % 2 ? VERDICT_ACCEPTED : VERDICT_FAILING;
    for (size_t max_pairs = 0; max_pairs < N_PAIRS + 50; max_pairs += 7) {
        size_t n[2] = {0};
        struct pair_listener listener = {n, count_pair, count_left_out};
        pairing_each(PAIRING_ALL, FAILING_JUDGED, history, N, max_pairs, &listener);
        assert_int_equal(n[0], max_pairs < N_PAIRS ? max_pairs : N_PAIRS);
        assert_int_equal(n[0] + n[1], N_PAIRS);
    }
}

TEST(pairing__has_a_name)
{
    assert_string_equal(pairing_name(PAIRING_ALL), "all");
    assert_string_equal(pairing_name(PAIRING_NEXT), "next");
    assert_string_equal(pairing_name(PAIRING_ADJACENT), "adjacent");
}

/* What --failing all takes is what is taken otherwise, and the pairs of undecided submissions. */
TEST(pairing__takes_undecided_submissions_as_failing_ones)
{
    static const struct {
        enum pairing pairing;
        const char *history, *judged, *all;
    } cases[] = {
        {PAIRING_ALL, "UFA", "1-2", "0-2 1-2"},
        {PAIRING_ALL, "UAFUA", "2-4", "0-1 0-4 2-4 3-4"},
        {PAIRING_NEXT, "UAFUA", "2-4", "0-1 2-4 3-4"},
        {PAIRING_ADJACENT, "FUA", "0-2", "0-2 1-2"},
        {PAIRING_ADJACENT, "UFA", "1-2", "1-2"},
        {PAIRING_ALL, "UU", "", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *const expected[] = {cases[i].judged, cases[i].all};
        const enum failing failing[] = {FAILING_JUDGED, FAILING_ALL};
        for (size_t j = 0; j < N_ITEMS(failing); j++)
            assert_string_equal(
                pairs_read(cases[i].pairing, failing[j], cases[i].history, SIZE_MAX), expected[j]);
    }
}

TEST(failing__is_as_the_reading_has_it)
{
    static const struct {
        const char *name;
    } cases[] = {{"judged"}, {"all"}};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        enum failing reading = (enum failing)failing_find(cases[i].name);
        assert_string_equal(failing_name(reading), cases[i].name);
    }
    assert_int_equal(failing_find("some"), -1);
}

TEST(verdict_class__has_the_name_that_the_store_knows)
{
    assert_string_equal(verdict_class_name(VERDICT_ACCEPTED), "accepted");
    assert_string_equal(verdict_class_name(VERDICT_FAILING), "failing");
    assert_string_equal(verdict_class_name(VERDICT_UNDECIDED), "undecided");
}

/* A user's versions in two languages are two histories, in the order of the list of languages. */
TEST(histories__are_of_one_user_and_language)
{
    struct version versions[] = {
        {.id = "a", .user = "u2", .language = &language_python, .date = 1},
        {.id = "b", .user = "u1", .language = &language_java, .date = 2},
        {.id = "c", .user = "u1", .language = &language_python, .date = 4},
        {.id = "d", .user = "u1", .language = &language_cpp, .date = 3},
        {.id = "e", .user = "u1", .language = &language_python, .date = 3},
        {.id = "f", .user = "u1", .language = &language_java, .date = 1},
    };
    scoped(str) order = {0};
    histories_sort(versions, N_ITEMS(versions));
    for (size_t i = 0; i < N_ITEMS(versions); i++)
        str_print(&order, "%s%zu ", versions[i].id, versions[i].history);
    assert_string_equal(str_text(&order), "e0 c0 a1 d2 f3 b3 ");
}
