/* The command's side of a run: opens the dataset, shows progress, and reports the result. */
#include "commands/mining.h"

#include "base/interrupt.h"
#include "base/json.h"
#include "base/str.h"
#include "base/target.h"
#include "commands/progress.h"
#include "db/store.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_SHOWN = 10 /* errors of a kind */ };

/* The state of the messages on standard error during a run. */
struct report {
    const struct command *command;
    const struct mine_arguments *arguments;
    const struct source_kind *kind;
    struct source_request request;
    struct pair_source source; /* zeroed until it is opened */
    struct mine_result *result;

    struct progress progress;
    uint64_t work;                      /* total of the current line */
    uint64_t done_before, count_before; /* at the start of the line */
    size_t n_of_kind[N_INPUT_ERRORS];
};

/* Shows the first errors of each kind; with --verbose all, with --quiet none. */
static void tell_error(void *context, const struct input_error *error)
{
    struct report *report = context;
    if (++report->n_of_kind[error->kind] > MAX_SHOWN && tell_loudness() < LOUDNESS_VERBOSE)
        return;
    progress_pause(&report->progress);
    if (error->line)
        tell(report->command, "%s:%zu: %s", error->file, error->line, error->detail);
    else
        tell(report->command, "%s: %s", error->file, error->detail);
}

/* A different kind of work, or another archive, starts a new line. */
static void show(void *context, const struct meter_step *step)
{
    struct report *report = context;
    const struct mine_progress *mining = &report->result->progress;
    if (!report->progress.label || strcmp(report->progress.label, step->label) != 0 ||
        report->work != step->total) {
        progress_clear(&report->progress);
        progress_start(&report->progress, step->label, step->unit,
                       step->total > step->done ? step->total - step->done : 0);
        report->work = step->total;
        report->done_before = step->done;
        report->count_before = step->count;
    }
    progress_update(&report->progress, step->done - report->done_before,
                    step->count - report->count_before);
    if (!interrupt_wants_line())
        return;
    scoped(str) line = {0};
    progress_add_line(&report->progress, &line);
    size_t n_problems = mining->n_done + mining->n_wanted;
    if (mining->is_mining)
        str_print(&line, "; %zu of %zu %s, %zu committed", mining->n_done + mining->n_problems,
                  n_problems, plural((double)n_problems, "problem", "problems"),
                  mining->n_done + mining->n_committed);
    progress_pause(&report->progress);
    tell(report->command, "%s", str_text(&line));
}

static void tell_resuming(struct report *report)
{
    const struct mine_progress *progress = &report->result->progress;
    size_t n_units = progress->n_done + progress->n_wanted;
    progress_clear(&report->progress);
    tell(report->command, "resuming: %zu of %zu %s done", progress->n_done, n_units,
         plural((double)n_units, "problem is", "problems are"));
}

/* Reports the number of errors not shown, and how to list them from the database. */
static void tell_rest(const struct report *report, const char *database)
{
    for (const enum input_error_kind *kind = report->kind->errors; *kind; kind++) {
        const char *name = input_error_name(*kind);
        size_t n = report->n_of_kind[*kind];
        if (n > MAX_SHOWN && tell_loudness() < LOUDNESS_VERBOSE)
            tell(report->command,
                 "%zu more %s of the kind %s; to list all: sqlite3 %s \"select * from input_errors "
                 "where kind = '%s'\"",
                 n - MAX_SHOWN, plural((double)(n - MAX_SHOWN), "error", "errors"), name, database,
                 name);
    }
}

void mining_tell_summary(const struct mine_summary *summary, const struct command *command,
                         const char *database)
{
    tell(command,
         "%" PRId64 " %s, %" PRId64 " single-token %s, %" PRId64 " in the six categories"
         "\nNext: tokfix stats %s",
         summary->n_pairs, plural((double)summary->n_pairs, "pair", "pairs"), summary->n_fixes,
         plural((double)summary->n_fixes, "fix", "fixes"), summary->n_bugs, database);
}

void mining_print_summary(const struct mine_summary *summary, const struct source_kind *source,
                          const char *database)
{
    scoped(json) *found = json_object();
    struct json *errors = json_object();
    json_add(found, J_TEXT("database", database), J_INT("pairs", summary->n_pairs),
             J_INT("fixes", summary->n_fixes), J_INT("fixes_in_six_categories", summary->n_bugs));
    for (const enum input_error_kind *kind = source->errors; *kind; kind++)
        json_set_int(errors, input_error_name(*kind), summary->n_of_kind[*kind]);
    json_set(found, "input_errors", errors);
    json_write_pretty(found, stdout);
}

/* Refuses to overwrite the dataset or its metadata. */
static int spare_inputs(const struct mine_arguments *arguments, struct err *err)
{
    scoped_memory char *unfinished = unfinished_path(arguments->output);
    const char *const targets[] = {arguments->output, unfinished};
    bool is_standard = strcmp(arguments->dataset, "-") == 0;
    const char *dataset = is_standard ? "/dev/stdin" : arguments->dataset;
    for (int i = 0; i < 2; i++)
        if (target_spare(targets[i], dataset, "the dataset", err) != 0 ||
            (arguments->metadata &&
             target_spare(targets[i], arguments->metadata, "the metadata", err) != 0))
            return ERR;
    return 0;
}

/* Whether a path that does not exist is an address, as git clone takes them. */
static bool is_address(const char *path)
{
    const char *at = strchr(path, '@');
    return strstr(path, "://") || (at && strchr(at, ':'));
}

/* Called before the output is checked, so that a mistyped input does not lead to the advice to use
 * --force. A finished run can be resumed without its input. */
static int find_inputs(const struct mine_arguments *arguments, struct err *err)
{
    const char *const inputs[] = {arguments->dataset, arguments->metadata};
    for (int i = 0; i < 2; i++)
        if (inputs[i] && strcmp(inputs[i], "-") != 0 && access(inputs[i], F_OK) != 0)
            return is_address(inputs[i])
                       ? err_set(err,
                                 "'%s' is not a path: get a copy first (of a git repository: git "
                                 "clone), and name the copy",
                                 inputs[i])
                       : err_set_errno(err, "cannot read '%s'", inputs[i]);
    return 0;
}

static int open_source(struct report *report, struct err *err)
{
    report->request.meter = (struct meter){show, report};
    int status = source_open(&report->source, report->kind, &report->request, err);
    progress_clear(&report->progress);
    return status;
}

static void tell_result(const struct report *report)
{
    const char *output = report->arguments->output;
    scoped(str) database = {0};
    shell_add_path(&database, output);
    tell_rest(report, str_text(&database));
    if (report->result->summary.left_out[0])
        tell(report->command, "%s", report->result->summary.left_out);
    mining_tell_summary(&report->result->summary, report->command, str_text(&database));
    if (report->arguments->is_json)
        mining_print_summary(&report->result->summary, report->kind, output);
}

/* Prints how to resume a stopped run, or how to start it again. */
static int stop(const struct report *report)
{
    struct err what;
    const struct mine_result *result = report->result;
    size_t n_problems = result->progress.n_done + result->progress.n_wanted;
    const char *signal_name = interrupt_signal() == SIGINT ? "SIGINT" : "SIGTERM";
    if (result->is_kept && !result->progress.is_mining)
        err_set(&what, "stopped by %s; %zu finished %s kept in '%s.unfinished'", signal_name,
                n_problems, plural((double)n_problems, "problem is", "problems are"),
                report->arguments->output);
    else if (result->is_kept)
        err_set(&what, "stopped by %s; %zu of %zu %s kept in '%s.unfinished'", signal_name,
                result->progress.n_done + result->progress.n_committed, n_problems,
                plural((double)n_problems, "problem is", "problems are"),
                report->arguments->output);
    else
        err_set(&what, "stopped by %s before the first problem was done", signal_name);
    command_fail(report->command, &what);
    tell(report->command, "%s: %s", result->is_kept ? "resume with" : "start again with",
         report->arguments->command_line);
    return EXIT_INTERRUPTED;
}

static int fail(const struct report *report, const struct err *err)
{
    command_fail(report->command, err);
    if (report->result->is_kept && report->result->can_go_on)
        tell(report->command, "the finished problems are kept in '%s.unfinished'; resume with: %s",
             report->arguments->output, report->arguments->command_line);
    return EXIT_FAILED;
}

static int mine(struct report *report, struct err *err)
{
    const struct mine_arguments *arguments = report->arguments;
    const struct mine_request request = {
        .output = arguments->output,
        .options = arguments->options,
        .shard = arguments->shard,
        .n_jobs = (int)arguments->n_jobs,
        .is_replacing = arguments->is_replacing,
        .is_resuming = arguments->is_resuming,
        .listener = {report, tell_error, {show, report}},
    };
    scoped(mine_run) *run = mine_run_new(&request, report->kind, report->result);
    if ((!arguments->is_resuming && find_inputs(arguments, err) != 0) ||
        spare_inputs(arguments, err) != 0 || replacing_is_safe(arguments->output, true, err) != 0 ||
        mine_run_begin(run, err) != 0 || open_source(report, err) != 0 ||
        mine_run_plan(run, &report->source, err) != 0)
        return ERR;
    if (report->result->is_resumed)
        tell_resuming(report);
    return mine_run_finish(run, err);
}

int mining_run(const struct command *command, const struct mine_arguments *arguments)
{
    struct mine_result result = {0};
    const char *output = arguments->output, *slash = strrchr(output, '/');
    scoped_memory char *folder =
        slash ? mem_copy_text(output, (size_t)(slash - output) + 1) : mem_copy_text(".", 1);
    struct report report = {
        .command = command,
        .arguments = arguments,
        .result = &result,
        .request = {.path = arguments->dataset,
                    .metadata = arguments->metadata,
                    .languages = arguments->options.languages,
                    .max_bytes = arguments->options.max_bytes,
                    .folder = folder,
                    .n_threads = (int)arguments->n_jobs,
                    .is_wanted = shard_wants,
                    .wanted_context = (void *)&arguments->shard},
    };
    struct err err = {{0}};
    int status = EXIT_OK;
    interrupt_listen();
    if (source_choose(&report.kind, &report.request, &arguments->source, &err) != 0)
        return command_fail(command, &err);
    bool is_done = mine(&report, &err) == 0;
    progress_clear(&report.progress);
    if (!is_done)
        status = interrupt_signal() ? stop(&report) : fail(&report, &err);
    else if (result.was_done)
        tell(command, "nothing to do: '%s' is the finished database of this run", output);
    else
        tell_result(&report);
    source_close(&report.source);
    return status;
}
