/* Finds where a program belongs: the split that its mutants get. Mutants and rewrites do not decide
 * the splits, and may be made after them.
 *
 * If the program has fixes, it belongs where they are. It is enough that one of them is in a split.
 * Any other program belongs where its problem and its user are, as far as the split is grouped by
 * them. A problem is where its fixes are, or where the fixes of an identical problem are. A problem
 * or user without such fixes is where the seed draws it, by the ratio or to any fold, or where the
 * imported lists put it. By date, a program without fixes is nowhere. All this depends only on the
 * real fixes and their splits. */
#ifndef GUARD_SPLIT_PLACE_H
#define GUARD_SPLIT_PLACE_H

#include "db/db.h"
#include "guard/fix_pairs.h"

struct split_places;
struct guard_options; /* guard/programs.h */

enum split_place_kind {
    PLACE_FOUND,
    PLACE_EXCLUDED, /* all fixes of the program are excluded */
    PLACE_NOWHERE,  /* nothing decides: its fixes are in no split, and no list names its problem */
    PLACE_TWO,      /* its problem is in one split, and its user in another */
};

struct split_place {
    enum split_place_kind kind;
    int split; /* for PLACE_FOUND; otherwise NO_SPLIT */
    /* For PLACE_FOUND: the group of the fixes that decided, as in the table `splits`; 0 if no fix
     * decided. */
    int64_t group_key;
};

/* Reads the splits of a database. Without splits, no program is found, but excluded ones are still
 * recognized. Release with split_places_close(), also after a failure. */
int split_places_open(struct split_places **out, struct db *db, struct err *err);
bool split_places_has_splits(const struct split_places *places);
void split_places_close(struct split_places *places); /* NULL is ignored */
SCOPED_POINTER(split_places, split_places_close)

/* Returns where a submission's program belongs. May be called from several threads at once. */
struct split_place split_places_find(const struct split_places *places, const char *problem_id,
                                     const char *submission_id, const char *user_id);

/* In each split set, puts each mutant or rewrite that has no split into the split of the program
 * that it was made from. Those that may be in no split are marked as excluded in this set: with the
 * reason `program` if their program is, and with `split` if the mutants of their program tie two
 * splits, as check_splits() finds it (split_extend.c). Such marks of an earlier run are removed
 * first. Fixes that have a split keep it, and splits that tokfix check found clean stay clean. In a
 * database without splits, only the marks `program` are made. */
int split_extend(struct db *db, const struct guard_options *guard, struct err *err);

#endif
