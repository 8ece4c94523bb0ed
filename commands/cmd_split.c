/* tokfix split: training, validation and test sets that do not leak. */
#include "cli/command_line.h"
#include "cli/tell.h"
#include "guard/split.h"
#include "commands/commands.h"
#include "commands/guarding.h"
#include "commands/values.h"
#include "report/split_report.h"

#include <inttypes.h>
#include <string.h>

struct arguments {
    const char *db;
    struct split_options options;
    const char *imports[N_SPLITS]; /* files of the splits that are given */
    bool is_import;
    int64_t top, n_jobs;
    bool is_json;
};

/* SPLIT=FILE */
static int take_import(const struct command_option *option, const char *text, void *variable,
                       struct err *err)
{
    struct arguments *arguments = variable;
    size_t length = strcspn(text, "=");
    (void)option, (void)err;
    for (int i = 0; i < N_SPLITS; i++)
        if (strlen(split_names[i]) == length && memcmp(split_names[i], text, length) == 0 &&
            text[length] && text[length + 1] && !arguments->imports[i]) {
            arguments->imports[i] = text + length + 1;
            arguments->is_import = true;
            return 0;
        }
    return ERR;
}

static int take_ratio(const struct command_option *option, const char *text, void *variable,
                      struct err *err)
{
    (void)option, (void)err;
    return split_ratio_read(variable, text);
}

static const struct command_option own_options[] = {
    {0, "ratio", "A:B:C",
     "train, validation, test; A:B is train, test; 0.8:0.1:0.1 and 80:10:10 are 8:1:1", "8:1:1",
     .takes = "numbers such as 8:1:1, 0.8:0.1:0.1 or 9:1",
     TO_VARIABLE(int64_t, arguments, options.ratio[0], take_ratio)},
    {0, "seed", "SEED", "any text", "0", TO_TEXT(arguments, options.seed)},
    {0, "closed-over", "LIST",
     "what ties fixes, separated by commas; the last two as `tokfix dedup` found them\n"
     "problem\tfixes of one problem\n"
     "user\tfixes of one user\n"
     "problem-cluster\tof problems that are one\n"
     "duplicates\texact, renamed, near; and different fixes of one buggy program",
     "problem-cluster,duplicates", TO_BITS(arguments, options.closure, names_tie)},
    {0, "previous", "DB",
     "keep the splits of an earlier database; fixes that are tied to one of its test fixes go to "
     "test",
     TO_TEXT(arguments, options.previous)},
    {0, "import", "SPLIT=FILE",
     "a given split instead: FILE has one problem id a line; may be used once for each of train, "
     "validation, test",
     .takes = "SPLIT=FILE, once for each of train, validation and test", .take = take_import},
    {0, "top", "N", "rows in the list of largest groups", "10", TO_TOP(arguments, top)},
    {0, "json", NULL, "what is printed as one JSON object", TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

/* Large groups, or few, can leave a split without fixes. */
static void tell_empty(const struct command *command, const struct arguments *arguments,
                       const struct json *report)
{
    const struct json *splits = json_get(report, "splits");
    for (const struct json *row = json_first(splits); row; row = json_next(row)) {
        const char *name = json_text(json_get(row, "split"));
        if (json_number(json_get(row, "n"), 0) == 0 &&
            (arguments->is_import || arguments->options.ratio[split_find(name)] > 0))
            tell(command,
                 "%s is empty: too few groups, or too large ones, for the ratio; try "
                 "another --seed, or tie less with --closed-over",
                 name);
    }
}

/* Decides, and gives what was made beside real fixes its place. */
static int make(const struct arguments *arguments, struct split_summary *summary,
                int64_t *n_replaced, struct db *db, struct err *err)
{
    struct progress progress;
    int status = db_get_int(db, n_replaced, "SELECT count(*) FROM splits", err);
    progress_watch(&progress, "splitting", db);
    if (status == 0)
        status = arguments->is_import ? split_import(summary, db, arguments->imports, err)
                                      : split_make(summary, db, &arguments->options, err);
    progress_unwatch(&progress, db);
    if (status != 0)
        return ERR;
    return guarding_extend(db, arguments->n_jobs, err);
}

static int count(struct json **report, const struct split_summary *summary, struct db *db,
                 int64_t top, struct err *err)
{
    struct progress progress;
    progress_watch(&progress, "counting", db);
    int status = split_report_collect(report, summary, db, top, err);
    progress_unwatch(&progress, db);
    return status;
}

static int split(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct db *db;
    struct split_summary summary;
    struct json *report = NULL;
    int64_t n_replaced = 0;
    if (guarding_begin(&db, arguments->db, &err) != 0)
        return command_fail(command, &err);
    int status = make(arguments, &summary, &n_replaced, db, &err);
    if (status == 0)
        status = count(&report, &summary, db, arguments->top, &err);
    if (guarding_end(db, command, command_line_retold(), status, &err) != 0) {
        json_free(report);
        return command_fail(command, &err);
    }
    if (arguments->is_json)
        json_write_pretty(report, stdout);
    else
        split_report_print(report, stdout);
    if (n_replaced)
        tell(command, "replaced the splits of %" PRId64 " %s", n_replaced,
             plural((double)n_replaced, "fix", "fixes"));
    tell_empty(command, arguments, report);
    json_free(report);
    return EXIT_OK;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {0};
    int status;
    if (!command_line_read(command, argc, argv, &arguments, &status))
        return status;
    arguments.db = argv[optind];
    if (arguments.is_import && command_line_has("ratio,seed,closed-over,previous"))
        return command_usage(command, "--import is a given split: it takes no --ratio, --seed, "
                                      "--closed-over or --previous");
    return split(command, &arguments);
}

static const struct command_group groups[] = {{"Options", own_options, 0}, {0}};

const struct command command_split = {
    .name = "split",
    .summary = "training, validation and test sets that do not leak",
    .synopsis = "DB [OPTION]...",
    .text =
        "Puts every fix into train, validation or test, so that what is tied together lands "
        "together, and keeps that in the database. An earlier split is replaced. Fixes that are "
        "marked as excluded are in no split.\n"
        "\n"
        "Only real fixes decide the splits; a mutant follows its program. A mutant that is an "
        "exact, renamed or near duplicate of a program in another split is marked as excluded. (If "
        "there are no real fixes, all fixes decide.)\n"
        "\n"
        "Each problem has its place by a hash of the seed and its id, whatever else is there. A "
        "group of problems that are tied takes the most held-out place of its problems, so when "
        "more is mined later, what was in test stays there. One exception: a group with more fixes "
        "than the split is to hold goes to the one that is to hold most. With --previous there is "
        "none.",
    .groups = groups,
    .exit_status = "0\tdone\n1\tfailed: the database is as before, unless the message is about "
                   "standard output\n2\twrong command line",
    .examples = "tokfix split bugs.db --ratio 8:1:1 --seed 2024\n"
                "tokfix split bugs.db --closed-over problem-cluster,duplicates,user\n"
                "tokfix split new.db --seed 2024 --previous bugs.db\n"
                "tokfix split bugs.db --import train=train.txt --import test=test.txt",
    .operands = {"one database", 1, 1, NULL},
    .if_stopped = "nothing was changed",
    .run = run,
};
