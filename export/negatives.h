/* Correct programs beside fixes: the fixed sides, so that each split has its share.
 *
 * None is taken twice, none that is the buggy program of a fix of the store, and one that is in
 * several splits only in that which is held out most, whether or not that is written. They are
 * drawn by a hash of the seed and the fix's id, from the fixes of the selection first, and then
 * from those that only what their bugs are leaves out. */
#ifndef EXPORT_NEGATIVES_H
#define EXPORT_NEGATIVES_H

#include "export/choice.h"

/* Adds, split by split, `choice->negatives` times as many as the rows of fixes that `choice->rows`
 * can say, as far as there are such programs, and counts them in the account. */
int negatives_add(struct export_selection *selection, struct db *db,
                  const struct export_choice *choice, struct err *err);

/* Adds every different one of the fixes of the selection. */
int negatives_add_all(struct export_selection *selection, struct db *db, struct err *err);

#endif
