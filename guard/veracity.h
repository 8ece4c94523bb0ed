/* Performance veracity: how much of a system's performance on a benchmark is not due to leakage.
 *
 * Formula 6 of Li and others, Journal of Software 35(7), 2024:
 *
 *     PV = (Perf_o - Perf_L) / Perf_T
 *
 * Perf_o is the number of items that the system repairs. Perf_L is the number of these items that
 * leak, in one kind of leak. Perf_T is Perf_o, minus the items of Perf_L that the system no longer
 * repairs after it was retrained without the leaking fixes. If it was not retrained, Perf_T is
 * Perf_o. */
#ifndef GUARD_VERACITY_H
#define GUARD_VERACITY_H

#include "guard/leak.h"

struct veracity_options {
    const char *repaired;  /* file with the ids of the repaired items, one a line */
    const char *retrained; /* the same after retraining; NULL: not retrained */
    enum leak_kind kind;   /* the leaks that Perf_L counts; one of the paper's kinds */
};

struct veracity {
    enum leak_kind kind;
    int64_t n_repaired;                   /* items that the system repairs: Perf_o */
    int64_t n_leaked[N_PAPER_LEAK_KINDS]; /* those that leak, by kind; that of `kind` is Perf_L */
    int64_t n_unsearched;                 /* those in which no leak of `kind` could be found */
    bool is_retrained;
    int64_t n_lost;         /* items of Perf_L that are no longer repaired after retraining */
    int64_t n_lost_besides; /* other items no longer repaired; the formula does not count them */
    int64_t n_gained;       /* items repaired only after retraining; not counted either */
};

/* Reads the ids, and compares them with the leaks that a search found. Fails if an id is not in the
 * benchmark, if an id is duplicate, or if no item of the benchmark can leak in this kind. */
int veracity_read(struct veracity *out, const struct veracity_options *options,
                  const struct leak_search *search, struct err *err);

/* Returns Perf_T. */
int64_t veracity_total(const struct veracity *veracity);

/* Returns PV for three counts, or NAN if `total` is 0. */
double performance_veracity(int64_t n_repaired, int64_t n_leaked, int64_t total);

#endif
