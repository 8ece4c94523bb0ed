/* Programs are tried in the order of a hash of the seed and their id, so that the choice does not
 * favour early submissions, and does not depend on which other programs there are. */
#include "verify/jury.h"

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
    for (size_t i = 0; i < jury->n; i++)
        if (digest_compare(jury->jurors[i].digest, digest) == 0)
            return true;
    return false;
}

/* Sets the juror's sameness: NOT_SAME if it cannot be loaded or does not pass all tests. */
static int try_program(struct problem_runner *runner, struct juror *juror, struct err *err)
{
    const struct problem_tests *tests = runner->tests;
    const struct execution_mode warm = {.is_warm = true};
    struct execution execution;
    if (executor_load(runner->executor, juror->number, &juror->program, &execution, err) != 0)
        return ERR;
    juror->sameness = execution.outcome == OUTCOME_PASS ? SAME_LINES : NOT_SAME;
    for (size_t i = 0; i < tests->cases.n && juror->sameness != NOT_SAME; i++) {
        if (problem_runner_test(runner, juror->number, &juror->program, &tests->cases.items[i],
                                warm, &execution, err) != 0)
            return ERR;
        if (execution.sameness < juror->sameness)
            juror->sameness = execution.sameness;
    }
    return 0;
}

int jury_choose(struct jury *out, struct problem_runner *runner,
                const struct correct_programs *accepted, size_t most, const char *seed,
                struct err *err)
{
    scoped_array ARRAY(struct candidate) candidates = {0};
    uint64_t seed_hash = hash_bytes(seed, strlen(seed), 0);
    *out = (struct jury){.n = 0};
    for (size_t i = 0; i < accepted->list.n; i++) {
        const struct correct_program *program = &accepted->list.items[i];
        const char *id = program->submission.submission_id;
        array_push(&candidates, (struct candidate){hash_bytes(id, strlen(id), seed_hash), program});
    }
    array_sort(&candidates, compare_candidates);
    for (size_t i = 0; i < candidates.n && i < MAX_TRIED && out->n < most + JURY_SPARE; i++) {
        const struct correct_program *program = candidates.items[i].program;
        const char *encoding = program->submission.encoding;
        const char *judge_name = program->submission.original_language;
        struct juror juror = {
            .submission_id = program->submission.submission_id,
            .program = {.language = runner->language,
                        .dialect = language_dialect_of_judge(runner->language, judge_name),
                        .judge_name = judge_name,
                        .code = program->code,
                        .length = program->n_bytes,
                        .is_latin_1 = encoding && strcmp(encoding, "latin-1") == 0},
            .number = JURY_FIRST_NUMBER + (unsigned)out->n};
        juror.digest = problem_runner_read(runner, &juror.program);
        if (has_digest(out, juror.digest))
            continue;
        if (try_program(runner, &juror, err) != 0)
            return ERR;
        if (juror.sameness != NOT_SAME)
            out->jurors[out->n++] = juror;
    }
    return 0;
}

void jury_without(struct jury *out, const struct jury *jury, size_t most, enum sameness least,
                  const struct digest *programs, size_t n)
{
    out->n = 0;
    for (size_t i = 0; i < jury->n && out->n < most; i++) {
        size_t same = 0;
        while (same < n && digest_compare(jury->jurors[i].digest, programs[same]) != 0)
            same++;
        if (same == n && jury->jurors[i].sameness >= least)
            out->jurors[out->n++] = jury->jurors[i];
    }
}
