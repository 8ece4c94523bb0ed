/* Pseudo-random numbers that are the same on every machine (splitmix64, Steele et al. 2014). */
#ifndef BASE_DICE_H
#define BASE_DICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dice {
    uint64_t state; /* the seed at first; any value */
};

/* Returns a number from 0 to n - 1; n must not be 0. */
size_t dice_below(struct dice *dice, size_t n);

/* Returns a number from `low` to `high`, both inclusive. */
int64_t dice_between(struct dice *dice, int64_t low, int64_t high);

/* Returns a number from 0 (inclusive) to 1 (exclusive). */
double dice_unit(struct dice *dice);

bool dice_chance(struct dice *dice, double probability);

/* Returns an index. The probability of each index is proportional to its weight. */
size_t dice_weighted(struct dice *dice, const double *weights, size_t n);

#endif
