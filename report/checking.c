/* All programs are parsed once: what is compared of them (guard/fingerprints.h) and the search for
 * each benchmark (guard/leak.h) look at them together. */
#include "report/checking.h"

#include "guard/leak.h"
#include "report/check_report.h"
#include "report/leak_report.h"

#include <stdlib.h>

/* What is at hand while it runs. */
struct run {
    struct checking *out;
    struct db *db;
    const char *path;
    const struct checking_options *options;
    struct check_options check; /* with what the command line left to the database */
    bool has_splits;
    const struct guard_options *guard;
    struct pairs pairs;
    struct fingerprints prints;
    struct leak_search *searches; /* one for each benchmark */
    ARRAY(struct program_visitor) visitors;
};

/* What is to be compared, and whether the database knows enough for it. */
static int complete_options(struct check_options *options, struct db *db, struct err *err)
{
    int64_t n_dedups;
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
    if (status < 0 || db_get_int(db, &n_dedups, "SELECT count(*) FROM dedup_run", err) != 0)
        return ERR;
    if (n_dedups || !(options->closure & CLOSED_OVER_PROBLEM_CLUSTER))
        return 0;
    return err_set(err, "problem clusters are not known; run tokfix dedup first, or choose what to "
                        "check with --closed-over");
}

/* Reads the benchmarks, and lets all that is of interest look at the programs. */
static int read_programs(struct run *run, struct err *err)
{
    const struct checking_options *options = run->options;
    struct program_visitor visitor;
    int status = 0;
    if (run->has_splits && run->check.closure & CLOSED_OVER_DUPLICATES) {
        status = fingerprints_begin(&run->prints, &visitor, run->db, &run->pairs,
                                    &run->check.fingerprints, err);
        array_push(&run->visitors, visitor);
    }
    run->searches = mem_alloc(options->against.n, sizeof *run->searches);
    for (size_t i = 0; i < options->against.n && status == 0; i++) {
        status = leak_search_begin(&run->searches[i], &visitor, options->against.items[i], run->db,
                                   &run->pairs, &options->match, err);
        array_push(&run->visitors, visitor);
    }
    if (status == 0 && run->visitors.n)
        status = programs_visit(run->db, &run->pairs, run->visitors.items, run->visitors.n,
                                run->guard, err);
    return status;
}

static int compare_splits(struct run *run, struct err *err)
{
    struct check check;
    int status =
        check_splits(&check, run->db, &run->pairs, &run->prints, &run->check, run->guard, err);
    if (status == 0 && check.n_pairs == 0)
        status = err_set(err, "no fix is in a split; run tokfix split again");
    if (status == 0) {
        json_set(run->out->report, "splits",
                 check_report_make(&check, &run->pairs, &run->check, run->options->top));
        run->out->is_clean = run->out->is_clean && check.crossings.n == 0 &&
                             check.n_outside_real + check.n_outside_made == 0;
    }
    check_release(&check);
    return status;
}

static void report_benchmarks(struct run *run)
{
    struct json *benchmarks = json_array();
    for (size_t i = 0; i < run->options->against.n; i++) {
        struct leak_search *search = &run->searches[i];
        leak_search_end(search, &run->pairs, NO_SPLIT);
        json_push(benchmarks, leak_report_make(&search->leaks, &run->pairs, &search->benchmark,
                                               &search->needles, run->options->top));
        run->out->is_clean = run->out->is_clean && search->leaks.list.n == 0;
        run->out->n_rejected += search->benchmark.n_rejected;
    }
    json_set(run->out->report, "benchmarks", benchmarks);
    json_set_bool(run->out->report, "clean", run->out->is_clean);
    json_set_int(run->out->report, "n_unread", (int64_t)run->out->n_rejected);
}

static int read_pairs(struct run *run, struct err *err)
{
    guard_watch(run->guard, "reading", run->db);
    int status = pairs_read(&run->pairs, run->db, err);
    guard_watch(run->guard, NULL, run->db);
    return status;
}

static int check_everything(struct run *run, struct err *err)
{
    int64_t n_splits;
    if (db_get_int(run->db, &n_splits, "SELECT count(*) FROM split_run", err) != 0)
        return ERR;
    run->has_splits = n_splits > 0;
    if (!n_splits && !run->options->against.n)
        return err_set(err,
                       "'%s' has no splits that could be compared; run tokfix split first, or name "
                       "a benchmark with --against",
                       run->path);
    int status = run->has_splits ? complete_options(&run->check, run->db, err) : 0;
    if (status == 0)
        status = read_pairs(run, err);
    if (status == 0)
        status = read_programs(run, err);
    if (status == 0 && run->has_splits)
        status = compare_splits(run, err);
    if (status == 0)
        report_benchmarks(run);
    return status;
}

int checking_run(struct checking *out, struct db *db, const char *path,
                 const struct checking_options *options, const struct guard_options *guard,
                 struct err *err)
{
    struct run run = {.out = out,
                      .db = db,
                      .path = path,
                      .options = options,
                      .check = options->check,
                      .guard = guard};
    *out = (struct checking){.report = json_object(), .is_clean = true};
    int status = check_everything(&run, err);
    for (size_t i = 0; run.searches && i < options->against.n; i++)
        leak_search_release(&run.searches[i]);
    free(run.searches);
    array_release(&run.visitors);
    fingerprints_release(&run.prints);
    pairs_release(&run.pairs);
    return status;
}

void checking_release(struct checking *checking)
{
    json_free(checking->report);
    checking->report = NULL;
}
