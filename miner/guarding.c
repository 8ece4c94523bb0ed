/* See guarding.h. */
#include "miner/guarding.h"

#include "db/store.h"

#include <string.h>

struct guard_options guarding_options(int64_t n_jobs, struct progress *progress, const char *label,
                                      const char *unit)
{
    progress_start(progress, label, unit, 0);
    return (struct guard_options){
        .n_jobs = (int)n_jobs, .on_progress = progress_show, .context = progress};
}

int guarding_top(const struct command *command, const char *text, int64_t *top)
{
    if (command_number(text, 1, INT32_MAX, top) == 0)
        return EXIT_OK;
    return command_usage(command, "--top takes a whole number from 1, not '%s'", text);
}

int guarding_split(const struct command *command, const char *name, const char **split)
{
    int number = split_find(name);
    if (number == PAIR_NO_SPLIT)
        return command_usage(command, "--split takes train, validation or test, not '%s'", name);
    *split = split_names[number];
    return EXIT_OK;
}

int guarding_preset(const struct command *command, const char *name,
                    const struct near_preset **preset)
{
    *preset = near_preset_find(name);
    if (*preset)
        return EXIT_OK;
    return command_usage(command, "'%s' is no preset; there are: allamanis, buglab, bigcode", name);
}

int guarding_closure(const struct command *command, const char *list, unsigned *closure)
{
    const char *bad;
    *closure = closure_find(list, &bad);
    if (*closure)
        return EXIT_OK;
    return command_usage(command,
                         "'%.*s' ties no fixes; there are: problem, problem-cluster, user, "
                         "duplicates",
                         (int)strcspn(bad, ","), bad);
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

int guarding_end(struct db *db, int status, struct err *err)
{
    if (status == 0)
        status = db_execute(db, "COMMIT", err);
    db_close(db);
    return status;
}
