/* The values for the templates in templates/: one JSON object with named members. */
#ifndef PUBLISH_DESCRIPTION_H
#define PUBLISH_DESCRIPTION_H

#include "export/publish/edition.h"

/* Collects the values. For the published rows: n_fixes, n_clean, n_mutants, ..., and tables of rows
 * by split (categories, verdicts, ...). For the whole store: run, dedup, split, mutate, store
 * (manifest.h). From the user: name, title, license, .... And the members of statements.yaml.
 * Release `*out` with json_free(). */
int description_make(struct json **out, const struct edition *edition, struct err *err);

/* Returns the creators of the data set: an array with an object for each, of this `@type` (NULL:
 * without one). Release with json_free(). */
struct json *description_persons(const struct edition_names *names, const char *type);

/* A template in YAML. */
struct yaml_template {
    const char *name, *yaml;
};

/* Sets `*out` to a template, filled with these values (template_make()). Release it with
 * json_free(). */
int description_fill_yaml(struct json **out, const struct yaml_template *template,
                          const struct json *values, struct err *err);

#endif
