/* Rows that are there twice, and rows of two splits that a model must not see both of.
 *
 * Of each trait (traits.h) the place where it was first seen is kept: a row is told with that
 * place. */
#ifndef VALIDATE_COMPARE_H
#define VALIDATE_COMPARE_H

#include "validate/validation.h"

/* Compares the row at a line of the validation's file of that number, and adds findings. */
void compare_row(struct validation *validation, size_t file, uint64_t line,
                 const struct row_traits *traits);

#endif
