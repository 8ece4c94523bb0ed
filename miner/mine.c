/* The ordered pipeline over the units. The results are stored unit by unit. Of the rows of a unit,
 * those that others refer to are stored first. */
#include "miner/mine.h"

#include "base/file.h"
#include "base/interrupt.h"
#include "base/pipeline.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static int store_errors(const struct input_errors *errors, const struct source_kind *kind,
                        const char *problem_id, struct store *store, struct err *err)
{
    for (size_t i = 0; i < errors->list.n; i++) {
        const struct input_error *error = &errors->list.items[i];
        struct input_error_row row = {
            .kind = kind->error_names[error->kind],
            .file = error->file,
            .line = (int64_t)error->line,
            .detail = error->detail,
            .problem_id = error->unit_id ? error->unit_id : problem_id,
        };
        if (store_add_input_error(store, &row, err) != 0)
            return ERR;
    }
    return 0;
}

static int store_used(const struct unit_result *result, struct store *store, int64_t *keys,
                      struct err *err)
{
    for (size_t i = 0; i < result->used.n; i++) {
        const struct used_version *used = &result->used.items[i];
        struct submission_row row = {
            .problem_id = result->unit->id,
            .submission_id = used->version->id,
            .user_id = used->version->user,
            .date = used->version->date,
            .language = used->version->language->name,
            .original_language = used->version->original_language,
            .status = used->version->verdict,
            .encoding = used->encoding,
        };
        if (store_add_program(store, &row, &used->source, &keys[i], err) != 0)
            return ERR;
    }
    return 0;
}

/* Stores what the source adds to the stored versions. */
static int store_more(const struct unit_result *result, const struct pair_source *source,
                      const int64_t *keys, struct store *store, struct err *err)
{
    size_t n = result->used.n;
    if (!source->store_unit)
        return 0;
    scoped_memory struct stored_version *stored = mem_alloc(n, sizeof *stored);
    for (size_t i = 0; i < n; i++)
        stored[i] = (struct stored_version){result->used.items[i].version, keys[i]};
    return source->store_unit(source->context, result->unit, result->content, stored, n, store,
                              err);
}

static int store_fixes(const struct unit_result *result, const struct pair_source *source,
                       struct store *store, struct err *err)
{
    scoped_memory int64_t *keys = mem_alloc(result->used.n, sizeof *keys);
    if (store_used(result, store, keys, err) != 0)
        return ERR;
    for (size_t i = 0; i < result->fixes.n; i++) {
        struct fix_row row = result->fixes.items[i];
        row.buggy = keys[row.buggy];
        row.fixed = keys[row.fixed];
        if (store_add_fix(store, &row, err) != 0)
            return ERR;
    }
    return store_more(result, source, keys, store, err);
}

static int store_rejects(const struct language_result *result, const struct problem_language *key,
                         struct store *store, struct err *err)
{
    for (int reason = 0; reason < N_REJECT_REASONS; reason++)
        for (size_t i = 0; i < result->n_rejects.n; i++)
            if (result->n_rejects.items[i].of[reason] &&
                store_add_problem_reject(store, key, reject_reason_name((enum reject_reason)reason),
                                         result->verdicts.keys.items[i],
                                         (int64_t)result->n_rejects.items[i].of[reason], err) != 0)
                return ERR;
    return 0;
}

static int compare_verdicts(const void *a, const void *b)
{
    const struct version *const *x = a, *const *y = b;
    return strcmp((*x)->verdict, (*y)->verdict);
}

/* Verdicts can be any text, so they are sorted and counted. The versions are those of the language.
 */
static int store_verdicts(const struct version *versions, size_t n_versions,
                          const struct problem_language *key, struct store *store, struct err *err)
{
    scoped_memory const struct version **list = mem_alloc(n_versions, sizeof *list);
    size_t n = 0;
    for (size_t i = 0; i < n_versions; i++)
        if (versions[i].verdict)
            list[n++] = &versions[i];
    qsort(list, n, sizeof *list, compare_verdicts);
    for (size_t start = 0, end; start < n; start = end) {
        for (end = start + 1; end < n && compare_verdicts(&list[end], &list[start]) == 0;)
            end++;
        if (store_add_problem_status(store, key, list[start]->verdict,
                                     verdict_class_name(list[start]->class), (int64_t)(end - start),
                                     err) != 0)
            return ERR;
    }
    return 0;
}

static int store_history_sizes(const struct language_result *result,
                               const struct problem_language *key, struct store *store,
                               struct err *err)
{
    for (size_t size = 0; size < result->n_histories_of_size.n; size++) {
        int64_t n = (int64_t)result->n_histories_of_size.items[size];
        if (n && store_add_problem_history_size(store, key, (int64_t)size, n, err) != 0)
            return ERR;
    }
    return 0;
}

static int store_language_result(const struct language_result *result, const char *problem_id,
                                 const struct version *versions, struct store *store,
                                 struct err *err)
{
    struct problem_language_row row = {
        .key = {problem_id, result->language->name},
        .n_submissions = (int64_t)result->n_versions,
        .n_histories = (int64_t)result->n_histories,
        .n_pairs = (int64_t)result->n_pairs,
        .n_fixes = (int64_t)result->n_fixes,
        .n_compared = (int64_t)result->n_compared,
        .n_undecided_pairs = (int64_t)result->n_undecided_pairs,
        .n_undecided_fixes = (int64_t)result->n_undecided_fixes,
    };
    if (store_add_problem_language(store, &row, err) != 0 ||
        store_rejects(result, &row.key, store, err) != 0 ||
        store_verdicts(versions, result->n_versions, &row.key, store, err) != 0)
        return ERR;
    return store_history_sizes(result, &row.key, store, err);
}

/* The versions of a language are adjacent, and the languages are in the order of the versions. */
static int store_language_results(const struct unit_result *result, struct store *store,
                                  struct err *err)
{
    const struct version *versions = result->content->versions.items;
    for (size_t i = 0; i < result->languages.n; i++) {
        const struct language_result *language = &result->languages.items[i];
        if (store_language_result(language, result->unit->id, versions, store, err) != 0)
            return ERR;
        versions += language->n_versions;
    }
    return 0;
}

static int store_unit(const struct unit_result *result, const struct pair_source *source,
                      struct store *store, struct err *err)
{
    const struct unit_content *content = result->content;
    struct problem_row row = {
        .problem_id = result->unit->id,
        .name = result->unit->name,
        .contest = result->unit->contest,
        .metadata_sha256 = content->fingerprint[0] ? content->fingerprint : NULL,
        .n_rows = (int64_t)content->n_rows,
        .n_unusable = (int64_t)content->n_unusable,
        .n_other_languages = (int64_t)content->n_other_languages,
    };
    if (store_add_problem(store, &row, err) != 0 ||
        store_errors(&content->errors, source->kind, row.problem_id, store, err) != 0 ||
        store_fixes(result, source, store, err) != 0)
        return ERR;
    return store_language_results(result, store, err);
}

/* A commit waits for the disk. The next commit comes after this many times the duration of the last
 * one. */
enum { COMMIT_SHARE = 20 };

struct mining {
    const struct pair_source *source;
    const struct mine_plan *plan;
    const struct mine_options *options;
    struct store *store;
    const struct mine_listener *listener;
    size_t next_unit; /* of the producer */
    struct mine_progress *progress;
    double committed_at, commit_took; /* in seconds */
    bool is_cut;  /* a stop was requested and waiting for the source was ended, so new results
                     may lack files */
    bool was_cut; /* such a result has come */
};

/* An item of the pipeline. */
struct work {
    const struct unit *unit;
    struct unit_result *result; /* set by the worker */
};

static int produce(void *context, void *item, struct err *err)
{
    struct mining *mining = context;
    (void)err;
    size_t n = mining->source->n_units;
    while (mining->next_unit < n && !mine_plan_wants(mining->plan, mining->next_unit))
        mining->next_unit++;
    if (mining->next_unit == n || interrupt_signal())
        return 0;
    ((struct work *)item)->unit = &mining->source->units[mining->next_unit++];
    return 1;
}

static void *worker_new(void *context)
{
    struct mining *mining = context;
    return unit_miner_new(mining->options);
}

static void worker_free(void *worker)
{
    unit_miner_free(worker);
}

static void work_on(void *context, void *worker, void *item)
{
    struct mining *mining = context;
    struct work *work = item;
    work->result = unit_miner_run(worker, mining->source, work->unit);
}

static void release(void *item)
{
    unit_result_free(((struct work *)item)->result);
}

/* While the pipeline waits for units, the source shows its own progress. */
static void tell_progress(void *context)
{
    struct mining *mining = context;
    const struct pair_source *source = mining->source;
    bool is_reading = source->is_reading(source->context);
    if (!is_reading)
        meter_show(&mining->listener->meter,
                   (struct meter_step){.label = "mining",
                                       .unit = "submissions",
                                       .done = mining->progress->done_bytes,
                                       .total = mining->plan->n_bytes,
                                       .count = mining->progress->n_submissions});
    if (is_reading && interrupt_signal()) {
        mining->is_cut = true;
        source->stop(source->context);
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

static int take_result(struct mining *mining, const struct unit_result *result, struct err *err)
{
    bool is_whole = mining->source->check(mining->source->context, err) == 0;
    if (mining->is_cut || result->is_cut || (!is_whole && interrupt_signal())) {
        mining->was_cut = true;
        return err_set(err, "stopped");
    }
    if (!is_whole)
        return ERR;
    tell_errors(mining, &result->content->errors);
    if (store_unit(result, mining->source, mining->store, err) != 0)
        return ERR;
    mining->progress->done_bytes += result->unit->n_bytes;
    mining->progress->n_submissions += result->content->versions.n;
    mining->progress->n_problems++;
    return now() - mining->committed_at < COMMIT_SHARE * mining->commit_took ? 0
                                                                             : commit(mining, err);
}

static int consume(void *context, void *item, struct err *err)
{
    struct mining *mining = context;
    int status = take_result(mining, ((struct work *)item)->result, err);
    if (status == 0)
        tell_progress(mining);
    else
        mining->source->stop(mining->source->context);
    return status;
}

/* Stores what is known only when all units are mined. */
static int store_rest(struct mining *mining, struct err *err)
{
    const struct pair_source *source = mining->source;
    struct source_end end;
    scoped(str) metadata = {0};
    if (source->finish(source->context, mining->plan->is_in_shard, mining->store, &end, err) != 0)
        return ERR;
    tell_errors(mining, end.errors);
    if (store_errors(end.errors, source->kind, NULL, mining->store, err) != 0)
        return ERR;
    if (end.metadata)
        file_add_name(&metadata, end.metadata);
    if (store_finish_run(mining->store, 1, end.name, end.metadata ? str_text(&metadata) : NULL,
                         err) != 0)
        return ERR;
    return commit(mining, err);
}

/* Called after the pipeline has ended with `status`. */
static int end(struct mining *mining, int status, struct err *err)
{
    if ((status != 0 && !mining->was_cut) || commit(mining, err) != 0)
        return ERR;
    if (interrupt_signal())
        return MINE_INTERRUPTED;
    status = store_rest(mining, err);
    return status != 0 && interrupt_signal() ? MINE_INTERRUPTED : status;
}

int mine_source(const struct pair_source *source, const struct mine_plan *plan,
                const struct mine_options *options, int n_jobs, struct store *store,
                const struct mine_listener *listener, struct mine_progress *progress,
                struct err *err)
{
    struct mining mining = {
        .source = source,
        .plan = plan,
        .options = options,
        .store = store,
        .listener = listener,
        .progress = progress,
        .committed_at = now(),
    };
    struct pipeline pipeline = {
        .n_threads = n_jobs,
        .context = &mining,
        .item_size = sizeof(struct work),
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = work_on,
        .consume = consume,
        .idle = tell_progress,
        .release = release,
    };
    return end(&mining, pipeline_run(&pipeline, err), err);
}
