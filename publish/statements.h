/* What is to be said of every such data set: for its card, and for the fields of responsible use
 * that Croissant has. */
#ifndef PUBLISH_STATEMENTS_H
#define PUBLISH_STATEMENTS_H

#include "base/str.h"
#include "publish/publication.h"

enum statements_kind {
    STATEMENTS_USES,
    STATEMENTS_LIMITATIONS,
    STATEMENTS_BIASES,
    STATEMENTS_PERSONAL,
    N_STATEMENTS
};

/* What is to be said of a kind, an array of texts in Markdown without words of the store: what
 * holds of every such data set, and where fixes were made (mutants, rewrites) what holds of
 * these, with their numbers by split. To be released with json_free(). */
struct json *statements_list(enum statements_kind kind, const struct publication *publication);

extern const char statements_social_impact[], statements_maintenance[];

/* Appends a sentence or two on what the data set is; texts of the store stand in it as they are. */
void statements_add_summary(struct str *out, const struct publication *publication);

/* How the submissions came together. */
void statements_add_collection(struct str *out, const struct publication *publication);

/* Appends how fixes were made of them, one step each: `number` from 0 on. False behind the last. */
bool statements_add_step(struct str *out, const struct publication *publication, int number);

#endif
