/* Which of the licences in a database a choice allows. */
#ifndef FIXES_ALLOWED_LICENSES_H
#define FIXES_ALLOWED_LICENSES_H

#include "fixes/fix_item.h"

/* Finds the licences of the database's files that these allow (spdx_is_one_of()). The first item is
 * the licence of no file, so that the list is not empty. The texts are in the arena. Release the
 * list with array_release(), also after a failure. */
int allowed_licenses_find(struct text_list *out, struct arena *arena, struct db *db,
                          const struct text_list *licenses, struct err *err);

#endif
