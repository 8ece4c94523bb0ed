/* The rules of a row of `nbf`, beyond its keys and their types: those that the loader and the
 * scorer of nbfbaselines rely on. */
#ifndef EXPORT_NBF_CHECK_H
#define EXPORT_NBF_CHECK_H

#include "base/json.h"
#include "export/row_check.h"

/* Reports every rule that a row breaks; the numbers of its marker may be any. */
void nbf_check(const struct json *row, struct row_check *check);

#endif
