/* tokfix tasks: searches repositories for the solutions of benchmark tasks, makes clean
 * repositories, and checks them. */
#include "base/file.h"
#include "base/interrupt.h"
#include "commands/command_list.h"
#include "commands/database_access.h"
#include "guard/tasks/task_list.h"
#include "guard/tasks/task_scan.h"
#include "report/task_findings.h"

#include <string.h>

struct arguments {
    const char *db, *repositories, *tasks, *base, *files;
    int sight; /* enum sight */
    bool is_check;
    unsigned allowed;
    struct task_lists lists; /* without a folder, none are written */
    const char *clean;       /* folder of clean repositories; NULL: none */
    int64_t limit;
    bool is_json;
};

static const char *name_of_sight(int number)
{
    return sight_names[number];
}

static OPTION_NAMES(name_of_allowed, "before", "unmatched");

static const struct command_option own_options[] = {
    {0, "repositories", "PATH",
     "git repositories: one, a folder of them, or a list, as for `tokfix mine --git`",
     TO_TEXT(arguments, repositories)},
    {0, "tasks", "FILE",
     "the tasks: JSON lines, a JSON array, Parquet, or a patch; - is standard input",
     TO_TEXT(arguments, tasks)},
    {0, "base", "COMMIT", "the commit that a patch is for", TO_TEXT(arguments, base)},
    {0, "visible", "WHAT",
     "what can be seen of a repository\n"
     "clone: branches and tags\n"
     "refs: all references, also those of linked worktrees\n"
     "all: also reflogs, pseudo-refs such as ORIG_HEAD, and objects that nothing reaches\n"
     "ancestors: only the past of the base",
     "all", TO_ENUM(arguments, sight, name_of_sight)},
    {0, "files", "DIR",
     "also search plain files, such as site-packages, where a later version of the package may be "
     "installed",
     TO_TEXT(arguments, files)},
    OPTION_LIMIT(arguments, limit, "maximum number of tasks, and of findings of a task", "20"),
    {0, "json", NULL, "print the whole report as one JSON object", TO_FLAG(arguments, is_json)},
    {0},
};

static const struct command_option output_options[] = {
    {'o', "output", "DIR",
     "write the rows of the tasks, as they were read, to the files keep, drop and review in DIR",
     TO_TEXT(arguments, lists.folder)},
    {0, "force", NULL, "replace these files", TO_FLAG(arguments, lists.is_replacing)},
    {0, "clean", "DIR",
     "make for each task a bare repository DIR/ID with only the base, its past, and the tags that "
     "lead there; those that are there already are left as they are",
     TO_TEXT(arguments, clean)},
    {0},
};

static const struct command_option check_options[] = {
    {0, "check", NULL,
     "fail unless all tasks were searched and are sealed, no solution is in the past of a base or "
     "in --files, and all patches apply",
     TO_FLAG(arguments, is_check)},
    {0, "allow", "LIST",
     "with --check, pass tasks\n"
     "before: whose solution is in the past of the base\n"
     "unmatched: without a repository",
     TO_BITS(arguments, allowed, name_of_allowed)},
    {0},
};

static int prepare(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    (void)err;
    if (!arguments->tasks || !arguments->repositories)
        return command_usage(command, "name the tasks with --tasks, and the repositories with "
                                      "--repositories");
    if (arguments->lists.is_replacing && !arguments->lists.folder)
        return command_usage(command, "--force needs --output");
    if (arguments->allowed && !arguments->is_check)
        return command_usage(command, "--allow needs --check");
    if (arguments->is_check && arguments->clean)
        return command_usage(command, "--check cannot be combined with --clean; check the clean "
                                      "repositories");
    return EXIT_OK;
}

static int scan_tasks(struct task_scan *out, const struct task_list *tasks,
                      const struct arguments *arguments, struct err *err)
{
    scoped(progress) progress = {0};
    progress_start(&progress, "scanning", NULL, 0);
    const struct scan_options options = {
        .sight = (enum sight)arguments->sight,
        .limit = arguments->db || arguments->is_json ? SIZE_MAX : (size_t)arguments->limit,
        .files = arguments->files,
        .meter = progress_meter(&progress),
    };
    return task_scan_run(out, tasks, arguments->repositories, &options, err);
}

/* Whether results can be stored in a database. It is closed again while repositories are
 * scanned. */
static int look_at_database(const char *path, struct err *err)
{
    scoped(db) *db = NULL;
    return store_open(&db, path, err);
}

static int store(const struct arguments *arguments, const struct json *findings,
                 const struct task_list *tasks, struct err *err)
{
    char digest[SHA256_HEX_SIZE];
    const struct task_run run = {
        .tasks = arguments->tasks,
        .repositories = arguments->repositories,
        .tasks_sha256 = digest,
        .files = arguments->files,
        .base = arguments->base,
    };
    scoped(db) *db = NULL;
    sha256_hex(str_text(&tasks->text), tasks->text.length, digest);
    return database_change(&db, arguments->db, err) == 0 &&
                   task_findings_store(findings, &run, db, err) == 0
               ? database_commit(db, err)
               : ERR;
}

static int clean(const struct command *command, const struct arguments *arguments,
                 const struct task_scan *scan, struct err *err)
{
    scoped(progress) progress = {0};
    struct clean_counts counts;
    progress_start(&progress, "cleaning", "repositories", 0);
    const struct meter meter = progress_meter(&progress);
    interrupt_listen();
    int status = clean_tasks(&counts, scan, arguments->clean, &meter, err);
    progress_clear(&progress);
    if (interrupt_signal()) {
        tell(command, "stopped; %s made. Run the same command again to go on",
             counted(counts.n_made, "repository was", "repositories were").text);
        return EXIT_INTERRUPTED;
    }
    if (status != 0 && !counts.n_failed)
        return ERR;
    if (counts.n_made)
        tell(command, "%s made in '%s' and checked: sealed",
             counted(counts.n_made, "repository", "repositories").text, arguments->clean);
    tell_count(command, counts.n_there, "repository was already there",
               "repositories were already there");
    tell_count(command, counts.n_left_out, "task was not searched, and has no repository",
               "tasks were not searched, and have no repositories");
    tell_count(command, counts.n_failed, "repository could not be made; its error follows",
               "repositories could not be made; the first error follows");
    if (status == 0 && !counts.n_made && !counts.n_there)
        return err_set(err,
                       "no task was searched, so no repository was made in '%s'; the table "
                       "says why",
                       arguments->clean);
    return status == 0 ? EXIT_OK : ERR;
}

static void tell_notes(const struct command *command, const struct task_scan *scan)
{
    for (const char *line = str_text(&scan->notes); *line;) {
        size_t length = strcspn(line, "\n");
        tell(command, "%.*s", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    struct task_lists *lists = &arguments->lists;
    scoped(task_list) tasks = {.format = TASKS_LINES};
    scoped(task_scan) scan = {.n_unread = 0};
    if ((arguments->db && look_at_database(arguments->db, err) != 0) ||
        task_list_read(&tasks, arguments->tasks, arguments->base, err) != 0)
        return ERR;
    lists->format = tasks.format;
    if ((lists->folder && task_lists_check(lists, err) != 0) ||
        (arguments->clean &&
         clean_tasks_check(arguments->repositories, arguments->clean, err) != 0) ||
        scan_tasks(&scan, &tasks, arguments, err) != 0 ||
        (lists->folder && task_lists_write(lists, &tasks, &scan, err) != 0))
        return ERR;
    struct task_outcome outcome = task_outcome_of(&scan, arguments->allowed);
    scoped(json) *findings = task_findings_make(&scan, (enum sight)arguments->sight,
                                                arguments->is_check ? &outcome : NULL);
    if (arguments->is_json)
        json_write_pretty(findings, stdout);
    else
        task_findings_print(findings, (size_t)arguments->limit, stdout);
    file_flush_stdout();
    tell_notes(command, &scan);
    if (arguments->db && store(arguments, findings, &tasks, err) != 0)
        return ERR;
    int status = arguments->clean ? clean(command, arguments, &scan, err) : EXIT_OK;
    return arguments->is_check && !outcome.is_clean ? EXIT_FAILED : status;
}

static const struct command_group groups[] = {{"Options", own_options, 0},
                                              {"Lists and repositories", output_options, 0},
                                              {"Check", check_options, 0},
                                              {0}};

const struct command command_tasks = {
#include "commands/help/tasks.inc"
    .groups = groups,
    .operands = {"one database", 0, 1, .first = OPTION_AT(const char *, arguments, db)},
    .if_stopped = "nothing was changed",
    ARGUMENTS(arguments, 0),
    .prepare = prepare,
    .run = run,
};
