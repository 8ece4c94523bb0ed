/* See guarding.h. */
#include "miner/guarding.h"

#include "db/store.h"

#include <string.h>

enum { MAX_JOBS = 1024 };

int guarding_read(const struct guarding_line *line, int argc, char **argv, const char **db)
{
    int code;
    *db = NULL;
    while ((code = getopt_long(argc, argv, line->short_options, line->long_options, NULL)) != -1) {
        if (code == 'h')
            return command_help(line->command);
        int status = code == '?' || code == ':' ? command_bad_option(line->command, code, argv)
                                                : line->set(line->command, line->arguments, code);
        if (status != EXIT_OK)
            return status;
    }
    if (argc - optind != 1)
        return command_usage(line->command, "name one database");
    *db = argv[optind];
    return EXIT_OK;
}

static void show(void *context, uint64_t done, uint64_t total)
{
    struct progress *progress = context;
    progress->total = total;
    progress_update(progress, done, done);
}

struct guard_options guarding_options(int64_t n_jobs, struct progress *progress, const char *label,
                                      const char *unit)
{
    progress_start(progress, label, unit, 0);
    return (struct guard_options){.n_jobs = (int)n_jobs, .on_progress = show, .context = progress};
}

int guarding_jobs(const struct command *command, const char *text, int64_t *n_jobs)
{
    if (command_number(text, 1, MAX_JOBS, n_jobs) == 0)
        return EXIT_OK;
    return command_usage(command, "--jobs takes a number from 1 to %d, not '%s'", MAX_JOBS, text);
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
