/* tokfix build: runs mine, dedup, split, check, report and publish. Each runs in a process of its
 * own with the command line that the user would type, so that it does and records what it always
 * does. commands.txt in the folder has a line for each that has finished. A line that differs from
 * the one that is to run, or a file that is missing, means that this step and the later ones are
 * not done. mine is asked in any case (--resume): it knows whether the dataset is the same. */
#include "base/file.h"
#include "base/interrupt.h"
#include "base/remove.h"
#include "base/target.h"
#include "base/terminal.h"
#include "cli/command_line.h"
#include "cli/option.h"
#include "commands/commands.h"
#include "commands/progress.h"
#include "db/remake.h"
#include "db/store.h"
#include "export/publish/contents.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

enum { MINE, DEDUP, SPLIT, CHECK, REPORT, PUBLISH, N_STEPS };

static const struct command_step steps[] = {
    [MINE] = {&command_mine, "output,force,resume,dry-run,shard,json"},
    [DEDUP] = {&command_dedup, "json"},
    [SPLIT] = {&command_split, "set,replace,json"},
    [CHECK] = {&command_check, "split-set,json,training,held-out,rewrites,repositories,tasks,base,"
                               "visible,files,any-owner,allow,allow-unmatched"},
    [REPORT] = {&command_report, "output,force,split-set"},
    [PUBLISH] = {&command_publish, "output,force,split-set,json"},
    [N_STEPS] = {0},
};

#define DATABASE "bugs.db"
#define LOG      "log.txt"
#define RECORD   "commands.txt"

/* What a step makes; the others change the database. */
static const char *const made[N_STEPS] = {
    [MINE] = DATABASE, [REPORT] = "report.html", [PUBLISH] = "dataset"};

/* The first line of the record. */
static const char title[] = "# The commands that made this folder, for tokfix build";

struct arguments {
    const char *dataset;
    struct text_list others;
    const char *output;
    int64_t n_jobs;
    bool is_forced;
};

static const struct command_option options[] = {
    {'o', "output", "FOLDER", "folder to create, or to continue in", TO_TEXT(arguments, output)},
    {0, "force", NULL,
     "run the commands again that were run with other options, and all later ones; if none was, "
     "run all again",
     TO_FLAG(arguments, is_forced)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

struct build {
    const struct command *command;
    struct arguments arguments;
    struct arena arena;
    ARRAY(struct command_line_option) given;
    const char *folder, *again; /* the path; the command line that continues */
    const char *lines[N_STEPS]; /* of the record, if all steps are done */
    const char *told[N_STEPS];  /* the options as the database records them */
    size_t n_done;              /* steps */
    sigset_t signals, before;   /* those that wait_for() hears; the mask without them */
    int lock;                   /* the folder, open */
    bool is_new;                /* the folder was made here */
    bool is_clean;
};

static void release_build(struct build *build)
{
    if (build->lock >= 0)
        close(build->lock);
    array_release(&build->given);
    arena_release(&build->arena);
}
SCOPED_VALUE(build, release_build)

static const char *path_of(struct build *build, const char *name)
{
    return arena_print(&build->arena, "%s/%s", build->folder, name);
}

/* Returns input `number`; NULL after the last. */
static const char *input_at(const struct build *build, size_t number)
{
    const struct arguments *arguments = &build->arguments;
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
    const struct arguments *arguments = &build->arguments;
    array_push(words, steps[step].command->name);
    if (step != MINE)
        array_push(words, is_record ? DATABASE : path_of(build, DATABASE));
    for (size_t i = 0; step == MINE && input_at(build, i); i++)
        array_push(words, input_path(build, input_at(build, i), is_record));
    if (made[step]) {
        array_push(words, "-o");
        array_push(words, is_record ? made[step] : path_of(build, made[step]));
    }
    if (!is_record && arguments->n_jobs && has_option(steps[step].command, "jobs")) {
        array_push(words, "--jobs");
        array_push(words, arena_print(&build->arena, "%" PRId64, arguments->n_jobs));
    }
    add_given(words, build, step, is_record);
    if (!is_record && made[step])
        array_push(words, step == MINE ? "--resume" : "--force");
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
    const struct arguments *arguments = &build->arguments;
    if (is_given(build, PUBLISH, "license") || strcmp(arguments->dataset, "-") == 0)
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
    for (int i = 0; i < N_STEPS && status == EXIT_OK; i++) {
        scoped_array struct text_list words = {0};
        void *arguments;
        add_words(&words, build, i, false);
        array_push(&words, NULL);
        if (!command_line_read(steps[i].command, (int)words.n - 1, (char **)words.items, &arguments,
                               &status))
            return status;
        build->told[i] = arena_text(&build->arena, command_line_retold());
        build->lines[i] = line_of(build, i);
        if (i == MINE)
            status = require_license(build, arguments, err);
    }
    return status == EXIT_OK && check_paths(build, err) != 0 ? ERR : status;
}

/* ---- The folder ---- */

enum { LOCK_TRIES = 20, LOCK_PAUSE_MS = 100 };

/* A run that was killed may take a moment to end. */
static int lock_folder(struct build *build, struct err *err)
{
    const struct timespec pause = {.tv_nsec = LOCK_PAUSE_MS * 1000000L};
    build->is_new = mkdir(build->folder, 0777) == 0;
    if (!build->is_new && errno != EEXIST)
        return err_set_errno(err, "cannot create the folder '%s'", build->folder);
    build->lock = open(build->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (build->lock < 0)
        return err_set_errno(err, "cannot open the folder '%s'", build->folder);
    for (int i = 0; flock(build->lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; i++) {
        if (i == LOCK_TRIES)
            return err_set(err, "another run is building in '%s'", build->folder);
        nanosleep(&pause, NULL);
    }
    return 0;
}

/* Appends the lines of the record, without the title. A folder without a record must be empty. */
static int read_record(struct text_list *lines, struct build *build, struct err *err)
{
    scoped(str) text = {0};
    scoped_array struct text_list names = {0};
    const char *path = path_of(build, RECORD);
    struct stat info;
    if (lstat(path, &info) == 0 && S_ISREG(info.st_mode)) {
        if (file_read(&text, path, err) != 0)
            return ERR;
        char *rest = arena_text(&build->arena, str_text(&text)), *line = strsep(&rest, "\n");
        bool is_ours = strcmp(line, title) == 0;
        while (is_ours && (line = strsep(&rest, "\n")) && *line)
            array_push(lines, line);
        if (is_ours && lines->n <= N_STEPS)
            return 0;
        return err_set(err, "'%s' is not the record of tokfix build; name another folder", path);
    }
    if (file_list(&names, &build->arena, build->folder, err) != 0)
        return ERR;
    for (size_t i = 0; i < names.n; i++)
        if (strcmp(names.items[i], RECORD ".partial") != 0)
            return err_set(err,
                           "'%s' has '%s', and no " RECORD " of tokfix build; name a new folder",
                           build->folder, names.items[i]);
    return 0;
}

/* Writes the record with the first `n` steps as done. */
static int write_record(struct build *build, size_t n, struct err *err)
{
    scoped(target) target = {0};
    scoped(str) text = {0};
    build->n_done = n;
    str_print(&text, "%s\n", title);
    for (size_t i = 0; i < n; i++)
        str_print(&text, "%s\n", build->lines[i]);
    if (target_open(&target, path_of(build, RECORD), true, err) != 0 ||
        file_write(target.partial_path, str_text(&text), text.length, err) != 0)
        return ERR;
    return target_commit(&target, err);
}

/* Removes the files that the steps from `first` on have made. */
static int discard(struct build *build, size_t first, struct err *err)
{
    static const char *const endings[] = {"", "-journal", ".unfinished", ".unfinished-journal"};
    const char *dataset = path_of(build, made[PUBLISH]);
    scoped_memory char *foreign = NULL;
    size_t n;
    if (file_is_folder(dataset)) {
        if (contents_rules.look(dataset, &foreign, &n, err) != 0)
            return ERR;
        if (foreign)
            return err_set(err, "'%s' contains '%s', which tokfix did not write; move it away",
                           dataset, foreign);
    }
    for (size_t step = N_STEPS; step-- > first;)
        for (size_t i = 0; made[step] && i < (step == MINE ? sizeof endings / sizeof *endings : 1);
             i++) {
            const char *name = arena_print(&build->arena, "%s%s", made[step], endings[i]);
            const char *path = path_of(build, name);
            if (remove_tree(path) != 0 && errno != ENOENT)
                return err_set_errno(err, "cannot remove '%s'", path);
        }
    return 0;
}

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
        if (made[build->n_done] && access(path_of(build, made[build->n_done]), F_OK) != 0)
            break;
    return 0;
}

/* Removes the folder if nothing was made in it. */
static void drop_folder(struct build *build)
{
    if (!build->is_new || build->n_done || access(path_of(build, DATABASE), F_OK) == 0 ||
        access(path_of(build, DATABASE ".unfinished"), F_OK) == 0)
        return;
    unlink(path_of(build, RECORD));
    unlink(path_of(build, LOG));
    rmdir(build->folder);
}

/* ---- The steps ---- */

/* Asks the database whether a number is more than 0; what it does not answer is not. The parameters
 * are the name of a command and its options. */
static bool is_true(struct build *build, const char *sql, int step)
{
    scoped(db) *db = NULL;
    if (db_open_readonly(&db, path_of(build, DATABASE), NULL) != 0)
        return false;
    const char *told = build->told[step];
    scoped(db_statement) *s =
        db_query(db, NULL, sql, "tt", steps[step].command->name, told + strspn(told, " "));
    return db_step(s, NULL) == 1 && db_int(s, 0) > 0;
}

/* Whether the last change of the database is this step: it has finished, but was killed before the
 * record was written. */
static bool is_logged(struct build *build, int step)
{
    return (step == DEDUP || step == SPLIT) &&
           is_true(build,
                   "SELECT command = ?1 AND options = ?2 FROM steps WHERE changes "
                   "ORDER BY step_key DESC LIMIT 1",
                   step);
}

/* Whether a check that failed has found something. */
static bool has_found(struct build *build, int step)
{
    return step == CHECK && is_true(build, "SELECT sum(n_found) FROM checks WHERE ?1 <> ?2", step);
}

/* Opens the log, or another file, and adds the line of a command. */
static int open_log(struct build *build, const char *name, const char *command, struct err *err)
{
    struct stat info;
    const char *path = name[0] == '/' ? name : path_of(build, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
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
    if (file_flush(stdout, path_of(build, LOG), &err) != 0 && status == EXIT_OK)
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
    const char *name = step < (int)build->n_done ? "/dev/null" : LOG;
    scoped_fd int log = open_log(build, name, build->lines[step], err);
    add_words(&words, build, step, false);
    progress_lead(
        arena_print(&build->arena, "%d/%d %s  ", step + 1, N_STEPS, steps[step].command->name));
    return log < 0 ? ERR : run_command(build, steps[step].command, &words, log, err);
}

/* Undoes what was done to the database after it was mined. tokfix merge copies only what was mined:
 * its result has the same bytes. */
static int restore(struct build *build, struct err *err)
{
    const char *database = path_of(build, DATABASE), *mined = path_of(build, "mined.db");
    scoped_array struct text_list words = {0};
    scoped_fd int log = open_log(build, LOG, "tokfix merge mined.db " DATABASE, err);
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

/* Adds the number of the files at a path and their sizes. */
static void measure(struct build *build, const char *path, int64_t *n_files, int64_t *n_bytes)
{
    struct stat info;
    scoped_array struct text_list names = {0};
    if (lstat(path, &info) != 0)
        return;
    if (S_ISREG(info.st_mode)) {
        *n_files += 1;
        *n_bytes += info.st_size;
    } else if (S_ISDIR(info.st_mode) && file_list(&names, &build->arena, path, NULL) == 0) {
        for (size_t i = 0; i < names.n; i++)
            measure(build, arena_print(&build->arena, "%s/%s", path, names.items[i]), n_files,
                    n_bytes);
    }
}

static void print_file(struct build *build, const char *name, const char *what)
{
    int64_t n_files = 0, n_bytes = 0;
    const char *path = path_of(build, name);
    scoped(str) safe = {0}, size = {0};
    measure(build, path, &n_files, &n_bytes);
    if (!n_files)
        return;
    str_print(&size, n_bytes < 1000000 ? "%.0f kB" : "%.1f MB",
              (double)n_bytes / (n_bytes < 1000000 ? 1e3 : 1e6));
    size_t columns = terminal_add_safe(&safe, path, strlen(path), 0);
    size_t width = strlen(build->folder) + sizeof "/report.html";
    printf("%s%*s %9s  ", str_text(&safe), columns < width ? (int)(width - columns) : 0, "",
           str_text(&size));
    if (n_files > 1)
        printf("%" PRId64 " files: ", n_files);
    puts(what);
}

/* Prints each row as "N WORD", joined by commas, between two texts. */
static int print_counts(struct db *db, const char *before, const char *sql, const char *behind,
                        struct err *err)
{
    int status;
    scoped(db_statement) *s = db_query(db, err, sql, NULL);
    fputs(before, stdout);
    for (const char *comma = ""; (status = db_step(s, err)) == 1; comma = ", ")
        printf("%s%" PRId64 " %s", comma, db_int(s, 0), db_text(s, 1));
    puts(behind);
    return status;
}

static int print_summary(struct build *build, struct err *err)
{
    scoped(db) *db = NULL;
    int64_t n_fixes, n_errors, n_in_thesis;
    if (store_open(&db, path_of(build, DATABASE), err) != 0 ||
        db_get_int(db, &n_fixes, "SELECT count(*) FROM counted_fixes", err) != 0 ||
        db_get_int(db, &n_in_thesis,
                   "SELECT sum(n_fixes) FROM bug_types JOIN categories USING (category) "
                   "WHERE in_thesis",
                   err) != 0 ||
        db_get_int(db, &n_errors, "SELECT count(*) FROM input_errors", err) != 0)
        return ERR;
    const char *found = arena_print(&build->arena, "%s: ", counted(n_fixes, "fix", "fixes").text);
    const char *classed =
        arena_print(&build->arena, "; %" PRId64 " in the six categories", n_in_thesis);
    if (print_counts(db, found,
                     "SELECT count(*) AS n, language FROM counted_fixes JOIN submissions "
                     "ON submission_key = buggy_submission_key GROUP BY language "
                     "ORDER BY n DESC, language",
                     classed, err) != 0 ||
        print_counts(db, "marked: ",
                     "SELECT sum(is_duplicate), 'as duplicate' FROM fix_marks UNION ALL "
                     "SELECT sum(is_conflicting), 'as conflicting' FROM fix_marks",
                     "", err) != 0 ||
        print_counts(db, "splits: ",
                     "SELECT count(*), split FROM splits JOIN counted_fixes USING (fix_key) "
                     "GROUP BY split ORDER BY split = 'test', split = 'validation', split",
                     "", err) != 0)
        return ERR;
    printf("check: %s\n", has_found(build, CHECK) ? "NOT CLEAN" : "clean");
    if (n_errors)
        printf("%s of the dataset could not be used: the table input_errors has them\n",
               counted(n_errors, "row or file", "rows or files").text);
    print_file(build, DATABASE, "the fixes and their programs");
    print_file(build, made[REPORT], "a page for a browser");
    print_file(build, made[PUBLISH], "a folder for a dataset hub");
    print_file(build, LOG, "what the commands printed");
    return 0;
}

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
    drop_folder(build);
    if (is_other)
        tell(build->command, "to make all again, add --force: %s --force", build->again);
    else
        tell(build->command, "%s is not done%s; continue with: %s", name,
             number || WEXITSTATUS(ended) != EXIT_FAILED ? "" : "; its notes are in " LOG,
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
    if (lock_folder(build, err) != 0 || read_record(&lines, build, err) != 0 ||
        find_done(build, &lines, err) != 0)
        return ERR;
    size_t first = build->n_done;
    if (first == MINE && missing_input(build))
        return err_set_errno(err, "cannot read '%s'", missing_input(build));
    if ((lines.n > first || build->arguments.is_forced) && discard(build, first, err) != 0)
        return ERR;
    int ended = 0;
    if (lines.n > first && first > MINE && first <= CHECK) {
        ended = restore(build, err);
        build->n_done = DEDUP;
    }
    if (ended)
        return ended == ERR ? ERR : stop(build, "merge", ended, err);
    return lines.n && lines.n == first ? 0 : write_record(build, build->n_done, err);
}

/* Runs what is not done. Returns an exit status or ERR. */
static int run_steps(struct build *build, struct err *err)
{
    bool is_despite = is_given(build, PUBLISH, "despite-check");
    bool can_compare = !missing_input(build) && strcmp(build->arguments.dataset, "-") != 0;
    for (int i = 0; i < N_STEPS && (build->is_clean || is_despite || i < PUBLISH); i++) {
        bool is_done = i < (int)build->n_done;
        if (is_done && (i != MINE || !can_compare))
            continue;
        int ended = is_logged(build, i) ? 0 : run_step(build, i, err);
        if (ended == ERR)
            return ERR;
        bool is_found =
            WIFEXITED(ended) && WEXITSTATUS(ended) == EXIT_FAILED && has_found(build, i);
        build->is_clean = build->is_clean && !is_found;
        if (ended && !is_found)
            return stop(build, steps[i].command->name, ended, err);
        if (!is_done && (build->is_clean || is_despite) && write_record(build, i + 1u, err) != 0)
            return ERR;
        if (i == MINE && !is_true(build, "SELECT count(*) FROM fixes WHERE ?1 <> ?2", i))
            return err_set(err, "no fix was found in the dataset; '%s' says why",
                           path_of(build, LOG));
    }
    return EXIT_OK;
}

static int finish(struct build *build, bool was_done, struct err *err)
{
    if (print_summary(build, err) != 0)
        return ERR;
    const char *database = path_of(build, DATABASE);
    file_flush_stdout();
    if (was_done)
        tell(build->command, "nothing to do: all commands in '%s' are done", build->folder);
    if (build->n_done == N_STEPS) {
        tell_next("tokfix show", database, "");
        return EXIT_OK;
    }
    err_set(err,
            "the data set is not clean, so it was not published; '%s' says why. See: tokfix check "
            "%s; or publish with --publish.despite-check",
            path_of(build, LOG), database);
    return command_fail(build->command, err);
}

static int prepare(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
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
    for (size_t i = 0; command_line_at(i, &given); i++)
        array_push(&build->given, given);
    if (!command_line_has("jobs"))
        build->arguments.n_jobs = 0;
    command_line_add(&again, "build", "--force");
    build->again = arena_text(&build->arena, str_text(&again));
}

static int run(const struct command *command, void *variables, struct err *err)
{
    scoped(build) build = {.command = command,
                           .arguments = *(struct arguments *)variables,
                           .lock = -1,
                           .is_clean = true};
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
        drop_folder(&build);
    bool was_done = build.n_done == N_STEPS;
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
    .operands = {"a dataset", 1, SIZE_MAX, .first = OPTION_AT(const char *, arguments, dataset),
                 .others = OPTION_AT(struct text_list, arguments, others)},
    ARGUMENTS(arguments, 0),
    .prepare = prepare,
    .run = run,
};
