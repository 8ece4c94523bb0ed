/* What dedup, split, mutate and verify have stored: summaries, as JSON and for people. */
#ifndef REPORT_SUMMARIES_H
#define REPORT_SUMMARIES_H

#include "base/json.h"
#include "db/db.h"

/* tokfix dedup */

/* Collects the result. It counts only real fixes if there are any, because the mutants of a program
 * are always near each other. Lists have at most `limit` rows (clusters: at most `limit` of each
 * kind). Keys: run, counted (fixes), kinds, clusters, conflicts (fixes, programs), conflict_list,
 * accepted (fixes), accepted_list, identical (problems, groups), problem_clusters. Release
 * `*out` with json_free(), also after a failure. */
int dedup_summary_collect(struct json **out, struct db *db, int64_t limit, struct err *err);

/* Prints the summary as aligned tables. */
void dedup_summary_print(const struct json *summary, FILE *out);

/* tokfix split */

/* Collects the result from the store. `n_moved` is what split_make() counted. Lists have at most
 * `limit` rows. Keys: run, promise (ties_add_promise()), splits, groups, identical (problems,
 * groups), largest; strata (kind, name, n, n_groups, and for each split: its n, as `train`,
 * `train_percent`, and `train_wanted` if there is a ratio); outside (kind, name, split, wanted, n:
 * what is too far from the wanted number); and made: the splits in which mutants and rewrites are,
 * with a row for each origin: origin, n, train, validation, test, excluded, outside (in no split
 * and not excluded), empty if the store has no splits. Release `*out` with json_free(), also after
 * a failure. */
int split_summary_collect(struct json **out, int64_t n_moved, struct db *db, int64_t limit,
                          struct err *err);

/* Prints the summary as aligned tables. */
void split_summary_print(const struct json *summary, FILE *out);

/* tokfix mutate */

/* Collects the result. Keys: run (per_program, distribution, distribution_of, seed, categories,
 * splits, programs, n_programs, n_accepted, n_unused, n_equal, n_mutants), rules (rule, n_programs,
 * without_site: the percentage of programs without a site, n_sites, n, percent), left_out (what:
 * programs or mutants, reason, n), made (as of split). Release `*out` with json_free(), also
 * after a failure. */
int mutate_summary_collect(struct json **out, struct db *db, struct err *err);

/* Prints the summary as aligned tables. */
void mutate_summary_print(const struct json *summary, FILE *out);

/* tokfix verify */

/* Collects the result; nothing if verify was not run, or if `tables` (up to a NULL; NULL: all)
 * names none of its tables. Keys: verify (the options; n_fixes, n_shown: reproduced or proven, and
 * their percentage), verdicts (the outcomes: verdict, n, percent), verdict_categories (category, n,
 * then a number for each outcome, percent: of shown ones), levels of the search, each with those
 * before it (strictness, n_proven, percent: of shown ones, n_control_proofs, control_percent),
 * unsupported (detail, n), control (n, n_proofs, percent), control_low and control_high (its 95 %
 * Wilson interval), runtimes (runtime, version). */
int verify_summary_collect(struct json *out, struct db *db, const char *const *tables,
                           struct err *err);

/* Prints the summary as aligned tables, or only those of them that are named. */
void verify_summary_print(const struct json *summary, const char *const *tables, FILE *out);

#endif
