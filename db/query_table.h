/* SQL files of several parts, and tables made by their queries, as JSON. sqlite3 can run a file of
 * queries, too.
 *
 * A line `-- name: NAME` begins a part; the next such line ends it. Of a query, NAME is that of its
 * table; with `^` after the name it has one row. The names of its columns become keys. It may have
 * the parameter :limit, which sqlite3 leaves NULL: `LIMIT coalesce(:limit, 20)`. */
#ifndef DB_QUERY_TABLE_H
#define DB_QUERY_TABLE_H

#include "base/json.h"
#include "db/db.h"

/* Appends the part of the file with that name, which the file has. */
void query_table_sql(struct str *out, const char *file, const char *name);

/* Adds a table of the file to an object under its name, as an array of objects. A table of one
 * row is an object, and is missing if the query returns no row. */
int query_table_collect(struct json *object, struct db *db, const char *file, const char *name,
                        int64_t limit, struct err *err);

/* Adds all tables of the file, in order. */
int query_tables_collect(struct json *object, struct db *db, const char *file, int64_t limit,
                         struct err *err);

/* Adds those of them that have these names, up to a NULL; without a list, all. */
int query_tables_collect_named(struct json *object, struct db *db, const char *file,
                               const char *const *names, int64_t limit, struct err *err);

/* Returns the current row as an object. Release with json_free(). */
struct json *query_table_read_row(struct db_statement *statement);

/* Goes through the tables of the file: replaces `name` with the next name and moves `*file` behind
 * it. Returns false at the end. */
bool query_table_next(struct str *name, const char **file);

/* Returns whether the file has a table with that name. */
bool query_table_exists(const char *file, const char *name);

#endif
