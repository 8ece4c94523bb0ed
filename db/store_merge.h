/* Merges databases of one run or of several. */
#ifndef DB_STORE_MERGE_H
#define DB_STORE_MERGE_H

#include "base/meter.h"
#include "db/store.h"

#include <stddef.h>

/* A run in a database to merge, and in the new one. */
struct merged_run {
    int64_t key, new_key;
};

/* A database to merge. */
struct merged_part {
    struct db *db;
    const struct merged_run *runs; /* all of its runs */
    size_t n_runs;
};

/* Problems that two parts have. */
struct merge_overlap {
    size_t parts[2]; /* indices */
    int64_t n_problems;
    int64_t n_same;     /* submissions and first commits that both parts have */
    int64_t n_clashing; /* problems with a submission that the parts describe differently */
    const char *example, *clash; /* ids of problems: of all, of the clashing ones (NULL: none) */
};

struct merge_overlaps {
    ARRAY(struct merge_overlap) list;
    struct arena arena;
};

/* Finds the problems that several parts have, and compares what is stored of them. Release with
 * merge_overlaps_release(), also after a failure. */
int merge_overlaps_find(struct merge_overlaps *out, const struct merged_part *parts, size_t n_parts,
                        struct err *err);
void merge_overlaps_release(struct merge_overlaps *overlaps);
SCOPED_VALUE(merge_overlaps, merge_overlaps_release)

/* Fills the new database `out` with the problems of `parts`, and with the rows of their finished
 * runs, which get the keys from 1 on in this order. Several parts may have the same new run. The
 * runs' metadata_sha256 are ignored. Data about a whole dataset comes from the first part of a run.
 * Later findings about the fixes (duplicates, splits, exclusions) are not copied. Of the command
 * lines, those of mine are. `output` is the name of the database that the line of a single run
 * makes. Several runs make dataset-1.db and so on, and a line of merge joins them to `output`.
 *
 * Of a problem that several parts have, the counts of each run are kept, and equal submissions and
 * fixes are stored once. If parts describe a submission differently, that of one part is stored:
 * the caller has asked merge_overlaps_find().
 *
 * The result depends only on the problems. It does not depend on how they are distributed over the
 * parts, nor on their keys, because all rows are numbered again in the order of the problem ids.
 * The meter counts problems. Fails if the process is asked to stop (base/interrupt.h). */
int store_merge(struct db *out, const struct merged_part *parts, size_t n_parts,
                const struct run_row *runs, size_t n_runs, const char *output,
                const struct meter *meter, struct err *err);

/* Fills the new database `out` with the description of the run in `from`, without the fixes and
 * their submissions and programs. The caller adds other fixes. */
int store_copy_without_fixes(struct db *out, struct db *from, const struct meter *meter,
                             struct err *err);

#endif
