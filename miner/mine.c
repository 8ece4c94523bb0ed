/* The ordered pipeline over the problems. What is found goes to the store problem by problem. */
#include "miner/mine.h"

#include "base/file.h"
#include "base/interrupt.h"
#include "base/pipeline.h"
#include "codenet/problem_clusters.h"
#include "codenet/problem_descriptions.h"
#include "miner/problem_store.h"

#include <stdlib.h>
#include <time.h>

/* A commit waits for the disk: how often is measured by how long that takes. */
enum { COMMIT_SHARE = 20 };

struct mining {
    struct dataset *dataset;
    const struct mine_plan *plan;
    const struct mine_options *options;
    struct store *store;
    const struct mine_listener *listener;
    size_t next_problem; /* of the producer */
    struct mine_progress *progress;
    double committed_at, commit_took; /* seconds */
    bool is_cut;  /* asked to stop, and nobody waits for the archive any more: what comes may lack
                    files */
    bool was_cut; /* and something came */
};

/* An item of the pipeline. */
struct work {
    const struct problem *problem;
    struct problem_result *result; /* set by the worker */
};

static void *produce(void *context)
{
    struct mining *mining = context;
    size_t n = mining->dataset->list.problems.n;
    while (mining->next_problem < n && !mine_plan_wants(mining->plan, mining->next_problem))
        mining->next_problem++;
    if (mining->next_problem == n || interrupt_signal())
        return NULL;
    struct work *work = mem_alloc(1, sizeof *work);
    work->problem = &mining->dataset->list.problems.items[mining->next_problem++];
    return work;
}

static void *worker_new(void *context)
{
    struct mining *mining = context;
    struct problem_miner *miner;
    struct err err;
    /* The grammar was accepted when the run began. */
    return problem_miner_new(&miner, mining->options, &err) == 0 ? miner : NULL;
}

static void worker_free(void *worker)
{
    problem_miner_free(worker);
}

static void work_on(void *context, void *worker, void *item)
{
    struct mining *mining = context;
    struct work *work = item;
    work->result = problem_miner_run(worker, mining->dataset, work->problem);
}

static void discard(void *context, void *item)
{
    (void)context;
    struct work *work = item;
    problem_result_free(work->result);
    free(work);
}

/* What an archive is waited for is told as that, not as mining. */
static void tell_progress(void *context)
{
    struct mining *mining = context;
    bool is_reading = dataset_tell_progress(mining->dataset);
    if (!is_reading)
        mining->listener->on_progress(mining->listener->context, mining->progress);
    if (is_reading && interrupt_signal()) {
        mining->is_cut = true;
        dataset_stop(mining->dataset);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int commit(struct mining *mining, struct err *err)
{
    double start = now();
    if (store_commit(mining->store, err) != 0)
        return ERR;
    mining->committed_at = now();
    mining->commit_took = mining->committed_at - start;
    mining->progress->n_committed = mining->progress->n_problems;
    return 0;
}

static void tell_errors(struct mining *mining, const struct input_errors *errors)
{
    for (size_t i = 0; i < errors->list.n; i++)
        mining->listener->on_error(mining->listener->context, &errors->list.items[i]);
}

static int take_result(struct mining *mining, const struct problem_result *result, struct err *err)
{
    bool is_whole = dataset_check(mining->dataset, err) == 0;
    if (mining->is_cut || (!is_whole && interrupt_signal())) {
        mining->was_cut = true;
        return err_set(err, "stopped");
    }
    if (!is_whole)
        return ERR;
    tell_errors(mining, &result->errors);
    if (problem_store(result, mining->store, err) != 0)
        return ERR;
    mining->progress->done_bytes += result->problem->metadata_bytes;
    mining->progress->n_submissions += result->submissions.list.n;
    mining->progress->n_problems++;
    return now() - mining->committed_at < COMMIT_SHARE * mining->commit_took ? 0
                                                                             : commit(mining, err);
}

static int consume(void *context, void *item, struct err *err)
{
    struct mining *mining = context;
    struct work *work = item;
    int status = take_result(mining, work->result, err);
    if (status == 0)
        tell_progress(mining);
    else
        dataset_stop(mining->dataset);
    discard(context, item);
    return status;
}

/* What the data set tells about problems that are one problem under several ids. */
static int store_identities(struct mining *mining, struct err *err)
{
    struct dataset *dataset = mining->dataset;
    if (problem_clusters_store(&dataset->root, mining->store, &dataset->errors, err) != 0 ||
        problem_descriptions_store(&dataset->root, &dataset->list, mining->plan->is_in_shard,
                                   mining->store, &dataset->errors, err) != 0)
        return ERR;
    return dataset_check(dataset, err);
}

/* What is known only when all problems are mined. */
static int store_rest(struct mining *mining, struct err *err)
{
    struct dataset *dataset = mining->dataset;
    const char *path = dataset->options.metadata;
    struct str metadata = {0};
    if (dataset_finish(dataset, err) != 0 || store_identities(mining, err) != 0)
        return ERR;
    tell_errors(mining, &dataset->errors);
    if (problem_store_errors(&dataset->errors, NULL, mining->store, err) != 0)
        return ERR;
    if (path)
        file_add_name(&metadata, path);
    int status =
        store_finish_run(mining->store, dataset->name, path ? str_text(&metadata) : NULL, err);
    str_release(&metadata);
    return status == 0 ? commit(mining, err) : ERR;
}

/* After the pipeline has ended with `status`. */
static int end(struct mining *mining, int status, struct err *err)
{
    if ((status != 0 && !mining->was_cut) || commit(mining, err) != 0)
        return ERR;
    if (interrupt_signal())
        return MINE_INTERRUPTED;
    status = store_rest(mining, err);
    return status != 0 && interrupt_signal() ? MINE_INTERRUPTED : status;
}

int mine_dataset(struct dataset *dataset, const struct mine_plan *plan,
                 const struct mine_options *options, int n_jobs, struct store *store,
                 const struct mine_listener *listener, struct mine_progress *progress,
                 struct err *err)
{
    struct mining mining = {
        .dataset = dataset,
        .plan = plan,
        .options = options,
        .store = store,
        .listener = listener,
        .progress = progress,
        .committed_at = now(),
    };
    struct problem_miner *probe;
    if (problem_miner_new(&probe, options, err) != 0)
        return ERR;
    problem_miner_free(probe);

    struct pipeline pipeline = {
        .n_threads = n_jobs,
        .context = &mining,
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = work_on,
        .consume = consume,
        .idle = tell_progress,
        .discard = discard,
    };
    return end(&mining, pipeline_run(&pipeline, err), err);
}
