/* What the commands that look after a data set (dedup, split, leak, check) have in common. */
#ifndef COMMANDS_GUARDING_H
#define COMMANDS_GUARDING_H

#include "base/json.h"
#include "guard/grouping.h"
#include "guard/fingerprints.h"
#include "guard/fix_pairs.h"
#include "guard/needles.h"
#include "cli/option.h"
#include "commands/progress.h"
#include "report/checking.h"

/* When a benchmark's program is found in another; of a struct match_options. */
extern const struct command_option guarding_match_options[];
#define TO_THRESHOLD(owner, member) \
    TO_VARIABLE(double, owner, member, guarding_take_threshold), .takes = "a number from 0.1 to 1"
enum { GUARDING_MIN_TOKENS = 20 }; /* the default of --min-tokens */
command_take guarding_take_threshold;

/* Options for guard/ that show each of its phases on a terminal. The progress must outlive them;
 * take its line away with progress_clear(). */
struct guard_options guarding_options(int64_t n_jobs, struct progress *progress);

/* pairs_read(), with a line on the terminal where that takes long. */
int guarding_pairs(struct pairs *pairs, struct db *db, struct err *err);

/* checking_run(), likewise. */
int guarding_check(struct checking *out, struct db *db, const char *path,
                   const struct checking_options *options, int64_t n_jobs, struct err *err);

/* split_extend(), with lines on the terminal. */
int guarding_extend(struct db *db, int64_t n_jobs, struct err *err);

/* Opens the store for changes and begins a transaction, of which nothing is left when the store is
 * closed without guarding_end(). */
int guarding_begin(struct db **db, const char *path, struct err *err);

/* Notes the command and its options (command_line_retold()) as a step of the store, and commits:
 * then something was made (interrupt_outcome()). */
int guarding_end(struct db *db, const struct command *command, const char *options,
                 struct err *err);

/* Appends the results of a report to those of the store `db`, which is open for changes and has its
 * fingerprint from what `report` holds: of `tokfix check` (keys splits, benchmarks), or of
 * `tokfix leak` (benchmark, ancestry, marked). */
int guarding_remember(struct db *db, const struct json *report, struct err *err);

/* The same for a store that was only read: its fingerprint is that of `read`, the connection that
 * the report was made with, and which is closed. Changes nothing where just that is known. When
 * the store at `path` cannot be changed, says on standard error that the result was not stored. */
void guarding_remember_read(const struct command *command, const char *path, struct db **read,
                            const struct json *report);

#endif
