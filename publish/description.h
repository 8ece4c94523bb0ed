/* What the templates in templates/ say: one JSON object, whose members they name. */
#ifndef PUBLISH_DESCRIPTION_H
#define PUBLISH_DESCRIPTION_H

#include "publish/publication.h"

/* Collects it. Of the published rows: n_fixes, n_clean, n_mutants, ..., tables of rows by split
 * (categories, verdicts, ...); of the whole store: run, dedup, split, mutate, store (manifest.h);
 * what was given: name, title, license, ...; and what statements.yaml says. Release with
 * json_free(). */
int description_make(struct json **out, const struct publication *publication, struct err *err);

/* Who made the data set: an array with an object for each, of that `@type` (NULL: none). */
struct json *description_persons(const struct publication_names *names, const char *type);

/* The value of a template in YAML, filled with these values (template_make()). */
int description_fill_yaml(struct json **out, const char *name, const char *yaml,
                          const struct json *values, struct err *err);

#endif
