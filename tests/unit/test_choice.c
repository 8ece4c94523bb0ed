/* Samples and correct programs, which depend on all fixes together. The filters are in
 * tests/cases/filters.case. */
#include "export/export.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

enum { N_FIXES = 60 };

/* Fixes of three categories: 30, 20 and 10. Fix n has the programs "a<n>" and "b<n>". */
static struct db *store_of(const char *name, size_t n, const char *changes)
{
    static char texts[N_FIXES][2][24];
    struct made_fix fixes[N_FIXES];
    for (size_t i = 0; i < n; i++) {
        snprintf(texts[i][0], sizeof texts[i][0], "a%zu", i + 1);
        snprintf(texts[i][1], sizeof texts[i][1], "b%zu", i + 1);
        fixes[i] = (struct made_fix){"p1", "u", texts[i][0], texts[i][1], true};
    }
    made_store(name, fixes, n);
    store_changed(name, "UPDATE fixes SET category = CASE WHEN fix_key % 6 < 3 THEN 'literal' "
                        "WHEN fix_key % 6 < 5 THEN 'other' ELSE 'binary_operator' END");
    return changed_store(name, changes);
}

static struct fix_selection choose(struct db *db, const struct fix_choice *choice)
{
    struct fix_selection selection;
    assert_done(fix_select(&selection, db, choice, &err));
    return selection;
}

static bool holds(const struct fix_selection *selection, int64_t fix_key, bool is_clean)
{
    for (size_t i = 0; i < selection->items.n; i++)
        if (selection->items.items[i].fix_key == fix_key &&
            selection->items.items[i].is_clean == is_clean)
            return true;
    return false;
}

static bool is_same(const struct fix_selection *a, const struct fix_selection *b)
{
    bool is_same = a->items.n == b->items.n;
    for (size_t i = 0; is_same && i < a->items.n; i++)
        is_same = a->items.items[i].fix_key == b->items.items[i].fix_key &&
                  a->items.items[i].is_clean == b->items.items[i].is_clean;
    return is_same;
}

/* Fixes in the order of the store, each directly before its own correct program. */
static void assert_ordered(const struct fix_selection *selection)
{
    for (size_t i = 1; i < selection->items.n; i++) {
        const struct fix_item *a = &selection->items.items[i - 1], *b = a + 1;
        assert_true(a->fix_key < b->fix_key ||
                    (a->fix_key == b->fix_key && !a->is_clean && b->is_clean));
    }
}

static int64_t summed(const int64_t of[N_STRATA])
{
    int64_t n = 0;
    for (int split = 0; split < N_STRATA; split++)
        n += of[split];
    return n;
}

TEST(sample__holds_the_smaller_one)
{
    scoped(db) *db = store_of("sample.db", N_FIXES, "");
    scoped(fix_selection) smaller = {0};
    for (int64_t n = 1; n <= N_FIXES + 1; n++) {
        struct fix_choice choice = FIX_CHOICE_DEFAULT;
        choice.n_sample = n;
        struct fix_selection selection = choose(db, &choice);
        assert_int_equal(selection.items.n, n < N_FIXES ? n : N_FIXES);
        assert_ordered(&selection);
        for (size_t i = 0; i < smaller.items.n; i++)
            assert_true(holds(&selection, smaller.items.items[i].fix_key, false));
        fix_selection_release(&smaller);
        smaller = selection;
    }
}

TEST(sample__follows_from_the_seed_and_the_fixes)
{
    scoped(db) *db = store_of("seed.db", N_FIXES, ""), *less = store_of("less.db", 30, "");
    struct fix_choice choice = FIX_CHOICE_DEFAULT;
    choice.n_sample = 20;
    scoped(fix_selection) first = choose(db, &choice);
    scoped(fix_selection) again = choose(db, &choice);
    assert_true(is_same(&first, &again));
    scoped(fix_selection) of_less = choose(less, &choice);
    for (size_t i = 0; i < first.items.n; i++) /* the other items do not matter */
        if (first.items.items[i].fix_key <= 30)
            assert_true(holds(&of_less, first.items.items[i].fix_key, false));
    choice.seed = "1";
    scoped(fix_selection) other = choose(db, &choice);
    assert_false(is_same(&first, &other));
}

TEST(sample__of_nothing_is_nothing)
{
    scoped(db) *db = store_of("nothing.db", 6, "");
    scoped(fix_choice) choice = FIX_CHOICE_DEFAULT;
    array_push(&choice.filters[FILTER_LANGUAGE].list, "no such language");
    choice.n_sample = 5;
    choice.negatives.per_fix = 1;
    scoped(fix_selection) selection = choose(db, &choice);
    assert_int_equal(selection.items.n, 0);
    assert_int_equal(summed(selection.account.clean.n_wanted), 0);
}

TEST(negatives__are_as_many_as_requested)
{
    static const struct {
        double share;
        int64_t n_sample, n_clean;
    } cases[] = {{0, -1, 0},     {1, -1, 60}, {0.5, -1, 30}, {0.01, -1, 1},
                 {0.001, -1, 0}, {1, 7, 7},   {0.5, 7, 4}};
    scoped(db) *db = store_of("negatives.db", N_FIXES, "");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct fix_choice choice = FIX_CHOICE_DEFAULT;
        choice.negatives.per_fix = cases[i].share;
        choice.n_sample = cases[i].n_sample;
        scoped(fix_selection) selection = choose(db, &choice);
        assert_int_equal(summed(selection.account.clean.n_drawn), cases[i].n_clean);
        assert_int_equal(summed(selection.account.clean.n_wanted), cases[i].n_clean);
        assert_ordered(&selection);
        for (size_t k = 0; k < selection.items.n; k++) /* of fixes that are there */
            assert_true(holds(&selection, selection.items.items[k].fix_key, false));
    }
}

/* Fixes 1 to 4 have one fixed program; that of 5 and 6 is the buggy one of 7, which the filter
 * leaves out, and 8 goes on from what 9 ends with. */
TEST(negatives__are_distinct_correct_programs)
{
    scoped(db) *db =
        store_of("sources.db", 10,
                 "UPDATE submissions SET source_key = (SELECT source_key FROM submissions WHERE "
                 "submission_id = 'f00000') WHERE submission_id IN ('f00001', 'f00002', 'f00003');"
                 "UPDATE submissions SET source_key = (SELECT source_key FROM submissions WHERE "
                 "submission_id = 'b00006') WHERE submission_id IN ('f00004', 'f00005');"
                 "UPDATE submissions SET source_key = (SELECT source_key FROM submissions WHERE "
                 "submission_id = 'f00008') WHERE submission_id = 'b00007';"
                 "UPDATE fixes SET category = 'type' WHERE fix_key = 7");
    scoped(fix_choice) choice = FIX_CHOICE_DEFAULT;
    int n_shared = 0;
    array_push(&choice.filters[FILTER_CATEGORY].without, "type");
    choice.negatives.per_fix = 1;
    scoped(fix_selection) selection = choose(db, &choice);
    assert_int_equal(summed(selection.account.clean.n_wanted), 9);
    assert_int_equal(summed(selection.account.clean.n_drawn), 4);
    for (int64_t fix = 1; fix <= 4; fix++)
        n_shared += holds(&selection, fix, true);
    assert_int_equal(n_shared, 1);
    assert_true(holds(&selection, 8, true) && holds(&selection, 10, true));
    assert_true(holds(&selection, 7, true)); /* in want of others: what its bug is left it out */
}

TEST(negatives__of_a_larger_share_hold_the_others)
{
    scoped(db) *db = store_of("shares.db", N_FIXES, "");
    struct fix_choice choice = FIX_CHOICE_DEFAULT;
    choice.negatives.per_fix = 0.25;
    scoped(fix_selection) less = choose(db, &choice);
    choice.negatives.per_fix = 0.75;
    scoped(fix_selection) more = choose(db, &choice);
    for (size_t i = 0; i < less.items.n; i++)
        assert_true(holds(&more, less.items.items[i].fix_key, less.items.items[i].is_clean));
}

/* How many fixes or correct programs a split has. */
static int in_split(const struct fix_selection *selection, int split, bool is_clean)
{
    int n = 0;
    for (size_t i = 0; i < selection->items.n; i++)
        n += selection->items.items[i].split == split &&
             selection->items.items[i].is_clean == is_clean;
    return n;
}

/* 48 fixes are in train, 8 in validation, 4 in no split; a third of train's are of another
 * category. */
static const char splits[] = MADE_RUN
    "'seed', '0', 8, 1, 1, 'problem', 0);"
    "INSERT INTO splits SELECT fix_key, CASE WHEN fix_key <= 48 THEN 'train' ELSE 'validation' END,"
    " 1 "
    "FROM fixes WHERE fix_key <= 56;";

TEST(negatives__are_shared_among_splits)
{
    static const struct {
        double ratio;
        int n_train, n_validation;
    } cases[] = {{0.25, 12, 2}, {0.3, 14, 2}, {1, 48, 8}, {3, 48, 8}};
    scoped(db) *db = store_of("strata.db", N_FIXES, splits);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct fix_choice choice = FIX_CHOICE_DEFAULT;
        choice.takes_split_only = true;
        choice.negatives.per_fix = cases[i].ratio;
        scoped(fix_selection) selection = choose(db, &choice);
        assert_int_equal(in_split(&selection, 0, true), cases[i].n_train);
        assert_int_equal(in_split(&selection, 1, true), cases[i].n_validation);
        assert_int_equal(in_split(&selection, STRATUM_NONE, true), 0);
        assert_int_equal(selection.account.clean.n_drawn[1], cases[i].n_validation);
        if (cases[i].ratio > 1)
            assert_int_equal(selection.account.clean.n_wanted[1], 24);
    }
}

/* The fixes of a category are too few for twice as many: the split's others give theirs. */
TEST(negatives__come_from_other_fixes_of_the_split_when_there_are_too_few)
{
    scoped(db) *db = store_of("others.db", N_FIXES, splits);
    scoped(fix_choice) choice = FIX_CHOICE_DEFAULT;
    array_push(&choice.filters[FILTER_CATEGORY].list, "binary_operator");
    choice.takes_split_only = true;
    choice.negatives.per_fix = 1;
    scoped(fix_selection) once = choose(db, &choice);
    choice.negatives.per_fix = 2;
    scoped(fix_selection) twice = choose(db, &choice);
    for (int split = 0; split < 2; split++) {
        int n_fixes = in_split(&once, split, false);
        assert_true(n_fixes > 0);
        assert_int_equal(in_split(&once, split, true), n_fixes);
        assert_int_equal(in_split(&twice, split, true), 2 * n_fixes);
    }
    for (size_t i = 0; i < once.items.n; i++) {
        const struct fix_item *item = &once.items.items[i];
        assert_true(holds(&once, item->fix_key, false)); /* of the fixes that are there, first */
        assert_true(holds(&twice, item->fix_key, item->is_clean));
    }
}

/* The program of fix 1, in train, is that of fix 50, in validation, too. */
TEST(negatives__of_two_splits_are_of_the_one_that_is_held_out)
{
    const char *changes =
        printed("%sUPDATE submissions SET source_key = (SELECT source_key FROM submissions "
                "WHERE submission_id = 'f00049') WHERE submission_id = 'f00000'",
                splits);
    scoped(db) *db = store_of("shared.db", N_FIXES, changes);
    static const char *const names[] = {"train", "validation"};
    for (int split = 0; split < 2; split++) {
        scoped(fix_choice) choice = FIX_CHOICE_DEFAULT;
        array_push(&choice.splits, names[split]);
        choice.negatives.per_fix = 1;
        scoped(fix_selection) selection = choose(db, &choice);
        assert_false(holds(&selection, 1, true));
        assert_int_equal(holds(&selection, 50, true), split == 1);
        assert_int_equal(in_split(&selection, split, true), split ? 8 : 47);
    }
}

/* nbf has no type for `other`, which a third of the fixes are. */
TEST(negatives__count_rows_that_the_format_can_say)
{
    scoped(db) *db = store_of("rows.db", N_FIXES,
                              "UPDATE fixes SET before = '1', after = '2' "
                              "WHERE category = 'literal'");
    struct fix_choice choice = FIX_CHOICE_DEFAULT;
    struct export_options options = {
        .format = &export_format_nbf,
        .view = {.question = questions[0]},
        .n_threads = 2,
    };
    choice.negatives.probe = export_probe;
    choice.negatives.rows = &options;
    choice.negatives.per_fix = 0.5;
    scoped(fix_selection) selection = choose(db, &choice);
    assert_int_equal(summed(selection.account.clean.n_drawn), 20);
    assert_int_equal(summed(selection.account.clean.n_wanted), 20);
}
