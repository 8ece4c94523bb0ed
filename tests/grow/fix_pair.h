/* A buggy program and its fixed one, grown anew or copied from another pair. */
#ifndef GROW_FIX_PAIR_H
#define GROW_FIX_PAIR_H

#include "base/arena.h"
#include "base/dice.h"
#include "tests/grow/seeds.h"

/* New programs are put together from top-level statements of the seeds. */

/* A top-level statement with everything that belongs to it: blocks, else branches, decorators. */
struct piece {
    size_t start, end; /* words of the seed's script, the end exclusive */
};

struct pieces {
    const struct seeds *seeds;
    ARRAY(struct piece) list;
    size_t *first; /* by seed: its first piece; one more at the end; owned */
};

/* Cuts the seeds, which must live as long. Release with pieces_release(). */
void pieces_init(struct pieces *pieces, const struct seeds *seeds);
void pieces_release(struct pieces *pieces);

enum pair_kind {
    PAIR_NEW,
    PAIR_SAME,    /* a copy, byte by byte */
    PAIR_LAYOUT,  /* a copy with other comments, blanks and blank lines */
    PAIR_RENAMED, /* a copy in which names are renamed consistently */
    PAIR_MERGED,  /* a copy in which two names became one: no duplicate up to renaming */
    N_PAIR_KINDS
};

/* For truth.tsv. */
const char *pair_kind_name(enum pair_kind kind);

struct fix_pair {
    struct script buggy, fixed; /* that differ in one token */
    struct change change;       /* from the buggy one to the fixed one */
    enum pair_kind kind;
    size_t exact, renamed; /* numbers of the first pairs that are the same, token by token, or after
                              names are numbered by first use */
    bool was_merged;       /* a copy of it has PAIR_MERGED; a second one might be the same */
    struct arena arena;    /* of texts; those of the seeds are borrowed */
};

/* Grows a pair from a seed. Release with fix_pair_release(). */
void fix_pair_grow(struct fix_pair *out, const struct pieces *pieces, size_t base, double distance,
                   struct dice *dice);

/* A copy of the wanted kind, or of PAIR_SAME where that cannot be. `number` is the
 * pair's own. Release with fix_pair_release(), before the original's. */
void fix_pair_copy(struct fix_pair *out, struct fix_pair *original, enum pair_kind kind,
                   size_t number, struct dice *dice);
void fix_pair_release(struct fix_pair *pair);

/* A hash of both programs without their layout, their names, and all that may be read as a name:
 * two pairs with different ones are no duplicates for anyone, also up to renaming. */
uint64_t fix_pair_hash(const struct fix_pair *pair);

#endif
