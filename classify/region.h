/* The region of a fix: what kind of text the changed token belongs to. Trainers of bug detectors
 * leave out what no program depends on, such as docstrings and messages.
 *
 * The language's table says what each region looks like (languages/region_rules.h); doc/mining.md
 * has the rules and their limits. */
#ifndef CLASSIFY_REGION_H
#define CLASSIFY_REGION_H

#include "tokenize/difference.h"

/* In this order the first that fits is taken. */
enum fix_region {
    REGION_GENERATED,        /* the file is generated, or other people's */
    REGION_DOCSTRING,        /* documentation that is a string */
    REGION_IMPORT,           /* a name in an import, an #include */
    REGION_ANNOTATION,       /* of a type in Python; of Java; an attribute of C and C++ */
    REGION_VERSION,          /* says which version of something */
    REGION_MESSAGE,          /* a text for people; in git also one that is printed */
    REGION_TEST_EXPECTATION, /* what an assertion of a test expects */
    REGION_OUTPUT,           /* what a submission to a contest prints as it is */
    REGION_REGEX,
    REGION_FORMAT, /* says how values are written or read */
    REGION_PATH_OR_URL,
    REGION_IDENTIFIER_TEXT, /* a string that is a name of something in programs */
    REGION_CODE,            /* everything else */
    N_REGIONS
};

/* Returns the name in databases and exports; NULL after the last. */
const char *fix_region_name(int region);

/* Returns the region of a single-token edit between two programs (as of edit_sites_of()). `path` is
 * that of the file in its repository; NULL: the programs are submissions to a contest. */
enum fix_region fix_region_of(const struct program *buggy, const struct program *fixed,
                              const struct token_edit *edit, const char *path);

#endif
