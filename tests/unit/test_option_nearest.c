/* The name that a mistyped word meant. */
#include "commands/cli/option.h"
#include "tests/support/test.h"

static const char *const names[] = {"mine",  "stats",  "show",    "dedup",  "split",   "leak",
                                    "check", "export", "publish", "verify", "own-name"};

TEST(nearest__finds_what_was_meant)
{
    static const struct {
        const char *word, *meant;
    } cases[] = {
        {"exprot", "export"},  /* two letters swapped */
        {"exort", "export"},   /* one is missing */
        {"exxport", "export"}, /* one too many */
        {"expart", "export"},  /* one is wrong */
        {"ver", "verify"},     /* a beginning */
        {"pub", "publish"},    {"mien", "mine"},     {"stat", "stats"},
        {"Mine", "mine"},      {"", NULL},           {"x", NULL},
        {"name", "own-name"},  {"git-leak", "leak"}, /* the last word of the other */
        {"frobnicate", NULL},  {"sh", NULL},         /* too short to be a beginning, and too far */
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct nearest nearest = nearest_to(cases[i].word);
        for (size_t k = 0; k < N_ITEMS(names); k++)
            nearest_try(&nearest, names[k]);
        const char *found = nearest.best ? nearest.best : "nothing";
        const char *meant = cases[i].meant ? cases[i].meant : "nothing";
        if (strcmp(found, meant) != 0)
            fail_msg("'%s': %s, not %s", cases[i].word, found, meant);
    }
}

TEST(nearest__measures_the_distance)
{
    static const struct {
        const char *word, *name;
        size_t distance;
    } cases[] = {
        {"same", "same", 0},
        {"ca", "ac", 1},
        {"abcdef", "badcfe", 3},
        {"kitten", "sittin", 2},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct nearest nearest = nearest_to(cases[i].word);
        nearest_try(&nearest, cases[i].name);
        if (nearest.best)
            assert_int_equal(nearest.distance, cases[i].distance);
        else
            assert_true(3 * cases[i].distance > strlen(cases[i].name));
    }
}

TEST(nearest__leaves_very_long_words_alone)
{
    char word[5000];
    memset(word, 'a', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    struct nearest nearest = nearest_to(word);
    nearest_try(&nearest, "aaaa");
    nearest_try(&nearest, word);
    assert_null(nearest.best);
}
