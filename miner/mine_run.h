/* A run from its beginning, or from where it was left, to the database.
 *
 * What is mined goes to DB.unfinished, in steps: what is committed there outlives everything,
 * and only one run at a time can have it open. When nothing is left to do, the database is made
 * of it, and appears whole. */
#ifndef MINER_MINE_RUN_H
#define MINER_MINE_RUN_H

#include "miner/mine.h"

struct mine_request {
    const char *output; /* the database */
    struct mine_options options;
    struct shard shard;
    int n_jobs;
    bool is_replacing, is_resuming;

    /* Opens the source, at most once; the caller closes it after the run, also when it failed. */
    int (*open_source)(void *context, struct pair_source *out, struct err *err);
    /* Units are mined already: how many, and of how many. */
    void (*on_resume)(void *context, size_t n_done, size_t n_units);
    void *context; /* of both */
    struct mine_listener listener;
};

enum mine_outcome {
    MINE_DONE,     /* the database is made */
    MINE_WAS_DONE, /* it was there, and is of this run */
    MINE_STOPPED,  /* a signal asked to stop */
    MINE_FAILED,
};

/* What a run has found, in a few numbers. */
struct mine_summary {
    int64_t n_pairs, n_fixes;
    int64_t n_bugs; /* fixes in the six categories */
    int64_t n_of_kind[MAX_INPUT_ERROR_KINDS];
};

/* Reads it from a store, finished or not. */
int mine_summary_read(struct mine_summary *summary, const struct source_kind *kind, struct db *db,
                      struct err *err);

struct mine_result {
    struct mine_progress progress; /* as far as it has come; all zero before */
    struct mine_summary summary;   /* of MINE_DONE */
    bool is_kept;                  /* what is committed is in DB.unfinished */
    bool can_go_on;                /* and that is of this run */
};

/* Runs. The process listens to signals (interrupt_listen()). With MINE_FAILED, `err` says why. */
enum mine_outcome mine_run(const struct mine_request *request, const struct source_kind *kind,
                           struct mine_result *result, struct err *err);

/* The path of DB.unfinished for a database; to be freed. */
char *unfinished_path(const char *database);

#endif
