/* Query results as JSON: an array of rows, or one object, each under the name in the file. */
#include "db/query_table.h"
#include "tests/support/guarded.h"
#include "tests/support/test.h"

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
