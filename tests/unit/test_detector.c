/* Predictions of the simple detectors. */
#include "base/file.h"
#include "fixes/fix_reader.h"
#include "score/detector.h"
#include "score/judge.h"
#include "tests/support/golds.h"
#include "tests/support/run.h"
#include "tests/support/test.h"

enum { FREQUENT, NGRAM, RANDOM, N_DETECTORS };

static struct fix train = {.split_number = SPLIT_TRAIN}, test = {.split_number = SPLIT_TEST};

/* An item whose whole program is shown. */
static void add(struct gold *gold, const char *id, const struct fix *fix, const char *program,
                const char *fixed)
{
    struct gold_item item = {.id = id,
                             .language = &language_python,
                             .category = CATEGORY_OTHER,
                             .program = {program, strlen(program)},
                             .fixed = {fixed, strlen(fixed)},
                             .fix = fix,
                             .shown.part_end = strlen(program)};
    gold_take(gold, &item);
}

/* Returns the predictions of a detector for the bugs in test, in a static text. */
static const char *guessed(const struct gold *fixes, const struct gold *bugs, int detector,
                           size_t k)
{
    static struct str out;
    struct output_plan plan = {.path = scratch_path("out.jsonl"), .is_replacing = true};
    struct detector_options options = {.kind = detector, .k = k, .seed = "0"};
    scoped(output) *output = NULL;
    int64_t n = 0;
    str_clear(&out);
    assert_done(output_open(&output, &plan, &err));
    assert_done(detector_run(&n, output, &options, fixes, bugs, SPLIT_TEST, &err));
    assert_done(output_commit(&output, NULL, &err));
    assert_done(file_read(&out, scratch_path("out.jsonl"), &err));
    for (const char *line = str_text(&out); (line = strchr(line, '\n')); line++)
        n--;
    assert_int_equal(n, 0);
    return str_text(&out);
}

/* Three programs with the same fix. */
static const char *guessed_after(const char *buggy, const char *fixed, const char *program,
                                 int detector, size_t k)
{
    scoped(gold) fixes = {0}, bugs = {0};
    for (int i = 0; i < 3; i++)
        add(&fixes, printed("fix%d", i), &train, buggy, fixed);
    add(&bugs, "a", &test, program, program);
    return guessed(&fixes, &bugs, detector, k);
}

TEST(detector_run__finds_the_best_change)
{
    static const struct {
        const char *buggy, *fixed; /* three times in the fixes */
        const char *program, *prediction;
        int detector;
    } cases[] = {
        {"if a <= b: c", "if a < b: c", "while x <= 2: y", "8,\"repair\":\"<\"", FREQUENT},
        {"if a <= b: c", "if a < b: c", "while x >= 2 <= y: z", "13,\"repair\":\"<\"", FREQUENT},
        {"x = 'é' + 9", "x = 'é' + 8", "y = 'é' ; z = 9", "14,\"repair\":\"8\"", FREQUENT},
        {"a = b[0] + b[1]", "a = b[0] + b[1]", "a = b[0] - b[1]", "9,\"repair\":\"+\"", NGRAM},
        {"for i in range ( 10 ): f()", "for i in range ( 10 ): f()", "for i in range ( 7 ): f()",
         "17,\"repair\":\"10\"", NGRAM},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *line =
            guessed_after(cases[i].buggy, cases[i].fixed, cases[i].program, cases[i].detector, 1);
        if (!strstr(line, printed("\"column\":%s}", cases[i].prediction)))
            fail_msg("case %zu: %s", i, line);
    }
}

/* The fixes are 2 -> 1 twice and 2 -> 3 once, as whole programs. Each of the words 1 and 3 can take
 * the place of 2, so the most frequent one is the first. By trigrams, P(1) > P(3) in all histories,
 * because 1 occurs twice and 3 once. */
TEST(detector_run__puts_the_more_frequent_edit_first)
{
    for (int detector = FREQUENT; detector <= NGRAM; detector++) {
        scoped(gold) fixes = {0}, bugs = {0};
        add(&fixes, "fix1", &train, "2", "3");
        add(&fixes, "fix2", &train, "2", "1");
        add(&fixes, "fix3", &train, "2", "1");
        add(&bugs, "a", &test, "2", "1");
        assert_string_equal(guessed(&fixes, &bugs, detector, 9),
                            "{\"id\":\"a\",\"rank\":1,\"line\":1,\"column\":0,\"repair\":\"1\"}\n"
                            "{\"id\":\"a\",\"rank\":2,\"line\":1,\"column\":0,\"repair\":\"3\"}\n");
    }
}

TEST(detector_run__learns_only_from_other_parts)
{
    scoped(gold) fixes = {0}, bugs = {0};
    add(&fixes, "fix", &train, "x = 1", "x = 5");
    add(&fixes, "a", &test, "x = 1", "x = 31337");
    add(&bugs, "a", &test, "x = 1", "x = 31337");
    add(&bugs, "b", &train, "x = 1", "x = 5");
    for (int detector = 0; detector < N_DETECTORS; detector++) {
        const char *lines = guessed(&fixes, &bugs, detector, 1000);
        assert_non_null(strstr(lines, "\"repair\":\"5\""));
        assert_null(strstr(lines, "31337"));
        assert_null(strstr(lines, "\"id\":\"b\""));
    }
}

TEST(detector_run__guesses_nothing_if_nothing_can_change)
{
    assert_string_equal(guessed_after("a < b", "a <= b", "", FREQUENT, 9), "");
    assert_string_equal(guessed_after("a < b", "a <= b", "'", NGRAM, 9), "");
}

TEST(detector_run__counts_places_in_the_shown_code)
{
    static const char program[] = "a < b\nf(a < b)\na < b\n";
    scoped(gold) fixes = {0}, bugs = {0};
    add(&fixes, "fix", &train, "a < b", "a <= b");
    add(&bugs, "a", &test, program, program);
    bugs.items.items[0].shown =
        (struct gold_shown){.part_start = 8, .part_end = 13, .start_byte = 8, .start = {2, 2}};
    const char *lines = guessed(&fixes, &bugs, RANDOM, 100);
    assert_non_null(strstr(lines, "\"line\":1,\"column\":2,\"repair\":\"<=\""));
    assert_null(strstr(lines, "\"line\":2"));
    assert_null(strstr(lines, "\"column\":7"));
}

/* Every prediction is an edit of a token that makes another program, and none occurs twice. */
TEST(detector_run__makes_different_programs)
{
    static const char *const programs[] = {
        "n = 1\nif not n < 2 and True:\n    print(n, 'a', 2.5) # b\n",
        "x = -y if a is not b else {1: f\"{x + 1}\"}\ny += x",
        "def f(é, b):\n    return é[b] or b\n",
    };
    struct judge *judge = judge_new();
    for (size_t i = 0; i < N_ITEMS(programs) * N_DETECTORS; i++) {
        const char *program = programs[i / N_DETECTORS];
        scoped(gold) fixes = {0}, bugs = {0};
        scoped(predictions) predictions = {0};
        struct verdict verdict;
        add(&fixes, "fix", &train, "n = 2\nm = n == 7 - 8 or False",
            "n = 1\nm = n == 7 - 8 or False");
        add(&bugs, "a", &test, program, "");
        guessed(&fixes, &bugs, (int)(i % N_DETECTORS), 1000);
        assert_done(predictions_read(&predictions, scratch_path("out.jsonl"), &bugs, false, &err));
        assert_int_equal(predictions.n_errors, 0);
        assert_true(predictions.list.n > 3);
        judge_item(&verdict, judge, &bugs.items.items[0], NULL, 0, &(struct judge_options){.k = 1});
        for (size_t k = 0; k < predictions.list.n; k++) {
            const struct prediction *one = &predictions.list.items[k];
            struct token_text made;
            if (!judge_repaired(&made, judge, one, export_task_find("repair")))
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
