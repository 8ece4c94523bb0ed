/* Which fixes are read, and in which order. */
#ifndef FIXES_CHOICE_H
#define FIXES_CHOICE_H

#include "base/str.h"
#include "fixes/account.h"

/* Gives back the lists of a choice. */
void fix_choice_release(struct fix_choice *choice);
SCOPED_VALUE(fix_choice, fix_choice_release)

/* Whether a split (NULL: none) is one of those that the choice names; it is where it names none. */
bool fix_choice_takes_split(const struct fix_choice *choice, const char *split);

/* Chooses. Of an exact cluster the earliest fix is taken of those that are left by what filters say
 * of each row; splits are looked at after that, so that each split has the same fixes as in a
 * choice of all. Fails, saying which there are, for a status, original language or problem that the
 * store does not have, and for a split or cluster when there are none. Release with
 * fix_selection_release(), also after a failure. */
int fix_select(struct fix_selection *out, struct db *db, const struct fix_choice *choice,
               struct err *err);
void fix_selection_release(struct fix_selection *selection);
SCOPED_VALUE(fix_selection, fix_selection_release)

/* If the store has splits and the choice names none, appends "3 in train, 1 in none" to `counts`
 * and sets `n_in_none`, the fixes that are in no split. Returns the number of splits, none being
 * one. */
int fix_count_splits(const struct fix_selection *selection, const struct fix_choice *choice,
                     struct str *counts, int64_t *n_in_none);

/* Fails if the store has splits, the choice names none, and the fixes are of several splits or of
 * none; the message has their numbers. `what` would mix them ("one file"); `advice` says what else
 * to do (may be ""). */
int fix_refuse_mixed_splits(const struct fix_selection *selection, const struct fix_choice *choice,
                            const char *what, const char *advice, struct err *err);

#endif
