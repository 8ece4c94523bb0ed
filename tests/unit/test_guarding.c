/* A started change ends with all changes or with none. */
#include "commands/commands.h"
#include "commands/guarding.h"
#include "tests/support/guarded.h"
#include "tests/support/stores.h"
#include "tests/support/taken.h"
#include "tests/support/test.h"

#include "db/store.h"

static void change(const char *name, bool is_ended, const char *rows)
{
    scoped(db) *db = NULL;
    assert_done(guarding_begin(&db, scratch_path(name), &err));
    assert_done(db_execute(db, "INSERT INTO problem_clusters VALUES ('a', 'b')", &err));
    if (is_ended)
        assert_done(guarding_end(db, &err));
    db_close(db);
    db = store_opened(name);
    assert_rows(db, "SELECT problem_id FROM problem_clusters", rows);
    assert_rows(db, "SELECT count(*) FROM steps", is_ended ? "1\n" : "0\n");
}

TEST(guarding__ends_with_all_or_nothing)
{
    db_close(guarded_store("ends", NULL, 0));
    change("ends", false, "");
    change("ends", true, "a\n");
}

TEST(guarding__begins_only_with_a_store)
{
    struct db *db;
    write_test_file(scratch_path("text"), "this is not a database", 22);
    assert_error_with(guarding_begin(&db, scratch_path("text"), &err), "is text, not a database");
    assert_any_error(guarding_begin(&db, scratch_path("missing"), &err));
    assert_false(path_exists(scratch_path("missing")));
}

TEST(guarding__says_why_it_could_not_commit)
{
    scoped(db) *db = NULL;
    db_close(guarded_store("commit", NULL, 0));
    assert_done(guarding_begin(&db, scratch_path("commit"), &err));
    assert_done(db_execute(
        db, "PRAGMA defer_foreign_keys = ON; INSERT INTO conflicts VALUES (1, 1)", &err));
    assert_error_with(guarding_end(db, &err), "FOREIGN KEY constraint failed");
    db_close(db);
    db = store_opened("commit");
    assert_rows(db, "SELECT count(*) FROM conflicts", "0\n");
}

TEST(guarding__tells_how_a_set_was_made)
{
    static const struct {
        const char *set, *row, *grouped_by, *options;
    } cases[] = {
        {NULL, "'default', 'seed', '7', 8, 1, 1, 0, NULL, NULL, 'user', '', '', 0", NULL,
         " --ratio 8:1:1 --seed 7 --group-by user"},
        {"default",
         "'default', 'seed', 'a b', 9, 0, 1, 0, NULL, NULL, 'user', 'all,!code', 'none', 4",
         "user,problem",
         " --ratio 9:0:1 --seed 'a b' --group-by user,problem --previous DB --region 'all,!code' "
         "--sweep none"},
        {"cv", "'cv', 'seed', '7', 0, 0, 0, 5, NULL, NULL, 'user', '', 'all', 0", NULL,
         " --set cv --folds 5 --seed 7 --group-by user --sweep all"},
        {"d", "'d', 'date', '', 0, 0, 0, 0, NULL, 1577836800, 'user', '', '', 0", NULL,
         " --set d --by-date 2020-01-01 --group-by user"},
        {"d", "'d', 'date', '', 0, 0, 0, 0, 1546300800, 1577836800, 'user', '', '', 0", NULL,
         " --set d --by-date 2019-01-01:2020-01-01 --group-by user"},
        {"i", "'i', 'import', '', 0, 0, 0, 0, NULL, NULL, 'problem', 'all', '', 0", NULL,
         " --set i --import SPLIT=FILE --region all"},
        {"other", "'i', 'import', '', 0, 0, 0, 0, NULL, NULL, 'problem', 'all', '', 0", NULL, ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) options = {0};
        db_close(guarded_store("made", NULL, 0));
        scoped(db) *db =
            changed_store("made", printed("INSERT INTO split_sets VALUES (%s)", cases[i].row));
        guarding_add_split_options(&options, db, cases[i].set, cases[i].grouped_by);
        assert_string_equal(str_text(&options), cases[i].options);
    }
}

struct numbers {
    int64_t n_jobs, limit;
};

TEST(guarding__reads_numbers)
{
    static const struct command_option options[] = {
        OPTION_JOBS(numbers, n_jobs), OPTION_LIMIT(numbers, limit, "rows", "20"), {0}};
    static const struct {
        const char *text;
        bool are_jobs, is_limit;
        int64_t number;
    } cases[] = {
        {"1", true, true, 1},
        {"0", false, false, 0},
        {"1024", true, true, 1024},
        {"1025", false, true, 1025},
        {"-1", false, false, 0},
        {"", false, false, 0},
        {"1.5", false, false, 0},
        {"2147483648", false, true, 2147483648},
        {"all", false, true, INT64_MAX},
        {"many", false, false, 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct numbers numbers;
        struct err err;
        assert_int_equal(take_option(options, "jobs", cases[i].text, &numbers, &err),
                         cases[i].are_jobs ? 0 : ERR);
        assert_true(!cases[i].are_jobs || numbers.n_jobs == cases[i].number);
        assert_int_equal(take_option(options, "limit", cases[i].text, &numbers, &err),
                         cases[i].is_limit ? 0 : ERR);
        assert_true(!cases[i].is_limit || numbers.limit == cases[i].number);
    }
}

TEST(guarding__reads_thresholds_and_sizes_of_programs)
{
    static const struct {
        const char *name, *text;
        int status;
    } cases[] = {
        {"threshold", "0.1", 0},        {"threshold", "1", 0},
        {"threshold", "0.09", ERR},     {"threshold", "1.01", ERR},
        {"threshold", "1e-1", ERR},     {"threshold", "", ERR},
        {"threshold", " 1", ERR},       {"min-match-tokens", "0", 0},
        {"min-match-tokens", "7", 0},   {"min-match-tokens", "-1", ERR},
        {"min-match-tokens", "x", ERR},
    };
    struct match_options match = {0};
    struct err err;
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        if (take_option(guarding_match_options, cases[i].name, cases[i].text, &match, &err) !=
            cases[i].status)
            fail_msg("--%s %s", cases[i].name, cases[i].text);
    assert_int_equal(match.min_tokens, 7);
    assert_int_equal(take_option(guarding_match_options, "min-match-tokens", "0", &match, &err), 0);
    assert_int_equal(match.min_tokens, 1); /* no needle is shorter */
}

TEST(guarding__passes_threads_and_progress_on)
{
    scoped(progress) progress = {0};
    struct guard_options options = guarding_options(3, &progress);
    scoped(str) line = {0};
    assert_int_equal(options.n_jobs, 3);
    guard_tell(&options, "reading", "programs", 40, 40);
    assert_int_equal(progress.total, 40);
    guard_tell(&options, "comparing", "keys", 1, 4);
    progress_add_line(&progress, &line);
    assert_int_equal(strncmp(str_text(&line), "comparing  25%  1 keys  ", 24), 0);
}
