/* Transactions of a database: all changes are stored, or none, whatever ends the process. */
#include "db/store.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void make_store(const char *name)
{
    db_close(small_store_opened(name));
}

static struct db *open_update(const char *name)
{
    struct db *db;
    assert_done(store_open_update(&db, scratch_path(name), &err));
    return db;
}

static void execute(struct db *db, const char *sql)
{
    assert_done(db_execute(db, sql, &err));
}

static void assert_same_bytes(const struct str *a, const struct str *b)
{
    assert_int_equal(a->length, b->length);
    assert_memory_equal(a->text, b->text, b->length);
}

TEST(store__gives_the_same_bytes_for_the_same_rows)
{
    scoped(str) first = {0}, second = {0};
    db_close(small_store_opened("first"));
    db_close(small_store_opened("second"));
    read_test_file(&first, "$SCRATCH/first");
    read_test_file(&second, "$SCRATCH/second");
    assert_same_bytes(&first, &second);
}

/* More than SQLite keeps in memory: some of it is in the file when the store is given up. */
TEST(store__abandoned_does_not_open_however_large)
{
    static const int sizes[] = {1, 60000};
    for (size_t i = 0; i < N_ITEMS(sizes); i++) {
        struct db *store = store_made("abandoned"), *db;
        for (int n = 0; n < sizes[i]; n++)
            assert_done(rows_add_count(store, printed("%080d", n), n, &err));
        db_close(store);
        assert_any_error(store_open(&db, scratch_path("abandoned"), &err));
    }
}

/* A stored content is found, and what the caller does not commit is not stored. */
TEST(store__is_extended_in_the_callers_transaction)
{
    static const char counts[] = "SELECT (SELECT count(*) FROM submissions), "
                                 "(SELECT count(*) FROM sources), (SELECT count(*) FROM fixes)";
    db_close(small_store_opened("extended"));
    for (int is_committed = 0; is_committed < 2; is_committed++) {
        scoped(db) *db = NULL;
        assert_done(store_open_update(&db, scratch_path("extended"), &err));
        assert_done(db_execute(db, "BEGIN", &err));
        int64_t buggy = rows_add_submission(db, "s1~mutant1", "Mutant", "new");
        int64_t fixed = rows_add_submission(db, "s100", "Accepted", "fixed");
        struct fix_row row = rows_fix_of(&rows_edits[0], buggy, fixed);
        row.origin = "mutant";
        assert_done(store_add_fix(db, &row, &err));
        assert_rows(db, counts, "16|3|8\n");
        assert_rows(db, "SELECT origin, count(*) FROM fixes GROUP BY 1", "mutant|1\nreal|7\n");
        if (is_committed)
            assert_done(db_execute(db, "COMMIT", &err));
        db_close(db);
        db = store_opened("extended");
        assert_rows(db, counts, is_committed ? "16|3|8\n" : "14|2|7\n");
    }
}

TEST(update__is_visible_once_it_is_committed)
{
    make_store("committed");
    struct db *db = open_update("committed");
    execute(db, "BEGIN IMMEDIATE; INSERT INTO conflicts VALUES (1, 2); COMMIT");
    db_close(db);
    db = store_opened("committed");
    assert_rows(db, "SELECT fix_key, first_fix_key FROM conflicts", "1|2\n");
    db_close(db);
    assert_false(path_exists(scratch_path("committed-journal")));
}

TEST(update__is_gone_when_it_is_closed_before)
{
    make_store("closed");
    scoped(str) before = test_file("$SCRATCH/closed");
    struct db *db = open_update("closed");
    execute(db, "BEGIN IMMEDIATE; INSERT INTO conflicts VALUES (1, 2); DELETE FROM fixes "
                "WHERE fix_key > 2");
    db_close(db);
    scoped(str) after = test_file("$SCRATCH/closed");
    assert_same_bytes(&after, &before);
}

TEST(update__makes_no_file)
{
    struct db *db;
    assert_error_with(db_open_update(&db, scratch_path("nothing"), &err),
                      "unable to open database file");
    assert_error_with(store_open_update(&db, scratch_path("nothing"), &err),
                      "tokfix mine makes one");
    assert_false(path_exists(scratch_path("nothing")));
}

/* Changes pages until the file itself was written to, and dies. */
static void die_in_the_middle(const char *name, int ready)
{
    struct db *db;
    struct err err;
    if (store_open_update(&db, scratch_path(name), &err) != 0 ||
        db_execute(db, "PRAGMA cache_size = 5; BEGIN IMMEDIATE", &err) != 0 ||
        db_execute(db, "UPDATE sources SET code = code || printf('%.*c', 200000, 'x')", &err) !=
            0 ||
        db_execute(db, "UPDATE fixes SET line = 99", &err) != 0 || write(ready, "x", 1) != 1)
        _exit(1);
    pause();
    _exit(1);
}

static void kill_in_the_middle(const char *name)
{
    int ready[2], status;
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        die_in_the_middle(name, ready[1]);
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    assert_int_equal(kill(child, SIGKILL), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

TEST(update__of_a_killed_process_never_was)
{
    scoped(str) output = {0};
    make_store("killed");
    scoped(str) before = test_file("$SCRATCH/killed");
    kill_in_the_middle("killed");
    assert_true(path_exists(scratch_path("killed-journal")));
    scoped(str) after = output_of("cat \"$SCRATCH/killed\"");
    assert_true(after.length != before.length || memcmp(after.text, before.text, before.length) !=
                                                     0); /* or the test would be void */
    run_valid(&output, "\"$TOKFIX\" stats \"$SCRATCH/killed\"");
    assert_false(path_exists(scratch_path("killed-journal")));
    run_valid(&after, "cat \"$SCRATCH/killed\"");
    assert_same_bytes(&after, &before);
}

TEST(update__can_be_made_after_one_was_killed)
{
    make_store("next");
    kill_in_the_middle("next");
    scoped(db) *db = open_update("next");
    execute(db, "BEGIN IMMEDIATE; INSERT INTO conflicts VALUES (1, 2); COMMIT");
    assert_rows(db, "SELECT count(*) FROM fixes WHERE line = 99", "0\n");
    assert_rows(db, "SELECT count(*) FROM conflicts", "1\n");
}

/* As another user, for the superuser may write anything. */
TEST(update__of_a_file_that_cannot_be_written_says_so)
{
    make_store("readonly");
    assert_int_equal(chmod(scratch_path("readonly"), 0444), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct db *db;
        struct err err = {.message = "no error"};
        if (geteuid() == 0 && setuid(65534) != 0)
            _exit(3);
        if (access(scratch_path("readonly"), R_OK) != 0)
            _exit(4); /* the folder is closed to others */
        if (store_open_update(&db, scratch_path("readonly"), &err) == 0)
            _exit(1);
        _exit(strstr(err.message, "readonly' cannot be changed: you have no write permission") ? 0
                                                                                               : 2);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (!can_test(WEXITSTATUS(status) < 3, "a file that cannot be written",
                  "root cannot become another user here"))
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* Shorter than the five seconds that it waits by itself. */
TEST(update__of_a_locked_file_says_so)
{
    make_store("locked");
    scoped(db) *first = open_update("locked"), *second = open_update("locked");
    execute(first, "BEGIN IMMEDIATE");
    execute(second, "PRAGMA busy_timeout = 100");
    assert_error_with(db_execute(second, "BEGIN IMMEDIATE", &err),
                      "locked' is in use by another program");
    execute(first, "COMMIT");
    execute(second, "BEGIN IMMEDIATE; ROLLBACK");
}

TEST(update__waits_for_others)
{
    int ready[2];
    char byte;
    make_store("waits");
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct db *db;
        struct err err;
        bool is_fine = store_open_update(&db, scratch_path("waits"), &err) == 0 &&
                       db_execute(db, "BEGIN IMMEDIATE", &err) == 0 && write(ready[1], "x", 1) == 1;
        usleep(300000);
        is_fine =
            is_fine && db_execute(db, "INSERT INTO conflicts VALUES (1, 2); COMMIT", &err) == 0;
        _exit(!is_fine);
    }
    scoped(db) *db = open_update("waits");
    assert_int_equal(read(ready[0], &byte, 1), 1);
    execute(db, "BEGIN IMMEDIATE; INSERT INTO conflicts VALUES (2, 2); COMMIT");
    assert_rows(db, "SELECT count(*) FROM conflicts", "2\n");
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    close(ready[0]);
    close(ready[1]);
}
