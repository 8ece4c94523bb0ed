/* A database has few different licences, so they are judged here, and SQLite compares texts. */
#include "fixes/allowed_licenses.h"

#include "base/spdx.h"

int allowed_licenses_find(struct text_list *out, struct arena *arena, struct db *db,
                          const struct text_list *licenses, struct err *err)
{
    int status;
    scoped(db_statement) *s = db_query(
        db, err, "SELECT DISTINCT license FROM file_versions WHERE license IS NOT NULL", NULL);
    array_push(out, " ");
    while ((status = db_step(s, err)) == 1)
        if (spdx_is_one_of(db_text(s, 0), licenses))
            array_push(out, arena_text(arena, db_text(s, 0)));
    return status;
}
