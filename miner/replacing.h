/* What --force may not replace. */
#ifndef MINER_REPLACING_H
#define MINER_REPLACING_H

#include "base/err.h"

#include <stdbool.h>

/* Whether a file may be replaced by a tokfix database, or by what is no database: ERR for a file that holds
 * something of another kind, which was surely not meant. Files that are missing, empty or cannot be read are left to
 * whoever opens them. */
int replacing_is_safe(const char *path, bool by_database, struct err *err);

#endif
