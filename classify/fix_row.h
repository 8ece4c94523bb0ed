/* Makes the database row of a fix. */
#ifndef CLASSIFY_FIX_ROW_H
#define CLASSIFY_FIX_ROW_H

#include "base/arena.h"
#include "classify/classify.h"
#include "db/store.h"

/* Returns the row of a single-token edit between two programs. The caller sets the submissions, the
 * origin, the scope and the dialect. The tokens are copied into the arena; the other texts are
 * static. */
struct fix_row fix_row_of(const struct program *buggy, const struct program *fixed,
                          const struct token_edit *edit, struct arena *arena);

#endif
