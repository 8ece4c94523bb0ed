/* The region of a fix: what kind of text the changed token belongs to. Trainers of bug detectors
 * leave out what no program depends on, such as docstrings and messages.
 *
 * doc/mining.md has the rules and how often they are right. */
#ifndef CLASSIFY_REGION_H
#define CLASSIFY_REGION_H

#include "db/fix_names.h"
#include "tokenize/difference.h"

/* Returns the region of a single-token edit between two programs (as of edit_sites_of()). `path` is
 * that of the file in its repository; NULL: the programs are submissions to a contest. */
enum fix_region fix_region_of(const struct program *buggy, const struct program *fixed,
                              const struct token_edit *edit, const char *path);

#endif
