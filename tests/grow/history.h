/* One user's submissions to one problem: a seed, and then edit upon edit. */
#ifndef GROW_HISTORY_H
#define GROW_HISTORY_H

#include "tests/grow/codenet_tree.h"
#include "tests/grow/seeds.h"

#include "base/arena.h"

enum { MAX_HISTORY = 30 };

struct version {
    struct script script;
    const struct seed *seed; /* that it goes back to */
    enum verdict verdict;
    unsigned n_rewrites; /* since the first version; the next two count from the last of them */
    unsigned n_changed;  /* tokens changed, or 2 for any larger step */
    unsigned n_resized;  /* steps that changed the number of tokens */
};

struct history {
    struct version versions[MAX_HISTORY];
    size_t n;
    struct arena arena; /* of the texts that edits made */
};

/* The number of submissions of a user, 1 to MAX_HISTORY, as often as the thesis's table has it. */
size_t history_size_draw(struct dice *dice);

/* Draws the verdicts and the programs of `n` submissions. Release it. */
void history_grow(struct history *out, size_t n, const struct seeds *seeds, struct dice *dice);

/* What makes the later version from the earlier one; the truth. Long programs count as larger
 * changes. Ends the program when the comparison contradicts the edits that were made. */
struct change history_change(const struct history *history, size_t before, size_t after);

void history_release(struct history *history);

#endif
