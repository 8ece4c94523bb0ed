/* Where a program belongs: the split that its mutants get.
 *
 * A program of fixes is where they are; one of them suffices that is in a split. Another one is
 * where its problem is, and its user, as far as the split was closed over them: the problem where
 * its fixes are, or those of a problem that is the same one; else where tokfix split would have put
 * it by the seed, or where the imported lists put it. That depends on nothing but the real fixes
 * and their splits. */
#ifndef GUARD_SPLIT_PLACE_H
#define GUARD_SPLIT_PLACE_H

#include "db/db.h"
#include "base/str.h"
#include "guard/fix_pairs.h"

struct split_places;

enum split_place_kind {
    PLACE_FOUND,
    PLACE_EXCLUDED, /* all fixes of the program are excluded */
    PLACE_NOWHERE,  /* nothing decides: its fixes are in no split, no list names its problem */
    PLACE_TWO, /* its problem is in one split, its user or the problem under another id in another
                */
};

struct split_place {
    enum split_place_kind kind;
    int split; /* of PLACE_FOUND; else NO_SPLIT */
    /* Of PLACE_FOUND: the group_key of the fixes it goes with, or 0 where there are none. */
    int64_t group_key;
};

/* Reads the splits of a store. Without any nothing is found, but what is excluded. Release with
 * split_places_close(), also after a failure. */
int split_places_open(struct split_places **out, struct db *db, struct err *err);
bool split_places_has_splits(const struct split_places *places);
void split_places_close(struct split_places *places); /* NULL is ignored */
SCOPED_POINTER(split_places, split_places_close)

/* Where a submission's program belongs. May be called by several threads at once. */
struct split_place split_places_find(const struct split_places *places, const char *problem_id,
                                     const char *submission_id, const char *user_id);

/* Appends the name of what lands together without fixes that say where: a cluster of problems, a
 * problem, a user, or the submission. */
void split_places_name_group(struct str *out, const struct split_places *places,
                             const char *problem_id, const char *submission_id,
                             const char *user_id);

/* The split that the seed and the ratio draw for a unit: "problem P", "user U" or "fix F". */
int split_draw(const char *seed, const int64_t ratio[N_SPLITS], const char *unit);

#endif
