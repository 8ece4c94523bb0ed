/* Duplicates among the pairs of a database, in clusters (union-find over links).
 *
 *   exact    both sides have the same tokens (Type-1)
 *   renamed  both sides are the same after names are numbered by first use (Type-2); its clusters
 *            include the exact ones
 *   near     both sides are similar programs (near_presets); its clusters include the renamed ones
 *   patch    the same edit in a line with the same tokens; independent of the other clusters
 *
 * Beside them, pairs that contradict others: several fixes of one buggy program, and buggy programs
 * that are Accepted elsewhere.
 *
 * Pairs are compared with pairs. The two sides of one pair are always similar, and are not compared
 * with each other.
 *
 * Mutants and rewrites never change what is found among the real pairs. If one of them is near
 * several clusters of real pairs, it joins the earliest of these clusters and does not merge them.
 */
#ifndef GUARD_DUPLICATES_H
#define GUARD_DUPLICATES_H

#include "base/mem.h"
#include "db/fixes/correct_programs.h"
#include "guard/fingerprints.h"

enum duplicate_kind {
    DUPLICATE_EXACT,
    DUPLICATE_RENAMED,
    DUPLICATE_NEAR,
    DUPLICATE_PATCH,
    N_DUPLICATE_KINDS
};

/* exact, renamed, near, patch. */
extern const char *const duplicate_kind_names[];

struct duplicate_link {
    enum duplicate_kind kind;
    uint32_t a, b;                /* pairs; a < b, so `a` is the earlier one */
    struct similarity similarity; /* for `near`; otherwise 1 */
};

#define NO_CONFLICT UINT32_MAX

struct duplicates {
    /* A spanning forest of the clusters of each kind. For `near`, also the links from mutants and
     * rewrites to further clusters of real pairs. */
    ARRAY(struct duplicate_link) links;
    uint32_t *representatives[N_DUPLICATE_KINDS]; /* by pair: the earliest pair of its cluster */
    /* By pair: the earliest pair with the same buggy program, if that program (token by token) has
     * several fixes; otherwise NO_CONFLICT. A real pair conflicts with real pairs only. */
    uint32_t *conflicts;
    /* By pair: the earliest pair of the same problem whose fixed program, token by token, is this
     * pair's buggy program; in git, it must be the reverse pair. Otherwise NO_CONFLICT. That of a
     * real pair is real. */
    uint32_t *accepted;
};

/* Finds the duplicates among all pairs, or only among those that are in a split and not excluded.
 * `guard` may be NULL: one thread. Fails if no thread can be started. Release with
 * duplicates_release(), also after a failure. */
int duplicates_find(struct duplicates *out, const struct pairs *pairs,
                    const struct fingerprints *prints, bool only_in_splits,
                    const struct guard_options *guard, struct err *err);
void duplicates_release(struct duplicates *duplicates);
SCOPED_VALUE(duplicates, duplicates_release)

/* Writes the duplicates to the database, in place of earlier ones. */
int duplicates_store(const struct duplicates *duplicates, const struct pairs *pairs,
                     const struct fingerprints *prints, struct db *db, struct err *err);

/* Looks up the buggy programs of the pairs among the correct programs of the data set that a
 * database was mined from, and stores in accepted_bugs the fixes that are found, each with the
 * first such submission. */
int duplicates_store_accepted(struct db *db, const struct pairs *pairs,
                              const struct fingerprints *prints,
                              const struct correct_source *source,
                              const struct guard_options *guard, struct err *err);

#endif
