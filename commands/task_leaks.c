#include "commands/task_leaks.h"

#include "cli/command_line.h"
#include "commands/progress.h"

#include <string.h>

static const char *names_sight(int number)
{
    return sight_names[number];
}

const struct command_option task_options[] = {
    {0, "repositories", "PATH",
     "with --tasks, search these git repositories: a repository, a folder of them, or a list, as "
     "for `tokfix mine --git`",
     TO_TEXT(task_arguments, repositories)},
    {0, "tasks", "FILE",
     "search the repositories for the solutions of these tasks: JSON lines, a JSON array, Parquet, "
     "or a patch; - is standard input",
     TO_TEXT(task_arguments, tasks)},
    {0, "base", "COMMIT", "the commit that a patch is for", TO_TEXT(task_arguments, base)},
    {0, "visible", "WHAT",
     "what can be seen of a repository\n"
     "clone: branches and tags\n"
     "refs: all references, also those of linked worktrees\n"
     "all: also reflogs, pseudo-refs such as ORIG_HEAD, and objects that nothing reaches\n"
     "ancestors: only the past of the base",
     "all", TO_ENUM(task_arguments, sight, names_sight)},
    {0, "files", "DIR",
     "also search plain files, such as site-packages, where a later version of the package may be "
     "installed",
     TO_TEXT(task_arguments, files)},
    {0, "any-owner", NULL, "also read repositories that belong to another user",
     TO_FLAG(task_arguments, any_owner)},
    {0},
};

int task_leaks_check_usage(const struct command *command, const struct task_arguments *arguments,
                           bool has_db)
{
    if (arguments->tasks && !arguments->repositories)
        return command_usage(command, "--tasks needs the repositories: add --repositories");
    if (!arguments->tasks && command_line_has_of(task_options))
        return command_usage(command, "--repositories, --base, --visible, --files and --any-owner "
                                      "need --tasks");
    if (!arguments->tasks && !has_db)
        return command_usage(command, "name a database, or tasks with --tasks");
    return 0;
}

int task_leaks_scan(struct task_scan *out, struct task_list *tasks,
                    const struct task_arguments *arguments, bool is_sealed_only, size_t limit,
                    struct err *err)
{
    scoped(progress) progress = {0};
    progress_start(&progress, "scanning", NULL, 0);
    const struct scan_options options = {
        .sight = (enum sight)arguments->sight,
        .any_owner = arguments->any_owner,
        .is_sealed_only = is_sealed_only,
        .has_hunks = arguments->has_hunks,
        .limit = limit,
        .files = arguments->files,
        .seed = arguments->is_calibrated ? arguments->seed : NULL,
        .meter = progress_meter(&progress),
    };
    return task_list_read(tasks, arguments->tasks, arguments->base, err) == 0
               ? task_scan_run(out, tasks, arguments->repositories, &options, err)
               : ERR;
}

void task_leaks_tell(const struct command *command, const struct task_scan *scan)
{
    for (const char *line = str_text(&scan->notes); *line;) {
        size_t length = strcspn(line, "\n");
        tell(command, "%.*s", (int)length, line);
        line += length + (line[length] == '\n');
    }
}
