/* Duplicates among the pairs of a store, in clusters (union-find over links).
 *
 *   exact    the same tokens on both sides (Type-1)
 *   renamed  the same on both sides after names are numbered by first use (Type-2); its clusters
 *            hold the exact ones
 *   near     similar programs on both sides (near_presets); its clusters hold the renamed ones
 *   patch    the same edit among the same tokens of a line; clusters of its own
 *
 * Pairs are compared with pairs; the two sides of one pair, near-duplicates by their nature, are
 * not.
 *
 * What was made (mutants) changes nothing of what is found of real pairs: a made pair that is near
 * to several clusters of real ones is a member of the earliest, and does not tie them. */
#ifndef GUARD_DUPLICATES_H
#define GUARD_DUPLICATES_H

#include "base/scoped.h"
#include "guard/fingerprints.h"

enum duplicate_kind {
    DUPLICATE_EXACT,
    DUPLICATE_RENAMED,
    DUPLICATE_NEAR,
    DUPLICATE_PATCH,
    N_DUPLICATE_KINDS
};

/* exact, renamed, near, patch. */
const char *duplicate_kind_name(enum duplicate_kind kind);

struct duplicate_link {
    enum duplicate_kind kind;
    uint32_t a, b;                /* pairs, a < b: the earlier one first */
    struct similarity similarity; /* of `near`; else 1 */
};

#define NO_CONFLICT UINT32_MAX

struct duplicates {
    /* A spanning forest of each kind's clusters; of `near`, also what made pairs have in common
     * with further clusters of real ones. */
    ARRAY(struct duplicate_link) links;
    uint32_t *representatives[N_DUPLICATE_KINDS]; /* by pair: the earliest of its cluster */
    uint32_t *conflicts; /* by pair: the earliest pair with its buggy program if that has several
                            fixes, token by token; else NO_CONFLICT. What was made does not
                            contradict what is real */
};

/* Finds them among all pairs, or only among those that are in a split and not excluded. Release
 * with duplicates_release(). `guard` may be NULL. */
void duplicates_find(struct duplicates *out, const struct pairs *pairs,
                     const struct fingerprints *prints, bool only_in_splits,
                     const struct guard_options *guard);
void duplicates_release(struct duplicates *duplicates);
SCOPED_VALUE(duplicates, duplicates_release)

/* Pairs with the same key are renamed duplicates. */
struct digest duplicates_renamed_key(const struct fingerprints *prints, const struct pair *pair);

/* Puts them into the store in the place of what an earlier run found. */
int duplicates_store(const struct duplicates *duplicates, const struct pairs *pairs,
                     const struct fingerprints *prints, struct db *db, struct err *err);

#endif
