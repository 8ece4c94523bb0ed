/* Functions and options that dedup, split and check share. */
#ifndef COMMANDS_GUARDING_H
#define COMMANDS_GUARDING_H

#include "base/json.h"
#include "cli/option.h"
#include "commands/progress.h"
#include "fixes/choice.h"
#include "guard/check.h"
#include "guard/needles.h"
#include "report/checking.h"

/* The options that define which fixes must not be in two splits. They set a struct
 * check_options. */
extern const struct command_option guarding_split_options[];

/* The options that define when a program of a benchmark is found in another program. They set a
 * struct match_options. */
extern const struct command_option guarding_match_options[];

/* Options for guard/ that show each of its phases on a terminal. `progress` must outlive the
 * options; remove its line with progress_clear(). */
struct guard_options guarding_options(int64_t n_jobs, struct progress *progress);

/* Calls pairs_read(), and shows progress on a terminal if reading takes long. */
int guarding_pairs(struct pairs *pairs, struct db *db, bool with_ids, struct err *err);

/* Calls checking_run(), and shows progress on a terminal. */
int guarding_check(struct checking *out, struct db *db, const char *path,
                   const struct checking_options *options, int64_t n_jobs, struct err *err);

/* Calls split_extend(), and shows progress on a terminal. */
int guarding_extend(struct db *db, int64_t n_jobs, struct err *err);

/* Opens the store for changes and begins a transaction. Closing the store without guarding_end()
 * undoes all changes. */
int guarding_begin(struct db **db, const char *path, struct err *err);

/* Records the command line (command_line_kept()) in the store, and commits. From then on, an
 * interrupt no longer reports that nothing changed (interrupt_outcome()). */
int guarding_end(struct db *db, struct err *err);

/* What a command would lose by replacing an earlier result. */
struct dependent {
    const char *one, *many; /* "mutant", "mutants" */
    const char *sql;        /* counts them */
};

/* Fails. Says that the database has `what`, and counts what depends on it; the last of `dependents`
 * has no name. `advice`: what else the user can do. */
int guarding_refuse(const char *what, const struct dependent *dependents, const char *advice,
                    struct db *db, struct err *err);

/* Append the options of the last tokfix dedup, or of the last tokfix split of a set (NULL: the
 * default one), each after a blank: " --seed 25". The path of a file is unknown; it is a
 * placeholder. Without such a run, they append nothing. `grouped_by`: other groups for the splits,
 * or NULL. */
void guarding_add_dedup_options(struct str *out, struct db *db);
void guarding_add_split_options(struct str *out, struct db *db, const char *set,
                                const char *grouped_by);

/* If the account has fixes that tokfix split left out by their region or commit, prints the command
 * that puts them into splits, as a note. `path` is that of the database, `set` as above. */
void guarding_tell_split_all(const struct command *command, struct db *db, const char *path,
                             const char *set, const struct fix_account *account);

/* Calls store_add_checks() with the present fingerprint of `db`, which must be open for changes. */
int guarding_remember(struct db *db, const struct json *report, struct err *err);

/* Does the same for a store that was only read. The fingerprint is taken from `read`, the
 * connection that the report was made with; the function closes it and sets it to NULL. Does
 * nothing if the store already has these results. If the store at `path` cannot be changed,
 * prints to standard error that the result was not stored. */
void guarding_remember_read(const struct command *command, const char *path, int64_t n_jobs,
                            struct db **read, const struct json *report);

#endif
