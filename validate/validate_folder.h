/* A folder of rows, published or not. */
#ifndef VALIDATE_VALIDATE_FOLDER_H
#define VALIDATE_VALIDATE_FOLDER_H

#include "validate/validation.h"

/* Validates it: its manifest, card, Croissant description and citation, as far as they are there;
 * the rows of its files; and then whether they are what those say. */
int folder_validate(struct validation *validation, const char *path, struct err *err);

#endif
