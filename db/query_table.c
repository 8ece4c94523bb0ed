#include "db/query_table.h"

static struct json *read_row(struct db_statement *statement, const struct query_table *table)
{
    struct json *row = json_object();
    for (int i = 0; table->keys[i]; i++) {
        enum db_type type = db_type(statement, i);
        if (type == DB_NUMBER)
            json_set_double(row, table->keys[i], db_double(statement, i));
        else
            json_set_text(row, table->keys[i], type == DB_NULL ? NULL : db_text(statement, i));
    }
    return row;
}

int query_table_collect(struct json *object, struct db *db, const struct query_table *table,
                        int64_t limit, struct err *err)
{
    scoped(db_statement) *statement =
        db_query(db, err, table->sql, table->has_limit ? "i" : NULL, limit);
    if (!statement)
        return ERR;
    struct json *rows = table->is_single ? NULL : json_array();
    int status;
    while ((status = db_step(statement, err)) == 1) {
        struct json *row = read_row(statement, table);
        if (rows)
            json_push(rows, row);
        else
            json_set(object, table->name, row);
    }
    if (rows)
        json_set(object, table->name, rows);
    return status;
}

int query_tables_collect(struct json *object, struct db *db, const struct query_table *tables,
                         size_t n, int64_t limit, struct err *err)
{
    for (size_t i = 0; i < n; i++)
        if (query_table_collect(object, db, &tables[i], limit, err) != 0)
            return ERR;
    return 0;
}
