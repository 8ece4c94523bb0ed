/* The order of the rows, and so their keys, depends on the unit alone. Merging keeps it
 * (db/store_merge.h). */
#include "miner/unit_miner.h"

#include <stdlib.h>
#include <string.h>

void unit_result_release(void *memory)
{
    struct unit_result *result = memory;
    unit_content_free(result->content);
    for (size_t i = 0; i < result->languages.n; i++) {
        array_release(&result->languages.items[i].n_histories_of_size);
        table_release(&result->languages.items[i].verdicts);
        array_release(&result->languages.items[i].by_verdict);
    }
    array_release(&result->languages);
    array_release(&result->used);
    array_release(&result->fixes);
}

int input_errors_store(const struct input_errors *errors, const char *unit_id, struct db *store,
                       struct err *err)
{
    for (size_t i = 0; i < errors->list.n; i++) {
        const struct input_error *error = &errors->list.items[i];
        struct input_error_row row = {
            .kind = input_error_name(error->kind),
            .file = error->file,
            .line = (int64_t)error->line,
            .detail = error->detail,
            .problem_id = error->unit_id ? error->unit_id : unit_id,
        };
        if (store_add_input_error(store, &row, err) != 0)
            return ERR;
    }
    return 0;
}

static int store_fixes(const struct unit_result *result, const struct pair_source *source,
                       struct db *store, struct err *err)
{
    size_t n = result->used.n;
    for (size_t i = 0; i < n; i++) {
        struct used_version *used = &result->used.items[i];
        const struct version *version = used->version;
        struct submission_row row = {
            .problem_id = result->unit->id,
            .submission_id = version->id,
            .user_id = version->user,
            .date = version->date,
            .language = version->language->name,
            .original_language = version->original_language,
            .status = version->verdict,
            .encoding = used->encoding,
        };
        if (store_add_program(store, &row, &used->source, &used->key, err) != 0)
            return ERR;
    }
    if (source->store_versions &&
        source->store_versions(source->context, result->unit, result->content, result->used.items,
                               n, store, err) != 0)
        return ERR;
    for (size_t i = 0; i < result->fixes.n; i++) {
        struct fix_row row = result->fixes.items[i];
        row.buggy = result->used.items[row.buggy].key;
        row.fixed = result->used.items[row.fixed].key;
        if (store_add_fix(store, &row, err) != 0)
            return ERR;
    }
    return 0;
}

/* ---- Counts by language ---- */

static int store_verdict(const struct problem_language *key, const char *verdict,
                         const struct verdict_counts *counts, struct db *store, struct err *err)
{
    if (counts->class != VERDICT_NONE &&
        store_add_problem_status(store, key, verdict, verdict_class_name(counts->class),
                                 (int64_t)counts->n, err) != 0)
        return ERR;
    for (int reason = 0; reason < N_REJECT_REASONS; reason++) {
        const char *name = reject_reason_name((enum reject_reason)reason);
        int64_t n = (int64_t)counts->n_rejects[reason];
        if (n && store_add_problem_reject(store, key, name, verdict, n, err) != 0)
            return ERR;
    }
    return 0;
}

static int store_language(const char *problem_id, const struct language_result *result,
                          struct db *store, struct err *err)
{
    const struct problem_language_row row = {
        .key = {problem_id, result->language->name},
        .n_submissions = (int64_t)result->n_versions,
        .n_histories = (int64_t)result->n_histories,
        .n_pairs = (int64_t)result->n_pairs,
        .n_fixes = (int64_t)result->n_fixes,
        .n_compared = (int64_t)result->n_compared,
    };
    if (store_add_problem_language(store, &row, err) != 0)
        return ERR;
    for (size_t i = 0; i < result->by_verdict.n; i++)
        if (store_verdict(&row.key, result->verdicts.keys.items[i], &result->by_verdict.items[i],
                          store, err) != 0)
            return ERR;
    for (size_t size = 0; size < result->n_histories_of_size.n; size++) {
        int64_t n = (int64_t)result->n_histories_of_size.items[size];
        if (n && store_add_problem_history_size(store, &row.key, (int64_t)size, n, err) != 0)
            return ERR;
    }
    return 0;
}

int unit_result_store(const struct unit_result *result, const struct pair_source *source,
                      struct db *store, struct err *err)
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
    if (store_add_problem(store, &row, err) != 0)
        return ERR;
    for (size_t i = 0; i < result->languages.n; i++)
        if (store_language(row.problem_id, &result->languages.items[i], store, err) != 0)
            return ERR;
    if ((source->store_unit &&
         source->store_unit(source->context, result->unit, content, store, err) != 0) ||
        input_errors_store(&content->errors, row.problem_id, store, err) != 0)
        return ERR;
    return store_fixes(result, source, store, err);
}
