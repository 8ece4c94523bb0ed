/* The fingerprint is equal for equal fixes, and different for others. */
#include "db/store.h"
#include "db/store_log.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static const struct made_fix fixes[] = {
    {"p1", "u1", "print(1)\n", "print(2)\n", false},
    {"p1", "u2", "x = 1\nprint(x)\n", "x = 2\nprint(x)\n", false},
    {"p1", "u1", "a = 3\n", "b = 3\n", false},
    {"p2", "u3", "y = 1 + 2\n", "y = 1 - 2\n", false},
    {"p2", "u1", "if x < 3:\n    pass\n", "if x > 3:\n    pass\n", false},
    {"p3", "u2", "while a and b:\n    pass\n", "while a or b:\n    pass\n", false},
};

/* A database with six fixes of three problems in train, validation and test. */
static struct db *opened(const char *name)
{
    struct db *db;
    made_store(name, fixes, N_ITEMS(fixes));
    db = made_store_open(name);
    split_views_write(db);
    assert_done(db_execute(
        db,
        MADE_RUN "'seed', '7', 8, 1, 1, 'problem', 0);"
                 "INSERT INTO splits SELECT fix_key, CASE problem_id WHEN 'p1' THEN 'train' "
                 "WHEN 'p2' THEN 'validation' ELSE 'test' END, CASE problem_id WHEN 'p1' THEN 1 "
                 "WHEN 'p2' THEN 4 ELSE 6 END FROM fix_details",
        &err));
    assert_done(db_execute(db, "COMMIT", &err));
    db_close(db);
    assert_done(store_open_update(&db, scratch_path(name), &err));
    return db;
}

/* The fingerprint after a change, which is taken back. */
static const char *fingerprint_after(struct db *db, const char *sql)
{
    static char hex[SHA256_HEX_SIZE];
    assert_done(db_execute(db, "BEGIN", &err));
    split_views_write(db);
    assert_done(db_execute(db, sql, &err));
    assert_done(store_fingerprint(hex, db, &err));
    assert_done(db_execute(db, "ROLLBACK", &err));
    return hex;
}

TEST(log__fingerprint_is_of_fixes_split_sets_and_marks)
{
    static const char *const changes[] = {
        "UPDATE splits SET split = 'test' WHERE fix_key = 1",
        "DELETE FROM splits WHERE fix_key = 1",
        "UPDATE fixes SET after = 'x' WHERE fix_key = 2",
        "UPDATE fixes SET before = before || after, after = '' WHERE fix_key = 2",
        "UPDATE fixes SET category = 'literal' WHERE fix_key = 3",
        "UPDATE fixes SET origin = 'mutant' WHERE fix_key = 3",
        "UPDATE sources SET sha256 = 'x' WHERE source_key = 1",
        "UPDATE submissions SET user_id = 'x' WHERE submission_key = 1",
        "INSERT INTO exclusions VALUES (1, 'benchmark', 'x')",
        "INSERT INTO conflicts VALUES (2, 1)",
        "DELETE FROM splits WHERE fix_key = 6; DELETE FROM fixes WHERE fix_key = 6",
        "INSERT INTO set_splits VALUES ('other', 1, 'train', 1)",
        "INSERT INTO set_splits VALUES ('other', 1, 'test', 1)",
        "INSERT INTO set_splits VALUES ('others', 1, 'test', 1)",
        "INSERT INTO set_splits VALUES ('other', 1, 'fold1', 1)",
        "INSERT INTO set_exclusions VALUES ('', 2, 'ancestry', '')",
        "INSERT INTO set_exclusions VALUES ('other', 2, 'ancestry', '')",
    };
    char sums[N_ITEMS(changes) + 1][SHA256_HEX_SIZE];
    scoped(db) *db = opened("p.db");
    strcpy(sums[N_ITEMS(changes)], fingerprint_after(db, "SELECT 1"));
    assert_string_equal(sums[N_ITEMS(changes)],
                        fingerprint_after(db, "UPDATE split_sets SET seed = 'x'"));
    for (size_t i = 0; i < N_ITEMS(changes); i++) {
        strcpy(sums[i], fingerprint_after(db, changes[i]));
        for (size_t k = 0; k < i; k++)
            if (strcmp(sums[i], sums[k]) == 0)
                fail_msg("the same after: %s; %s", changes[i], changes[k]);
        assert_string_not_equal(sums[i], sums[N_ITEMS(changes)]);
    }
}

TEST(log__keeps_each_line_that_is_not_the_last_one)
{
    static const char *const lines[] = {"tokfix dedup s.db", "tokfix split s.db",
                                        "tokfix split s.db", "tokfix dedup s.db"};
    scoped(db) *store = store_with_run("steps");
    assert_done(store_add_step(store, "tokfix mine x", "/home/me/it's.db", &err));
    for (size_t i = 0; i < N_ITEMS(lines); i++)
        assert_done(store_add_step(store, lines[i], NULL, &err));
    scoped(db) *other = store_with_run("copied");
    assert_done(store_copy_steps(other, store, &err));
    assert_rows(other, "SELECT step_key || '|' || line FROM steps",
                "1|tokfix mine x -o 'it'\\''s.db'\n2|tokfix dedup s.db\n3|tokfix split s.db\n"
                "4|tokfix dedup s.db\n");
}

static const char *benchmark_report(const char *options, int n_leaks)
{
    return printed("{\"split_set\":\"default\","
                   "\"benchmarks\":[{\"name\":\"b\",\"options\":\"%s\",\"items\":40,\"programs\":7,"
                   "\"n_rejected\":2,\"n_leaks\":%d,\"leaks\":[],\"n_marked\":1}]}",
                   options, n_leaks);
}

static const char rows_of_checks[] =
    "SELECT subject || '|' || name || '|' || options || '|' || n_items || '|' || n_programs || '|' "
    "|| n_unread || '|' || n_found || '|' || n_marked || '|' || fingerprint FROM checks "
    "ORDER BY subject || name";

TEST(log__keeps_the_last_result_of_a_search)
{
    scoped(db) *db = opened("checks.db");
    char before[SHA256_HEX_SIZE], after[SHA256_HEX_SIZE];
    assert_done(store_fingerprint(before, db, &err));
    assert_done(store_add_checks(db, benchmark_report("x", 0), "1", &err));
    assert_int_equal(store_has_checks(db, benchmark_report("x", 0), "1", NULL), 1);
    assert_int_equal(store_has_checks(db, benchmark_report("x", 0), "2", NULL), 0);
    assert_int_equal(store_has_checks(db, benchmark_report("x", 3), "1", NULL), 0);
    assert_done(store_add_checks(db, benchmark_report("x", 3), "2", &err));
    assert_done(store_add_checks(db, benchmark_report("y", 3), "2", &err));
    assert_rows(db, rows_of_checks, "benchmark|b|x|40|7|2|3|1|2\nbenchmark|b|y|40|7|2|3|1|2\n");
    assert_done(store_fingerprint(after, db, &err));
    assert_string_equal(before, after);
}

TEST(log__keeps_each_result_of_a_report)
{
    static const char report[] =
        "{\"splits\":{\"pairs\":90,\"options\":\"--group-by user\",\"n_crossings\":4},"
        "\"ancestry\":{\"held_out\":20,\"leaking\":3,\"n_marked\":2},\"benchmarks\":["
        "{\"name\":\"p\",\"options\":\"z\",\"items\":5,\"programs\":6,\"n_rejected\":0,"
        "\"n_leaks\":1,\"n_marked\":0},"
        "{\"name\":\"q\",\"options\":\"z\",\"items\":8,\"programs\":9,\"n_rejected\":1,"
        "\"n_leaks\":0,\"n_marked\":0}]}";
    scoped(db) *store = store_with_run("results");
    assert_done(store_add_checks(store, report, "f", &err));
    assert_rows(store, rows_of_checks,
                "ancestry|||20|0|0|3|2|f\nbenchmark|p|z|5|6|0|1|0|f\n"
                "benchmark|q|z|8|9|1|0|0|f\nsplits||--group-by user|90|0|0|4|0|f\n");
    assert_int_equal(store_has_checks(store, report, "f", NULL), 1);
    assert_int_equal(store_has_checks(store, "{}", "f", NULL), 1); /* it has no result */
}
