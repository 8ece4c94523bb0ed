/* Which submissions of a history are compared. */
#ifndef MINER_PAIRING_H
#define MINER_PAIRING_H

#include "miner/submissions.h"

enum pairing {
    PAIRING_ALL,      /* every failing submission with every later Accepted one (Takada 2024) */
    PAIRING_NEXT,     /* each failing one with the first Accepted after it */
    PAIRING_ADJACENT, /* a failing one directly followed by an Accepted one */
    N_PAIRINGS
};

/* Calls `take` for each pair of a history of `n` submissions in order, by the failing one, then by
 * the Accepted one; `buggy` and `fixed` are indices into the history. Undecided submissions are
 * passed over as if they were not there. */
void pairing_each(enum pairing pairing, const struct submission *history, size_t n,
                  void (*take)(void *context, size_t buggy, size_t fixed), void *context);

/* Name on the command line; -1 for none of that name. */
const char *pairing_name(enum pairing pairing);
int pairing_find(const char *name);

#endif
