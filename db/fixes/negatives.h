/* Correct programs as negatives: the fixed programs of fixes, drawn for each split separately.
 *
 * No program is taken twice, and no program that is also the buggy program of a fix in the
 * database. A program that is in several splits is taken only in the greatest of them (test, then
 * validation), even if that split is not written. Programs are drawn by a hash of the seed and the
 * fix's id. They are drawn first from the fixes of the selection, then from fixes that were left
 * out only because of their bugs. */
#ifndef DB_FIXES_NEGATIVES_H
#define DB_FIXES_NEGATIVES_H

#include "db/fixes/fix_item.h"

/* Adds `choice->negatives` correct programs to each split for each of its fixes that the choice's
 * probe accepts as a row. If there are not enough programs, adds all. Counts them in the account.
 * Returns 0 or ERR. */
int negatives_add(struct fix_selection *selection, struct db *db, const struct fix_choice *choice,
                  struct err *err);

/* Adds every correct program of the selection's fixes. Returns 0 or ERR. */
int negatives_add_all(struct fix_selection *selection, struct db *db, struct err *err);

#endif
