/* The expected schema is made anew in an empty database in memory, and its objects are searched in
 * the other database. So schema.sql alone says which objects there are. */
#include "db/schema.h"

#include "base/str.h"

#include <ctype.h>
#include <stdbool.h>
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

/* Skips white space and comments. */
static const char *skip_blank(const char *sql)
{
    for (;;) {
        sql += strspn(sql, " \t\r\n");
        if (strncmp(sql, "--", 2) != 0)
            return sql;
        sql += strcspn(sql, "\n");
    }
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Compares two statements without the white space and the comments outside of quoted texts, except
 * between two words. */
static bool is_same_sql(const char *a, const char *b)
{
    bool is_quoted = false;
    for (char last = ' ';; last = *a++, b++) {
        const char *a_before = a, *b_before = b;
        if (!is_quoted) {
            a = skip_blank(a);
            b = skip_blank(b);
        }
        bool divides = (a == a_before) != (b == b_before) && is_word(last) && is_word(*a);
        if (*a != *b || divides)
            return false;
        if (!*a)
            return true;
        is_quoted ^= *a == '\'';
    }
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
    if (status == 1 && !is_same_sql(db_text(find, 0), db_text(own, 2)))
        status = refuse(path, type, name, "is not as tokfix makes it", err);
    else if (status == 0)
        status = refuse(path, type, name, "is missing", err);
    db_rewind(find);
    return status < 0 ? ERR : 0;
}

static int check_references(struct db *db, const char *table, const char *path, struct err *err)
{
    scoped(db_statement) *s =
        db_query(db, err, "SELECT parent FROM pragma_foreign_key_check(?)", "t", table);
    int status = db_step(s, err);
    if (status != 1)
        return status;
    return err_set(err,
                   "'%s' is not an intact tokfix database (a row of %s refers to a row of %s that "
                   "is missing); mine the dataset again",
                   path, table, db_text(s, 0));
}

/* Checks the definitions of all objects, and then the rows of the tables. */
static int check_all_own(struct db *db, struct db *expected, const char *const *tables,
                         const char *path, struct err *err)
{
    scoped(db_statement) *own = db_query(
        expected, err,
        "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name", NULL);
    scoped(db_statement) *find =
        db_query(db, err, "SELECT sql FROM main.sqlite_master WHERE type = ? AND name = ?", NULL);
    int status = find ? 0 : ERR;
    for (int has_rows = 0; has_rows < 2 && status == 0; has_rows++)
        while (status == 0 && (status = db_step(own, err)) == 1) {
            const char *name = db_text(own, 1);
            bool is_table = strcmp(db_text(own, 0), "table") == 0;
            status = 0;
            if (tables && !text_is_one_of(name, tables))
                continue;
            if (!has_rows)
                status = check_own(find, own, path, err);
            else if (is_table && (status = db_check_table(db, name, err)) == 0 && !tables)
                status =
                    check_references(db, name, path, err); /* else to tables that are not there */
        }
    return status;
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
    return open_expected(&expected, err) == 0 && check_triggers(db, path, err) == 0
               ? check_all_own(db, expected, tables, path, err)
               : ERR;
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
