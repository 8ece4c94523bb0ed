/* See pairing.h. */
#include "miner/pairing.h"

#include <string.h>

static const char *const names[N_PAIRINGS] = {
    [PAIRING_ALL] = "all",
    [PAIRING_NEXT] = "next",
    [PAIRING_ADJACENT] = "adjacent",
};

void pairing_each(enum pairing pairing, const struct submission *history, size_t n,
                  void (*take)(void *context, size_t buggy, size_t fixed), void *context)
{
    for (size_t buggy = 0; buggy < n; buggy++) {
        if (history[buggy].class != STATUS_FAILING)
            continue;
        for (size_t later = buggy + 1; later < n; later++) {
            if (history[later].class == STATUS_FAILING && pairing == PAIRING_ADJACENT)
                break;
            if (history[later].class != STATUS_ACCEPTED)
                continue;
            take(context, buggy, later);
            if (pairing != PAIRING_ALL)
                break;
        }
    }
}

const char *pairing_name(enum pairing pairing)
{
    return names[pairing];
}

int pairing_find(const char *name)
{
    for (int i = 0; i < N_PAIRINGS; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}
