/* The outcomes of many items, and queries of an outcome. */
#include "score/judge.h"

#include "tests/support/golds.h"
#include "tests/support/test.h"

enum { N_MANY = 500 };

/* Programs of one line with a wrong operator, and predictions: a third is right, a
 * third wrong, and a third missing. */
static void make_many(struct gold *gold, struct predictions *predictions)
{
    scoped(str) lines = {0};
    *gold = (struct gold){0};
    for (int i = 0; i < N_MANY; i++) {
        const char *program = arena_print(&gold->arena, "x%d = a + b\n", i);
        const char *fixed = arena_print(&gold->arena, "x%d = a - b\n", i);
        int column = (int)strcspn(program, "+");
        struct gold_item item = {.id = arena_print(&gold->arena, "p-%d-x", i),
                                 .language = &language_python,
                                 .category = CATEGORY_BINARY_OPERATOR,
                                 .bug.line = 1,
                                 .bug.column = column,
                                 .bug.after = "-",
                                 .program = {program, strlen(program)},
                                 .fixed = {fixed, strlen(fixed)}};
        gold_take(gold, &item);
        if (i % 3)
            str_print(&lines, "{\"id\":\"%s\",\"line\":1,\"column\":%d,\"repair\":\"%s\"}\n",
                      item.id, column, i % 3 == 1 ? "-" : "*");
    }
    write_test_file(scratch_path("many"), str_text(&lines), lines.length);
    assert_done(predictions_read(predictions, scratch_path("many"), gold, false, &err));
}

TEST(outcomes_make__does_not_depend_on_threads)
{
    scoped(gold) gold = {0};
    scoped(predictions) predictions = {0};
    make_many(&gold, &predictions);
    for (int n_threads = 1; n_threads <= 5; n_threads += 2) {
        scoped(outcomes) outcomes = {0};
        assert_done(outcomes_make(&outcomes, &gold, &predictions, &(struct judge_options){.k = 1},
                                  n_threads, &err));
        assert_int_equal(outcomes.n, N_MANY);
        for (int i = 0; i < N_MANY; i++) {
            const struct outcome *outcome = &outcomes.items[i];
            assert_int_equal(outcome->n_predictions, i % 3 != 0);
            assert_int_equal(outcome->located, i % 3 != 0);
            assert_int_equal(outcome->solved, i % 3 == 1);
        }
    }
}

TEST(outcome_is_flagged__wants_no_bug_among_the_first)
{
    static const struct {
        int n_predictions, no_bug;
        bool at_1, at_3, at_5;
    } cases[] = {
        {0, 0, false, false, false}, {1, 1, false, false, false}, {1, 0, true, true, true},
        {2, 2, true, false, false},  {5, 3, true, false, false},  {5, 4, true, true, false},
        {10, 6, true, true, true},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct outcome outcome = {.n_predictions = (uint8_t)cases[i].n_predictions,
                                  .no_bug = (uint8_t)cases[i].no_bug};
        struct gold_item correct = {.category = GOLD_CORRECT};
        assert_int_equal(outcome_is_flagged(&outcome, 1), cases[i].at_1);
        assert_int_equal(outcome_is_flagged(&outcome, 3), cases[i].at_3);
        assert_int_equal(outcome_is_flagged(&outcome, 5), cases[i].at_5);
        assert_int_equal(outcome_is_right(&correct, &outcome, 1), !cases[i].at_1);
        assert_int_equal(outcome_is_right(&correct, &outcome, 3), !cases[i].at_3);
    }
}

/* A prediction with a high rank is judged only if that many count. */
TEST(outcomes_make__judges_as_many_as_count)
{
    enum { RANK = 200 };
    scoped(gold) gold = {0};
    scoped(predictions) predictions = {0};
    scoped(str) lines = {0};
    struct gold_item item = {.id = "p-a-b",
                             .language = &language_python,
                             .category = CATEGORY_BINARY_OPERATOR,
                             .bug.line = 1,
                             .bug.column = 6,
                             .bug.after = "-",
                             .program = {"a = b + c\n", 10},
                             .fixed = {"a = b - c\n", 10}};
    gold_take(&gold, &item);
    for (int rank = 1; rank <= RANK; rank++)
        str_print(&lines,
                  "{\"id\":\"p-a-b\",\"rank\":%d,\"line\":1,\"column\":6,\"repair\":\"%s\"}\n",
                  rank, rank == RANK ? "-" : "*");
    write_test_file(scratch_path("far"), str_text(&lines), lines.length);
    assert_done(predictions_read(&predictions, scratch_path("far"), &gold, false, &err));
    for (int k = 1; k <= RANK; k += RANK - 1) {
        scoped(outcomes) outcomes = {0};
        assert_done(outcomes_make(&outcomes, &gold, &predictions, &(struct judge_options){.k = k},
                                  1, &err));
        assert_int_equal(outcomes.items[0].n_predictions, k == RANK ? RANK : JUDGED_RANKS);
        assert_int_equal(outcome_is_right(&item, &outcomes.items[0], k), k == RANK);
        assert_false(outcome_is_right(&item, &outcomes.items[0], RANK - 1));
    }
}

TEST(outcome_is_right__wants_one_of_the_first_to_solve_a_bug)
{
    struct gold_item bug = {.category = CATEGORY_OTHER};
    struct outcome first = {.solved = 1}, second = {.solved = 2}, none = {.located = 1};
    assert_true(outcome_is_right(&bug, &first, 1));
    assert_false(outcome_is_right(&bug, &second, 1));
    assert_true(outcome_is_right(&bug, &second, 2));
    assert_false(outcome_is_right(&bug, &none, 1000));
    assert_true(outcome_is_within(3, 3));
    assert_false(outcome_is_within(4, 3));
    assert_false(outcome_is_within(0, 10));
}
