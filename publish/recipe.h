/* The command lines that make a data set again. */
#ifndef PUBLISH_RECIPE_H
#define PUBLISH_RECIPE_H

#include "base/json.h"
#include "base/str.h"

/* An array of texts: mine, the steps of the store (mutate, dedup, split, leak, check, rewrite) as
 * they were given and in their order, and publish, with the options that `publish` holds, each with
 * a space before it. `store` is as provenance.h has it. What was read stands by its name: the
 * commands make the same bytes in a folder where it is. Release with json_free(). */
struct json *recipe_make(const struct json *store, const char *publish);

#endif
