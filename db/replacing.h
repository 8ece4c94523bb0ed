/* The files that --force does not replace. */
#ifndef DB_REPLACING_H
#define DB_REPLACING_H

#include "base/err.h"

#include <stdbool.h>

/* Whether a file may be replaced by a tokfix database, or by a file that is not a database. Returns
 * ERR if the file is of another kind, because then it was surely not meant, or if it cannot be
 * read. A path that is missing, empty or not a regular file is accepted here; opening it decides.
 */
int replacing_is_safe(const char *path, bool by_database, struct err *err);

#endif
