/* Sums, and a sorted list of statuses, for a dataset may hold any. */
#include "miner/run_totals.h"

#include "classify/classify.h"

#include <string.h>

void run_totals_start(struct run_totals *totals, const struct dataset *dataset)
{
    *totals = (struct run_totals){0};
    if (dataset->list.sha256[0])
        str_print(&totals->metadata_hashes, "%s  problem_list.csv\n", dataset->list.sha256);
}

static void count_status(struct run_totals *totals, const char *status)
{
    size_t low = 0, high = totals->statuses.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(totals->statuses.items[middle].status, status);
        if (order == 0) {
            totals->statuses.items[middle].n++;
            return;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    array_push(&totals->statuses, (struct status_count){NULL, 0});
    struct status_count *items = totals->statuses.items;
    memmove(&items[low + 1], &items[low], (totals->statuses.n - 1 - low) * sizeof *items);
    items[low] = (struct status_count){arena_copy_text(&totals->arena, status, strlen(status)), 1};
}

void run_totals_add(struct run_totals *totals, const struct problem_result *result)
{
    const struct submissions *submissions = &result->submissions;
    totals->n_problems++;
    totals->n_empty_problems += submissions->list.n == 0;
    totals->n_rows += (int64_t)submissions->n_rows;
    totals->n_other_languages += (int64_t)submissions->n_other_languages;
    totals->n_unusable += (int64_t)submissions->n_unusable;
    totals->n_submissions += (int64_t)submissions->list.n;
    totals->n_histories += (int64_t)result->n_histories;
    totals->n_compared += (int64_t)result->n_compared;
    totals->n_pairs += (int64_t)result->n_pairs;
    totals->n_fixes += (int64_t)result->fixes.n;
    const char *other = bug_category_name(CATEGORY_OTHER);
    for (size_t i = 0; i < result->fixes.n; i++)
        totals->n_bugs += strcmp(result->fixes.items[i].category, other) != 0;
    for (int reason = 0; reason < N_REJECT_REASONS; reason++)
        for (int status = 0; status < N_FAILING_STATUSES; status++)
            totals->n_rejects[reason][status] += (int64_t)result->n_rejects[reason][status];
    while (totals->n_histories_of_size.n < result->n_histories_of_size.n)
        array_push(&totals->n_histories_of_size, 0);
    for (size_t size = 0; size < result->n_histories_of_size.n; size++)
        totals->n_histories_of_size.items[size] += (int64_t)result->n_histories_of_size.items[size];
    for (size_t i = 0; i < submissions->list.n; i++)
        count_status(totals, submissions->list.items[i].status);
    if (submissions->sha256[0])
        str_print(&totals->metadata_hashes, "%s  %s.csv\n", submissions->sha256,
                  result->problem->problem_id);
}

void run_totals_fingerprint(const struct run_totals *totals, char hex[SHA256_HEX_SIZE])
{
    sha256_hex(str_text(&totals->metadata_hashes), totals->metadata_hashes.length, hex);
}

static int64_t count_class(const struct run_totals *totals, enum status_class class)
{
    int64_t n = 0;
    for (size_t i = 0; i < totals->statuses.n; i++)
        if (status_class_of(totals->statuses.items[i].status) == class)
            n += totals->statuses.items[i].n;
    return n;
}

static int store_counts(const struct run_totals *totals, struct store *store, struct err *err)
{
    const struct {
        const char *name;
        int64_t n;
    } counts[] = {
        {"problems", totals->n_problems},
        {"problems_without_submissions", totals->n_empty_problems},
        {"metadata_rows", totals->n_rows},
        {"rows_unusable", totals->n_unusable},
        {"rows_other_languages", totals->n_other_languages},
        {"submissions", totals->n_submissions},
        {"submissions_accepted", count_class(totals, STATUS_ACCEPTED)},
        {"submissions_failing", count_class(totals, STATUS_FAILING)},
        {"submissions_undecided", count_class(totals, STATUS_UNDECIDED)},
        {"histories", totals->n_histories},
        {"submissions_compared", totals->n_compared},
        {"pairs", totals->n_pairs},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (store_add_count(store, counts[i].name, counts[i].n, err) != 0)
            return ERR;
    return 0;
}

static int store_rejects(const struct run_totals *totals, struct store *store, struct err *err)
{
    for (int reason = 0; reason < N_REJECT_REASONS; reason++)
        for (int status = 0; status < N_FAILING_STATUSES; status++)
            if (totals->n_rejects[reason][status] &&
                store_add_reject(store, reject_reason_name((enum reject_reason)reason),
                                 status_failing_text(status), totals->n_rejects[reason][status],
                                 err) != 0)
                return ERR;
    return 0;
}

static int store_statuses(const struct run_totals *totals, struct store *store, struct err *err)
{
    for (size_t i = 0; i < totals->statuses.n; i++) {
        const struct status_count *count = &totals->statuses.items[i];
        if (store_add_status(store, count->status,
                             status_class_name(status_class_of(count->status)), count->n, err) != 0)
            return ERR;
    }
    return 0;
}

static int store_history_sizes(const struct run_totals *totals, struct store *store,
                               struct err *err)
{
    for (size_t size = 0; size < totals->n_histories_of_size.n; size++) {
        int64_t n = totals->n_histories_of_size.items[size];
        if (n && store_add_history_size(store, (int64_t)size, n, err) != 0)
            return ERR;
    }
    return 0;
}

int run_totals_store(const struct run_totals *totals, struct store *store, struct err *err)
{
    if (store_counts(totals, store, err) != 0 || store_rejects(totals, store, err) != 0 ||
        store_statuses(totals, store, err) != 0)
        return ERR;
    return store_history_sizes(totals, store, err);
}

void run_totals_release(struct run_totals *totals)
{
    array_release(&totals->n_histories_of_size);
    array_release(&totals->statuses);
    str_release(&totals->metadata_hashes);
    arena_release(&totals->arena);
}
