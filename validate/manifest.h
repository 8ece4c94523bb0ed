/* The manifest of a folder that tokfix published. */
#ifndef VALIDATE_MANIFEST_H
#define VALIDATE_MANIFEST_H

#include "validate/published.h"

/* Takes what must be known before rows are read: format, files with their splits, and what may not
 * stand in two of them. A file that is not there, or outside the folder, is found. */
void manifest_begin(struct published *published, struct validation *validation);

/* Compares rows, bytes and digests of the files with what it says, and finds files in data/ that it
 * does not name. */
void manifest_check(struct published *published, struct validation *validation);

#endif
