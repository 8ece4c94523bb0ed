/* A file of rows: every line is validated, in parallel, and compared with those before it. */
#ifndef VALIDATE_ROWS_H
#define VALIDATE_ROWS_H

#include "validate/validation.h"

/* Validates the rows of the validation's file of that number. The first file of unknown format
 * decides the format of all. Fails when the file cannot be opened; one that is damaged is a
 * finding, and a Parquet file of a folder that cannot be read for want of the library a warning. */
int rows_validate(struct validation *validation, size_t file, struct err *err);

/* Validates CodeXGLUE's parallel files: that of the number, and the one beside it. */
int rows_validate_parallel(struct validation *validation, size_t file, struct err *err);

#endif
