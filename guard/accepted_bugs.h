/* Buggy programs that are Accepted ones of the dataset that a database was mined from. */
#ifndef GUARD_ACCEPTED_BUGS_H
#define GUARD_ACCEPTED_BUGS_H

#include "db/fixes/correct_programs.h"
#include "guard/fingerprints.h"

/* Looks up the buggy programs of the pairs among those of the source, and stores in accepted_bugs
 * the fixes that are found, each with the first such submission. */
int accepted_bugs_store(struct db *db, const struct pairs *pairs, const struct fingerprints *prints,
                        const struct correct_source *source, const struct guard_options *guard,
                        struct err *err);

#endif
