/* A file is searched from its start for each part: it has a few kilobytes. */
#include "db/query_table.h"

#include <string.h>

#define NAME_LINE "-- name: "

struct query {
    struct str name, sql;
    bool is_single;
};

static void query_release(struct query *query)
{
    str_release(&query->name);
    str_release(&query->sql);
}
SCOPED_VALUE(query, query_release)

/* Reads the next query from `*file`, and moves `*file` past it. Returns false at the end. */
static bool read_query(struct query *query, const char **file)
{
    const char *name = strstr(*file, NAME_LINE);
    if (!name)
        return false;
    name += strlen(NAME_LINE);
    size_t length = strcspn(name, "^\n");
    const char *sql = name + length + strspn(name + length, "^\n"), *end = strstr(sql, NAME_LINE);
    query->is_single = name[length] == '^';
    str_clear(&query->name);
    str_add(&query->name, name, length);
    str_clear(&query->sql);
    str_add(&query->sql, sql, end ? (size_t)(end - sql) : strlen(sql));
    *file = end ? end : sql + query->sql.length;
    return true;
}

static bool find_query(struct query *query, const char *file, const char *name)
{
    while (read_query(query, &file))
        if (strcmp(str_text(&query->name), name) == 0)
            return true;
    return false;
}

void query_table_sql(struct str *out, const char *file, const char *name)
{
    scoped(query) query = {0};
    if (find_query(&query, file, name))
        str_add(out, str_text(&query.sql), query.sql.length);
}

bool query_table_next(struct str *name, const char **file)
{
    scoped(query) query = {0};
    bool is_there = read_query(&query, file);
    str_clear(name);
    str_add_text(name, str_text(&query.name));
    return is_there;
}

bool query_table_exists(const char *file, const char *name)
{
    scoped(query) query = {0};
    return find_query(&query, file, name);
}

struct json *query_table_read_row(struct db_statement *statement)
{
    struct json *row = json_object();
    const char *key;
    for (int i = 0; (key = db_column_name(statement, i)); i++) {
        enum db_type type = db_type(statement, i);
        if (type == DB_NUMBER)
            json_set_double(row, key, db_double(statement, i));
        else
            json_set_text(row, key, type == DB_NULL ? NULL : db_text(statement, i));
    }
    return row;
}

static int collect(struct json *object, struct db *db, const struct query *query, int64_t limit,
                   struct err *err)
{
    const char *sql = str_text(&query->sql), *name = str_text(&query->name);
    scoped(db_statement) *statement =
        db_query(db, err, sql, strstr(sql, ":limit") ? "i" : NULL, limit);
    if (!statement)
        return ERR;
    struct json *rows = query->is_single ? NULL : json_array();
    int status;
    while ((status = db_step(statement, err)) == 1) {
        struct json *row = query_table_read_row(statement);
        if (rows)
            json_push(rows, row);
        else
            json_set(object, name, row);
    }
    if (rows)
        json_set(object, name, rows);
    return status;
}

int query_table_collect(struct json *object, struct db *db, const char *file, const char *name,
                        int64_t limit, struct err *err)
{
    scoped(query) query = {0};
    if (!find_query(&query, file, name))
        return err_set(err, "no query makes the table '%s'", name);
    return collect(object, db, &query, limit, err);
}

int query_tables_collect_named(struct json *object, struct db *db, const char *file,
                               const char *const *names, int64_t limit, struct err *err)
{
    scoped(query) query = {0};
    while (read_query(&query, &file))
        if ((!names || text_is_one_of(str_text(&query.name), names)) &&
            collect(object, db, &query, limit, err) != 0)
            return ERR;
    return 0;
}

int query_tables_collect(struct json *object, struct db *db, const char *file, int64_t limit,
                         struct err *err)
{
    return query_tables_collect_named(object, db, file, NULL, limit, err);
}
