/* The summary of a split read from the database is equal to the computed one. */
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

static void split(struct split_summary *made, struct db *db, const struct split_options *options)
{
    scoped(strata) strata = {0};
    assert_done(split_make(made, &strata, db, options, &err));
}

/* Compares what the store knows of a split with what its making gave. */
static void check(struct db *db, const struct split_summary *made)
{
    struct split_summary read;
    assert_done(split_summary_read(&read, db, &err));
    assert_int_equal(read.n_pairs, made->n_pairs);
    assert_int_equal(read.n_groups, made->n_groups);
    assert_int_equal(read.n_excluded, made->n_excluded);
    assert_int_equal(read.n_unlisted, made->n_unlisted);
    assert_int_equal(read.n_previous, made->n_previous);
    for (int split = 0; split < N_PARTS; split++) {
        double wanted = made->shares[split].wanted;
        assert_int_equal(read.shares[split].n_pairs, made->shares[split].n_pairs);
        assert_int_equal(read.shares[split].n_groups, made->shares[split].n_groups);
        assert_true(isnan(wanted) ? isnan(read.shares[split].wanted)
                                  : read.shares[split].wanted == wanted);
    }
    assert_int_equal(read.n_moved, -1);
}

TEST(split_summary__of_a_store_is_that_of_the_making)
{
    static const struct split_options cases[] = {
        {.seed = "0", .ratio = {8, 1, 1}, .grouping = GROUP_BY_PROBLEM},
        {.seed = "7", .n_folds = 4, .grouping = GROUP_BY_PROBLEM},
        {.seed = "7", .ratio = {1, 1, 1}, .grouping = GROUP_BY_PROBLEM},
        {.seed = "0", .ratio = {3, 0, 1}, .grouping = GROUP_BY_PROBLEM | GROUP_BY_USER},
        {.seed = "0", .ratio = {0, 0, 1}, .grouping = GROUP_BY_USER},
    };
    make("made.db");
    store_changed("made.db", "INSERT INTO exclusions VALUES (5, 'benchmark', 'x'), "
                             "(5, 'benchmark', 'y'), (70, 'ancestry', 'x')");
    scoped(db) *db = made_store_open("made.db");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct split_summary made;
        split(&made, db, &cases[i]);
        assert_int_equal(made.n_excluded, 2);
        check(db, &made);
    }
}

TEST(split_summary__counts_previous_splits)
{
    struct split_options options = {.seed = "0", .ratio = {8, 1, 1}, .grouping = GROUP_BY_PROBLEM};
    struct split_summary made;
    make("earlier.db");
    scoped(db) *db = made_store_open("earlier.db");
    split(&made, db, &options);
    assert_done(db_execute(db, "COMMIT", &err));
    db_close(db);
    make("later.db");
    options.previous = scratch_path("earlier.db");
    db = made_store_open("later.db");
    split(&made, db, &options);
    assert_int_equal(made.n_previous, N_FIXES);
    check(db, &made);
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
TEST(split_summary__keeps_previous_splits_though_two_fixes_have_one_id)
{
    static const char hyphens[] =
        "UPDATE submissions SET submission_id = CASE submission_key "
        "WHEN (SELECT buggy_submission_key FROM fixes WHERE fix_key = 1) THEN '1' "
        "WHEN (SELECT fixed_submission_key FROM fixes WHERE fix_key = 1) THEN '2-3' "
        "WHEN (SELECT buggy_submission_key FROM fixes WHERE fix_key = 2) THEN '1-2' "
        "WHEN (SELECT fixed_submission_key FROM fixes WHERE fix_key = 2) THEN '3' "
        "ELSE submission_id END";
    struct split_options options = {.seed = "0", .ratio = {1, 1, 1}, .grouping = GROUP_BY_PROBLEM};
    struct split_summary made;
    make("first.db");
    store_changed("first.db", hyphens);
    scoped(db) *db = made_store_open("first.db");
    split(&made, db, &options);
    scoped_memory char *first = splits_in(db);
    assert_done(db_execute(db, "COMMIT", &err));
    db_close(db);
    make("second.db");
    store_changed("second.db", hyphens);
    db = made_store_open("second.db");
    options.seed = "1";
    options.previous = scratch_path("first.db");
    split(&made, db, &options);
    scoped_memory char *second = splits_in(db);
    assert_string_equal(second, first);
    assert_int_equal(made.n_previous, N_FIXES);
}

TEST(split_summary__counts_what_no_list_names)
{
    static const char list[] = "p001\np002\np007\n";
    const char *paths[N_SPLITS] = {scratch_path("train.txt")};
    struct split_summary made;
    write_test_file(paths[0], list, strlen(list));
    make("import.db");
    store_changed("import.db", "INSERT INTO exclusions VALUES (5, 'benchmark', 'x')");
    scoped(db) *db = made_store_open("import.db");
    assert_done(split_import(&made, db, paths, &err));
    assert_int_equal(made.n_unlisted, N_FIXES - 9);
    assert_int_equal(made.n_excluded, 1);
    check(db, &made);
}

/* Marks that came after the split take nothing out of it. */
TEST(split_summary__counts_each_fix_once)
{
    struct split_options options = {.seed = "0", .ratio = {8, 1, 1}, .grouping = GROUP_BY_PROBLEM};
    struct split_summary made;
    make("marked.db");
    scoped(db) *db = made_store_open("marked.db");
    split(&made, db, &options);
    assert_done(
        db_execute(db, "INSERT INTO set_exclusions VALUES ('', 5, 'benchmark', 'x')", &err));
    assert_int_equal(made.n_pairs, N_FIXES);
    check(db, &made);
}
