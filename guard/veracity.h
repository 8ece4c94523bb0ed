/* Performance veracity: how much of what a system repaired it cannot have seen.
 *
 * Formula 6 of Li and others, Journal of Software 35(7), 2024:
 *
 *     PV = (Perf_o - Perf_L) / Perf_T
 *
 * Perf_o: the items of a benchmark that the system repairs. Perf_L: those of them that leak, in one
 * kind. Perf_T: Perf_o without those of Perf_L that the system repairs no longer after it was
 * retrained without what leaks; Perf_o if it was not retrained. */
#ifndef GUARD_VERACITY_H
#define GUARD_VERACITY_H

#include "guard/leak.h"

struct veracity_options {
    const char *repaired;  /* a file: ids of the items that the system repairs, one a line */
    const char *retrained; /* the same after retraining; NULL: not retrained */
    enum leak_kind kind;   /* that is Perf_L; one of the paper's */
};

struct veracity {
    enum leak_kind kind;
    int64_t n_repaired;                   /* Perf_o */
    int64_t n_leaked[N_PAPER_LEAK_KINDS]; /* of them leak; that of `kind` is Perf_L */
    int64_t n_unsearched; /* of them have no program that leaks of `kind` could be searched for */
    bool is_retrained;
    int64_t n_lost;         /* of Perf_L are repaired no longer after retraining */
    int64_t n_lost_besides; /* of the other repaired items; the formula does not count them */
    int64_t n_gained;       /* repaired only after retraining; not counted either */
};

/* Reads the ids and compares them with what a search found. Fails for an id that the benchmark does
 * not have, for a duplicate one, and when no item of the benchmark can leak in the kind. */
int veracity_read(struct veracity *out, const struct veracity_options *options,
                  const struct leak_search *search, struct err *err);

/* Perf_T. */
int64_t veracity_total(const struct veracity *veracity);

/* PV of three counts; NAN where `total` is 0. */
double performance_veracity(int64_t n_repaired, int64_t n_leaked, int64_t total);

#endif
