/* What a run has found, in a few numbers. */
#ifndef COMMANDS_MINE_SUMMARY_H
#define COMMANDS_MINE_SUMMARY_H

#include "cli/command.h"
#include "db/db.h"
#include "miner/pair_source.h"

struct mine_summary {
    int64_t n_pairs, n_fixes;
    int64_t n_bugs; /* fixes in the six categories */
    int64_t n_of_kind[MAX_INPUT_ERROR_KINDS];
};

/* Reads it from a store, finished or not. */
int mine_summary_read(struct mine_summary *summary, struct db *db, struct err *err);

/* Tells it, and what to do next with the database, which is named as a shell reads it. */
void mine_summary_tell(const struct mine_summary *summary, const struct command *command,
                       const char *database);

/* Prints it as one JSON object on standard output. */
void mine_summary_print(const struct mine_summary *summary, const char *database);

#endif
