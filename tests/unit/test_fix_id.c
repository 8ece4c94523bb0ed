/* A fix is found by its id; for a wrong id the message names fixes nearby. */
#include "db/fixes/fix_id.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"p1", "u", "a1", "b1", true},  {"p1", "u", "a2", "b2", true},  {"p2", "u", "a3", "b3", true},
    {"p-2", "u", "a4", "b4", true}, {"p-2", "u", "a5", "b5", true}, {"p-2", "u", "a6", "b6", true},
    {"g", "u", "a7", "b7", true},   {"p-2", "u", "a8", "b8", true}, {"p-2", "u", "a9", "b9", true},
    {"p-2", "u", "c1", "c2", true},
};

/* The second to last and last fix differ only in where the parts of their ids meet. */
static const char changes[] =
    "UPDATE submissions SET submission_id = 'x' WHERE submission_id = 'b00008';"
    "UPDATE submissions SET submission_id = 'y-z' WHERE submission_id = 'f00008';"
    "UPDATE submissions SET submission_id = 'x-y' WHERE submission_id = 'b00009';"
    "UPDATE submissions SET submission_id = 'w' WHERE submission_id = 'f00009';"
    "UPDATE submissions SET submission_id = 'before-0123456789-1' "
    "WHERE submission_id = 'b00006';"
    "UPDATE submissions SET submission_id = '0123456789-1' "
    "WHERE submission_id = 'f00006';";

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
        {"p1-b00000-f00000", 1}, {"p1-b00001-f00001", 2},
        {"p2-b00002-f00002", 3}, {"p-2-b00003-f00003", 4},
        {"p-2-x-y-z", 9},        {"p-2-x-y-w", 10},
        {"g-0123456789-1", 7},   {"g-01", 7},
        {"p1-b00000-f0000", 1},  {"p2", 3},
        {"p1-b00001", 2},
    };
    scoped(db) *db = opened("ids.db", changes);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct fix_keys keys = {0};
        assert_done(fix_id_find(&keys, db, cases[i].id, &err));
        assert_done(fix_id_find(&keys, db, cases[i].id, &err));
        assert_int_equal(keys.list.n, 1);
        assert_int_equal(keys.list.items[0], cases[i].fix_key);
        array_release(&keys.list);
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
        {"before-0123456789-1", ", such as p1-b00000-f00000"},
        {"p1-b00000-f00001", "; fix with the submission 'b00000': p1-b00000-f00000"},
        {"f00001", "; fix with the submission 'f00001': p1-b00001-f00001"},
        {"p9-b00009-f00001", "; fix with the submission 'f00001': p1-b00001-f00001"},
        {"p1-b00000-f00000-", "; fix with the submission 'b00000': p1-b00000-f00000"},
        {"p1-b1-f1", "; fixes of the problem 'p1': p1-b00000-f00000, p1-b00001-f00001"},
        {"q1-p2", "; fix of the problem 'p2': p2-b00002-f00002"},
    };
    scoped(db) *db = opened("nearby.db", changes);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct fix_keys keys = {0};
        const char *message =
            printed("no fix has the id '%s'; ids have the form PROBLEM-BUGGY-FIXED%s", cases[i].id,
                    cases[i].rest);
        assert_error(fix_id_find(&keys, db, cases[i].id, &err), message);
    }
}

TEST(fix_id__must_not_be_the_start_of_several)
{
    scoped(db) *db = opened("starts.db", changes);
    struct fix_keys keys = {0};
    assert_error(fix_id_find(&keys, db, "p1", &err),
                 "2 ids begin with 'p1': p1-b00000-f00000, p1-b00001-f00001; give more of one");
}

/* Each two of its hyphens may be those between the parts, which must not mean a search for each
 * two. */
TEST(fix_id__takes_any_number_of_hyphens)
{
    enum { N_HYPHENS = 30000 };
    scoped(db) *db = opened("hyphens.db", changes);
    scoped(str) id = {0};
    struct err err;
    struct fix_keys keys = {0};
    for (int i = 0; i < N_HYPHENS; i++)
        str_add_text(&id, "a-");
    assert_int_equal(fix_id_find(&keys, db, str_text(&id), &err), ERR);
    assert_memory_equal(err.message, "no fix has the id 'a-a-a-", 24);
}

TEST(fix_id__names_the_first_of_many)
{
    scoped(db) *db = opened("many.db", "UPDATE submissions SET problem_id = 'p2' "
                                       "WHERE problem_id = 'p-2'");
    struct fix_keys keys = {0};
    assert_error(fix_id_find(&keys, db, "p2-", &err),
                 "7 ids begin with 'p2-': p2-b00002-f00002, p2-b00003-f00003, p2-b00004-f00004, "
                 "p2-b00005-f00005, p2-b00007-f00007, and 2 more; give more of one");
    assert_error(fix_id_find(&keys, db, "q-p2", &err),
                 "no fix has the id 'q-p2'; ids have the form PROBLEM-BUGGY-FIXED; fixes of the "
                 "problem 'p2': p2-b00002-f00002, p2-b00003-f00003, p2-b00004-f00004, "
                 "p2-b00005-f00005, p2-b00007-f00007, and 2 more");
    db_close(db);
    db = opened("none.db", "DELETE FROM fixes");
    assert_error(fix_id_find(&keys, db, "p2", &err),
                 "no fix has the id 'p2'; ids have the form PROBLEM-BUGGY-FIXED");
}

/* Two fixes of one commit, and one of another commit with the same first digits. */
static const char commits[] =
    "INSERT INTO repositories (problem_id, path, is_shallow) VALUES ('p1', 'p1.git', 0);"
    "INSERT INTO commits VALUES (1, 'p1', '0123456789abcdef0123456789abcdef01234567', 'p', 'a', 0, "
    "0, 's', NULL, 1, 1), (2, 'p1', '0123456fffffffffffffffffffffffffffffffff', 'p', 'a', 0, "
    "0, 's', NULL, 1, 1);"
    "INSERT INTO file_versions (submission_key, commit_key, path, blob_id, is_test) "
    "SELECT fixed_submission_key, 1 + (fix_key = 3), 'a.py', '', 0 FROM fixes WHERE fix_key < 4;";

TEST(fix_id__may_be_a_commit)
{
    static const struct {
        const char *id, *keys; /* "": none */
    } cases[] = {
        {"0123456789abcdef0123456789abcdef01234567", "1 2"},
        {"0123456789", "1 2"},
        {"0123456789ABC", "1 2"},
        {"0123456", "1 2 3"},
        {"0123456f", "3"},
        {"012345", ""},
        {"0123456%", ""},
        {"0123456789abcdef0123456789abcdef0123456700", ""},
        {"fffffff", ""},
    };
    scoped(db) *db = opened("commits.db", commits);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct fix_keys keys = {0};
        struct err err;
        scoped(str) found = {0};
        int status = fix_id_find(&keys, db, cases[i].id, &err);
        for (size_t k = 0; k < keys.list.n; k++)
            str_print(&found, "%s%d", k ? " " : "", (int)keys.list.items[k]);
        assert_int_equal(status, *cases[i].keys ? 0 : ERR);
        assert_string_equal(str_text(&found), cases[i].keys);
        array_release(&keys.list);
    }
    struct fix_keys keys = {0};
    assert_error(fix_id_find(&keys, db, "fffffff", &err),
                 "no fix has the id 'fffffff'; ids have the form PROBLEM-BUGGY-FIXED or "
                 "REPOSITORY-COMMIT-FILE, or are a commit or its first 7 or more digits, such as "
                 "p1-b00000-f00000");
    assert_error(
        fix_id_find(&keys, db, "q-0123456fffffffffffffffffffffffffffffffff-1", &err),
        "no fix has the id 'q-0123456fffffffffffffffffffffffffffffffff-1'; ids have the "
        "form PROBLEM-BUGGY-FIXED or REPOSITORY-COMMIT-FILE, or are a commit or its first 7 "
        "or more digits; fix of the commit '0123456fffffffffffffffffffffffffffffffff': "
        "p2-b00002-f00002");
}
