/* Histories and pairs, for sources with verdicts. A history is one user's versions in one language,
 * in the order of time; pairs are chosen from each history. */
#ifndef MINER_HISTORIES_H
#define MINER_HISTORIES_H

#include "miner/pair_source.h"

/* Sorts the versions of a unit by language (in the order of `languages`), user, time and line, and
 * numbers their histories. */
void histories_sort(struct version *versions, size_t n);

/* Which versions can be the failing side of a pair: one bit for each class. */
enum failing {
    FAILING_JUDGED = 1 << VERDICT_FAILING,
    FAILING_ALL = FAILING_JUDGED | 1 << VERDICT_UNDECIDED, /* all except Accepted, as in the
                                                              thesis */
};

enum pairing {
    PAIRING_ALL,      /* every failing version with every later Accepted one (Takada 2024) */
    PAIRING_NEXT,     /* each failing version with the first Accepted one after it */
    PAIRING_ADJACENT, /* a failing version directly followed by an Accepted one; undecided
                         versions between them are ignored, even if `failing` includes them */
    PAIRING_LAST,     /* each failing version with the last one, unless that failed: no verdict is
                         needed */
    N_PAIRINGS
};

/* Calls `listener` for the pairs of a history of `n` versions. The earlier side of a pair is in one
 * of the classes in `failing`, the later side is Accepted, or the last one. All other versions are
 * ignored.
 *
 * If there are more than `max_pairs` pairs, the nearest ones are taken, in rounds. Round k pairs
 * each failing version with the k-th Accepted one after it, so the first round takes the pairs of
 * PAIRING_NEXT. The last round may be incomplete; it starts with the earliest failing version. So
 * every failing version gets its nearest pairs, and most single-token fixes are in the next
 * attempts. */
void pairing_each(enum pairing pairing, enum failing failing, const struct version *history,
                  size_t n, size_t max_pairs, const struct pair_listener *listener);

/* Returns the date of the first failing version of a history; 0: unknown, or there is none. */
int64_t history_first_failure(enum failing failing, const struct version *history, size_t n);

/* Names on the command line, of --pairing and of --failing (judged and all). The functions that
 * return a name return NULL for a value that cannot be chosen. failing_find() returns -1 for an
 * unknown name. */
const char *pairing_name(int pairing);
const char *failing_name(enum failing failing);
int failing_find(const char *name);

/* Returns "accepted", "failing" or "undecided"; NULL for VERDICT_NONE. */
const char *verdict_class_name(enum verdict_class class);

#endif
