/* Statistics of the fixes of each user, problem, contest and so on, and the most frequent edit of
 * each. Used by `tokfix stats --by` and by the report. */
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

/* Return the name of a key, and its explanation; NULL after the last. */
const char *groups_key(int number);
const char *groups_key_text(int number);

/* Groups the fixes by each key with a limit, and adds a report for each to `out`, under the name of
 * the key. A limit is the most rows of `groups`; 0 leaves the key out. Weeks are in their order (of
 * ISO 8601, from the date of the fixed program in UTC: 2010-W45), other groups by number of fixes.
 * The members of a report:
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
int groups_collect(struct json *out, struct db *db, const int64_t limits[N_GROUP_KEYS],
                   struct err *err);

/* Prints the reports as aligned tables, with the words of `stats` (report/stats.h) for fixes. */
void groups_print(const struct json *report, const struct json *stats, FILE *out);

#endif
