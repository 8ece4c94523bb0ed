/* The outcomes of compared pairs whose unit is not mined yet. A unit is stored as a whole, and a
 * large repository takes an hour, so a run that is stopped keeps them in its unfinished database,
 * and does not read these pairs again.
 *
 * An outcome follows from the contents of the two versions, whose names are its key (struct
 * version.content_id): so it is the same in every run, whatever else was read. Only rejections for
 * what is in the contents are kept. Fixes are compared again. */
#ifndef MINER_PAIR_JOURNAL_H
#define MINER_PAIR_JOURNAL_H

#include "db/db.h"
#include "miner/pair_source.h"

struct pair_journal; /* opaque */

struct pair_journal *pair_journal_new(void);
void pair_journal_free(struct pair_journal *journal);

/* Reads what an earlier run has kept. Call before other threads use the journal. */
int pair_journal_read(struct pair_journal *journal, struct db *db, struct err *err);

/* Returns the number of outcomes in the database. */
size_t pair_journal_n_kept(const struct pair_journal *journal);

/* Returns the outcome that an earlier run has kept; REJECT_NONE: none. */
enum reject_reason pair_journal_find(const struct pair_journal *journal,
                                     const struct version *buggy, const struct version *fixed);

/* Adds an outcome, if it is one that is kept. Any thread may call it. */
void pair_journal_add(struct pair_journal *journal, const struct version *buggy,
                      const struct version *fixed, enum reject_reason reason);

/* Whether something was added since the last pair_journal_write(). */
bool pair_journal_has_more(struct pair_journal *journal);

/* Writes what was added since the last call to the database. */
int pair_journal_write(struct pair_journal *journal, struct db *db, struct err *err);

#endif
