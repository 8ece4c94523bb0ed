/* The commands that made or checked a database: the tables steps and set_checks (store.c). */
#ifndef DB_STORE_LOG_H
#define DB_STORE_LOG_H

#include "base/hash.h"
#include "db/db.h"

/* Computes the fingerprint of a database. Two databases with the same fingerprint contain the same
 * fixes, with the same splits and marks in all split sets.
 *
 * It is the SHA-256 of a listing of all fixes in the order of the database: id, SHA-256 of the
 * buggy and the fixed program, user, verdict, dates, language, edit (for mutants and rewrites, the
 * origin and the edit), category, pattern, role, tokens, place, dialect, splits and marks with the
 * names of their sets. Each value is a text followed by a zero byte. */
int store_fingerprint(char hex[SHA256_HEX_SIZE], struct db *db, struct err *err);

/* Adds a command line (command_line_kept()), unless the last one has the same words. `output` is
 * the path of the database that it makes; NULL: it makes none. */
int store_add_step(struct db *db, const char *words, const char *output, struct err *err);

/* Copies all steps of another database, from which this one is made. */
int store_copy_steps(struct db *to, struct db *from, struct err *err);

/* Adds the results that a report of `tokfix check` has, as JSON (keys split_set, splits,
 * benchmarks, ancestry). They are those of a database with this fingerprint, and replace earlier
 * results of the same searches. */
int store_add_checks(struct db *db, const char *report, const char *fingerprint, struct err *err);

/* Whether exactly these results are stored. Returns 1, 0 or ERR. */
int store_has_checks(struct db *db, const char *report, const char *fingerprint, struct err *err);

#endif
