/* The ids under which users leave a database. */
#include "tests/support/stores.h"
#include "tests/support/test.h"

/* The seven fixes of three users, the first submission of `b` before those of the others. */
#define USERS(a, b, c)                                                                       \
    "UPDATE submissions SET user_id = CASE WHEN submission_key < 5 THEN '" a "' WHEN "       \
    "submission_key < 9 THEN '" b "' ELSE '" c "' END, date = CASE WHEN submission_key = 8 " \
    "THEN 5 ELSE 10 + submission_key END"

static const char shown[] =
    "SELECT u.shown, count(*) FROM fix_details JOIN temp.shown_users u USING (user_id) "
    "GROUP BY u.shown ORDER BY u.shown";

static struct db *renamed(const char *users, const char *salt)
{
    db_close(small_store_opened("users.db"));
    store_changed("users.db", users);
    struct db *db = store_opened("users.db");
    assert_done(store_rename_users(db, salt, &err));
    return db;
}

TEST(rename_users__numbers_them_by_their_first_submissions)
{
    static const char *const spellings[] = {USERS("ann", "bob", "cy"), USERS("z", "y", "x"),
                                            USERS("u0003", "u0001", "é")};
    for (size_t i = 0; i < N_ITEMS(spellings); i++) {
        scoped(db) *db = renamed(spellings[i], NULL);
        assert_rows(db, shown, "u0001|2\nu0002|2\nu0003|3\n");
        assert_rows(db,
                    "SELECT shown FROM temp.shown_users JOIN submissions USING (user_id) "
                    "WHERE submission_key = 8",
                    "u0001\n");
    }
}

/* printf 'salt\0ann' | sha256sum */
TEST(rename_users__hashes_them_with_a_salt)
{
    scoped(db) *db = renamed(USERS("ann", "bob", "cy"), "salt");
    assert_rows(db,
                "SELECT shown FROM temp.shown_users JOIN fix_details USING (user_id) "
                "WHERE fix_key = 1",
                "f91c4382127b91b2\n");
    scoped(db) *other = renamed(USERS("x", "ann", "cy"), "salt");
    assert_rows(other,
                "SELECT shown FROM temp.shown_users JOIN fix_details USING (user_id) "
                "WHERE fix_key = 3",
                "f91c4382127b91b2\n");
}
