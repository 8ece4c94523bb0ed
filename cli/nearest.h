/* Finds the name that a mistyped word may mean. */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

#include <stddef.h>

struct nearest {
    const char *word;
    const char *best; /* the nearest name that was tried; NULL: no name is near */
    size_t distance;  /* of `best` */
};

/* Begins the search for the name that is nearest to a word. Does not copy the word. */
struct nearest nearest_to(const char *word);

/* Tries one name, and keeps it if it is nearer than the best so far. Does not copy the name.
 *
 * The distance is the number of letters that are missing, superfluous, wrong, or swapped with their
 * neighbour (Damerau 1964, optimal string alignment). A name is near if the distance is at most a
 * third of the longer word's length, or if the word has at least three letters and the name begins
 * with it. */
void nearest_try(struct nearest *nearest, const char *name);

#endif
