/* The submissions of a user to a problem: a seed, and a series of edits of it. */
#ifndef GROW_HISTORY_H
#define GROW_HISTORY_H

#include "tests/grow/codenet_tree.h"
#include "tests/grow/seeds.h"

#include "base/mem.h"

enum { MAX_HISTORY = 30 };

struct version {
    struct script script;
    const struct seed *seed; /* the seed of the version */
    enum verdict verdict;
    unsigned n_rewrites; /* rewrites so far; the next two count from the last rewrite */
    unsigned n_changed;  /* changed tokens, or 2 for any larger step */
    unsigned n_resized;  /* steps that changed the number of tokens */
};

struct history {
    struct version versions[MAX_HISTORY];
    size_t n;
    struct arena arena; /* of the texts of edits */
};

/* Draws the number of submissions of a user, 1 to MAX_HISTORY, with the frequencies of the thesis's
 * table. */
size_t history_size_draw(struct dice *dice);

/* Draws the verdicts and the programs of `n` submissions. Release the history afterwards. */
void history_grow(struct history *out, size_t n, const struct seeds *seeds, struct dice *dice);

/* Returns the true change from the earlier to the later version. Long programs count as larger
 * changes. Ends the program if the comparison contradicts the edits. */
struct change history_change(const struct history *history, size_t before, size_t after);

void history_release(struct history *history);

#endif
