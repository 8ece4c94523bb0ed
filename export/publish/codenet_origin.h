/* Which of a store's datasets come from Project CodeNet. */
#ifndef EXPORT_PUBLISH_CODENET_ORIGIN_H
#define EXPORT_PUBLISH_CODENET_ORIGIN_H

#include "db/db.h"

/* The address of Project CodeNet. */
extern const char source_url[];

enum codenet_origin { CODENET_NO, CODENET_SOME, CODENET_ALL };

/* Finds which of the store's datasets are Project CodeNet or a part of it. The SHA-256 of a
 * problem_list.csv or the names of its problems decide this. A dataset that is only laid out like
 * CodeNet does not count. */
int codenet_origin_find(enum codenet_origin *out, struct db *db, struct err *err);

#endif
