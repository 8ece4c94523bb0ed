/* Functions and options that dedup, split and check share. */
#ifndef COMMANDS_GUARDING_H
#define COMMANDS_GUARDING_H

#include "base/json.h"
#include "commands/progress.h"
#include "commands/cli/option.h"
#include "db/fixes/choice.h"
#include "guard/check.h"
#include "guard/needles.h"
#include "report/findings.h"

/* Options for guard/ that show each of its phases on a terminal. `progress` must outlive the
 * options; remove its line with progress_clear(). */
struct guard_options guarding_options(int64_t n_jobs, struct progress *progress);

/* Calls findings_collect(), and shows progress on a terminal. */
int guarding_check(struct findings *out, struct db *db, const char *path,
                   const struct check_request *options, int64_t n_jobs, struct err *err);

/* Calls split_extend(), and shows progress on a terminal. */
int guarding_extend(struct db *db, int64_t n_jobs, struct err *err);

/* Opens the store for changes and begins a transaction. Closing the store without guarding_end()
 * undoes all changes. */
int guarding_begin(struct db **db, const char *path, struct err *err);

/* Records the command line (command_line_kept()) in the store, and commits. From then on, an
 * interrupt no longer reports that nothing changed (interrupt_outcome()). */
int guarding_end(struct db *db, struct err *err);

/* Calls store_add_checks() with the present fingerprint of `db`, which must be open for changes. */
int guarding_remember(struct db *db, const struct json *report, struct err *err);

/* Does the same for a store that was only read. The fingerprint is taken from `read`, the
 * connection that the report was made with; the function closes it and sets it to NULL. Does
 * nothing if the store already has these results. If the store at `path` cannot be changed,
 * prints to standard error that the result was not stored. */
void guarding_remember_read(const struct command *command, const char *path, struct db **read,
                            const struct json *report);

#endif
