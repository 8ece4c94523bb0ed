/* What can be tagged in a store, and how many rows each of it gives. */
#ifndef EXPORT_TAG_UNITS_H
#define EXPORT_TAG_UNITS_H

#include "augment/parts.h"
#include "augment/tags.h"
#include "base/hash.h"
#include "base/scoped.h"
#include "export/tag_refused.h"

/* Draws of a unit that another unit can give the same tagged text as, with other code for its
 * answer. */
struct tag_rival {
    uint32_t *words; /* hashes of the tokens that can be tagged */
    struct tag_draws draws;
    ARRAY(bool) is_passed; /* by draw: its text was taken, by another unit */
};

/* A correct program, or a part of one. */
struct tag_unit {
    int64_t fix_key;   /* whose fixed program it is of */
    const char *split; /* in the selection's arena; NULL for none */
    uint32_t number;   /* of the part in its program, from 1 */
    uint32_t n_tokens; /* that can be tagged, at least two */
    struct program_part part;
    struct program_parts repaired; /* those in it, which stay without tags */
    struct digest digest;          /* of its tokens */
    uint64_t seed;                 /* of its draws: by its tokens and the seed alone */
    struct digest shape;           /* of its text with a tag for each token that can be tagged */
    struct tag_rival *rival;       /* NULL where no other unit has this shape */
    int64_t n_rows;                /* that are made of it */
};

struct tag_units {
    ARRAY(struct tag_unit) list; /* in the order of the store */
};

/* Whether units are looked for in an item: it is a correct program, and not of the split test. */
bool tag_units_take(const struct fix_item *item);

/* Finds what can be tagged among the items of a selection that are taken, without what is refused;
 * of units with the same tokens that of the split that is held out most, then the first; and of
 * these the units of the chosen splits. So a selection of all splits gives no text to two of them.
 * Release with tag_units_release(), also after a failure. */
int tag_units_find(struct tag_units *units, struct db *db, const struct fix_selection *selection,
                   const struct language *language, const struct tag_refused *refused,
                   const struct tagging_options *options, struct tagging_counts *counts,
                   struct err *err);
void tag_units_release(struct tag_units *units);
SCOPED_VALUE(tag_units, tag_units_release)

/* Shares `n_rows` among the units of a split (split_stratum()): each gets one before any gets
 * another, and at most as many as it has different ones. If another of these units already has the
 * tagged text of a draw, the draw is skipped and added to `n_ambiguous`, and the unit's next one is
 * tried. A smaller `n_rows` gives the first rows of a larger one. Returns the number of rows. */
int64_t tag_units_share(struct tag_units *units, int split, int64_t n_rows, size_t max_tags,
                        int64_t *n_ambiguous);

/* Whether the unit's draw of this number, from 0, gives no row. */
bool tag_unit_passes(const struct tag_unit *unit, int64_t draw);

#endif
