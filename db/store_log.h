/* The commands that changed or checked a database: the tables steps and checks. */
#ifndef DB_STORE_LOG_H
#define DB_STORE_LOG_H

#include "base/hash.h"
#include "db/db.h"

#include <stdbool.h>

/* Computes the fingerprint of a database. Two databases with the same fingerprint contain the same
 * fixes, with the same splits and marks in all split sets.
 *
 * It is the SHA-256 of a listing of all fixes in the order of the database: id, SHA-256 of the
 * buggy and the fixed program, user, verdict, dates, language, edit (for mutants and rewrites, the
 * origin and the edit), category, pattern, role, tokens, place, dialect, splits and marks with the
 * names of their sets. Each value is a text followed by a zero byte. */
int store_fingerprint(char hex[SHA256_HEX_SIZE], struct db *db, struct err *err);

struct step {
    const char *command;
    const char *options;   /* as words of a shell */
    bool is_look;          /* it only looked at the database */
    const char *split_set; /* of a split: the set that it made; else NULL */
    bool is_replacing;     /* a split that does not depend on what the set was before */
};

/* Adds a step. A dedup, mutate or verify directly after another one replaces its step, just as it
 * replaces its result. A split does so if it has the same options or replaces the same set. A
 * command that looked at the same state with the same options before is not added again. */
int store_add_step(struct db *db, const struct step *step, struct err *err);

/* Copies all steps of another database, from which this one is made. */
int store_copy_steps(struct db *to, struct db *from, struct err *err);

/* Adds the results that a report of `tokfix check` (keys split_set, splits, benchmarks) or `tokfix
 * leak` (keys split_set, benchmark, ancestry, marked) has, as JSON. They are those of a database
 * with this fingerprint, and replace earlier results of the same searches. */
int store_add_checks(struct db *db, const char *report, const char *fingerprint, struct err *err);

/* Whether exactly these results are stored. Returns 1, 0 or ERR. */
int store_has_checks(struct db *db, const char *report, const char *fingerprint, struct err *err);

#endif
