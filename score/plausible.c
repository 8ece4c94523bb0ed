/* A unit of work is a few bugs of one problem in one language. One thread hands out the units with
 * their tests; workers execute them, and write the results of their bugs. For each bug, the fixed
 * and the buggy program run first, then the repaired programs of each system by rank, up to the
 * first that passes, or all samples. Equal programs run once. A row may show a part of a program:
 * its repair is put back in its place. */
#include "score/plausible.h"

#include "base/pipeline.h"
#include "db/store.h"
#include "verify/problem_runner.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { UNIT_BUGS = 16 };

/* A bug that a test shows. */
struct shown_bug {
    size_t item; /* index, of the gold */
    const char *problem_id;
    struct executable buggy, fixed; /* the programs of the database */
    size_t start;                   /* where the code of the row begins in the buggy one */
};

struct executing {
    const struct execution_request *request;
    struct judged_system *systems;
    size_t n_systems;
    struct db *db;
    struct arena arena;
    ARRAY(struct shown_bug) bugs; /* by problem */
    size_t n_begun;
    atomic_size_t n_done;
    int64_t n_at_home; /* runtimes that were so when the tests were executed */
};

static void executing_release(struct executing *executing)
{
    array_release(&executing->bugs);
    arena_release(&executing->arena);
    db_close(executing->db);
}
SCOPED_VALUE(executing, executing_release)

/* ---- The list of bugs ---- */

static const char shown_query[] = {
#include "score/sql/shown.sql.inc"
};

static struct executable read_executable(struct executing *executing, struct db_statement *s,
                                         int column, const struct language *language)
{
    const char *code = db_text(s, column + 2);
    size_t length = db_text_length(s, column + 2);
    return (struct executable){.language = language,
                               .dialect = db_copy_text(s, 2, &executing->arena),
                               .encoding = db_copy_text(s, column, &executing->arena),
                               .judge_name = db_copy_text(s, column + 1, &executing->arena),
                               .code = arena_copy_text(&executing->arena, code, length),
                               .length = length};
}

/* Finds the code of a row in the program, where it has the bug. */
static bool find_part(struct shown_bug *bug, struct token_text part, size_t place)
{
    const char *code = bug->buggy.code, *at = code;
    for (; at && (size_t)(at - code) <= place; at += 1) {
        at = memmem(at, bug->buggy.length - (size_t)(at - code), part.bytes, part.length);
        bug->start = at ? (size_t)(at - code) : 0;
        if (!at || (bug->start <= place && place <= bug->start + part.length))
            break;
    }
    return at && bug->start <= place;
}

/* Adds a bug if a test shows it. */
static int list_bug(struct executing *executing, struct db_statement *s, size_t number,
                    struct err *err)
{
    const struct gold_item *item = &executing->systems->gold->items.items[number];
    int status = db_run(s, err, "i", item->fix_key);
    if (status != 1)
        return status;
    struct shown_bug bug = {.item = number,
                            .problem_id = db_copy_text(s, 0, &executing->arena),
                            .buggy = read_executable(executing, s, 3, item->language),
                            .fixed = read_executable(executing, s, 6, item->language)};
    bool is_found = find_part(&bug, item->program, (size_t)db_int(s, 1));
    db_rewind(s);
    if (!is_found)
        return err_set(err, "the code of the row '%.200s' is not in its program in the database",
                       item->id);
    array_push(&executing->bugs, bug);
    for (size_t i = 0; i < executing->n_systems; i++)
        executing->systems[i].plausibility[number].is_shown = true;
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
    const struct gold *gold = executing->systems->gold;
    scoped(db_statement) *s = NULL;
    if (db_prepare(&s, executing->db, shown_query, err) != 0)
        return ERR;
    for (size_t i = 0; i < gold->items.n; i++)
        if (gold->items.items[i].category != GOLD_CORRECT && list_bug(executing, s, i, err) != 0)
            return ERR;
    array_sort(&executing->bugs, compare_bugs);
    return 0;
}

/* ---- Executing ---- */

struct unit {
    const struct shown_bug *bugs;
    size_t n;
    struct problem_tests tests;
    int status;
    struct err err;
};

static int produce(void *context, void *memory, struct err *err)
{
    struct executing *executing = context;
    struct unit *unit = memory;
    const struct shown_bug *bugs = &executing->bugs.items[executing->n_begun];
    size_t n_left = executing->bugs.n - executing->n_begun;
    if (!n_left)
        return 0;
    do
        unit->n++;
    while (unit->n < n_left && unit->n < UNIT_BUGS &&
           strcmp(bugs[unit->n].problem_id, bugs->problem_id) == 0 &&
           bugs[unit->n].buggy.language == bugs->buggy.language);
    unit->bugs = bugs;
    executing->n_begun += unit->n;
    return stored_tests_read(&unit->tests, executing->db, bugs->problem_id,
                             bugs->buggy.language->name, err) == 0
               ? 1
               : ERR;
}

static void release(void *item)
{
    problem_tests_release(&((struct unit *)item)->tests);
}

struct worker {
    struct executor *executor;
    struct judge *judge;
};

static void *worker_new(void *context)
{
    const struct executing *executing = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    *worker = (struct worker){executor_new(executing->n_at_home > 0), judge_new()};
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

static int run_test(struct execution_of_bug *work, size_t test, struct execution *out,
                    struct err *err)
{
    return problem_runner_test_fast(work->runner, 0, &work->runner->tests->cases.items[test], out,
                                    err);
}

static int keep_tests(struct execution_of_bug *work, struct err *err)
{
    struct execution execution;
    if (executor_load(work->runner->executor, 0, &work->bug->fixed, &execution, err) != 0)
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
 * program. This test comes first from now on, because it is the one that other wrong repairs fail,
 * too. Notes whether the program passes, which an equal one then does, too. */
static int run_kept(struct execution_of_bug *work, const struct executable *program,
                    struct digest digest, enum execution_outcome *outcome, struct err *err)
{
    struct execution execution;
    size_t n_passed = 0;
    if (executor_load(work->runner->executor, 0, program, &execution, err) != 0)
        return ERR;
    while (execution.outcome == OUTCOME_PASS && n_passed < work->kept.n) {
        const struct kept_test kept = work->kept.items[n_passed];
        if (run_test(work, kept.test, &execution, err) != 0)
            return ERR;
        if (execution.sameness >= kept.sameness)
            execution.outcome = OUTCOME_PASS;
        n_passed += execution.outcome == OUTCOME_PASS;
    }
    *outcome = execution.outcome;
    array_push(&work->tried, (struct tried){digest, *outcome == OUTCOME_PASS});
    if (*outcome != OUTCOME_PASS && n_passed < work->kept.n) {
        struct kept_test failed = work->kept.items[n_passed];
        work->kept.items[n_passed] = work->kept.items[0];
        work->kept.items[0] = failed;
    }
    return 0;
}

/* Sets `is_failing` if the buggy program fails a kept test. */
static int check_bug(struct execution_of_bug *work, bool *is_failing, struct err *err)
{
    const struct executable *buggy = &work->bug->buggy;
    enum execution_outcome outcome = OUTCOME_PASS;
    if (work->kept.n &&
        run_kept(work, buggy, digest_bytes(buggy->code, buggy->length), &outcome, err) != 0)
        return ERR;
    *is_failing =
        outcome != OUTCOME_PASS && outcome != OUTCOME_UNSUPPORTED && outcome != OUTCOME_NEAR_LIMIT;
    return 0;
}

/* Sets `passes` if the program with a repair of the row's code passes the kept tests. */
static int try_repair(struct execution_of_bug *work, struct token_text code, bool *passes,
                      struct err *err)
{
    struct executable program = work->bug->buggy;
    size_t start = work->bug->start, end = start + work->item->program.length;
    scoped(str) whole = {0};
    enum execution_outcome outcome;
    str_add(&whole, program.code, start);
    str_add(&whole, code.bytes, code.length);
    str_add(&whole, program.code + end, program.length - end);
    program.code = str_text(&whole);
    program.length = whole.length;
    struct digest digest = digest_bytes(program.code, program.length);
    for (size_t i = 0; i < work->tried.n; i++)
        if (digest_compare(work->tried.items[i].digest, digest) == 0) {
            *passes = work->tried.items[i].passes;
            return 0;
        }
    if (run_kept(work, &program, digest, &outcome, err) != 0)
        return ERR;
    *passes = outcome == OUTCOME_PASS;
    return 0;
}

/* Sets whether a prediction is plausible. An exact match is, and is not run. */
static int try_prediction(struct execution_of_bug *work, const struct prediction *prediction,
                          const struct question *question, bool *passes, struct err *err)
{
    const struct judge_options options = {.question = question, .are_samples = true};
    struct outcome judged;
    struct token_text code;
    judge_item(&judged, work->judge, work->item, prediction, 1, &options);
    *passes = judged.n_solved > 0;
    if (*passes || !judge_repaired(&code, work->judge, prediction, question))
        return 0;
    return try_repair(work, code, passes, err);
}

/* Finds the plausible predictions of a system, or only the first. */
static int try_system(struct execution_of_bug *work, const struct judged_system *system,
                      bool are_samples, struct err *err)
{
    const struct outcome *judged = &system->outcomes.items[work->bug->item];
    struct plausibility *out = &system->plausibility[work->bug->item];
    size_t first = system->predictions.first[work->bug->item];
    out->is_executed = true;
    for (size_t i = 0; i < judged->n_predictions && (are_samples || !out->rank); i++) {
        const struct prediction *prediction = &system->predictions.list.items[first + i];
        bool passes;
        if (try_prediction(work, prediction, system->question, &passes, err) != 0)
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
    scoped(execution_of_bug) work = {.bug = bug,
                                     .item = &executing->systems->gold->items.items[bug->item],
                                     .runner = runner,
                                     .judge = judge};
    if (keep_tests(&work, err) != 0 || check_bug(&work, &is_failing, err) != 0)
        return ERR;
    for (size_t i = 0; i < executing->n_systems && is_failing; i++)
        if (try_system(&work, &executing->systems[i], executing->request->are_samples, err) != 0)
            return ERR;
    return 0;
}

static void work(void *context, void *memory_of_worker, void *memory)
{
    struct executing *executing = context;
    const struct worker *worker = memory_of_worker;
    struct unit *unit = memory;
    scoped(problem_runner) runner = {0};
    problem_runner_init(&runner, worker->executor, &unit->tests, unit->bugs->buggy.language);
    for (size_t i = 0; i < unit->n && unit->status == 0; i++) {
        unit->status = execute_bug(executing, &unit->bugs[i], &runner, worker->judge, &unit->err);
        executing->n_done++;
    }
}

/* A unit can take minutes. */
static void tell_progress(void *context)
{
    const struct executing *executing = context;
    meter_count(executing->request->meter, executing->n_done, executing->bugs.n);
}

static int consume(void *context, void *memory, struct err *err)
{
    const struct unit *unit = memory;
    *err = unit->err;
    tell_progress(context);
    return unit->status;
}

void judged_system_release(struct judged_system *system)
{
    free(system->plausibility);
    outcomes_release(&system->outcomes);
    predictions_release(&system->predictions);
}

int plausible_find(struct judged_system *systems, size_t n, const struct execution_request *request,
                   struct err *err)
{
    scoped(executing) executing = {.request = request, .systems = systems, .n_systems = n};
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
    int64_t n_runs;
    for (size_t i = 0; i < n; i++)
        systems[i].plausibility =
            mem_alloc(systems->gold->items.n, sizeof *systems[i].plausibility);
    if (store_open(&executing.db, request->path, err) != 0 ||
        db_get_int(executing.db, &n_runs, "SELECT count(*) FROM verify_run", err) != 0 ||
        db_get_int(executing.db, &executing.n_at_home,
                   "SELECT count(*) FROM verify_runtimes WHERE version LIKE '%" EXECUTOR_AT_HOME
                   "'",
                   err) != 0)
        return ERR;
    if (!n_runs)
        return err_set(err,
                       "'%s' has no tests yet, and --execute needs them; run tokfix verify on it "
                       "first, with --tests PATH",
                       request->path);
    return list_bugs(&executing, err) == 0 ? pipeline_run(&pipeline, err) : ERR;
}
