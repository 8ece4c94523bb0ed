/* Splits that keep those of an earlier database. */
#include "guard/split.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

enum { N_FIXES = 90 };

/* Fixes of 30 problems by 7 users. */
static void make(const char *name)
{
    static struct made_fix fixes[N_FIXES];
    static char problems[N_FIXES][16], users[N_FIXES][16];
    for (size_t i = 0; i < N_FIXES; i++) {
        snprintf(problems[i], sizeof problems[i], "p%03zu", i / 3);
        snprintf(users[i], sizeof users[i], "u%zu", i % 7);
        fixes[i] = (struct made_fix){problems[i], users[i], "a = 1\n", "a = 2\n", true};
    }
    made_store(name, fixes, N_FIXES);
}

/* Splits fixes. `n_previous` of them had a split in the earlier database, and none moves. */
static void split(struct db *db, const struct split_options *options, int64_t n_previous)
{
    int64_t n_moved;
    assert_done(split_make(&n_moved, db, options, &err));
    assert_int_equal(n_moved, 0);
    assert_int_equal(made_store_number(db, "SELECT n_previous FROM split_run"), n_previous);
}

TEST(split_previous__counts_what_had_a_split)
{
    struct split_options options = {.seed = "0", .ratio = {8, 1, 1}, .ties = TIE_PROBLEM};
    make("earlier.db");
    scoped(db) *db = made_store_open("earlier.db");
    split(db, &options, 0);
    assert_done(db_execute(db, "COMMIT", &err));
    db_close(db);
    make("later.db");
    options.previous = scratch_path("earlier.db");
    db = made_store_open("later.db");
    split(db, &options, N_FIXES);
}

/* The splits by fix: "train,test,..."; freed by the caller. */
static char *splits_in(struct db *db)
{
    struct err err;
    scoped(db_statement) *s = db_query(db, &err, "SELECT group_concat(split) FROM splits", NULL);
    assert_int_equal(db_step(s, &err), 1);
    return mem_copy_text(db_text(s, 0), db_text_length(s, 0));
}

/* Two fixes with the id p000-1-2-3. */
TEST(split_previous__is_kept_though_two_fixes_have_one_id)
{
    static const char hyphens[] =
        "UPDATE submissions SET submission_id = CASE submission_key "
        "WHEN (SELECT buggy_submission_key FROM fixes WHERE fix_key = 1) THEN '1' "
        "WHEN (SELECT fixed_submission_key FROM fixes WHERE fix_key = 1) THEN '2-3' "
        "WHEN (SELECT buggy_submission_key FROM fixes WHERE fix_key = 2) THEN '1-2' "
        "WHEN (SELECT fixed_submission_key FROM fixes WHERE fix_key = 2) THEN '3' "
        "ELSE submission_id END";
    struct split_options options = {.seed = "0", .ratio = {1, 1, 1}, .ties = TIE_PROBLEM};
    make("first.db");
    store_changed("first.db", hyphens);
    scoped(db) *db = made_store_open("first.db");
    split(db, &options, 0);
    scoped_memory char *first = splits_in(db);
    assert_done(db_execute(db, "COMMIT", &err));
    db_close(db);
    make("second.db");
    store_changed("second.db", hyphens);
    db = made_store_open("second.db");
    options.seed = "1";
    options.previous = scratch_path("first.db");
    split(db, &options, N_FIXES);
    scoped_memory char *second = splits_in(db);
    assert_string_equal(second, first);
}
