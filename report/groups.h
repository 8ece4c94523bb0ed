/* The fixes by user, problem and the like: how many, of which categories, how long they took, and a
 * typical one of each. `tokfix stats --by` and the report have them. */
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

/* Collects the counted fixes by each key that has a limit, and adds its report to `out` under its
 * name. `groups` has at most so many rows: weeks (ISO 8601, of the fixed program's date, in UTC:
 * 2010-W45) in their order, others by number of fixes. A key with the limit 0 is left out. Keys:
 *
 * by, n_groups (in all), n_known (of these, all but the one of the fixes without the key), groups:
 * key (null: unknown), name (of a problem), fixes, six (of the six categories), users, problems, a
 * number for each category; n_timed (fixes with a known time from the first failure of the user to
 * the fixed program), quartile_seconds, median_seconds, upper_quartile_seconds (those of the fixes
 * in the places n/4, n/2 and 3n/4, rounded up; null: unknown); category (the most frequent),
 * category_n; edit_category, edit, before, after, edit_n (the most frequent edit), example (id of
 * its first fix). */
int groups_collect(struct json *out, struct db *db, const int64_t limits[N_GROUP_KEYS],
                   struct err *err);

/* Prints them as aligned tables. Things are called as `stats` (report/stats.h) says. */
void groups_print(const struct json *report, const struct json *stats, FILE *out);

#endif
