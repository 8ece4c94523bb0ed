/* New programs, put together from top-level statements of the seeds. */
#ifndef GROW_PIECES_H
#define GROW_PIECES_H

#include "base/arena.h"
#include "base/dice.h"
#include "tests/grow/seeds.h"

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

/* Makes a program out of the seed number `base`: the farther `distance` (0 to 1) is from 0, the
 * more of its statements are dropped, doubled, or followed by one of another seed, and the more
 * of its tokens are changed. Never so long that tokfix may refuse it; `out` is to be released. */
void pieces_compose(struct script *out, const struct pieces *pieces, size_t base, double distance,
                    struct dice *dice, struct arena *arena);

#endif
