/* A file of rows: every line is validated, in parallel, and compared with those before it. */
#ifndef VALIDATE_ROWS_H
#define VALIDATE_ROWS_H

#include "validate/validation.h"

/* Validates the JSON lines of the validation's file of that number. The first file of unknown
 * format tells it for all. Fails when the file cannot be opened; one that is damaged is a
 * finding. */
int rows_validate(struct validation *validation, size_t file, struct err *err);

/* Validates CodeXGLUE's parallel files: that of the number, and the one beside it. */
int rows_validate_parallel(struct validation *validation, size_t file, struct err *err);

#endif
