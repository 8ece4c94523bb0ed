/* The ordered pipeline over the wanted units of a plan. A commit waits for the disk, so commits can
 * be made rare enough to take a small share of the time. */
#include "base/run.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include "base/mem.h"
#include "base/pipeline.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Shards ---- */

bool shard_has(const struct shard *shard, const char *problem_id)
{
    char hex[SHA256_HEX_SIZE];
    if (shard->n_shards == 1)
        return true;
    sha256_hex(problem_id, strlen(problem_id), hex);
    hex[8] = '\0';
    return strtoll(hex, NULL, 16) % shard->n_shards + 1 == shard->number;
}

bool shard_wants(void *shard, const char *problem_id)
{
    return shard_has(shard, problem_id);
}

/* ---- The file ---- */

int run_file_open(struct run_file *file, char *path, const char *before, const char *after,
                  struct err *err)
{
    struct stat info;
    bool is_new = lstat(path, &info) != 0;
    int status = 0, flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (is_new ? O_EXCL : 0);
    *file = (struct run_file){.path = path, .is_new = is_new, .is_kept = !is_new};
    if (!is_new && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) {
        status = err_set(err, "'%s' is not a regular file", path);
    } else if (!is_new && S_ISREG(info.st_mode) && info.st_nlink > 1) {
        status = err_set(err, "'%s' is a hard link: its file has another name; remove it", path);
    } else {
        scoped_fd int fd = open(path, flags, 0666);
        status = fd < 0 ? err_set_errno(err, "%s'%s'%s", before, path, after) : 0;
    }
    if (status != 0)
        run_file_close(file);
    return status;
}

void run_file_close(struct run_file *file)
{
    if (file->path && !file->is_kept)
        run_file_remove(file->path);
    free(file->path);
    *file = (struct run_file){0};
}

void run_file_remove(const char *path)
{
    scoped_memory char *journal = mem_print("%s-journal", path);
    unlink(path);
    unlink(journal);
}

/* ---- The plan ---- */

void run_plan_make(struct run_plan *plan, size_t n_units)
{
    *plan = (struct run_plan){
        .n_units = n_units,
        .is_in_shard = mem_alloc(n_units, sizeof *plan->is_in_shard),
        .is_done = mem_alloc(n_units, sizeof *plan->is_done),
    };
}

void run_plan_want(struct run_plan *plan, size_t unit)
{
    plan->is_in_shard[unit] = true;
    plan->n_wanted++;
}

void run_plan_done(struct run_plan *plan, size_t unit)
{
    plan->is_done[unit] = true;
    plan->n_wanted--;
    plan->n_done++;
}

bool run_plan_wants(const struct run_plan *plan, size_t unit)
{
    return plan->is_in_shard[unit] && !plan->is_done[unit];
}

void run_plan_release(struct run_plan *plan)
{
    free(plan->is_in_shard);
    free(plan->is_done);
    *plan = (struct run_plan){0};
}

/* ---- The work ---- */

struct running {
    const struct run_plan *plan;
    const struct run_work *work;
    size_t next;                      /* unit */
    double committed_at, commit_took; /* in seconds */
    bool is_broken_off;
};

static int produce(void *context, void *item, struct err *err)
{
    struct running *running = context;
    const struct run_plan *plan = running->plan;
    while (running->next < plan->n_units && !run_plan_wants(plan, running->next))
        running->next++;
    if (running->next == plan->n_units || interrupt_signal())
        return 0;
    return running->work->take(running->work->context, running->next++, item, err) == 0 ? 1 : ERR;
}

static void *worker_new(void *context)
{
    const struct run_work *work = ((struct running *)context)->work;
    return work->worker_new(work->context);
}

static void work_on(void *context, void *worker, void *item)
{
    const struct run_work *work = ((struct running *)context)->work;
    work->work(work->context, worker, item);
}

static int commit(struct running *running, struct err *err)
{
    double start = clock_seconds();
    if (running->work->commit(running->work->context, err) != 0)
        return ERR;
    running->committed_at = clock_seconds();
    running->commit_took = running->committed_at - start;
    return 0;
}

static void show(void *context)
{
    const struct run_work *work = ((struct running *)context)->work;
    if (work->show)
        work->show(work->context);
}

static int consume(void *context, void *item, struct err *err)
{
    struct running *running = context;
    const struct run_work *work = running->work;
    int status = work->keep(work->context, item, err);
    running->is_broken_off = status == RUN_STOPPED;
    if (status != 0)
        return ERR;
    bool is_due =
        clock_seconds() - running->committed_at >= work->commit_share * running->commit_took;
    if (is_due && commit(running, err) != 0)
        return ERR;
    show(running);
    return 0;
}

int run_units(const struct run_plan *plan, const struct run_work *work, struct err *err)
{
    struct running running = {.plan = plan, .work = work, .committed_at = clock_seconds()};
    struct pipeline pipeline = {
        .n_threads = work->n_jobs,
        .context = &running,
        .item_size = work->item_size,
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = work->worker_free,
        .work = work_on,
        .consume = consume,
        .idle = work->show ? show : NULL,
        .release = work->release,
    };
    int status = pipeline_run(&pipeline, err);
    if ((status != 0 && !running.is_broken_off) || commit(&running, err) != 0)
        return ERR;
    return interrupt_signal() ? RUN_STOPPED : 0;
}
