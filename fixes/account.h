/* The account of a choice: what happened to each fix of the database, counted by origin, category
 * and split. Every fix has one fate. It was chosen, or it was left out by a filter, a mark or a
 * limit; the first that applies counts. fix_select() (choice.h) starts the account. Code that
 * writes rows then moves the fixes that the format cannot represent. The notes of export, publish
 * and tag are made from the account, and so is the data card. */
#ifndef FIXES_ACCOUNT_H
#define FIXES_ACCOUNT_H

#include "fixes/fix_item.h"

/* Count a fix with these values at a fate, or move it from one fate to another. */
void fix_account_add(struct fix_account *account, const unsigned char values[N_FIX_DIMENSIONS],
                     enum fix_fate fate);
void fix_account_move(struct fix_account *account, const unsigned char values[N_FIX_DIMENSIONS],
                      enum fix_fate from, enum fix_fate to);

/* Returns the number of fixes at a fate. */
int64_t fix_account_count(const struct fix_account *account, enum fix_fate fate);

/* Returns the number of fixes that the filter --license leaves out. */
int64_t fix_account_unlicensed(const struct fix_account *account);

/* Return the number of correct programs in all splits: those drawn, and those asked for. */
int64_t fix_account_clean(const struct fix_account *account);
int64_t fix_account_clean_wanted(const struct fix_account *account);

/* Calls `take` with each note for the user. A note is one line without its line end, valid during
 * the call. Notes say how many fixes were left out, and which option includes them; which of the
 * requested origins, categories and splits have no fix left, and why; and how many correct programs
 * are missing. */
void fix_account_tell(const struct fix_account *account,
                      void (*take)(void *context, const char *note), void *context);

#endif
