/* Row by row; what others refer to first. */
#include "miner/problem_store.h"

#include <stdlib.h>
#include <string.h>

int problem_store_errors(const struct input_errors *errors, const char *problem_id,
                         struct store *store, struct err *err)
{
    for (size_t i = 0; i < errors->list.n; i++) {
        const struct input_error *error = &errors->list.items[i];
        struct input_error_row row = {
            .kind = input_error_kind_name(error->kind),
            .file = error->file,
            .line = (int64_t)error->line,
            .detail = error->detail,
            .problem_id = error->problem_id ? error->problem_id : problem_id,
        };
        if (store_add_input_error(store, &row, err) != 0)
            return ERR;
    }
    return 0;
}

static int store_used(const struct problem_result *result, struct store *store, int64_t *keys,
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
        if (store_add_source(store, &used->source, &row.source_id, err) != 0 ||
            store_add_submission(store, &row, &keys[i], err) != 0)
            return ERR;
    }
    return 0;
}

static int store_fixes(const struct problem_result *result, struct store *store, struct err *err)
{
    int64_t *keys = mem_alloc(result->used.n, sizeof *keys);
    int status = store_used(result, store, keys, err);
    for (size_t i = 0; i < result->fixes.n && status == 0; i++) {
        struct fix_row row = result->fixes.items[i];
        row.buggy = keys[row.buggy];
        row.fixed = keys[row.fixed];
        status = store_add_fix(store, &row, err);
    }
    free(keys);
    return status;
}

static int store_rejects(const struct problem_result *result, struct store *store, struct err *err)
{
    for (int reason = 0; reason < N_REJECT_REASONS; reason++)
        for (size_t i = 0; i < result->n_rejects.n; i++)
            if (result->n_rejects.items[i].of[reason] &&
                store_add_problem_reject(store, result->problem->problem_id,
                                         reject_reason_name((enum reject_reason)reason),
                                         result->statuses.keys.items[i],
                                         (int64_t)result->n_rejects.items[i].of[reason], err) != 0)
                return ERR;
    return 0;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A dataset may hold any status: their texts are sorted and counted. */
static int store_statuses(const struct problem_result *result, struct store *store, struct err *err)
{
    size_t n = result->submissions.list.n;
    const char **texts = mem_alloc(n, sizeof *texts);
    int status = 0;
    for (size_t i = 0; i < n; i++)
        texts[i] = result->submissions.list.items[i].status;
    qsort(texts, n, sizeof *texts, compare_texts);
    for (size_t start = 0, end; start < n && status == 0; start = end) {
        for (end = start + 1; end < n && strcmp(texts[end], texts[start]) == 0;)
            end++;
        status = store_add_problem_status(store, result->problem->problem_id, texts[start],
                                          status_class_name(status_class_of(texts[start])),
                                          (int64_t)(end - start), err);
    }
    free(texts);
    return status;
}

static int store_history_sizes(const struct problem_result *result, struct store *store,
                               struct err *err)
{
    for (size_t size = 0; size < result->n_histories_of_size.n; size++) {
        int64_t n = (int64_t)result->n_histories_of_size.items[size];
        if (n && store_add_problem_history_size(store, result->problem->problem_id, (int64_t)size,
                                                n, err) != 0)
            return ERR;
    }
    return 0;
}

int problem_store(const struct problem_result *result, struct store *store, struct err *err)
{
    const struct submissions *submissions = &result->submissions;
    struct problem_row row = {
        .problem_id = result->problem->problem_id,
        .name = result->problem->name,
        .contest = result->problem->contest,
        .n_submissions = (int64_t)submissions->list.n,
        .n_histories = (int64_t)result->n_histories,
        .n_pairs = (int64_t)result->n_pairs,
        .n_fixes = (int64_t)result->fixes.n,
        .metadata_sha256 = submissions->sha256[0] ? submissions->sha256 : NULL,
        .n_rows = (int64_t)submissions->n_rows,
        .n_unusable = (int64_t)submissions->n_unusable,
        .n_other_languages = (int64_t)submissions->n_other_languages,
        .n_compared = (int64_t)result->n_compared,
        .n_unparsed_single = (int64_t)result->n_unparsed_single,
        .n_undecided_pairs = (int64_t)result->n_undecided_pairs,
        .n_undecided_fixes = (int64_t)result->n_undecided_fixes,
    };
    if (store_add_problem(store, &row, err) != 0 ||
        problem_store_errors(&result->errors, row.problem_id, store, err) != 0 ||
        store_fixes(result, store, err) != 0 || store_rejects(result, store, err) != 0 ||
        store_statuses(result, store, err) != 0)
        return ERR;
    return store_history_sizes(result, store, err);
}
