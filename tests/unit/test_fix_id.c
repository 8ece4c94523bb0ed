/* A fix is found by its id; for a wrong id the message names fixes nearby. */
#include "fixes/fix_id.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"p1", "u", "a1", "b1", true},  {"p1", "u", "a2", "b2", true},  {"p2", "u", "a3", "b3", true},
    {"p-2", "u", "a4", "b4", true}, {"p-2", "u", "a5", "b5", true}, {"p-2", "u", "a6", "b6", true},
    {"p-2", "u", "a7", "b7", true}, {"p-2", "u", "a8", "b8", true}, {"p-2", "u", "a9", "b9", true},
    {"p-2", "u", "c1", "c2", true},
};

/* The second to last and last fix differ only in where the parts of their ids meet. */
static const char changes[] =
    "UPDATE submissions SET submission_id = 'x' WHERE submission_id = 'b00008';"
    "UPDATE submissions SET submission_id = 'y-z' WHERE submission_id = 'f00008';"
    "UPDATE submissions SET submission_id = 'x-y' WHERE submission_id = 'b00009';"
    "UPDATE submissions SET submission_id = 'w' WHERE submission_id = 'f00009';";

static struct db *opened(const char *name, const char *sql)
{
    made_store(name, fixes, N_ITEMS(fixes));
    return changed_store(name, sql);
}

TEST(fix_id__finds_each_fix)
{
    static const struct {
        const char *id;
        int64_t fix_key;
    } cases[] = {
        {"p1-b00000-f00000", 1},  {"p1-b00001-f00001", 2}, {"p2-b00002-f00002", 3},
        {"p-2-b00003-f00003", 4}, {"p-2-x-y-z", 9},        {"p-2-x-y-w", 10},
    };
    scoped(db) *db = opened("ids.db", changes);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        int64_t fix_key = -1;
        assert_done(fix_id_find(db, cases[i].id, &fix_key, &err));
        assert_int_equal(fix_key, cases[i].fix_key);
    }
}

TEST(fix_id__names_fixes_nearby)
{
    static const struct {
        const char *id, *rest; /* of the message */
    } cases[] = {
        {"", ", such as p1-b00000-f00000"},
        {"7", ", such as p1-b00000-f00000"},
        {"p3-b1-f1", ", such as p1-b00000-f00000"},
        {"p1-b00000-f0000", "; fix with the submission 'b00000': p1-b00000-f00000"},
        {"p1-b00000-f00001", "; fix with the submission 'b00000': p1-b00000-f00000"},
        {"f00001", "; fix with the submission 'f00001': p1-b00001-f00001"},
        {"p9-b00009-f00001", "; fix with the submission 'f00001': p1-b00001-f00001"},
        {"p1-b00000-f00000-", "; fix with the submission 'b00000': p1-b00000-f00000"},
        {"p1", "; fixes of the problem 'p1': p1-b00000-f00000, p1-b00001-f00001"},
        {"p1-b1-f1", "; fixes of the problem 'p1': p1-b00000-f00000, p1-b00001-f00001"},
        {"q1-p2", "; fix of the problem 'p2': p2-b00002-f00002"},
    };
    scoped(db) *db = opened("nearby.db", changes);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        int64_t fix_key;
        const char *message =
            printed("no fix has the id '%s'; ids have the form PROBLEM-BUGGY-FIXED%s", cases[i].id,
                    cases[i].rest);
        assert_error(fix_id_find(db, cases[i].id, &fix_key, &err), message);
    }
}

/* Each two of its hyphens may be those between the parts, which must not mean a search for each
 * two. */
TEST(fix_id__takes_any_number_of_hyphens)
{
    enum { N_HYPHENS = 30000 };
    scoped(db) *db = opened("hyphens.db", changes);
    scoped(str) id = {0};
    struct err err;
    int64_t fix_key;
    for (int i = 0; i < N_HYPHENS; i++)
        str_add_text(&id, "a-");
    assert_int_equal(fix_id_find(db, str_text(&id), &fix_key, &err), ERR);
    assert_memory_equal(err.message, "no fix has the id 'a-a-a-", 24);
}

TEST(fix_id__names_the_first_of_many)
{
    scoped(db) *db = opened("many.db", "UPDATE submissions SET problem_id = 'p2' "
                                       "WHERE problem_id = 'p-2'");
    int64_t fix_key;
    assert_error(fix_id_find(db, "p2", &fix_key, &err),
                 "no fix has the id 'p2'; ids have the form PROBLEM-BUGGY-FIXED; fixes of the "
                 "problem 'p2': p2-b00002-f00002, p2-b00003-f00003, p2-b00004-f00004, "
                 "p2-b00005-f00005, p2-b00006-f00006, and 3 more");
    db_close(db);
    db = opened("none.db", "DELETE FROM fixes");
    assert_error(fix_id_find(db, "p2", &fix_key, &err),
                 "no fix has the id 'p2'; ids have the form PROBLEM-BUGGY-FIXED");
}
