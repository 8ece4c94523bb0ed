/* The commands that changed or checked a database: the tables steps and checks. */
#ifndef DB_STORE_LOG_H
#define DB_STORE_LOG_H

#include "base/hash.h"
#include "db/db.h"

#include <stdbool.h>

/* Computes the fingerprint of a database. Two databases with the same fingerprint contain the same
 * fixes, with the same splits and marks.
 *
 * It is the SHA-256 of a listing of all fixes in the order of the database: id, SHA-256 of the
 * buggy and the fixed program, user, verdict, dates, language, edit (for mutants and rewrites, the
 * origin and the edit), category, pattern, role, tokens, place, dialect, split, marks. Each value
 * is a text followed by a zero byte. */
int store_fingerprint(char hex[SHA256_HEX_SIZE], struct db *db, struct err *err);

/* Adds a step: a command that changed the database or, with `changes` false, only looked at it.
 * `options` are written as words of a shell. A dedup, mutate, split or verify directly after
 * another one replaces its step, just as it replaces its result. A command that looked at the same
 * state with the same options before is not added again. */
int store_add_step(struct db *db, const char *command, const char *options, bool changes,
                   struct err *err);

/* Copies all steps of another database, from which this one is made. */
int store_copy_steps(struct db *to, struct db *from, struct err *err);

/* Adds the results that a report of `tokfix check` (keys splits, benchmarks) or `tokfix leak` (keys
 * benchmark, ancestry, marked) has, as JSON. They are those of a database with this fingerprint,
 * and replace earlier results of the same searches. */
int store_add_checks(struct db *db, const char *report, const char *fingerprint, struct err *err);

/* Whether exactly these results are stored. Returns 1, 0 or ERR. */
int store_has_checks(struct db *db, const char *report, const char *fingerprint, struct err *err);

#endif
