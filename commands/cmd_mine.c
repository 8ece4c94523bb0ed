/* tokfix mine: mines a dataset into a database, with progress and messages. */
#include "base/date.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/target.h"
#include "commands/command_list.h"
#include "commands/program_language.h"
#include "commands/progress.h"
#include "commands/source_kinds.h"
#include "commands/cli/command_line.h"
#include "db/store.h"
#include "miner/mine_run.h"
#include "miner/rows/path_pattern.h"
#include "miner/rows/row_columns.h"
#include "tokenize/languages/language.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_TARGET "bugs.db"

enum {
    LIMIT_MAX_BYTES = 1 << 30,
    MAX_SHOWN = 10, /* errors of a kind */
};

#define TEXT_OF(number) #number
#define AS_TEXT(number) TEXT_OF(number)

struct mine_arguments {
    struct source_request dataset;
    struct text_list others; /* further paths of the dataset */
    struct source_options source;
    struct mine_request run;
    int64_t n_jobs;
    bool is_json, is_dry;
};

/* An archive may come through a pipe. */
static const char *named(const char *path)
{
    return strcmp(path, "-") == 0 ? "/dev/stdin" : path;
}

static int take_output(const struct command_option *option, const char *text, void *variable,
                       struct err *err)
{
    if (strcmp(text, "-") == 0)
        return err_set(err, "a database cannot be written to standard output; name a file: -o DB");
    return option_take_text(option, text, variable, err);
}

static int take_metadata(const struct command_option *option, const char *text, void *variable,
                         struct err *err)
{
    return option_take_text(option, named(text), variable, err);
}

/* These are read again when the rows are; here, so that an error is one of usage. */
static int check_columns(const char *text, struct err *err)
{
    scoped(row_columns) columns = {0};
    return row_columns_read(&columns, text, err);
}

static int check_pattern(const char *text, struct err *err)
{
    scoped(path_pattern) pattern = {0};
    return path_pattern_read(&pattern, text, err);
}

static int check_date_format(const char *text, struct err *err)
{
    return date_rules_set_format(&(struct date_rules){0}, text, err);
}

static int check_time_zone(const char *text, struct err *err)
{
    return date_rules_set_zone(&(struct date_rules){0}, text, err);
}

static int take_statuses(const struct command_option *option, const char *text, void *variable,
                         struct err *err)
{
    bool has_empty = !*text || *text == ',' || strstr(text, ",,") || text[strlen(text) - 1] == ',';
    return has_empty ? ERR : option_take_text(option, text, variable, err);
}

/* A language, or all of them. */
static const char *language_or_all(int number)
{
    if (number > 0 && !languages[number - 1])
        return NULL;
    return languages[number] ? languages[number]->name : "all";
}

/* What problem ids of other sources may have beside letters and digits. */
static int take_prefix(const struct command_option *option, const char *text, void *variable,
                       struct err *err)
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-");
    return *text && !text[n] ? option_take_text(option, text, variable, err) : ERR;
}

static OPTION_NAMES(name_of_visible, "branches", "refs");

static const struct command_option own_options[] = {
    {0, "dry-run", NULL,
     "print what DATASET is taken for and what mining it would give, after a look of some seconds; "
     "write nothing",
     TO_FLAG(mine_arguments, is_dry)},
    {'o', "output", "DB", "database to create",
     .otherwise = DEFAULT_TARGET ", or bugs-I-of-N.db for a shard",
     TO_VARIABLE(const char *, mine_arguments, run.output, take_output)},
    {0, "force", NULL, "replace an existing database and discard an unfinished run",
     TO_FLAG(mine_arguments, run.is_replacing)},
    {0, "resume", NULL,
     "resume an interrupted run from DB.unfinished, or start a new run. If DB is the finished "
     "database of this run, do nothing",
     TO_FLAG(mine_arguments, run.is_resuming)},
    {0, "shard", "[I/]N",
     "mine only shard I of N, for `tokfix merge`; without I, use the task number of a Slurm array "
     "(SLURM_ARRAY_TASK_ID)",
     TO_SHARD(mine_arguments, run.shard)},
    {0, "format", "FORMAT",
     "what DATASET is\n"
     "codenet: a Project CodeNet tree or archive\n"
     "json: rows of JSON: lines, an array, or an object with an array\n"
     "jsonl: the same\n"
     "csv: rows of CSV\n"
     "copy: rows of text with backslashes, as PostgreSQL's \\copy and MySQL write it\n"
     "pairs: rows or folders of pairs of a buggy and a fixed program",
     .otherwise = "its name decides, or its first bytes", .names = source_format_name,
     TO_TEXT(mine_arguments, source.format)},
    {0, "columns", "PAIRS",
     "of rows: what the fields are; FIELD=COLUMN,..., FIELD={COLUMN}/{COLUMN} or FIELD:=TEXT for "
     "the fields user, problem, date, status, language, code, path, id, original_language, "
     "contest, problem_name, score, full_score; of pairs also buggy, fixed, buggy_path, "
     "fixed_path, diff",
     .otherwise = "the usual names, below", TO_TEXT(mine_arguments, source.rows.columns),
     .check = check_columns},
    {0, "header", "NAMES", "of rows without a header: the names of the columns",
     .takes = "names separated by commas", TO_TEXT(mine_arguments, source.rows.header)},
    {0, "layout", "PATTERN",
     "DATASET is a folder or archive of programs with such paths: "
     "'{problem}/{user}/{date}_{status}.{language}'",
     TO_TEXT(mine_arguments, source.rows.layout), .check = check_pattern},
    {0, "fixed", "PATTERN", "of pairs with --layout: the paths of the fixed programs",
     TO_TEXT(mine_arguments, source.rows.fixed), .check = check_pattern},
    {0, "date-format", "FORMAT", "of rows: how dates are written, as strptime(3) has it",
     .otherwise = "the forms of doc/rows.md", TO_TEXT(mine_arguments, source.rows.date_format),
     .check = check_date_format},
    {0, "time-zone", "ZONE",
     "of rows: the zone of dates that have none, such as Europe/Berlin or +09:00",
     .otherwise = "UTC", TO_TEXT(mine_arguments, source.rows.time_zone), .check = check_time_zone},
    {0, "map-language", "PAIRS",
     "of rows: what values of the language mean: VALUE=LANGUAGE,..., such as 71=python,6=cpp",
     TO_TEXT(mine_arguments, source.rows.map_language), .check = language_map_check},
    {0, "accepted", "LIST",
     "of rows: exactly these statuses are Accepted; all others are failing, except those of a "
     "judge that failed or has not judged",
     .otherwise = "those that judges use: Accepted, AC, OK, ..., 100",
     .takes = "statuses separated by commas, such as OK,Accepted",
     TO_VARIABLE(const char *, mine_arguments, source.rows.accepted, take_statuses)},
    {0, "metadata", "PATH", "folder or archive of the metadata, if DATASET contains none",
     TO_VARIABLE(const char *, mine_arguments, dataset.metadata, take_metadata)},
    {0, "language", "LIST",
     "programming languages to mine; the dataset is read once, and the order does not matter; a "
     "name after ! is left out: '!c,!cpp'",
     "all", TO_BITS(mine_arguments, run.options.languages, language_or_all),
     .means = program_language_meant, .excludes = true},
    {0, "prefix", "NAME",
     "before each problem id, with a colon, so that `tokfix merge` can join datasets with the same "
     "ids",
     .takes = "a name of letters, digits, _, . and -",
     TO_VARIABLE(const char *, mine_arguments, run.options.prefix, take_prefix)},
    {0, "pairing", "KIND",
     "which submissions of a user are compared\n"
     "all: each failing submission with every later Accepted one\n"
     "next: each failing submission with the next Accepted one\n"
     "adjacent: each failing submission with the next Accepted one, if no other failing one is in "
     "between\n"
     "last: each submission that is not Accepted with the last one of the user, unless that is "
     "failing; rows need no status",
     "all", TO_ENUM(mine_arguments, run.options.pairing, pairing_name)},
    {0, "failing", "LIST",
     "which submissions count as failing\n"
     "judged: submissions with one of eight verdicts: Compile Error, Wrong Answer, Time, Memory, "
     "Output or Query Limit Exceeded, Runtime Error, WA: Presentation Error\n"
     "all: all submissions that are not Accepted, as in the thesis, even if the judge failed or "
     "the status is empty or unknown\n"
     "statuses: of rows: those of `judged`, and these statuses, separated by commas",
     .otherwise = "judged", .takes = "judged, all, or statuses separated by commas",
     TO_VARIABLE(const char *, mine_arguments, source.rows.failing, take_statuses)},
    {0, "max-tokens", "N", "maximum number of tokens of a program", .otherwise = "no limit",
     TO_SIZE(mine_arguments, run.options.max_tokens, 1, INT32_MAX)},
    {0, "max-bytes", "N", "maximum number of bytes of a source file", AS_TEXT(RUN_MAX_BYTES),
     TO_SIZE(mine_arguments, run.options.max_bytes, 1, LIMIT_MAX_BYTES)},
    {0, "max-pairs", "N",
     "maximum number of pairs of one history; if there are more, the nearest pairs are compared",
     AS_TEXT(RUN_MAX_PAIRS), TO_SIZE(mine_arguments, run.options.max_pairs, 1, INT32_MAX)},
    {0, "git", NULL, "DATASET is a git repository, or a folder or list of repositories",
     TO_FLAG(mine_arguments, source.git.is_chosen)},
    {0, "keywords", "KIND",
     "git: which commits are read; reverts never are\n"
     "words: with error, bug, fix, issue, mistake, incorrect, fault, defect, flaw, type or a form "
     "of them in the message\n"
     "tssb: with one of these ten words anywhere in the message, as TSSB-3M\n"
     "manysstubs: with a word that has the stem of one of the ten, as ManySStuBs4J\n"
     "none: all others, as BugLab",
     "words", TO_ENUM(mine_arguments, source.git.commits.keywords, keywords_name)},
    {0, "visible", "WHAT",
     "git: whose commits are read\n"
     "branches: those of branches, also of remotes, and of tags\n"
     "refs: those of all references, such as pull requests, notes and stashes",
     "branches", TO_ENUM(mine_arguments, source.git.commits.reads_all, name_of_visible)},
    {0, "max-files", "N", "git: maximum number of code files that a commit changes; 0 is no limit",
     "1", TO_SIZE(mine_arguments, source.git.commits.max_files, 0, INT32_MAX)},
    {0, "salt", "TEXT", "git: secret that is hashed with the e-mail addresses of authors", "tokfix",
     TO_TEXT(mine_arguments, source.git.commits.salt)},
    {0, "json", NULL, "print a summary as one JSON object on standard output",
     TO_FLAG(mine_arguments, is_json)},
    OPTION_JOBS(mine_arguments, n_jobs),
    {0},
};

/* The state of a run and of its messages on standard error. */
struct mine_display {
    const struct command *command;
    const struct mine_arguments *arguments;
    const struct source_kind *kind;
    struct source_request request;
    struct pair_source source; /* zeroed until it is opened */
    struct mine_result result;

    struct progress progress;
    uint64_t work;                      /* total of the current line */
    uint64_t done_before, count_before; /* at the start of the line */
    size_t n_of_kind[N_INPUT_ERRORS];
};

/* Returns the number of units of the plan. */
static size_t count_units(const struct mine_display *display)
{
    return display->result.progress.n_done + display->result.progress.n_wanted;
}

/* Shows the first errors of each kind; with --verbose all, with --quiet none. */
static void tell_error(void *context, const struct input_error *error)
{
    struct mine_display *display = context;
    if (++display->n_of_kind[error->kind] > MAX_SHOWN && tell_loudness() < LOUDNESS_VERBOSE)
        return;
    progress_pause(&display->progress);
    if (error->line)
        tell(display->command, "%s:%zu: %s", error->file, error->line, error->detail);
    else
        tell(display->command, "%s: %s", error->file, error->detail);
}

/* A different kind of work, or another archive, starts a new line. */
static void show(void *context, const struct meter_step *step)
{
    struct mine_display *display = context;
    const struct mine_progress *mining = &display->result.progress;
    if (!display->progress.label || strcmp(display->progress.label, step->label) != 0 ||
        display->work != step->total) {
        progress_clear(&display->progress);
        progress_start(&display->progress, step->label, step->unit,
                       step->total > step->done ? step->total - step->done : 0);
        display->work = step->total;
        display->done_before = step->done;
        display->count_before = step->count;
    }
    snprintf(display->progress.text, sizeof display->progress.text, "%s", mining->text);
    progress_update(&display->progress, step->done - display->done_before,
                    step->count - display->count_before);
    if (!interrupt_wants_line())
        return;
    scoped(str) line = {0};
    progress_add_line(&display->progress, &line);
    if (mining->is_mining && !*mining->text)
        str_print(&line, "; %zu of %zu %s, %zu committed", mining->n_done + mining->n_problems,
                  count_units(display), source_kind_unit(display->kind, count_units(display)),
                  mining->n_done + mining->n_committed);
    else if (mining->is_mining)
        str_print(&line, "; %zu %s and %zu pairs of others committed",
                  mining->n_done + mining->n_committed, source_kind_unit(display->kind, 0),
                  mining->n_pairs);
    progress_pause(&display->progress);
    tell(display->command, "%s", str_text(&line));
}

/* Reports the number of errors not shown, and how to list them from the database. */
static void tell_rest(const struct mine_display *display, const char *database)
{
    for (int kind = INPUT_OK + 1; kind < N_INPUT_ERRORS; kind++) {
        const char *name = input_error_name((enum input_error_kind)kind);
        int64_t n = (int64_t)display->n_of_kind[kind] - MAX_SHOWN;
        if (n > 0 && tell_loudness() < LOUDNESS_VERBOSE)
            tell(display->command,
                 "%" PRId64 " more %s of the kind %s; to list all: sqlite3 %s \"select * from "
                 "input_errors where kind = '%s'\"",
                 n, plural((double)n, "error", "errors"), name, database, name);
    }
}

static void print_summary(const struct mine_summary *summary, const char *database)
{
    scoped(json) *found = json_object();
    struct json *errors = json_object(), *fixes = json_object();
    json_add(found, J_TEXT("database", database), J_INT("pairs", summary->n_pairs),
             J_INT("fixes", summary->n_fixes), J_INT("fixes_in_six_categories", summary->n_bugs));
    for (size_t i = 0; i < summary->n_languages; i++)
        json_set_int(fixes, summary->languages[i].language, summary->languages[i].n_fixes);
    json_set(found, "fixes_by_language", fixes);
    for (int kind = INPUT_OK + 1; kind < N_INPUT_ERRORS; kind++)
        json_set_int(errors, input_error_name((enum input_error_kind)kind),
                     summary->n_of_kind[kind]);
    json_set(found, "input_errors", errors);
    json_write_pretty(found, stdout);
}

void mine_tell_found(const struct command *command, const struct mine_summary *summary,
                     const char *database, bool is_json)
{
    scoped(str) path = {0}, found = {0};
    shell_add_path(&path, database);
    for (size_t i = 0; i < summary->n_languages && summary->n_languages > 1; i++)
        str_print(&found, "%s%" PRId64 " %s", i ? ", " : ": ", summary->languages[i].n_fixes,
                  summary->languages[i].language);
    tell(command,
         "%s, %s%s%s %" PRId64 " in the six categories"
         "\nNext: tokfix %s %s",
         counted(summary->n_pairs, "pair", "pairs").text,
         counted(summary->n_fixes, "single-token fix", "single-token fixes").text, str_text(&found),
         found.length ? ";" : ",", summary->n_bugs, summary->n_fixes ? "show" : "stats",
         str_text(&path));
    if (is_json)
        print_summary(summary, database);
}

/* Refuses to overwrite the dataset or its metadata. */
static int spare_inputs(const struct mine_arguments *arguments, struct err *err)
{
    const char *output = arguments->run.output, *metadata = arguments->dataset.metadata;
    const struct text_list *others = &arguments->others;
    scoped_memory char *unfinished = mine_run_unfinished_path(output);
    const char *const targets[] = {output, unfinished};
    for (int i = 0; i < 2; i++)
        if (target_spare(targets[i], named(arguments->dataset.path), "the dataset", err) != 0 ||
            (metadata && target_spare(targets[i], metadata, "the metadata", err) != 0))
            return ERR;
    for (size_t i = 0; i < others->n; i++)
        if (target_spare(output, named(others->items[i]), "the dataset", err) != 0)
            return ERR;
    return replacing_is_safe(output, true, err);
}

/* Whether a path that does not exist is an address, as git clone takes them. */
static bool is_address(const char *path)
{
    const char *at = strchr(path, '@');
    return strstr(path, "://") || (at && strchr(at, ':'));
}

static int find_input(const char *path, struct err *err)
{
    if (strcmp(path, "-") == 0 || access(path, F_OK) == 0)
        return 0;
    if (is_address(path))
        return err_set(err,
                       "'%s' is not a path: get a copy first (of a git repository: git clone), and "
                       "name the copy",
                       path);
    return err_set_errno(err, "cannot read '%s'", path);
}

/* Called before the output is checked, so that a mistyped input does not lead to the advice to use
 * --force. A finished run can be resumed without its input. */
static int find_inputs(const struct source_request *dataset, struct err *err)
{
    if (find_input(dataset->path, err) != 0 ||
        (dataset->metadata && find_input(dataset->metadata, err) != 0))
        return ERR;
    for (size_t i = 0; i < dataset->others->n; i++)
        if (find_input(dataset->others->items[i], err) != 0)
            return ERR;
    return 0;
}

static int open_source(struct mine_display *display, struct err *err)
{
    scoped(source_view) view = {0};
    display->request.view = &view;
    int status = source_open(&display->source, display->kind, &display->request, err);
    display->request.view = NULL;
    progress_clear(&display->progress);
    dry_run_tell(display->command, &view);
    return status;
}

static void tell_result(const struct mine_display *display)
{
    const struct mine_arguments *arguments = display->arguments;
    const struct mine_summary *summary = &display->result.summary;
    scoped(str) database = {0};
    shell_add_path(&database, arguments->run.output);
    tell_rest(display, str_text(&database));
    if (summary->left_out[0])
        tell(display->command, "%s", summary->left_out);
    if (display->kind->has_verdicts)
        tell(display->command, "%" PRId64 " Accepted, %" PRId64 " failing, %" PRId64 " undecided",
             summary->n_accepted, summary->n_failing, summary->n_undecided);
    if (!summary->n_pairs)
        tell(display->command, "%s; --dry-run shows what DATASET is taken for",
             display->kind->no_pairs);
    if (!summary->n_fixes && *summary->rejects)
        tell(display->command, "no pair is a single-token fix: %s (doc/mining.md, Reject reasons)",
             summary->rejects);
    mine_tell_found(display->command, summary, arguments->run.output, arguments->is_json);
}

/* Appends ", and 1 compared pair of others". */
static void add_pairs(struct str *out, const struct mine_progress *progress)
{
    if (progress->n_pairs)
        str_print(out, ", and %s of others",
                  counted((int64_t)progress->n_pairs, "compared pair", "compared pairs").text);
}

/* Prints how to resume a stopped run, or how to start it again. */
static int stop(const struct mine_display *display)
{
    struct err what;
    const struct mine_result *result = &display->result;
    const char *output = display->arguments->run.output;
    const char *signal_name = interrupt_signal() == SIGINT ? "SIGINT" : "SIGTERM";
    const struct mine_progress *progress = &result->progress;
    size_t n_units = count_units(display), n_kept = progress->n_done + progress->n_committed;
    const char *units = source_kind_unit(display->kind, n_units);
    const char *verb = plural((double)n_units, "is", "are");
    scoped(str) pairs = {0};
    add_pairs(&pairs, progress);
    if (result->is_kept && !progress->is_mining)
        err_set(&what, "stopped by %s; %zu finished %s %s kept in '%s.unfinished'%s", signal_name,
                n_units, units, verb, output, str_text(&pairs));
    else if (result->is_kept)
        err_set(&what, "stopped by %s; %zu of %zu %s %s kept in '%s.unfinished'%s", signal_name,
                n_kept, n_units, units, verb, output, str_text(&pairs));
    else
        err_set(&what, "stopped by %s before the first %s was done", signal_name,
                source_kind_unit(display->kind, 1));
    command_fail(display->command, &what);
    if (result->is_kept)
        tell(display->command, "to resume, give the same command with --resume");
    return EXIT_INTERRUPTED;
}

static int fail(const struct mine_display *display, const struct err *err)
{
    command_fail(display->command, err);
    if (display->result.is_kept && display->result.can_go_on)
        tell(display->command,
             "the finished %s are kept in '%s.unfinished'; to resume, give the same command with "
             "--resume",
             source_kind_unit(display->kind, 0), display->arguments->run.output);
    return EXIT_FAILED;
}

static void tell_resuming(const struct mine_display *display)
{
    const struct mine_progress *progress = &display->result.progress;
    size_t n = count_units(display);
    scoped(str) pairs = {0};
    add_pairs(&pairs, progress);
    tell(display->command, "resuming: %zu of %zu %s %s done%s", progress->n_done, n,
         source_kind_unit(display->kind, n), plural((double)n, "is", "are"), str_text(&pairs));
}

static int mine(struct mine_display *display, struct err *err)
{
    const struct mine_arguments *arguments = display->arguments;
    struct mine_request request = arguments->run;
    request.n_jobs = (int)arguments->n_jobs;
    request.line = command_line_kept();
    request.listener = (struct mine_listener){display, tell_error, {show, display}};
    scoped(mine_run) *run = mine_run_new(&request, display->kind, &display->result);
    if ((!request.is_resuming && find_inputs(&display->request, err) != 0) ||
        spare_inputs(arguments, err) != 0 || mine_run_begin(run, err) != 0 ||
        open_source(display, err) != 0 || mine_run_plan(run, &display->source, err) != 0)
        return ERR;
    if (display->result.is_resumed) {
        progress_clear(&display->progress);
        tell_resuming(display);
    }
    return mine_run_finish(run, err);
}

static void choose_output(struct mine_request *request, struct str *name)
{
    const struct shard *shard = &request->shard;
    if (request->output)
        return;
    if (shard->n_shards > 1)
        str_print(name, "bugs-%0*" PRId64 "-of-%" PRId64 ".db",
                  snprintf(NULL, 0, "%" PRId64, shard->n_shards), shard->number, shard->n_shards);
    else
        str_add_text(name, DEFAULT_TARGET);
    request->output = str_text(name);
}

static int look(struct mine_display *display, struct err *err)
{
    const struct mine_arguments *arguments = display->arguments;
    const struct dry_run look = {.command = display->command,
                                 .kind = display->kind,
                                 .request = &display->request,
                                 .options = &arguments->run.options,
                                 .is_json = arguments->is_json};
    if (find_inputs(&display->request, err) != 0 || dry_run(&look, err) != 0)
        return ERR;
    return EXIT_OK;
}

/* `judged` and `all` are rules of every source. Other words are statuses of rows. */
static void choose_failing(struct mine_arguments *arguments)
{
    const char **words = &arguments->source.rows.failing;
    int rule = *words ? failing_find(*words) : -1;
    if (rule < 0)
        return;
    arguments->run.options.failing = (enum failing)rule;
    *words = NULL;
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct mine_arguments *arguments = variables;
    bool is_last = arguments->run.options.pairing == PAIRING_LAST;
    choose_failing(arguments);
    if (is_last)
        arguments->run.options.failing = FAILING_ALL;
    struct mine_display display = {.command = command, .arguments = arguments};
    struct source_request *request = &display.request;
    scoped(str) output = {0};
    choose_output(&arguments->run, &output);
    scoped_memory char *folder = file_folder(arguments->run.output);
    *request = arguments->dataset;
    request->others = &arguments->others;
    request->languages = arguments->run.options.languages;
    request->may_lack_status = is_last;
    request->prefix = arguments->run.options.prefix;
    request->max_bytes = arguments->run.options.max_bytes;
    request->folder = folder;
    request->n_threads = (int)arguments->n_jobs;
    request->is_wanted = shard_wants;
    request->wanted_context = &arguments->run.shard;
    request->meter = (struct meter){show, &display};
    interrupt_listen();
    if (source_choose(&display.kind, request, &arguments->source, err) != 0)
        return ERR;
    if (arguments->is_dry)
        return look(&display, err);
    bool is_done = mine(&display, err) == 0;
    progress_clear(&display.progress);
    int status = EXIT_OK;
    if (!is_done)
        status = interrupt_signal() ? stop(&display) : fail(&display, err);
    else if (display.result.was_done)
        tell(command, "nothing to do: '%s' is the finished database of this run",
             arguments->run.output);
    else
        tell_result(&display);
    source_close(&display.source);
    return status;
}

const struct command command_mine = {
#include "commands/help/mine.inc"
    .groups = OPTION_GROUP(own_options),
    .operands = {"a dataset", 1, SIZE_MAX,
                 .first = OPTION_AT(const char *, mine_arguments, dataset.path),
                 .others = OPTION_AT(struct text_list, mine_arguments, others)},
    ARGUMENTS(mine_arguments, .run = {.options.failing = FAILING_JUDGED, .shard = {1, 1}}),
    .run = run,
};
