/* A data set that somebody published or wrote: is it what it says? */
#ifndef VALIDATE_VALIDATE_H
#define VALIDATE_VALIDATE_H

#include "validate/validation.h"

/* Validates a file of rows ("-": standard input), CodeXGLUE's parallel files by the name of either,
 * or a folder, with what its card, its manifest and its Croissant description say of it. Findings
 * do not depend on the number of threads. Fails only where there is nothing to validate. Release
 * `out` with validation_release(), also after a failure. */
int validate(struct validation *out, const char *path, const struct validate_options *options,
             struct err *err);

#endif
