/* A started change ends with all changes or with none. */
#include "commands/database_access.h"
#include "tests/support/guarded.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#include "db/store.h"

static void change(const char *name, bool is_ended, const char *rows)
{
    scoped(db) *db = NULL;
    assert_done(database_change(&db, scratch_path(name), &err));
    assert_done(db_execute(db, "INSERT INTO problem_clusters VALUES ('a', 'b')", &err));
    if (is_ended)
        assert_done(database_commit(db, &err));
    db_close(db);
    db = store_opened(name);
    assert_rows(db, "SELECT problem_id FROM problem_clusters", rows);
    assert_rows(db, "SELECT count(*) FROM steps", is_ended ? "1\n" : "0\n");
}

TEST(database_access__ends_with_all_or_nothing)
{
    db_close(guarded_store("ends", NULL, 0));
    change("ends", false, "");
    change("ends", true, "a\n");
}

TEST(database_access__says_why_it_could_not_commit)
{
    scoped(db) *db = NULL;
    db_close(guarded_store("commit", NULL, 0));
    assert_done(database_change(&db, scratch_path("commit"), &err));
    assert_done(db_execute(
        db, "PRAGMA defer_foreign_keys = ON; INSERT INTO conflicts VALUES (1, 1)", &err));
    assert_error_with(database_commit(db, &err), "FOREIGN KEY constraint failed");
    db_close(db);
    db = store_opened("commit");
    assert_rows(db, "SELECT count(*) FROM conflicts", "0\n");
}
