/* What was meant by a mistyped word. */
#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

#include <stddef.h>

struct nearest {
    const char *word;
    const char *best; /* of the names that were tried; NULL: none is near */
    size_t distance;  /* of it */
};

/* Begins the search for the name that is nearest to a word. */
struct nearest nearest_to(const char *word);

/* Looks at one name. The distance is the number of letters that are missing, too many, wrong, or
 * swapped with their neighbour (Damerau 1964, optimal string alignment). Near is up to a third of
 * the longer word; or a word of three letters or more with which the name begins. Of equally near
 * names the first is kept. */
void nearest_try(struct nearest *nearest, const char *name);

#endif
