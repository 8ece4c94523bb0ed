/* The programs are tokenized, those with equal tokens taken once, and of each mutants are drawn
 * until there are enough. */
#include "augment/mutate_problem.h"

#include "base/hash.h"
#include "tokenize/digest.h"

#include <string.h>

struct mutate_worker {
    const struct mutate_options *options;
    const struct mutation_options *mutation_options;
    struct mutant_maker maker;
    struct program program; /* the original at hand */
    struct mutations mutations;
    struct mutation_draws draws;
    struct str scratch;
};

struct mutate_worker *mutate_worker_new(const struct mutate_options *options,
                                        const struct mutation_options *mutations,
                                        const struct language *language,
                                        const struct dialect_finder *dialects)
{
    struct mutate_worker *worker = mem_alloc(1, sizeof *worker);
    worker->options = options;
    worker->mutation_options = mutations;
    worker->maker.parser = syntax_parser_new(language);
    worker->maker.dialects = dialects;
    return worker;
}

void mutate_worker_free(struct mutate_worker *worker)
{
    if (!worker)
        return;
    syntax_parser_free(worker->maker.parser);
    mutant_maker_release(&worker->maker);
    program_release(&worker->program);
    mutations_release(&worker->mutations);
    mutation_draws_release(&worker->draws);
    str_release(&worker->scratch);
    free(worker);
}

void mutated_problem_release(struct mutated_problem *problem)
{
    correct_programs_release(&problem->programs);
    array_release(&problem->mutants);
}

uint64_t mutate_seed(const char *seed, const struct submission_row *submission)
{
    uint64_t hash = hash_bytes(seed, strlen(seed), 0);
    hash = hash_bytes(submission->problem_id, strlen(submission->problem_id), hash);
    return hash_bytes(submission->submission_id, strlen(submission->submission_id), hash);
}

static bool tokenize(struct mutate_worker *worker, const struct correct_program *program)
{
    return program_tokenize(&worker->program, worker->maker.parser, program->code, program->n_bytes,
                            NULL) == TOKENIZE_OK;
}

/* A correct program that can be read. */
struct original {
    uint32_t number; /* of the problem */
    struct digest digest;
    enum mutate_refusal refusal;
};

/* All of a problem with the same tokens. */
struct accepted {
    struct digest digest;
    bool is_mutated;
    enum mutate_refusal refusal; /* EXCLUDED if one is */
};

struct originals {
    ARRAY(struct original) list;
    ARRAY(struct accepted) accepted; /* by digest */
};

static void originals_release(struct originals *originals)
{
    array_release(&originals->list);
    array_release(&originals->accepted);
}
SCOPED_VALUE(originals, originals_release)

static int compare_accepted(const void *a, const void *b)
{
    return digest_compare(((const struct accepted *)a)->digest,
                          ((const struct accepted *)b)->digest);
}

static void read_originals(struct originals *out, struct mutate_worker *worker,
                           const struct correct_programs *programs)
{
    for (uint32_t i = 0; i < programs->list.n; i++) {
        if (!tokenize(worker, &programs->list.items[i]))
            continue;
        struct digest digest = program_digest(&worker->program, &worker->scratch);
        array_push(&out->list, (struct original){.number = i, .digest = digest});
        array_push(&out->accepted, (struct accepted){.digest = digest});
    }
    array_sort(&out->accepted, compare_accepted);
    size_t n = 0;
    for (size_t i = 0; i < out->accepted.n; i++)
        if (n == 0 || compare_accepted(&out->accepted.items[n - 1], &out->accepted.items[i]) != 0)
            out->accepted.items[n++] = out->accepted.items[i];
    out->accepted.n = n;
}

/* Those with that digest, or NULL. */
static struct accepted *find_accepted(const struct originals *originals, struct digest digest)
{
    struct accepted key = {.digest = digest}, *items = originals->accepted.items;
    return bsearch(&key, items, originals->accepted.n, sizeof *items, compare_accepted);
}

/* Whether one of the program's mutants has these tokens. */
static bool is_made(const struct mutated_problem *problem, size_t first, struct digest digest)
{
    for (size_t i = first; i < problem->mutants.n; i++)
        if (digest_compare(problem->mutants.items[i].mutant.digest, digest) == 0)
            return true;
    return false;
}

/* Draws until there are enough mutants, or no more mutations. */
static void mutate_program(struct mutated_problem *problem, struct mutate_worker *worker,
                           const struct original *program, const struct originals *originals)
{
    const struct submission_row *submission =
        &problem->programs.list.items[program->number].submission;
    struct mutate_counts *counts = &problem->counts;
    size_t first = problem->mutants.n;
    struct mutated made = {.program = program->number};
    struct mutation mutation;
    struct mutant_original original = {
        .program = &worker->program,
        .digest = program->digest,
        .original_language = submission->original_language,
        .dialect =
            dialect_find(worker->maker.dialects, &worker->program, submission->original_language),
    };
    mutations_find(&worker->mutations, &worker->program, worker->mutation_options);
    mutation_draws_begin(&worker->draws, &worker->mutations,
                         mutate_seed(worker->options->seed, submission));
    for (int rule = 0; rule < N_MUTATION_RULES; rule++) {
        counts->n_sites[rule] += (int64_t)worker->mutations.n_sites[rule];
        counts->n_programs_of[rule] += worker->mutations.n_sites[rule] != 0;
    }
    counts->n_programs++;
    while ((int64_t)(problem->mutants.n - first) < worker->options->per_program &&
           mutation_draws_next(&worker->draws, &mutation)) {
        if (!mutant_make(&made.mutant, &worker->maker, &original, &mutation,
                         &problem->programs.arena) ||
            is_made(problem, first, made.mutant.digest))
            continue;
        if (find_accepted(originals, made.mutant.digest)) {
            counts->n_equal++;
            continue;
        }
        counts->n_mutants[mutation.rule]++;
        made.number = (uint32_t)(problem->mutants.n - first + 1);
        array_push(&problem->mutants, made);
    }
}

/* What is excluded is not mutated as an equal program either. */
static void refuse(struct originals *originals, const struct mutate_options *options,
                   const struct correct_programs *programs)
{
    for (size_t i = 0; i < originals->list.n && options->refuse; i++) {
        struct original *original = &originals->list.items[i];
        struct accepted *accepted = find_accepted(originals, original->digest);
        original->refusal = options->refuse(options->refuse_context,
                                            &programs->list.items[original->number].submission);
        if (original->refusal == MUTATE_EXCLUDED || accepted->refusal == MUTATE_NOT_REFUSED)
            accepted->refusal = original->refusal;
    }
}

void mutate_problem(struct mutated_problem *problem, struct mutate_worker *worker)
{
    const struct correct_programs *programs = &problem->programs;
    int64_t max_tokens = worker->options->max_tokens;
    struct mutate_counts *counts = &problem->counts;
    scoped(originals) originals = {0};
    read_originals(&originals, worker, programs);
    refuse(&originals, worker->options, programs);
    for (size_t i = 0; i < originals.list.n; i++) {
        const struct original *original = &originals.list.items[i];
        struct accepted *accepted = find_accepted(&originals, original->digest);
        if (accepted->is_mutated || original->refusal != MUTATE_NOT_REFUSED ||
            accepted->refusal == MUTATE_EXCLUDED ||
            !tokenize(worker, &programs->list.items[original->number]))
            continue;
        accepted->is_mutated = true;
        if (max_tokens && (int64_t)worker->program.tokens.n > max_tokens)
            counts->n_long++;
        else
            mutate_program(problem, worker, original, &originals);
    }
    for (size_t i = 0; i < originals.accepted.n; i++) {
        const struct accepted *accepted = &originals.accepted.items[i];
        if (!accepted->is_mutated && accepted->refusal != MUTATE_NOT_REFUSED)
            counts->n_refused[accepted->refusal]++;
    }
    counts->n_accepted = (int64_t)(programs->list.n + programs->n_unused);
    counts->n_unused = (int64_t)(programs->list.n - originals.list.n + programs->n_unused);
}
