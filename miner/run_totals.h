/* The numbers of a whole run: added up problem by problem, stored at the end. */
#ifndef MINER_RUN_TOTALS_H
#define MINER_RUN_TOTALS_H

#include "miner/problem_miner.h"

struct status_count {
    const char *status; /* in the totals' arena */
    int64_t n;
};

struct run_totals {
    struct arena arena;
    struct str metadata_hashes; /* a line for each metadata file that was read */
    int64_t n_problems, n_empty_problems;
    int64_t n_rows, n_other_languages, n_unusable, n_submissions;
    int64_t n_histories, n_compared, n_pairs, n_fixes;
    int64_t n_bugs; /* fixes in the six categories */
    int64_t n_rejects[N_REJECT_REASONS][N_FAILING_STATUSES];
    ARRAY(int64_t) n_histories_of_size;  /* index: number of submissions */
    ARRAY(struct status_count) statuses; /* ordered by text */
};

/* Starts from nothing, with the dataset's list of problems. */
void run_totals_start(struct run_totals *totals, const struct dataset *dataset);

/* Adds a problem. The order of the problems must not depend on anything but their ids. */
void run_totals_add(struct run_totals *totals, const struct problem_result *result);

/* Fingerprint of the metadata: SHA-256 of the lines "<sha256 of a file>  <its name>". */
void run_totals_fingerprint(const struct run_totals *totals, char hex[SHA256_HEX_SIZE]);

/* Writes counts, rejects, statuses and history sizes. */
int run_totals_store(const struct run_totals *totals, struct store *store, struct err *err);

void run_totals_release(struct run_totals *totals);

#endif
