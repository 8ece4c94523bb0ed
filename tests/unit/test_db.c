/* The door to SQLite: values go in and out unchanged, errors name the file and the SQL, and the
 * results of queries become JSON. */
#include "db/db.h"
#include "db/query_table.h"
#include "tests/support/guarded.h"
#include "tests/support/test.h"

#include "base/mem.h"

static struct db *open_new(const char *name)
{
    struct db *db;
    unlink(scratch_path(name));
    assert_done(db_open_new(&db, scratch_path(name), &err));
    return db;
}

static void execute(struct db *db, const char *sql)
{
    assert_done(db_execute(db, sql, &err));
}

static struct db_statement *prepare(struct db *db, const char *sql)
{
    struct db_statement *statement;
    assert_done(db_prepare(&statement, db, sql, &err));
    return statement;
}

TEST(db__stores_values_as_they_are_bound)
{
    static const int64_t numbers[] = {0, 1, -1, INT32_MAX, INT64_MAX, INT64_MIN};
    static const char *const texts[] = {"", "a", "ä'\"; DROP TABLE t", "日本語😀"};
    scoped(db) *db = open_new("values");
    struct err err;
    execute(db, "CREATE TABLE t (number, text)");
    struct db_statement *insert = prepare(db, "INSERT INTO t VALUES (?, ?)");
    for (size_t i = 0; i < N_ITEMS(numbers); i++)
        for (size_t j = 0; j < N_ITEMS(texts); j++)
            assert_success(db_run(insert, &err, "it", numbers[i], texts[j]), err);
    db_finish(insert);

    scoped(db_statement) *select = prepare(db, "SELECT number, text FROM t ORDER BY rowid");
    for (size_t i = 0; i < N_ITEMS(numbers); i++)
        for (size_t j = 0; j < N_ITEMS(texts); j++) {
            assert_int_equal(db_step(select, &err), 1);
            assert_true(db_int(select, 0) == numbers[i]);
            assert_int_equal(db_type(select, 0), DB_NUMBER);
            assert_string_equal(db_text(select, 1), texts[j]);
            assert_int_equal(db_type(select, 1), DB_TEXT);
            assert_int_equal(db_text_length(select, 1), strlen(texts[j]));
        }
    assert_int_equal(db_step(select, &err), 0);
}

TEST(db__binds_real_numbers_and_none)
{
    static const double numbers[] = {0, -0.5, 0.1, 1e300, 5e-324, INFINITY};
    scoped(db) *db = NULL;
    struct err err;
    scoped(db_statement) *select = NULL;
    assert_success(db_open_new(&db, scratch_path("reals"), &err), err);
    assert_success(db_prepare(&select, db, "SELECT ?, ?, ?", &err), err);
    for (size_t i = 0; i < N_ITEMS(numbers); i++) {
        assert_success(db_bind(select, &err, "rir", numbers[i], (int64_t)7, (double)NAN), err);
        assert_int_equal(db_step(select, &err), 1);
        assert_true(db_double(select, 0) == numbers[i]);
        assert_int_equal(db_type(select, 0), DB_NUMBER);
        assert_true(db_int(select, 1) == 7);
        assert_int_equal(db_type(select, 2), DB_NULL);
        db_rewind(select);
    }
}

TEST(db__distinguishes_null_from_empty_text)
{
    scoped(db) *db = open_new("null");
    struct err err;
    scoped(db_statement) *select = prepare(db, "SELECT ?, ?, ?, 1.5");
    assert_success(db_bind(select, &err, "ttb", NULL, "", "", (size_t)0), err);
    assert_int_equal(db_step(select, &err), 1);
    assert_int_equal(db_type(select, 0), DB_NULL);
    assert_string_equal(db_text(select, 0), "");
    assert_true(db_int(select, 0) == 0);
    assert_int_equal(db_type(select, 1), DB_TEXT);
    assert_string_equal(db_text(select, 1), "");
    assert_int_equal(db_type(select, 2), DB_TEXT);
    assert_string_equal(db_text(select, 2), "");
    assert_int_equal(db_type(select, 3), DB_NUMBER);
    assert_true(db_double(select, 3) == 1.5);
}

TEST(db__takes_texts_of_a_given_length)
{
    scoped(db) *db = open_new("length");
    struct err err;
    scoped(db_statement) *select = prepare(db, "SELECT ?, ?");
    assert_success(db_bind(select, &err, "bi", "one, and more", (size_t)3, (int64_t)5), err);
    assert_int_equal(db_step(select, &err), 1);
    assert_string_equal(db_text(select, 0), "one");
    assert_int_equal(db_text_length(select, 0), 3);
    assert_true(db_int(select, 1) == 5);
}

TEST(db__stores_only_texts_that_all_readers_take)
{
    static const struct {
        const char *text, *stored;
        size_t length;
    } cases[] = {
        {"a\0b", "a\uFFFDb", 3},
        {"\0", "\uFFFD", 1},
        {"\xe9t\xe9", "\uFFFDt\uFFFD", 3},
        {"\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD", 3}, /* half of a surrogate pair */
        {"\xc0\x80", "\uFFFD\uFFFD", 2},           /* a zero, too long */
        {"\xef\xbf\xbf\xef\xbb\xbf", "\uFFFF\uFEFF", 6},
    };
    scoped(db) *db = open_new("texts");
    struct err err;
    scoped(db_statement) *pass = prepare(db, "SELECT ?");
    scoped(db_statement) *raw = prepare(db, "SELECT CAST(x'610062ff' AS TEXT), 7, NULL");
    execute(db, "CREATE TABLE t (a, b, c)");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_int_equal(db_run(pass, &err, "b", cases[i].text, cases[i].length), 1);
        assert_string_equal(db_text(pass, 0), cases[i].stored);
        assert_int_equal(db_text_length(pass, 0), strlen(cases[i].stored));
        db_rewind(pass);
    }
    scoped(db_statement) *insert = prepare(db, "INSERT INTO t VALUES (?, ?, ?)");
    assert_success(db_copy_rows(insert, raw, &err), err);
    scoped(db_statement) *copied = prepare(db, "SELECT a || b || (c IS NULL) FROM t");
    assert_int_equal(db_step(copied, &err), 1);
    assert_string_equal(db_text(copied, 0), "a\uFFFDb\uFFFD71");
}

TEST(db__lets_a_statement_be_used_again)
{
    scoped(db) *db = open_new("again");
    struct err err;
    execute(db, "CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1), (2), (3);");
    scoped(db_statement) *select = prepare(db, "SELECT n FROM t WHERE n >= ? ORDER BY n");
    for (int64_t first = 1; first <= 3; first++) { /* to the end */
        assert_success(db_bind(select, &err, "i", first), err);
        for (int64_t n = first; n <= 3; n++) {
            assert_int_equal(db_step(select, &err), 1);
            assert_true(db_int(select, 0) == n);
        }
        assert_int_equal(db_step(select, &err), 0);
    }
    for (int64_t first = 1; first <= 3; first++) { /* only the first row */
        assert_success(db_bind(select, &err, "i", first), err);
        assert_int_equal(db_step(select, &err), 1);
        assert_true(db_int(select, 0) == first);
        db_rewind(select);
    }
}

TEST(db__lets_a_statement_be_used_again_after_it_failed)
{
    scoped(db) *db = open_new("failed");
    execute(db, "CREATE TABLE t (n INTEGER NOT NULL UNIQUE)");
    scoped(db_statement) *insert = prepare(db, "INSERT INTO t VALUES (?)");
    assert_done(db_run(insert, &err, "i", (int64_t)1));
    assert_any_error(db_run(insert, &err, "i", (int64_t)1));
    assert_done(db_run(insert, &err, "i", (int64_t)2));
}

TEST(db__refuses_to_bind_in_the_middle_of_the_rows)
{
    scoped(db) *db = open_new("middle");
    struct err err;
    scoped(db_statement) *select = prepare(db, "SELECT ? UNION ALL SELECT 2");
    assert_success(db_bind(select, &err, "i", (int64_t)1), err);
    assert_int_equal(db_step(select, &err), 1);
    assert_int_equal(db_bind(select, &err, "i", (int64_t)3), ERR);
}

TEST(db__gets_a_number)
{
    static const struct {
        const char *sql;
        int64_t number;
    } cases[] = {
        {"SELECT 42", 42},       {"SELECT 7 UNION ALL SELECT 8", 7},         {"SELECT NULL", 0},
        {"SELECT 1 WHERE 0", 0}, {"SELECT -9223372036854775808", INT64_MIN},
    };
    scoped(db) *db = open_new("number");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        int64_t number = 99;
        assert_done(db_get_int(db, &number, cases[i].sql, &err));
        assert_true(number == cases[i].number);
    }
    int64_t number;
    assert_error_with(db_get_int(db, &number, "SELECT no_column", &err),
                      "no such column: no_column, in: SELECT no_column");
}

TEST(db__returns_the_id_of_the_last_insert)
{
    scoped(db) *db = open_new("id");
    execute(db, "CREATE TABLE t (id INTEGER PRIMARY KEY, x)");
    execute(db, "INSERT INTO t VALUES (41, 'a')");
    assert_true(db_last_id(db) == 41);
    execute(db, "INSERT INTO t (x) VALUES ('b')");
    assert_true(db_last_id(db) == 42);
}

TEST(db__names_the_file_and_the_sql_in_errors)
{
    scoped(db) *db = open_new("errors");
    scoped(db_statement) *statement = NULL;
    struct err err;
    execute(db, "CREATE TABLE t (n INTEGER NOT NULL CHECK (n > 0))");

    assert_int_equal(db_prepare(&statement, db, "SELECT x FROM nowhere", &err), ERR);
    assert_contains(err.message, scratch_path("errors"));
    assert_contains(err.message, "no such table: nowhere, in: SELECT x FROM nowhere");

    statement = prepare(db, "INSERT INTO t VALUES (?)");
    assert_int_equal(db_run(statement, &err, "i", (int64_t)-1), ERR);
    assert_contains(err.message, scratch_path("errors"));
    assert_contains(err.message, "CHECK constraint failed");
    assert_contains(err.message, "in: INSERT INTO t VALUES (?)");
    db_finish(statement);

    assert_int_equal(db_execute(db, "SELEC 1", &err), ERR);
    assert_contains(err.message, scratch_path("errors"));
    assert_contains(err.message, "syntax error");

    statement = prepare(db, "SELECT 1");
    assert_int_equal(db_bind(statement, &err, "i", (int64_t)1), ERR); /* it has no parameter */
}

TEST(db__names_the_file_as_the_caller_did)
{
    struct db *db;
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(scratch_path("")), 0);
    assert_done(db_open_new(&db, "relative", &err));
    struct db_statement *statement = prepare(db, "SELECT abs(?)");
    assert_error(db_run(statement, &err, "i", INT64_MIN),
                 "'relative': integer overflow, in: SELECT abs(?)");
    db_finish(statement);
    db_close(db);
    assert_int_equal(chdir(before), 0);
}

TEST(db__enforces_foreign_keys_in_a_new_file)
{
    scoped(db) *db = open_new("keys");
    execute(db, "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a REFERENCES a);"
                "INSERT INTO a VALUES (1); INSERT INTO b VALUES (1);");
    assert_error_with(db_execute(db, "INSERT INTO b VALUES (2)", &err),
                      "FOREIGN KEY constraint failed");
}

/* In however many steps it was filled. */
TEST(db__is_written_with_the_same_bytes)
{
    scoped(str) first = {0};
    for (int n_steps = 1; n_steps <= 3; n_steps++) {
        scoped(db) *db = NULL;
        const char *name = printed("steps%d", n_steps);
        assert_done(db_open_in_steps(&db, scratch_path(name), &err));
        execute(db, "CREATE TABLE t (number)");
        for (int i = 0; i < 6; i++)
            execute(db, i % n_steps ? "INSERT INTO t VALUES (1)"
                                    : "INSERT INTO t VALUES (1); COMMIT; BEGIN EXCLUSIVE");
        execute(db, "COMMIT; BEGIN EXCLUSIVE");
        scoped(db) *reader = open_new(name); /* the other one has the lock */
        unlink(scratch_path("written"));
        assert_done(db_write_to(reader, scratch_path("written"), &err));
        scoped(str) file = test_file("$SCRATCH/written");
        if (!first.length)
            str_add(&first, file.text, file.length);
        assert_int_equal(file.length, first.length);
        assert_memory_equal(file.text, first.text, first.length);
    }
}

TEST(db__only_reads_a_file_opened_for_reading)
{
    scoped(db) *db = open_new("reading");
    int64_t n;
    execute(db, "CREATE TABLE t (n); INSERT INTO t VALUES (1);");
    db_close(db);
    assert_done(db_open_readonly(&db, scratch_path("reading"), &err));
    assert_done(db_get_int(db, &n, "SELECT count(*) FROM t", &err));
    assert_true(n == 1);
    assert_error_with(db_execute(db, "INSERT INTO t VALUES (2)", &err), "readonly");
}

/* ---- Query tables ---- */

static const char file[] =
    "-- What this file is for.\n\n"
    "-- name: rows\n"
    "SELECT 1 AS n, 'x;' AS t\nUNION ALL SELECT 2.5, NULL;\n\n"
    "-- name: nothing\nSELECT 1 AS n WHERE 0;\n"
    "-- A remark.\n-- name: one^\n-- and another\nSELECT NULL AS n, 7 AS m;\n"
    "-- name: none^\nSELECT 1 AS n WHERE 0;\n"
    "-- name: first\n"
    "SELECT value AS n FROM json_each('[3,2,1]')\n"
    "LIMIT coalesce(:limit, 1);\n";

/* The object as one line; to be freed. */
static char *written(const struct json *object)
{
    FILE *out = text_stream();
    json_write_line(object, out);
    return text_written(out);
}

TEST(query_tables__become_json_in_order)
{
    scoped(db) *db = guarded_store("queries", NULL, 0);
    scoped(json) *object = json_object();
    assert_done(query_tables_collect(object, db, file, 2, &err));
    scoped_memory char *text = written(object);
    assert_string_equal(text, "{\"rows\":[{\"n\":1,\"t\":\"x;\"},{\"n\":2.5,\"t\":null}],"
                              "\"nothing\":[],\"one\":{\"n\":null,\"m\":7},"
                              "\"first\":[{\"n\":3},{\"n\":2}]}\n");
}

TEST(query_table__is_found_by_its_name)
{
    scoped(db) *db = guarded_store("named", NULL, 0);
    scoped(json) *object = json_object();
    assert_done(query_table_collect(object, db, file, "first", 0, &err));
    assert_done(query_table_collect(object, db, file, "none", 0, &err));
    scoped_memory char *text = written(object);
    assert_string_equal(text, "{\"first\":[]}\n");
    assert_true(query_table_exists(file, "one"));
    assert_false(query_table_exists(file, "on"));
    assert_error_with(query_table_collect(object, db, file, "on", 0, &err),
                      "no query makes the table 'on'");
}

TEST(query_tables__are_listed_in_order)
{
    scoped(str) all = {0}, name = {0};
    for (const char *rest = file; query_table_next(&name, &rest);)
        str_print(&all, "%s ", str_text(&name));
    assert_string_equal(str_text(&all), "rows nothing one none first ");
}

TEST(query_table__says_what_is_wrong_with_its_query)
{
    static const char *const cases[][2] = {
        {"-- name: a\nSELECT no_column;\n", "no such column: no_column"},
        {"-- name: a\nSELECT abs(-9223372036854775808);\n", "integer overflow"}};
    scoped(db) *db = guarded_store("wrong", NULL, 0);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(json) *object = json_object();
        assert_error_with(query_tables_collect(object, db, cases[i][0], 1, &err), cases[i][1]);
    }
}
