/* Code that is never tagged: pieces that a fix repaired, and code of the test set.
 *
 * A tagged row is made from correct code, and the code itself is the answer. A piece that a fix
 * repaired was wrong in one program of the database and is right in another. Neither version is
 * used as an example of code without a bug. A row with code of the test set would reveal test data.
 * Pieces (augment/parts.h) are compared by their tokens (program_piece_digest()), because comments
 * and blanks do not make them different. */
#ifndef EXPORT_TAG_REFUSED_H
#define EXPORT_TAG_REFUSED_H

#include "tokenize/parts.h"
#include "base/hash.h"
#include "export/tagging_options.h"

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

#endif
