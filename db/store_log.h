/* What was done with a store, and what was proven of it: the tables steps and checks. */
#ifndef DB_STORE_LOG_H
#define DB_STORE_LOG_H

#include "base/sha256.h"
#include "db/db.h"

#include <stdbool.h>

/* The fingerprint of a store: two stores with one fingerprint hold the same fixes with the same
 * splits and marks.
 *
 * SHA-256 of a listing of all fixes in the store's order: id, SHA-256 of the buggy and the fixed
 * program, user, verdict, dates, language, edit (of what was made behind its origin), category,
 * pattern, role, tokens, place, dialect, split, marks; each value as text with a zero byte
 * behind it. */
int store_fingerprint(char hex[SHA256_HEX_SIZE], struct db *db, struct err *err);

/* Notes that a command changed the store, or (`changes` false) only looked at it, with its options
 * as words of a shell. A dedup, mutate or split directly after another replaces it, as it does its
 * result; what looked so at the same state before is not noted again. */
int store_add_step(struct db *db, const char *command, const char *options, bool changes,
                   struct err *err);

/* Takes over all steps of another store, from which this one is made. */
int store_copy_steps(struct db *to, struct db *from, struct err *err);

/* What a search found; as in the table checks. */
struct check_row {
    const char *subject; /* splits, ancestry, benchmark */
    const char *name;    /* of the benchmark; else "" */
    const char *options;
    int64_t n_items, n_programs, n_unread, n_found, n_marked;
};

/* Notes what was found, in a store of that fingerprint, in place of what was found by the same
 * search before. */
int store_add_check(struct db *db, const struct check_row *row, const char *fingerprint,
                    struct err *err);

/* Whether just that is noted. 1, 0, or ERR. */
int store_has_check(struct db *db, const struct check_row *row, const char *fingerprint,
                    struct err *err);

#endif
