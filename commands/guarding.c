/* See guarding.h. */
#include "commands/guarding.h"

#include "base/interrupt.h"
#include "db/store_log.h"
#include "db/store.h"
#include "guard/split_extend.h"

#include <string.h>

static void show_phase(void *context, const char *phase, const char *unit, uint64_t done,
                       uint64_t total)
{
    struct progress *progress = context;
    if (strcmp(progress->label, phase) != 0) {
        progress_clear(progress);
        progress_start(progress, phase, unit, total);
    }
    progress_show(progress, done, total);
}

static void show_database(void *context, const char *phase, struct db *db)
{
    struct progress *progress = context;
    progress_unwatch(progress, db);
    if (phase)
        progress_watch(progress, phase, db);
}

struct guard_options guarding_options(int64_t n_jobs, struct progress *progress)
{
    progress_start(progress, "", NULL, 0);
    return (struct guard_options){.n_jobs = (int)n_jobs,
                                  .on_progress = show_phase,
                                  .on_database = show_database,
                                  .context = progress};
}

int guarding_extend(struct db *db, int64_t n_jobs, struct err *err)
{
    struct progress progress;
    struct guard_options guard = guarding_options(n_jobs, &progress);
    int status = split_extend(db, &guard, err);
    progress_clear(&progress);
    return status;
}

int guarding_pairs(struct pairs *pairs, struct db *db, struct err *err)
{
    struct progress progress;
    progress_watch(&progress, "reading", db);
    int status = pairs_read(pairs, db, err);
    progress_unwatch(&progress, db);
    return status;
}

int guarding_top(const struct command *command, const char *text, int64_t *top)
{
    if (command_number(text, 1, INT32_MAX, top) == 0)
        return EXIT_OK;
    return command_usage(command, "--top takes a whole number from 1, not '%s'", text);
}

unsigned guarding_closure(const char *list)
{
    const char *bad;
    return closure_find(list, &bad);
}

int guarding_begin(struct db **db, const char *path, struct err *err)
{
    if (store_open_update(db, path, err) != 0)
        return ERR;
    if (db_execute(*db, "BEGIN IMMEDIATE", err) == 0)
        return 0;
    db_close(*db);
    return ERR;
}

int guarding_end(struct db *db, const struct command *command, const char *options, int status,
                 struct err *err)
{
    if (status == 0)
        status = store_add_step(db, command->name, options, true, err);
    return guarding_commit(db, status, err);
}

int guarding_commit(struct db *db, int status, struct err *err)
{
    sigset_t before;
    interrupt_hold(&before);
    if (status == 0)
        status = db_execute(db, "COMMIT", err);
    if (status == 0)
        interrupt_outcome(NULL);
    interrupt_let(&before);
    db_close(db);
    return status;
}
