/* Runs both programs on the tests (a program that is in several fixes runs once on each: a thread
 * waits while another one runs it), then decides, or searches. The jury is chosen once for a
 * problem, when a search first needs it. */
#include "verify/trial.h"

#include "base/interrupt.h"
#include "verify/command_words.h"

#include <stdlib.h>
#include <string.h>

enum {
    FIXED, /* numbers of loaded programs; those of the jury follow */
    BUGGY,
    CONTROL_PAIRS = 3, /* of a problem */
    MUCH_SLOWER = 2,   /* times the time of the other program */
};

struct trial_worker {
    struct executor *executor;
    struct problem_runner runner; /* of the last problem, */
    uint64_t number;              /* which has this number; 0: there was none */
};

/* The work on a fix. */
struct work {
    struct fix_trial *fix;
    struct problem *problem;
    const struct trial_options *options;
    struct problem_runner *runner;
    struct input_search search;
};

/* ---- Problems ---- */

struct problem *problem_new(void)
{
    struct problem *problem = mem_alloc(1, sizeof *problem);
    atomic_init(&problem->n_users, 1);
    monitor_init(&problem->monitor);
    jury_init(&problem->jury);
    input_models_init(&problem->models);
    return problem;
}

void problem_share(struct problem *problem)
{
    for (size_t i = 0; i < problem->subjects.n; i++)
        monitor_init(&problem->subjects.items[i].monitor);
    problem->is_shared = true;
}

struct problem *problem_join(struct problem *problem)
{
    atomic_fetch_add(&problem->n_users, 1);
    return problem;
}

void problem_leave(struct problem *problem)
{
    if (!problem || atomic_fetch_sub(&problem->n_users, 1) > 1)
        return;
    for (size_t i = 0; i < problem->subjects.n; i++) {
        struct subject *subject = &problem->subjects.items[i];
        if (problem->is_shared)
            monitor_release(&subject->monitor);
        free(subject->runs);
        arena_release(&subject->arena);
    }
    array_release(&problem->subjects);
    problem_tests_release(&problem->tests);
    correct_programs_release(&problem->accepted);
    jury_release(&problem->jury);
    input_models_release(&problem->models);
    monitor_release(&problem->monitor);
    arena_release(&problem->arena);
    free(problem);
}

/* ---- Workers ---- */

void fix_trial_release(struct fix_trial *fix)
{
    problem_leave(fix->problem);
    array_release(&fix->control);
    arena_release(&fix->arena);
}

void *trial_worker_new(bool is_at_home)
{
    struct trial_worker *worker = mem_alloc(1, sizeof *worker);
    worker->executor = executor_new(is_at_home);
    return worker;
}

void trial_worker_free(void *memory)
{
    struct trial_worker *worker = memory;
    problem_runner_release(&worker->runner);
    executor_free(worker->executor);
    free(worker);
}

/* Returns the worker's runner of a problem. It knows which jurors are loaded. */
static struct problem_runner *runner_of(struct trial_worker *worker, const struct problem *problem)
{
    if (worker->number != problem->number) {
        problem_runner_release(&worker->runner);
        problem_runner_init(&worker->runner, worker->executor, &problem->tests, problem->language);
        worker->number = problem->number;
    }
    return &worker->runner;
}

/* ---- Runs on tests ---- */

/* Says that an accepted program passes if only white space differs. */
static void subject_accept(const struct subject *subject, struct execution *execution)
{
    if (subject->is_accepted && execution->sameness != NOT_SAME)
        execution_accept(execution);
}

/* Loads a program in the runner with this number. Then makes its runs on the first `n_wanted` tests
 * of the problem, up to one on which it does not end, that nobody has made. A program that cannot
 * be loaded has that outcome on all tests. */
static int subject_run(struct subject *subject, struct problem_runner *runner, unsigned number,
                       size_t n_wanted, struct subject_runs *out, struct err *err)
{
    const struct problem_tests *tests = runner->tests;
    struct execution execution;
    if (executor_load(runner->executor, number, &subject->program, &execution, err) != 0)
        return ERR;
    out->is_loaded = execution.outcome == OUTCOME_PASS;
    scoped(monitor_stay) stay = monitor_stay(&subject->monitor);
    if (!subject->runs)
        subject->runs = mem_alloc(tests->cases.n, sizeof *subject->runs);
    for (; subject->n_runs < n_wanted && !subject->is_endless; subject->n_runs++) {
        const struct test_case *test = &tests->cases.items[subject->n_runs];
        if (out->is_loaded && problem_runner_test_fast(runner, number, test, &execution, err) != 0)
            return ERR;
        subject_accept(subject, &execution);
        subject->is_endless = out->is_loaded && execution_is_endless(&execution);
        subject->runs[subject->n_runs] = execution_keep(&execution, &subject->arena);
    }
    out->n = subject->n_runs < n_wanted ? subject->n_runs : n_wanted;
    return 0;
}

static const struct execution run_of_none = {
    .outcome = OUTCOME_NEAR_LIMIT, .detail = TEST_NOT_RUN, .output = ""};

static struct subject *subject_of(const struct work *work, const struct fix_side *side)
{
    return &work->problem->subjects.items[side->subject];
}

static size_t n_tests(const struct work *work)
{
    return work->problem->tests.cases.n;
}

const struct execution *fix_trial_run_on(const struct fix_trial *fix, const struct fix_side *side,
                                         size_t test)
{
    return test < side->runs.n ? &fix->problem->subjects.items[side->subject].runs[test]
                               : &run_of_none;
}

static const struct execution *run_on(const struct work *work, const struct fix_side *side,
                                      size_t test)
{
    return fix_trial_run_on(work->fix, side, test);
}

/* Runs the programs of a fix on the tests: the buggy one on those on which the fixed one ends. */
static int run_fix(struct work *work, struct err *err)
{
    struct fix_trial *fix = work->fix;
    if (subject_run(subject_of(work, &fix->fixed), work->runner, FIXED, n_tests(work),
                    &fix->fixed.runs, err) != 0)
        return ERR;
    size_t n = fix->fixed.runs.n;
    const struct execution *last = n ? run_on(work, &fix->fixed, n - 1) : &run_of_none;
    bool is_endless = n && fix->fixed.runs.is_loaded && execution_is_endless(last);
    return subject_run(subject_of(work, &fix->buggy), work->runner, BUGGY, n - is_endless,
                       &fix->buggy.runs, err);
}

/* What a second run of a program says about the first. */
enum repetition { STEADY, FLAKY, UNCLEAR };

/* Compares two runs. If one did not end, the other one must be fast to be another result. */
static enum repetition compare_runs(struct work *work, const struct execution *run,
                                    const struct execution *again)
{
    enum execution_outcome first = execution_outcome(run), second = execution_outcome(again);
    if (second == OUTCOME_NEAR_LIMIT)
        return UNCLEAR;
    if (first != second && (first == OUTCOME_TIMEOUT || second == OUTCOME_TIMEOUT))
        return again->is_near && run->is_near ? UNCLEAR : FLAKY;
    if (first != second)
        return FLAKY;
    if (first != OUTCOME_WRONG)
        return STEADY;
    return outputs_compare(run->output, run->n_output, again->output,
                           output_kept_length(again->n_output),
                           &work->problem->tests.tolerance) == SAME_LINES
               ? STEADY
               : FLAKY;
}

/* Runs a program on a test with the other seed. Sets `detail`, of the fix, unless it does the same
 * as with the first. */
static int repeat(struct work *work, unsigned number, size_t test, enum repetition *out,
                  const char **detail, struct err *err)
{
    const struct fix_side *side = number == FIXED ? &work->fix->fixed : &work->fix->buggy;
    const struct execution *run = run_on(work, side, test);
    const char *name = number == FIXED ? "the fixed program" : "the buggy program";
    struct execution execution;
    *out = STEADY;
    if (run->outcome == OUTCOME_COMPILE_ERROR)
        return 0;
    if (problem_runner_test(work->runner, number, &work->problem->tests.cases.items[test],
                            (struct execution_mode){.has_other_seed = true}, &execution, err) != 0)
        return ERR;
    subject_accept(subject_of(work, side), &execution);
    *out = compare_runs(work, run, &execution);
    if (*out == FLAKY && run->outcome == execution.outcome)
        *detail = arena_print(&work->fix->arena, "%s: another output with another seed", name);
    else if (*out == FLAKY)
        *detail = arena_print(&work->fix->arena, "%s: %s, with another seed %s", name,
                              execution_outcome_names[run->outcome],
                              execution_outcome_names[execution.outcome]);
    else if (*out == UNCLEAR)
        *detail = arena_print(&work->fix->arena, "%s ends near its limit", name);
    return 0;
}

/* ---- Outcomes by tests ---- */

/* Finds the first test with one of these outcomes; -1 if there is none. */
static int64_t find_run(const struct work *work, const struct fix_side *side, unsigned outcomes)
{
    for (size_t i = 0; i < n_tests(work); i++)
        if (outcomes >> run_on(work, side, i)->outcome & 1)
            return (int64_t)i;
    return -1;
}

static void decide(struct fix_trial *fix, enum fix_outcome outcome, int64_t test,
                   const char *detail)
{
    fix->outcome = outcome;
    fix->test = test;
    fix->detail = detail;
    fix->is_decided = true;
}

/* Returns the runtime that the judge ran the program with, if a slower one runs it here, and it did
 * not end in time; NULL: it did, or did not at the judge either. */
static const char *missing_runtime(const struct subject *subject, const struct execution *run)
{
    const struct executable *program = &subject->program;
    return run->outcome == OUTCOME_TIMEOUT && !program->was_late
               ? runtime_replaced(program->language, program->dialect, program->judge_name)
               : NULL;
}

/* Notes the first test from which nothing is concluded because of the time: the outcome, if nothing
 * else shows the bug. */
static void note_near_limit(struct fix_trial *fix, size_t test, const char *detail)
{
    if (fix->is_near)
        return;
    decide(fix, FIX_NEAR_LIMIT, (int64_t)test, detail);
    fix->is_decided = false;
    fix->is_near = true;
}

/* Returns why nothing can be concluded from a test that the fixed program passes, or NULL. If both
 * programs are slow, the bug may be the time only if the buggy one needs much more. */
static const char *unclear_time(const struct execution *buggy, const struct execution *fixed)
{
    if (buggy->outcome == OUTCOME_TIMEOUT && fixed->is_near)
        return "the fixed program ends near its limit";
    bool is_much_slower = buggy->cpu_seconds > MUCH_SLOWER * fixed->cpu_seconds;
    return buggy->outcome == OUTCOME_NEAR_LIMIT && (buggy->sameness == NOT_SAME || is_much_slower)
               ? "the buggy program ends near its limit"
               : NULL;
}

/* Decides if a test on which the programs differ shows the bug. */
static int decide_by_test(struct work *work, size_t test, struct err *err)
{
    struct fix_trial *fix = work->fix;
    const struct execution *run = run_on(work, &fix->buggy, test);
    enum repetition repetition = UNCLEAR;
    const char *detail = unclear_time(run, run_on(work, &fix->fixed, test));
    if (!detail && repeat(work, FIXED, test, &repetition, &detail, err) != 0)
        return ERR;
    if (!detail && repeat(work, BUGGY, test, &repetition, &detail, err) != 0)
        return ERR;
    if (!detail)
        decide(fix, FIX_REPRODUCED, (int64_t)test, run->detail);
    else if (repetition == FLAKY)
        decide(fix, FIX_FLAKY, (int64_t)test, detail);
    else
        note_near_limit(fix, test, detail);
    return 0;
}

/* Decides if a test shows the bug: the first one that only the fixed program passes. Where the
 * fixed program prints the expected lines, the buggy one has to, too: its white space can be the
 * bug. */
static int decide_by_difference(struct work *work, struct err *err)
{
    struct fix_trial *fix = work->fix;
    for (size_t i = 0; i < n_tests(work) && !fix->is_decided; i++) {
        const struct execution *b = run_on(work, &fix->buggy, i), *f = run_on(work, &fix->fixed, i);
        if (f->sameness == NOT_SAME || missing_runtime(subject_of(work, &fix->buggy), b))
            continue;
        if (b->sameness < f->sameness) {
            if (decide_by_test(work, i, err) != 0)
                return ERR;
        } else if (unclear_time(b, f))
            note_near_limit(fix, i, unclear_time(b, f));
    }
    return 0;
}

/* Whether a run shows that its program does not start here. */
static bool has_not_started(const struct executable *program, const struct execution *run)
{
    const struct runtime *runtime =
        runtime_choose(program->language, program->dialect, program->judge_name);
    const char *const *error = runtime->start_errors;
    while (error && *error && !text_begins(run->detail, *error))
        error++;
    return run->outcome == OUTCOME_COMPILE_ERROR ||
           (run->outcome == OUTCOME_RUNTIME_ERROR && error && *error);
}

/* Decides by the runs of the fixed program, if nothing else did. A judge has accepted it, so if it
 * does not start, this machine lacks what it needs. */
static void decide_by_fixed(const struct work *work)
{
    const unsigned errs = ~(1u << OUTCOME_PASS | 1u << OUTCOME_WRONG | 1u << OUTCOME_NEAR_LIMIT);
    struct fix_trial *fix = work->fix;
    int64_t err_test = find_run(work, &fix->fixed, errs);
    int64_t wrong_test = find_run(work, &fix->fixed, 1u << OUTCOME_WRONG);
    if (err_test >= 0) {
        const struct execution *run = run_on(work, &fix->fixed, (size_t)err_test);
        bool is_unsupported = has_not_started(&subject_of(work, &fix->fixed)->program, run);
        decide(fix, is_unsupported ? FIX_UNSUPPORTED : FIX_FIXED_ERRS, err_test, run->detail);
    } else if (wrong_test >= 0)
        decide(fix, FIX_SAMPLE_DISAGREES, wrong_test, "");
    for (size_t i = 0; i < n_tests(work) && !fix->is_decided; i++) {
        const struct execution *run = run_on(work, &fix->fixed, i);
        if (run->sameness == NOT_SAME)
            decide(fix, FIX_NEAR_LIMIT, (int64_t)i, run->detail);
    }
}

static int decide_by_tests(struct work *work, struct err *err)
{
    struct fix_trial *fix = work->fix;
    const struct fix_side *const both[] = {&fix->fixed, &fix->buggy};
    for (int i = 0; i < 2; i++) {
        int64_t test = find_run(work, both[i], 1u << OUTCOME_UNSUPPORTED);
        if (test < 0)
            continue;
        decide(fix, FIX_UNSUPPORTED, test, run_on(work, both[i], (size_t)test)->detail);
        return 0;
    }
    if (decide_by_difference(work, err) != 0)
        return ERR;
    for (int i = 0; i < 2 && !fix->is_decided; i++) {
        int64_t test = find_run(work, both[i], 1u << OUTCOME_TIMEOUT);
        const char *missing = test < 0 ? NULL
                                       : missing_runtime(subject_of(work, both[i]),
                                                         run_on(work, both[i], (size_t)test));
        if (missing) /* it ends too late only because of the runtime that runs it */
            decide(fix, FIX_UNSUPPORTED, test, missing);
    }
    if (!fix->is_decided)
        decide_by_fixed(work);
    if (fix->is_near && !fix->buggy.runs.is_loaded)
        fix->is_decided = true;
    return 0;
}

/* ---- Outcomes by search ---- */

static uint64_t seed_of(const struct work *work, const char *what)
{
    const char *seed = work->options->seed;
    return hash_bytes(what, strlen(what), hash_bytes(seed, strlen(seed), 0));
}

/* Chooses the jury of the problem, and collects the numbers that the programs name. */
static void get_jury(struct work *work)
{
    struct problem *problem = work->problem;
    scoped(monitor_stay) stay = monitor_stay(&problem->monitor);
    if (problem->has_jury)
        return;
    problem->has_jury = true;
    jury_choose(&problem->jury, work->runner, &problem->accepted, work->options->seed);
    for (size_t i = 0; i < problem->subjects.n; i++)
        input_search_read_numbers(&work->search, &problem->subjects.items[i].program);
    /* Of the candidates, those that are likely to be jurors. */
    for (size_t i = 0; i < problem->jury.candidates.n && i < JURY_MAX + JURY_SPARE; i++)
        input_search_read_numbers(&work->search, &problem->jury.candidates.items[i].program);
}

/* Keeps an input as the test that was found, and the run of the wrong program. */
static void keep_found(struct work *work, struct fix_side *side,
                       const struct shown_difference *shown)
{
    const struct str *input = &shown->input, *expected = &shown->expected;
    struct fix_trial *fix = work->fix;
    fix->found = (struct test_case){
        .name = arena_print(&fix->arena, FOUND_TEST_PREFIX "%s", fix->fix_id),
        .input = arena_copy_text(&fix->arena, str_text(input), input->length),
        .input_length = input->length,
        .expected = arena_copy_text(&fix->arena, str_text(expected), expected->length),
        .expected_length = expected->length,
    };
    side->found = execution_keep(&shown->wrong, &fix->arena);
    side->has_found = true;
}

static void decide_by_finding(struct work *work, const struct input_finding *finding)
{
    struct fix_trial *fix = work->fix;
    fix->n_jurors = finding->n_jurors;
    fix->n_inputs = finding->n_inputs;
    if (finding->is_proof) {
        keep_found(work, &fix->buggy, finding->shown);
        fix->fixed.found = (struct execution){.outcome = OUTCOME_PASS, .sameness = SAME_LINES};
        fix->fixed.has_found = true;
        fix->strictness = input_strictness_name(finding->level);
        decide(fix, FIX_PROVEN, (int64_t)n_tests(work),
               arena_text(&fix->arena, finding->shown->wrong.detail));
    } else if (fix->is_near)
        fix->is_decided = true;
    else if (fix->is_mutant && !finding->n_differing)
        decide(fix, FIX_EQUIVALENT, -1, "");
    else
        decide(fix, FIX_WEAK_TESTS, -1,
               finding->lacks_jurors
                   ? arena_text(&fix->arena, counted(fix->n_jurors, "juror", "jurors").text)
                   : "");
}

/* Returns the least sameness of the fixed program's outputs with those of the tests. */
static enum sameness sameness_of_fixed(const struct work *work)
{
    enum sameness least = SAME_LINES;
    for (size_t i = 0; i < n_tests(work); i++) {
        const struct execution *run = run_on(work, &work->fix->fixed, i);
        least = run->sameness < least ? run->sameness : least;
    }
    return least;
}

/* Whether the fixed program is slow on each test of the problem. */
static bool is_fixed_slow(const struct work *work)
{
    for (size_t n = 0; n < n_tests(work); n++)
        if (!problem_runner_is_slow(run_on(work, &work->fix->fixed, n)))
            return false;
    return true;
}

/* Searches for an input that shows the bug. No search is made with a slow program: it costs more
 * than ten others, has units for few inputs, and no juror is slow. Whether a mutant differs is of
 * interest without a jury, too. */
static int decide_by_search(struct work *work, struct err *err)
{
    struct fix_trial *fix = work->fix;
    struct program_pair pair = {.fixed = FIXED,
                                .buggy = BUGGY,
                                .panel = {.jury = &work->problem->jury,
                                          .sameness = sameness_of_fixed(work),
                                          .n_programs = fix->has_originals ? 4 : 2},
                                .seed = seed_of(work, fix->fix_id),
                                .is_mutant = fix->is_mutant};
    const struct executable *const own[] = {&subject_of(work, &fix->fixed)->program,
                                            &subject_of(work, &fix->buggy)->program,
                                            &fix->buggy.original, &fix->fixed.original};
    scoped(shown_difference) shown = {0};
    struct input_finding finding = {.shown = &shown};
    if (!fix->is_mutant && is_fixed_slow(work)) {
        if (!fix->is_near)
            decide(fix, FIX_WEAK_TESTS, -1, "no search, because the fixed program is slow");
        fix->is_decided = true;
        return 0;
    }
    get_jury(work);
    for (size_t i = 0; i < pair.panel.n_programs; i++)
        pair.panel.programs[i] = problem_runner_read(work->runner, own[i]);
    if (input_search_run(&work->search, &pair, &finding, err) != 0)
        return ERR;
    decide_by_finding(work, &finding);
    return 0;
}

/* ---- Rewrites ---- */

/* Decides if a program of a rewrite does not do what its original does. */
static int decide_by_originals(struct work *work, struct err *err)
{
    struct fix_trial *fix = work->fix;
    struct fix_side *const sides[] = {&fix->buggy, &fix->fixed};
    const char *const names[] = {"the buggy program", "the fixed program"};
    if (fix->has_originals)
        get_jury(work);
    for (int i = 0; i < 2 && fix->has_originals && !fix->is_decided; i++) {
        scoped(shown_difference) shown = {0};
        struct rewrite_difference found = {.shown = &shown};
        if (rewrite_check(&work->search, &sides[i]->original, &subject_of(work, sides[i])->program,
                          seed_of(work, fix->fix_id), &found, err) != 0)
            return ERR;
        if (!found.is_found)
            continue;
        if (found.test < 0)
            keep_found(work, sides[i], &shown);
        decide(fix, FIX_REWRITE_DIFFERS, found.test < 0 ? (int64_t)n_tests(work) : found.test,
               names[i]);
    }
    return 0;
}

/* ---- The control ---- */

/* Tries two jurors: the first one is said to be right, the second one to be wrong. */
static int try_control_pair(struct work *work, const struct juror *fixed, const struct juror *buggy,
                            uint64_t number, struct err *err)
{
    const struct program_pair pair = {
        .fixed = fixed->number,
        .buggy = buggy->number,
        .panel = {.jury = &work->problem->jury,
                  .sameness = fixed->sameness < buggy->sameness ? fixed->sameness : buggy->sameness,
                  .programs = {fixed->digest, buggy->digest},
                  .n_programs = 2,
                  .is_seated = true},
        .seed = seed_of(work, work->problem->problem_id) + number};
    scoped(shown_difference) shown = {0};
    struct input_finding finding = {.shown = &shown};
    if (juror_load(fixed, work->runner, err) != 0 || juror_load(buggy, work->runner, err) != 0 ||
        input_search_run(&work->search, &pair, &finding, err) != 0)
        return ERR;
    struct control_pair tried = {.right_id = fixed->submission_id,
                                 .wrong_id = buggy->submission_id};
    if (finding.is_proof) {
        tried.strictness = input_strictness_name(finding.level);
        tried.input =
            arena_copy_text(&work->fix->arena, str_text(&shown.input), shown.input.length);
        tried.n_input = shown.input.length;
    }
    array_push(&work->fix->control, tried);
    return 0;
}

/* Tries pairs of Accepted programs, in which no bug can be proven. */
static int try_control(struct work *work, struct err *err)
{
    struct jury *jury = &work->problem->jury;
    const size_t least = 2 + JURY_MIN; /* the pair, and those who decide between them */
    get_jury(work);
    if (jury->candidates.n < least)
        return 0;
    if (jury_seat(jury, work->runner, err) != 0)
        return ERR;
    size_t n_pairs = jury->jurors.n < least ? 0 : jury->jurors.n - 1;
    for (size_t i = 0; i < n_pairs && i < CONTROL_PAIRS; i++)
        if (try_control_pair(work, &jury->jurors.items[i], &jury->jurors.items[i + 1], i, err) != 0)
            return ERR;
    return 0;
}

/* ---- A fix ---- */

static int try_fix(struct work *work, struct err *err)
{
    int (*const steps[])(struct work *, struct err *) = {run_fix, decide_by_originals,
                                                         decide_by_tests, decide_by_search};
    if (!n_tests(work))
        decide(work->fix, FIX_NO_TESTS, -1, "");
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !work->fix->is_decided; i++) {
        if (interrupt_signal())
            return err_set(err, "stopped");
        if (steps[i](work, err) != 0)
            return ERR;
    }
    return work->fix->has_control && n_tests(work) ? try_control(work, err) : 0;
}

/* Loads the Accepted programs of the problem, if they are needed: it has tests. */
static void prepare(struct problem *problem)
{
    scoped(monitor_stay) stay = monitor_stay(&problem->monitor);
    if (!problem->is_prepared && problem->tests.cases.n && problem->accepted.problem_id &&
        problem->source.load)
        problem->source.load(problem->source.context, &problem->accepted);
    problem->is_prepared = true;
}

int trial_run(struct fix_trial *fix, struct trial_worker *worker,
              const struct trial_options *options, struct err *err)
{
    struct problem *problem = fix->problem;
    struct work work = {
        .fix = fix, .problem = problem, .options = options, .runner = runner_of(worker, problem)};
    work.search = (struct input_search){.runner = work.runner,
                                        .models = &problem->models,
                                        .strictness = options->strictness,
                                        .n_inputs = options->n_inputs};
    prepare(problem);
    return try_fix(&work, err);
}
