/* A unit of work is a fix. The fixes of a problem in one language follow each other. One thread
 * hands them out: with the first comes their problem, with its tests, programs and Accepted
 * programs, which all of them share. Workers try them; the calling thread writes them to the store
 * in their order, and commits each. It and the first thread may use one connection. */
#include "verify/verify_run.h"

#include "base/interrupt.h"
#include "db/fix_names.h"
#include "verify/trial.h"

#include <string.h>

/* The fixes of a problem in one language: units from `first` on. All of them are read, because the
 * inputs have the numbers in all programs: what a filter leaves out does not change an outcome. */
struct group {
    const struct language *language;
    const char *problem_id;
    size_t first, n;
    size_t last_wanted; /* unit */
};

struct fix_unit {
    int64_t key;
    size_t group;
    bool is_executed;
};

struct running {
    const struct verify_options *options;
    struct db *db, *store;
    struct cases_set *tests;
    struct arena arena;
    ARRAY(struct group) groups;
    ARRAY(struct fix_unit) units;
    struct run_plan plan; /* of the units */
    uint64_t n_done;

    struct problem *problem;       /* of the last unit that was handed out; NULL: none was */
    ARRAY(struct fix_trial) fixes; /* all fixes of the problem, not tried yet */
    uint64_t n_written;            /* number of the last problem that was written */

    const struct language *language; /* of the open source; NULL: none is open */
    struct correct_source source;
    struct correct_programs ahead; /* its next problem; without an id: not read yet */
    struct db_statement *read, *read_original;
};

static void running_release(struct running *running)
{
    array_release(&running->groups);
    array_release(&running->units);
    run_plan_release(&running->plan);
    problem_leave(running->problem);
    array_release(&running->fixes);
    correct_programs_release(&running->ahead);
    db_finish(running->read);
    db_finish(running->read_original);
    arena_release(&running->arena);
}
SCOPED_VALUE(running, running_release)

static const struct group *group_of(const struct running *running, size_t unit)
{
    return &running->groups.items[running->units.items[unit].group];
}

/* ---- The list of units ---- */

static int list_units(struct running *running, struct err *err)
{
    scoped(db_statement) *s =
        db_query(running->db, err,
                 "SELECT fix_key, b.problem_id, b.language, "
                 "fix_key IN (SELECT fix_key FROM temp.filtered_fixes) FROM fixes "
                 "JOIN submissions b ON b.submission_key = buggy_submission_key "
                 "JOIN run_languages l ON l.language = b.language "
                 "WHERE instr(',' || ? || ',', ',' || origin || ',') "
                 "ORDER BY l.sort_order, b.problem_id, fix_key",
                 "t", running->options->origins);
    struct group *last = NULL;
    int status;
    while ((status = db_step(s, err)) == 1) {
        const char *problem_id = db_text(s, 1), *language = db_text(s, 2);
        if (!last || strcmp(last->problem_id, problem_id) != 0 ||
            strcmp(last->language->name, language) != 0) {
            array_push(&running->groups,
                       (struct group){.language = language_find(language),
                                      .problem_id = arena_text(&running->arena, problem_id),
                                      .first = running->units.n});
            last = &running->groups.items[running->groups.n - 1];
        }
        if (!last->language)
            return err_set(err,
                           "the database has programs in '%s', which this version of tokfix does "
                           "not know",
                           language);
        last->n++;
        array_push(&running->units,
                   (struct fix_unit){db_int(s, 0), running->groups.n - 1, db_int(s, 3)});
    }
    return status;
}

/* Plans the units: those are wanted that the filters take and the shard has, and that have no
 * outcome. */
static int plan_units(struct running *running, struct err *err)
{
    scoped(db_statement) *look =
        db_query(running->store, err, "SELECT 1 FROM main.verdicts WHERE fix_key = ?", NULL);
    if (!look || list_units(running, err) != 0)
        return ERR;
    run_plan_make(&running->plan, running->units.n);
    for (size_t i = 0; i < running->units.n; i++) {
        struct group *group = &running->groups.items[running->units.items[i].group];
        if (!running->units.items[i].is_executed ||
            !shard_has(&running->options->shard, group->problem_id))
            continue;
        int has = db_run(look, err, "i", running->units.items[i].key);
        if (has < 0)
            return ERR;
        run_plan_want(&running->plan, i);
        if (has) {
            db_rewind(look);
            run_plan_done(&running->plan, i);
        } else
            group->last_wanted = i;
    }
    running->n_done = running->plan.n_done;
    return 0;
}

int verify_check_tests(struct db *store, struct cases_set *tests, struct err *err)
{
    scoped(problem_tests) read = {0};
    scoped(db_statement) *s = db_query(
        store, err,
        "SELECT DISTINCT problem_id, tests_sha256 FROM verify_problems ORDER BY problem_id", NULL);
    int status;
    while ((status = db_step(s, err)) == 1) {
        char hex[SHA256_HEX_SIZE];
        if (cases_set_read(tests, db_text(s, 0), &read, err) != 0)
            return ERR;
        problem_tests_hash(&read, hex);
        if (strcmp(hex, db_text(s, 1)) != 0)
            return err_set(err,
                           "the tests of problem '%s' are not those that it was executed with; "
                           "name the same tests, or drop the verdicts with --force",
                           db_text(s, 0));
    }
    return status;
}

/* ---- Reading a problem ---- */

/* Reads on in the source of Accepted programs until it has those of the problem, or is past it. */
static int find_accepted(struct running *running, const struct problem *problem,
                         struct correct_programs *out, struct err *err)
{
    if (running->language != problem->language) {
        correct_programs_release(&running->ahead);
        running->ahead = (struct correct_programs){0};
        running->language = problem->language;
        if (running->options->open_accepted(running->options->context, problem->language,
                                            &running->source, err) != 0)
            return ERR;
    }
    int status = 1, order = -1;
    while (order < 0 &&
           (running->ahead.problem_id ||
            (status = running->source.next(running->source.context, &running->ahead, err)) == 1)) {
        order = strcmp(running->ahead.problem_id, problem->problem_id);
        if (order > 0)
            return 0;
        if (order == 0)
            *out = running->ahead;
        else
            correct_programs_release(&running->ahead);
        running->ahead = (struct correct_programs){0};
    }
    return status < 0 ? ERR : 0;
}

/* Reads a program: its code, its encoding and the judge's name for the language are in columns. */
static struct executable read_program(struct problem *problem, struct db_statement *s, int column,
                                      const char *dialect)
{
    struct executable program = {.language = problem->language,
                                 .dialect = dialect,
                                 .encoding = db_copy_text(s, column + 1, &problem->arena),
                                 .code = db_copy_text(s, column, &problem->arena),
                                 .judge_name = db_copy_text(s, column + 2, &problem->arena)};
    program.length = db_text_length(s, column);
    return program;
}

/* Returns the index of the program of a submission, and adds it if it is new. A fixed program may
 * be in fixes of several dialects, and runs in each. */
static size_t add_subject(struct problem *problem, struct db_statement *s, int column,
                          const char *dialect, bool is_accepted)
{
    int64_t key = db_int(s, column);
    for (size_t i = 0; i < problem->subjects.n; i++)
        if (problem->subjects.items[i].submission_key == key &&
            strcmp(problem->subjects.items[i].program.dialect, dialect) == 0)
            return i;
    array_push(&problem->subjects,
               (struct subject){.submission_key = key,
                                .is_accepted = is_accepted,
                                .program = read_program(problem, s, column + 1, dialect)});
    return problem->subjects.n - 1;
}

/* Reads the original of a program of a rewrite, which has the id ORIGINAL~KIND. */
static int read_original(struct running *running, const char *id, const char *dialect,
                         struct executable *out, struct err *err)
{
    struct problem *problem = running->problem;
    struct db_statement *s = running->read_original;
    const char *end = strrchr(id, '~');
    size_t length = end ? (size_t)(end - id) : strlen(id);
    int status = db_run(s, err, "tb", problem->problem_id, id, length);
    if (status == 0)
        return err_set(err,
                       "the database of --originals has no submission '%.*s' of problem '%s'; name "
                       "the database that the rewrites were made from",
                       (int)length, id, problem->problem_id);
    if (status < 0)
        return ERR;
    *out = read_program(problem, s, 0, dialect);
    db_rewind(s);
    return 0;
}

static int read_fix(struct running *running, int64_t key, struct err *err)
{
    struct db_statement *s = running->read;
    struct problem *problem = running->problem;
    struct fix_trial fix = {.fix_key = key, .test = -1};
    if (db_run(s, err, "i", key) != 1)
        return ERR;
    const char *dialect = db_copy_text(s, 1, &problem->arena);
    enum fix_origin origin = fix_origin_find(db_text(s, 2));
    fix.fix_id = db_copy_text(s, 0, &problem->arena);
    fix.buggy.subject = add_subject(problem, s, 3, dialect, false);
    fix.fixed.subject = add_subject(problem, s, 8, dialect, true);
    fix.is_mutant = origin == ORIGIN_MUTANT;
    problem->subjects.items[fix.buggy.subject].program.was_late = db_int(s, 13);
    fix.has_originals = running->options->originals && origin == ORIGIN_REWRITE;
    if (fix.has_originals &&
        (read_original(running, db_text(s, 7), dialect, &fix.buggy.original, err) != 0 ||
         read_original(running, db_text(s, 12), dialect, &fix.fixed.original, err) != 0))
        return ERR;
    array_push(&running->fixes, fix);
    db_rewind(s);
    return 0;
}

/* Makes the problem of a group the current one, and reads all its fixes, also those that are done
 * or left out. */
static int enter_group(struct running *running, size_t number, struct err *err)
{
    const struct group *group = &running->groups.items[number];
    if (running->problem && running->problem->number == number + 1)
        return 0;
    problem_leave(running->problem);
    struct problem *problem = running->problem = problem_new();
    problem->number = number + 1;
    problem->problem_id = group->problem_id;
    problem->language = group->language;
    if (cases_set_read(running->tests, group->problem_id, &problem->tests, err) != 0 ||
        problem_tests_link(&problem->tests, running->db, group->problem_id, group->language->name,
                           err) != 0)
        return ERR;
    if (problem->tests.seconds <= 0)
        problem->tests.seconds = (double)running->options->trial.cpu_seconds;
    array_clear(&running->fixes);
    for (size_t i = group->first; i < group->first + group->n; i++)
        if (read_fix(running, running->units.items[i].key, err) != 0)
            return ERR;
    running->fixes.items[group->last_wanted - group->first].has_control =
        running->options->trial.has_control;
    if (find_accepted(running, problem, &problem->accepted, err) != 0)
        return ERR;
    problem->source = running->source;
    problem_share(problem);
    return 0;
}

/* ---- Working ---- */

struct item {
    struct fix_trial fix;
    int status;
    struct err err;
};

static int take(void *context, size_t unit, void *memory, struct err *err)
{
    struct running *running = context;
    struct item *item = memory;
    if (enter_group(running, running->units.items[unit].group, err) != 0)
        return ERR;
    item->fix = running->fixes.items[unit - group_of(running, unit)->first];
    item->fix.problem = problem_join(running->problem);
    return 0;
}

static void *worker_new(void *context)
{
    return trial_worker_new(((struct running *)context)->options->trial.is_at_home);
}

static void work_on(void *context, void *worker, void *memory)
{
    const struct running *running = context;
    struct item *item = memory;
    item->status = trial_run(&item->fix, worker, &running->options->trial, &item->err);
}

static void release(void *item)
{
    fix_trial_release(&((struct item *)item)->fix);
}

static int keep(void *context, void *memory, struct err *err)
{
    struct running *running = context;
    const struct item *item = memory;
    const struct problem *problem = item->fix.problem;
    if (item->status != 0 && interrupt_signal())
        return RUN_STOPPED;
    if (item->status != 0)
        return err_pass(err, &item->err);
    if (running->n_written != problem->number &&
        verify_add_problem(running->store, problem, err) != 0)
        return ERR;
    running->n_written = problem->number;
    running->n_done++;
    return verify_add_trial(running->store, &item->fix, err);
}

static int commit(void *context, struct err *err)
{
    return verify_store_commit(((struct running *)context)->store, err);
}

static void show(void *context)
{
    const struct running *running = context;
    meter_count(&running->options->meter, running->n_done,
                running->plan.n_done + running->plan.n_wanted);
}

enum { MAX_RUNTIMES = 10 }; /* of a language */

/* Asks the runtimes of the languages for their versions. */
static int write_runtimes(struct running *running, struct err *err)
{
    scoped(executor) *executor = executor_new(running->options->trial.is_at_home);
    const struct language *language = NULL;
    for (size_t i = 0; i < running->units.n; i++) {
        const struct language *next = group_of(running, i)->language;
        if (!run_plan_wants(&running->plan, i) || next == language)
            continue;
        language = next;
        for (const struct runtime *runtime = language->runtimes; runtime && runtime->name;
             runtime++) {
            char version[200];
            if (executor_version(executor, runtime, version, err) != 0)
                return ERR;
            if (verify_add_runtime(running->store, runtime->name, language->name,
                                   language_number(language) * MAX_RUNTIMES +
                                       (runtime - language->runtimes) + 1,
                                   *version ? version : NULL, err) != 0)
                return ERR;
        }
    }
    return 0;
}

int verify_run(struct db *db, struct db *store, struct cases_set *tests,
               const struct verify_options *options, struct err *err)
{
    scoped(running) running = {.options = options, .db = db, .store = store, .tests = tests};
    const struct run_work work = {
        .context = &running,
        .n_jobs = options->n_jobs,
        .item_size = sizeof(struct item),
        .take = take,
        .worker_new = worker_new,
        .worker_free = trial_worker_free,
        .work = work_on,
        .keep = keep,
        .commit = commit,
        .show = show,
        .release = release,
    };
    if (plan_units(&running, err) != 0 ||
        db_prepare(&running.read, db,
                   "SELECT " FIX_ID ", f.dialect, f.origin, b.submission_key, bs.code, b.encoding, "
                   "b.original_language, b.submission_id, a.submission_key, fs.code, a.encoding, "
                   "a.original_language, a.submission_id, b.judged = 'TLE' FROM fixes f "
                   "JOIN submissions b ON b.submission_key = buggy_submission_key "
                   "JOIN submissions a ON a.submission_key = fixed_submission_key "
                   "JOIN sources bs ON bs.source_key = b.source_key "
                   "JOIN sources fs ON fs.source_key = a.source_key WHERE fix_key = ?",
                   err) != 0 ||
        (options->originals &&
         db_prepare(&running.read_original, options->originals,
                    "SELECT code, encoding, original_language FROM submissions JOIN sources USING "
                    "(source_key) WHERE problem_id = ? AND submission_id = ?",
                    err) != 0) ||
        write_runtimes(&running, err) != 0)
        return ERR;
    return run_units(&running.plan, &work, err);
}
