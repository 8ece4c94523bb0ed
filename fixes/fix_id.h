/* Fixes by their ids: PROBLEM-BUGGY-FIXED, the problem's id and those of the two submissions. */
#ifndef FIXES_FIX_ID_H
#define FIXES_FIX_ID_H

#include "db/db.h"

/* The fix of that id. ERR when there is none: the message says what ids look like, and names fixes
 * with one of its submissions or else of its problem, if there are any. */
int fix_id_find(struct db *db, const char *id, int64_t *fix_id, struct err *err);

#endif
