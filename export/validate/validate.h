/* Validates a data set: checks its rows, and compares its documents with its files. */
#ifndef VALIDATE_VALIDATE_H
#define VALIDATE_VALIDATE_H

#include "export/validate/validation.h"

#include <stdio.h>

/* Validates a file of rows ("-": standard input), CodeXGLUE's parallel files (`path` is either of
 * them), or a folder with its card, manifest, Croissant description and citation. Findings do not
 * depend on the number of threads. Fails only if there is nothing to validate. Release `out` with
 * validation_release(), also after a failure. */
int validate(struct validation *out, const char *path, const struct validate_options *options,
             struct err *err);

/* Writes the size and SHA-256 of an edited README.md into the croissant.json of a published folder.
 * Nothing else in croissant.json changes. After a failure it is unchanged. */
int validate_refresh_card(const char *folder, struct err *err);

/* Prints one finding a line, `FILE:LINE: rule: what is wrong`, and then a summary. Findings that
 * follow from another one are indented after it. */
void report_print(const struct validation *validation, FILE *out);

/* Returns the report as an object: `valid`, `format`, `rows`, `files`, `rules`, `findings`,
 * `notes`. In a finding that follows from another one, `cause` is the index of that one in
 * `findings`, from 0. Release with json_free(). */
struct json *report_make(const struct validation *validation);

#endif
