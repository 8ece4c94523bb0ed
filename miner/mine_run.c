/* The rows of the database have a defined order, so it does not depend on the number of steps. The
 * database is written next to its final place as DB.partial, and then renamed. */
#include "miner/mine_run.h"

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/target.h"
#include "db/store_merge.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

char *unfinished_path(const char *database)
{
    return mem_print("%s.unfinished", database);
}

/* A database that is filled in steps, next to the final one. SQLite keeps a journal next to the
 * file; both are removed together. */
struct unfinished {
    char *path;          /* owned */
    struct store *store; /* NULL when closed */
    bool has_run;        /* the file contained a run when it was opened, or contains one now */
};

static void unlink_both(const struct unfinished *unfinished)
{
    scoped_memory char *journal = mem_print("%s-journal", unfinished->path);
    unlink(unfinished->path);
    unlink(journal);
}

/* Creates the file if it does not exist, because SQLite does not say why a file cannot be
 * opened. */
static int make_file(const char *path, bool *is_new, struct err *err)
{
    struct stat info;
    *is_new = lstat(path, &info) != 0;
    if (!*is_new && !S_ISREG(info.st_mode))
        return err_set(err, "'%s' is not a regular file", path);
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (*is_new ? O_EXCL : 0), 0666);
    if (fd < 0)
        return err_set_errno(err, "cannot write '%s'", path);
    close(fd);
    return 0;
}

/* Opens the unfinished database, or creates it. Fails when another run has it open, and when the
 * file is something else. */
static int unfinished_open(struct unfinished *unfinished, const char *database, struct err *err)
{
    bool is_new = false;
    *unfinished = (struct unfinished){.path = unfinished_path(database)};
    if (make_file(unfinished->path, &is_new, err) == 0 &&
        store_create_in_steps(&unfinished->store, &unfinished->has_run, unfinished->path, err) == 0)
        return 0;
    if (is_new)
        unlink_both(unfinished);
    free(unfinished->path);
    *unfinished = (struct unfinished){0};
    return ERR;
}

/* Closes the file. What is not committed is lost. Removes the file unless it contains a run. */
static void unfinished_close(struct unfinished *unfinished)
{
    bool has_run = unfinished->has_run;
    if (!unfinished->store)
        return;
    store_abandon(unfinished->store);
    unfinished->store = NULL;
    if (!has_run)
        unlink_both(unfinished);
    free(unfinished->path);
    unfinished->path = NULL;
}

static void unfinished_remove(struct unfinished *unfinished)
{
    unfinished->has_run = false;
    unfinished_close(unfinished);
}

struct run {
    const struct mine_request *request;
    const struct source_kind *kind;
    struct mine_result *result;
    struct unfinished unfinished;
    struct pair_source source;
    struct run_row identity;
    struct mine_plan plan;
};

static int open_source(struct run *run, struct err *err)
{
    const struct mine_request *request = run->request;
    if (request->open_source(request->context, &run->source, err) != 0)
        return ERR;
    run->identity = run_identity(&request->options, &request->shard, &run->source);
    return 0;
}

/* Fails unless the run in `path` has these options. */
static int compare(const struct run *run, const struct run_row *there, const char *path,
                   const char *advice, struct err *err)
{
    scoped(str) differences = {0};
    run_identity_add_differences(&differences, there, &run->identity);
    if (differences.length)
        return err_set(err, "'%s' was made with different options: %s; %s", path, differences.text,
                       advice);
    return 0;
}

/* The list of the metadata is compared last, because naming the changed file says more. */
static int plan(struct run *run, struct db *done, const struct run_row *there, struct err *err)
{
    int status = mine_plan_make(&run->plan, &run->source, &run->request->shard, done,
                                &run->request->listener.meter, err);
    struct err broken;
    if (status != 0 && run->source.check(run->source.context, &broken) != 0)
        *err = broken; /* a failure to read does not mean that the dataset is different */
    if (status != 0 || !there)
        return status;
    scoped(str) differences = {0};
    run_identity_add_listing_differences(&differences, run->kind, there, &run->identity);
    return differences.length ? err_set(err, "the dataset is different: %s", differences.text) : 0;
}

static const char start_again[] = "resume it as it was started, or start again with --force";

/* Resumes the run of the unfinished database. */
static int resume(struct run *run, const struct run_row *there, struct err *err)
{
    struct err why;
    if (open_source(run, err) != 0)
        return ERR;
    if (plan(run, store_db(run->unfinished.store), there, &why) != 0)
        return err_set(err, "'%s' cannot be resumed: %s; %s", run->unfinished.path, why.message,
                       start_again);
    run->request->on_resume(run->request->context, run->plan.n_done,
                            run->plan.n_done + run->plan.n_wanted);
    return 0;
}

static int begin(struct run *run, struct err *err)
{
    if (open_source(run, err) != 0 || plan(run, NULL, NULL, err) != 0)
        return ERR;
    return store_add_run(run->unfinished.store, &run->identity, err);
}

/* Discards the unfinished run and starts again. */
static int begin_again(struct run *run, struct err *err)
{
    unfinished_remove(&run->unfinished);
    if (unfinished_open(&run->unfinished, run->request->output, err) != 0)
        return ERR;
    return begin(run, err);
}

static int refuse_unfinished(struct run *run, struct err *err)
{
    int64_t n;
    run->result->can_go_on = true;
    if (db_get_int(store_db(run->unfinished.store), &n, "SELECT count(*) FROM problems", err) != 0)
        return ERR;
    return err_set(err,
                   "'%s' contains an unfinished run with %" PRId64
                   " finished %s; resume it with --resume, or start again with --force",
                   run->unfinished.path, n, plural((double)n, "problem", "problems"));
}

/* If there is an unfinished run, the request decides what to do with it. */
static int begin_or_resume(struct run *run, struct err *err)
{
    struct run_row there;
    scoped(arena) arena = {0};
    if (!run->unfinished.has_run)
        return begin(run, err);
    if (run->request->is_replacing && !run->request->is_resuming)
        return begin_again(run, err);
    if (store_read_run(store_db(run->unfinished.store), &there, &arena, err) != 1 ||
        compare(run, &there, run->unfinished.path, start_again, err) != 0)
        return ERR;
    return run->request->is_resuming ? resume(run, &there, err) : refuse_unfinished(run, err);
}

static void show_writing(void *context, const struct meter_step *step)
{
    const struct run *run = context;
    struct meter_step writing = *step;
    writing.label = "writing";
    writing.unit = "problems";
    meter_show(&run->request->listener.meter, writing);
}

/* Writes the database of the finished run. */
static int write_database(struct run *run, const char *partial_path, struct err *err)
{
    scoped(store) *store = NULL;
    scoped(arena) arena = {0};
    struct run_row row;
    struct merged_run same = {1, 1};
    struct merged_part part = {store_db(run->unfinished.store), &same, 1};
    struct meter meter = {show_writing, run};
    if (store_create(&store, partial_path, err) != 0 ||
        store_read_run(part.db, &row, &arena, err) != 1 ||
        store_merge(store, &part, 1, &row, 1, &meter, err) != 0)
        return ERR;
    return store_finish(hand_over(store), err);
}

static int finish(struct run *run, struct err *err)
{
    scoped(target) target = {0};
    if (target_open(&target, run->request->output, run->request->is_replacing, err) != 0 ||
        write_database(run, target.partial_path, err) != 0)
        return ERR;
    return target_commit(&target, err);
}

static bool is_finished(const struct run *run)
{
    int64_t n = 0;
    struct err ignored;
    db_get_int(store_db(run->unfinished.store), &n, "SELECT count(metadata_sha256) FROM run",
               &ignored);
    return n != 0;
}

/* Mines the units of the plan and writes the database. */
static int go_on(struct run *run, struct err *err)
{
    const struct mine_request *request = run->request;
    struct mine_progress *progress = &run->result->progress;
    int status = 0;
    progress->is_mining = true;
    progress->n_done = run->plan.n_done;
    progress->n_wanted = run->plan.n_wanted;
    run->result->can_go_on = true;
    if (!is_finished(run))
        status = mine_source(&run->source, &run->plan, &request->options, request->n_jobs,
                             run->unfinished.store, &request->listener, progress, err);
    run->unfinished.has_run |= progress->n_committed != 0;
    return status == 0 ? finish(run, err) : ERR;
}

/* Fails unless the existing database belongs to this run. */
static int compare_database(struct run *run, struct err *err)
{
    scoped(db) *db = NULL;
    scoped(arena) arena = {0};
    struct run_row there;
    struct err why;
    static const char replace_it[] = "replace it with --force";
    const char *path = run->request->output;
    if (store_open(&db, path, err) != 0 || store_read_run(db, &there, &arena, err) != 1 ||
        compare(run, &there, path, replace_it, err) != 0 || open_source(run, err) != 0)
        return ERR;
    if (plan(run, db, &there, &why) != 0)
        return err_set(err, "'%s' cannot be resumed: %s; %s", path, why.message, replace_it);
    return 0;
}

/* The database exists and the run is to be resumed: nothing is left to do. A run that was killed at
 * the very end may have left the unfinished database; it is removed. */
static int confirm(struct run *run, struct err *err)
{
    struct stat info;
    struct err ignored;
    scoped_memory char *left = unfinished_path(run->request->output);
    if (compare_database(run, err) != 0)
        return ERR;
    if (lstat(left, &info) == 0 &&
        unfinished_open(&run->unfinished, run->request->output, &ignored) == 0)
        unfinished_remove(&run->unfinished);
    return 0;
}

static int count_errors(struct mine_summary *summary, const struct source_kind *kind, struct db *db,
                        struct err *err)
{
    scoped(db_statement) *count =
        db_query(db, err, "SELECT count(*) FROM input_errors WHERE kind = ?", NULL);
    for (int i = 0; i < kind->n_error_kinds; i++) {
        if (db_run(count, err, "t", kind->error_names[i]) != 1)
            return ERR;
        summary->n_of_kind[i] = db_int(count, 0);
        db_rewind(count);
    }
    return count ? 0 : ERR;
}

static int read_left_out(struct mine_summary *summary, const struct source_kind *kind,
                         struct db *db, struct err *err)
{
    if (!kind->left_out)
        return 0;
    scoped(db_statement) *line = db_query(db, err, kind->left_out, NULL);
    if (db_step(line, err) != 1)
        return ERR;
    snprintf(summary->left_out, sizeof summary->left_out, "%s", db_text(line, 0));
    return 0;
}

int mine_summary_read(struct mine_summary *summary, const struct source_kind *kind, struct db *db,
                      struct err *err)
{
    *summary = (struct mine_summary){0};
    if (db_get_int(db, &summary->n_pairs, "SELECT sum(n_pairs) FROM problem_languages", err) != 0 ||
        db_get_int(db, &summary->n_fixes, "SELECT count(*) FROM fixes WHERE origin = 'real'",
                   err) != 0 ||
        db_get_int(db, &summary->n_bugs,
                   "SELECT count(*) FROM fixes JOIN categories USING (category) "
                   "WHERE in_thesis AND origin = 'real'",
                   err) != 0 ||
        read_left_out(summary, kind, db, err) != 0)
        return ERR;
    return count_errors(summary, kind, db, err);
}

static int make(struct run *run, struct err *err)
{
    const struct mine_request *request = run->request;
    if (target_check(request->output, request->is_replacing, err) != 0 ||
        unfinished_open(&run->unfinished, request->output, err) != 0 ||
        begin_or_resume(run, err) != 0 || go_on(run, err) != 0)
        return ERR;
    return mine_summary_read(&run->result->summary, run->kind, store_db(run->unfinished.store),
                             err);
}

static bool is_confirming(const struct mine_request *request)
{
    return request->is_resuming && !request->is_replacing && access(request->output, F_OK) == 0;
}

/* Sets the number of finished units. If the run ended before the plan was whole, they are all those
 * that an earlier run has left. */
static void count_done(struct run *run)
{
    struct mine_progress *progress = &run->result->progress;
    int64_t n = 0;
    struct err ignored;
    progress->n_done = run->plan.n_done;
    progress->n_wanted = run->plan.n_wanted;
    if (progress->is_mining || !run->unfinished.has_run)
        return;
    db_get_int(store_db(run->unfinished.store), &n, "SELECT count(*) FROM problems", &ignored);
    progress->n_done = (size_t)n;
    progress->n_wanted = 0;
}

enum mine_outcome mine_run(const struct mine_request *request, const struct source_kind *kind,
                           struct mine_result *result, struct err *err)
{
    struct run run = {.request = request, .kind = kind, .result = result};
    bool confirms = is_confirming(request);
    run.identity = run_identity(&request->options, &request->shard, NULL);
    int status = confirms ? confirm(&run, err) : make(&run, err);
    result->is_kept = run.unfinished.has_run;
    count_done(&run);
    if (status == 0 && !confirms)
        unfinished_remove(&run.unfinished);
    unfinished_close(&run.unfinished);
    mine_plan_release(&run.plan);
    if (status == 0)
        return confirms ? MINE_WAS_DONE : MINE_DONE;
    return interrupt_signal() ? MINE_STOPPED : MINE_FAILED;
}
