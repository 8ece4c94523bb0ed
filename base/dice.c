/* splitmix64. A range is the remainder of a division. For the small ranges here the bias is far
 * below 2^-40. */
#include "base/dice.h"

static uint64_t roll(struct dice *dice)
{
    uint64_t z = dice->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

size_t dice_below(struct dice *dice, size_t n)
{
    return (size_t)(roll(dice) % n);
}

int64_t dice_between(struct dice *dice, int64_t low, int64_t high)
{
    return low + (int64_t)dice_below(dice, (size_t)(high - low + 1));
}

double dice_unit(struct dice *dice)
{
    return (double)(roll(dice) >> 11) / 9007199254740992.0;
}

bool dice_chance(struct dice *dice, double probability)
{
    return dice_unit(dice) < probability;
}

size_t dice_weighted(struct dice *dice, const double *weights, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += weights[i];
    double left = dice_unit(dice) * sum;
    for (size_t i = 0; i + 1 < n; i++) {
        if (left < weights[i])
            return i;
        left -= weights[i];
    }
    return n - 1;
}
