/* Correct programs as negatives: fixed programs of fixes, drawn for each split by itself.
 *
 * No program is taken twice, and none that is also the buggy program of a fix of the store. A
 * program of several splits is taken only in the split that is held out most, even if that split is
 * not written. Programs are drawn by a hash of the seed and the fix's id: first from the fixes of
 * the selection, then from the fixes that were left out only because of their bugs. */
#ifndef FIXES_NEGATIVES_H
#define FIXES_NEGATIVES_H

#include "fixes/fix_item.h"

/* Adds to each split `choice->negatives` correct programs for each fix that the choice's
 * probe lets be written as a row, or as many as there are, and counts them in the account. Returns
 * 0 or ERR. */
int negatives_add(struct fix_selection *selection, struct db *db, const struct fix_choice *choice,
                  struct err *err);

/* Adds every correct program of the fixes of the selection. Returns 0 or ERR. */
int negatives_add_all(struct fix_selection *selection, struct db *db, struct err *err);

#endif
