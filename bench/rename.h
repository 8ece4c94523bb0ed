/* Consistent renaming: every name that is chosen becomes another one, wherever it stands. */
#ifndef BENCH_RENAME_H
#define BENCH_RENAME_H

#include "base/arena.h"
#include "base/array.h"
#include "base/dice.h"
#include "bench/script.h"

struct name_change {
    struct word from; /* a use of the name */
    const char *to;
};

struct renaming {
    ARRAY(struct name_change) list;
};

/* Chooses names of a program, each with the probability `share`, and for each a name that is not in
 * it. Names that stand in an f-string, which is one word here, and those that begin with "__" stay.
 * Release with renaming_release(). */
void renaming_draw(struct renaming *out, const struct script *script, double share,
                   struct dice *dice, struct arena *arena);

/* Chooses one name and another one of the same program for it, neither of them `a` or `b` (which
 * may be NULL). Leaves the list empty when there are none. */
void renaming_draw_merger(struct renaming *out, const struct script *script, const struct word *a,
                          const struct word *b, struct dice *dice, struct arena *arena);

void renaming_apply(const struct renaming *renaming, struct script *script);
void renaming_release(struct renaming *renaming);

#endif
