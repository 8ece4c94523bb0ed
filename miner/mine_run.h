/* Runs mining from the start, or from where an earlier run stopped, and writes the database.
 *
 * The results are committed to DB.unfinished in steps. Committed results survive a crash. Only one
 * run at a time can open the file. When all units are mined, the database is built from
 * DB.unfinished and appears under its name only when it is complete. */
#ifndef MINER_MINE_RUN_H
#define MINER_MINE_RUN_H

#include "miner/mine.h"

struct mine_request {
    const char *output; /* path of the database */
    struct mine_options options;
    struct shard shard;
    int n_jobs;
    bool is_replacing, is_resuming;

    /* Opens the source. Called at most once. The caller closes the source after the run, also after
     * a failure. */
    int (*open_source)(void *context, struct pair_source *out, struct err *err);
    /* Called when an earlier run is resumed: `n_done` of `n_units` units are already mined. */
    void (*on_resume)(void *context, size_t n_done, size_t n_units);
    void *context; /* for open_source() and on_resume() */
    struct mine_listener listener;
};

enum mine_outcome {
    MINE_DONE,     /* the database was written */
    MINE_WAS_DONE, /* the database existed and belongs to this run */
    MINE_STOPPED,  /* stopped by a signal */
    MINE_FAILED,
};

/* The results of a run, in a few numbers. */
struct mine_summary {
    int64_t n_pairs, n_fixes;
    int64_t n_bugs; /* fixes in the six categories */
    int64_t n_of_kind[MAX_INPUT_ERROR_KINDS];
    char left_out[512]; /* what was left out, and why (struct source_kind); empty: nothing */
};

/* Reads the summary from a database, finished or not. */
int mine_summary_read(struct mine_summary *summary, const struct source_kind *kind, struct db *db,
                      struct err *err);

struct mine_result {
    struct mine_progress progress; /* reached at the end of the call; all zero before */
    struct mine_summary summary;   /* set for MINE_DONE */
    bool is_kept;                  /* DB.unfinished contains committed results */
    bool can_go_on;                /* and those results belong to this run, so it can be resumed */
};

/* Runs. The process must listen to signals (interrupt_listen()). After MINE_FAILED, `err` says
 * why. */
enum mine_outcome mine_run(const struct mine_request *request, const struct source_kind *kind,
                           struct mine_result *result, struct err *err);

/* Returns the path of DB.unfinished for a database. The caller frees it. */
char *unfinished_path(const char *database);

#endif
