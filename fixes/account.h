/* An account of a choice: what became of each fix of the store, counted by origin, category and
 * split. Every fix has one fate: it was chosen, or the first filter, mark or limit that left it
 * out. fix_select() (choice.h) begins the account; writing rows moves the fixes that a format
 * cannot say; the notes of export, publish and tag, and the card, are made from it. */
#ifndef FIXES_ACCOUNT_H
#define FIXES_ACCOUNT_H

#include "fixes/fix_item.h"

/* Counts a fix with these values at a fate, or moves it from one fate to another. */
void fix_account_add(struct fix_account *account, const unsigned char values[N_FIX_DIMENSIONS],
                     enum fix_fate fate);
void fix_account_move(struct fix_account *account, const unsigned char values[N_FIX_DIMENSIONS],
                      enum fix_fate from, enum fix_fate to);

/* The number of fixes at a fate. */
int64_t fix_account_count(const struct fix_account *account, enum fix_fate fate);

/* The correct programs of all splits: drawn, and asked for. */
int64_t fix_account_clean(const struct fix_account *account);
int64_t fix_account_clean_wanted(const struct fix_account *account);

/* Calls `take` with each note for the user, one line without its end, valid during the call: how
 * many fixes were left out and which option includes them; origins, categories and splits that were
 * asked for and have no fix left, and why; and a shortage of correct programs. */
void fix_account_tell(const struct fix_account *account,
                      void (*take)(void *context, const char *note), void *context);

#endif
