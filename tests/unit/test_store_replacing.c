/* --force replaces a database of tokfix only by a database, and other files only by other files. */
#include "db/store.h"
#include "tests/support/guarded.h"
#include "tests/support/test.h"

TEST(replacing__knows_a_database_of_tokfix)
{
    const char *path = scratch_path("made.db");
    db_close(guarded_store("made.db", NULL, 0));
    assert_done(replacing_is_safe(path, true, &err));
    assert_any_error(replacing_is_safe(path, false, &err));
}

TEST(replacing__is_for_files_of_one_kind)
{
    static const struct {
        const char *content;
        size_t length;
        bool by_database, by_another;
    } cases[] = {
        {"", 0, true, true},
        {"SQLite format 3\0 and more", 25, false, false}, /* of another program */
        {"SQLite format 3", 15, false, false},            /* cut */
        {"notes", 5, false, true},
        {"<!DOCTYPE html>\n<html>", 22, false, true},
    };
    struct err err;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *path = scratch_path("kind");
        write_test_file(path, cases[i].content, cases[i].length);
        assert_int_equal(replacing_is_safe(path, true, &err), cases[i].by_database ? 0 : ERR);
        if (!cases[i].by_database)
            assert_contains(err.message, "is not a tokfix database, so it is not replaced");
        assert_int_equal(replacing_is_safe(path, false, &err), cases[i].by_another ? 0 : ERR);
        if (!cases[i].by_another)
            assert_contains(err.message, "is a database, so it is not replaced");
    }
    assert_int_equal(replacing_is_safe(scratch_path("missing"), true, &err), 0);
    assert_int_equal(replacing_is_safe(scratch_path("."), false, &err), 0);
}
