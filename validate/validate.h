/* A data set that somebody published or wrote: is it what it says? */
#ifndef VALIDATE_VALIDATE_H
#define VALIDATE_VALIDATE_H

#include "validate/validation.h"

#include <stdio.h>

/* Validates a file of rows ("-": standard input), CodeXGLUE's parallel files by the name of either,
 * or a folder, with what its card, its manifest and its Croissant description say of it. Findings
 * do not depend on the number of threads. Fails only where there is nothing to validate. Release
 * `out` with validation_release(), also after a failure. */
int validate(struct validation *out, const char *path, const struct validate_options *options,
             struct err *err);

/* Writes the size and SHA-256 of README.md, which a person has edited, into the croissant.json of a
 * published folder, which appears whole or stays as it is. Nothing else in it changes. */
int validate_refresh_card(const char *folder, struct err *err);

/* What validation found: findings one a line, `FILE:LINE: rule: what is wrong`, each before what
 * follows from it, which is indented; then a summary. */
void report_print(const struct validation *validation, FILE *out);

/* The same as an object: `valid`, `format`, `rows`, `files`, `rules`, `findings`, `notes`. A
 * finding that follows from another one has its index in `findings`, from 0, as `cause`. Release
 * with json_free(). */
struct json *report_make(const struct validation *validation);

#endif
