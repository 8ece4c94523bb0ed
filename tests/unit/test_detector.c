/* Predictions of the simple detectors. */
#include "score/detector.h"
#include "score/judge.h"
#include "tests/support/golds.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

#include <math.h>

enum { FREQUENT, NGRAM, RANDOM, N_DETECTORS };

static struct token_text text_of(const char *text)
{
    return (struct token_text){text, strlen(text)};
}

static struct gold_item item_of(const char *id, const char *program, const char *fixed)
{
    return (struct gold_item){.id = id,
                              .language = &language_python,
                              .category = CATEGORY_OTHER,
                              .program = text_of(program),
                              .fixed = text_of(fixed)};
}

/* Learns a fixed program n times, with a fix that starts at a byte of it; before NULL: no fix. */
static void learn(struct lessons *lessons, const char *fixed, int n, const char *before,
                  const char *after, int byte)
{
    struct fix fix = {.before = before, .after = after, .fixed_start_byte = byte};
    struct gold_item item = item_of("learned", fixed, fixed);
    item.fix = before ? &fix : NULL;
    for (int i = 0; i < n; i++)
        lessons_add(lessons, &item);
}

static const char *guessed(struct lessons *lessons, const char *program,
                           struct guess_options options)
{
    static struct str out;
    struct gold_item item = item_of("a", program, program);
    str_clear(&out);
    options.seed = "0";
    options.k = options.k ? options.k : 1;
    lessons_guess(&out, lessons, &item, &options);
    return str_text(&out);
}

/* The programs are one number: unknown (u) the first time, then 1, 1. The sequence of each is
 * "" "" "" w "" "" "". With counts n and different followers t:
 *
 *     P(1) = (2 + 3/4) / 15 = 0.183333, P(u) = (1 + 3/4) / 15 = 0.116667, P("") = 9.75 / 15 = 0.65
 *     P(1 | "") = (2 + 3 P(1)) / 12 = 0.2125,   P(1 | "" "") = (2 + 3 * 0.2125) / 9 = 0.293056
 *     P(u | "") = (1 + 3 P(u)) / 12 = 0.1125,   P(u | "" "") = (1 + 3 * 0.1125) / 9 = 0.148611
 *     P("" | "" 1) = (2 + (2 + 0.65) / 3) / 3 = 0.961111,   P("" | "" u) = 0.9125
 *     P("" | 1 "") = (2 + 0.6625) / 3 = 0.8875,             P("" | u "") = 0.83125
 *
 * The unknown 2 has one change, to the 1 of the two texts of its kind, with the odds 1/2 at random.
 * The cube root of the ratio 0.293056 * 0.961111 * 0.8875 / (0.148611 * 0.9125 * 0.83125) is
 * 1.304043, so the odds are 0.652022, and the probability 0.652022 / 1.652022. */
TEST(lessons_guess__has_the_probabilities_of_trigrams)
{
    scoped(lessons) *lessons = lessons_new();
    learn(lessons, "1", 3, NULL, NULL, 0);
    assert_string_equal(guessed(lessons, "2", (struct guess_options){NGRAM, 2, 1, NULL}),
                        "{\"id\":\"a\",\"rank\":1,\"probability\":0.605319}\n"
                        "{\"id\":\"a\",\"rank\":2,\"line\":1,\"column\":0,\"repair\":\"1\","
                        "\"probability\":0.394681}\n");
    assert_non_null(strstr(guessed(lessons, "2", (struct guess_options){RANDOM, 2, 1, NULL}),
                           "\"repair\":\"1\",\"probability\":0.333333}"));
}

TEST(lessons_guess__finds_the_best_change)
{
    static const struct {
        const char *fixed, *before, *after; /* three times in the fixes */
        int byte;
        const char *program, *prediction;
        int detector;
    } cases[] = {
        {"if a < b: c", "<=", "<", 5, "while x <= 2: y", "8,\"repair\":\"<\"", FREQUENT},
        {"if a < b: c", "<=", "<", 5, "while x >= 2 <= y: z", "13,\"repair\":\"<\"", FREQUENT},
        {"if not a: b", "", "not", 3, "x\nif y: z", "3,\"repair\":\"not\"", FREQUENT},
        {"if a: b", "not", "", 3, "if not y: z", "3,\"repair\":\"\"", FREQUENT},
        {"x = 'é' + 8", "9", "8", 11, "y = 'é' ; z = 9", "14,\"repair\":\"8\"", FREQUENT},
        {"a = b[0] + b[1]", NULL, NULL, 0, "a = b[0] - b[1]", "9,\"repair\":\"+\"", NGRAM},
        {"for i in range ( 10 ): f()", NULL, NULL, 0, "for i in range ( 7 ): f()",
         "17,\"repair\":\"10\"", NGRAM},
        {"if not a: b", NULL, NULL, 0, "if a: b", "3,\"repair\":\"not\"", NGRAM},
        {"if a: b", NULL, NULL, 0, "if not a: b", "3,\"repair\":\"\"", NGRAM},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(lessons) *lessons = lessons_new();
        learn(lessons, cases[i].fixed, 3, cases[i].before, cases[i].after, cases[i].byte);
        const char *line = guessed(lessons, cases[i].program,
                                   (struct guess_options){.detector = cases[i].detector});
        if (!strstr(line, printed("\"column\":%s,", cases[i].prediction)))
            fail_msg("case %zu: %s", i, line);
    }
}

TEST(lessons_guess__says_no_bug_if_that_is_more_probable)
{
    scoped(lessons) *lessons = lessons_new();
    learn(lessons, "a < b", 3, "<=", "<", 2);
    for (int odds = 0; odds < 100; odds += 99)
        for (int detector = 0; detector < N_DETECTORS; detector++) {
            const char *first =
                guessed(lessons, "a <= b", (struct guess_options){detector, 1, odds, NULL});
            if (!strstr(first, "line") != (odds > 0) && detector != RANDOM)
                fail_msg("%s at odds %d: %s", detector_name(detector), odds, first);
        }
    /* nothing can change, or be read */
    assert_string_equal(guessed(lessons, "", (struct guess_options){0}), "");
    assert_string_equal(guessed(lessons, "'", (struct guess_options){NGRAM, 9, 1, NULL}),
                        "{\"id\":\"a\",\"rank\":1,\"probability\":1}\n");
}

TEST(lessons_guess__counts_places_in_the_shown_code)
{
    static const char program[] = "a < b\nf(a < b)\na < b\n";
    scoped(lessons) *lessons = lessons_new();
    scoped(str) out = {0};
    struct gold_item item = item_of("a", program, program);
    item.is_row_shown = true;
    item.shown = (struct gold_shown){8, 13, 8, {2, 2}, ""};
    learn(lessons, "a < b", 1, NULL, NULL, 0);
    lessons_guess(&out, lessons, &item, &(struct guess_options){RANDOM, 100, 0, "0"});
    assert_non_null(strstr(str_text(&out), "\"line\":1,\"column\":2,\"repair\":\"<=\""));
    assert_null(strstr(str_text(&out), "\"line\":2"));
    assert_null(strstr(str_text(&out), "\"column\":7"));
}

/* Every prediction is an edit of a token that makes another program, and none occurs twice. */
TEST(lessons_guess__makes_different_programs)
{
    static const char *const programs[] = {
        "n = 1\nif not n < 2 and True:\n    print(n, 'a', 2.5) # b\n",
        "x = -y if a is not b else {1: f\"{x + 1}\"}\ny += x",
        "def f(é, b):\n    return é[b] or b\n",
    };
    struct judge *judge = judge_new();
    for (size_t i = 0; i < N_ITEMS(programs) * N_DETECTORS; i++) {
        struct gold_item item = item_of("a", programs[i / N_DETECTORS], "");
        scoped(lessons) *lessons = lessons_new();
        scoped(str) out = {0};
        scoped(gold) gold = {0};
        scoped(predictions) predictions = {0};
        struct verdict verdict;
        learn(lessons, programs[0], 2, "1", "2", 4);
        gold_take(&gold, &item);
        lessons_guess(&out, lessons, &item,
                      &(struct guess_options){(int)(i % N_DETECTORS), 1000, 1, "0"});
        write_test_text("guesses.jsonl", str_text(&out));
        assert_done(
            predictions_read(&predictions, scratch_path("guesses.jsonl"), &gold, false, &err));
        assert_int_equal(predictions.n_errors, 0);
        assert_true(predictions.list.n > 3);
        judge_item(&verdict, judge, &gold.items.items[0], NULL, 0, &(struct judge_options){.k = 1});
        for (size_t k = 0; k < predictions.list.n; k++) {
            const struct prediction *one = &predictions.list.items[k];
            struct token_text made;
            assert_true(one->probability >= 0 && one->probability <= 1);
            if (one->line && !judge_repaired(&made, judge, one, export_task_find("repair")))
                fail_msg("no edit of program %zu: %d:%d '%s'", i / N_DETECTORS, (int)one->line,
                         (int)one->column, one->repair);
            for (size_t other = 0; other < k; other++)
                assert_false(predictions.list.items[other].line == one->line &&
                             predictions.list.items[other].column == one->column &&
                             strcmp(predictions.list.items[other].repair, one->repair) == 0);
        }
    }
    judge_free(judge);
}
