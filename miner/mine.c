/* The ordered pipeline over the problems. What is found goes to the store problem by problem; the
 * numbers of the whole run are added up on the way and written behind the last problem. */
#include "miner/mine.h"

#include "base/pipeline.h"
#include "miner/problem_clusters.h"
#include "miner/problem_descriptions.h"
#include "miner/run_totals.h"

#include <stdlib.h>
#include <string.h>

struct mining {
    struct dataset *dataset;
    const struct mine_options *options;
    struct store *store;
    const struct mine_listener *listener;
    size_t next_problem; /* of the producer */
    uint64_t done_bytes;
    struct run_totals totals;
};

/* An item of the pipeline. */
struct work {
    const struct problem *problem;
    struct problem_result *result; /* set by the worker */
};

static void *produce(void *context)
{
    struct mining *mining = context;
    if (mining->next_problem == mining->dataset->list.problems.n)
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

static int store_errors(struct mining *mining, const struct input_errors *errors, struct err *err)
{
    for (size_t i = 0; i < errors->list.n; i++) {
        const struct input_error *error = &errors->list.items[i];
        struct input_error_row row = {input_error_kind_name(error->kind), error->file,
                                      (int64_t)error->line, error->detail};
        mining->listener->on_error(mining->listener->context, error);
        if (store_add_input_error(mining->store, &row, err) != 0)
            return ERR;
    }
    return 0;
}

static int store_used(struct mining *mining, const struct problem_result *result, int64_t *keys,
                      struct err *err)
{
    for (size_t i = 0; i < result->used.n; i++) {
        const struct used_submission *used = &result->used.items[i];
        struct submission_row row = {
            .problem_id = result->problem->problem_id,
            .submission_id = used->submission->submission_id,
            .user_id = used->submission->user_id,
            .date = used->submission->date,
            .original_language = used->submission->original_language,
            .status = used->submission->status,
        };
        if (store_add_source(mining->store, &used->source, &row.source_id, err) != 0 ||
            store_add_submission(mining->store, &row, &keys[i], err) != 0)
            return ERR;
    }
    return 0;
}

static int store_fixes(struct mining *mining, const struct problem_result *result, struct err *err)
{
    int64_t *keys = mem_alloc(result->used.n, sizeof *keys);
    int status = store_used(mining, result, keys, err);
    for (size_t i = 0; i < result->fixes.n && status == 0; i++) {
        struct fix_row row = result->fixes.items[i];
        row.buggy = keys[row.buggy];
        row.fixed = keys[row.fixed];
        status = store_add_fix(mining->store, &row, err);
    }
    free(keys);
    return status;
}

static int store_problem(struct mining *mining, const struct problem_result *result,
                         struct err *err)
{
    struct problem_row row = {
        .problem_id = result->problem->problem_id,
        .name = result->problem->name,
        .contest = result->problem->contest,
        .n_submissions = (int64_t)result->submissions.list.n,
        .n_histories = (int64_t)result->n_histories,
        .n_pairs = (int64_t)result->n_pairs,
        .n_fixes = (int64_t)result->fixes.n,
    };
    if (store_add_problem(mining->store, &row, err) != 0)
        return ERR;
    return store_fixes(mining, result, err);
}

/* What an archive is waited for is told as that, not as mining. */
static void tell_progress(void *context)
{
    struct mining *mining = context;
    if (!dataset_tell_progress(mining->dataset))
        mining->listener->on_progress(mining->listener->context, mining->done_bytes,
                                      (uint64_t)mining->totals.n_submissions);
}

static int consume(void *context, void *item, struct err *err)
{
    struct mining *mining = context;
    struct work *work = item;
    int status = dataset_check(mining->dataset, err);
    if (status == 0)
        status = store_errors(mining, &work->result->errors, err);
    if (status == 0)
        status = store_problem(mining, work->result, err);
    if (status == 0) {
        run_totals_add(&mining->totals, work->result);
        mining->done_bytes += work->problem->metadata_bytes;
        tell_progress(mining);
    }
    if (status != 0)
        dataset_stop(mining->dataset);
    discard(context, item);
    return status;
}

static int store_run(struct mining *mining, struct err *err)
{
    const struct mine_options *options = mining->options;
    const struct language *language = options->language;
    char fingerprint[SHA256_HEX_SIZE];
    run_totals_fingerprint(&mining->totals, fingerprint);
    struct run_row row = {
        .tool_version = TOKFIX_VERSION,
        .language = language->name,
        .grammar = language->grammar_name,
        .grammar_version = language->grammar_version,
        .grammar_abi = syntax_grammar_abi(language),
        .pairing = pairing_name(options->pairing),
        .max_tokens = (int64_t)options->max_tokens,
        .max_bytes = (int64_t)options->max_bytes,
        .dataset = mining->dataset->name,
        .metadata_sha256 = fingerprint,
    };
    return store_add_run(mining->store, &row, err);
}

/* What the data set tells about problems that are one problem under several ids. */
static int store_identities(struct mining *mining, struct err *err)
{
    struct dataset *dataset = mining->dataset;
    if (problem_clusters_store(&dataset->root, mining->store, &dataset->errors, err) != 0 ||
        problem_descriptions_store(&dataset->root, &dataset->list, mining->store, &dataset->errors,
                                   err) != 0)
        return ERR;
    return dataset_check(dataset, err);
}

/* What is known only when all problems are mined. */
static int store_rest(struct mining *mining, struct err *err)
{
    if (dataset_finish(mining->dataset, err) != 0 || store_identities(mining, err) != 0 ||
        store_errors(mining, &mining->dataset->errors, err) != 0 || store_run(mining, err) != 0)
        return ERR;
    return run_totals_store(&mining->totals, mining->store, err);
}

int mine_dataset(struct dataset *dataset, const struct mine_options *options, int n_jobs,
                 struct store *store, const struct mine_listener *listener,
                 struct mine_summary *summary, struct err *err)
{
    struct mining mining = {
        .dataset = dataset,
        .options = options,
        .store = store,
        .listener = listener,
    };
    struct problem_miner *probe;
    if (problem_miner_new(&probe, options, err) != 0)
        return ERR;
    problem_miner_free(probe);
    run_totals_start(&mining.totals, dataset);

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
    int status = pipeline_run(&pipeline, err);
    if (status == 0)
        status = store_rest(&mining, err);
    *summary =
        (struct mine_summary){mining.totals.n_pairs, mining.totals.n_fixes, mining.totals.n_bugs};
    run_totals_release(&mining.totals);
    return status;
}
