/* The schema (schema.sql) of this version in a database. */
#ifndef DB_SCHEMA_H
#define DB_SCHEMA_H

#include "db/db.h"

/* Of the schema; PRAGMA application_id and user_version of the databases that have it. */
extern const uint32_t schema_application_id;
extern const int schema_version;

/* Creates the tables, indexes and views in an empty database, and sets the application ID and the
 * version. */
int schema_create(struct db *db, struct err *err);

/* Fails if a table, index or view of the schema is missing or defined by another text, or if the
 * database has a trigger; the message names it. What a person adds under other names is accepted.
 * Then fails if a row contradicts the schema (db_check()), or refers to a missing row. `tables`
 * ends with NULL: of the schema, the database has only these, and rows may refer to others. NULL:
 * all. */
int schema_check(struct db *db, const char *const *tables, const char *path, struct err *err);

/* Creates the views of the schema again, as temporary ones. Names in a temporary view are looked up
 * among temporary ones first, so the views then see other temporary views instead of tables. */
int schema_shadow_views(struct db *db, struct err *err);

#endif
