/* What validation found, for people and for programs. */
#ifndef VALIDATE_REPORT_H
#define VALIDATE_REPORT_H

#include "validate/validation.h"

#include <stdio.h>

/* Findings one a line, `FILE:LINE: rule: what is wrong`, each before what follows from it, which is
 * indented; then a summary. */
void report_print(const struct validation *validation, FILE *out);

/* The same as an object: `valid`, `format`, `rows`, `files`, `rules`, `findings`, `notes`. A
 * finding that follows from another one has its index in `findings`, from 0, as `cause`. Release
 * with json_free(). */
struct json *report_make(const struct validation *validation);

#endif
