/* What is mined goes to DB.unfinished, in steps. When nothing is left to do, the database is
 * made of it, all rows in an order of their own, so that it does not show how many steps there
 * were; it is written beside its place as DB.partial, and renamed. */
#include "commands/mine_run.h"

#include "base/interrupt.h"
#include "base/pipeline.h"
#include "base/shell.h"
#include "base/target.h"
#include "cli/tell.h"
#include "codenet/codenet_source.h"
#include "codenet/dataset.h"
#include "db/store_merge.h"
#include "commands/mine_report.h"
#include "commands/mine_summary.h"
#include "commands/replacing.h"
#include "miner/unfinished.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    DEFAULT_MAX_BYTES = 1 << 20,
    DEFAULT_MAX_PAIRS = 1000000, /* all of CodeNet has 1,269,813 in Python */
};

struct run {
    const struct command *command;
    const struct mine_arguments *arguments;
    struct mine_report report;
    struct unfinished unfinished;
    struct dataset dataset;
    struct pair_source source; /* of it */
    struct run_row identity;
    struct mine_plan plan;
    struct mine_progress progress;
    bool can_go_on; /* what is unfinished is this run */
};

/* What is mined is not written over. */
static int spare_inputs(const struct mine_arguments *arguments, struct err *err)
{
    char *unfinished = unfinished_path(arguments->output);
    const char *const targets[] = {arguments->output, unfinished};
    int status = 0;
    for (int i = 0; i < 2 && status == 0; i++) {
        status = target_spare(targets[i], arguments->dataset, "the dataset", err);
        if (status == 0 && arguments->metadata)
            status = target_spare(targets[i], arguments->metadata, "the metadata", err);
    }
    free(unfinished);
    return status;
}

static bool is_in_shard(void *shard, const char *problem_id)
{
    return shard_has(shard, problem_id);
}

static int open_dataset(struct run *run, struct err *err)
{
    const struct mine_arguments *arguments = run->arguments;
    const char *slash = strrchr(arguments->output, '/');
    struct str folder = {0};
    if (slash)
        str_add(&folder, arguments->output, (size_t)(slash - arguments->output) + 1);
    else
        str_add_text(&folder, ".");
    struct dataset_options options = {
        .path = arguments->dataset,
        .metadata = arguments->metadata,
        .language = arguments->options.language,
        .max_source_bytes = arguments->options.max_bytes,
        .temporary_folder = str_text(&folder),
        .is_wanted = is_in_shard,
        .wanted_context = (void *)&arguments->shard,
        .on_progress = mine_report_reading,
        .context = &run->report,
    };
    int status = dataset_open(&run->dataset, &options, err);
    progress_clear(&run->report.progress);
    str_release(&folder);
    if (status != 0)
        return ERR;
    run->source = codenet_source(&run->dataset);
    run->identity = run_identity(&arguments->options, &arguments->shard, &run->source);
    return 0;
}

/* Whether `path` holds the run of these options (and of this dataset, once it is open). */
static int compare(const struct run *run, const struct run_row *there, const char *path,
                   const char *advice, struct err *err)
{
    struct str differences = {0};
    run_identity_add_differences(&differences, there, &run->identity);
    int status = 0;
    if (differences.length)
        status =
            err_set(err, "'%s' holds another run: %s; %s", path, str_text(&differences), advice);
    str_release(&differences);
    return status;
}

/* That the list of the metadata is another one is looked at last: which file has changed says
 * more. */
static int plan(struct run *run, struct db *done, const struct run_row *there, struct err *err)
{
    int status = mine_plan_make(&run->plan, &run->source, &run->arguments->shard, done,
                                mine_report_checking, &run->report, err);
    progress_clear(&run->report.progress);
    struct err broken;
    if (status != 0 && dataset_check(&run->dataset, &broken) != 0)
        *err = broken; /* what could not be read is no other dataset */
    if (status != 0 || !there)
        return status;
    struct str differences = {0};
    run_identity_add_listing_differences(&differences, &codenet_kind, there, &run->identity);
    if (differences.length)
        status = err_set(err, "another dataset: %s", str_text(&differences));
    str_release(&differences);
    return status;
}

static const char begin_anew[] = "resume it as it was started, or start over with --force";

/* Goes on with the run of the unfinished store. */
static int resume(struct run *run, const struct run_row *there, struct err *err)
{
    struct err why;
    if (open_dataset(run, err) != 0)
        return ERR;
    if (plan(run, store_db(run->unfinished.store), there, &why) != 0)
        return err_set(err, "'%s' cannot be resumed: %s; %s", run->unfinished.path, why.message,
                       begin_anew);
    tell(run->command, "going on: %zu of %zu problems are done", run->plan.n_done,
         run->plan.n_done + run->plan.n_wanted);
    return 0;
}

static int begin(struct run *run, struct err *err)
{
    if (open_dataset(run, err) != 0 || plan(run, NULL, NULL, err) != 0)
        return ERR;
    return store_add_run(run->unfinished.store, &run->identity, err);
}

/* Throws the unfinished run away. */
static int begin_again(struct run *run, struct err *err)
{
    unfinished_remove(&run->unfinished);
    if (unfinished_open(&run->unfinished, run->arguments->output, err) != 0)
        return ERR;
    return begin(run, err);
}

static int refuse_unfinished(struct run *run, struct err *err)
{
    int64_t n;
    run->can_go_on = true;
    if (db_get_int(store_db(run->unfinished.store), &n, "SELECT count(*) FROM problems", err) != 0)
        return ERR;
    return err_set(err,
                   "'%s' holds an unfinished run, with %" PRId64
                   " problems done; go on with it, or begin anew with --force",
                   run->unfinished.path, n);
}

/* With an unfinished run there, what is to be done depends on what was asked for. */
static int begin_or_resume(struct run *run, struct err *err)
{
    struct run_row there;
    struct db_statement *statement = NULL;
    if (!run->unfinished.has_run)
        return begin(run, err);
    if (run->arguments->is_replacing && !run->arguments->is_resuming)
        return begin_again(run, err);
    int status = store_read_run(store_db(run->unfinished.store), &there, &statement, err) == 1
                     ? compare(run, &there, run->unfinished.path, begin_anew, err)
                     : ERR;
    if (status == 0)
        status =
            run->arguments->is_resuming ? resume(run, &there, err) : refuse_unfinished(run, err);
    db_finish(statement);
    return status;
}

static int on_written(void *context, size_t n_done, size_t n_problems, struct err *err)
{
    struct run *run = context;
    mine_report_writing(&run->report, n_done, n_problems);
    return interrupt_signal() ? err_set(err, "stopped") : 0;
}

/* Makes the database of the finished run. */
static int write_database(struct run *run, const char *partial_path, struct err *err)
{
    struct store *store;
    struct run_row row;
    struct db_statement *statement = NULL;
    struct db *part = store_db(run->unfinished.store);
    struct store_merge_listener listener = {on_written, run};
    if (store_create(&store, partial_path, err) != 0)
        return ERR;
    int status = store_read_run(part, &row, &statement, err) == 1
                     ? store_merge(store, &part, 1, &row, &listener, err)
                     : ERR;
    db_finish(statement);
    progress_clear(&run->report.progress);
    if (status == 0)
        return store_finish(store, err);
    store_abandon(store);
    return ERR;
}

static int finish(struct run *run, struct err *err)
{
    struct target target;
    if (target_open(&target, run->arguments->output, run->arguments->is_replacing, err) != 0)
        return ERR;
    if (write_database(run, target.partial_path, err) == 0)
        return target_commit(&target, err);
    target_abandon(&target);
    return ERR;
}

static bool is_finished(const struct run *run)
{
    int64_t n = 0;
    struct err ignored;
    db_get_int(store_db(run->unfinished.store), &n, "SELECT count(metadata_sha256) FROM run",
               &ignored);
    return n != 0;
}

/* Mines what the plan wants, and makes the database. */
static int go_on(struct run *run, struct err *err)
{
    const struct mine_arguments *arguments = run->arguments;
    struct mine_listener listener = {&run->report, mine_report_error, mine_report_mining};
    int status = 0;
    run->report.plan = &run->plan;
    run->report.mining = &run->progress;
    run->can_go_on = true;
    if (!is_finished(run))
        status = mine_source(&run->source, &run->plan, &arguments->options, (int)arguments->n_jobs,
                             run->unfinished.store, &listener, &run->progress, err);
    progress_clear(&run->report.progress);
    run->unfinished.has_run |= run->progress.n_committed != 0;
    return status == 0 ? finish(run, err) : ERR;
}

static void tell_result(const struct run *run, const struct mine_summary *summary)
{
    struct str database = {0};
    shell_add_word(&database, run->arguments->output);
    mine_report_rest(&run->report, str_text(&database));
    mine_summary_tell(summary, run->command, str_text(&database));
    str_release(&database);
    if (run->arguments->is_json)
        mine_summary_print(summary, run->arguments->output);
}

/* Whoever asks a run to stop is told how to go on with it, whatever it was at. */
static int stop(struct run *run)
{
    struct err what;
    const char *signal_name = interrupt_signal() == SIGINT ? "SIGINT" : "SIGTERM";
    bool is_kept = run->unfinished.has_run;
    if (is_kept)
        err_set(&what, "stopped by %s; %zu of %zu problems are kept in '%s.unfinished'",
                signal_name, run->plan.n_done + run->progress.n_committed,
                run->plan.n_done + run->plan.n_wanted, run->arguments->output);
    else
        err_set(&what, "stopped by %s before the first problem was done", signal_name);
    command_fail(run->command, &what);
    tell(run->command, "%s: %s", is_kept ? "go on with" : "begin again with",
         run->arguments->command_line);
    return EXIT_INTERRUPTED;
}

static int fail(struct run *run, const struct err *err)
{
    command_fail(run->command, err);
    if (run->unfinished.has_run && run->can_go_on)
        tell(run->command, "what is done is kept in '%s.unfinished'; go on with: %s",
             run->arguments->output, run->arguments->command_line);
    return EXIT_FAILED;
}

static void release(struct run *run)
{
    unfinished_close(&run->unfinished);
    mine_plan_release(&run->plan);
    dataset_close(&run->dataset);
}

static int end(struct run *run, int status, const struct err *err)
{
    struct mine_summary summary;
    struct err why = *err;
    if (status == 0)
        status = mine_summary_read(&summary, store_db(run->unfinished.store), &why);
    int exit_status = status == 0 ? EXIT_OK : interrupt_signal() ? stop(run) : fail(run, &why);
    if (status == 0) {
        unfinished_remove(&run->unfinished);
        tell_result(run, &summary);
    }
    release(run);
    return exit_status;
}

/* The database that is there must be of this run. */
static int compare_database(struct run *run, struct err *err)
{
    struct db *db;
    struct run_row there;
    struct db_statement *statement = NULL;
    static const char replace_it[] = "replace it with --force";
    const char *path = run->arguments->output;
    if (store_open(&db, path, err) != 0)
        return ERR;
    int status = store_read_run(db, &there, &statement, err) == 1
                     ? compare(run, &there, path, replace_it, err)
                     : ERR;
    if (status == 0)
        status = open_dataset(run, err);
    struct err why;
    if (status == 0 && plan(run, db, &there, &why) != 0)
        status = err_set(err, "'%s' is of %s; %s", path, why.message, replace_it);
    db_finish(statement);
    db_close(db);
    return status;
}

/* The database is there, and is to be gone on with: nothing is left to do. A run that was killed
 * at the very end may not have come to remove what it was made of. */
static int confirm(struct run *run)
{
    struct err err;
    struct stat info;
    int exit_status = EXIT_OK;
    char *left = unfinished_path(run->arguments->output);
    if (compare_database(run, &err) != 0) {
        exit_status = interrupt_signal() ? stop(run) : command_fail(run->command, &err);
    } else {
        tell(run->command, "'%s' holds this run, finished: nothing to do", run->arguments->output);
        if (lstat(left, &info) == 0 &&
            unfinished_open(&run->unfinished, run->arguments->output, &err) == 0)
            unfinished_remove(&run->unfinished);
    }
    free(left);
    release(run);
    return exit_status;
}

static bool is_confirming(const struct mine_arguments *arguments)
{
    return arguments->is_resuming && !arguments->is_replacing &&
           access(arguments->output, F_OK) == 0;
}

struct mine_arguments mine_arguments_default(void)
{
    return (struct mine_arguments){
        .shard = {1, 1},
        .options = {.language = languages[0],
                    .pairing = PAIRING_ALL,
                    .failing = FAILING_JUDGED,
                    .max_bytes = DEFAULT_MAX_BYTES,
                    .max_pairs = DEFAULT_MAX_PAIRS},
        .n_jobs = pipeline_cpu_count(),
    };
}

int mine_run(const struct command *command, const struct mine_arguments *arguments)
{
    struct run run = {
        .command = command,
        .arguments = arguments,
        .report = {.command = command},
        .dataset = DATASET_CLOSED,
    };
    struct err err = {{0}};
    interrupt_listen();
    run.identity = run_identity(&arguments->options, &arguments->shard, NULL);
    int status = spare_inputs(arguments, &err);
    if (status == 0)
        status = replacing_is_safe(arguments->output, true, &err);
    if (status == 0 && is_confirming(arguments))
        return confirm(&run);
    if (status == 0)
        status = target_check(arguments->output, arguments->is_replacing, &err);
    if (status == 0)
        status = unfinished_open(&run.unfinished, arguments->output, &err);
    if (status == 0)
        status = begin_or_resume(&run, &err);
    if (status == 0)
        status = go_on(&run, &err);
    return end(&run, status, &err);
}
