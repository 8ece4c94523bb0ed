/* Units: the code in a database that can be tagged, and the number of rows made from each unit. */
#ifndef EXPORT_TAG_UNITS_H
#define EXPORT_TAG_UNITS_H

#include "tokenize/parts.h"
#include "export/tags.h"
#include "base/hash.h"
#include "base/mem.h"
#include "export/tagging.h"

/* Code that is never tagged: pieces that a fix repaired, and code of the test set.
 *
 * A tagged row is made from correct code, and the code itself is the answer. A piece that a fix
 * repaired was wrong in one program of the database and is right in another. Neither version is
 * used as an example of code without a bug. A row with code of the test set would reveal test data.
 * Pieces (tokenize/parts.h) are compared by their tokens (program_piece_digest()), because comments
 * and blanks do not make them different. */
struct digest_set {
    ARRAY(struct digest) list; /* in a sorted set: ascending, without duplicates */
};

/* Returns whether a sorted set contains the digest. */
bool digest_set_holds(const struct digest_set *set, struct digest digest);

struct tag_refused {
    struct digest_set repaired; /* pieces that contain the place of an edit, in the buggy and in the
                                   fixed program, outer functions included */
    struct digest_set tested;   /* pieces of both programs of the fixes in the split test, and the
                                   whole programs */
};

/* Collects both sets from all fixes of a database, whatever their categories and marks. A mutant
 * repairs nothing, because its fixed program was never wrong at that place. Mutants of the test set
 * count as tested code. Release the result with tag_refused_release(), also after a failure. */
int tag_refused_find(struct tag_refused *refused, struct db *db, const struct language *language,
                     const struct tagging_options *options, struct tagging_counts *counts,
                     struct err *err);
void tag_refused_release(struct tag_refused *refused);
SCOPED_VALUE(tag_refused, tag_refused_release)

/* Add all digests of `more`, and sort both sets. */
void tag_refused_add(struct tag_refused *refused, const struct tag_refused *more);
void tag_refused_sort(struct tag_refused *refused);

/* Finds the parts of a program that a fix repaired, in this program or in another. Replaces the
 * content of `repaired`, and overwrites `scratch`. */
void tag_refused_parts(struct program_parts *repaired, const struct tag_refused *refused,
                       const struct program *program, const struct program_parts *parts,
                       struct str *scratch);

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

/* Shares `n_rows` among the units of a split (a stratum). Each unit gets one row before any
 * unit gets a second one, and no unit gets more rows than it has different draws. A smaller `n_rows`
 * gives the first rows of a larger one. Returns the number of rows. */
int64_t tag_units_share(struct tag_units *units, int split, int64_t n_rows, size_t max_tags);

#endif
