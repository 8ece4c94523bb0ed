/* The views of one split set: in any order with the other views of a connection, and by keys. */
#include "db/store.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const char two_sets[] =
    MADE_RUN "'seed', '7', 8, 1, 1, 'problem', 0);"
             "INSERT INTO splits VALUES (1, 'train', 1), (2, 'test', 2);"
             "INSERT INTO split_sets VALUES ('cv', 'seed', '8', 0, 0, 0, 3, NULL, NULL, 'user', "
             "0);"
             "INSERT INTO set_splits VALUES ('cv', 1, 'fold3', 1), ('cv', 3, 'fold1', 3);"
             "INSERT INTO set_lists VALUES ('cv', 'p1', 'test');"
             "INSERT INTO set_left_out VALUES ('default', 4, 'choice'), ('cv', 5, 'undated');"
             "INSERT INTO set_exclusions VALUES ('', 6, 'benchmark', 'b'), "
             "('default', 7, 'ancestry', 'd'), ('cv', 2, 'split', 'c');"
             "INSERT INTO set_checks VALUES ('', 'splits', '', 'x', 1, 0, 0, 0, 0, 'f'), "
             "('default', 'splits', '', 'y', 2, 0, 0, 0, 0, 'f'), "
             "('cv', 'splits', '', 'z', 3, 0, 0, 0, 0, 'f')";

static struct db *opened(const char *name)
{
    assert_done(store_finish(small_store_made(name), &err));
    return changed_store(name, two_sets);
}

/* What the views of a set show; a set that is not there. */
static const struct {
    const char *set, *runs, *splits, *lists, *left_out, *exclusions, *checks, *marks;
} views[] = {
    {"default", "7\n", "1train\n2test\n", "", "4choice\n", "6benchmark\n7ancestry\n", "2\n",
     "1train\n2test\n6-\n7-\n"},
    {"cv", "8\n", "1fold3\n3fold1\n", "p1\n", "5undated\n", "2split\n6benchmark\n", "3\n",
     "1fold3\n2-\n3fold1\n6-\n"},
    {"other", "", "", "", "", "6benchmark\n", "1\n", "6-\n"},
};

static void check(struct db *db, size_t i)
{
    assert_rows(db, "SELECT seed FROM split_run", views[i].runs);
    assert_rows(db, "SELECT fix_key || split FROM splits ORDER BY 1", views[i].splits);
    assert_rows(db, "SELECT problem_id FROM split_lists", views[i].lists);
    assert_rows(db, "SELECT fix_key || reason FROM split_left_out", views[i].left_out);
    assert_rows(db, "SELECT fix_key || reason FROM exclusions ORDER BY 1", views[i].exclusions);
    assert_rows(db, "SELECT n_items FROM checks", views[i].checks);
    assert_rows(db,
                "SELECT fix_key || CASE WHEN split IS NULL THEN '-' ELSE split END FROM fix_marks "
                "WHERE split IS NOT NULL OR is_excluded ORDER BY 1",
                views[i].marks);
}

TEST(view_split_set__shows_this_set_under_the_names_of_all)
{
    scoped(db) *db = opened("sets.db");
    check(db, 0);
    for (size_t turn = 0; turn < 6; turn++) {
        size_t i = turn % N_ITEMS(views);
        assert_done(store_view_split_set(db, views[i].set, &err));
        check(db, i);
        assert_int_equal(made_store_number(db, "PRAGMA query_only"), 1);
    }
}

/* The other views of a connection do not choose the set again. */
TEST(view_split_set__goes_with_other_views)
{
    static const int64_t keys[] = {1, 2, 3};
    for (int order = 0; order < 2; order++) {
        scoped(db) *db = opened("sets.db");
        for (int step = 0; step < 2; step++)
            if (step == order)
                assert_done(store_view_split_set(db, "cv", &err));
            else
                assert_done(store_count_only(db, keys, N_ITEMS(keys), &err));
        check(db, 1);
        assert_rows(db, "SELECT count(*) FROM splits JOIN counted_fixes USING (fix_key)", "2\n");
        assert_done(store_rename_users(db, NULL, &err));
        check(db, 1);
    }
}
