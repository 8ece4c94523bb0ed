/* See checking.h. */
#include "miner/checking.h"

#include "guard/leak_search.h"
#include "miner/guarding.h"
#include "report/check_report.h"
#include "report/leak_report.h"

/* What is at hand while it runs. */
struct run {
    struct checking *out;
    struct db *db;
    const char *path;
    const struct checking_options *options;
    struct pairs pairs;
};

/* Fills in what the command line left to the database. */
static int complete_options(struct check_options *options, struct db *db, struct err *err)
{
    struct fingerprint_options as_dedup;
    struct db_statement *s;
    const char *ignored;
    if (fingerprint_options_read(&as_dedup, db, err) != 0 ||
        db_prepare(&s, db, "SELECT closed_over FROM split_run", err) != 0)
        return ERR;
    int status = db_step(s, err);
    if (!options->fingerprints.preset)
        options->fingerprints.preset = as_dedup.preset;
    if (as_dedup.renames_literals)
        options->fingerprints.renames_literals = true;
    if (status == 1 && !options->closure)
        options->closure = closure_find(db_text(s, 0), &ignored) | CLOSED_OVER_PROBLEM_CLUSTER |
                           CLOSED_OVER_DUPLICATES;
    db_finish(s);
    return status < 0 ? ERR : 0;
}

static int check_all_splits(struct run *run, struct err *err)
{
    struct check_options options = run->options->check;
    struct progress progress;
    struct guard_options guard =
        guarding_options(run->options->n_jobs, &progress, "comparing", "programs");
    struct check check = {0};
    int64_t n_runs = 0;
    int status = complete_options(&options, run->db, err);
    if (status == 0)
        status = db_get_int(run->db, &n_runs, "SELECT count(*) FROM dedup_run", err);
    if (status == 0 && !n_runs && options.closure & CLOSED_OVER_PROBLEM_CLUSTER)
        status = err_set(err, "problem clusters are not known; run tokfix dedup first, or choose "
                              "what to check with --closed-over");
    if (status == 0)
        status = check_splits(&check, run->db, &run->pairs, &options, &guard, err);
    progress_clear(&progress);
    if (status == 0 && check.n_pairs == 0)
        status = err_set(err, "no fix is in a split; run tokfix split again");
    if (status == 0) {
        json_set(run->out->report, "splits",
                 check_report_make(&check, &run->pairs, &options, run->options->top));
        run->out->is_clean = run->out->is_clean && check.crossings.n == 0 &&
                             check.n_outside_real + check.n_outside_made == 0;
    }
    check_release(&check);
    return status;
}

static int check_benchmark(struct run *run, const char *path, struct json *benchmarks,
                           struct err *err)
{
    struct progress progress;
    struct guard_options guard =
        guarding_options(run->options->n_jobs, &progress, "searching", "programs");
    struct leak_search search;
    int status = leak_search_run(&search, path, run->db, &run->pairs, &run->options->match,
                                 PAIR_NO_SPLIT, &guard, err);
    progress_clear(&progress);
    if (status == 0) {
        json_push(benchmarks, leak_report_make(&search.leaks, &run->pairs, &search.benchmark,
                                               &search.needles, run->options->top));
        run->out->is_clean = run->out->is_clean && search.leaks.list.n == 0;
        run->out->n_rejected += search.benchmark.n_rejected;
    }
    leak_search_release(&search);
    return status;
}

static int check_everything(struct run *run, struct err *err)
{
    int64_t n_splits;
    if (db_get_int(run->db, &n_splits, "SELECT count(*) FROM split_run", err) != 0)
        return ERR;
    if (!n_splits && !run->options->against.n)
        return err_set(err,
                       "'%s' has no splits that could be compared; run tokfix split first, or name "
                       "a benchmark with --against",
                       run->path);
    int status = guarding_pairs(&run->pairs, run->db, err);
    if (status == 0 && n_splits)
        status = check_all_splits(run, err);
    struct json *benchmarks = json_array();
    for (size_t i = 0; i < run->options->against.n && status == 0; i++)
        status = check_benchmark(run, run->options->against.items[i], benchmarks, err);
    json_set(run->out->report, "benchmarks", benchmarks);
    json_set_bool(run->out->report, "clean", run->out->is_clean);
    json_set_int(run->out->report, "n_unread", (int64_t)run->out->n_rejected);
    pairs_release(&run->pairs);
    return status;
}

int checking_run(struct checking *out, struct db *db, const char *path,
                 const struct checking_options *options, struct err *err)
{
    struct run run = {.out = out, .db = db, .path = path, .options = options};
    *out = (struct checking){.report = json_object(), .is_clean = true};
    return check_everything(&run, err);
}

void checking_release(struct checking *checking)
{
    json_free(checking->report);
    checking->report = NULL;
}
