/* The Croissant description of a folder (github.com/mlcommons/croissant, version 1.1). */
#ifndef VALIDATE_CROISSANT_CHECK_H
#define VALIDATE_CROISSANT_CHECK_H

#include "validate/published.h"

/* Finds what is missing or not so: required keys; files that are not in the folder, or of other
 * size or digest; fields that are not those of the rows. */
void croissant_check(struct published *published);

/* The part of it without which the reference implementation reads no records. */
void croissant_check_reading(struct published *published);

/* Whether a data type, or one of a list, has one of the names (ended by NULL), which are without
 * the prefix: "Text" for sc:Text and https://schema.org/Text. */
bool croissant_is_type(const struct json *type, const char *const *names);

#endif
