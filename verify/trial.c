/* For each fix: run both programs on the tests (a program that is in several fixes runs once on
 * each), then decide, or search. The jury is chosen once for a problem, when a search first needs
 * it. */
#include "verify/trial.h"

#include "base/interrupt.h"
#include "base/utf8.h"
#include "verify/rewrite_check.h"

#include <inttypes.h>
#include <string.h>

enum {
    FIXED, /* numbers of loaded programs; those of the jury follow */
    BUGGY,
    CONTROL_PAIRS = 3,   /* of a problem */
    MAX_KEPT = 64 << 10, /* bytes of an output that are stored */
    MUCH_SLOWER = 2,     /* times the time of the other program */
};

static const char not_run[] = "not run, because this or the fixed program did not end";
static const char slow[] = "no search, because the fixed program is slow";

/* The work on a problem. */
struct work {
    struct problem_trial *trial;
    const struct trial_options *options;
    struct problem_runner runner;
    struct input_search search;
    struct jury jury;
    bool has_jury; /* it was chosen */
    struct str scratch;
};

static void work_release(struct work *work)
{
    jury_release(&work->jury);
    problem_runner_release(&work->runner);
    input_search_release(&work->search);
    str_release(&work->scratch);
}
SCOPED_VALUE(work, work_release)

void problem_trial_release(struct problem_trial *trial)
{
    for (size_t i = 0; i < trial->subjects.n; i++)
        array_release(&trial->subjects.items[i].runs);
    array_release(&trial->subjects);
    array_release(&trial->fixes);
    array_release(&trial->found);
    array_release(&trial->control);
    problem_tests_release(&trial->tests);
    correct_programs_release(&trial->accepted);
    arena_release(&trial->arena);
}

/* ---- Runs on tests ---- */

/* Sets `scratch` to an output as it is stored: valid UTF-8, up to a limit. */
static void make_stored(struct str *scratch, const char *output, size_t length)
{
    str_clear(scratch);
    utf8_add_valid(scratch, output, length < MAX_KEPT ? length : MAX_KEPT);
}

static void keep_run(struct work *work, size_t subject, size_t test,
                     const struct execution *execution)
{
    struct arena *arena = &work->trial->arena;
    struct test_run run = {
        .test = test,
        .outcome = execution->outcome,
        .sameness = execution->sameness,
        .is_near = execution->is_near,
        .is_slow = problem_runner_is_slow(execution),
        .cpu_seconds = execution->cpu_seconds,
        .detail = arena_copy_text(arena, execution->detail, strlen(execution->detail))};
    if (run.sameness == NOT_SAME || run.outcome == OUTCOME_WRONG) {
        make_stored(&work->scratch, execution->output, execution->n_output);
        run.output = arena_copy_text(arena, str_text(&work->scratch), work->scratch.length);
        run.n_output = work->scratch.length;
    }
    struct subject *kept = &work->trial->subjects.items[subject];
    if (test < kept->runs.n) /* it was not run before */
        kept->runs.items[test] = run;
    else
        array_push(&kept->runs, run);
}

/* A fixed program was accepted by its judge, so that its output is right if only white space
 * differs. */
static void accept_fixed(unsigned number, struct execution *run)
{
    if (number == FIXED && run->sameness != NOT_SAME)
        execution_accept(run);
}

/* Loads a program, and runs it on those of the first `n_wanted` tests on which it did not run yet:
 * up to one on which it does not end. A program that cannot be loaded has that outcome on all. */
static int run_subject(struct work *work, size_t index, unsigned number, size_t n_wanted,
                       struct err *err)
{
    struct subject *subject = &work->trial->subjects.items[index];
    struct execution execution;
    if (executor_load(work->runner.executor, number, &subject->program, &execution, err) != 0)
        return ERR;
    subject->is_loaded = execution.outcome == OUTCOME_PASS;
    for (; subject->n_tried < n_wanted && !subject->is_endless; subject->n_tried++) {
        const struct test_case *test = &work->trial->tests.cases.items[subject->n_tried];
        if (subject->is_loaded && problem_runner_test_fast(&work->runner, number, &subject->program,
                                                           test, &execution, err) != 0)
            return ERR;
        accept_fixed(number, &execution);
        subject->is_endless = subject->is_loaded && execution_is_endless(&execution);
        keep_run(work, index, subject->n_tried, &execution);
    }
    execution = (struct execution){.outcome = OUTCOME_NEAR_LIMIT};
    execution_set_detail(&execution, not_run, strlen(not_run));
    for (size_t i = subject->runs.n; i < work->trial->tests.cases.n; i++)
        keep_run(work, index, i, &execution);
    return 0;
}

/* Runs the programs of a fix on the tests: the buggy one on those on which the fixed one ends. */
static int run_fix(struct work *work, const struct fix_trial *fix, struct err *err)
{
    const struct subject *fixed = &work->trial->subjects.items[fix->fixed];
    if (run_subject(work, fix->fixed, FIXED, work->trial->tests.cases.n, err) != 0)
        return ERR;
    return run_subject(work, fix->buggy, BUGGY, fixed->n_tried - fixed->is_endless, err);
}

/* What a second run of a program says about the first. */
enum repetition { STEADY, FLAKY, UNCLEAR };

/* Compares two runs. If one did not end, the other one must be fast to be another result. */
static enum repetition compare_runs(struct work *work, const struct test_run *run,
                                    const struct execution *again)
{
    enum run_outcome first = outcome_without_time(run->outcome, run->sameness);
    enum run_outcome second = outcome_without_time(again->outcome, again->sameness);
    if (second == OUTCOME_NEAR_LIMIT)
        return UNCLEAR;
    if (first != second && (first == OUTCOME_TIMEOUT || second == OUTCOME_TIMEOUT))
        return again->is_near && run->is_near ? UNCLEAR : FLAKY;
    if (first != second)
        return FLAKY;
    if (first != OUTCOME_WRONG)
        return STEADY;
    make_stored(&work->scratch, again->output, again->n_output);
    return outputs_compare(run->output, run->n_output, str_text(&work->scratch),
                           work->scratch.length, &work->trial->tests.tolerance) == SAME_LINES
               ? STEADY
               : FLAKY;
}

/* Runs a program on a test with the other seed. Sets `detail`, of the fix, unless it does the same
 * as with the first. */
static int repeat(struct work *work, const struct subject *subject, unsigned number, size_t test,
                  enum repetition *out, const char **detail, struct err *err)
{
    const struct test_run *run = &subject->runs.items[test];
    const char *name = number == FIXED ? "the fixed program" : "the buggy program";
    struct execution execution;
    *out = STEADY;
    if (run->outcome == OUTCOME_COMPILE_ERROR)
        return 0;
    if (problem_runner_test(&work->runner, number, &subject->program,
                            &work->trial->tests.cases.items[test],
                            (struct execution_mode){.has_other_seed = true}, &execution, err) != 0)
        return ERR;
    accept_fixed(number, &execution);
    *out = compare_runs(work, run, &execution);
    if (*out == FLAKY && run->outcome == execution.outcome)
        *detail = arena_print(&work->trial->arena, "%s: another output with another seed", name);
    else if (*out == FLAKY)
        *detail =
            arena_print(&work->trial->arena, "%s: %s, with another seed %s", name,
                        run_outcome_names[run->outcome], run_outcome_names[execution.outcome]);
    else if (*out == UNCLEAR)
        *detail = arena_print(&work->trial->arena, "%s ends near its limit", name);
    return 0;
}

/* ---- Verdicts by tests ---- */

/* Finds the first test with one of these outcomes; -1 if there is none. */
static int64_t find_run(const struct subject *subject, unsigned outcomes)
{
    for (size_t i = 0; i < subject->runs.n; i++)
        if (outcomes >> subject->runs.items[i].outcome & 1)
            return (int64_t)i;
    return -1;
}

static void decide(struct fix_trial *fix, enum fix_verdict verdict, int64_t test,
                   const char *detail)
{
    fix->verdict = verdict;
    fix->test = test;
    fix->detail = detail;
    fix->is_decided = true;
}

/* Returns the runtime that the judge ran the program with, if a slower one runs it here, and it did
 * not end in time; NULL: it did, or did not at the judge either. */
static const char *missing_runtime(const struct subject *subject, const struct test_run *run)
{
    const struct executable *program = &subject->program;
    return run->outcome == OUTCOME_TIMEOUT && !program->was_late
               ? runtime_replaced(program->language, program->dialect, program->judge_name)
               : NULL;
}

/* Notes the first test from which nothing is concluded because of the time: the verdict, if nothing
 * else shows the bug. */
static void note_near_limit(struct fix_trial *fix, size_t test, const char *detail)
{
    if (fix->is_near)
        return;
    decide(fix, VERDICT_NEAR_LIMIT, (int64_t)test, detail);
    fix->is_decided = false;
    fix->is_near = true;
}

/* Returns why nothing can be concluded from a test that the fixed program passes, or NULL. If both
 * programs are slow, the bug may be the time only if the buggy one needs much more. */
static const char *unclear_time(const struct test_run *buggy, const struct test_run *fixed)
{
    if (buggy->outcome == OUTCOME_TIMEOUT && fixed->is_near)
        return "the fixed program ends near its limit";
    bool is_much_slower = buggy->cpu_seconds > MUCH_SLOWER * fixed->cpu_seconds;
    return buggy->outcome == OUTCOME_NEAR_LIMIT && (buggy->sameness == NOT_SAME || is_much_slower)
               ? "the buggy program ends near its limit"
               : NULL;
}

/* Decides if a test on which the programs differ shows the bug. */
static int decide_by_test(struct work *work, struct fix_trial *fix, size_t test, struct err *err)
{
    const struct subject *buggy = &work->trial->subjects.items[fix->buggy];
    const struct subject *fixed = &work->trial->subjects.items[fix->fixed];
    const struct test_run *run = &buggy->runs.items[test];
    enum repetition repetition = UNCLEAR;
    const char *detail = unclear_time(run, &fixed->runs.items[test]);
    if (!detail && repeat(work, fixed, FIXED, test, &repetition, &detail, err) != 0)
        return ERR;
    if (!detail && repeat(work, buggy, BUGGY, test, &repetition, &detail, err) != 0)
        return ERR;
    if (!detail)
        decide(fix, VERDICT_REPRODUCED, (int64_t)test, run->detail);
    else if (repetition == FLAKY)
        decide(fix, VERDICT_FLAKY, (int64_t)test, detail);
    else
        note_near_limit(fix, test, detail);
    return 0;
}

/* Decides if a test shows the bug: the first one that only the fixed program passes. Where the
 * fixed program prints the expected lines, the buggy one has to, too: its white space can be the
 * bug. */
static int decide_by_difference(struct work *work, struct fix_trial *fix, struct err *err)
{
    const struct subject *buggy = &work->trial->subjects.items[fix->buggy];
    const struct subject *fixed = &work->trial->subjects.items[fix->fixed];
    for (size_t i = 0; i < work->trial->tests.cases.n && !fix->is_decided; i++) {
        const struct test_run *b = &buggy->runs.items[i], *f = &fixed->runs.items[i];
        if (f->sameness == NOT_SAME || missing_runtime(buggy, b))
            continue;
        if (b->sameness < f->sameness) {
            if (decide_by_test(work, fix, i, err) != 0)
                return ERR;
        } else if (unclear_time(b, f))
            note_near_limit(fix, i, unclear_time(b, f));
    }
    return 0;
}

/* Decides if the programs end too late only because of the runtime that runs them. */
static void decide_by_runtime(struct fix_trial *fix, const struct subject *subject)
{
    int64_t test = find_run(subject, 1u << OUTCOME_TIMEOUT);
    const char *missing = test < 0 ? NULL : missing_runtime(subject, &subject->runs.items[test]);
    if (missing && !fix->is_decided)
        decide(fix, VERDICT_UNSUPPORTED, test, missing);
}

static int decide_by_tests(struct work *work, struct fix_trial *fix, struct err *err)
{
    const unsigned errs = ~(1u << OUTCOME_PASS | 1u << OUTCOME_WRONG | 1u << OUTCOME_NEAR_LIMIT);
    const size_t both[] = {fix->fixed, fix->buggy};
    for (int i = 0; i < 2; i++) {
        const struct subject *subject = &work->trial->subjects.items[both[i]];
        int64_t test = find_run(subject, 1u << OUTCOME_UNSUPPORTED);
        if (test < 0)
            continue;
        decide(fix, VERDICT_UNSUPPORTED, test, subject->runs.items[test].detail);
        return 0;
    }
    if (decide_by_difference(work, fix, err) != 0)
        return ERR;
    for (int i = 0; i < 2; i++)
        decide_by_runtime(fix, &work->trial->subjects.items[both[i]]);
    const struct subject *fixed = &work->trial->subjects.items[fix->fixed];
    int64_t err_test = find_run(fixed, errs), wrong_test = find_run(fixed, 1u << OUTCOME_WRONG);
    if (!fix->is_decided && err_test >= 0)
        decide(fix, VERDICT_FIXED_ERRS, err_test, fixed->runs.items[err_test].detail);
    else if (!fix->is_decided && wrong_test >= 0)
        decide(fix, VERDICT_SAMPLE_DISAGREES, wrong_test, "");
    for (size_t i = 0; i < work->trial->tests.cases.n && !fix->is_decided; i++)
        if (fixed->runs.items[i].sameness == NOT_SAME)
            decide(fix, VERDICT_NEAR_LIMIT, (int64_t)i, fixed->runs.items[i].detail);
    if (fix->is_near && !work->trial->subjects.items[fix->buggy].is_loaded)
        fix->is_decided = true;
    return 0;
}

/* ---- Verdicts by search ---- */

static uint64_t seed_of(const struct work *work, const char *what)
{
    const char *seed = work->options->seed;
    return hash_bytes(what, strlen(what), hash_bytes(seed, strlen(seed), 0));
}

/* Chooses the jury of the problem, and collects the numbers that the programs name. */
static void get_jury(struct work *work)
{
    const struct problem_trial *trial = work->trial;
    if (work->has_jury)
        return;
    work->has_jury = true;
    jury_choose(&work->jury, &work->runner, &trial->accepted, (size_t)work->options->max_jurors,
                work->options->seed);
    for (size_t i = 0; i < trial->subjects.n; i++)
        input_search_read_numbers(&work->search, &trial->subjects.items[i].program);
    for (size_t i = 0; i < jury_expected(&work->jury); i++)
        input_search_read_numbers(&work->search, &work->jury.jurors.items[i].program);
}

/* Keeps an input as a test. Returns its index. */
static size_t keep_found(struct work *work, const struct fix_trial *fix, const struct str *input,
                         const struct str *expected)
{
    struct problem_trial *trial = work->trial;
    struct test_case found = {
        .name = arena_print(&trial->arena, FOUND_TEST_PREFIX "%s", fix->fix_id),
        .input = arena_copy_text(&trial->arena, str_text(input), input->length),
        .input_length = input->length,
        .expected = arena_copy_text(&trial->arena, str_text(expected), expected->length),
        .expected_length = expected->length,
    };
    array_push(&trial->found, found);
    return trial->tests.cases.n + trial->found.n - 1;
}

/* Keeps the run of a program on a found test. */
static void keep_found_run(struct work *work, size_t subject, size_t test, enum run_outcome outcome,
                           const char *detail, const struct str *output)
{
    struct execution execution = {.outcome = outcome,
                                  .sameness = outcome == OUTCOME_PASS ? SAME_LINES : NOT_SAME,
                                  .output = str_text(output),
                                  .n_output = output->length};
    execution_set_detail(&execution, detail, strlen(detail));
    keep_run(work, subject, test, &execution);
}

static void decide_by_finding(struct work *work, struct fix_trial *fix,
                              const struct input_finding *finding)
{
    fix->n_jurors = finding->n_jurors;
    fix->n_inputs = finding->n_inputs;
    if (finding->is_proof) {
        size_t test = keep_found(work, fix, &finding->input, &finding->expected);
        keep_found_run(work, fix->fixed, test, OUTCOME_PASS, "", &finding->expected);
        keep_found_run(work, fix->buggy, test, finding->outcome, finding->detail, &finding->actual);
        fix->strictness = input_strictness_name(finding->level);
        decide(fix, VERDICT_PROVEN, (int64_t)test,
               arena_copy_text(&work->trial->arena, finding->detail, strlen(finding->detail)));
    } else if (fix->is_near)
        fix->is_decided = true;
    else if (fix->is_mutant && !finding->n_differing)
        decide(fix, VERDICT_EQUIVALENT, -1, "");
    else
        decide(fix, VERDICT_WEAK_TESTS, -1,
               finding->lacks_jurors
                   ? arena_print(&work->trial->arena, "%" PRId64 " %s", fix->n_jurors,
                                 plural((double)fix->n_jurors, "juror", "jurors"))
                   : "");
}

/* Returns the least sameness of a program's outputs with those of the tests. */
static enum sameness sameness_of(const struct subject *subject, const struct problem_tests *tests)
{
    enum sameness least = SAME_LINES;
    for (size_t i = 0; i < tests->cases.n; i++)
        if (subject->runs.items[i].sameness < least)
            least = subject->runs.items[i].sameness;
    return least;
}

/* Whether a program is slow on each test of the problem. */
static bool is_slow(const struct subject *subject, const struct problem_tests *tests)
{
    size_t n = 0;
    while (n < tests->cases.n && subject->runs.items[n].is_slow)
        n++;
    return n == tests->cases.n;
}

/* No search is made with a slow program: it costs more than ten others, has units for few inputs,
 * and no juror is slow. Whether a mutant differs is of interest without a jury, too. */
static int decide_by_search(struct work *work, struct fix_trial *fix, struct err *err)
{
    const struct problem_trial *trial = work->trial;
    if (!fix->is_mutant && is_slow(&trial->subjects.items[fix->fixed], &trial->tests)) {
        if (!fix->is_near)
            decide(fix, VERDICT_WEAK_TESTS, -1, slow);
        fix->is_decided = true;
        return 0;
    }
    struct program_pair pair = {
        .fixed = &trial->subjects.items[fix->fixed].program,
        .buggy = &trial->subjects.items[fix->buggy].program,
        .fixed_number = FIXED,
        .buggy_number = BUGGY,
        .panel = {.jury = &work->jury,
                  .sameness = sameness_of(&trial->subjects.items[fix->fixed], &trial->tests)},
        .seed = seed_of(work, fix->fix_id),
        .is_mutant = fix->is_mutant};
    scoped(input_finding) finding = {0};
    get_jury(work);
    const struct executable *const own[] = {pair.fixed, pair.buggy, &fix->originals[0],
                                            &fix->originals[1]};
    pair.panel.n_programs = fix->has_originals ? 4 : 2;
    for (size_t i = 0; i < pair.panel.n_programs; i++)
        pair.panel.programs[i] = problem_runner_read(&work->runner, own[i]);
    if (input_search_run(&work->search, &pair, &finding, err) != 0)
        return ERR;
    decide_by_finding(work, fix, &finding);
    return 0;
}

/* ---- Rewrites ---- */

/* Decides if a program of a rewrite does not do what its original does. */
static int decide_by_originals(struct work *work, struct fix_trial *fix, struct err *err)
{
    const size_t programs[] = {fix->buggy, fix->fixed};
    const char *const names[] = {"the buggy program", "the fixed program"};
    if (fix->has_originals)
        get_jury(work);
    for (int i = 0; i < 2 && fix->has_originals && !fix->is_decided; i++) {
        scoped(rewrite_difference) found = {0};
        if (rewrite_check(&work->search, &fix->originals[i],
                          &work->trial->subjects.items[programs[i]].program,
                          seed_of(work, fix->fix_id), &found, err) != 0)
            return ERR;
        if (!found.is_found)
            continue;
        size_t test = (size_t)found.test;
        if (found.test < 0) {
            test = keep_found(work, fix, &found.input, &found.expected);
            keep_found_run(work, programs[i], test, found.outcome, found.detail, &found.actual);
        }
        decide(fix, VERDICT_REWRITE_DIFFERS, (int64_t)test, names[i]);
    }
    return 0;
}

/* ---- All fixes, and the control ---- */

static int try_fix(struct work *work, struct fix_trial *fix, struct err *err)
{
    int (*const steps[])(struct work *, struct fix_trial *,
                         struct err *) = {decide_by_originals, decide_by_tests, decide_by_search};
    if (interrupt_signal())
        return err_set(err, "stopped");
    if (!work->trial->tests.cases.n)
        decide(fix, VERDICT_NO_TESTS, -1, "");
    else if (run_fix(work, fix, err) != 0)
        return ERR;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !fix->is_decided; i++)
        if (steps[i](work, fix, err) != 0)
            return ERR;
    return 0;
}

static void keep_control_pair(struct problem_trial *trial, const struct juror *right,
                              const struct juror *wrong, const struct input_finding *finding)
{
    struct control_pair pair = {.right_id = right->submission_id, .wrong_id = wrong->submission_id};
    if (finding->is_proof) {
        pair.strictness = input_strictness_name(finding->level);
        pair.input =
            arena_copy_text(&trial->arena, str_text(&finding->input), finding->input.length);
        pair.n_input = finding->input.length;
    }
    array_push(&trial->control, pair);
}

/* Tries pairs of accepted programs, in which no bug can be proven: juror i is said to be right, and
 * juror i + 1 to be wrong. */
static int try_control(struct work *work, struct err *err)
{
    struct jury *jury = &work->jury;
    size_t least = (size_t)work->options->min_jurors + 2;
    get_jury(work);
    if (jury->jurors.n >= least && jury_seat(jury, err) != 0)
        return ERR;
    size_t n_pairs = jury->jurors.n < least ? 0 : jury->jurors.n - 1;
    for (size_t i = 0; i < n_pairs && i < CONTROL_PAIRS; i++) {
        const struct juror *fixed = &jury->jurors.items[i], *buggy = fixed + 1;
        struct program_pair pair = {
            .fixed = &fixed->program,
            .buggy = &buggy->program,
            .fixed_number = fixed->number,
            .buggy_number = buggy->number,
            .panel = {jury,
                      fixed->sameness < buggy->sameness ? fixed->sameness : buggy->sameness,
                      {fixed->digest, buggy->digest},
                      2},
            .seed = seed_of(work, work->trial->problem_id) + i};
        scoped(input_finding) finding = {0};
        if (input_search_run(&work->search, &pair, &finding, err) != 0)
            return ERR;
        keep_control_pair(work->trial, fixed, buggy, &finding);
    }
    return 0;
}

int trial_run(struct problem_trial *trial, struct executor *executor,
              const struct trial_options *options, struct err *err)
{
    scoped(work) work = {.trial = trial, .options = options};
    if (trial->tests.seconds <= 0)
        trial->tests.seconds = (double)options->cpu_seconds;
    problem_runner_init(&work.runner, executor, &trial->tests, trial->language);
    work.search = (struct input_search){.runner = &work.runner,
                                        .strictness = options->strictness,
                                        .n_inputs = options->n_inputs,
                                        .min_jurors = options->min_jurors};
    for (size_t i = 0; i < trial->fixes.n; i++)
        if (try_fix(&work, &trial->fixes.items[i], err) != 0)
            return ERR;
    return options->has_control && trial->tests.cases.n ? try_control(&work, err) : 0;
}
