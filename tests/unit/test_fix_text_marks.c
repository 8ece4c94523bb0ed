/* What is known of a fix, with the names of those that it is known by. */
#include "report/fix_text.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"p1", "u", "a1", "b1", true}, {"p1", "u", "a2", "b2", true}, {"p1", "u", "a3", "b3", true},
    {"p2", "u", "a4", "b4", true}, {"p2", "u", "a5", "b5", true}, {"p2", "u", "a6", "b6", true},
};

/* 4 and 5 do the same to a program to which 6 does something else. */
static const char changes[] =
    "INSERT INTO duplicate_clusters VALUES ('exact', 1, 1), ('exact', 3, 1), ('near', 1, 1), "
    "('near', 2, 1);"
    "INSERT INTO conflicts VALUES (4, 4), (5, 4), (6, 4);"
    "UPDATE fixes SET edit = 'replace', token_index = 7, after = 'x' WHERE fix_id IN (4, 5);"
    "UPDATE fixes SET edit = 'replace', token_index = 7, after = 'y' WHERE fix_id = 6;"
    "INSERT INTO splits VALUES (1, 'train', 1), (2, 'test', 2);"
    "INSERT INTO exclusions VALUES (2, 'benchmark', 'z'), (2, 'ancestry', 'y'), "
    "(2, 'benchmark', 'a'), (6, 'benchmark', 'b');";

static const struct {
    int64_t fix_id;
    struct fix_marks marks;
} cases[] = {
    {1, {"train", "", "", "", 0}},
    {2, {"test", "", "", "ancestry: y", 2}},
    {3, {"", "p1-b00000-f00000", "", "", 0}},
    {4, {"", "", "p2-b00005-f00005", "", 0}},
    {5, {"", "", "p2-b00005-f00005", "", 0}},
    {6, {"", "", "p2-b00003-f00003", "benchmark: b", 0}},
};

static struct db *opened(const char *name, const char *sql)
{
    made_store(name, fixes, N_ITEMS(fixes));
    return changed_store(name, sql);
}

TEST(marks__are_those_of_the_store)
{
    scoped(db) *db = opened("marks.db", changes);
    scoped(db_statement) *reader = NULL;
    scoped(arena) arena = {0};
    assert_done(fix_marks_open(&reader, db, &err));
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct fix_marks marks;
        assert_done(fix_marks_get(reader, cases[i].fix_id, &marks, &arena, &err));
        assert_string_equal(marks.split, cases[i].marks.split);
        assert_string_equal(marks.duplicate_of, cases[i].marks.duplicate_of);
        assert_string_equal(marks.conflicts_with, cases[i].marks.conflicts_with);
        assert_string_equal(marks.excluded, cases[i].marks.excluded);
        assert_int_equal(marks.n_more_reasons, cases[i].marks.n_more_reasons);
    }
    struct fix_marks none;
    assert_error(fix_marks_get(reader, 7, &none, &arena, &err),
                 "the fix 7 has no marks; mine the dataset again");
    db_finish(NULL);
}

/* Whoever changed a store by hand. */
TEST(marks__do_not_need_the_other_fix)
{
    scoped(db) *db = opened("lonely.db", "PRAGMA foreign_keys = OFF;"
                                         "INSERT INTO duplicate_clusters VALUES ('exact', 1, 99);"
                                         "INSERT INTO conflicts VALUES (1, 99);");
    scoped(db_statement) *reader = NULL;
    scoped(arena) arena = {0};
    struct fix_marks marks;
    assert_done(fix_marks_open(&reader, db, &err));
    assert_done(fix_marks_get(reader, 1, &marks, &arena, &err));
    assert_string_equal(marks.duplicate_of, "another");
    assert_string_equal(marks.conflicts_with, "another");
}
