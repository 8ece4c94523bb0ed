/* Runs mining from the start, or from where an earlier run stopped, and writes the database.
 *
 * The results are committed to DB.unfinished in steps. Committed results survive a crash. Only one
 * run at a time can open the file. When all units are mined, DB.unfinished gets the name of the
 * database; after a resumed run the same bytes are built from it. */
#ifndef MINER_MINE_RUN_H
#define MINER_MINE_RUN_H

#include "base/meter.h"
#include "base/run.h"
#include "db/store.h"
#include "miner/unit_miner.h"

/* ---- The identity of a run ---- */

/* Two pieces of work belong to the same run when they have the same dataset, shard, options and
 * version of tokfix. */

/* Returns the row of an unfinished run with these options. The texts of the row belong to the
 * options and the `source`. `source` may be NULL while it is not known. */
struct run_row run_identity(const struct mine_options *options, const struct shard *shard,
                            const struct pair_source *source);

/* Appends the differences between two runs in options and version of tokfix, separated by ", ".
 * `there` is the recorded run, `here` the current one. Appends nothing if there are no
 * differences. */
void run_identity_add_differences(struct str *out, const struct run_row *there,
                                  const struct run_row *here);

/* The same for the list of the units. `kind` names the files. */
void run_identity_add_listing_differences(struct str *out, const struct source_kind *kind,
                                          const struct run_row *there, const struct run_row *here);

/* ---- The run ---- */

/* The progress of a run; all zero before it. */
struct mine_progress {
    uint64_t done_bytes; /* of the plan's units, mined in this run */
    uint64_t n_submissions;
    size_t n_problems, n_committed; /* of the plan, mined in this run */
    size_t n_done, n_wanted;        /* of the plan, set when it is made */
    size_t n_pairs;                 /* of units that are not mined, whose outcomes are committed */
    char text[128];                 /* of the units and of what is in them, while they are mined,
                                       for a source that measures them; otherwise "" */
    bool is_mining;                 /* true once the plan is made */
};

/* Receives the messages of a run. */
struct mine_listener {
    void *context;
    void (*on_error)(void *context, const struct input_error *error);
    struct meter meter; /* checking finished units, mining the others, writing the database */
};

struct mine_request {
    const char *output; /* path of the database */
    const char *line;   /* the command line that mines, for the table steps */
    struct mine_options options;
    struct shard shard;
    int n_jobs;
    bool is_replacing, is_resuming;
    struct mine_listener listener;
};

/* The results of a run, in a few numbers. */
struct mine_summary {
    int64_t n_pairs, n_fixes;
    int64_t n_bugs; /* fixes in the six categories */
    struct language_fixes {
        char language[32];
        int64_t n_fixes;
    } languages[MAX_RUN_LANGUAGES]; /* in their order */
    size_t n_languages;
    int64_t n_of_kind[N_INPUT_ERRORS];
    int64_t n_accepted, n_failing, n_undecided; /* submissions */
    char rejects[128];  /* the most frequent reasons with their numbers; empty: none */
    char left_out[512]; /* what was left out, and why (struct source_kind); empty: nothing */
};

/* Reads the summary from a database, finished or not. */
int mine_summary_read(struct mine_summary *summary, const struct source_kind *kind, struct db *db,
                      struct err *err);

struct mine_result {
    struct mine_progress progress; /* reached at the end of the run; all zero before */
    struct mine_summary summary;   /* set if the run is done */
    bool was_done;   /* the database existed and belongs to this run, so nothing was done */
    bool is_resumed; /* an earlier run continues: progress.n_done units were mined before */
    bool is_kept;    /* DB.unfinished contains committed results */
    bool can_go_on;  /* and those results belong to this run, so it can be resumed */
};

/* A run goes through these functions in their order, as long as each returns 0. Between the first
 * two, the caller opens the source; it must outlive the run. After ERR, interrupt_signal() says
 * whether the run was stopped; the process must listen to signals (interrupt_listen()).
 *
 * mine_run_new(): the request, the kind and the result must outlive the run.
 * mine_run_begin() decides what the request does with an existing database or unfinished run.
 * mine_run_plan() finds the units that are still to be mined.
 * mine_run_finish() mines them, and writes the database.
 * mine_run_free() sets the last members of the result, also after a failure. */
struct mine_run; /* opaque */
struct mine_run *mine_run_new(const struct mine_request *request, const struct source_kind *kind,
                              struct mine_result *result);
int mine_run_begin(struct mine_run *run, struct err *err);
int mine_run_plan(struct mine_run *run, const struct pair_source *source, struct err *err);
int mine_run_finish(struct mine_run *run, struct err *err);
void mine_run_free(struct mine_run *run);
SCOPED_POINTER(mine_run, mine_run_free)

/* Returns the path of DB.unfinished for a database. The caller frees it. */
char *mine_run_unfinished_path(const char *database);

#endif
