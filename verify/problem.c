/* The runs of a program on the tests are made under its lock: a thread waits while another one
 * makes them, and finds them then. */
#include "verify/trial.h"

#include <stdlib.h>

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

void subject_accept(const struct subject *subject, struct execution *execution)
{
    if (subject->is_accepted && execution->sameness != NOT_SAME)
        execution_accept(execution);
}

int subject_run(struct subject *subject, struct problem_runner *runner, unsigned number,
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
