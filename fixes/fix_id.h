/* Finds fixes by their ids: PROBLEM-BUGGY-FIXED, the id of the problem and of the two submissions.
 */
#ifndef FIXES_FIX_ID_H
#define FIXES_FIX_ID_H

#include "base/str.h"
#include "db/db.h"

/* Finds the fix with this id. Returns ERR if there is none. The message then says what ids look
 * like. If there are fixes with one of its submissions, or else of its problem, the message names
 * them. */
int fix_id_find(struct db *db, const char *id, int64_t *fix_key, struct err *err);

/* Appends the first column of a query to a message: "a, b, and 3 more" after the first `most`
 * values. Returns the number of values, or ERR. */
int64_t fix_names_add(struct str *out, struct db_statement *s, int64_t most, struct err *err);

#endif
