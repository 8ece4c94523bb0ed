/* The Croissant description of a folder (github.com/mlcommons/croissant, version 1.1). */
#ifndef VALIDATE_CROISSANT_H
#define VALIDATE_CROISSANT_H

#include "validate/published.h"

/* Finds what is missing or not so: required keys; files that are not in the folder, or of other
 * size or digest; fields that are not those of the rows. */
void croissant_check(struct published *published, struct validation *validation);

/* The part of it about the fields of record sets. */
void croissant_check_fields(struct published *published, struct validation *validation);

#endif
