/* What users have tried one after the other, and which versions of a history are compared: for
 * sources whose versions somebody judged. */
#ifndef MINER_HISTORIES_H
#define MINER_HISTORIES_H

#include "miner/pair_source.h"

/* Sorts the versions of a unit by user, then date, then line, and numbers their histories. */
void histories_sort(struct version *versions, size_t n);

/* Which versions are the failing side of a pair: a bit for each class. */
enum failing {
    FAILING_JUDGED = 1 << VERDICT_FAILING,
    FAILING_UNDECIDED = 1 << VERDICT_UNDECIDED,
    FAILING_ALL = FAILING_JUDGED | FAILING_UNDECIDED, /* all but Accepted, as in the thesis */
};

enum pairing {
    PAIRING_ALL,      /* every failing version with every later Accepted one (Takada 2024) */
    PAIRING_NEXT,     /* each failing one with the first Accepted after it */
    PAIRING_ADJACENT, /* a failing one directly followed by an Accepted one; undecided ones between
                         them do not count, even where they fail (enum failing) */
    N_PAIRINGS
};

/* Goes through the pairs of a history of `n` versions, whose earlier side is one of `failing`.
 * Other versions that are not Accepted are passed over as if they were not there.
 *
 * If there are more than `max_pairs` pairs, the nearest ones are taken: first each failing
 * version with the first Accepted one after it, as PAIRING_NEXT does, then with the second, and
 * so on. The last round is filled from the earliest failing version on. Most single-token fixes
 * are in the next attempts, and every failing version gets its nearest pairs. */
void pairing_each(enum pairing pairing, enum failing failing, const struct version *history,
                  size_t n, size_t max_pairs, const struct pair_listener *listener);

/* Names on the command line: of --pairing, and of --failing (judged and all); NULL for what cannot
 * be chosen, -1 for none of that name. */
const char *pairing_name(int pairing);
const char *failing_name(enum failing failing);
int failing_find(const char *name);

/* Whether a version of that class is a failing one. */
bool failing_has(enum failing failing, enum verdict_class class);

/* accepted, failing, undecided; NULL for none. */
const char *verdict_class_name(enum verdict_class class);

#endif
