/* A unit of work is a problem in one language. One thread hands out the units with their tests,
 * fixes and Accepted programs; workers try them; the calling thread writes them to the journal in
 * their order, and commits after each. */
#include "verify/verify_run.h"

#include "base/interrupt.h"
#include "base/pipeline.h"
#include "verify/trial_rows.h"

#include <string.h>

/* A problem in one language, and its fixes: the keys from `first` on. */
struct unit_of_fixes {
    const struct language *language;
    const char *problem_id;
    size_t first, n;
};

struct running {
    const struct verify_options *options;
    struct db *db, *journal;
    struct cases_set *tests;
    struct arena arena;
    ARRAY(int64_t) keys;
    ARRAY(struct unit_of_fixes) units;
    size_t next;       /* unit */
    size_t n_problems; /* units, with those that the journal has */
    uint64_t n_done;

    const struct language *language; /* of the open source; NULL: none is open */
    struct correct_source source;
    bool is_at_end; /* of the source */
    struct correct_programs ahead;
    bool has_ahead; /* the source's next problem is in `ahead` */
    struct db_statement *read, *read_original;
};

static void running_release(struct running *running)
{
    array_release(&running->keys);
    array_release(&running->units);
    correct_programs_release(&running->ahead);
    db_finish(running->read);
    db_finish(running->read_original);
    arena_release(&running->arena);
}
SCOPED_VALUE(running, running_release)

/* ---- The list of units ---- */

/* Ends the unit: it is to be done, unless the journal has it or another shard does it. Its keys are
 * dropped otherwise. */
static int end_unit(struct running *running, const struct unit_of_fixes *unit, struct err *err)
{
    const struct verify_options *options = running->options;
    if (!unit->n)
        return 0;
    if (!options->is_wanted(options->wanted_context, unit->problem_id)) {
        running->keys.n = unit->first;
        return 0;
    }
    int has = verify_journal_has(running->journal, unit->problem_id, unit->language->name, err);
    running->n_problems++;
    if (has == 0)
        array_push(&running->units, *unit);
    else
        running->n_done += unit->n;
    return has < 0 ? ERR : 0;
}

static int begin_unit(struct running *running, struct unit_of_fixes *unit, const char *problem_id,
                      const char *language, struct err *err)
{
    *unit = (struct unit_of_fixes){.language = language_find(language),
                                   .problem_id = arena_text(&running->arena, problem_id),
                                   .first = running->keys.n};
    return unit->language ? 0
                          : err_set(err,
                                    "the database has programs in '%s', which this version of "
                                    "tokfix does not know",
                                    language);
}

static int list_units(struct running *running, struct err *err)
{
    scoped(db_statement) *s = db_query(
        running->db, err,
        "SELECT fix_key, b.problem_id, b.language FROM fixes "
        "JOIN submissions b ON b.submission_key = buggy_submission_key "
        "JOIN run_languages l ON l.language = b.language "
        "WHERE instr(',' || ? || ',', ',' || origin || ',') ORDER BY l.sort_order, b.problem_id, "
        "fix_key",
        "t", running->options->origins);
    int status;
    struct unit_of_fixes unit = {0};
    while ((status = db_step(s, err)) == 1) {
        const char *problem = db_text(s, 1), *language = db_text(s, 2);
        bool is_same = unit.n && strcmp(unit.problem_id, problem) == 0 &&
                       strcmp(unit.language->name, language) == 0;
        if (!is_same && (end_unit(running, &unit, err) != 0 ||
                         begin_unit(running, &unit, problem, language, err) != 0))
            return ERR;
        array_push(&running->keys, db_int(s, 0));
        unit.n++;
    }
    return status == 0 ? end_unit(running, &unit, err) : ERR;
}

int verify_count(struct db *db, struct db *journal, const struct verify_options *options,
                 int64_t *n_problems, int64_t *n_missing, struct err *err)
{
    scoped(running) running = {.options = options, .db = db, .journal = journal};
    if (list_units(&running, err) != 0)
        return ERR;
    *n_problems = (int64_t)running.n_problems;
    *n_missing = (int64_t)running.units.n;
    return 0;
}

int verify_check_tests(struct db *journal, struct cases_set *tests, struct err *err)
{
    scoped(problem_tests) read = {0};
    scoped(db_statement) *s =
        db_query(journal, err,
                 "SELECT DISTINCT problem_id, tests_sha256 FROM verify_problems ORDER BY 1", NULL);
    int status;
    while ((status = db_step(s, err)) == 1) {
        char hex[SHA256_HEX_SIZE];
        if (cases_set_read(tests, db_text(s, 0), &read, err) != 0)
            return ERR;
        problem_tests_hash(&read, hex);
        if (strcmp(hex, db_text(s, 1)) != 0)
            return err_set(err,
                           "the tests of problem '%s' are not those that it was executed with; "
                           "name the same tests, or start again with --force",
                           db_text(s, 0));
    }
    return status;
}

/* ---- Handing out ---- */

struct item {
    struct problem_trial trial;
    struct correct_source source; /* to load the Accepted programs with */
    int status;
    struct err err;
};

static void release(void *item)
{
    problem_trial_release(&((struct item *)item)->trial);
}

/* Reads on in the source of Accepted programs until it has those of the problem, or is past it. */
static int find_accepted(struct running *running, const struct unit_of_fixes *unit,
                         struct correct_programs *out, struct err *err)
{
    if (running->language != unit->language) {
        correct_programs_release(&running->ahead);
        running->ahead = (struct correct_programs){0};
        running->has_ahead = running->is_at_end = false;
        running->language = unit->language;
        if (running->options->open_accepted(running->options->context, unit->language,
                                            &running->source, err) != 0)
            return ERR;
    }
    while (!running->is_at_end) {
        if (!running->has_ahead) {
            int status = running->source.next(running->source.context, &running->ahead, err);
            if (status < 0)
                return ERR;
            running->is_at_end = status == 0;
            running->has_ahead = status == 1;
            continue;
        }
        int order = strcmp(running->ahead.problem_id, unit->problem_id);
        if (order > 0)
            return 0;
        running->has_ahead = false;
        if (order == 0) {
            *out = running->ahead;
            running->ahead = (struct correct_programs){0};
            return 0;
        }
        correct_programs_release(&running->ahead);
        running->ahead = (struct correct_programs){0};
    }
    return 0;
}

/* Reads a program: its code, its encoding and the judge's name for the language are in columns. */
static struct executable read_program(struct problem_trial *trial, struct db_statement *s,
                                      int column, const char *dialect)
{
    struct executable program = {.language = trial->language,
                                 .dialect = dialect,
                                 .encoding = db_copy_text(s, column + 1, &trial->arena),
                                 .code = db_copy_text(s, column, &trial->arena),
                                 .judge_name = db_copy_text(s, column + 2, &trial->arena)};
    program.length = db_text_length(s, column);
    return program;
}

/* Whether a judge's verdict has one of these beginnings, or is one of these names. */
static bool is_status(const char *status, const char *const *beginnings, const char *const *names)
{
    while (*beginnings && strncasecmp(status, *beginnings, strlen(*beginnings)) != 0)
        beginnings++;
    while (*names && strcasecmp(status, *names) != 0)
        names++;
    return *beginnings || *names;
}

/* What the judge said about a buggy program: that it did not compile or did not end well, or that
 * it took too long. */
static void read_status(struct executable *program, const char *status, bool is_mutant)
{
    static const char *const error_beginnings[] = {"comp", "run", NULL};
    static const char *const error_names[] = {"CE", "RE", "RTE", "IR", NULL};
    static const char *const late_beginnings[] = {"time", NULL};
    static const char *const late_names[] = {"TLE", "TL", NULL};
    program->has_own_error = is_mutant || is_status(status, error_beginnings, error_names);
    program->was_late = is_status(status, late_beginnings, late_names);
}

/* Returns the index of the program of a submission, and adds it if it is new. A fixed program may
 * be in fixes of several dialects, and runs in each. */
static size_t add_subject(struct problem_trial *trial, struct db_statement *s, int column,
                          const char *dialect)
{
    int64_t key = db_int(s, column);
    for (size_t i = 0; i < trial->subjects.n; i++)
        if (trial->subjects.items[i].submission_key == key &&
            strcmp(trial->subjects.items[i].program.dialect, dialect) == 0)
            return i;
    array_push(&trial->subjects,
               (struct subject){.submission_key = key,
                                .program = read_program(trial, s, column + 1, dialect)});
    return trial->subjects.n - 1;
}

/* Reads the original of a program of a rewrite, which has the id ORIGINAL~KIND. */
static int read_original(struct running *running, struct problem_trial *trial, const char *id,
                         const char *dialect, struct executable *out, struct err *err)
{
    struct db_statement *s = running->read_original;
    const char *end = strrchr(id, '~');
    size_t length = end ? (size_t)(end - id) : strlen(id);
    int status = db_run(s, err, "tb", trial->problem_id, id, length);
    if (status == 0)
        return err_set(err,
                       "the database of --originals has no submission '%.*s' of problem '%s'; name "
                       "the database that the rewrites were made from",
                       (int)length, id, trial->problem_id);
    if (status < 0)
        return ERR;
    *out = read_program(trial, s, 0, dialect);
    db_rewind(s);
    return 0;
}

static int read_fix(struct running *running, int64_t key, struct problem_trial *trial,
                    struct err *err)
{
    struct db_statement *s = running->read;
    struct fix_trial fix = {.fix_key = key, .test = -1};
    if (db_run(s, err, "i", key) != 1)
        return ERR;
    const char *dialect = db_copy_text(s, 1, &trial->arena);
    enum fix_origin origin = fix_origin_find(db_text(s, 2));
    fix.fix_id = db_copy_text(s, 0, &trial->arena);
    fix.buggy = add_subject(trial, s, 3, dialect);
    fix.fixed = add_subject(trial, s, 8, dialect);
    fix.is_mutant = origin == ORIGIN_MUTANT;
    read_status(&trial->subjects.items[fix.buggy].program, db_text(s, 13), fix.is_mutant);
    fix.has_originals = running->options->originals && origin == ORIGIN_REWRITE;
    for (int i = 0; i < 2 && fix.has_originals; i++)
        if (read_original(running, trial, db_text(s, i ? 12 : 7), dialect, &fix.originals[i],
                          err) != 0)
            return ERR;
    array_push(&trial->fixes, fix);
    db_rewind(s);
    return 0;
}

static int read_fixes(struct running *running, const struct unit_of_fixes *unit,
                      struct problem_trial *trial, struct err *err)
{
    for (size_t i = 0; i < unit->n; i++)
        if (read_fix(running, running->keys.items[unit->first + i], trial, err) != 0)
            return ERR;
    return 0;
}

/* Prepares what read_fix() and read_original() read. */
static int prepare(struct running *running, struct err *err)
{
    struct db *originals = running->options->originals;
    if (db_prepare(&running->read, running->db,
                   "SELECT b.problem_id || '-' || b.submission_id || '-' || a.submission_id, "
                   "f.dialect, f.origin, b.submission_key, bs.code, b.encoding, "
                   "b.original_language, b.submission_id, a.submission_key, fs.code, a.encoding, "
                   "a.original_language, a.submission_id, b.status FROM fixes f "
                   "JOIN submissions b ON b.submission_key = buggy_submission_key "
                   "JOIN submissions a ON a.submission_key = fixed_submission_key "
                   "JOIN sources bs ON bs.source_key = b.source_key "
                   "JOIN sources fs ON fs.source_key = a.source_key WHERE fix_key = ?",
                   err) != 0)
        return ERR;
    return originals
               ? db_prepare(
                     &running->read_original, originals,
                     "SELECT code, encoding, original_language FROM submissions JOIN sources USING "
                     "(source_key) WHERE problem_id = ? AND submission_id = ?",
                     err)
               : 0;
}

static int produce(void *context, void *memory, struct err *err)
{
    struct running *running = context;
    struct item *item = memory;
    if (running->next == running->units.n)
        return 0;
    if (interrupt_signal())
        return err_set(err, "stopped");
    const struct unit_of_fixes *unit = &running->units.items[running->next++];
    item->trial.problem_id = unit->problem_id;
    item->trial.language = unit->language;
    if (cases_set_read(running->tests, unit->problem_id, &item->trial.tests, err) != 0 ||
        read_fixes(running, unit, &item->trial, err) != 0 ||
        find_accepted(running, unit, &item->trial.accepted, err) != 0)
        return ERR;
    item->source = running->source;
    return 1;
}

/* ---- Working ---- */

static void *worker_new(void *context)
{
    (void)context;
    return executor_new();
}

static void worker_free(void *worker)
{
    executor_free(worker);
}

static void work(void *context, void *worker, void *memory)
{
    const struct running *running = context;
    struct item *item = memory;
    struct problem_trial *trial = &item->trial;
    if (trial->tests.cases.n && trial->accepted.problem_id && item->source.load)
        item->source.load(item->source.context, &trial->accepted);
    item->status = trial_run(trial, worker, &running->options->trial, &item->err);
}

/* ---- Writing ---- */

static int consume(void *context, void *memory, struct err *err)
{
    struct running *running = context;
    const struct item *item = memory;
    if (item->status != 0)
        return err_pass(err, &item->err);
    if (trial_write(running->journal, &item->trial, err) != 0 ||
        verify_journal_commit(running->journal, err) != 0)
        return ERR;
    running->n_done += item->trial.fixes.n;
    meter_count(&running->options->meter, running->n_done, running->keys.n);
    return 0;
}

enum { MAX_RUNTIMES = 10 }; /* of a language */

/* Asks the runtimes of the languages for their versions. */
static int write_runtimes(struct running *running, struct err *err)
{
    scoped(executor) *executor = executor_new();
    const struct language *language = NULL;
    for (size_t i = 0; i < running->units.n; i++) {
        if (running->units.items[i].language == language)
            continue;
        language = running->units.items[i].language;
        for (const struct runtime *runtime = language->runtimes; runtime->name; runtime++) {
            char version[200];
            if (executor_version(executor, runtime, version, err) != 0)
                return ERR;
            const struct verify_runtime_row row = {runtime->name, language->name,
                                                   language_number(language) * MAX_RUNTIMES +
                                                       (runtime - language->runtimes) + 1,
                                                   *version ? version : NULL};
            if (verify_add_runtime(running->journal, &row, err) != 0)
                return ERR;
        }
    }
    return 0;
}

int verify_run(struct db *db, struct db *journal, struct cases_set *tests,
               const struct verify_options *options, struct err *err)
{
    scoped(running) running = {.options = options, .db = db, .journal = journal, .tests = tests};
    if (list_units(&running, err) != 0 || prepare(&running, err) != 0 ||
        write_runtimes(&running, err) != 0)
        return ERR;
    struct pipeline pipeline = {
        .n_threads = options->n_jobs,
        .context = &running,
        .item_size = sizeof(struct item),
        .produce = produce,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .work = work,
        .consume = consume,
        .release = release,
    };
    return pipeline_run(&pipeline, err);
}
