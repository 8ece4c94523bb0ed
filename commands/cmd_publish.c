/* tokfix publish: a folder that is ready for a dataset hub. */
#include "base/file.h"
#include "base/pipeline.h"
#include "base/shell.h"
#include "base/utf8.h"
#include "cli/command_line.h"
#include "db/store.h"
#include "export/parquet.h"
#include "commands/checking.h"
#include "commands/commands.h"
#include "commands/exporting.h"
#include "commands/guarding.h"
#include "commands/matching.h"
#include "commands/value_names.h"
#include "commands/naming.h"
#include "commands/publish_report.h"
#include "publish/recipe.h"
#include "publish/publish.h"
#include "publish/codenet_origin.h"
#include "report/stats.h"

#include <getopt.h>
#include <string.h>

enum { REPORTED_ROWS = 20 }; /* of each list of the check, in the manifest */

enum {
    OPTION_FORCE = 256,
    OPTION_SHARDS,
    OPTION_AGAINST,
    OPTION_CLOSED_OVER,
    OPTION_PRESET,
    OPTION_DESPITE_CHECK,
    OPTION_CARD_EXTRA,
    OPTION_JSON
};

static const struct command_option own_options[] = {
    {'o', "output", "DIR", "the folder to make", NULL, NULL},
    {OPTION_FORCE, "force", NULL,
     "replace a folder that tokfix published and that has no other files", NULL, NULL},
    {EXPORTING_FORMAT, "format", "FORMAT",
     "pairs, messages, ...: any JSON lines of `tokfix export`", "pairs", names_format},
    {EXPORTING_PARQUET, "parquet", NULL,
     "Parquet instead of compressed JSON lines: data/train-00000-of-00001.parquet. Needs DuckDB's "
     "library (make parquet)",
     NULL, NULL},
    {OPTION_SHARDS, "shards", "N", "files of each split, but never more than rows",
     "one for each 100,000 rows", NULL},
    {EXPORTING_SHUFFLE, "shuffle", "SEED", "an order by chance", "the order of the database", NULL},
    {OPTION_JSON, "json", NULL, "what was written as one JSON object on standard output", NULL,
     NULL},
    COMMAND_LINE_JOBS,
    {0},
};

static const struct command_option card_options[] = {
    {OPTION_CARD_EXTRA, "card-extra", "FILE",
     "a section of your own (Markdown) for README.md, before uses and limitations", NULL, NULL},
    {0},
};

static const struct command_option check_options[] = {
    {OPTION_AGAINST, "against", "BENCH",
     "a benchmark that nothing may leak from, as for `tokfix check`; may be repeated", NULL, NULL},
    {MATCHING_MATCH, "match", "HOW", "type1, type2 or similar, as for `tokfix check`", "type1",
     names_match},
    {MATCHING_SIMILARITY, "similarity", "OF", "token or tree, as for `tokfix check`", "token",
     names_similarity},
    {MATCHING_THRESHOLD, "threshold", "X", "similar: from which similarity on", "0.85", NULL},
    {MATCHING_LITERALS, "literals", NULL, "type2: number the literals, too", NULL, NULL},
    {OPTION_CLOSED_OVER, "closed-over", "LIST",
     "what may not stand in two splits: problem, problem-cluster, user, duplicates",
     "problem-cluster,duplicates, and what the split was closed over", names_tie},
    {OPTION_PRESET, "preset", "NAME", "what near duplicates are: allamanis, buglab, bigcode",
     "as dedup was run", names_preset},
    {OPTION_DESPITE_CHECK, "despite-check", NULL,
     "publish also what is not clean; the card says so", NULL, NULL},
    {0},
};

struct arguments {
    const char *db, *output, *card_extra;
    struct exporting exporting;
    struct naming naming;
    struct checking_options checking;
    int64_t n_shards;
    bool is_replacing, is_despite_check, is_json;
};

/* What is made on the way. */
struct work {
    struct db *db;
    struct json *stats; /* what the card tells of the store */
    struct checking checking;
    struct publication publication;
    struct str card_extra;
    bool is_codenet;
};

/* A licence is known of Project CodeNet alone: EXIT_OK, or EXIT_FAILED with a message. */
static int find_license(const struct command *command, const struct arguments *arguments,
                        struct work *work)
{
    struct err err;
    if (codenet_origin_is(&work->is_codenet, work->db, &err) != 0)
        return command_fail(command, &err);
    if (work->is_codenet || arguments->naming.names.license)
        return EXIT_OK;
    err_set(
        &err,
        "the licence of the programs in '%s' is not known: by its problems, what was mined is "
        "not Project CodeNet; name the licence with --license ID (cc-by-4.0, mit, ..., or other)",
        arguments->db);
    return command_fail(command, &err);
}

/* Whether it may be published: EXIT_OK, or EXIT_FAILED with a message. */
static int check(const struct command *command, struct arguments *arguments, struct work *work)
{
    struct err err;
    int64_t n_splits;
    if (db_get_int(work->db, &n_splits, "SELECT count(*) FROM split_run", &err) != 0)
        return command_fail(command, &err);
    if (!n_splits) {
        struct str database = {0};
        shell_add_word(&database, arguments->db);
        err_set(&err, "'%s' has no splits; make them with: tokfix split %s", arguments->db,
                str_text(&database));
        str_release(&database);
        return command_fail(command, &err);
    }
    if (checking_run(&work->checking, work->db, arguments->db, &arguments->checking, &err) != 0)
        return command_fail(command, &err);
    if (work->checking.is_clean || arguments->is_despite_check)
        return EXIT_OK;
    publish_report_failures(command, arguments->db, work->checking.report);
    return EXIT_FAILED;
}

/* What the card tells of the store. */
static int collect(struct work *work, struct err *err)
{
    struct progress progress;
    progress_watch(&progress, "counting", work->db);
    int status = stats_collect(&work->stats, work->db, 0, err);
    progress_unwatch(&progress, work->db);
    return status;
}

static int read_extra(struct work *work, const char *path, struct err *err)
{
    if (!path)
        return 0;
    if (file_read(&work->card_extra, path, err) != 0)
        return ERR;
    if (utf8_is_valid(str_text(&work->card_extra), work->card_extra.length))
        return 0;
    return err_set(err, "'%s' is not UTF-8, and no section of a card", path);
}

static int write_folder(struct work *work, struct arguments *arguments, struct err *err)
{
    struct exporting *exporting = &arguments->exporting;
    struct str line = {0};
    if (collect(work, err) != 0 || read_extra(work, arguments->card_extra, err) != 0)
        return ERR;
    naming_complete(&arguments->naming,
                    json_text(json_get(json_get(work->stats, "run"), "language")),
                    work->is_codenet);
    str_print(&line, "%s -o %s", command_line_retold(), arguments->naming.names.name);
    exporting->choice.probe = export_probe;
    exporting->choice.rows = &exporting->options;
    work->publication = (struct publication){
        .names = &arguments->naming.names,
        .options = &exporting->options,
        .choice = &exporting->choice,
        .stats = work->stats,
        .check = work->checking.report,
        .is_forced = !work->checking.is_clean,
        .card_extra = &work->card_extra,
        .is_codenet = work->is_codenet,
    };
    struct publish_request request = {arguments->output, arguments->is_replacing,
                                      (size_t)arguments->n_shards, str_text(&line)};
    exporting_show_progress(exporting, "publishing", (int)arguments->checking.n_jobs);
    int status = publish_write(&work->publication, work->db, &request, err);
    progress_clear(&exporting->progress);
    str_release(&line);
    return status;
}

static int publish(const struct command *command, struct arguments *arguments)
{
    struct err err;
    struct work work = {0};
    if (arguments->exporting.options.is_parquet && parquet_load(&err) != 0)
        return command_fail(command, &err);
    if (store_open(&work.db, arguments->db, &err) != 0)
        return command_fail(command, &err);
    int status = find_license(command, arguments, &work);
    if (status == EXIT_OK)
        status = check(command, arguments, &work);
    if (status == EXIT_OK && write_folder(&work, arguments, &err) != 0)
        status = command_fail(command, &err);
    if (status == EXIT_OK)
        exporting_tell(command, &work.publication.account, &work.publication.left_out);
    if (status == EXIT_OK)
        publish_report_tree(command, arguments->output, &work.publication);
    if (status == EXIT_OK && arguments->is_json)
        publish_report_json(arguments->output, &work.publication);
    db_close(work.db);
    str_release(&work.card_extra);
    publication_release(&work.publication);
    checking_release(&work.checking);
    json_free(work.stats);
    return status;
}

static int set_shards(const struct command *command, int64_t *n_shards)
{
    if (command_number(optarg, 1, EXPORT_MAX_SHARDS, n_shards) == 0)
        return EXIT_OK;
    return command_usage(command, "--shards takes a number from 1 to %d, not '%s'",
                         EXPORT_MAX_SHARDS, optarg);
}

/* What changes the published bytes. */
static int set_told(const struct command *command, struct arguments *arguments, int code)
{
    int status;
    switch (code) {
    case OPTION_SHARDS:
        return set_shards(command, &arguments->n_shards);
    case OPTION_AGAINST:
        array_push(&arguments->checking.against, optarg);
        return EXIT_OK;
    case OPTION_CLOSED_OVER:
        arguments->checking.check.closure = guarding_closure(optarg);
        return EXIT_OK;
    case OPTION_PRESET:
        arguments->checking.check.fingerprints.preset = near_preset_find(optarg);
        return EXIT_OK;
    case OPTION_DESPITE_CHECK:
        arguments->is_despite_check = true;
        return EXIT_OK;
    case OPTION_CARD_EXTRA:
        arguments->card_extra = optarg;
        return EXIT_OK;
    default:
        status = naming_set(command, &arguments->naming, code);
        if (status == NAMING_NOT)
            status = matching_set(command, &arguments->checking.match, code);
        return status == MATCHING_NOT ? exporting_set(command, &arguments->exporting, code)
                                      : status;
    }
}

static int set_option(const struct command *command, void *context, int code)
{
    struct arguments *arguments = context;
    switch (code) {
    case 'o':
        arguments->output = optarg;
        return EXIT_OK;
    case OPTION_JSON:
        arguments->is_json = true;
        return EXIT_OK;
    case OPTION_FORCE:
        arguments->is_replacing = true;
        return EXIT_OK;
    case 'j':
        return command_line_jobs(command, optarg, &arguments->checking.n_jobs);
    default:
        return set_told(command, arguments, code);
    }
}

static int run_with(const struct command *command, struct arguments *arguments)
{
    struct exporting *exporting = &arguments->exporting;
    const struct export_format **format = &exporting->options.format;
    if (!arguments->output)
        return command_usage(command, "name the folder to make: -o DIR");
    if (strcmp(arguments->output, "-") == 0)
        return command_usage(command, "a folder cannot go to standard output; name one: -o DIR");
    if (!*format)
        *format = &export_format_pairs;
    if (!(*format)->features)
        return command_usage(command, "%s is no JSON lines; publish another format",
                             (*format)->name);
    int status = exporting_complete(command, exporting);
    for (int split = 0; split < N_SPLITS; split++)
        array_push(&exporting->choice.splits.list, split_names[split]);
    return status == EXIT_OK ? publish(command, arguments) : status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {
        .naming = naming_default(),
        .checking = {.match = matching_default(),
                     .n_jobs = pipeline_cpu_count(),
                     .top = REPORTED_ROWS},
    };
    int status;
    exporting_init(&arguments.exporting);
    if (command_line_read(command, argc, argv, set_option, &arguments, &status)) {
        arguments.db = argv[optind];
        status = run_with(command, &arguments);
    }
    array_release(&arguments.checking.against);
    naming_release(&arguments.naming);
    exporting_release(&arguments.exporting);
    return status;
}

static const struct command_group groups[] = {
    {"Options", own_options},
    {"How it is called", naming_options},
    {"The card", card_options},
    {"The check", check_options},
    {"What a row shows", exporting_row_options},
    {"Which fixes", exporting_filter_options},
    {0},
};

static const struct command_section sections[] = {
    {"Templates", "See `tokfix export --help`."},
    {0},
};

const struct command command_publish = {
    .name = "publish",
    .summary = "make a folder that is ready for a dataset hub",
    .synopsis = "DB -o DIR [OPTION]...",
    .text =
        "Writes a folder that is ready to be pushed to a dataset hub: the fixes of each split as "
        "compressed JSON lines or Parquet (data/), a data card (README.md), a citation (CITATION.cff), a "
        "manifest with the commands that make it again (manifest.json), and a description for "
        "machines (croissant.json, Croissant 1.1). Fixes that are in no split are not published. "
        "Refuses a database that `tokfix check` finds unclean.\n"
        "\n"
        "The database is only read: the result of the check is in the card and in manifest.json. "
        "Were it stored in the database, publishing again would give other bytes; to store it, run "
        "`tokfix check` with the same options first.\n"
        "\n"
        "The folder appears when it is complete: until then it is written as DIR.partial. The "
        "same database and options give the same bytes.",
    .groups = groups,
    .sections = sections,
    .exit_status = "0\tdone\n1\tnot clean, or failed: there is no folder\n2\twrong command line",
    .examples = "tokfix publish bugs.db -o fixes --creator 'Ada Lovelace' --version 1.0.0\n"
                "tokfix publish bugs.db -o chat --format messages --against quixbugs --shards 4",
    .operands = {"one database", 1, 1, NULL},
    .if_stopped = "nothing was made",
    .run = run,
};
