/* Checks that a rewritten program does what its original does: on the tests of the problem, and on
 * inputs that are made from them. */
#ifndef VERIFY_REWRITE_CHECK_H
#define VERIFY_REWRITE_CHECK_H

#include "verify/input_search.h"

/* What a rewritten program does differently. */
struct rewrite_difference {
    bool is_found, is_endless;          /* `is_endless`: a program did not end on the last input */
    int64_t test;                       /* index; -1: on a made input */
    struct str input, expected, actual; /* `expected` is what the original printed */
    enum run_outcome outcome;           /* of the rewritten program; WRONG if it ended well */
    char detail[200];                   /* of its error (struct execution) */
};
void rewrite_difference_release(struct rewrite_difference *difference);
SCOPED_VALUE(rewrite_difference, rewrite_difference_release)

/* Compares two programs by how they end and what they print. The texts of errors may differ, and a
 * run without end is not compared; after three of them no more inputs are tried. Sets `out` to the
 * first difference that can be repeated in fresh processes. As many inputs are made as the first
 * level of `search` makes. */
int rewrite_check(const struct input_search *search, const struct executable *original,
                  const struct executable *rewritten, uint64_t seed, struct rewrite_difference *out,
                  struct err *err);

#endif
