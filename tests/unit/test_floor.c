/* Predictions of the floor, after learning from the fixes of a store. */
#include "score/judge.h"
#include "score/predictions.h"
#include "tests/support/golds.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

/* Predicts for a program after learning from fixes in train. */
static void predict(struct predictions *out, struct gold *gold, const struct stored_fix *fixes,
                    size_t n, const char *program, size_t k)
{
    const struct gold_item item = {.id = "a",
                                   .language = &language_python,
                                   .category = CATEGORY_OTHER,
                                   .split = SPLIT_TEST,
                                   .program = {program, strlen(program)},
                                   .fixed = {"", 0}};
    const struct meter silent = {0};
    int64_t n_learned = 0;
    scoped(str) why_not = {0};
    db_close(stored_fixes("floor.db", fixes, n));
    scoped(db) *db = changed_store(
        "floor.db", MADE_RUN "'seed', '0', 1, 0, 1, 'problem', 0);"
                             "INSERT INTO splits SELECT fix_key, 'train', fix_key FROM fixes");
    gold->question = question_find("repair");
    gold_take(gold, &item);
    assert_done(floor_predict(out, &n_learned, &why_not,
                              &(struct floor_request){gold, db, k, &silent}, &err));
    assert_string_equal(str_text(&why_not), "");
    assert_int_equal(n_learned, n);
}

/* Returns the predictions as "LINE:COLUMN REPAIR" lines in a static text. */
static const char *guessed(const struct stored_fix *fixes, size_t n, const char *program, size_t k)
{
    static struct str out;
    scoped(predictions) predictions = {0};
    scoped(gold) gold = {0};
    str_clear(&out);
    predict(&predictions, &gold, fixes, n, program, k);
    for (size_t i = 0; i < predictions.list.n; i++) {
        const struct prediction *one = &predictions.list.items[i];
        assert_int_equal(one->rank, i + 1);
        str_print(&out, "%d:%d %s\n", (int)one->line, (int)one->column, one->repair);
    }
    return str_text(&out);
}

/* Three programs with the same fix. */
static const char *guessed_after(const char *buggy, const char *fixed, const char *program,
                                 size_t k)
{
    const struct stored_fix one = {.buggy = buggy, .fixed = fixed}, fixes[] = {one, one, one};
    return guessed(fixes, N_ITEMS(fixes), program, k);
}

TEST(floor_predict__finds_the_best_change)
{
    static const struct {
        const char *buggy, *fixed; /* three times in the fixes */
        const char *program, *prediction;
    } cases[] = {
        {"if a «<=» b: c", "if a «<» b: c", "while x <= 2: y", "1:8 <\n"},
        {"if a «<=» b: c", "if a «<» b: c", "while x >= 2 <= y: z", "1:13 <\n"},
        {"x = 'é' + «9»", "x = 'é' + «8»", "y = 'é' ; z = 9", "1:14 8\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *line = guessed_after(cases[i].buggy, cases[i].fixed, cases[i].program, 1);
        if (strcmp(line, cases[i].prediction) != 0)
            fail_msg("case %zu: %s", i, line);
    }
}

/* The fixes are 2 -> 1 twice and 2 -> 3 once, as whole programs. Each of the words 1 and 3 can take
 * the place of 2, so the most frequent one is the first. */
TEST(floor_predict__puts_the_more_frequent_edit_first)
{
    static const struct stored_fix fixes[] = {{.buggy = "«2»", .fixed = "«3»"},
                                              {.buggy = "«2»", .fixed = "«1»"},
                                              {.buggy = "«2»", .fixed = "«1»"}};
    assert_string_equal(guessed(fixes, N_ITEMS(fixes), "2", 9), "1:0 1\n1:0 3\n");
}

TEST(floor_predict__guesses_nothing_if_nothing_can_change)
{
    assert_string_equal(guessed_after("a «<» b", "a «<=» b", "", 9), "");
    assert_string_equal(guessed_after("a «<» b", "a «<=» b", "'", 9), "");
}

/* Every prediction is an edit of a token that makes another program, and none occurs twice. */
TEST(floor_predict__makes_different_programs)
{
    static const char *const programs[] = {
        "n = 1\nif not n < 2 and True:\n    print(n, 'a', 2.5) # b\n",
        "x = -y if a is not b else {1: f\"{x + 1}\"}\ny += x",
        "def f(é, b):\n    return é[b] or b\n",
    };
    static const struct stored_fix fix = {.buggy = "n = «2»\nm = n == 7 - 8 or False",
                                          .fixed = "n = «1»\nm = n == 7 - 8 or False"};
    struct judge *judge = judge_new();
    for (size_t i = 0; i < N_ITEMS(programs); i++) {
        scoped(predictions) predictions = {0};
        scoped(gold) gold = {0};
        struct outcome outcome;
        predict(&predictions, &gold, &fix, 1, programs[i], 1000);
        assert_true(predictions.list.n > 3);
        judge_item(&outcome, judge, gold.items.items, NULL, 0, &(struct judge_options){.k = 1});
        for (size_t k = 0; k < predictions.list.n; k++) {
            const struct prediction *one = &predictions.list.items[k];
            struct token_text made;
            if (!judge_repaired(&made, judge, one, question_find("repair")))
                fail_msg("no edit of program %zu: %d:%d '%s'", i, (int)one->line, (int)one->column,
                         one->repair);
            for (size_t other = 0; other < k; other++)
                assert_false(predictions.list.items[other].line == one->line &&
                             predictions.list.items[other].column == one->column &&
                             strcmp(predictions.list.items[other].repair, one->repair) == 0);
        }
    }
    judge_free(judge);
}
