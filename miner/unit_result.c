/* The order of the rows, and so their keys, depends on the unit alone. Merging keeps it
 * (db/store_merge.h). */
#include "miner/unit_miner.h"

#include <stdlib.h>
#include <string.h>

void unit_result_release(struct unit_result *result)
{
    unit_content_free(result->content);
    for (size_t i = 0; i < result->languages.n; i++) {
        array_release(&result->languages.items[i].n_histories_of_size);
        table_release(&result->languages.items[i].verdicts);
        array_release(&result->languages.items[i].n_rejects);
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

static int store_used(const struct unit_result *result, int64_t *keys, struct db *store,
                      struct err *err)
{
    for (size_t i = 0; i < result->used.n; i++) {
        const struct used_version *used = &result->used.items[i];
        if (store_add_source(store, used->version->language->name, &used->source, err) != 0)
            return ERR;
    }
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
        if (store_add_submission(store, &row, used->sha256, &keys[i], err) != 0)
            return ERR;
    }
    return 0;
}

/* Stores what the source adds to the stored versions. */
static int store_more(const struct unit_result *result, const struct pair_source *source,
                      const int64_t *keys, struct db *store, struct err *err)
{
    size_t n = result->used.n;
    if (!source->store_versions)
        return 0;
    scoped_memory struct stored_version *stored = mem_alloc(n, sizeof *stored);
    for (size_t i = 0; i < n; i++)
        stored[i] = (struct stored_version){result->used.items[i].version, keys[i]};
    return source->store_versions(source->context, result->unit, result->content, stored, n, store,
                                  err);
}

static int store_fixes(const struct unit_result *result, const struct pair_source *source,
                       struct db *store, struct err *err)
{
    scoped_memory int64_t *keys = mem_alloc(result->used.n, sizeof *keys);
    if (store_used(result, keys, store, err) != 0 ||
        store_more(result, source, keys, store, err) != 0)
        return ERR;
    for (size_t i = 0; i < result->fixes.n; i++) {
        struct fix_row row = result->fixes.items[i];
        row.buggy = keys[row.buggy];
        row.fixed = keys[row.fixed];
        if (store_add_fix(store, &row, err) != 0)
            return ERR;
    }
    return 0;
}

/* ---- Counts by language ---- */

/* The counts of a language, and its versions, which are adjacent. */
struct counted_language {
    struct problem_language key;
    const struct language_result *result;
    const struct version *versions;
};

static int store_language(const struct counted_language *language, struct db *store,
                          struct err *err)
{
    const struct language_result *result = language->result;
    struct problem_language_row row = {
        .key = language->key,
        .n_submissions = (int64_t)result->n_versions,
        .n_histories = (int64_t)result->n_histories,
        .n_pairs = (int64_t)result->n_pairs,
        .n_fixes = (int64_t)result->n_fixes,
        .n_compared = (int64_t)result->n_compared,
    };
    return store_add_problem_language(store, &row, err);
}

struct counted_reject {
    const char *reason, *verdict;
    size_t n;
};

static int compare_rejects(const void *a, const void *b)
{
    const struct counted_reject *x = a, *y = b;
    int order = strcmp(x->reason, y->reason);
    return order ? order : strcmp(x->verdict, y->verdict);
}

static int store_rejects(const struct counted_language *language, struct db *store, struct err *err)
{
    const struct language_result *result = language->result;
    scoped_array ARRAY(struct counted_reject) list = {0};
    for (int reason = 0; reason < N_REJECT_REASONS; reason++)
        for (size_t i = 0; i < result->n_rejects.n; i++)
            if (result->n_rejects.items[i].of[reason])
                array_push(&list,
                           (struct counted_reject){reject_reason_name((enum reject_reason)reason),
                                                   result->verdicts.keys.items[i],
                                                   result->n_rejects.items[i].of[reason]});
    array_sort(&list, compare_rejects);
    for (size_t i = 0; i < list.n; i++)
        if (store_add_problem_reject(store, &language->key, list.items[i].reason,
                                     list.items[i].verdict, (int64_t)list.items[i].n, err) != 0)
            return ERR;
    return 0;
}

static int compare_verdicts(const void *a, const void *b)
{
    const struct version *const *x = a, *const *y = b;
    return strcmp((*x)->verdict, (*y)->verdict);
}

/* Verdicts can be any text, so they are sorted and counted. */
static int store_verdicts(const struct counted_language *language, struct db *store,
                          struct err *err)
{
    size_t n_versions = language->result->n_versions, n = 0;
    scoped_memory const struct version **list = mem_alloc(n_versions, sizeof *list);
    for (size_t i = 0; i < n_versions; i++)
        if (language->versions[i].verdict)
            list[n++] = &language->versions[i];
    qsort(list, n, sizeof *list, compare_verdicts);
    for (size_t start = 0, end; start < n; start = end) {
        for (end = start + 1; end < n && compare_verdicts(&list[end], &list[start]) == 0;)
            end++;
        if (store_add_problem_status(store, &language->key, list[start]->verdict,
                                     verdict_class_name(list[start]->class), (int64_t)(end - start),
                                     err) != 0)
            return ERR;
    }
    return 0;
}

static int store_history_sizes(const struct counted_language *language, struct db *store,
                               struct err *err)
{
    const struct language_result *result = language->result;
    for (size_t size = 0; size < result->n_histories_of_size.n; size++) {
        int64_t n = (int64_t)result->n_histories_of_size.items[size];
        if (n && store_add_problem_history_size(store, &language->key, (int64_t)size, n, err) != 0)
            return ERR;
    }
    return 0;
}

static int compare_languages(const void *a, const void *b)
{
    const struct counted_language *x = a, *y = b;
    return strcmp(x->key.language, y->key.language);
}

/* The languages are in the order of the versions. */
static int store_languages(const struct unit_result *result, struct db *store, struct err *err)
{
    static int (*const tables[])(const struct counted_language *, struct db *, struct err *) = {
        store_language, store_rejects, store_verdicts, store_history_sizes};
    const struct version *versions = result->content->versions.items;
    scoped_array ARRAY(struct counted_language) list = {0};
    for (size_t i = 0; i < result->languages.n; i++) {
        const struct language_result *one = &result->languages.items[i];
        array_push(&list, (struct counted_language){
                              {result->unit->id, one->language->name}, one, versions});
        versions += one->n_versions;
    }
    array_sort(&list, compare_languages);
    for (size_t table = 0; table < sizeof tables / sizeof *tables; table++)
        for (size_t i = 0; i < list.n; i++)
            if (tables[table](&list.items[i], store, err) != 0)
                return ERR;
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
    if (store_add_problem(store, &row, err) != 0 || store_languages(result, store, err) != 0 ||
        (source->store_unit &&
         source->store_unit(source->context, result->unit, content, store, err) != 0) ||
        input_errors_store(&content->errors, row.problem_id, store, err) != 0)
        return ERR;
    return store_fixes(result, source, store, err);
}
