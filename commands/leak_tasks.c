#include "commands/leak_tasks.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/terminal.h"
#include "cli/command_line.h"
#include "commands/guarding.h"
#include "commands/progress.h"
#include "db/store.h"
#include "report/calibration_report.h"
#include "report/task_hunks.h"
#include "report/task_report.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

enum { COLUMNS_OF_A_PIPE = 100, HUNK_CONTEXT = 3 };

const struct command_option leak_task_options[] = {
    {0, "sealed", NULL, "only find out what can be seen; do not search for the solutions",
     TO_FLAG(leak_task_arguments, is_sealed_only)},
    {0, "hunks", NULL,
     "also print the hunks of each task's patch, and beside them those of the commits that were "
     "found",
     TO_FLAG(leak_task_arguments, tasks.has_hunks)},
    {0, "keep", "FILE", "write the rows of the tasks that can be used, as they were read",
     TO_TEXT(leak_task_arguments, lists[TASK_KEEP])},
    {0, "drop", "FILE", "the same for those whose solution is in the past of the base",
     TO_TEXT(leak_task_arguments, lists[TASK_DROP])},
    {0, "review", "FILE",
     "the same for those that need a look: a similar change is in the past of the base, a plain "
     "file has the solution, the patch does not apply or has nothing to search for, or the task "
     "was not searched",
     TO_TEXT(leak_task_arguments, lists[TASK_REVIEW])},
    {0, "force", NULL, "replace existing files of --keep, --drop and --review",
     TO_FLAG(leak_task_arguments, is_replacing)},
    {0, "clean", "DIR",
     "make for each task a bare repository DIR/ID with only the base, its past, and the tags that "
     "lead there; those that are there already are left as they are",
     TO_TEXT(leak_task_arguments, clean)},
    {0, "worktree", NULL, "with --clean, make checkouts instead of bare repositories",
     TO_FLAG(leak_task_arguments, cleaning.has_worktree)},
    {0, "depth", "N",
     "with --clean, keep N commits of depth, as git clone does; 1 also hides earlier fixes",
     .otherwise = "all", .takes = "a whole number from {min}",
     TO_NUMBER(leak_task_arguments, cleaning.depth, 1, INT32_MAX)},
    {0, "sample", "N", "print N of the findings as CSV, to judge them in its column verdict",
     .takes = "a whole number from {min}", TO_NUMBER(leak_task_arguments, n_sample, 1, INT32_MAX)},
    {0, "calibrate", NULL,
     "also plant leaks that are made from the patches, in memory, and print how many of them are "
     "found, and how many tasks have a finding before the base",
     TO_FLAG(leak_task_arguments, tasks.is_calibrated)},
    OPTION_SEED(leak_task_arguments, tasks.seed),
    {0, "judged", "FILE",
     "print the rate of false positives in a sample whose verdicts are true or false",
     TO_TEXT(leak_task_arguments, judged)},
    {0},
};

int leak_tasks_check_usage(const struct command *command,
                           const struct leak_task_arguments *arguments, bool has_db)
{
    int usage = 0;
    if (arguments->judged)
        return command_line_has_other("judged,json")
                   ? command_usage(command, "--judged can be combined only with --json")
                   : 0;
    if ((usage = task_leaks_check_usage(command, &arguments->tasks, has_db)) != 0)
        return usage;
    bool is_of_fixes = command_line_has("against,split,repaired,retrained,leak-kind,mark,unmark") ||
                       command_line_has_of(guarding_match_options);
    if (arguments->tasks.tasks && is_of_fixes)
        return command_usage(command, "--tasks searches repositories; search the fixes of a "
                                      "database in a run of its own");
    if (!arguments->tasks.tasks && command_line_has_of(leak_task_options))
        return command_usage(command, "--sealed, --hunks, --keep, --drop, --review, --force, "
                                      "--clean, --sample and --calibrate need --tasks");
    if (arguments->tasks.has_hunks && command_line_has("sealed,sample"))
        return command_usage(command, "--hunks needs the search: remove --sealed or --sample");
    if (arguments->tasks.is_calibrated && command_line_has("sealed,sample"))
        return command_usage(command, "--calibrate needs the search: remove --sealed or --sample");
    if (arguments->n_sample && command_line_has("sealed,json"))
        return command_usage(command, "--sample prints findings as CSV: remove --sealed or --json");
    if (arguments->is_sealed_only && command_line_has("keep,drop,review"))
        return command_usage(command, "--keep, --drop and --review need the search: remove "
                                      "--sealed");
    if (arguments->is_replacing && !command_line_has("keep,drop,review"))
        return command_usage(command, "--force is for --keep, --drop and --review");
    if (command_line_has("worktree,depth") && !arguments->clean)
        return command_usage(command, "--worktree and --depth are for --clean");
    return 0;
}

/* ---- Results ---- */

/* Fails before a long scan if what is to be written cannot be. */
static int check_outputs(const struct leak_task_arguments *arguments, struct err *err)
{
    for (int i = 0; i < N_TASK_DECISIONS; i++) {
        const char *path = arguments->lists[i];
        for (int j = 0; path && j < i; j++)
            if (arguments->lists[j] && strcmp(path, arguments->lists[j]) == 0)
                return err_set(err,
                               "'%s' is named twice; name a file for each of --keep, --drop "
                               "and --review",
                               path);
        if (path && target_check(path, arguments->is_replacing, err) != 0)
            return ERR;
    }
    return arguments->clean
               ? clean_tasks_check(arguments->tasks.repositories, arguments->clean, err)
               : 0;
}

/* Writes the rows of the tasks to the files that were named; all, or none. */
static int write_lists(const struct leak_task_arguments *arguments, const struct task_list *tasks,
                       const struct task_scan *scan, struct err *err)
{
    struct target targets[N_TASK_DECISIONS] = {{.path = NULL}}, *open[N_TASK_DECISIONS];
    size_t n = 0;
    int status = 0;
    scoped_memory bool *is_wanted = mem_alloc(tasks->list.n, sizeof *is_wanted);
    for (int decision = 0; decision < N_TASK_DECISIONS && status == 0; decision++) {
        if (!arguments->lists[decision])
            continue;
        for (size_t i = 0; i < tasks->list.n; i++)
            is_wanted[i] = (int)task_result_decide(&scan->results.items[i]) == decision;
        status = target_open(&targets[n], arguments->lists[decision], arguments->is_replacing, err);
        if (status == 0) {
            open[n] = &targets[n];
            status = task_list_write(tasks, is_wanted, &targets[n++], err);
        }
    }
    if (status == 0)
        return target_commit_all(open, n, err);
    for (size_t i = 0; i < n; i++)
        target_abandon(&targets[i]);
    return ERR;
}

static void print_sample(const struct task_scan *scan, size_t n, const char *seed)
{
    scoped(str) csv = {0};
    finding_sample_add(&csv, scan, n, seed);
    fwrite(str_text(&csv), 1, csv.length, stdout);
}

/* Adds what the run took: the only values that differ from run to run. */
static void add_cost(struct json *report, double start)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    json_set(report, "cost",
             json_make(J_DOUBLE("seconds", clock_seconds() - start),
                       J_INT("peak_bytes", (int64_t)usage.ru_maxrss * 1024)));
}

static void print(const struct leak_task_arguments *arguments, const struct leak_output *output,
                  const struct task_scan *scan, double start)
{
    const struct diff_style style = {
        .has_color = terminal_is_colored(stdout),
        .n_columns = terminal_columns(stdout, COLUMNS_OF_A_PIPE),
        .n_context = HUNK_CONTEXT,
    };
    scoped(json) *report =
        task_report_make(scan, (enum sight)arguments->tasks.sight, arguments->is_sealed_only);
    if (output->is_json) {
        add_cost(report, start);
        json_write_pretty(report, stdout);
        return;
    }
    task_report_print(report, output->limit, stdout);
    if (arguments->tasks.has_hunks)
        task_hunks_print(report, scan, output->limit, &style, stdout);
}

/* ---- Storing ---- */

/* Whether results can be stored in a database. It is closed again while repositories are
 * scanned. */
static int look_at_database(const char *path, int64_t n_jobs, struct err *err)
{
    scoped(db) *db = NULL;
    return store_open_by(&db, path, (int)n_jobs, err);
}

static int store(const struct leak_task_arguments *arguments, const char *path,
                 const struct task_scan *scan, const struct task_list *tasks, struct err *err)
{
    const struct task_arguments *given = &arguments->tasks;
    const struct task_run run = {
        .tasks = given->tasks,
        .repositories = given->repositories,
        .files = given->files,
        .base = given->base,
        .sight = (enum sight)given->sight,
        .is_sealed_only = arguments->is_sealed_only,
    };
    scoped(db) *db = NULL;
    return guarding_begin(&db, path, err) == 0 && task_scan_store(scan, tasks, &run, db, err) == 0
               ? guarding_end(db, err)
               : ERR;
}

/* ---- Cleaning ---- */

static int clean(const struct command *command, const struct leak_task_arguments *arguments,
                 const struct task_scan *scan, struct err *err)
{
    scoped(progress) progress = {0};
    struct clean_counts counts;
    progress_start(&progress, "cleaning", "repositories", 0);
    const struct scan_options options = {
        .any_owner = arguments->tasks.any_owner,
        .meter = progress_meter(&progress),
    };
    interrupt_listen();
    int status = clean_tasks(&counts, scan, arguments->tasks.repositories, arguments->clean,
                             &options, &arguments->cleaning, err);
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
    return status == 0 ? EXIT_OK : ERR;
}

/* ---- The run ---- */

static int print_judged(const char *path, bool is_json, struct err *err)
{
    struct judgements judgements[N_EVIDENCES] = {{0}};
    if (judgements_read(judgements, path, err) != 0)
        return ERR;
    scoped(json) *report = judgement_report_make(judgements);
    if (is_json)
        json_write_pretty(report, stdout);
    else
        judgement_report_print(report, stdout);
    return EXIT_OK;
}

int leak_tasks_run(const struct command *command, const struct leak_task_arguments *arguments,
                   const struct leak_output *output, struct err *err)
{
    double start = clock_seconds();
    scoped(task_list) tasks = {.format = TASKS_LINES};
    scoped(task_scan) scan = {.n_unread = 0};
    size_t limit = output->db || arguments->n_sample ? SIZE_MAX : output->limit;
    if (arguments->judged)
        return print_judged(arguments->judged, output->is_json, err);
    if (check_outputs(arguments, err) != 0 ||
        (output->db && look_at_database(output->db, output->n_jobs, err) != 0) ||
        task_leaks_scan(&scan, &tasks, &arguments->tasks, arguments->is_sealed_only, limit, err) !=
            0 ||
        write_lists(arguments, &tasks, &scan, err) != 0)
        return ERR;
    if (arguments->n_sample)
        print_sample(&scan, (size_t)arguments->n_sample, arguments->tasks.seed);
    else
        print(arguments, output, &scan, start);
    file_flush_stdout();
    task_leaks_tell(command, &scan);
    if (output->db && store(arguments, output->db, &scan, &tasks, err) != 0)
        return ERR;
    return arguments->clean ? clean(command, arguments, &scan, err) : EXIT_OK;
}
