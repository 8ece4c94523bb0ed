/* tokfix verify: executes the fixes of a database, and searches for inputs that show their bugs. */
#include "base/file.h"
#include "base/interrupt.h"
#include "base/target.h"
#include "base/sandbox/sandbox.h"
#include "commands/command_list.h"
#include "commands/database_access.h"
#include "commands/filter_options.h"
#include "commands/source_kinds.h"
#include "report/summaries.h"
#include "verify/verify_run.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

struct verifying {
    const char *db, *tests, *dataset, *metadata, *origins, *originals;
    struct shard shard;
    struct trial_options trial;
    int64_t n_jobs, n_join;
    bool is_starting_again, is_json;
    struct fix_choice fixes; /* but for their origins */
};

static const char *name_of_strictness(int number)
{
    return number <= INPUTS_LOOSE ? input_strictness_name((enum input_strictness)number) : NULL;
}

static const struct command_option own_options[] = {
    {0, "tests", "PATH",
     "tests of the problems: CodeNet's derived/input_output, folders PROBLEM/in and PROBLEM/out, "
     "or a file of JSON lines",
     .otherwise = "those of DATASET", TO_TEXT(verifying, tests)},
    {0, "dataset", "DATASET",
     "the dataset that the database was mined from: all its Accepted programs can be jurors, not "
     "only those of fixes",
     TO_TEXT(verifying, dataset)},
    {0, "metadata", "PATH", "folder or archive of the metadata, if DATASET contains none",
     TO_TEXT(verifying, metadata)},
    {0, "origin", "LIST", "origins of the fixes to execute: real, mutant, rewrite", "real",
     .names = filter_origin_name, TO_TEXT(verifying, origins)},
    {0, "originals", "DB",
     "the database that rewrites were made from. Each rewrite must do what its original does. The "
     "fixed programs of this database can be jurors",
     TO_TEXT(verifying, originals)},
    {0, "strictness", "HOW",
     "last level of the search: how far made inputs may go beyond those of the tests; loose suits "
     "problems with a single test, as in CodeNet\n"
     "strict: numbers and sizes as in the tests, and everything that holds in all of them\n"
     "medium: then smaller sizes, and everything that holds more than once\n"
     "loose: then larger numbers and sizes, and everything that holds often",
     "medium", TO_ENUM(verifying, trial.strictness, name_of_strictness)},
    {0, "inputs", "N", "maximum number of inputs to make for a fix at each level; 0 makes none",
     "40", TO_NUMBER(verifying, trial.n_inputs, 0, 10000)},
    {0, "time", "SECONDS", "time limit of a problem whose tests give none", "2",
     TO_NUMBER(verifying, trial.cpu_seconds, 1, 600)},
    OPTION_SEED(verifying, trial.seed),
    {0, "control", NULL,
     "also search in pairs of Accepted programs, in which no bug can be shown, and print the share "
     "of false proofs",
     TO_FLAG(verifying, trial.has_control)},
    {0, "no-online-judge", NULL,
     "do not define ONLINE_JUDGE, which judges define: a macro (C, C++), a property (Java), and an "
     "environment variable",
     TO_FLAG(verifying, trial.is_at_home)},
    {0, "shard", "[I/]N",
     "execute only the problems of shard I of N, and keep the verdicts beside the database for "
     "--join; without I, use the task number of a Slurm array (SLURM_ARRAY_TASK_ID)",
     TO_SHARD(verifying, shard)},
    {0, "join", "N", "store the results of N finished shards in the database",
     TO_NUMBER(verifying, n_join, 1, MAX_SHARDS)},
    {0, "force", NULL, "drop the verdicts of earlier runs, and execute the fixes again",
     TO_FLAG(verifying, is_starting_again)},
    {0, "json", NULL, "print the report as one JSON object", TO_FLAG(verifying, is_json)},
    OPTION_JOBS(verifying, n_jobs),
    {0},
};

/* The sources of Accepted programs: one for each language, open until the end. */
struct accepted {
    struct mined_dataset dataset;
    struct correct_source sources[MAX_LANGUAGES];
};

static void accepted_release(struct accepted *accepted)
{
    for (int i = 0; i < MAX_LANGUAGES; i++)
        correct_source_close(&accepted->sources[i]);
}
SCOPED_VALUE(accepted, accepted_release)

static int open_accepted(void *context, const struct language *language,
                         struct correct_source *source, struct err *err)
{
    struct accepted *accepted = context;
    struct correct_source *own = &accepted->sources[language_number(language)];
    if (accepted_programs_open(own, &accepted->dataset, language, err) != 0)
        return ERR;
    *source = *own;
    return 0;
}

static int finish_accepted(struct accepted *accepted, struct err *err)
{
    for (int i = 0; i < MAX_LANGUAGES; i++)
        if (correct_source_finish(&accepted->sources[i], err) != 0)
            return ERR;
    return 0;
}

/* ---- The run ---- */

struct session {
    const struct command *command;
    const struct verifying *arguments;
    struct db *db, *originals;
    struct db *shard; /* has the verdicts; NULL: they are in the database */
    struct cases_set *tests;
    struct verify_run_row run;
    struct verify_options options;
    char fixes_sha256[SHA256_HEX_SIZE];
};

static void session_release(struct session *session)
{
    db_close(session->shard);
    db_close(session->originals);
    db_close(session->db);
    cases_set_free(session->tests);
}
SCOPED_VALUE(session, session_release)

static char *shard_path(const char *db, const struct shard *shard)
{
    return mem_print("%s.verifying-%" PRId64 "-of-%" PRId64, db, shard->number, shard->n_shards);
}

/* If all problems have one prefix (mine --prefix), the tests do not have it. In a joined database
 * the tests must say whose problems they are about. */
static int strip_prefix(struct session *session, struct err *err)
{
    scoped(db_statement) *s = db_query(
        session->db, err,
        "SELECT prefix FROM run GROUP BY 1 HAVING (SELECT count(*) FROM run) = count(prefix)",
        NULL);
    int status = db_step(s, err);
    if (status == 1)
        cases_set_strip(session->tests, db_text(s, 0));
    return status < 0 ? ERR : 0;
}

static int open_tests(struct session *session, struct err *err)
{
    const struct verifying *arguments = session->arguments;
    const char *path = arguments->tests;
    if (!path && arguments->dataset && cases_set_is_beside(arguments->dataset))
        path = arguments->dataset;
    if (!path && !arguments->dataset)
        return err_set(err, "no tests were named; give --tests PATH, or --dataset DATASET if it "
                            "contains derived/input_output/data");
    if (!path)
        return err_set(err,
                       "no folder derived/input_output/data with tests in '%s'; give --tests PATH "
                       "(tests in an archive are not read: unpack them)",
                       arguments->dataset);
    return cases_set_open(&session->tests, path, err) == 0 ? strip_prefix(session, err) : ERR;
}

/* Opens the database and the tests. While a run changes the database, other programs can read it.
 * What they read may keep a commit waiting. */
static int open_database(struct session *session, struct err *err)
{
    const struct verifying *arguments = session->arguments;
    bool is_shard = arguments->shard.n_shards > 1;
    int (*open)(struct db **, const char *, struct err *) = is_shard ? store_open : database_change;
    if (open(&session->db, arguments->db, err) != 0 ||
        db_execute(session->db, "PRAGMA busy_timeout = 3600000", err) != 0 ||
        (arguments->originals && store_open(&session->originals, arguments->originals, err) != 0))
        return ERR;
    db_on_work(session->db, NULL, NULL); /* a stop ends long statements */
    return open_tests(session, err);
}

/* Chooses the fixes to execute. */
static int choose_fixes(struct session *session, struct err *err)
{
    struct fix_account account;
    struct fix_choice choice = session->arguments->fixes;
    struct filter_value origins = {0};
    option_split(session->arguments->origins, &origins.list);
    choice.filters[FILTER_ORIGIN] = origins;
    int status = fix_select_keys(&account, session->db, &choice, err);
    filter_value_release(&origins);
    return status;
}

/* Opens the file of the shard. */
static int open_shard(struct session *session, struct err *err)
{
    const struct verifying *arguments = session->arguments;
    scoped(run_file) file = {0};
    if (run_file_open(
            &file, shard_path(arguments->db, &arguments->shard),
            "the verdicts of a shard are kept in ",
            ", which cannot be written; copy the database to a folder that can be written",
            err) != 0)
        return ERR;
    file.is_kept = verify_shard_open(&session->shard, file.path, session->db, err) == 0;
    if (!file.is_kept)
        return ERR;
    db_on_work(session->shard, NULL, NULL);
    return 0;
}

/* Begins a run in `store`, or continues one. `path` is for messages. */
static int begin_in(struct session *session, struct db *store, const char *path, struct err *err)
{
    int64_t n_done;
    if ((session->arguments->is_starting_again && verify_store_clear(store, err) != 0) ||
        verify_store_begin(store, &n_done, &session->run, path, err) != 0)
        return ERR;
    return n_done ? verify_check_tests(store, session->tests, err) : 0;
}

/* Opens everything, and begins the run. */
static int begin(struct session *session, struct err *err)
{
    const struct verifying *arguments = session->arguments;
    if (open_database(session, err) != 0 || choose_fixes(session, err) != 0 ||
        verify_hash_fixes(session->fixes_sha256, session->db, arguments->origins, err) != 0)
        return ERR;
    session->options.originals = session->originals;
    session->run = (struct verify_run_row){
        .origins = arguments->origins,
        .tests = cases_set_kind(session->tests),
        .tests_name = cases_set_name(session->tests),
        .originals_name = arguments->originals ? file_name(arguments->originals) : NULL,
        .programs = arguments->dataset ? "dataset" : "fixes",
        .trial = &arguments->trial,
        .fixes_sha256 = session->fixes_sha256,
    };
    if (arguments->shard.n_shards == 1)
        return begin_in(session, session->db, arguments->db, err);
    scoped_memory char *path = shard_path(arguments->db, &arguments->shard);
    return open_shard(session, err) == 0 ? begin_in(session, session->shard, path, err) : ERR;
}

/* A sandbox without paths is cheap, and meets all that can be missing. */
int verify_check_isolation(const struct command *command, struct err *err)
{
    static const struct sandbox_setup setup = {.together = {UINT64_C(1) << 30, 64}};
    scoped(sandbox) *sandbox = NULL;
    if (sandbox_open(&sandbox, &setup, err) != 0)
        return ERR;
    if (!sandbox_has_cgroup(sandbox))
        tell(command, "no cgroup can be made here, so the limits are those of each process, not of "
                      "all together, and a compiler may take 64 GiB; to allow one, start tokfix "
                      "with: systemd-run --user --scope -p Delegate=yes");
    return 0;
}

/* Counts the fixes without a verdict in the database. */
static int count_missing(const struct session *session, int64_t *n, struct err *err)
{
    return db_get_int(session->db, n,
                      "SELECT count(*) FROM temp.filtered_fixes "
                      "WHERE fix_key NOT IN (SELECT fix_key FROM main.verdicts)",
                      err);
}

static int execute(struct session *session, struct err *err)
{
    const struct verifying *arguments = session->arguments;
    struct db *programs = session->originals ? session->originals : session->db;
    scoped(accepted)
        accepted = {.dataset = {arguments->dataset, arguments->metadata, programs, arguments->db}};
    scoped(progress) progress = {0};
    int64_t n_missing;
    if (verify_check_isolation(session->command, err) != 0 ||
        count_missing(session, &n_missing, err) != 0)
        return ERR;
    if (!session->shard && !n_missing)
        tell(session->command, "all fixes have verdicts; --force executes them again");
    session->options.meter = progress_meter(&progress);
    session->options.open_accepted = open_accepted;
    session->options.context = &accepted;
    progress_start(&progress, "verifying", "fixes", 0);
    int status = verify_run(session->db, session->shard ? session->shard : session->db,
                            session->tests, &session->options, err);
    progress_clear(&progress);
    return status == 0 ? finish_accepted(&accepted, err) : status;
}

static int join_shard(struct session *session, const char *path, struct err *err)
{
    scoped(db) *shard = NULL;
    int64_t n_done;
    if (access(path, R_OK) != 0)
        return err_set_errno(err, "cannot read the verdicts of a shard, '%s'", path);
    return verify_shard_open(&shard, path, session->db, err) == 0 &&
                   verify_store_begin(shard, &n_done, &session->run, path, err) == 0
               ? verify_store_join(session->db, shard, err)
               : ERR;
}

/* Adds the verdicts of all shards. */
static int join(struct session *session, struct err *err)
{
    const struct verifying *arguments = session->arguments;
    struct shard shard = {1, arguments->n_join};
    int64_t n_missing;
    for (; shard.number <= shard.n_shards; shard.number++) {
        scoped_memory char *path = shard_path(arguments->db, &shard);
        if (join_shard(session, path, err) != 0)
            return ERR;
    }
    if (count_missing(session, &n_missing, err) != 0)
        return ERR;
    return n_missing ? err_set(err, "%s not done; give the commands of their shards again",
                               counted(n_missing, "fix is", "fixes are").text)
                     : verify_check_tests(session->db, session->tests, err);
}

/* Removes the files of the shards that were joined. */
static void remove_shards(const struct verifying *arguments)
{
    struct shard shard = {1, arguments->n_join};
    for (; shard.number <= shard.n_shards; shard.number++) {
        scoped_memory char *path = shard_path(arguments->db, &shard);
        run_file_remove(path);
    }
}

/* Notes on tests that could not be used: the first few of them. */
static void tell_notes(const struct session *session)
{
    enum { MAX_SHOWN = 10 };
    const struct input_errors *notes = cases_set_notes(session->tests);
    size_t n = notes->kinds[INPUT_FILE_LEFT_OUT].n;
    for (size_t i = 0; i < notes->list.n && i < MAX_SHOWN; i++) {
        const struct input_error *note = &notes->list.items[i];
        if (note->line)
            tell(session->command, "%s:%zu: %s", note->file, note->line, note->detail);
        else
            tell(session->command, "%s: %s", note->file, note->detail);
    }
    if (n > MAX_SHOWN)
        tell(session->command, "%zu more tests could not be used", n - MAX_SHOWN);
}

/* Ends a run that was stopped. */
static int stop(const struct session *session, struct err *err)
{
    err_set(err, "stopped by %s; give the same command again to continue with the next fix",
            interrupt_signal() == SIGINT ? "SIGINT" : "SIGTERM");
    command_fail(session->command, err);
    return EXIT_INTERRUPTED;
}

static int finish_shard(struct session *session)
{
    const struct verifying *arguments = session->arguments;
    const struct shard *shard = &arguments->shard;
    scoped_memory char *path = shard_path(arguments->db, shard);
    scoped(str) end = {0};
    tell(session->command, "shard %" PRId64 " of %" PRId64 " is done, and kept in '%s'",
         shard->number, shard->n_shards, path);
    str_print(&end, " --join %" PRId64 ", with the other options, when all are done",
              shard->n_shards);
    tell_next("tokfix verify", arguments->db, str_text(&end));
    return EXIT_OK;
}

/* Commits, and prints the report. */
static int finish(struct session *session, struct err *err)
{
    const struct verifying *arguments = session->arguments;
    scoped(json) *summary = json_object();
    if (verify_summary_collect(summary, session->db, NULL, err) != 0 ||
        database_commit(session->db, err) != 0)
        return ERR;
    remove_shards(arguments);
    if (arguments->is_json) {
        json_write_pretty(summary, stdout);
        return EXIT_OK;
    }
    verify_summary_print(summary, NULL, stdout);
    tell_next("tokfix show", arguments->db, " --where \"verdict = 'proven'\"");
    return EXIT_OK;
}

static int run(const struct command *command, void *variables, struct err *err)
{
    const struct verifying *arguments = variables;
    scoped(session) session = {.command = command, .arguments = arguments};
    session.options = (struct verify_options){.trial = arguments->trial,
                                              .origins = arguments->origins,
                                              .n_jobs = (int)arguments->n_jobs,
                                              .shard = arguments->shard};
    if (arguments->metadata && !arguments->dataset)
        return command_usage(command, "--metadata needs --dataset");
    if (arguments->n_join && arguments->shard.n_shards > 1)
        return command_usage(command, "--join cannot be combined with --shard");
    interrupt_listen();
    int status = begin(&session, err);
    if (status == 0)
        status = arguments->n_join ? join(&session, err) : execute(&session, err);
    if (status == 0)
        tell_notes(&session);
    if (status == 0 && !session.shard)
        status = finish(&session, err);
    if (status != 0)
        return interrupt_signal() ? stop(&session, err) : ERR;
    return session.shard ? finish_shard(&session) : EXIT_OK;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Which fixes", filters_of_verify, offsetof(struct verifying, fixes)},
    {0}};

const struct command command_verify = {
#include "commands/help/verify.inc"
    .groups = groups,
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, verifying, db)},
    ARGUMENTS(verifying, .shard = {1, 1}, .fixes = FIX_CHOICE_ALL),
    .run = run,
};
