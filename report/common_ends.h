/* What two texts begin and end with alike, so that only what differs between is marked. */
#ifndef REPORT_COMMON_ENDS_H
#define REPORT_COMMON_ENDS_H

#include <stddef.h>

/* Lengths in bytes, of whole characters as readers see them. They do not overlap in either text. */
struct common_ends {
    size_t start, end;
};

/* Returns the longest common start of the two tokens of a fix, and then the longest common end.
 * Both are 0 if the tokens are to be marked as a whole: if one of them has at most eight code
 * points, or if fewer than three are common. */
struct common_ends common_ends_of_tokens(const char *a, size_t n_a, const char *b, size_t n_b);

#endif
