/* The region of a fix: what kind of text the changed token belongs to. Trainers of bug detectors
 * leave out what no program depends on, such as docstrings and messages.
 *
 * doc/mining.md has the rules and how often they are right. */
#ifndef CLASSIFY_REGION_H
#define CLASSIFY_REGION_H

#include "tokenize/difference.h"

/* In this order the first that fits is taken. */
enum fix_region {
    REGION_GENERATED,        /* the file is generated, or other people's */
    REGION_DOCSTRING,        /* documentation that is a string */
    REGION_TEST_EXPECTATION, /* what an assertion of a test expects */
    REGION_VERSION,          /* says which version of something */
    REGION_MESSAGE,          /* a text for people, in a file of a repository */
    REGION_OUTPUT,           /* a literal that a submission to a contest prints */
    REGION_CODE,             /* everything else */
    N_REGIONS
};

/* Returns the name in databases and exports; NULL after the last. */
const char *fix_region_name(int region);

/* Returns the region of a single-token edit between two programs (as of edit_sites_of()). `path` is
 * that of the file in its repository; NULL: the programs are submissions to a contest. */
enum fix_region fix_region_of(const struct program *buggy, const struct program *fixed,
                              const struct token_edit *edit, const char *path);

#endif
