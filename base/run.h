/* The run: units of work that are done in parallel and committed in their order, so that a run that
 * was stopped continues where it was. The units of `mine` are problems, which are kept in a file
 * beside the database; those of `verify` are fixes. */
#ifndef BASE_RUN_H
#define BASE_RUN_H

#include "base/err.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_SHARDS = 4096 }; /* more than the number of problems in CodeNet */

/* A part of the problems, worked on separately. With N shards, the first eight hexadecimal digits
 * of SHA-256(id) are read as a number, and shard I (from 1) has the problems for which the number
 * modulo N is I - 1. Which shard has a problem therefore depends only on its id. */
struct shard {
    int64_t number, n_shards; /* 1 of 1 is everything */
};

bool shard_has(const struct shard *shard, const char *problem_id);

/* The same as shard_has(), for callers that take a function and a context. `shard` is a const
 * struct shard. */
bool shard_wants(void *shard, const char *problem_id);

/* The file of a run: a database that is filled in steps (db_open_in_steps). SQLite keeps a journal
 * beside it; both are removed together. */
struct run_file {
    char *path;   /* owned; NULL: closed */
    bool is_new;  /* the file did not exist */
    bool is_kept; /* closing the file leaves it; at first, whether it existed */
};

/* Takes the path. Creates the file if it does not exist, because SQLite does not say why a file
 * cannot be opened; a message says `before`, the path and `after`. After a failure the file is
 * closed. */
int run_file_open(struct run_file *file, char *path, const char *before, const char *after,
                  struct err *err);

/* Forgets the file, whose connection must be closed, and removes it unless it is kept. */
void run_file_close(struct run_file *file);
SCOPED_VALUE(run_file, run_file_close)

/* Removes a file of a run, and its journal. */
void run_file_remove(const char *path);

/* The units of a run that are still to be done: those of its shard that its file does not have. */
struct run_plan {
    size_t n_units;
    bool *is_in_shard, *is_done; /* by the number of the unit */
    size_t n_wanted, n_done;     /* the sum is the number of units of the shard */
};
void run_plan_make(struct run_plan *plan, size_t n_units);
void run_plan_want(struct run_plan *plan, size_t unit); /* it is in the shard, and not done */
void run_plan_done(struct run_plan *plan, size_t unit); /* a unit that was wanted is done */
bool run_plan_wants(const struct run_plan *plan, size_t unit);
void run_plan_release(struct run_plan *plan);
SCOPED_VALUE(run_plan, run_plan_release)

/* How units are done. All functions get `context`. `take` and `keep` are each called in the order
 * of the units, and never by two threads at once (base/pipeline.h). */
struct run_work {
    void *context;
    int n_jobs;
    int commit_share; /* The next commit comes after this many times the duration of the last one;
                         0: each unit is committed */
    size_t item_size; /* of a unit's item, which is zeroed */

    int (*take)(void *context, size_t unit, void *item, struct err *err); /* fills in the item */
    void *(*worker_new)(void *context);
    void (*worker_free)(void *worker);
    void (*work)(void *context, void *worker, void *item);

    /* Adds the result of an item to the file. Returns 0, ERR, or RUN_STOPPED: the item was broken
     * off because the process is to stop. Called by the thread of run_units(), as are the next
     * two. */
    int (*keep)(void *context, void *item, struct err *err);
    int (*commit)(void *context, struct err *err);
    void (*show)(void *context); /* the progress: after each unit, and while waiting; or NULL */

    void (*release)(void *item);
};

enum { RUN_STOPPED = 1 };

/* Does the wanted units of a plan. Commits whole units, in their order. When the process is asked
 * to stop (base/interrupt.h), takes no more units, keeps and commits those that are done, and
 * returns RUN_STOPPED. After ERR the caller abandons what is not committed. What the file has at
 * the end depends neither on the number of jobs nor on interruptions. */
int run_units(const struct run_plan *plan, const struct run_work *work, struct err *err);

#endif
