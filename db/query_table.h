/* Tables made by queries, as JSON. */
#ifndef DB_QUERY_TABLE_H
#define DB_QUERY_TABLE_H

#include "base/json.h"
#include "db/db.h"

struct query_table {
    const char *name;
    const char *sql;
    const char *keys[20]; /* names of the columns */
    bool is_single;       /* one row: gives an object instead of an array, and nothing if there is
                           * no row */
    bool has_limit;       /* the query's parameter is the maximum number of rows */
};

/* Adds a table to an object under its name, as an array of objects. */
int query_table_collect(struct json *object, struct db *db, const struct query_table *table,
                        int64_t limit, struct err *err);

/* Adds `n` tables, in order. */
int query_tables_collect(struct json *object, struct db *db, const struct query_table *tables,
                         size_t n, int64_t limit, struct err *err);

#endif
