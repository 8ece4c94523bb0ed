/* What --force may not replace. */
#ifndef DB_REPLACING_H
#define DB_REPLACING_H

#include "base/err.h"

#include <stdbool.h>

/* Whether a file may be replaced by a tokfix database, or by what is not a database: ERR for a file
 * of another kind, which was surely not meant, and for one that cannot be read. What is missing,
 * empty, or not a regular file is left to whoever opens it. */
int replacing_is_safe(const char *path, bool by_database, struct err *err);

#endif
