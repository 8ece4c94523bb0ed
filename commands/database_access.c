/* A database is opened to be read or to be changed, and a split set is chosen in it at once. */
#include "commands/database_access.h"
#include "commands/cli/command_line.h"

#include "base/interrupt.h"
#include "db/store_log.h"
#include "guard/split.h"

#include <string.h>

void database_add_set(struct str *out, const char *split_set)
{
    if (split_set && strcmp(split_set, SPLIT_SET_DEFAULT) != 0)
        str_print(out, " --split-set %s", split_set);
}

int database_read(struct db **db, const char *path, const char *split_set, struct err *err)
{
    return store_open(db, path, err) == 0 ? store_choose_split_set(*db, path, split_set, true, err)
                                          : ERR;
}

int database_show(struct db **db, const char *path, const struct fix_choice *choice,
                  struct err *err)
{
    return store_open(db, path, err) == 0
               ? store_choose_split_set(*db, path, choice->split_set, choice->splits.n > 0, err)
               : ERR;
}

int database_change(struct db **db, const char *path, struct err *err)
{
    scoped(db) *opened = NULL;
    if (store_open_update(&opened, path, err) != 0 ||
        db_execute(opened, "BEGIN IMMEDIATE", err) != 0)
        return ERR;
    *db = hand_over(opened);
    return 0;
}

static int commit(struct db *db, struct err *err)
{
    scoped(interrupt_hold) hold = interrupt_hold();
    int status = db_execute(db, "COMMIT", err);
    if (status == 0)
        interrupt_outcome(NULL);
    return status;
}

int database_commit(struct db *db, struct err *err)
{
    return store_add_step(db, command_line_kept(), NULL, err) == 0 ? commit(db, err) : ERR;
}

static void show_database(void *context, const char *phase, struct db *db)
{
    struct progress *progress = context;
    progress_clear(progress);
    if (phase)
        progress_watch(progress, phase, db);
    else
        progress_start(progress, "", NULL, 0); /* the next count starts under any label */
}

struct guard_options database_guard(int64_t n_jobs, struct progress *progress)
{
    progress_start(progress, "", NULL, 0);
    return (struct guard_options){.n_jobs = (int)n_jobs,
                                  .meter = progress_meter(progress),
                                  .on_database = show_database,
                                  .context = progress};
}

int database_extend_splits(struct db *db, int64_t n_jobs, struct err *err)
{
    scoped(progress) progress = {0};
    struct guard_options guard = database_guard(n_jobs, &progress);
    return split_extend(db, &guard, err);
}
