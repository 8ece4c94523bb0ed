/* The problems that are done are read in the order of their ids, as the dataset lists them. */
#include "miner/mine_plan.h"

#include "base/interrupt.h"
#include "db/db.h"

#include <stdlib.h>
#include <string.h>

static int compare_id(const void *id, const void *problem)
{
    return strcmp(id, ((const struct problem *)problem)->problem_id);
}

/* SHA-256 of a metadata file, "" when it cannot be read. */
static void hash_metadata(const struct dataset *dataset, const char *problem_id,
                          struct str *content, char hex[SHA256_HEX_SIZE])
{
    struct str name = {0};
    struct err ignored;
    str_print(&name, "%s.csv", problem_id);
    hex[0] = '\0';
    if (folder_read(content, &dataset->metadata, str_text(&name), MAX_METADATA_BYTES, &ignored) ==
        BENEATH_OK)
        sha256_hex(str_text(content), content->length, hex);
    str_release(&name);
}

/* A row of what is done: problem, SHA-256 of its metadata. */
static int take_done(struct mine_plan *plan, const struct dataset *dataset,
                     struct db_statement *row, struct str *content, struct err *err)
{
    const char *id = db_text(row, 0);
    char hex[SHA256_HEX_SIZE];
    const struct problem *first = dataset->list.problems.items;
    const struct problem *found =
        bsearch(id, first, dataset->list.problems.n, sizeof *first, compare_id);
    if (!found || !plan->is_in_shard[found - first])
        return err_set(err, "another dataset: problem %s was mined there, and is not in it here",
                       id);
    hash_metadata(dataset, id, content, hex);
    const char *before = db_text(row, 1);
    if (strcmp(before, hex) != 0)
        return err_set(err,
                       "another dataset: metadata/%s.csv was another file when it was mined "
                       "(SHA-256 %.12s there and %.12s here)",
                       id, *before ? before : "unreadable", *hex ? hex : "unreadable");
    plan->is_done[found - first] = true;
    plan->n_wanted--;
    plan->n_done++;
    plan->n_bytes -= found->metadata_bytes;
    return 0;
}

static int take_all_done(struct mine_plan *plan, const struct dataset *dataset, struct db *done,
                         void (*on_progress)(void *context, uint64_t n_done, uint64_t n_all),
                         void *context, struct err *err)
{
    struct db_statement *rows;
    struct str content = {0};
    int64_t n_all;
    if (db_get_int(done, &n_all, "SELECT count(*) FROM problems", err) != 0 ||
        db_prepare(&rows, done,
                   "SELECT problem_id, metadata_sha256 FROM problems ORDER BY problem_id",
                   err) != 0)
        return ERR;
    int status;
    while ((status = db_step(rows, err)) == 1) {
        status = interrupt_signal() ? err_set(err, "stopped")
                                    : take_done(plan, dataset, rows, &content, err);
        if (status != 0)
            break;
        if (on_progress)
            on_progress(context, plan->n_done, (uint64_t)n_all);
    }
    db_finish(rows);
    str_release(&content);
    return status;
}

int mine_plan_make(struct mine_plan *plan, const struct dataset *dataset, const struct shard *shard,
                   struct db *done,
                   void (*on_progress)(void *context, uint64_t n_done, uint64_t n_all),
                   void *context, struct err *err)
{
    size_t n = dataset->list.problems.n;
    *plan = (struct mine_plan){
        .is_in_shard = mem_alloc(n, sizeof *plan->is_in_shard),
        .is_done = mem_alloc(n, sizeof *plan->is_done),
    };
    for (size_t i = 0; i < n; i++) {
        const struct problem *problem = &dataset->list.problems.items[i];
        if (!shard_has(shard, problem->problem_id))
            continue;
        plan->is_in_shard[i] = true;
        plan->n_wanted++;
        plan->n_bytes += problem->metadata_bytes;
    }
    return done ? take_all_done(plan, dataset, done, on_progress, context, err) : 0;
}

bool mine_plan_wants(const struct mine_plan *plan, size_t number)
{
    return plan->is_in_shard[number] && !plan->is_done[number];
}

void mine_plan_release(struct mine_plan *plan)
{
    free(plan->is_in_shard);
    free(plan->is_done);
}
