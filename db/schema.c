/* The expected schema is made anew in an empty database in memory, and its objects are searched in
 * the other database. So schema.sql alone says which objects there are. */
#include "db/schema.h"

#include "base/str.h"

#include <stdint.h>
#include <string.h>

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

static int open_expected(struct db **out, struct err *err)
{
    scoped(db) *db = NULL;
    if (db_open_new(&db, ":memory:", err) != 0 || schema_create(db, err) != 0)
        return ERR;
    *out = hand_over(db);
    return 0;
}

static int refuse(const char *path, const char *type, const char *name, const char *what,
                  struct err *err)
{
    return err_set(err,
                   "'%s': the %s '%s' %s; tokfix does not use a database whose schema was changed, "
                   "so restore it, or mine the dataset again",
                   path, type, name, what);
}

/* Checks an object of the schema. */
static int check_own(struct db_statement *find, struct db_statement *own, const char *path,
                     struct err *err)
{
    const char *type = db_text(own, 0), *name = db_text(own, 1);
    if (db_bind(find, err, "tt", type, name) != 0)
        return ERR;
    int status = db_step(find, err);
    if (status == 1 && strcmp(db_text(find, 0), db_text(own, 2)) != 0)
        status = refuse(path, type, name, "is not as tokfix makes it", err);
    else if (status == 0)
        status = refuse(path, type, name, "is missing", err);
    db_rewind(find);
    return status < 0 ? ERR : 0;
}

/* Checks the definitions of all objects. */
static int check_all_own(struct db *db, struct db *expected, const char *const *tables,
                         const char *path, struct err *err)
{
    scoped(db_statement) *own = db_query(
        expected, err,
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name", NULL);
    scoped(db_statement) *find =
        db_query(db, err, "SELECT sql FROM main.sqlite_master WHERE type = ? AND name = ?", NULL);
    int status = find ? 0 : ERR;
    while (status == 0 && (status = db_step(own, err)) == 1)
        status = tables && !text_is_one_of(db_text(own, 1), tables)
                     ? 0
                     : check_own(find, own, path, err);
    return status;
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

/* Triggers, whatever the file calls them. */
static int check_triggers(struct db *db, const char *path, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err,
                                       "SELECT type, name FROM main.sqlite_master "
                                       "WHERE type NOT IN ('table', 'index', 'view')",
                                       NULL);
    int status = db_step(s, err);
    return status == 1 ? refuse(path, db_text(s, 0), db_text(s, 1),
                                "would change what the commands of tokfix write", err)
                       : status;
}

int schema_check(struct db *db, const char *const *tables, const char *path, struct err *err)
{
    scoped(db) *expected = NULL;
    if (open_expected(&expected, err) != 0 || check_triggers(db, path, err) != 0 ||
        check_all_own(db, expected, tables, path, err) != 0 || db_check(db, err) != 0)
        return ERR;
    return tables ? 0 : check_references(db, path, err); /* else to tables that are not there */
}

int schema_each_view(int (*each)(void *context, const char *sql, struct err *err), void *context,
                     struct err *err)
{
    scoped(db) *expected = NULL;
    if (open_expected(&expected, err) != 0)
        return ERR;
    scoped(db_statement) *s = db_query(expected, err,
                                       "SELECT substr(sql, length('CREATE VIEW ') + 1) "
                                       "FROM sqlite_master WHERE type = 'view'",
                                       NULL);
    int status;
    while ((status = db_step(s, err)) == 1)
        if (each(context, db_text(s, 0), err) != 0)
            return ERR;
    return status;
}
