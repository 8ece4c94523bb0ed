#include "commands/guarding.h"

#include "base/interrupt.h"
#include "base/str.h"
#include "commands/values.h"
#include "commands/cli/command_line.h"
#include "db/store.h"
#include "db/store_log.h"
#include "guard/split.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void show_database(void *context, const char *phase, struct db *db)
{
    struct progress *progress = context;
    progress_clear(progress);
    if (phase)
        progress_watch(progress, phase, db);
    else
        progress_start(progress, "", NULL, 0); /* the next count starts under any label */
}

struct guard_options guarding_options(int64_t n_jobs, struct progress *progress)
{
    progress_start(progress, "", NULL, 0);
    return (struct guard_options){.n_jobs = (int)n_jobs,
                                  .meter = progress_meter(progress),
                                  .on_database = show_database,
                                  .context = progress};
}

int guarding_check(struct findings *out, struct db *db, const char *path,
                   const struct check_request *options, int64_t n_jobs, struct err *err)
{
    scoped(progress) progress = {0};
    struct guard_options guard = guarding_options(n_jobs, &progress);
    return findings_collect(out, db, path, options, &guard, err);
}

int guarding_extend(struct db *db, int64_t n_jobs, struct err *err)
{
    scoped(progress) progress = {0};
    struct guard_options guard = guarding_options(n_jobs, &progress);
    return split_extend(db, &guard, err);
}

int guarding_begin(struct db **db, const char *path, struct err *err)
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

int guarding_end(struct db *db, struct err *err)
{
    return store_add_step(db, command_line_kept(), NULL, err) == 0 ? commit(db, err) : ERR;
}

int guarding_remember(struct db *db, const struct json *report, struct err *err)
{
    scoped(str) text = {0};
    char fingerprint[SHA256_HEX_SIZE];
    json_print(&text, report);
    return store_fingerprint(fingerprint, db, err) == 0
               ? store_add_checks(db, str_text(&text), fingerprint, err)
               : ERR;
}

static int read_fingerprint(char fingerprint[SHA256_HEX_SIZE], struct db *db, struct err *err)
{
    scoped(progress) progress = {0};
    progress_watch(&progress, "storing the result", db);
    return store_fingerprint(fingerprint, db, err);
}

static int store(const char *path, const char *report, const char *fingerprint, struct err *err)
{
    scoped(db) *db = NULL;
    return guarding_begin(&db, path, err) == 0 &&
                   store_add_checks(db, report, fingerprint, err) == 0
               ? guarding_end(db, err)
               : ERR;
}

void guarding_remember_read(const struct command *command, const char *path, struct db **read,
                            const struct json *report)
{
    scoped(str) text = {0};
    struct err err;
    char fingerprint[SHA256_HEX_SIZE];
    json_print(&text, report);
    int status = read_fingerprint(fingerprint, *read, &err);
    if (status == 0)
        status = store_has_checks(*read, str_text(&text), fingerprint, &err);
    db_close(*read);
    *read = NULL;
    if (status == 0)
        status = store(path, str_text(&text), fingerprint, &err);
    if (status < 0)
        tell(command,
             "the result was not stored in '%s', so cards and reports will not mention it: %s",
             path, err.message);
}
