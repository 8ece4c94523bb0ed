/* Which of the pairs that were made would tie two splits: the test that tokfix check makes, before
 * it has to. A pair that was there is never given up, and of two new ones the later is. */
#ifndef GUARD_SPLIT_APART_H
#define GUARD_SPLIT_APART_H

#include "guard/fingerprints.h"
#include "guard/fix_pairs.h"

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

#endif
