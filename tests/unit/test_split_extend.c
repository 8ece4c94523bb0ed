/* Mutants follow their programs in each split set. */
#include "guard/fix_pairs.h"
#include "guard/split.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

/* The last two are mutants of the first two; the second one's buggy program is that of the first
 * fix. */
static const struct made_fix fixes[] = {
    {"p1", "u1", "a = 1\n", "a = 2\n", false},
    {"p2", "u2", "b = 1 + 1\n", "b = 1 - 1\n", false},
    {"p1", "u1", "a = 3\n", "a = 2\n", false},
    {"p2", "u2", "a = 1\n", "b = 1 - 1\n", true},
};

static const char three_sets[] =
    "UPDATE fixes SET origin = 'mutant', fixed_submission_key = (SELECT fixed_submission_key "
    "FROM fixes f WHERE f.fix_key = fixes.fix_key - 2) WHERE fix_key > 2;"
    "INSERT INTO split_sets SELECT column1, 'seed', '0', 1, 1, 1, column2, NULL, NULL, "
    "'problem', 0 FROM (VALUES ('default', 0), ('cv', 2), ('x', 0));"
    "INSERT INTO set_splits VALUES ('default', 1, 'train', 1), ('default', 2, 'test', 2), "
    "('cv', 1, 'fold2', 1), ('cv', 2, 'fold2', 1), ('x', 1, 'train', 1), ('x', 2, 'test', 2);"
    "INSERT INTO set_exclusions VALUES ('x', 2, 'ancestry', 'a'), ('gone', 3, 'split', 'b')";

TEST(split_extend__follows_the_programs_in_each_set)
{
    static const struct guard_options guard = {.n_jobs = 1};
    made_store("extend.db", fixes, N_ITEMS(fixes));
    store_changed("extend.db", three_sets);
    scoped(db) *db = made_store_open("extend.db");
    assert_done(store_view_split_set(db, "cv", &err));
    for (int turn = 0; turn < 2; turn++) {
        assert_done(split_extend(db, &guard, &err));
        assert_rows(db,
                    "SELECT split_set || ' ' || fix_key || ' ' || split || ' ' || group_key "
                    "FROM set_splits WHERE fix_key > 2 ORDER BY 1",
                    "cv 3 fold2 1\ncv 4 fold2 1\ndefault 3 train 1\nx 3 train 1\n");
        assert_rows(db,
                    "SELECT split_set || ' ' || fix_key || ' ' || reason FROM set_exclusions "
                    "WHERE fix_key > 2 ORDER BY 1",
                    "default 4 split\nx 4 program\n");
        assert_rows(db, "SELECT split_set FROM chosen_split_set", "cv\n");
    }
}

/* Without splits, only the marks of programs are made, and they hold in all sets. */
TEST(split_extend__marks_programs_without_splits)
{
    static const struct guard_options guard = {.n_jobs = 1};
    made_store("extend.db", fixes, N_ITEMS(fixes));
    store_changed("extend.db",
                  printed("%s; DELETE FROM split_sets; DELETE FROM set_splits; "
                          "INSERT INTO set_exclusions VALUES ('', 2, 'benchmark', 'x')",
                          three_sets));
    scoped(db) *db = made_store_open("extend.db");
    assert_done(split_extend(db, &guard, &err));
    assert_rows(db, "SELECT count(*) FROM set_splits", "0\n");
    assert_rows(db,
                "SELECT split_set || ' ' || fix_key || ' ' || reason FROM set_exclusions "
                "WHERE fix_key > 2",
                " 4 program\n");
}

/* A mutant that has a split keeps it, though it ties two splits: check says so. */
TEST(split_extend__leaves_what_has_a_split)
{
    static const struct guard_options guard = {.n_jobs = 1};
    made_store("extend.db", fixes, N_ITEMS(fixes));
    store_changed(
        "extend.db",
        printed("%s; INSERT INTO set_splits VALUES ('default', 4, 'test', 2)", three_sets));
    scoped(db) *db = made_store_open("extend.db");
    assert_done(split_extend(db, &guard, &err));
    assert_rows(db,
                "SELECT fix_key || ' ' || split FROM set_splits WHERE split_set = 'default' AND "
                "fix_key > 2 ORDER BY 1",
                "3 train\n4 test\n");
    assert_rows(db, "SELECT count(*) FROM set_exclusions WHERE split_set = 'default'", "0\n");
}
