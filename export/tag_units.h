/* Units: the code in a database that can be tagged, and the number of rows made from each unit. */
#ifndef EXPORT_TAG_UNITS_H
#define EXPORT_TAG_UNITS_H

#include "tokenize/parts.h"
#include "augment/tags.h"
#include "base/hash.h"
#include "base/scoped.h"
#include "export/tag_refused.h"

/* The draws of a unit that has rivals. A rival can give the same tagged text, with different code
 * as the answer. */
struct tag_rival {
    uint32_t *words; /* hashes of the tokens that can be tagged */
    struct tag_draws draws;
    ARRAY(bool) is_passed; /* by draw: another unit already has its text */
};

/* A correct program, or a part of one. */
struct tag_unit {
    int64_t fix_key;   /* the fix with this fixed program */
    const char *split; /* in the selection's arena; NULL: no split */
    uint32_t number;   /* of the part in its program, from 1 */
    uint32_t n_tokens; /* tokens that can be tagged, at least two */
    struct program_part part;
    struct program_parts repaired; /* repaired parts in it, which get no tags */
    struct digest digest;          /* of its tokens */
    uint64_t seed;                 /* of its draws; depends only on its tokens and the seed */
    struct digest shape;           /* of its text with a tag for each token that can be tagged */
    struct tag_rival *rival;       /* NULL if no other unit has this shape */
    int64_t n_rows;                /* rows that are made from it */
};

struct tag_units {
    ARRAY(struct tag_unit) list; /* in the order of the database */
};

/* Returns whether an item can give units: it is a correct program and not in the split test. */
bool tag_units_take(const struct fix_item *item);

/* Finds the units among the items that tag_units_take() takes, without refused code. Of units with
 * the same tokens, keeps the one in the split that is held out most, then the first. After that,
 * keeps only units of the chosen splits. So with all splits selected no text is in two of them.
 * Release the result with tag_units_release(), also after a failure. */
int tag_units_find(struct tag_units *units, struct db *db, const struct fix_selection *selection,
                   const struct language *language, const struct tag_refused *refused,
                   const struct tagging_options *options, struct tagging_counts *counts,
                   struct err *err);
void tag_units_release(struct tag_units *units);
SCOPED_VALUE(tag_units, tag_units_release)

/* Shares `n_rows` among the units of a split (split_stratum()). Each unit gets one row before any
 * unit gets a second one, and no unit gets more rows than it has different draws. If another of
 * these units already has the tagged text of a draw, the draw is skipped and counted in
 * `n_ambiguous`, and the unit's next draw is tried. A smaller `n_rows` gives the first rows of a
 * larger one. Returns the number of rows. */
int64_t tag_units_share(struct tag_units *units, int split, int64_t n_rows, size_t max_tags,
                        int64_t *n_ambiguous);

/* Returns whether the unit's draw with this number, from 0, is skipped and gives no row. */
bool tag_unit_passes(const struct tag_unit *unit, int64_t draw);

#endif
