/* Tables of a store, each one query, as JSON. */
#ifndef DB_QUERY_TABLE_H
#define DB_QUERY_TABLE_H

#include "base/json.h"
#include "db/db.h"

struct query_table {
    const char *name;
    const char *sql;
    const char *keys[20]; /* names of the columns */
    bool is_single;       /* one row: an object, no array; no member when there is no row */
    bool has_limit;       /* takes the limit of rows as its parameter */
};

/* Adds the table to an object under its name: an array of objects. */
int query_table_collect(struct json *object, struct db *db, const struct query_table *table,
                        int64_t limit, struct err *err);

/* The same for `n` tables, in their order. */
int query_tables_collect(struct json *object, struct db *db, const struct query_table *tables,
                         size_t n, int64_t limit, struct err *err);

#endif
