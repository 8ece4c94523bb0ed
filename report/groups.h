/* Statistics of the fixes of each user, problem, contest and so on, and the most frequent edit of
 * each. Used by `tokfix stats --by`. */
#ifndef REPORT_GROUPS_H
#define REPORT_GROUPS_H

#include "base/json.h"
#include "db/db.h"

enum group_key {
    GROUP_USER,
    GROUP_PROBLEM,
    GROUP_CONTEST,
    GROUP_WEEK,
    GROUP_LANGUAGE,
    GROUP_SOURCE,
    GROUP_REPOSITORY,
    N_GROUP_KEYS
};

/* Returns the name of a key; NULL after the last. */
const char *groups_key(int number);

/* Groups the fixes by a key. `limit` is the most rows of `groups`. Weeks are in their order (of ISO
 * 8601, from the date of the fixed program in UTC: 2010-W45), other groups by number of fixes.
 * Release `*out` with json_free(), also after a failure. The members of the report:
 *
 *     by           name of the key
 *     n_groups     all groups; n_known: without the group of the fixes that lack the key
 *     groups       rows:
 *         key, name            null if unknown; name: title of a problem
 *         fixes, six           six: those in the six categories; and a number for each category
 *         users, problems
 *         n_timed              fixes with a known time from the user's first failure to the fix
 *         quartile_seconds, median_seconds, upper_quartile_seconds
 *                              times at places n/4, n/2, 3n/4, rounded up; or null
 *         category, category_n the most frequent category
 *         edit_category, edit, before, after, edit_n
 *                              the most frequent edit
 *         example              id of its first fix */
int groups_collect(struct json **out, struct db *db, enum group_key key, int64_t limit,
                   struct err *err);

/* Prints the report as aligned tables, with the words of `stats` (report/stats.h) for fixes. */
void groups_print(const struct json *report, const struct json *stats, FILE *out);

#endif
