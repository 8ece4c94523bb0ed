/* Merges databases of one run or of several. SQL does it, in a database of its own, to which the
 * parts are attached one after another (merge_begin.sql and so on): SQLite attaches ten at most. */
#ifndef DB_STORE_MERGE_H
#define DB_STORE_MERGE_H

#include "base/meter.h"
#include "db/store.h"

#include <stddef.h>

/* A run in a database to merge, and in the new one. */
struct merged_run {
    int64_t key, new_key;
};

/* A database to merge, which store_open() has accepted. */
struct merged_part {
    const char *path;
    const struct merged_run *runs; /* all of its runs */
    size_t n_runs;
};

/* Creates the database of a merge, in a file that has no name afterwards. `path` is a name that no
 * other file may have. Reads what the parts have, without their programs. Several parts may have
 * the same new run. */
int store_merge_begin(struct db **out, const char *path, const struct merged_part *parts,
                      size_t n_parts, struct err *err);

/* Prepares a query on such a database: the problems that two parts have. Its columns are the
 * numbers of the two; of these problems; of the submissions and first commits that both parts have;
 * and of the problems with a submission that the parts describe differently; then the ids of one of
 * the problems, and of one of the latter, or NULL. NULL on failure. */
struct db_statement *store_merge_shared(struct db *merge, struct err *err);

/* Writes the merged database to the empty file `path`. Its problems are those of the parts, and its
 * runs are `runs`, which get the keys from 1 on in this order; their metadata_sha256 are ignored.
 * Data about a whole dataset comes from the first part of a run. Later findings about the fixes
 * (duplicates, splits, exclusions) are not copied. Of the command lines, those of mine are.
 * `output` is the name of the database that the line of a single run makes. Several runs make
 * dataset-1.db and so on, and a line of merge joins them to `output`.
 *
 * Of a problem that several parts have, the counts of each run are kept, and equal submissions and
 * fixes are stored once. If parts describe a submission differently, that of the first part is
 * stored: the caller has looked at store_merge_shared().
 *
 * The result depends only on the problems. It does not depend on how they are distributed over the
 * parts, nor on their keys, because all rows are numbered again in the order of the problem ids.
 * The meter counts parts. Fails if the process is asked to stop (base/interrupt.h). */
int store_merge_write(struct db *merge, const char *path, const struct merged_part *parts,
                      size_t n_parts, const struct run_row *runs, size_t n_runs, const char *output,
                      const struct meter *meter, struct err *err);

#endif
