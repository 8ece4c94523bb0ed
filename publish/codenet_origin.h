/* Whether a store's submissions come from Project CodeNet. */
#ifndef PUBLISH_CODENET_ORIGIN_H
#define PUBLISH_CODENET_ORIGIN_H

#include "db/db.h"

#include <stdbool.h>

/* The name and the address of Project CodeNet. */
extern const char source_name[], source_url[];

/* Sets `out` to whether the store was mined from Project CodeNet or a part of it. The SHA-256 of
 * its problem_list.csv or the names of its problems decide this. A dataset that is only laid out
 * like CodeNet does not count. */
int codenet_origin_is(bool *out, struct db *db, struct err *err);

#endif
