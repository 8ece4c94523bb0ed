/* tokfix build: a loop over command lines of the other commands. mine writes FOLDER/mined.db, and
 * goes on where it stopped. The rest starts each time from a copy of it in FOLDER/unfinished, which
 * becomes FOLDER/bugs.db. Each runs in a process of its own, as if it had been typed. */
#include "base/file.h"
#include "base/interrupt.h"
#include "commands/command_list.h"
#include "commands/progress.h"
#include "commands/cli/command_line.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wordexp.h>

enum { MINE, COPY, DEDUP, SPLIT, CHECK, REPORT, PUBLISH, N_STEPS };

struct arguments {
    const char *dataset;
    struct text_list others;
    const char *output;
    const char *given[N_STEPS]; /* options of the commands */
    int64_t n_jobs;
    bool is_forced;
};

static const struct command_option options[] = {
    {'o', "output", "FOLDER", "folder to create, or to continue in", TO_TEXT(arguments, output)},
    {0, "force", NULL, "mine again, even if FOLDER has the fixes of another dataset or of others",
     TO_FLAG(arguments, is_forced)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

static const struct command_option passed_options[] = {
    {0, "mine", "OPTIONS", "options of tokfix mine", TO_TEXT(arguments, given[MINE])},
    {0, "dedup", "OPTIONS", "options of tokfix dedup", TO_TEXT(arguments, given[DEDUP])},
    {0, "split", "OPTIONS", "options of tokfix split", TO_TEXT(arguments, given[SPLIT])},
    {0, "check", "OPTIONS", "options of tokfix check", TO_TEXT(arguments, given[CHECK])},
    {0, "publish", "OPTIONS", "options of tokfix publish", TO_TEXT(arguments, given[PUBLISH])},
    {0},
};

/* A command, and the rest of its line: @m, the mined database; @u, the unfinished copy; @b, the
 * finished one; @r, the report; @d, the folder of the data set; @i, the inputs; @o, the options. */
static const struct {
    const struct command *command;
    const char *words;
    bool has_jobs;
} steps[N_STEPS] = {
    [MINE] = {&command_mine, "@i @o -o @m", true},
    [COPY] = {&command_merge, "@u @m"},
    [DEDUP] = {&command_dedup, "@u @o", true},
    [SPLIT] = {&command_split, "@u @o", true},
    [CHECK] = {&command_check, "@u @o", true},
    [REPORT] = {&command_report, "@b --force -o @r"},
    [PUBLISH] = {&command_publish, "@b @o --force -o @d", true},
};

struct build {
    const struct command *command;
    const struct arguments *arguments;
    const char *folder;
    wordexp_t words[N_STEPS];
    struct str lines[N_STEPS]; /* as the log has them */
    sigset_t before, signals;
};

static void release_build(struct build *build)
{
    for (int i = 0; i < N_STEPS; i++) {
        wordfree(&build->words[i]);
        str_release(&build->lines[i]);
    }
}
SCOPED_VALUE(build, release_build)

static void add_path(struct str *line, const struct build *build, char name)
{
    static const char *const names[] = {['m'] = "mined.db",
                                        ['u'] = "unfinished/bugs.db",
                                        ['b'] = "bugs.db",
                                        ['r'] = "report.html",
                                        ['d'] = "dataset"};
    scoped(str) path = {0};
    str_print(&path, "%s/%s", build->folder, names[(int)name]);
    shell_add_path(line, str_text(&path));
}

static void add_inputs(struct str *line, const struct arguments *arguments)
{
    shell_add_path(line, arguments->dataset);
    for (size_t i = 0; i < arguments->others.n; i++) {
        str_add_text(line, " ");
        shell_add_path(line, arguments->others.items[i]);
    }
}

/* Makes the line of a step, cuts it into words, and reads it as the command will. Returns an exit
 * status. */
static int prepare_step(struct build *build, int step)
{
    const struct arguments *arguments = build->arguments;
    scoped(str) line = {0};
    void *read;
    int status = EXIT_OK;
    const char *given = arguments->given[step] ? arguments->given[step] : "";
    str_print(&line, "%s ", steps[step].command->name);
    for (const char *at = steps[step].words; *at; at++)
        if (*at != '@')
            str_add(&line, at, 1);
        else if (*++at == 'i')
            add_inputs(&line, arguments);
        else if (*at == 'o')
            str_add_text(&line, given);
        else
            add_path(&line, build, *at);
    if (steps[step].has_jobs)
        str_print(&line, " -j %" PRId64, arguments->n_jobs);
    if (step == MINE)
        str_add_text(&line, arguments->is_forced ? " --force" : " --resume");
    if (wordexp(str_text(&line), &build->words[step], WRDE_NOCMD | WRDE_UNDEF) != 0)
        return command_usage(build->command, "--%s: cannot read the options '%s'",
                             steps[step].command->name, given);
    if (command_line_read(steps[step].command, (int)build->words[step].we_wordc,
                          build->words[step].we_wordv, &read, &status))
        str_add_text(&build->lines[step], command_line_kept());
    return status;
}

static void do_nothing(int number)
{
    (void)number;
}

/* Runs a command line in the child. Its report and notes go to the log, and its errors and progress
 * to standard error. */
static _Noreturn void run_child(struct build *build, int step, int log)
{
    struct err err;
    scoped(str) lead = {0};
    wordexp_t *words = &build->words[step];
    signal(SIGUSR1, do_nothing); /* for those that have no line of progress to print */
    str_print(&lead, "%d/%d %s  ", step + 1, N_STEPS, steps[step].command->name);
    progress_lead(str_text(&lead));
    dup2(log, STDOUT_FILENO);
    tell_into(stdout);
    int status = command_list_run(steps[step].command, (int)words->we_wordc, words->we_wordv);
    if (file_flush(stdout, "log.txt", &err) != 0 && status == EXIT_OK)
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
static int run_step(struct build *build, int step, int log, struct err *err)
{
    pid_t parent = getpid();
    scoped(str) line = {0};
    str_print(&line, "$ %s\n", str_text(&build->lines[step]));
    if (file_write_all(log, str_text(&line), line.length) != 0)
        return file_write_failed("log.txt", err);
    fflush(NULL);
    pid_t child = fork();
    if (child < 0)
        return err_set_errno(err, "cannot start a process");
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(EXIT_FAILED);
        pthread_sigmask(SIG_SETMASK, &build->before, NULL);
        run_child(build, step, log);
    }
    return wait_for(child, &build->signals);
}

/* Says how a step ended, and ends the process by the signal that ended it, so that a shell sees it.
 * Returns the exit status. */
static int stop(const struct build *build, int step, int ended)
{
    int number = WIFSIGNALED(ended) ? WTERMSIG(ended) : 0;
    scoped_memory char *database = mem_print("%s/bugs.db", build->folder);
    tell(build->command, "%s is not done (%s/log.txt has its notes); the same command continues%s",
         steps[step].command->name, build->folder,
         access(database, F_OK) == 0 ? "; bugs.db and what was made of it are of an earlier run"
                                     : "");
    if (number == SIGINT || number == SIGTERM) {
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, number);
        signal(number, SIG_DFL);
        raise(number);
        pthread_sigmask(SIG_UNBLOCK, &one, NULL);
    }
    return number ? EXIT_FAILED : WEXITSTATUS(ended);
}

/* Makes the folder of the copy, with nothing in it; or moves the copy to its place. */
static int place_copy(const struct build *build, bool is_new, struct err *err)
{
    scoped(str) folder = {0}, copy = {0}, place = {0};
    str_print(&folder, "%s/unfinished", build->folder);
    str_print(&copy, "%s/bugs.db", str_text(&folder));
    str_print(&place, "%s/bugs.db", build->folder);
    if (is_new && remove_tree(str_text(&folder)) != 0 && errno != ENOENT)
        return err_set_errno(err, "cannot remove '%s'", str_text(&folder));
    if (is_new ? mkdir(str_text(&folder), 0777) != 0
               : rename(str_text(&copy), str_text(&place)) != 0 || rmdir(str_text(&folder)) != 0)
        return err_set_errno(err, "cannot write '%s'", str_text(is_new ? &folder : &place));
    return 0;
}

/* Returns an exit status or ERR. publish, too, refuses a data set in which check finds leaks; the
 * report is made before. */
static int run_steps(struct build *build, int log, struct err *err)
{
    for (int step = 0; step < N_STEPS; step++) {
        if ((step == COPY || step == REPORT) && place_copy(build, step == COPY, err) != 0)
            return ERR;
        int ended = run_step(build, step, log, err);
        bool is_verdict = step == CHECK && WIFEXITED(ended) && WEXITSTATUS(ended) == EXIT_FAILED;
        if (ended == ERR)
            return ERR;
        if (ended && !is_verdict)
            return stop(build, step, ended);
    }
    tell_next("tokfix show", build->folder, "/bugs.db");
    return EXIT_OK;
}

static int prepare(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    (void)err;
    if (!arguments->output || !*arguments->output)
        return command_usage(command, "name the folder to create: -o FOLDER");
    return EXIT_OK;
}

static int run(const struct command *command, void *variables, struct err *err)
{
    static const int heard[] = {SIGINT, SIGTERM, SIGUSR1, SIGCHLD};
    const struct arguments *arguments = variables;
    scoped(build) build = {.command = command, .arguments = arguments, .folder = arguments->output};
    scoped(str) log_path = {0};
    for (int i = 0; i < N_STEPS; i++) {
        int status = prepare_step(&build, i);
        if (status != EXIT_OK)
            return status;
    }
    if (mkdir(build.folder, 0777) != 0 && errno != EEXIST)
        return err_set_errno(err, "cannot make the folder '%s'", build.folder);
    str_print(&log_path, "%s/log.txt", build.folder);
    /* O_NONBLOCK: a named pipe must not block the run, where signals are blocked. */
    scoped_fd int log =
        open(str_text(&log_path),
             O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (log < 0)
        return err_set_errno(err, "cannot write '%s'", str_text(&log_path));
    sigemptyset(&build.signals);
    for (size_t i = 0; i < sizeof heard / sizeof *heard; i++)
        sigaddset(&build.signals, heard[i]);
    signal(SIGCHLD, SIG_DFL);
    pthread_sigmask(SIG_BLOCK, &build.signals, &build.before);
    int status = run_steps(&build, log, err);
    pthread_sigmask(SIG_SETMASK, &build.before, NULL);
    return status;
}

static const struct command_group groups[] = {
    {"Options", options, 0}, {"Options of the commands", passed_options, 0}, {0}};

const struct command command_build = {
#include "commands/help/build.inc"
    .groups = groups,
    .operands = {"a dataset", 1, SIZE_MAX, .first = OPTION_AT(const char *, arguments, dataset),
                 .others = OPTION_AT(struct text_list, arguments, others)},
    ARGUMENTS(arguments, 0),
    .prepare = prepare,
    .run = run,
};
