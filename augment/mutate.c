/* A problem is the unit of work: its programs are tokenized, those with equal tokens taken once,
 * and of each mutants are drawn until there are enough. They are written in the order of the
 * problems. */
#include "augment/mutate.h"

#include "augment/mutant.h"
#include "augment/mutate_store.h"
#include "base/pipeline.h"
#include "tokenize/digest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct run {
    const struct mutate_options *options;
    const struct correct_source *source;
    struct mutation_options mutations;
    const struct language *language;
    struct dialect_finder *dialects;
    struct real_edits real;
    struct mutate_writer writer;
    struct mutate_counts *counts;
    bool has_failed; /* reading the programs */
    struct err err;
};

struct worker {
    struct mutant_maker maker;
    struct program program; /* the original at hand */
    struct mutations mutations;
    struct mutation_draws draws;
    struct str scratch;
};

static void *produce(void *context)
{
    struct run *run = context;
    struct mutated_problem *problem = mem_alloc(1, sizeof *problem);
    int status = run->source->next(run->source->context, &problem->programs, &run->err);
    run->has_failed = status < 0;
    if (status == 1)
        return problem;
    mutated_problem_free(problem);
    return NULL;
}

static void *worker_new(void *context)
{
    struct run *run = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    worker->maker.parser = syntax_parser_new(run->language);
    worker->maker.dialects = run->dialects;
    return worker;
}

static void worker_free(void *state)
{
    struct worker *worker = state;
    syntax_parser_free(worker->maker.parser);
    mutant_maker_release(&worker->maker);
    program_release(&worker->program);
    mutations_release(&worker->mutations);
    mutation_draws_release(&worker->draws);
    str_release(&worker->scratch);
    free(worker);
}

static bool tokenize(struct worker *worker, const struct correct_program *program)
{
    return program_tokenize(&worker->program, worker->maker.parser, program->code, program->n_bytes,
                            NULL) == TOKENIZE_OK;
}

static int compare_digests(const void *a, const void *b)
{
    return digest_compare(*(const struct digest *)a, *(const struct digest *)b);
}

/* The correct programs of a problem by their tokens. */
struct accepted {
    struct digest *sorted;
    bool *is_mutated;              /* by place in `sorted`: the first of several that are equal */
    enum mutate_refusal *refusals; /* by place, of those that are not mutated */
    size_t n;
};

/* The first place with that digest, or n. */
static size_t find_accepted(const struct accepted *accepted, struct digest digest)
{
    size_t low = 0, high = accepted->n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (digest_compare(accepted->sorted[middle], digest) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_there = low < accepted->n && digest_compare(accepted->sorted[low], digest) == 0;
    return is_there ? low : accepted->n;
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
static void mutate_program(const struct run *run, struct worker *worker,
                           struct mutated_problem *problem, uint32_t number, struct digest digest,
                           const struct accepted *accepted)
{
    const struct submission_row *submission = &problem->programs.list.items[number].submission;
    struct mutate_counts *counts = &problem->counts;
    size_t first = problem->mutants.n;
    struct mutated made = {.program = number};
    struct mutation mutation;
    struct mutant_original original = {
        .program = &worker->program,
        .digest = digest,
        .original_language = submission->original_language,
        .dialect = dialect_find(run->dialects, &worker->program, submission->original_language),
    };
    mutations_find(&worker->mutations, &worker->program, &run->mutations);
    mutation_draws_begin(&worker->draws, &worker->mutations,
                         mutate_seed(run->options->seed, submission));
    for (int rule = 0; rule < N_MUTATION_RULES; rule++) {
        counts->n_sites[rule] += (int64_t)worker->mutations.n_sites[rule];
        counts->n_programs_of[rule] += worker->mutations.n_sites[rule] != 0;
    }
    counts->n_programs++;
    while ((int64_t)(problem->mutants.n - first) < run->options->per_program &&
           mutation_draws_next(&worker->draws, &mutation)) {
        if (!mutant_make(&made.mutant, &worker->maker, &original, &mutation,
                         &problem->programs.arena) ||
            is_made(problem, first, made.mutant.digest))
            continue;
        if (find_accepted(accepted, made.mutant.digest) < accepted->n) {
            counts->n_equal++;
            continue;
        }
        counts->n_mutants[mutation.rule]++;
        made.number = (uint32_t)(problem->mutants.n - first + 1);
        array_push(&problem->mutants, made);
    }
}

static bool is_too_long(const struct mutate_options *options, const struct program *program)
{
    return options->max_tokens && (int64_t)program->tokens.n > options->max_tokens;
}

/* What is excluded is not mutated as an equal program either. */
static void refuse(const struct run *run, struct accepted *accepted, enum mutate_refusal *refusals,
                   const struct correct_programs *programs, const struct digest *digests,
                   const bool *is_good)
{
    for (uint32_t i = 0; i < programs->list.n; i++) {
        if (!is_good[i] || !run->options->refuse)
            continue;
        enum mutate_refusal *of_equal = &accepted->refusals[find_accepted(accepted, digests[i])];
        refusals[i] =
            run->options->refuse(run->options->refuse_context, &programs->list.items[i].submission);
        if (refusals[i] == MUTATE_EXCLUDED || *of_equal == MUTATE_NOT_REFUSED)
            *of_equal = refusals[i];
    }
}

static void mutate_programs(const struct run *run, struct worker *worker,
                            struct mutated_problem *problem, const struct digest *digests,
                            const bool *is_good, const enum mutate_refusal *refusals,
                            struct accepted *accepted)
{
    for (uint32_t i = 0; i < problem->programs.list.n; i++) {
        if (!is_good[i])
            continue;
        size_t place = find_accepted(accepted, digests[i]);
        if (accepted->is_mutated[place] || refusals[i] != MUTATE_NOT_REFUSED ||
            accepted->refusals[place] == MUTATE_EXCLUDED ||
            !tokenize(worker, &problem->programs.list.items[i]))
            continue;
        accepted->is_mutated[place] = true;
        if (is_too_long(run->options, &worker->program))
            problem->counts.n_long++;
        else
            mutate_program(run, worker, problem, i, digests[i], accepted);
    }
    for (size_t place = 0; place < accepted->n; place++)
        if (!accepted->is_mutated[place] && accepted->refusals[place] != MUTATE_NOT_REFUSED)
            problem->counts.n_refused[accepted->refusals[place]]++;
}

static void mutate_problem(const struct run *run, struct worker *worker,
                           struct mutated_problem *problem, const struct digest *digests,
                           const bool *is_good, struct accepted *accepted)
{
    enum mutate_refusal *refusals = mem_alloc(problem->programs.list.n, sizeof *refusals);
    accepted->refusals = mem_alloc(accepted->n, sizeof *accepted->refusals);
    refuse(run, accepted, refusals, &problem->programs, digests, is_good);
    mutate_programs(run, worker, problem, digests, is_good, refusals, accepted);
    free(refusals);
    free(accepted->refusals);
}

static void work(void *context, void *state, void *item)
{
    struct run *run = context;
    struct worker *worker = state;
    struct mutated_problem *problem = item;
    struct correct_programs *programs = &problem->programs;
    if (run->source->load)
        run->source->load(run->source->context, programs);
    size_t n_all = programs->list.n;
    bool *is_good = mem_alloc(n_all, sizeof *is_good);
    struct digest *digests = mem_alloc(n_all, sizeof *digests);
    struct accepted accepted = {.sorted = mem_alloc(n_all, sizeof *accepted.sorted),
                                .is_mutated = mem_alloc(n_all, sizeof *accepted.is_mutated)};
    for (size_t i = 0; i < n_all; i++) {
        is_good[i] = tokenize(worker, &programs->list.items[i]);
        if (is_good[i])
            accepted.sorted[accepted.n++] = digests[i] =
                program_digest(&worker->program, &worker->scratch);
    }
    if (accepted.n)
        qsort(accepted.sorted, accepted.n, sizeof *accepted.sorted, compare_digests);
    mutate_problem(run, worker, problem, digests, is_good, &accepted);
    problem->counts.n_accepted = (int64_t)(n_all + programs->n_unused);
    problem->counts.n_unused = (int64_t)(n_all - accepted.n + programs->n_unused);
    free(is_good);
    free(digests);
    free(accepted.sorted);
    free(accepted.is_mutated);
}

static void add_counts(struct mutate_counts *sum, const struct mutate_counts *of)
{
    sum->n_programs += of->n_programs;
    sum->n_accepted += of->n_accepted;
    sum->n_unused += of->n_unused;
    sum->n_equal += of->n_equal;
    sum->n_long += of->n_long;
    for (int refusal = 0; refusal < N_MUTATE_REFUSALS; refusal++)
        sum->n_refused[refusal] += of->n_refused[refusal];
    for (int rule = 0; rule < N_MUTATION_RULES; rule++) {
        sum->n_programs_of[rule] += of->n_programs_of[rule];
        sum->n_sites[rule] += of->n_sites[rule];
        sum->n_mutants[rule] += of->n_mutants[rule];
    }
}

static int consume(void *context, void *item, struct err *err)
{
    struct run *run = context;
    struct mutated_problem *problem = item;
    add_counts(run->counts, &problem->counts);
    int status = mutate_writer_add(&run->writer, problem, err);
    mutated_problem_free(problem);
    meter_count(&run->options->meter, (uint64_t)run->counts->n_programs, 0);
    return status;
}

static void discard(void *context, void *item)
{
    (void)context;
    mutated_problem_free(item);
}

static int mutate_all(struct run *run, struct err *err)
{
    struct pipeline pipeline = {
        .n_threads = run->options->n_jobs,
        .n_in_flight = (size_t)run->options->n_jobs + 1,
        .context = run,
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = work,
        .consume = consume,
        .discard = discard,
    };
    int status = pipeline_run(&pipeline, err);
    if (status == 0 && run->has_failed) {
        *err = run->err;
        status = ERR;
    }
    return status;
}

/* What the programs are written in. */
static int read_language(struct run *run, struct db *db, struct err *err)
{
    struct run_row row;
    struct db_statement *s;
    if (store_read_run(db, &row, &s, err) != 1)
        return ERR;
    run->language = language_find(row.language);
    int status = 0;
    if (!run->language || !run->language->mutations)
        status = err_set(err,
                         "the database holds programs in '%s', of which this tokfix makes no "
                         "mutants",
                         row.language);
    db_finish(s);
    return status;
}

int mutate_store(struct db *db, const struct mutate_options *options,
                 const struct correct_source *source, struct mutate_counts *counts, struct err *err)
{
    struct run run = {.options = options, .source = source, .counts = counts};
    *counts = (struct mutate_counts){0};
    if (read_language(&run, db, err) != 0)
        return ERR;
    int status = options->follows_real ? real_edits_read(&run.real, db, err) : 0;
    run.mutations.real = options->follows_real ? &run.real : NULL;
    memcpy(run.mutations.is_wanted, options->is_wanted, sizeof run.mutations.is_wanted);
    run.dialects = dialect_finder_new(run.language);
    if (status == 0)
        status = mutate_remove(db, &counts->n_replaced, err);
    if (status == 0)
        status = mutate_writer_open(&run.writer, db, err);
    if (status == 0)
        status = mutate_all(&run, err);
    mutate_writer_close(&run.writer);
    if (status == 0)
        status = mutate_write_counts(db, options, counts, err);
    dialect_finder_free(run.dialects);
    real_edits_release(&run.real);
    return status;
}
