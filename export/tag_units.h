/* Units: the code in a database that can be tagged, and the number of rows made from each unit. */
#ifndef EXPORT_TAG_UNITS_H
#define EXPORT_TAG_UNITS_H

#include "base/hash.h"
#include "base/mem.h"
#include "export/tagging.h"
#include "export/tags.h"
#include "tokenize/parts.h"

/* A correct program, or a part of one. */
struct tag_unit {
    int64_t fix_key;   /* the fix with this fixed program */
    int split;         /* its stratum */
    uint32_t number;   /* of the part in its program, from 1 */
    uint32_t n_tokens; /* tokens that can be tagged, at least two */
    struct program_part part;
    struct program_parts repaired; /* repaired parts in it, which get no tags */
    struct digest digest;          /* of its tokens */
    uint64_t seed;                 /* of its draws; depends only on its tokens and the seed */
    int64_t n_rows;                /* rows that are made from it */
};

struct tag_units {
    ARRAY(struct tag_unit) list; /* in the order of the database */
};

/* Finds the units among the correct programs of the items, except those of the split test, without
 * code that is never tagged: pieces that a fix of the database repaired, and code of the test set.
 * Of units with the same tokens, keeps the one in the split that is held out most, then the first.
 * After that, keeps only units of the chosen splits. So with all splits selected no text is in two
 * of them. Release the result with tag_units_release(), also after a failure. */
int tag_units_find(struct tag_units *units, struct db *db, const struct fix_selection *selection,
                   const struct language *language, const struct tagging_options *options,
                   struct tagging_counts *counts, struct err *err);
void tag_units_release(struct tag_units *units);
SCOPED_VALUE(tag_units, tag_units_release)

/* Shares `n_rows` among the units of a split (a stratum). Each unit gets one row before any
 * unit gets a second one, and no unit gets more rows than it has different draws. A smaller
 * `n_rows` gives the first rows of a larger one. Returns the number of rows. */
int64_t tag_units_share(struct tag_units *units, int split, int64_t n_rows, size_t max_tags);

#endif
