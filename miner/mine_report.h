/* What a run of `tokfix mine` says on standard error while it goes on. */
#ifndef MINER_MINE_REPORT_H
#define MINER_MINE_REPORT_H

#include "cli/command.h"
#include "miner/input_error.h"
#include "miner/progress.h"

struct mine_report {
    const struct command *command;
    uint64_t total_bytes; /* of the metadata of all problems */

    struct progress progress;
    uint64_t work;                      /* of the line at hand: all of it, as it was told */
    uint64_t done_before, count_before; /* the line began */
    size_t n_of_kind[N_INPUT_ERROR_KINDS];
};

/* The first errors of a kind are shown, when verbose all, when quiet none. */
void mine_report_error(void *report, const struct input_error *error);

/* An archive is read and problems are mined: the line on a terminal shows one of the two, each with
 * its own clock. */
void mine_report_reading(void *report, uint64_t done, uint64_t total, uint64_t n_files);
void mine_report_mining(void *report, uint64_t done_bytes, uint64_t n_submissions);

/* At the end: how many errors were not shown, and where they stand in the database, which is named as a
 * shell reads it. */
void mine_report_rest(const struct mine_report *report, const char *database);

#endif
