/* See pairing.h. */
#include "miner/pairing.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[N_PAIRINGS] = {
    [PAIRING_ALL] = "all",
    [PAIRING_NEXT] = "next",
    [PAIRING_ADJACENT] = "adjacent",
};

/* Whether nothing but undecided submissions stands between the two. */
static bool are_adjacent(const struct submission *history, size_t buggy, size_t fixed)
{
    for (size_t i = buggy + 1; i < fixed; i++)
        if (history[i].class == STATUS_FAILING)
            return false;
    return true;
}

void pairing_each(enum pairing pairing, const struct submission *history, size_t n,
                  void (*take)(void *context, size_t buggy, size_t fixed), void *context)
{
    /* For each submission the first Accepted one behind it, or n: so only pairs take time, and not
     * the many submissions that failed in vain. */
    size_t *accepted = mem_alloc(n, sizeof *accepted);
    for (size_t i = n, next = n; i-- > 0;) {
        accepted[i] = next;
        if (history[i].class == STATUS_ACCEPTED)
            next = i;
    }
    for (size_t buggy = 0; buggy < n; buggy++) {
        size_t fixed = accepted[buggy];
        if (history[buggy].class != STATUS_FAILING || fixed == n ||
            (pairing == PAIRING_ADJACENT && !are_adjacent(history, buggy, fixed)))
            continue;
        take(context, buggy, fixed);
        while (pairing == PAIRING_ALL && (fixed = accepted[fixed]) < n)
            take(context, buggy, fixed);
    }
    free(accepted);
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
