/* Selects the fixes to read, and their order. */
#ifndef DB_FIXES_CHOICE_H
#define DB_FIXES_CHOICE_H

#include "base/json.h"
#include "base/str.h"
#include "db/fixes/fix_item.h"

/* Releases the lists of a choice. */
void fix_choice_release(struct fix_choice *choice);
SCOPED_VALUE(fix_choice, fix_choice_release)

/* Returns the only language that the choice names; NULL: it names none or several. */
const char *fix_choice_language(const struct fix_choice *choice);

/* Whether the choice takes fixes of this stratum. It does if it names it, or names none. */
bool fix_choice_takes_split(const struct fix_choice *choice, int split);

/* Selects fixes. Filters that depend only on the fix come first. Then the earliest remaining fix of
 * each exact cluster is taken. Splits are looked at after that, so each split gets the same fixes
 * as in a choice of all splits. Fails if --where is not an expression that a user may write, if it
 * takes none of the fixes, or if the choice needs fixes and the other filters leave out those that
 * it takes; the message lists the values that its columns have. Fails if the choice needs splits or
 * clusters and the database has none. Release with fix_selection_release(), also after a failure.
 */
int fix_select(struct fix_selection *out, struct db *db, const struct fix_choice *choice,
               struct err *err);
void fix_selection_release(struct fix_selection *selection);
SCOPED_VALUE(fix_selection, fix_selection_release)

/* Fills the table temp.filtered_fixes (fix_key) with the fixes that a choice takes, for commands
 * that read the fixes themselves. `account` has what was left out; it is not said that duplicates
 * were not searched for. The database may be read-only. */
int fix_select_keys(struct fix_account *account, struct db *db, const struct fix_choice *choice,
                    struct err *err);

/* The command that puts the fixes of split_left_out into splits. */
#define FIX_SPLIT_ALL "tokfix split --region all with its earlier options"

/* If the database has splits and the choice names none, appends counts such as "3 in train, 1 in
 * none" to `counts`, and sets `n_in_none` to the number of fixes in no split. Returns the number of
 * splits, where "none" counts as one; 0 otherwise. */
int fix_count_splits(const struct fix_selection *selection, const struct fix_choice *choice,
                     struct str *counts, int64_t *n_in_none);

/* Fails if the database has splits, the choice names none, and the fixes are in several splits or
 * in none. The message contains the counts. `what` names the thing that would mix the splits ("one
 * file"). `advice` says what else the user can do; it may be empty. */
int fix_refuse_mixed_splits(const struct fix_selection *selection, const struct fix_choice *choice,
                            const char *what, const char *advice, struct err *err);

/* The notes of export, publish and tag are made from the account of a choice, and so is the data
 * card. */

/* Returns {"n": 120, "kinds": [{"name": "docstring", "n": 80}, ...]}: the fixes that the default of
 * FILTER_REGION leaves out, by region. Release with json_free(). */
struct json *fix_account_regions(const struct fix_account *account);

/* Calls `take` with each note for the user. A note is one line without its line end, valid during
 * the call. Notes say how many fixes were left out, and which option includes them; and how many
 * correct programs are missing. */
void fix_account_tell(const struct fix_account *account,
                      void (*take)(void *context, const char *note), void *context);

#endif
