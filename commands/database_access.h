/* How commands open a database: to read what their options choose, or to change it. */
#ifndef COMMANDS_DATABASE_ACCESS_H
#define COMMANDS_DATABASE_ACCESS_H

#include "commands/progress.h"
#include "commands/cli/command.h"
#include "db/store.h"
#include "db/fixes/choice.h"
#include "guard/fix_pairs.h"

/* The row of the option that chooses a split set (store_choose_split_set()). */
#define OPTION_SPLIT_SET(owner, member)                                                   \
    {                                                                                     \
        0, "split-set", "NAME",                                                           \
            "the split set whose splits and marks count, as `tokfix split` has named it", \
            .otherwise = SPLIT_SET_DEFAULT, TO_TEXT(owner, member)                        \
    }

/* Appends this option after a blank, for another command on the same set; nothing if it is NULL or
 * the default. */
void database_add_set(struct str *out, const char *split_set);

/* Open a store to read it. Splits and marks are those of the split set that was named (NULL: the
 * default). Commands that show fixes need splits only if --split names some. */
int database_read(struct db **db, const char *path, const char *split_set, struct err *err);
int database_show(struct db **db, const char *path, const struct fix_choice *choice,
                  struct err *err);

/* Opens the store for changes and begins a transaction. Closing the store without database_commit()
 * undoes all changes. */
int database_change(struct db **db, const char *path, struct err *err);

/* Records the command line (command_line_kept()) in the store, and commits. From then on, an
 * interrupt no longer reports that nothing changed (interrupt_outcome()). */
int database_commit(struct db *db, struct err *err);

/* Gives new fixes the splits of their relatives (split_extend()). Shows progress on a terminal. */
int database_extend_splits(struct db *db, int64_t n_jobs, struct err *err);

/* Options for guard/ that show each of its phases on a terminal. `progress` must outlive the
 * options; remove its line with progress_clear(). */
struct guard_options database_guard(int64_t n_jobs, struct progress *progress);

#endif
