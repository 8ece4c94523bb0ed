/* tokfix report: a page that shows a database in a browser. */
#include "base/target.h"
#include "cli/command_line.h"
#include "cli/tell.h"
#include "db/store.h"
#include "miner/commands.h"
#include "miner/progress.h"
#include "report/page.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>

enum { DEFAULT_SAMPLES = 2000, MAX_SAMPLES = 1000000 };
#define DEFAULT_OUTPUT "report.html"

enum { OPTION_FORCE = 256, OPTION_SAMPLES };

static const struct command_option own_options[] = {
    {'o', "output", "FILE", "the page, or - for standard output", "report.html", NULL},
    {OPTION_FORCE, "force", NULL, "replace an existing file", NULL, NULL},
    {OPTION_SAMPLES, "samples", "N",
     "fixes whose programs are in the page, 0 to 1000000; the list has at most 100000", "2000",
     NULL},
    {0},
};

struct arguments {
    const char *db, *output;
    int64_t n_samples;
    bool is_replacing;
};

static int set_option(const struct command *command, void *context, int code)
{
    struct arguments *arguments = context;
    switch (code) {
    case 'o':
        arguments->output = optarg;
        return EXIT_OK;
    case OPTION_FORCE:
        arguments->is_replacing = true;
        return EXIT_OK;
    default:
        if (command_number(optarg, 0, MAX_SAMPLES, &arguments->n_samples) == 0)
            return EXIT_OK;
        return command_usage(command, "--samples takes a number from 0 to %d, not '%s'",
                             MAX_SAMPLES, optarg);
    }
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Writes to a stream, which is closed unless it is standard output. */
static int write_stream(FILE *out, struct db *db, const struct arguments *arguments,
                        struct page_counts *counts, struct err *err)
{
    struct progress progress;
    progress_start(&progress, "writing", "fixes", 0);
    struct page_options options = {
        .database = base_name(arguments->db),
        .n_samples = arguments->n_samples,
        .progress = {progress_show, &progress},
    };
    int status = page_write(out, db, &options, counts, err);
    progress_clear(&progress);
    bool is_bad = fflush(out) != 0 || ferror(out);
    if (out != stdout)
        is_bad = fclose(out) != 0 || is_bad;
    if (status == 0 && is_bad)
        status = err_set_errno(err, "cannot write '%s'", arguments->output);
    return status;
}

static int write_file(struct db *db, const struct arguments *arguments, struct page_counts *counts,
                      struct err *err)
{
    struct target target;
    if (strcmp(arguments->output, "-") == 0)
        return write_stream(stdout, db, arguments, counts, err);
    if (target_open(&target, arguments->output, arguments->is_replacing, err) != 0)
        return ERR;
    FILE *out = fopen(target.partial_path, "we");
    int status = out ? write_stream(out, db, arguments, counts, err)
                     : err_set_errno(err, "cannot write '%s'", target.partial_path);
    if (status == 0)
        return target_commit(&target, err);
    target_abandon(&target);
    return ERR;
}

static int report(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct db *db;
    struct page_counts counts;
    if (store_open(&db, arguments->db, &err) != 0)
        return command_fail(command, &err);
    int status = write_file(db, arguments, &counts, &err);
    db_close(db);
    if (status != 0)
        return command_fail(command, &err);
    fprintf(stderr,
            "tokfix report: %s: fixes listed: %" PRId64 ", with their programs: %" PRId64 "\n",
            arguments->output, counts.n_listed, counts.n_samples);
    return EXIT_OK;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {.output = DEFAULT_OUTPUT, .n_samples = DEFAULT_SAMPLES};
    int status;
    if (!command_line_read(command, argc, argv, set_option, &arguments, &status))
        return status;
    arguments.db = argv[optind];
    return report(command, &arguments);
}

static const struct command_group groups[] = {{"Options", own_options}, {0}};

const struct command command_report = {
    .name = "report",
    .summary = "a page that shows a database in a browser",
    .synopsis = "DB [OPTION]...",
    .text =
        "Writes a page that shows a database in a browser: one HTML file with charts of what the "
        "fixes are and where they come from, a list of them that can be searched, and the "
        "programs of the first ones. Nothing is loaded from elsewhere when it is looked at.\n"
        "\n"
        "The page appears when it is complete. The same database gives the same bytes.",
    .groups = groups,
    .exit_status = "0\tdone\n1\tfailed\n2\twrong command line",
    .examples = "tokfix report bugs.db\n"
                "tokfix report bugs.db --samples 40000 -o fixes.html",
    .operands = {"one database", 1, 1, NULL},
    .run = run,
};
