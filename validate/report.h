/* What validation found, for people and for programs. */
#ifndef VALIDATE_REPORT_H
#define VALIDATE_REPORT_H

#include "validate/validation.h"

#include <stdio.h>

/* Findings one a line, `FILE:LINE: rule: what is wrong`, then a summary. */
void report_print(const struct validation *validation, FILE *out);

/* The same as an object: `valid`, `format`, `rows`, `files`, `rules`, `findings`, `notes`. Release
 * with json_free(). */
struct json *report_make(const struct validation *validation);

#endif
