/* The values for the templates in templates/: one JSON object with named members. */
#ifndef PUBLISH_DESCRIPTION_H
#define PUBLISH_DESCRIPTION_H

#include "export/publish/publication.h"

/* Collects the values. For the published rows: n_fixes, n_clean, n_mutants, ..., and tables of rows
 * by split (categories, verdicts, ...). For the whole store: run, dedup, split, mutate, store
 * (manifest.h). From the user: name, title, license, .... And the members of statements.yaml.
 * Release `*out` with json_free(). */
int description_make(struct json **out, const struct publication *publication, struct err *err);

/* Returns the creators of the data set: an array with an object for each, of this `@type` (NULL:
 * without one). Release with json_free(). */
struct json *description_persons(const struct publication_names *names, const char *type);

/* Sets `*out` to a YAML template, filled with these values (template_make()). Release it with
 * json_free(). */
int description_fill_yaml(struct json **out, const char *name, const char *yaml,
                          const struct json *values, struct err *err);

#endif
