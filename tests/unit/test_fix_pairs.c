/* Pairs are in the order of time, with the right programs. */
#include "guard/fix_pairs.h"
#include "guard/sequence.h"
#include "tests/support/guarded.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

TEST(pairs__are_in_order_of_time)
{
    static const struct guarded_fix fixes[] = {
        {"x = 1\n", "x = 2\n", .buggy_date = 5, .fixed_date = 9},
        {"x = 1\n", "x = 3\n", .buggy_date = 8, .fixed_date = 9},
        {"x = 1\n", "x = 4\n", .buggy_date = 1, .fixed_date = 20},
        {"x = 1\n", "x = 5\n", .buggy_date = 5, .fixed_date = 9},
        {"x = 1\n", "x = 6\n", .buggy_date = -3, .fixed_date = -2},
        {"x = 1\n", "x = 7\n", .buggy_date = 4, .fixed_date = 9},
    };
    static const int64_t ids[] = {5, 6, 1, 4, 2, 3};
    scoped(db) *db = guarded_store("order", fixes, N_ITEMS(fixes));
    scoped(pairs) pairs = {0};
    assert_done(pairs_read(&pairs, db, false, &err));
    assert_int_equal(pairs.list.n, N_ITEMS(ids));
    for (size_t i = 0; i < N_ITEMS(ids); i++) {
        assert_int_equal(pairs.list.items[i].fix_key, ids[i]);
        assert_null(pairs.list.items[i].id);
    }
}

TEST(pairs__know_what_they_are_made_of)
{
    static const struct guarded_fix fixes[] = {
        {"x = 1\ny = x\n", "x = 1\ny = y\n", "p00002", "u7", 1, 2},
        {"if x: y\n", "if not x: y\n", "p00001", "u2", 3, 4},
        {"x = 1\ny = x\n", "x = 1\ny = y\n", "p00002", "u2", 5, 6},
        {"a = y\n", "a = x\n", "p00002", "u2", 7, 8},
    };
    scoped(db) *db = guarded_store("made", fixes, N_ITEMS(fixes));
    split_views_write(db);
    assert_done(db_execute(db,
                           "INSERT INTO splits VALUES (1, 'train', 1), (4, 'test', 4);"
                           "INSERT INTO exclusions VALUES (2, 'a', 'b'), (2, 'c', 'd');"
                           "UPDATE fixes SET category = 'literal' WHERE fix_key = 3",
                           &err));
    scoped(pairs) pairs = {0};
    assert_done(pairs_read(&pairs, db, true, &err));
    const struct pair *p = pairs.list.items;
    assert_int_equal(pairs.list.n, 4);
    assert_int_equal(pairs.program_ids.n, 6);
    assert_string_equal(p[0].id, "p00002-s0b-s0a");
    assert_string_equal(p[1].id, "p00001-s1b-s1a");
    assert_int_equal(p[0].buggy, 0);
    assert_int_equal(p[0].fixed, 1);
    assert_int_equal(p[2].buggy, p[0].buggy);
    assert_int_equal(p[2].fixed, p[0].fixed);
    assert_string_equal(pairs.problems.keys.items[p[0].problem], "p00002");
    assert_string_equal(pairs.problems.keys.items[p[1].problem], "p00001");
    assert_string_equal(pairs.users.keys.items[p[0].user], "u7");
    assert_int_equal(p[1].user, p[2].user);
    assert_int_equal(p[0].token_index, 6);
    assert_int_equal(p[1].token_index, 1);
    assert_true(p[0].edit == p[2].edit && p[0].edit != p[3].edit && p[0].edit != p[1].edit);
    assert_int_equal(p[0].split, SPLIT_TRAIN);
    assert_int_equal(p[1].split, NO_SPLIT);
    assert_int_equal(p[3].split, SPLIT_TEST);
    assert_false(p[0].is_excluded);
    assert_true(p[1].is_excluded);
}

/* As texts that are only put after each other would not be. */
TEST(pairs__distinguish_edits)
{
    static const struct guarded_fix fixes[] = {
        {.buggy = "ab\n", .fixed = "c\n"},
        {.buggy = "a\n", .fixed = "bc\n"},
        {.buggy = "a\n", .fixed = "b\n"},
        {.buggy = "b\n", .fixed = "a\n"},
        {.buggy = "if x: y\n", .fixed = "if not x: y\n"},
        {.buggy = "if not x: y\n", .fixed = "if x: y\n"},
    };
    scoped(guarded) guarded = {0};
    const struct near_preset *preset = guarded_preset("allamanis");
    guarded_open(&guarded, "edits", fixes, N_ITEMS(fixes), preset);
    for (size_t i = 0; i < N_ITEMS(fixes); i++)
        for (size_t k = 0; k < i; k++)
            assert_true(guarded.pairs.list.items[i].edit != guarded.pairs.list.items[k].edit);
}

TEST(pairs__of_an_empty_store_are_none)
{
    scoped(db) *db = guarded_store("empty", NULL, 0);
    scoped(pairs) pairs = {0};
    assert_done(pairs_read(&pairs, db, true, &err));
    assert_int_equal(pairs.list.n, 0);
    assert_int_equal(pairs.program_ids.n, 0);
}

TEST(pairs__refuse_an_invalid_place)
{
    static const struct guarded_fix fix = {.buggy = "x = 1\n", .fixed = "x = 2\n"};
    static const char *const changes[] = {
        "UPDATE fixes SET token_index = -1",
        "UPDATE fixes SET token_index = 4294967296",
    };
    for (size_t i = 0; i < N_ITEMS(changes); i++) {
        scoped(db) *db = guarded_store("place", &fix, 1);
        scoped(pairs) pairs = {0};
        assert_done(db_execute(db, changes[i], &err));
        assert_error(pairs_read(&pairs, db, true, &err),
                     "the fix p00001-s0b-s0a is outside its program; mine the dataset again");
    }
}

TEST(pairs__refuse_fixes_that_lack_a_program)
{
    static const struct guarded_fix fixes[] = {{.buggy = "x = 1\n", .fixed = "x = 2\n"},
                                               {.buggy = "x = 1\n", .fixed = "x = 3\n"},
                                               {.buggy = "x = 4\n", .fixed = "x = 5\n"}};
    static const char *const changes[] = {
        "DELETE FROM sources WHERE code = 'x = 1\n'",
        "DELETE FROM sources WHERE code IN ('x = 2\n', 'x = 5\n')",
        "DELETE FROM submissions WHERE source_key IN "
        "(SELECT source_key FROM sources WHERE code IN ('x = 2\n', 'x = 4\n'))",
    };
    for (size_t i = 0; i < N_ITEMS(changes); i++) {
        scoped(db) *db = guarded_store("lack", fixes, N_ITEMS(fixes));
        scoped(pairs) pairs = {0};
        assert_done(db_execute(db, "PRAGMA foreign_keys = OFF", &err));
        assert_done(db_execute(db, changes[i], &err));
        assert_error(pairs_read(&pairs, db, true, &err),
                     "2 fixes in the database lack their submissions or sources; mine the dataset "
                     "again");
    }
}
