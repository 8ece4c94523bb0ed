/* What a run of `tokfix mine` says on standard error while it goes on. */
#ifndef COMMANDS_MINE_REPORT_H
#define COMMANDS_MINE_REPORT_H

#include "cli/command.h"
#include "miner/pair_source.h"
#include "miner/mine.h"
#include "commands/progress.h"

struct mine_report {
    const struct command *command;
    const struct mine_plan *plan;       /* NULL until problems are mined */
    const struct mine_progress *mining; /* then it says how far that is */

    struct progress progress;
    uint64_t work;                      /* of the line at hand: all of it, as it was told */
    uint64_t done_before, count_before; /* the line began */
    size_t n_of_kind[MAX_INPUT_ERROR_KINDS];
};

/* The first errors of a kind are shown, when verbose all, when quiet none. */
void mine_report_error(void *report, const struct input_error *error);

/* An archive is read, problems that are done are looked at, others are mined, the database is written: the line on a
 * terminal shows one of them, each with its own clock. Whoever asks for a line (base/interrupt.h) is
 * given one, terminal or not. */
void mine_report_reading(void *report, uint64_t done, uint64_t total, uint64_t n_files);
void mine_report_checking(void *report, uint64_t n_done, uint64_t n_all);
void mine_report_mining(void *report, const struct mine_progress *progress);
void mine_report_writing(void *report, uint64_t n_done, uint64_t n_all);

/* At the end: how many errors were not shown, and where they stand in the database, which is named as a
 * shell reads it. */
void mine_report_rest(const struct mine_report *report, const char *database);

#endif
