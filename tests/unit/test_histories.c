/* What is true of all histories, which are written as rows of letters: F failing, A accepted, U
 * undecided. What pairs certain ones have is in tests/cases/pairing.case. */
#include "miner/histories.h"
#include "tests/support/test.h"
#include "tokenize/languages/language.h"

static void add_pair(void *context, size_t buggy, size_t fixed)
{
    str_print(context, "%zu-%zu ", buggy, fixed);
}

static void add_left_out(void *context, size_t buggy, size_t n_pairs)
{
    str_print(context, "%zu+%zu ", buggy, n_pairs);
}

/* The pairs of a history in their order, and how many of a failing one were left out,
 * "0-1 0-3 0+2 "; in a static buffer. */
static const char *pairs_of(enum pairing pairing, const char *letters, size_t max_pairs)
{
    static struct str pairs;
    struct version history[32] = {{0}};
    size_t n = strlen(letters);
    for (size_t i = 0; i < n; i++)
        history[i].class = letters[i] == 'A'   ? VERDICT_ACCEPTED
                           : letters[i] == 'F' ? VERDICT_FAILING
                                               : VERDICT_UNDECIDED;
    str_set(&pairs, "%s", "");
    struct pair_listener listener = {&pairs, add_pair, add_left_out};
    pairing_each(pairing, FAILING_JUDGED, history, n, max_pairs, &listener);
    return str_text(&pairs);
}

/* All histories of up to seven submissions. */
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
        for (int pairing = 0; pairing < PAIRING_LAST; pairing++) {
            scoped(str) moved = {0};
            const char *pairs = pairs_of((enum pairing)pairing, decided, SIZE_MAX);
            for (const char *at = pairs; *at; at += strlen("0-1 "))
                add_pair(&moved, places[at[0] - '0'], places[at[2] - '0']);
            assert_string_equal(pairs_of((enum pairing)pairing, history, SIZE_MAX),
                                str_text(&moved));
        }
    }
}

TEST(pairing__says_of_which_submission_pairs_are_left_out)
{
    assert_string_equal(pairs_of(PAIRING_ALL, "FA", 0), "0+1 ");
    assert_string_equal(pairs_of(PAIRING_ALL, "FFAA", 2), "0-2 0+1 1-2 1+1 ");
    assert_string_equal(pairs_of(PAIRING_ALL, "FAFUAUFA", 4), "0-1 0-4 0+1 2-4 2+1 6-7 ");
    assert_string_equal(pairs_of(PAIRING_ADJACENT, "FFAFA", 1), "1-2 3+1 ");
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
    assert_true(n_pairs > 0);
    n[1] += n_pairs;
}

/* Whatever the bound is, it is reached, and nothing is lost. */
TEST(pairing__takes_as_many_as_fit)
{
    enum { N = 300, N_PAIRS = N / 2 * (N / 2 + 1) / 2 };
    struct version history[N] = {{0}};
    for (size_t i = 0; i < N; i++)
        history[i].class = i % 2 ? VERDICT_ACCEPTED : VERDICT_FAILING;
    for (size_t max_pairs = 0; max_pairs < N_PAIRS + 50; max_pairs += 67) {
        size_t n[2] = {0};
        struct pair_listener listener = {n, count_pair, count_left_out};
        pairing_each(PAIRING_ALL, FAILING_JUDGED, history, N, max_pairs, &listener);
        assert_int_equal(n[0], max_pairs < N_PAIRS ? max_pairs : N_PAIRS);
        assert_int_equal(n[0] + n[1], N_PAIRS);
    }
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
