/* The fixes by the kind of source that they were mined from, and what is known of git repositories.
 */
#ifndef REPORT_SOURCE_REPORT_H
#define REPORT_SOURCE_REPORT_H

#include "base/json.h"
#include "db/db.h"

/* Collects the tables, or only those with the names `tables` (up to a NULL; without a list, all);
 * nothing if the store was mined from one source that is not git. Keys:
 *
 * sources (source, dataset, problems, pairs, fixes, six: fixes in the six categories), a row for
 * each run. source_categories (category, then codenet, rows, git, each with _percent of the six;
 * null: not a source of the store), the distributions side by side, and beside them those of table
 * 4 of the thesis (thesis_n, github_n, each with _percent; null unless all fixes of git are in the
 * thesis's language).
 *
 * For git, counts of the real fixes: repositories (repository, url, commits, with_one_parent,
 * used, pairs, fixes, per_thousand: fixes of 1,000 commits with one parent), commits (name, n),
 * from all commits to those that are used, keywords (keyword or "", n), sweeps (size, n: fixes of
 * commits that change so many files), places (place, n, percent), licenses (license of the fixed
 * version or "unknown", n). If there are other sources, too: contests (name, n), the counts of the
 * funnel from metadata_rows to submissions_compared, without those of git. */
int source_report_collect(struct json *out, struct db *db, const char *const *tables,
                          struct err *err);

/* What tables call things, by the sources of the database: a submission is a file version in git, a
 * program in pairs, and a database of git and others has versions. `stats` is that of
 * stats_collect(). */

/* Returns an object with all words by their keys; null: the sources have no such thing. The key
 * `of` has contests, git, both or pairs. */
struct json *source_words(const struct json *stats);

/* Returns a copy of an array of rows with the words for their names, without the rows for things
 * that the sources do not have. */
struct json *source_words_name(const struct json *stats, const struct json *rows);

#endif
