/* Code that rows of tags are not made of: what a fix repaired, and what is in the test set.
 *
 * Rows are of correct code, and the code itself is the answer. A piece that a fix repaired was
 * wrong in a program of the same store, and is right in another one: neither shows code without a
 * bug. A row with a text of the test set would show what is tested. Pieces (augment/parts.h) are
 * compared by their tokens (program_piece_digest()), for neither comments nor blanks make them
 * different. */
#ifndef EXPORT_TAG_REFUSED_H
#define EXPORT_TAG_REFUSED_H

#include "augment/parts.h"
#include "base/hash.h"
#include "export/tagging_options.h"

struct digest_set {
    ARRAY(struct digest) list; /* each once, ascending, when it is sorted */
};

/* Of a set that is sorted. */
bool digest_set_holds(const struct digest_set *set, struct digest digest);

struct tag_refused {
    struct digest_set repaired; /* pieces that hold the place of an edit, in the buggy and in the
                                   fixed program, outer functions included */
    struct digest_set tested;   /* pieces of both programs of the fixes of the split test, and the
                                   programs as a whole */
};

/* Finds them in all fixes of a store, whatever their categories and marks. A mutant repairs
 * nothing, for its fixed program was never wrong there; mutants of the test set are tested, too.
 * Release with tag_refused_release(), also after a failure. */
int tag_refused_find(struct tag_refused *refused, struct db *db, const struct language *language,
                     const struct tagging_options *options, struct tagging_counts *counts,
                     struct err *err);
void tag_refused_release(struct tag_refused *refused);
SCOPED_VALUE(tag_refused, tag_refused_release)

/* To gather others: adds all of `more`, and sorts the sets. */
void tag_refused_add(struct tag_refused *refused, const struct tag_refused *more);
void tag_refused_sort(struct tag_refused *refused);

/* Which parts of a program have been repaired, there or elsewhere. What `repaired` held is
 * forgotten; `scratch` is overwritten. */
void tag_refused_parts(struct program_parts *repaired, const struct tag_refused *refused,
                       const struct program *program, const struct program_parts *parts,
                       struct str *scratch);

#endif
