/* tokfix build: runs mine, dedup, split, check, report and publish. Each runs in a process of its
 * own with the command line that the user would type, so that it does and records what it always
 * does. commands.txt in the folder has a line for each that has finished. A line that differs from
 * the one that is to run, or a file that is missing, means that this step and the later ones are
 * not done. mine is asked in any case (--resume): it knows whether the dataset is the same. */
#include "base/file.h"
#include "cli/option.h"
#include "commands/build.h"
#include "commands/commands.h"
#include "commands/progress.h"
#include "db/remake.h"
#include "db/store.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

static const struct command_step steps[] = {
    [BUILD_MINE] = {&command_mine, "output,force,resume,dry-run,shard,json"},
    [BUILD_DEDUP] = {&command_dedup, "json"},
    [BUILD_SPLIT] = {&command_split, "set,replace,json"},
    [BUILD_CHECK] = {&command_check, "split-set,json,training,held-out,rewrites"},
    [BUILD_REPORT] = {&command_report, "output,force,split-set"},
    [BUILD_PUBLISH] = {&command_publish, "output,force,split-set,json"},
    [BUILD_STEPS] = {0},
};

static const struct command_option options[] = {
    {'o', "output", "FOLDER", "folder to create, or to continue in",
     TO_TEXT(build_arguments, output)},
    {0, "force", NULL,
     "run the commands again that were run with other options, and all later ones; if none was, "
     "run all again",
     TO_FLAG(build_arguments, is_forced)},
    OPTION_JOBS(build_arguments, n_jobs),
    {0},
};

static void release_build(struct build *build)
{
    if (build->lock >= 0)
        close(build->lock);
    array_release(&build->given);
    arena_release(&build->arena);
}
SCOPED_VALUE(build, release_build)

/* Returns input `number`; NULL after the last. */
static const char *input_at(const struct build *build, size_t number)
{
    const struct build_arguments *arguments = &build->arguments;
    return !number                         ? arguments->dataset
           : number <= arguments->others.n ? arguments->others.items[number - 1]
                                           : NULL;
}

/* Returns an input that is not there; NULL: all are. errno says why. */
static const char *missing_input(const struct build *build)
{
    const char *path;
    for (size_t i = 0; (path = input_at(build, i)); i++)
        if (strcmp(path, "-") != 0 && access(path, F_OK) != 0)
            return path;
    return NULL;
}

/* ---- The command lines ---- */

static bool has_option(const struct command *command, const char *name)
{
    struct option_walk at = {0};
    while (option_walk_next(&at, command))
        if (strcmp(at.option->name, name) == 0)
            return true;
    return false;
}

/* Returns the path of an input as an argument: for the record, one that is the same everywhere,
 * also if the input is gone. */
static const char *input_path(struct build *build, const char *path, bool is_record)
{
    if (!is_record || strcmp(path, "-") == 0)
        return path[0] == '-' && path[1] ? arena_print(&build->arena, "./%s", path) : path;
    scoped_memory char *whole = realpath(path, NULL);
    scoped_memory char *outer = file_folder(path);
    scoped_memory char *folder = realpath(outer, NULL);
    return whole    ? arena_text(&build->arena, whole)
           : folder ? arena_print(&build->arena, "%s/%s", folder, file_name(path))
                    : path;
}

/* Adds the options that were given for a step. The record has those on which the result depends,
 * and no secret. */
static void add_given(struct text_list *words, struct build *build, int step, bool is_record)
{
    for (size_t i = 0; i < build->given.n; i++) {
        const struct command_line_option *given = &build->given.items[i];
        const struct command_option *option = given->option;
        if (given->step != &steps[step] || (is_record && option->is_untold))
            continue;
        array_push(words, arena_print(&build->arena, "--%s", option->name));
        const char *path = option->value ? option_path(option, given->value) : NULL;
        if (is_record && strcmp(option->name, "salt") == 0)
            array_push(words, REMAKE_SECRET);
        else if (path)
            array_push(words, arena_print(&build->arena, "%.*s%s", (int)(path - given->value),
                                          given->value, input_path(build, path, is_record)));
        else if (option->value)
            array_push(words, given->value);
    }
}

/* Adds the words of a command line. For the record, it is one for the folder, without the options
 * for what another run has left. */
static void add_words(struct text_list *words, struct build *build, int step, bool is_record)
{
    const struct build_arguments *arguments = &build->arguments;
    array_push(words, steps[step].command->name);
    if (step != BUILD_MINE)
        array_push(words, is_record ? BUILD_DATABASE : build_path(build, BUILD_DATABASE));
    for (size_t i = 0; step == BUILD_MINE && input_at(build, i); i++)
        array_push(words, input_path(build, input_at(build, i), is_record));
    if (build_made[step]) {
        array_push(words, "-o");
        array_push(words, is_record ? build_made[step] : build_path(build, build_made[step]));
    }
    if (!is_record && arguments->n_jobs && has_option(steps[step].command, "jobs")) {
        array_push(words, "--jobs");
        array_push(words, arena_print(&build->arena, "%" PRId64, arguments->n_jobs));
    }
    add_given(words, build, step, is_record);
    if (!is_record && build_made[step])
        array_push(words, step == BUILD_MINE ? "--resume" : "--force");
}

static const char *line_of(struct build *build, int step)
{
    scoped_array struct text_list words = {0};
    scoped(str) line = {0};
    add_words(&words, build, step, true);
    str_add_text(&line, "tokfix");
    for (size_t i = 0; i < words.n; i++) {
        str_add_text(&line, " ");
        shell_add_word(&line, words.items[i]);
    }
    return arena_text(&build->arena, str_text(&line));
}

/* ---- What is wrong before anything is read ---- */

static int check_paths(const struct build *build, struct err *err)
{
    for (size_t i = 0; i < build->given.n; i++) {
        const struct command_line_option *given = &build->given.items[i];
        const char *path =
            given->step && given->option->value ? option_path(given->option, given->value) : NULL;
        if (path && strcmp(path, "-") != 0 && access(path, R_OK) != 0)
            return err_set_errno(err, "--%s.%s: cannot read '%s'", given->step->command->name,
                                 given->option->name, path);
    }
    return 0;
}

static bool is_given(const struct build *build, int step, const char *name)
{
    for (size_t i = 0; i < build->given.n; i++)
        if (build->given.items[i].step == &steps[step] &&
            strcmp(build->given.items[i].option->name, name) == 0)
            return true;
    return false;
}

/* publish would refuse it, after everything else is done. */
static int require_license(const struct build *build, const void *mine, struct err *err)
{
    bool is_other = false;
    const struct build_arguments *arguments = &build->arguments;
    if (is_given(build, BUILD_PUBLISH, "license") || strcmp(arguments->dataset, "-") == 0)
        return EXIT_OK;
    if (mine_find_other(&is_other, mine, err) != 0)
        return ERR;
    return is_other ? command_usage(build->command,
                                    "'%s' is not Project CodeNet; give the licence of its programs "
                                    "with --publish.license ID (cc-by-4.0, mit, ..., or other)",
                                    arguments->dataset)
                    : EXIT_OK;
}

/* Reads the command line of each step as the step will. Returns an exit status or ERR. */
static int check_steps(struct build *build, struct err *err)
{
    int status = EXIT_OK;
    for (int i = 0; i < BUILD_STEPS && status == EXIT_OK; i++) {
        scoped_array struct text_list words = {0};
        void *arguments;
        add_words(&words, build, i, false);
        array_push(&words, NULL);
        if (!command_line_read(steps[i].command, (int)words.n - 1, (char **)words.items, &arguments,
                               &status))
            return status;
        build->told[i] = arena_text(&build->arena, command_line_retold());
        build->lines[i] = line_of(build, i);
        if (strchr(build->lines[i], '\n'))
            return command_usage(build->command, "a path or value of %s has a line break",
                                 steps[i].command->name);
        if (i == BUILD_MINE)
            status = require_license(build, arguments, err);
    }
    return status == EXIT_OK && check_paths(build, err) != 0 ? ERR : status;
}

/* ---- The steps ---- */

/* Finds the steps that are done: their lines are the same, and what they made is there. */
static int find_done(struct build *build, const struct text_list *lines, struct err *err)
{
    size_t n_same = 0;
    while (n_same < lines->n && strcmp(lines->items[n_same], build->lines[n_same]) == 0)
        n_same++;
    if (n_same < lines->n && !build->arguments.is_forced)
        return err_set(err,
                       "%s in '%s' was run as: %s; now it is: %s; add --force to run it and the "
                       "later commands again",
                       steps[n_same].command->name, build->folder, lines->items[n_same],
                       build->lines[n_same]);
    if (n_same == lines->n && build->arguments.is_forced)
        n_same = 0;
    for (build->n_done = 0; build->n_done < n_same; build->n_done++)
        if (build_made[build->n_done] &&
            access(build_path(build, build_made[build->n_done]), F_OK) != 0)
            break;
    return 0;
}

static int64_t count_changes(struct build *build)
{
    return build_ask(build, "SELECT count(*) FROM steps WHERE changes");
}

/* Whether the last change of the database is this step: it has finished, but was killed before the
 * record was written. */
static bool is_logged(struct build *build, size_t step)
{
    scoped(db) *db = NULL;
    if ((step != BUILD_DEDUP && step != BUILD_SPLIT) || count_changes(build) != (int64_t)step ||
        db_open_readonly(&db, build_path(build, BUILD_DATABASE), NULL) != 0)
        return false;
    const char *told = build->told[step];
    scoped(db_statement) *s =
        db_query(db, NULL,
                 "SELECT 1 FROM (SELECT * FROM steps WHERE changes ORDER BY step_key DESC LIMIT 1) "
                 "WHERE command = ? AND options = ?",
                 "tt", steps[step].command->name, told + strspn(told, " "));
    return db_step(s, NULL) == 1;
}

/* Opens the log, or another file, and adds the line of a command. */
static int open_log(struct build *build, const char *name, const char *command, struct err *err)
{
    struct stat info;
    const char *path = name[0] == '/' ? name : build_path(build, name);
    /* O_NONBLOCK: a named pipe must not block the run, where signals are blocked. */
    int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    int fd = open(path, flags, 0666);
    scoped(str) line = {0};
    bool is_empty = fd >= 0 && fstat(fd, &info) == 0 && !info.st_size;
    str_print(&line, "%s$ %s\n", is_empty ? "" : "\n", command);
    if (fd >= 0 && file_write_all(fd, str_text(&line), line.length) == 0)
        return fd;
    file_write_failed(path, err);
    if (fd >= 0)
        close(fd);
    return ERR;
}

static void do_nothing(int number)
{
    (void)number;
}

/* Runs a command line in the child. It reads the standard input that build has; its report and
 * notes go to the log, and its errors and progress to standard error. */
static _Noreturn void run_child(struct build *build, const struct command *command,
                                struct text_list *words, int log)
{
    struct err err;
    array_push(words, NULL);
    signal(SIGUSR1, do_nothing); /* for those that have no line of progress to print */
    dup2(log, STDOUT_FILENO);
    tell_into(stdout);
    int status = commands_run(command, (int)words->n - 1, (char **)words->items);
    if (file_flush(stdout, build_path(build, BUILD_LOG), &err) != 0 && status == EXIT_OK)
        status = command_fail(build->command, &err);
    exit(status);
}

/* Passes signals on to the child until it ends. They are blocked here, so none is lost. Returns as
 * waitpid() does. */
static int wait_for(pid_t child, const sigset_t *signals)
{
    int status = 0;
    for (int number = 0; waitpid(child, &status, WNOHANG) != child;)
        if (sigwait(signals, &number) == 0 && number != SIGCHLD)
            kill(child, number);
    return status;
}

/* Returns how the command ended, as waitpid() does; ERR if it could not be started. */
static int run_command(struct build *build, const struct command *command, struct text_list *words,
                       int log, struct err *err)
{
    pid_t parent = getpid();
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        return err_set_errno(err, "cannot start a process");
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(EXIT_FAILED);
        pthread_sigmask(SIG_SETMASK, &build->before, NULL);
        run_child(build, command, words, log);
    }
    return wait_for(child, &build->signals);
}

/* Runs a step. mine is run again to see whether the dataset is the same, and then logs nothing. */
static int run_step(struct build *build, int step, struct err *err)
{
    scoped_array struct text_list words = {0};
    const char *name = step < (int)build->n_done ? "/dev/null" : BUILD_LOG;
    scoped_fd int log = open_log(build, name, build->lines[step], err);
    add_words(&words, build, step, false);
    progress_lead(
        arena_print(&build->arena, "%d/%d %s  ", step + 1, BUILD_STEPS, steps[step].command->name));
    return log < 0 ? ERR : run_command(build, steps[step].command, &words, log, err);
}

/* Undoes what was done to the database after it was mined. tokfix merge copies only what was mined:
 * its result has the same bytes. */
static int restore(struct build *build, struct err *err)
{
    const char *database = build_path(build, BUILD_DATABASE),
               *mined = build_path(build, "mined.db");
    scoped_array struct text_list words = {0};
    scoped_fd int log = open_log(build, BUILD_LOG, "tokfix merge mined.db " BUILD_DATABASE, err);
    if (log < 0)
        return ERR;
    array_push(&words, "merge");
    array_push(&words, "--force");
    array_push(&words, mined);
    array_push(&words, database);
    progress_lead("0/6 merge  ");
    int ended = run_command(build, &command_merge, &words, log, err);
    if (ended == 0 && rename(mined, database) != 0)
        return err_set_errno(err, "cannot write '%s'", database);
    return ended;
}

/* ---- The end ---- */

/* Ends the process by a signal that ended a step, so that a shell sees it. */
static void end_by(int number)
{
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    signal(number, SIG_DFL);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);
}

/* Tells how a step ended that did not finish, and how to continue. Returns the exit status. */
static int stop(struct build *build, const char *name, int ended, struct err *err)
{
    bool is_other = build->n_done && strcmp(name, "mine") == 0 && WIFEXITED(ended) &&
                    WEXITSTATUS(ended) == EXIT_FAILED;
    int number = WIFSIGNALED(ended) ? WTERMSIG(ended) : 0;
    bool is_asked = number == SIGINT || number == SIGTERM;
    if (number && !is_asked) {
        err_set(err, "%s was ended by signal %d (%s)", name, number, strsignal(number));
        command_fail(build->command, err);
    }
    scoped(str) hint = {0};
    if (!number && WEXITSTATUS(ended) == EXIT_FAILED)
        str_print(&hint, " (its notes are in " BUILD_LOG ", and its options here are --%s.NAME)",
                  name);
    if (build_drop_folder(build))
        tell(build->command, "nothing was made");
    else if (is_other)
        tell(build->command, "to make all again, add --force: %s --force", build->again);
    else
        tell(build->command, "%s is not done%s; continue with: %s", name, str_text(&hint),
             build->again);
    file_flush_stdout();
    if (is_asked)
        end_by(number);
    return number ? EXIT_FAILED : WEXITSTATUS(ended);
}

/* Makes the folder, or continues in it. Returns an exit status or ERR. */
static int open_folder(struct build *build, struct err *err)
{
    scoped_array struct text_list lines = {0};
    if (build_lock_folder(build, err) != 0 || build_read_record(&lines, build, err) != 0 ||
        find_done(build, &lines, err) != 0)
        return ERR;
    if (build->n_done == lines.n && is_logged(build, build->n_done))
        build->n_done++;
    size_t first = build->n_done;
    bool is_less = first < lines.n;
    if (first == BUILD_MINE && missing_input(build))
        return err_set_errno(err, "cannot read '%s'", missing_input(build));
    if ((is_less || build->arguments.is_forced) && build_discard(build, first, err) != 0)
        return ERR;
    /* The database may also have been changed by a step that was killed, with other options. */
    bool is_changed =
        (first > BUILD_MINE && first <= BUILD_CHECK && is_less) ||
        ((first == BUILD_DEDUP || first == BUILD_SPLIT) && count_changes(build) >= (int64_t)first);
    if (is_changed)
        build->n_done = BUILD_DEDUP;
    /* Before it is restored: a record must not have steps that are undone. */
    if ((!lines.n || lines.n != build->n_done) &&
        build_write_record(build, build->n_done, err) != 0)
        return ERR;
    int ended = is_changed ? restore(build, err) : 0;
    return ended && ended != ERR ? stop(build, "merge", ended, err) : ended;
}

/* Runs what is not done. Returns an exit status or ERR. */
static int run_steps(struct build *build, struct err *err)
{
    bool is_refused = false; /* by the check */
    bool is_despite = is_given(build, BUILD_PUBLISH, "despite-check");
    bool can_compare = !missing_input(build) && strcmp(build->arguments.dataset, "-") != 0;
    for (int i = 0; i < BUILD_STEPS && !(is_refused && i == BUILD_PUBLISH); i++) {
        bool is_done = i < (int)build->n_done;
        if (is_done && (i != BUILD_MINE || !can_compare))
            continue;
        int ended = run_step(build, i, err);
        if (ended == ERR)
            return ERR;
        bool is_found = i == BUILD_CHECK && WIFEXITED(ended) && WEXITSTATUS(ended) == EXIT_FAILED &&
                        !build_is_clean(build);
        is_refused = is_refused || (is_found && !is_despite);
        if (ended && !is_found)
            return stop(build, steps[i].command->name, ended, err);
        if (!is_done && !is_refused && build_write_record(build, i + 1u, err) != 0)
            return ERR;
        if (i == BUILD_MINE && !build_ask(build, "SELECT count(*) FROM fixes"))
            return err_set(err, "no fix was found in the dataset; '%s' says why",
                           build_path(build, BUILD_LOG));
    }
    return EXIT_OK;
}

static int finish(struct build *build, bool was_done, struct err *err)
{
    if (build_print_summary(build, err) != 0)
        return ERR;
    const char *database = build_path(build, BUILD_DATABASE);
    file_flush_stdout();
    if (was_done)
        tell(build->command, "nothing to do: all commands in '%s' are done", build->folder);
    if (build->n_done == BUILD_STEPS) {
        tell_next("tokfix show", database, "");
        return EXIT_OK;
    }
    err_set(err,
            "the data set is not clean, so it was not published; '%s' says why. See: tokfix check "
            "%s; or publish with --publish.despite-check",
            build_path(build, BUILD_LOG), database);
    return command_fail(build->command, err);
}

static int prepare(const struct command *command, void *variables, struct err *err)
{
    const struct build_arguments *arguments = variables;
    (void)err;
    if (!arguments->output || !*arguments->output)
        return command_usage(command, "name the folder to create: -o FOLDER");
    if (strcmp(arguments->output, "-") == 0)
        return command_usage(
            command, "a folder cannot be written to standard output; name a folder: -o FOLDER");
    return EXIT_OK;
}

static void begin(struct build *build)
{
    struct command_line_option given;
    scoped(str) again = {0};
    size_t length = strlen(build->arguments.output);
    while (length > 1 && build->arguments.output[length - 1] == '/')
        length--;
    build->folder =
        arena_print(&build->arena, "%s%.*s", build->arguments.output[0] == '-' ? "./" : "",
                    (int)length, build->arguments.output);
    bool has_jobs = false;
    for (size_t i = 0; command_line_at(i, &given); i++) {
        array_push(&build->given, given);
        has_jobs = has_jobs || (!given.step && strcmp(given.option->name, "jobs") == 0);
    }
    build->arguments.n_jobs = has_jobs ? build->arguments.n_jobs : 0;
    command_line_add(&again, "build", "--force");
    build->again = arena_text(&build->arena, str_text(&again));
}

static int run(const struct command *command, void *variables, struct err *err)
{
    scoped(build)
        build = {.command = command, .arguments = *(struct build_arguments *)variables, .lock = -1};
    static const int heard[] = {SIGINT, SIGTERM, SIGUSR1, SIGCHLD};
    begin(&build);
    int status = check_steps(&build, err);
    if (status != EXIT_OK)
        return status;
    sigemptyset(&build.signals);
    for (size_t i = 0; i < sizeof heard / sizeof *heard; i++)
        sigaddset(&build.signals, heard[i]);
    signal(SIGCHLD, SIG_DFL);
    pthread_sigmask(SIG_BLOCK, &build.signals, &build.before);
    status = open_folder(&build, err);
    if (status == ERR)
        build_drop_folder(&build);
    bool was_done = build.n_done == BUILD_STEPS;
    if (status == 0)
        status = run_steps(&build, err);
    pthread_sigmask(SIG_SETMASK, &build.before, NULL);
    return status == EXIT_OK ? finish(&build, was_done, err) : status;
}

static const struct command_group groups[] = {{"Options", options, 0}, {0}};

const struct command command_build = {
    .name = "build",
    .manual =
        (const char[]){
#include "commands/help/build.txt.inc"
        },
    .groups = groups,
    .steps = steps,
    .operands = {"a dataset", 1, SIZE_MAX,
                 .first = OPTION_AT(const char *, build_arguments, dataset),
                 .others = OPTION_AT(struct text_list, build_arguments, others)},
    ARGUMENTS(build_arguments, 0),
    .prepare = prepare,
    .run = run,
};
