/* Opening a store that is there: nothing is believed before the file says what it is. */
#include "db/store.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

static int check(struct db *db, const char *path, struct err *err)
{
    int64_t application_id, version, n_runs;
    if (db_get_int(db, &application_id, "PRAGMA application_id", err) != 0 ||
        db_get_int(db, &version, "PRAGMA user_version", err) != 0)
        return ERR;
    if (application_id != STORE_APPLICATION_ID)
        return err_set(err, "'%s' is no tokfix database; tokfix mine makes one", path);
    if (version != STORE_SCHEMA_VERSION)
        return err_set(err,
                       "'%s' has schema version %" PRId64 ", and this tokfix reads version %d; "
                       "mine it again, or use the tokfix that made it",
                       path, version, STORE_SCHEMA_VERSION);
    if (db_get_int(db, &n_runs, "SELECT count(*) FROM run", err) != 0)
        return ERR;
    if (n_runs != 1)
        return err_set(err, "'%s' holds no finished run; mine it again", path);
    return 0;
}

static int open_with(struct db **out, const char *path,
                     int (*open)(struct db **out, const char *path, struct err *err),
                     struct err *err)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return err_set(err, "cannot open the database '%s': %s; tokfix mine makes one", path,
                       strerror(errno));
    if (!S_ISREG(info.st_mode))
        return err_set(err, "'%s' is no file", path);
    if (open(out, path, err) != 0)
        return ERR;
    if (check(*out, path, err) != 0) {
        db_close(*out);
        *out = NULL;
        return ERR;
    }
    return 0;
}

int store_open(struct db **out, const char *path, struct err *err)
{
    if (open_with(out, path, db_open_readonly, err) != 0)
        return ERR;
    if (db_execute(*out, "BEGIN", err) == 0)
        return 0;
    db_close(*out);
    *out = NULL;
    return ERR;
}

int store_open_update(struct db **out, const char *path, struct err *err)
{
    return open_with(out, path, db_open_update, err);
}

bool store_bytes_are_inside(int64_t start_byte, int64_t end_byte, size_t length)
{
    return start_byte >= 0 && start_byte <= end_byte && (uint64_t)end_byte <= length;
}
