/* A buggy program and its fixed program, grown from seeds or copied from another pair. */
#ifndef GROW_FIX_PAIR_H
#define GROW_FIX_PAIR_H

#include "base/chance.h"
#include "base/mem.h"
#include "tests/grow/seeds.h"

/* New programs consist of top-level statements of the seeds. */

/* A top-level statement with everything that belongs to it: blocks, else branches, decorators. */
struct piece {
    size_t start, end; /* words of the seed's script, the end exclusive */
};

struct pieces {
    const struct seeds *seeds;
    ARRAY(struct piece) list;
    size_t *first; /* by seed: its first piece, with one more at the end; owned */
};

/* Divides the seeds into pieces. The seeds must outlive them. Release with pieces_release(). */
void pieces_init(struct pieces *pieces, const struct seeds *seeds);
void pieces_release(struct pieces *pieces);

enum pair_kind {
    PAIR_NEW,
    PAIR_SAME,    /* an exact copy */
    PAIR_LAYOUT,  /* a copy with other comments, blanks and blank lines */
    PAIR_RENAMED, /* a copy with consistently renamed names */
    PAIR_MERGED,  /* a copy with two names merged into one: not a renamed duplicate */
    N_PAIR_KINDS
};

/* For truth.tsv. */
const char *pair_kind_name(enum pair_kind kind);

struct fix_pair {
    struct script buggy, fixed; /* they differ in one token */
    struct change change;       /* from the buggy to the fixed program */
    enum pair_kind kind;
    size_t exact, renamed; /* numbers of the first equal pairs: by token, or by renamed token */
    bool was_merged;       /* a copy of it has PAIR_MERGED; another one could be equal to that */
    struct arena arena;    /* of the texts; texts of seeds are borrowed */
};

/* Grows a pair from a seed. Release with fix_pair_release(). */
void fix_pair_grow(struct fix_pair *out, const struct pieces *pieces, size_t base, double distance,
                   struct dice *dice);

/* Copies a pair in the wanted way, or as PAIR_SAME if that is not possible. `number` is the number
 * of the copy. Release with fix_pair_release(), before the original. */
void fix_pair_copy(struct fix_pair *out, struct fix_pair *original, enum pair_kind kind,
                   size_t number, struct dice *dice);
void fix_pair_release(struct fix_pair *pair);

/* Appends the text of a program of a block: names, plain strings and decimal numbers are others in
 * each block. Block 0 has them as they are. */
void fix_pair_write(const struct script *script, size_t block, struct str *out);

/* Returns a hash of both programs, as they are in a block, without layout, names and everything
 * that could be read as a name. Pairs with different hashes are not duplicates under any
 * definition, also not up to renaming. */
uint64_t fix_pair_hash(const struct fix_pair *pair, size_t block);

#endif
