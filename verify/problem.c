/* The runs of a program on the tests are made under its lock: a thread waits while another one
 * makes them, and finds them then. */
#include "verify/problem.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_KEPT = 64 << 10 }; /* bytes of an output that are stored */

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

static void subject_release(struct subject *subject, bool is_shared)
{
    if (is_shared)
        monitor_release(&subject->monitor);
    free(subject->runs);
    arena_release(&subject->arena);
}

void problem_leave(struct problem *problem)
{
    if (!problem || atomic_fetch_sub(&problem->n_users, 1) > 1)
        return;
    for (size_t i = 0; i < problem->subjects.n; i++)
        subject_release(&problem->subjects.items[i], problem->is_shared);
    array_release(&problem->subjects);
    problem_tests_release(&problem->tests);
    correct_programs_release(&problem->accepted);
    jury_release(&problem->jury);
    input_models_release(&problem->models);
    monitor_release(&problem->monitor);
    arena_release(&problem->arena);
    free(problem);
}

void problem_prepare(struct problem *problem)
{
    scoped(monitor_stay) stay = monitor_stay(&problem->monitor);
    if (!problem->is_prepared && problem->tests.cases.n && problem->accepted.problem_id &&
        problem->source.load)
        problem->source.load(problem->source.context, &problem->accepted);
    problem->is_prepared = true;
}

void test_run_keep_output(struct str *out, const char *output, size_t length)
{
    str_clear(out);
    utf8_add_valid(out, output, length < MAX_KEPT ? length : MAX_KEPT);
}

struct test_run test_run_keep(const struct execution *execution, struct arena *arena)
{
    scoped(str) output = {0};
    struct test_run run = {
        .outcome = execution->outcome,
        .sameness = execution->sameness,
        .is_near = execution->is_near,
        .cpu_seconds = execution->cpu_seconds,
        .detail = arena_copy_text(arena, execution->detail, strlen(execution->detail))};
    if (run.sameness == NOT_SAME || run.outcome == OUTCOME_WRONG) {
        test_run_keep_output(&output, execution->output, execution->n_output);
        run.output = arena_copy_text(arena, str_text(&output), output.length);
        run.n_output = output.length;
    }
    return run;
}

void subject_accept(const struct subject *subject, struct execution *execution)
{
    if (subject->is_accepted && execution->sameness != NOT_SAME)
        execution_accept(execution);
}

/* Adds the runs that nobody has made; `execution` is what loading the program has shown. */
static int add_runs(struct subject *subject, struct problem_runner *runner, unsigned number,
                    size_t n_wanted, struct execution *execution, struct err *err)
{
    const bool is_loaded = execution->outcome == OUTCOME_PASS;
    const struct problem_tests *tests = runner->tests;
    if (!subject->runs)
        subject->runs = mem_alloc(tests->cases.n, sizeof *subject->runs);
    for (; subject->n_runs < n_wanted && !subject->is_endless; subject->n_runs++) {
        const struct test_case *test = &tests->cases.items[subject->n_runs];
        if (is_loaded &&
            problem_runner_test_fast(runner, number, &subject->program, test, execution, err) != 0)
            return ERR;
        subject_accept(subject, execution);
        subject->is_endless = is_loaded && execution_is_endless(execution);
        subject->runs[subject->n_runs] = test_run_keep(execution, &subject->arena);
    }
    return 0;
}

int subject_run(struct subject *subject, struct problem_runner *runner, unsigned number,
                size_t n_wanted, struct subject_runs *out, struct err *err)
{
    struct execution execution;
    if (executor_load(runner->executor, number, &subject->program, &execution, err) != 0)
        return ERR;
    out->is_loaded = execution.outcome == OUTCOME_PASS;
    scoped(monitor_stay) stay = monitor_stay(&subject->monitor);
    if (add_runs(subject, runner, number, n_wanted, &execution, err) != 0)
        return ERR;
    out->n = subject->n_runs < n_wanted ? subject->n_runs : n_wanted;
    return 0;
}
