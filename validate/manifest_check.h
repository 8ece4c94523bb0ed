/* The manifest of a folder that tokfix published. */
#ifndef VALIDATE_MANIFEST_CHECK_H
#define VALIDATE_MANIFEST_CHECK_H

#include "validate/published.h"

/* Takes what must be known before rows are read: format, files with their splits, and what may not
 * stand in two of them. A file that is not there, or outside the folder, is found. */
void manifest_begin(struct published *published, struct validation *validation);

/* Compares rows, bytes and digests of the files with what it says, and finds files in data/ that it
 * does not name. Both functions add the files that are not as it says to `published->changed`. */
void manifest_check(struct published *published, struct validation *validation);

/* The number of the finding that a wrong sum over files follows from: there is one when the sum was
 * right for the files of the split (NULL: of all) as they were published, and one of these was
 * changed. Else 0. `key` is what an entry of the manifest calls the number. */
size_t manifest_sum_cause(const struct published *published, const char *split, const char *key,
                          int64_t sum);

#endif
