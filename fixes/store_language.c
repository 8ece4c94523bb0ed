/* See store_language.h. */
#include "fixes/store_language.h"

int store_language(const struct language **out, struct db *db, struct err *err)
{
    struct db_statement *s;
    if (db_prepare(&s, db, "SELECT language FROM run", err) != 0)
        return ERR;
    int status = db_step(s, err);
    const char *name = status == 1 ? db_text(s, 0) : "";
    *out = language_find(name);
    if (status >= 0 && !*out)
        status = err_set(err,
                         "the database holds programs in '%s', which this tokfix does not read; "
                         "use the tokfix that made it",
                         name);
    db_finish(s);
    return status < 0 ? ERR : 0;
}
