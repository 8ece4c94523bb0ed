/* The values of a row of JSON: the members of its object, and of the objects and arrays in it. */
#ifndef ROWS_ROW_MEMBERS_H
#define ROWS_ROW_MEMBERS_H

#include "base/json_scan.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

enum { MAX_ROW_LEVELS = 8 }; /* of objects and arrays whose members are looked at */

/* Takes a member. Its name is its path in the row: author.members.0.handle. Returns whether the
 * members of an object or array are wanted, too; they come next. */
typedef bool row_member_take(void *context, const char *name,
                             const struct json_member_value *member);

/* Memory for reading one row after another. All zero before the first. */
struct row_members {
    ARRAY(struct json_flat) objects;  /* of the row, and of those in it that were looked at */
    size_t n_used;                    /* of them, in the current row */
    struct str names[MAX_ROW_LEVELS]; /* of the current member of a level, with those above it */
};

void row_members_release(struct row_members *members);
SCOPED_VALUE(row_members, row_members_release)

/* Calls `take` for each member. Texts are valid until the next call. Fails, before the first call
 * of `take`, if the row is not an object that json_scan_flat() reads. */
int row_members_each(struct row_members *members, const char *text, size_t length,
                     row_member_take *take, void *context, struct err *err);

#endif
