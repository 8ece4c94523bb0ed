/* Which submissions of a history are compared. */
#ifndef MINER_PAIRING_H
#define MINER_PAIRING_H

#include "codenet/submissions.h"

enum pairing {
    PAIRING_ALL,      /* every failing submission with every later Accepted one (Takada 2024) */
    PAIRING_NEXT,     /* each failing one with the first Accepted after it */
    PAIRING_ADJACENT, /* a failing one directly followed by an Accepted one; undecided ones between
                         them do not count, even where they fail (enum failing) */
    N_PAIRINGS
};

/* Who is told of the pairs of a history; `buggy` and `fixed` are indices into it. */
struct pairing_listener {
    void *context;
    /* A pair, in order: by the failing submission, then by the Accepted one. */
    void (*take)(void *context, size_t buggy, size_t fixed);
    /* `n_pairs` > 0 more pairs of the failing submission were left out; it comes after those that
     * were not. */
    void (*leave_out)(void *context, size_t buggy, size_t n_pairs);
};

/* Goes through the pairs of a history of `n` submissions, whose earlier side is one of `failing`.
 * Other submissions that are not Accepted are passed over as if they were not there.
 *
 * If there are more than `max_pairs` pairs, the nearest ones are taken: first each failing
 * submission with the first Accepted one after it, as PAIRING_NEXT does, then with the second, and
 * so on. The last round is filled from the earliest failing submission on. Most single-token fixes
 * are in the next attempts, and every failing submission gets its nearest pairs. */
void pairing_each(enum pairing pairing, enum failing failing, const struct submission *history,
                  size_t n, size_t max_pairs, const struct pairing_listener *listener);

/* Name on the command line; -1 for none of that name. */
const char *pairing_name(enum pairing pairing);
int pairing_find(const char *name);

#endif
