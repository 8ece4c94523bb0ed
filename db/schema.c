/* schema.sql alone says which objects there are. It is executed in an empty database in memory, and
 * SQLite compares the list of the objects there with that of the other database. */
#include "db/schema.h"

#include "base/str.h"

static const char schema[] = {
#include "db/schema.sql.inc"
};

enum {
#include "db/schema_numbers.inc"
};
const uint32_t schema_application_id = application_id;
const int schema_version = user_version;

int schema_create(struct db *db, struct err *err)
{
    return db_execute(db, schema, err);
}

/* Sets `out` to the first column of a query on a database that has the schema and no rows. */
static int ask_schema(struct str *out, const char *sql, const char *parameter, struct err *err)
{
    scoped(db) *db = NULL;
    if (db_open_new(&db, ":memory:", err) != 0 || schema_create(db, err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(db, err, sql, parameter ? "t" : NULL, parameter);
    if (db_step(s, err) != 1)
        return ERR;
    str_add(out, db_text(s, 0), db_text_length(s, 0));
    return 0;
}

/* The objects of ?1, a list of [type, name, sql], that the database does not have in the same way;
 * but triggers come first, whatever the file calls them. */
static const char find_differences[] =
    "WITH expected AS (SELECT value ->> 0 AS type, value ->> 1 AS name, value ->> 2 AS sql "
    "FROM json_each(?1)) "
    "SELECT 1, rowid, type, name, 'would change what the commands of tokfix write' "
    "FROM main.sqlite_master WHERE type NOT IN ('table', 'index', 'view') "
    "UNION ALL SELECT 2, e.name, e.type, e.name, "
    "iif(m.name IS NULL, 'is missing', 'is not as tokfix makes it') "
    "FROM expected e LEFT JOIN main.sqlite_master m USING (type, name) WHERE m.sql IS NOT e.sql "
    "ORDER BY 1, 2 LIMIT 1";

static int check_objects(struct db *db, const char *const *tables, const char *path,
                         struct err *err)
{
    scoped(str) names = {0}, objects = {0};
    for (; tables && *tables; tables++)
        str_print(&names, " %s ", *tables);
    if (ask_schema(&objects,
                   "SELECT json_group_array(json_array(type, name, sql)) FROM sqlite_master "
                   "WHERE sql IS NOT NULL AND (?1 = '' OR instr(?1, ' ' || name || ' '))",
                   str_text(&names), err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(db, err, find_differences, "t", str_text(&objects));
    int status = db_step(s, err);
    if (status != 1)
        return status;
    return err_set(err,
                   "'%s': the %s '%s' %s; tokfix does not use a database whose schema was changed, "
                   "so restore it, or mine the dataset again",
                   path, db_text(s, 2), db_text(s, 3), db_text(s, 4));
}

static int check_references(struct db *db, const char *path, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, "PRAGMA main.foreign_key_check", NULL);
    int status = db_step(s, err);
    if (status != 1)
        return status;
    return err_set(err,
                   "'%s' is not an intact tokfix database (a row of %s refers to a row of %s that "
                   "is missing); mine the dataset again",
                   path, db_text(s, 0), db_text(s, 2));
}

int schema_check(struct db *db, const char *const *tables, const char *path, struct err *err)
{
    if (check_objects(db, tables, path, err) != 0 || db_check(db, err) != 0)
        return ERR;
    return tables ? 0 : check_references(db, path, err); /* else to tables that are not there */
}

int schema_shadow_views(struct db *db, struct err *err)
{
    scoped(str) views = {0};
    return ask_schema(&views,
                      "SELECT group_concat('CREATE TEMP VIEW IF NOT EXISTS ' || "
                      "substr(sql, length('CREATE VIEW ') + 1), ';') "
                      "FROM sqlite_master WHERE type = 'view'",
                      NULL, err) == 0
               ? db_execute(db, str_text(&views), err)
               : ERR;
}
