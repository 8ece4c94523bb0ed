/* Where a store's submissions come from, as far as that can be known. */
#ifndef PUBLISH_CODENET_ORIGIN_H
#define PUBLISH_CODENET_ORIGIN_H

#include "db/db.h"

#include <stdbool.h>

/* Project CodeNet. */
extern const char source_name[], source_url[];

/* Whether the store was mined from Project CodeNet or a part of it: by the SHA-256 of its
 * problem_list.csv, or by the names of its problems. What is only laid out like CodeNet is not. */
int codenet_origin_is(bool *out, struct db *db, struct err *err);

#endif
