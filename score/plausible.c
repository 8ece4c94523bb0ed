/* A unit of work is a few bugs of one problem in one language. One thread hands out the units with
 * their tests; workers execute them, and write the results of their bugs. For each bug, the fixed
 * and the buggy program run first, then the repaired programs of each system by rank, up to the
 * first that passes, or all samples. Equal programs run once. */
#include "score/plausible.h"

#include "base/pipeline.h"
#include "db/store.h"
#include "verify/problem_runner.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT_BUGS = 16 };

/* What the submission of a program says of it (struct executable). */
struct submitted {
    const char *encoding, *judge_name;
};

/* A bug that a test shows. */
struct shown_bug {
    size_t item; /* index, of the gold */
    const char *problem_id, *dialect;
    struct submitted buggy, fixed;
};

struct executing {
    const struct judged_system *systems;
    size_t n_systems;
    const struct gold *gold;
    bool are_samples;
    const struct meter *meter;
    struct db *db;
    struct arena arena;
    ARRAY(struct shown_bug) bugs; /* by problem */
    size_t n_begun;
    atomic_size_t n_done;
};

static void executing_release(struct executing *executing)
{
    array_release(&executing->bugs);
    arena_release(&executing->arena);
    db_close(executing->db);
}
SCOPED_VALUE(executing, executing_release)

static const struct gold_item *item_of(const struct executing *executing,
                                       const struct shown_bug *bug)
{
    return &executing->gold->items.items[bug->item];
}

/* ---- The list of bugs ---- */

static struct submitted submitted_of(struct executing *executing, struct db_statement *s,
                                     int column)
{
    return (struct submitted){db_copy_text(s, column, &executing->arena),
                              db_copy_text(s, column + 1, &executing->arena)};
}

/* Adds a bug if a test shows it. */
static int list_bug(struct executing *executing, struct db_statement *s, size_t item,
                    struct err *err)
{
    int status = db_run(s, err, "i", executing->gold->items.items[item].fix_key);
    if (status != 1)
        return status;
    array_push(&executing->bugs,
               (struct shown_bug){.item = item,
                                  .problem_id = db_copy_text(s, 0, &executing->arena),
                                  .dialect = db_copy_text(s, 1, &executing->arena),
                                  .buggy = submitted_of(executing, s, 2),
                                  .fixed = submitted_of(executing, s, 4)});
    db_rewind(s);
    for (size_t i = 0; i < executing->n_systems; i++)
        executing->systems[i].plausibility[item].is_shown = true;
    return 0;
}

static int compare_bugs(const void *a, const void *b)
{
    const struct shown_bug *x = a, *y = b;
    int order = strcmp(x->problem_id, y->problem_id);
    return order ? order : COMPARE(x->item, y->item);
}

static int list_bugs(struct executing *executing, struct err *err)
{
    scoped(db_statement) *s = NULL;
    if (db_prepare(&s, executing->db,
                   "SELECT b.problem_id, f.dialect, b.encoding, b.original_language, a.encoding, "
                   "a.original_language FROM fixes f "
                   "JOIN submissions b ON b.submission_key = buggy_submission_key "
                   "JOIN submissions a ON a.submission_key = fixed_submission_key "
                   "JOIN verdicts v USING (fix_key) "
                   "WHERE f.fix_key = ? AND v.verdict IN ('reproduced', 'proven')",
                   err) != 0)
        return ERR;
    for (size_t i = 0; i < executing->gold->items.n; i++)
        if (executing->gold->items.items[i].category != GOLD_CORRECT &&
            list_bug(executing, s, i, err) != 0)
            return ERR;
    array_sort(&executing->bugs, compare_bugs);
    return 0;
}

/* ---- Handing out ---- */

struct unit {
    const struct shown_bug *bugs;
    size_t n;
    const struct language *language;
    struct problem_tests tests;
    int status;
    struct err err;
};

static void release(void *item)
{
    problem_tests_release(&((struct unit *)item)->tests);
}

static int produce(void *context, void *memory, struct err *err)
{
    struct executing *executing = context;
    struct unit *unit = memory;
    if (executing->n_begun == executing->bugs.n)
        return 0;
    const struct shown_bug *bugs = &executing->bugs.items[executing->n_begun];
    size_t n_left = executing->bugs.n - executing->n_begun;
    unit->bugs = bugs;
    unit->language = item_of(executing, bugs)->language;
    do
        unit->n++;
    while (unit->n < n_left && unit->n < UNIT_BUGS &&
           strcmp(bugs[unit->n].problem_id, bugs->problem_id) == 0 &&
           item_of(executing, &bugs[unit->n])->language == unit->language);
    executing->n_begun += unit->n;
    return stored_tests_read(&unit->tests, executing->db, bugs->problem_id, unit->language->name,
                             err) == 0
               ? 1
               : ERR;
}

/* ---- Executing ---- */

struct worker {
    struct executor *executor;
    struct judge *judge;
};

static void *worker_new(void *context)
{
    struct worker *worker = mem_alloc(1, sizeof *worker);
    (void)context;
    worker->executor = executor_new();
    worker->judge = judge_new();
    return worker;
}

static void worker_free(void *memory)
{
    struct worker *worker = memory;
    executor_free(worker->executor);
    judge_free(worker->judge);
    free(worker);
}

/* A program that was executed. */
struct tried {
    struct digest digest;
    bool passes;
};

struct kept_test {
    size_t test;            /* index */
    enum sameness sameness; /* of the fixed program's output with that of the test */
};

/* The work on a bug. */
struct execution_of_bug {
    const struct shown_bug *bug;
    const struct gold_item *item;
    struct problem_runner *runner;
    struct judge *judge;
    ARRAY(struct kept_test) kept; /* that the fixed program passes */
    ARRAY(struct tried) tried;
};

static void execution_of_bug_release(struct execution_of_bug *work)
{
    array_release(&work->kept);
    array_release(&work->tried);
}
SCOPED_VALUE(execution_of_bug, execution_of_bug_release)

static struct executable executable_of(const struct execution_of_bug *work, struct token_text code,
                                       const struct submitted *submitted)
{
    return (struct executable){.language = work->item->language,
                               .dialect = work->bug->dialect,
                               .judge_name = submitted->judge_name,
                               .code = code.bytes,
                               .length = code.length,
                               .encoding = submitted->encoding};
}

/* There is one loaded program at a time. */
static int load(struct execution_of_bug *work, const struct executable *program,
                struct execution *out, struct err *err)
{
    return executor_load(work->runner->executor, 0, program, out, err);
}

static int run_test(struct execution_of_bug *work, size_t test, struct execution *out,
                    struct err *err)
{
    return problem_runner_test_fast(work->runner, 0, &work->runner->tests->cases.items[test], out,
                                    err);
}

static int keep_tests(struct execution_of_bug *work, struct err *err)
{
    struct executable fixed = executable_of(work, work->item->fixed, &work->bug->fixed);
    struct execution execution;
    if (load(work, &fixed, &execution, err) != 0)
        return ERR;
    bool is_loaded = execution.outcome == OUTCOME_PASS;
    for (size_t i = 0; i < work->runner->tests->cases.n && is_loaded; i++) {
        if (run_test(work, i, &execution, err) != 0)
            return ERR;
        if (execution.sameness != NOT_SAME)
            array_push(&work->kept, (struct kept_test){i, execution.sameness});
    }
    return 0;
}

/* Runs a program on the kept tests, up to the first that it does not pass as well as the fixed
 * program, which is then number `n_passed` of them. */
static int run_kept(struct execution_of_bug *work, const struct executable *program,
                    size_t *n_passed, enum run_outcome *outcome, struct err *err)
{
    struct execution execution;
    *n_passed = 0;
    if (load(work, program, &execution, err) != 0)
        return ERR;
    while (execution.outcome == OUTCOME_PASS && *n_passed < work->kept.n) {
        const struct kept_test *kept = &work->kept.items[*n_passed];
        if (run_test(work, kept->test, &execution, err) != 0)
            return ERR;
        if (execution.sameness >= kept->sameness)
            execution.outcome = OUTCOME_PASS;
        *n_passed += execution.outcome == OUTCOME_PASS;
    }
    *outcome = execution.outcome;
    return 0;
}

/* Sets `is_failing` if the buggy program fails a kept test. This test comes first from now on,
 * because it is the one that wrong repairs fail, too. */
static int check_bug(struct execution_of_bug *work, bool *is_failing, struct err *err)
{
    const struct token_text code = work->item->program;
    struct executable buggy = executable_of(work, code, &work->bug->buggy);
    enum run_outcome outcome;
    size_t failed;
    *is_failing = false;
    if (!work->kept.n)
        return 0;
    if (run_kept(work, &buggy, &failed, &outcome, err) != 0)
        return ERR;
    *is_failing =
        outcome != OUTCOME_PASS && outcome != OUTCOME_UNSUPPORTED && outcome != OUTCOME_NEAR_LIMIT;
    if (*is_failing) {
        struct kept_test test = work->kept.items[failed];
        work->kept.items[failed] = work->kept.items[0];
        work->kept.items[0] = test;
        array_push(&work->tried, (struct tried){digest_bytes(code.bytes, code.length), false});
    }
    return 0;
}

/* Sets `passes` if a repaired program passes the kept tests. */
static int try_repair(struct execution_of_bug *work, struct token_text code, bool *passes,
                      struct err *err)
{
    struct digest digest = digest_bytes(code.bytes, code.length);
    struct executable program = executable_of(work, code, &work->bug->buggy);
    enum run_outcome outcome;
    size_t n_passed;
    for (size_t i = 0; i < work->tried.n; i++)
        if (digest_compare(work->tried.items[i].digest, digest) == 0) {
            *passes = work->tried.items[i].passes;
            return 0;
        }
    if (run_kept(work, &program, &n_passed, &outcome, err) != 0)
        return ERR;
    *passes = outcome == OUTCOME_PASS;
    array_push(&work->tried, (struct tried){digest, *passes});
    return 0;
}

/* Sets whether a prediction is plausible. An exact match is, and is not run. */
static int try_prediction(struct execution_of_bug *work, const struct prediction *prediction,
                          const struct export_task *task, bool *passes, struct err *err)
{
    const struct judge_options options = {.task = task, .are_samples = true};
    struct verdict verdict;
    struct token_text code;
    judge_item(&verdict, work->judge, work->item, prediction, 1, &options);
    *passes = verdict.n_solved > 0;
    if (*passes || !judge_repaired(&code, work->judge, prediction, task))
        return 0;
    return try_repair(work, code, passes, err);
}

/* Finds the plausible predictions of a system, or only the first. */
static int try_system(struct execution_of_bug *work, const struct judged_system *system,
                      bool are_samples, struct err *err)
{
    const struct verdict *verdict = &system->verdicts.items[work->bug->item];
    struct plausibility *out = &system->plausibility[work->bug->item];
    size_t first = system->predictions.first[work->bug->item];
    out->is_executed = true;
    for (size_t i = 0; i < verdict->n_predictions && (are_samples || !out->rank); i++) {
        const struct prediction *prediction = &system->predictions.list.items[first + i];
        bool passes;
        if (try_prediction(work, prediction, system->task, &passes, err) != 0)
            return ERR;
        out->n += passes;
        if (passes && !out->rank)
            out->rank = (uint32_t)prediction->rank;
    }
    return 0;
}

static int execute_bug(const struct executing *executing, const struct shown_bug *bug,
                       struct problem_runner *runner, struct judge *judge, struct err *err)
{
    bool is_failing;
    scoped(execution_of_bug)
        work = {.bug = bug, .item = item_of(executing, bug), .runner = runner, .judge = judge};
    if (keep_tests(&work, err) != 0 || check_bug(&work, &is_failing, err) != 0)
        return ERR;
    for (size_t i = 0; i < executing->n_systems && is_failing; i++)
        if (try_system(&work, &executing->systems[i], executing->are_samples, err) != 0)
            return ERR;
    return 0;
}

static void work(void *context, void *memory_of_worker, void *memory)
{
    struct executing *executing = context;
    const struct worker *worker = memory_of_worker;
    struct unit *unit = memory;
    scoped(problem_runner) runner = {0};
    problem_runner_init(&runner, worker->executor, &unit->tests, unit->language);
    for (size_t i = 0; i < unit->n && unit->status == 0; i++) {
        unit->status = execute_bug(executing, &unit->bugs[i], &runner, worker->judge, &unit->err);
        executing->n_done++;
    }
}

/* A unit can take minutes. */
static void tell_progress(void *context)
{
    const struct executing *executing = context;
    meter_count(executing->meter, executing->n_done, executing->bugs.n);
}

static int consume(void *context, void *memory, struct err *err)
{
    const struct unit *unit = memory;
    *err = unit->err;
    tell_progress(context);
    return unit->status;
}

int plausible_check(const char *path, struct err *err)
{
    scoped(db) *db = NULL;
    int64_t n_runs;
    if (store_open(&db, path, err) != 0 ||
        db_get_int(db, &n_runs, "SELECT count(*) FROM verify_run", err) != 0)
        return ERR;
    return n_runs ? 0
                  : err_set(err,
                            "'%s' has no tests yet, and --execute needs them; run tokfix verify "
                            "on it first, with --tests PATH",
                            path);
}

void judged_system_release(struct judged_system *system)
{
    free(system->plausibility);
    verdicts_release(&system->verdicts);
    predictions_release(&system->predictions);
}

int plausible_find(struct judged_system *systems, size_t n, const struct execution_request *request,
                   struct err *err)
{
    for (size_t i = 0; i < n; i++)
        systems[i].plausibility =
            mem_alloc(request->gold->items.n, sizeof *systems[i].plausibility);
    scoped(executing) executing = {.systems = systems,
                                   .n_systems = n,
                                   .gold = request->gold,
                                   .are_samples = request->are_samples,
                                   .meter = request->meter};
    if (store_open(&executing.db, request->path, err) != 0 || list_bugs(&executing, err) != 0)
        return ERR;
    struct pipeline pipeline = {.n_threads = request->n_threads,
                                .context = &executing,
                                .item_size = sizeof(struct unit),
                                .produce = produce,
                                .worker_new = worker_new,
                                .worker_free = worker_free,
                                .work = work,
                                .consume = consume,
                                .idle = tell_progress,
                                .release = release};
    return pipeline_run(&pipeline, err);
}
