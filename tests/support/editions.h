/* A small database with splits. */
#ifndef TESTS_SUPPORT_EDITIONS_H
#define TESTS_SUPPORT_EDITIONS_H

#include "db/db.h"

/* Creates $SCRATCH/NAME with six fixes of the category `other` (three of the problem p1, two of p2,
 * one of p3) in train, validation and test. Then runs `sql` on it (may be NULL) and opens it. */
struct db *made_edition_store(const char *name, const char *sql);

#endif
