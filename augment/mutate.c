/* One problem is a unit of work. Problems are written in order. A mutant is stored as a submission.
 * Its id is that of the original submission, then ~mutant and a number. Its status is 'Mutant'.
 * User and date are those of the original submission.
 *
 * For each problem, the programs are tokenized, and programs with equal tokens are used once. For
 * each program, mutations are drawn until there are enough mutants. */
#include "augment/mutate.h"

#include "augment/mutant.h"
#include "base/hash.h"
#include "base/pipeline.h"
#include "tokenize/comments.h"
#include "tokenize/program.h"

#include <string.h>

struct run {
    const struct mutate_options *options;
    const struct correct_source *source;
    struct mutation_options mutations;
    struct real_edits real;
    struct mutate_counts *counts;
    struct db *db;
    struct db_statement *find; /* finds a submission */
    struct str code;           /* of the current mutant */
};

static void run_release(struct run *run)
{
    db_finish(run->find);
    str_release(&run->code);
    real_edits_release(&run->real);
}
SCOPED_VALUE(run, run_release)

/* Removes all mutants. The clusters of the other fixes remain, because no mutant ties two of them
 * together. */
static int remove_mutants(struct db *db, int64_t *n_removed, struct err *err)
{
    if (db_get_int(db, n_removed, "SELECT count(*) FROM fixes WHERE origin = 'mutant'", err) != 0 ||
        db_execute(db,
                   "DELETE FROM mutate_run; DELETE FROM mutate_rules; DELETE FROM mutate_left_out",
                   err) != 0)
        return ERR;
    if (!*n_removed)
        return 0;
    return db_execute(
        db,
        "DELETE FROM fixes WHERE origin = 'mutant'; "
        "DELETE FROM duplicate_clusters WHERE (kind, representative_fix_key) IN (SELECT kind, "
        "representative_fix_key FROM duplicate_clusters GROUP BY kind, representative_fix_key "
        "HAVING count(*) = 1);"
        "DELETE FROM submissions WHERE submission_key NOT IN "
        "(SELECT buggy_submission_key FROM fixes UNION SELECT fixed_submission_key FROM fixes); "
        "DELETE FROM sources WHERE source_key NOT IN (SELECT source_key FROM submissions)",
        err);
}

/* ---- The mutants of one problem ---- */

struct mutated {
    uint32_t program; /* index of the original among the problem's programs */
    uint32_t number;  /* among the program's mutants, from 1 */
    struct mutant mutant;
};

struct mutated_problem {
    struct correct_programs programs;
    ARRAY(struct mutated) mutants; /* sorted by program and number */
    struct mutate_counts counts;   /* of this problem */
};

/* The memory of one thread. */
struct worker {
    const struct run *run;
    struct mutant_maker maker;
    struct dialect_finder *dialects;
    struct program program; /* the current original */
    struct mutations mutations;
    struct mutation_draws draws;
    struct str scratch;
};

static void *worker_new(void *context)
{
    const struct run *run = context;
    struct worker *worker = mem_alloc(1, sizeof *worker);
    worker->run = run;
    worker->maker.parser = syntax_parser_new(run->options->language);
    worker->maker.dialects = worker->dialects = dialect_finder_new(run->options->language);
    return worker;
}

static void worker_free(void *memory)
{
    struct worker *worker = memory;
    syntax_parser_free(worker->maker.parser);
    dialect_finder_free(worker->dialects);
    mutant_maker_release(&worker->maker);
    program_release(&worker->program);
    mutations_release(&worker->mutations);
    mutation_draws_release(&worker->draws);
    str_release(&worker->scratch);
    free(worker);
}

static void release(void *item)
{
    struct mutated_problem *problem = item;
    correct_programs_release(&problem->programs);
    array_release(&problem->mutants);
}

/* Returns the seed of a program's draws. */
static uint64_t seed_of(const char *seed, const struct submission_row *submission)
{
    uint64_t hash = hash_bytes(seed, strlen(seed), 0);
    hash = hash_bytes(submission->problem_id, strlen(submission->problem_id), hash);
    return hash_bytes(submission->submission_id, strlen(submission->submission_id), hash);
}

static bool tokenize(struct worker *worker, const struct correct_program *program)
{
    return program_tokenize(&worker->program, syntax_parser_lexical(worker->maker.parser),
                            program->code, program->n_bytes);
}

/* A correct program that can be read. */
struct original {
    uint32_t number; /* in the problem */
    struct digest digest;
    enum mutate_refusal refusal;
};

/* All programs of a problem with the same tokens. */
struct accepted {
    struct digest digest;
    bool is_mutated;
    enum mutate_refusal refusal; /* MUTATE_EXCLUDED if one of them is excluded */
};

struct originals {
    ARRAY(struct original) list;
    ARRAY(struct accepted) accepted; /* sorted by digest */
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

static void read_originals(struct originals *out, struct worker *worker,
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

/* Returns the programs with this digest, or NULL. */
static struct accepted *find_accepted(const struct originals *originals, struct digest digest)
{
    struct accepted key = {.digest = digest}, *items = originals->accepted.items;
    return bsearch(&key, items, originals->accepted.n, sizeof *items, compare_accepted);
}

/* Returns the region of a mutant's token. */
static enum fix_region region_of(const struct mutant *mutant)
{
    int region = text_place(mutant->row.region, fix_region_names);
    return region < REGION_CODE ? (enum fix_region)region : REGION_CODE;
}

/* Whether a mutant is kept: it is in a wanted region, and differs from the program's mutants, which
 * begin at `first`, and from the correct programs. Counts it if not. */
static bool is_kept(struct mutated_problem *problem, const struct mutant *mutant, size_t first,
                    const struct originals *originals, const struct filter_value *regions)
{
    enum fix_region region = region_of(mutant);
    bool is_wanted = !regions || filter_value_has(regions, fix_region_names[region]);
    for (size_t i = first; i < problem->mutants.n; i++)
        if (digest_compare(problem->mutants.items[i].mutant.digest, mutant->digest) == 0)
            return false;
    bool is_equal = is_wanted && find_accepted(originals, mutant->digest);
    problem->counts.n_of_region[region] += !is_wanted;
    problem->counts.n_equal += is_equal;
    return is_wanted && !is_equal;
}

/* Finds the mutations of the current original, counts their sites, and starts the draws. */
static void find_mutations(struct worker *worker, struct mutate_counts *counts,
                           const struct submission_row *submission)
{
    mutations_find(&worker->mutations, &worker->program, &worker->run->mutations);
    mutation_draws_begin(&worker->draws, &worker->mutations,
                         seed_of(worker->run->options->seed, submission));
    for (int rule = 0; rule < N_MUTATION_RULES; rule++) {
        counts->n_sites[rule] += (int64_t)worker->mutations.n_sites[rule];
        counts->n_programs_of[rule] += worker->mutations.n_sites[rule] != 0;
    }
    counts->n_programs++;
}

/* Draws until there are enough mutants or no mutations are left. */
static void mutate_program(struct mutated_problem *problem, struct worker *worker,
                           const struct original *program, const struct originals *originals)
{
    const struct correct_program *correct = &problem->programs.list.items[program->number];
    const char *original_language = correct->submission.original_language;
    const struct mutate_options *options = worker->run->options;
    const struct mutant_original original = {
        .program = &worker->program,
        .digest = program->digest,
        .path = correct->path,
        .original_language = original_language,
        .dialect = dialect_find(worker->maker.dialects, worker->maker.parser, &worker->program,
                                NULL, original_language),
        .names_verdict = !correct->path && comments_name_verdict(&worker->program),
    };
    size_t first = problem->mutants.n, end = first + (size_t)options->per_program;
    struct mutated made = {.program = program->number, .number = 1};
    struct mutation mutation;
    find_mutations(worker, &problem->counts, &correct->submission);
    while (problem->mutants.n < end && mutation_draws_next(&worker->draws, &mutation)) {
        if (!mutant_make(&made.mutant, &worker->maker, &original, &mutation,
                         &problem->programs.arena) ||
            !is_kept(problem, &made.mutant, first, originals, options->regions))
            continue;
        array_push(&problem->mutants, made);
        made.number++;
        problem->counts.n_mutants[mutation.rule]++;
    }
}

/* If a program is excluded, equal programs are not mutated either. */
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

/* Makes the mutants of a problem. Its programs are given; the other members are zero. */
static void mutate_problem(struct mutated_problem *problem, struct worker *worker)
{
    const struct correct_programs *programs = &problem->programs;
    struct mutate_counts *counts = &problem->counts;
    scoped(originals) originals = {0};
    read_originals(&originals, worker, programs);
    refuse(&originals, worker->run->options, programs);
    for (size_t i = 0; i < originals.list.n; i++) {
        const struct original *original = &originals.list.items[i];
        struct accepted *accepted = find_accepted(&originals, original->digest);
        if (accepted->is_mutated || original->refusal != MUTATE_NOT_REFUSED ||
            accepted->refusal == MUTATE_EXCLUDED ||
            !tokenize(worker, &programs->list.items[original->number]))
            continue;
        if (!program_parse(&worker->program, worker->maker.parser)) {
            counts->n_unused++;
            continue;
        }
        accepted->is_mutated = true;
        mutate_program(problem, worker, original, &originals);
    }
    for (size_t i = 0; i < originals.accepted.n; i++) {
        const struct accepted *accepted = &originals.accepted.items[i];
        if (!accepted->is_mutated && accepted->refusal != MUTATE_NOT_REFUSED)
            counts->n_refused[accepted->refusal]++;
    }
    counts->n_accepted = (int64_t)(programs->list.n + programs->n_unused);
    counts->n_unused += (int64_t)(programs->list.n - originals.list.n + programs->n_unused);
}

/* ---- One problem after another ---- */

static int produce(void *context, void *item, struct err *err)
{
    const struct correct_source *source = ((struct run *)context)->source;
    return source->next(source->context, &((struct mutated_problem *)item)->programs, err);
}

static void work(void *context, void *worker, void *item)
{
    struct run *run = context;
    struct mutated_problem *problem = item;
    if (run->source->load)
        run->source->load(run->source->context, &problem->programs);
    mutate_problem(problem, worker);
}

/* ---- Writing ---- */

/* Finds a submission in the database. Returns 1 and sets its key and the hash of its source, or
 * returns 0 or ERR. */
static int find_submission(struct run *run, const struct submission_row *submission, int64_t *key,
                           struct str *sha256, struct err *err)
{
    if (db_bind(run->find, err, "tt", submission->problem_id, submission->submission_id) != 0)
        return ERR;
    int status = db_step(run->find, err);
    if (status == 1) {
        *key = db_int(run->find, 0);
        str_add_text(sha256, db_text(run->find, 1));
    }
    db_rewind(run->find);
    return status;
}

/* Returns the key of the original submission. Adds the submission if it is new. */
static int key_of_original(struct run *run, const struct correct_program *program, int64_t n_tokens,
                           int64_t *key, struct err *err)
{
    struct submission_row submission = program->submission;
    char sha256[SHA256_HEX_SIZE];
    scoped(str) known = {0};
    sha256_hex(program->code, program->n_bytes, sha256);
    int status = find_submission(run, &submission, key, &known, err);
    if (status == 1)
        return strcmp(str_text(&known), sha256) == 0
                   ? 0
                   : err_set(err,
                             "the database has another program for submission %s of problem %s; "
                             "mine the dataset again",
                             submission.submission_id, submission.problem_id);
    struct source_row source = {
        .sha256 = sha256, .code = program->code, .n_bytes = program->n_bytes, .n_tokens = n_tokens};
    return status < 0 ? ERR : store_add_program(run->db, &submission, &source, key, err);
}

static int add_mutant(struct run *run, const struct correct_program *program,
                      const struct mutated *made, int64_t original, struct err *err)
{
    struct submission_row submission = program->submission;
    scoped(str) id = {0}, known = {0};
    struct fix_row row = made->mutant.row;
    str_clear(&run->code);
    mutant_write(&run->code, program->code, program->n_bytes, &made->mutant.mutation);
    str_print(&id, "%s~mutant%u", submission.submission_id, made->number);
    submission.submission_id = str_text(&id);
    submission.status = "Mutant";
    struct source_row source = {.sha256 = made->mutant.sha256,
                                .code = str_text(&run->code),
                                .n_bytes = run->code.length,
                                .n_tokens = row.buggy_place.n_tokens};
    int status = find_submission(run, &submission, &row.buggy, &known, err);
    if (status == 1) /* a dataset may contain an id like that of a mutant */
        return err_set(err, "problem %s has a submission with the id of a mutant, '%s'",
                       submission.problem_id, submission.submission_id);
    if (status < 0 || store_add_program(run->db, &submission, &source, &row.buggy, err) != 0)
        return ERR;
    row.fixed = original;
    return store_add_fix(run->db, &row, err);
}

/* Adds the mutants of a problem, and the original submissions that the database lacks. */
static int write_problem(struct run *run, const struct mutated_problem *problem, struct err *err)
{
    int64_t original = 0;
    for (size_t i = 0; i < problem->mutants.n; i++) {
        const struct mutated *made = &problem->mutants.items[i];
        const struct correct_program *program = &problem->programs.list.items[made->program];
        int64_t n_tokens = made->mutant.row.fixed_place.n_tokens;
        if (made->number == 1 && key_of_original(run, program, n_tokens, &original, err) != 0)
            return ERR;
        if (add_mutant(run, program, made, original, err) != 0)
            return ERR;
    }
    return 0;
}

static void add_counts(struct mutate_counts *sum, const struct mutate_counts *of)
{
    enum { N_COUNTS = sizeof *sum / sizeof(int64_t) };
    int64_t sums[N_COUNTS], more[N_COUNTS];
    memcpy(sums, sum, sizeof sums);
    memcpy(more, of, sizeof more);
    for (int i = 0; i < N_COUNTS; i++)
        sums[i] += more[i];
    memcpy(sum, sums, sizeof sums);
}

static int consume(void *context, void *item, struct err *err)
{
    struct run *run = context;
    struct mutated_problem *problem = item;
    add_counts(run->counts, &problem->counts);
    int status = write_problem(run, problem, err);
    meter_count(&run->options->meter, (uint64_t)run->counts->n_programs, 0);
    return status;
}

static int mutate_all(struct run *run, struct err *err)
{
    struct pipeline pipeline = {
        .n_threads = run->options->n_jobs,
        .n_in_flight = (size_t)run->options->n_jobs + 1,
        .context = run,
        .item_size = sizeof(struct mutated_problem),
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = work,
        .consume = consume,
        .release = release,
    };
    return pipeline_run(&pipeline, err);
}

/* ---- Counts ---- */

static int write_run(struct db *db, const struct mutate_options *options,
                     const struct mutate_counts *counts, struct err *err)
{
    return db_change(
        db, err,
        "INSERT INTO mutate_run SELECT 1, ?1, ?2, "
        "iif(?2 = 'real' AND EXISTS (SELECT 1 FROM split_run WHERE NOT n_folds), 'train', 'all'), "
        "?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10",
        "itttttiiii", options->per_program, options->follows_real ? "real" : "uniform",
        options->seed, options->categories, options->splits, options->programs, counts->n_programs,
        counts->n_accepted, counts->n_unused, counts->n_equal);
}

static int write_counts(struct db *db, const struct mutate_options *options,
                        const struct mutate_counts *counts, struct err *err)
{
    static const char *const reasons[] = {
        [MUTATE_EXCLUDED] = "excluded",           [MUTATE_IN_NO_SPLIT] = "in_no_split",
        [MUTATE_IN_TWO_SPLITS] = "in_two_splits", [MUTATE_OTHER_SPLIT] = "other_split",
        [MUTATE_OTHER_FIX] = "other_fix",
    };
    if (write_run(db, options, counts, err) != 0)
        return ERR;
    for (int i = 0; i < N_MUTATION_RULES; i++)
        if (options->is_wanted[i] &&
            db_change(db, err, "INSERT INTO mutate_rules VALUES (?, ?, ?, ?, ?)", "tiiii",
                      mutation_rule_name((enum mutation_rule)i), (int64_t)i + 1,
                      counts->n_programs_of[i], counts->n_sites[i], counts->n_mutants[i]) != 0)
            return ERR;
    for (int i = MUTATE_NOT_REFUSED + 1; i < N_MUTATE_REFUSALS; i++)
        if (counts->n_refused[i] &&
            db_change(db, err, "INSERT INTO mutate_left_out VALUES (?, ?, ?)", "tii", reasons[i],
                      (int64_t)i, counts->n_refused[i]) != 0)
            return ERR;
    return 0;
}

int mutate_store(struct db *db, const struct mutate_options *options,
                 const struct correct_source *source, struct mutate_counts *counts, struct err *err)
{
    scoped(run) run = {.options = options, .source = source, .counts = counts, .db = db};
    *counts = (struct mutate_counts){0};
    if (options->follows_real &&
        real_edits_read(&run.real, db, options->language->name, options->splits, err) != 0)
        return ERR;
    run.mutations.real = options->follows_real ? &run.real : NULL;
    memcpy(run.mutations.is_wanted, options->is_wanted, sizeof run.mutations.is_wanted);
    if (remove_mutants(db, &counts->n_replaced, err) != 0 ||
        db_prepare(&run.find, db,
                   "SELECT submission_key, sha256 FROM submissions JOIN sources "
                   "USING (source_key) WHERE problem_id = ? AND submission_id = ?",
                   err) != 0 ||
        mutate_all(&run, err) != 0)
        return ERR;
    return write_counts(db, options, counts, err);
}
