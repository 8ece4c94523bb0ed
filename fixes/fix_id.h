/* Fixes by their ids: PROBLEM-BUGGY-FIXED, the problem's id and those of the two submissions. */
#ifndef FIXES_FIX_ID_H
#define FIXES_FIX_ID_H

#include "base/str.h"
#include "db/db.h"

/* The fix of that id. ERR when there is none: the message says what ids look like, and names fixes
 * with one of its submissions or else of its problem, if there are any. */
int fix_id_find(struct db *db, const char *id, int64_t *fix_key, struct err *err);

/* Appends what a query gives in its first column, for a message: "a, b, and 3 more" after the first
 * `most`. Returns how many there are, or ERR. */
int64_t fix_names_add(struct str *out, struct db_statement *s, int64_t most, struct err *err);

#endif
