/* What was made after the splits (mutants), or did not decide them, gets its place: that of the
 * program it is made of (split_place.h), unless it would tie two splits there (split_apart_find()).
 */
#ifndef GUARD_SPLIT_EXTEND_H
#define GUARD_SPLIT_EXTEND_H

#include "db/db.h"
#include "guard/fingerprints.h"
#include "guard/fix_pairs.h"
#include "guard/programs.h"

/* Which of the pairs that were made would tie two splits: the test that tokfix check makes, before
 * it has to. A pair that was there is never given up, and of two new ones the later is. */

enum apart_kind {
    APART_NOT,     /* it ties nothing */
    APART_EXACT,   /* one of its programs is, token by token, one of the other's */
    APART_RENAMED, /* the same pair of programs up to the names */
    APART_NEAR,    /* a similar one */
    N_APART_KINDS
};

/* exact, renamed, near; NULL for APART_NOT. */
const char *apart_kind_name(enum apart_kind kind);

/* What is to be done with a new pair. */
struct apart {
    enum apart_kind kind;
    uint32_t other; /* the pair that it would be tied to */
};

/* Fills in `out` (an element for each pair, owned by the caller) for the pairs with `is_new`, by
 * their splits in `pairs`; the other elements do not change. A pair that is not new is in a
 * split, or excluded (those are a part of their own: a new pair is compared with them, but not for
 * being near), or does not count. `prints` are those of `pairs`; `guard` may be NULL. */
void split_apart_find(struct apart *out, const struct pairs *pairs, const bool *is_new,
                      const struct fingerprints *prints, const struct guard_options *guard);

/* Puts what was made and is in no split into one, and marks as excluded what may be in none: with
 * the reason `split` what would tie two, with `program` what would bring back an excluded program.
 * Such marks of an earlier run are taken back. So what was in splits stays, and what tokfix check
 * found clean, it finds clean again. A store without splits gets the latter marks only. */
int split_extend(struct db *db, const struct guard_options *guard, struct err *err);

#endif
