/* Query results as JSON: an array of rows, or one object. */
#include "db/query_table.h"
#include "tests/support/guarded.h"
#include "tests/support/test.h"

/* The object as one line; to be freed. */
static char *written(const struct json *object)
{
    FILE *out = text_stream();
    json_write_line(object, out);
    return text_written(out);
}

TEST(query_table__becomes_json)
{
    static const struct {
        struct query_table table;
        int64_t limit;
        const char *json;
    } cases[] = {
        {{.name = "a", .sql = "SELECT 1, 'x' UNION ALL SELECT 2.5, NULL", .keys = {"n", "t"}},
         0,
         "{\"a\":[{\"n\":1,\"t\":\"x\"},{\"n\":2.5,\"t\":null}]}\n"},
        {{.name = "a", .sql = "SELECT 1 WHERE 0", .keys = {"n"}}, 0, "{\"a\":[]}\n"},
        {{.name = "a", .sql = "SELECT NULL, 7", .keys = {"n", "m"}, .is_single = true},
         0,
         "{\"a\":{\"n\":null,\"m\":7}}\n"},
        {{.name = "a", .sql = "SELECT 1 WHERE 0", .keys = {"n"}, .is_single = true}, 0, "{}\n"},
        {{.name = "a",
          .sql = "SELECT value FROM json_each('[3,2,1]') LIMIT ?",
          .keys = {"n"},
          .has_limit = true},
         2,
         "{\"a\":[{\"n\":3},{\"n\":2}]}\n"},
        {{.name = "a", .sql = "SELECT 1 LIMIT ?", .keys = {"n"}, .has_limit = true},
         0,
         "{\"a\":[]}\n"},
    };
    scoped(db) *db = guarded_store("queries", NULL, 0);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(json) *object = json_object();
        assert_done(query_table_collect(object, db, &cases[i].table, cases[i].limit, &err));
        scoped_memory char *text = written(object);
        assert_string_equal(text, cases[i].json);
    }
}

TEST(query_table__says_what_is_wrong_with_its_query)
{
    static const struct query_table tables[] = {
        {.name = "a", .sql = "SELECT no_column", .keys = {"n"}},
        {.name = "a", .sql = "SELECT 1", .keys = {"n"}, .has_limit = true},
        {.name = "a", .sql = "SELECT abs(-9223372036854775808)", .keys = {"n"}},
    };
    static const char *const messages[] = {"no such column: no_column", "out of range",
                                           "integer overflow"};
    scoped(db) *db = guarded_store("wrong", NULL, 0);
    for (size_t i = 0; i < N_ITEMS(tables); i++) {
        scoped(json) *object = json_object();
        assert_error_with(query_table_collect(object, db, &tables[i], 1, &err), messages[i]);
    }
}
