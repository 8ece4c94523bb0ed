/* What a database knows of the rows that are scored, and a floor that is learned from its fixes. */
#ifndef SCORE_KNOWN_H
#define SCORE_KNOWN_H

#include "base/meter.h"
#include "db/db.h"
#include "score/predictions.h"

/* Finds the fix of each item by its id: its key, and its split. Fails if the database has none of
 * the items. */
int known_find(struct gold *gold, struct db *db, const char *path, struct err *err);

/* Predicts for the bugs of the gold after learning from the fixes of the split train, or for an
 * item in a fold from those in all others; and sets `n_learned` to the number of fixes that were
 * learned from (of folds, the greatest). If that is not possible, `why_not` says why, and there are
 * no predictions. At most k for each bug. known_find() came before. `out` is empty before. */
int floor_predict(struct predictions *out, int64_t *n_learned, struct str *why_not,
                  const struct gold *gold, struct db *db, size_t k, const struct meter *meter,
                  struct err *err);

/* Writes predictions as JSON lines. */
int floor_write(const struct predictions *predictions, const struct gold *gold, const char *path,
                bool is_replacing, struct err *err);

#endif
