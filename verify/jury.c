/* Candidates are in the order of a hash of the seed and their id, so that the choice does not
 * favour early submissions, and does not depend on which other programs there are. */
#include "verify/input_search.h"

#include <string.h>

enum { MAX_TRIED = 200 };

struct candidate {
    uint64_t order;
    const struct correct_program *program;
};

static int compare_candidates(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    int order = COMPARE(x->order, y->order);
    return order
               ? order
               : strcmp(x->program->submission.submission_id, y->program->submission.submission_id);
}

static bool has_digest(const struct jury *jury, struct digest digest)
{
    for (size_t i = 0; i < jury->candidates.n; i++)
        if (digest_compare(jury->candidates.items[i].digest, digest) == 0)
            return true;
    return false;
}

void jury_init(struct jury *jury)
{
    *jury = (struct jury){0};
    monitor_init(&jury->monitor);
}

void jury_release(struct jury *jury)
{
    monitor_release(&jury->monitor);
    array_release(&jury->candidates);
    array_release(&jury->jurors);
}

static void add_candidate(struct jury *jury, struct problem_runner *runner,
                          const struct correct_program *program)
{
    const char *judge_name = program->submission.original_language;
    const struct language *language = runner->language;
    struct juror juror = {.submission_id = program->submission.submission_id,
                          .program = {.language = language,
                                      .dialect = language_dialect_of_judge(language, judge_name),
                                      .judge_name = judge_name,
                                      .code = program->code,
                                      .length = program->n_bytes,
                                      .encoding = program->submission.encoding}};
    juror.sameness = SAME_LINES;
    juror.digest = problem_runner_read(runner, &juror.program);
    if (!has_digest(jury, juror.digest))
        array_push(&jury->candidates, juror);
}

void jury_choose(struct jury *jury, struct problem_runner *runner,
                 const struct correct_programs *accepted, const char *seed)
{
    scoped_array ARRAY(struct candidate) candidates = {0};
    uint64_t seed_hash = hash_bytes(seed, strlen(seed), 0);
    for (size_t i = 0; i < accepted->list.n; i++) {
        const struct correct_program *program = &accepted->list.items[i];
        const char *id = program->submission.submission_id;
        array_push(&candidates, (struct candidate){hash_bytes(id, strlen(id), seed_hash), program});
    }
    array_sort(&candidates, compare_candidates);
    for (size_t i = 0; i < candidates.n && i < MAX_TRIED; i++)
        add_candidate(jury, runner, candidates.items[i].program);
}

/* Sets the juror's sameness: NOT_SAME if it cannot be loaded, does not pass a test, or is slow. */
static int try_program(struct problem_runner *runner, struct juror *juror, size_t *n_slow,
                       struct err *err)
{
    const struct problem_tests *tests = runner->tests;
    const struct execution_mode warm = {.is_warm = true};
    struct execution execution;
    runner->loaded |= (uint64_t)1 << juror->number;
    if (executor_load(runner->executor, juror->number, &juror->program, &execution, err) != 0)
        return ERR;
    juror->sameness = execution.outcome == OUTCOME_PASS ? SAME_LINES : NOT_SAME;
    for (size_t i = 0; i < tests->cases.n && juror->sameness != NOT_SAME; i++) {
        if (problem_runner_test(runner, juror->number, &tests->cases.items[i], warm, &execution,
                                err) != 0)
            return ERR;
        bool is_slow = problem_runner_is_slow(&execution);
        *n_slow += is_slow;
        if (is_slow)
            juror->sameness = NOT_SAME;
        else if (execution.sameness < juror->sameness)
            juror->sameness = execution.sameness;
    }
    return 0;
}

int jury_seat(struct jury *jury, struct problem_runner *runner, struct err *err)
{
    size_t n_slow = 0, most = JURY_MAX + JURY_SPARE;
    scoped(monitor_stay) stay = monitor_stay(&jury->monitor);
    for (size_t i = 0;
         i < jury->candidates.n && jury->jurors.n < most && n_slow < most && !jury->is_seated;
         i++) {
        struct juror juror = jury->candidates.items[i];
        juror.number = JURY_FIRST_NUMBER + (unsigned)jury->jurors.n;
        if (try_program(runner, &juror, &n_slow, err) != 0)
            return ERR;
        if (juror.sameness != NOT_SAME)
            array_push(&jury->jurors, juror);
    }
    jury->is_seated = true;
    return 0;
}

int juror_load(const struct juror *juror, struct problem_runner *runner, struct err *err)
{
    struct execution execution;
    if (runner->loaded >> juror->number & 1)
        return 0;
    runner->loaded |= (uint64_t)1 << juror->number;
    return executor_load(runner->executor, juror->number, &juror->program, &execution, err);
}

static bool is_of_pair(const struct panel *panel, const struct juror *juror)
{
    for (size_t i = 0; i < panel->n_programs; i++)
        if (digest_compare(juror->digest, panel->programs[i]) == 0)
            return true;
    return false;
}

const struct juror *panel_juror(const struct panel *panel, size_t index)
{
    const struct jury *jury = panel->jury;
    const struct juror *jurors = panel->is_seated ? jury->jurors.items : jury->candidates.items;
    size_t n_jurors = panel->is_seated ? jury->jurors.n : jury->candidates.n;
    for (size_t i = 0, n = 0; i < n_jurors && n < JURY_MAX; i++)
        if (jurors[i].sameness >= panel->sameness && !is_of_pair(panel, &jurors[i]) && n++ == index)
            return &jurors[i];
    return NULL;
}

size_t panel_size(const struct panel *panel)
{
    size_t n = 0;
    while (panel_juror(panel, n))
        n++;
    return n;
}
