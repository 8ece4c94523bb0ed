/* The sums of the published figures are right, so none is mistyped. */
#include "report/thesis.h"
#include "tests/support/test.h"

TEST(thesis__categories_add_up_to_the_fixes)
{
    int64_t n_fixes = 0, n_github = 0;
    for (size_t i = 0; i < N_ITEMS(thesis.categories); i++) {
        n_fixes += thesis.categories[i].n_fixes;
        n_github += thesis.categories[i].n_github;
    }
    assert_int_equal(n_fixes, thesis.n_fixes);
    assert_int_equal(n_fixes, 37819);
    assert_int_equal(n_github, thesis.n_github);
    assert_int_equal(n_github, 34603);
}

TEST(thesis__test_split_adds_up)
{
    int64_t n = 0;
    for (size_t i = 0; i < N_ITEMS(thesis.categories); i++)
        n += thesis.categories[i].n_test;
    assert_int_equal(n, thesis.n_test);
    assert_int_equal(n, 1799);
}

/* A bug that is right in place and repair is right in place. */
TEST(thesis__detectors_are_plausible)
{
    for (size_t i = 0; i < N_ITEMS(thesis.detectors); i++) {
        const struct thesis_detector *detector = &thesis.detectors[i];
        bool is_table_6 = strcmp(detector->table, "6") == 0;
        assert_int_equal(isnan(detector->false_positives), is_table_6);
        assert_int_equal(isnan(detector->localisation), !is_table_6);
        assert_int_equal(isnan(detector->repair_at_place), !is_table_6);
        if (is_table_6)
            assert_true(detector->joint < detector->localisation &&
                        detector->localisation < detector->repair_at_place);
    }
}

TEST(thesis__history_sizes_add_up_to_the_histories)
{
    int64_t n = 0;
    for (size_t i = 0; i < THESIS_N_HISTORY_SIZES; i++)
        n += thesis.n_histories_of_size[i];
    assert_int_equal(n, thesis.n_histories);
}

/* Histories of 21 and more submissions hold the rest of the files: more than 21 each on average. */
TEST(thesis__history_sizes_leave_files_for_the_longest)
{
    int64_t n = 0;
    for (int64_t size = 1; size <= 20; size++)
        n += size * thesis.n_histories_of_size[size - 1];
    assert_true(n < thesis.n_files);
    assert_true(thesis.n_files - n >= 21 * thesis.n_histories_of_size[20]);
}

TEST(thesis__history_sizes_fall)
{
    for (size_t i = 1; i < 20; i++)
        assert_true(thesis.n_histories_of_size[i] < thesis.n_histories_of_size[i - 1]);
}

TEST(thesis__has_the_six_categories_of_the_store)
{
    static const char *const names[] = {"variable_misuse",     "binary_operator",
                                        "comparison_operator", "logical_operator",
                                        "assignment_operator", "literal"};
    for (size_t i = 0; i < N_ITEMS(names); i++) {
        const struct thesis_category *found = thesis_category_find(names[i]);
        assert_ptr_equal(found, &thesis.categories[i]);
        assert_string_equal(found->category, names[i]);
    }
    assert_null(thesis_category_find("other"));
    assert_null(thesis_category_find(""));
    assert_null(thesis_category_find("literals"));
}
