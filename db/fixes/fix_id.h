/* Finds fixes by their ids (db/fix_names.h) or the start of one, and fixes of git by their commits.
 */
#ifndef DB_FIXES_FIX_ID_H
#define DB_FIXES_FIX_ID_H

#include "base/mem.h"
#include "base/str.h"
#include "db/db.h"

/* Keys of fixes; release with array_release(). */
struct fix_keys {
    ARRAY(int64_t) list;
};

enum { FIX_MIN_COMMIT_DIGITS = 7 };

/* Adds the fix with this id; or the fixes of the commits whose ids start with it, if it is at least
 * FIX_MIN_COMMIT_DIGITS hexadecimal digits; or the only fix whose id starts with it. No key is
 * added twice. Returns ERR if there is none, or several ids start with it. The message then says
 * what ids look like. If there are fixes with one of its submissions, of its commit, or else of its
 * problem, the message names them. */
int fix_id_find(struct fix_keys *keys, struct db *db, const char *id, struct err *err);

/* Appends the first column of a query to a message: "a, b, and 3 more" after the first `most`
 * values. Returns the number of values, or ERR. */
int64_t fix_names_add(struct str *out, struct db_statement *s, int64_t most, struct err *err);

#endif
