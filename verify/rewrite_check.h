/* Checks that a rewritten program does what its original does: on the tests of the problem, and on
 * inputs that are made from them. */
#ifndef VERIFY_REWRITE_CHECK_H
#define VERIFY_REWRITE_CHECK_H

#include "verify/input_search.h"

/* What a rewritten program does differently. */
struct rewrite_difference {
    bool is_found, is_endless;      /* `is_endless`: a program did not end on the last input */
    int64_t test;                   /* index; -1: on a made input */
    struct shown_difference *shown; /* set by the caller, and filled in with a difference on a made
                                       input: the original is right */
};

/* Compares two programs by how they end and what they print. The texts of errors may differ, and a
 * run without end is not compared; after three of them no more inputs are tried. Sets `out` to the
 * first difference that can be repeated in fresh processes. As many inputs are made as the first
 * level of `search` makes. */
int rewrite_check(const struct input_search *search, const struct executable *original,
                  const struct executable *rewritten, uint64_t seed, struct rewrite_difference *out,
                  struct err *err);

#endif
