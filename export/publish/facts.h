/* Counts of the published rows. */
#ifndef PUBLISH_FACTS_H
#define PUBLISH_FACTS_H

#include "base/json.h"
#include "base/table.h"
#include "fixes/choice.h"

struct split_counts {
    int64_t of[N_SPLITS];
};

/* The sum over all splits. */
int64_t split_counts_total(const struct split_counts *counts);

/* Counts by name and split. Zero it before the first use. */
struct tally {
    struct table names;
    ARRAY(struct split_counts) counts; /* by the names' numbers */
};

/* Adds 1 to the count of a name in a split. */
void tally_add(struct tally *tally, const char *name, int split);

/* Adds a name without counts, so that it keeps its place and is shown with 0. */
void tally_name(struct tally *tally, const char *name);

/* Returns the numbers of the names, ordered by descending number of rows, then by name. Release
 * with free(). */
size_t *tally_order(const struct tally *tally);

void tally_release(struct tally *tally);

/* A written row. */
struct published_row {
    int64_t fix_key;
    int split;
    bool is_clean; /* the row is the fixed program alone, as a correct program */
};

struct facts {
    struct split_counts rows, clean; /* all rows; those that are correct programs */
    struct tally categories;         /* of the fixes, in the store's order of categories */
    struct tally origins;            /* of the fixes: real, mutant, rewrite (store_origins) */
    int64_t n_unparsed;              /* fixes with a program that the grammar does not parse */
    int64_t n_swaps;                 /* fixes that change more than one token: mutants with
                                        exchanged arguments */
    struct tally statuses;           /* verdicts on the failing submissions of the fixes */
    struct tally languages;          /* of all rows, as tokfix names them */
    struct tally original_languages; /* of all rows */
    int64_t n_encoded;               /* programs in the rows that were not UTF-8 (database column
                                        submissions.encoding) */
    struct tally contests;           /* sites of the problems of all rows; "": none */
    struct tally licenses;        /* of the files of git repositories, of all rows; "": unknown */
    struct split_counts problems; /* problems that have rows */
    struct table all_problems, all_users;
    int64_t first_date, last_date; /* of the submissions, Unix seconds */

    /* Duplicates among the published fixes, from the clusters that `tokfix dedup` found in the
     * whole store: kinds (a row for each: kind, clusters, fixes, redundant, largest), conflicts
     * (fixes, programs) and accepted (fixes). NULL: dedup was never run. */
    struct json *duplicates;
};

/* Returns the number of published fixes of an origin, in all splits. */
int64_t facts_of_origin(const struct facts *facts, const char *origin);

/* Returns the number of published fixes that tokfix made: mutants and rewrites. */
int64_t facts_n_made(const struct facts *facts);

/* Collects the counts from the store. Afterwards the store's views count only the published fixes
 * (store_count_only()). Release `out` with facts_release(), also after a failure. */
int facts_collect(struct facts *out, struct db *db, const struct published_row *rows, size_t n,
                  struct err *err);
void facts_release(struct facts *facts);
SCOPED_VALUE(facts, facts_release)

#endif
