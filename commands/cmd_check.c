/* tokfix check: tests whether a data set is clean. */
#include "base/file.h"
#include "base/packed.h"
#include "cli/command_line.h"
#include "db/store.h"
#include "commands/commands.h"
#include "commands/filters.h"
#include "commands/guarding.h"
#include "commands/values.h"
#include "export/parquet.h"
#include "report/leak_report.h"
#include "report/training_report.h"

#include <string.h>

struct arguments {
    const char *db, *split_set;
    struct checking_options options;
    int64_t limit, n_jobs;
    bool is_json;
    struct text_list training, rewrites;
    const char *held_out;
};

static const struct command_option own_options[] = {
    {0, "against", "BENCH",
     "search for the programs of this benchmark: a folder or a file, see `tokfix leak --help`; may "
     "be repeated",
     TO_TEXTS(arguments, options.against)},
    OPTION_SPLIT_SET(arguments, split_set),
    OPTION_LIMIT(arguments, limit, "maximum number of rows in each printed list", "20"),
    {0, "json", NULL, "print the whole report as one JSON object", TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

static const struct command_option training_options[] = {
    {0, "training", "FILE",
     "search for programs of held-out fixes in this file of training data: JSON lines; may be "
     "compressed; - is standard input; may be repeated. Renamed "
     "programs are found, too, unless --match type1 is given",
     TO_TEXTS(arguments, training)},
    {0, "held-out", "LIST", "the splits whose programs must not be there", "test",
     TO_TEXT(arguments, held_out)},
    {0, "rewrites", "DB",
     "also search for the programs of these splits in this database, such as one that `tokfix "
     "rewrite` made; may be repeated",
     TO_TEXTS(arguments, rewrites)},
    {0},
};

static void print(const struct checking *checking, bool is_json)
{
    const struct json *splits = json_get(checking->report, "splits");
    const struct json *benchmarks = json_get(checking->report, "benchmarks");
    if (is_json) {
        json_write_pretty(checking->report, stdout);
        return;
    }
    if (splits)
        check_report_print(splits, stdout);
    else
        puts("no splits; only the benchmarks were searched");
    json_each(one, benchmarks) {
        putchar('\n');
        leak_report_print(one, stdout);
    }
    int64_t n_unread = (int64_t)checking->n_rejected;
    printf("\n%s", checking->is_clean ? "clean" : "NOT CLEAN");
    if (n_unread > 0)
        printf("%s: %s of the benchmarks could not be read, so %s not searched",
               checking->is_clean ? ", as far as could be checked" : "",
               counted(n_unread, "program", "programs").text,
               n_unread == 1 ? "it was" : "they were");
    putchar('\n');
}

/* Splits come first: a new split must know all duplicates. */
static void tell_remedy(const struct checking *checking, const struct arguments *arguments,
                        const struct str *dedup)
{
    const char *db = arguments->db;
    scoped(str) next = {0};
    bool are_splits_clean = true;
    json_each(test, json_get(json_get(checking->report, "splits"), "tests")) {
        are_splits_clean = are_splits_clean && json_is_true(json_get(test, "passed"));
    }
    filters_add_set(&next, arguments->split_set);
    str_add_text(&next,
                 checking->is_clean ? " --format pairs -o pairs/" : " --against BENCH --mark");
    if (checking->is_clean)
        tell_next("tokfix export", db, str_text(&next));
    else if (!are_splits_clean)
        tell_next("tokfix dedup", db, str_text(dedup));
    else
        tell_next("tokfix leak", db, str_text(&next));
}

/* ---- Training data ---- */

/* Refuses what does not have its rows in lines, and says what to do. A folder is not searched,
 * because most have the rows of test, too. */
static int refuse_training(const char *path, struct err *err)
{
    enum file_kind kind = file_kind_at(path);
    if (kind == FILE_KIND_FOLDER)
        return err_set(err,
                       "'%s' is a folder; name the files in it that are for training, such as "
                       "train.jsonl",
                       path);
    if (kind == FILE_KIND_DATABASE)
        return err_set(err,
                       "'%s' is a database; name the files of rows that were exported from it, or "
                       "for rewrites --rewrites",
                       path);
    if (parquet_is_name(path) || file_has_extension(path, "csv"))
        return err_set(err, "'%s' is not JSON lines; write its rows as .jsonl", path);
    return 0;
}

/* Open databases; release with array_release() after the databases. */
struct databases {
    ARRAY(struct db *) list;
};

static void databases_release(struct databases *databases)
{
    for (size_t i = 0; i < databases->list.n; i++)
        db_close(databases->list.items[i]);
    array_release(&databases->list);
}
SCOPED_VALUE(databases, databases_release)

static int open_databases(struct databases *out, const struct arguments *arguments, struct err *err)
{
    for (size_t i = 0; i <= arguments->rewrites.n; i++) {
        const char *path = i ? arguments->rewrites.items[i - 1] : arguments->db;
        struct db *db = NULL;
        if (store_open_by(&db, path, 1, err) != 0)
            return ERR;
        array_push(&out->list, db);
        if (store_choose_split_set(db, path, arguments->split_set, true, err) != 0)
            return ERR;
    }
    return 0;
}

static int check_training(const struct arguments *arguments, struct err *err)
{
    const struct match_options *match = &arguments->options.match;
    scoped(progress) progress = {0};
    scoped(databases) databases = {.list = {0}};
    scoped(training) training = {.n_rows = 0};
    for (size_t i = 0; i < arguments->training.n; i++)
        if (refuse_training(arguments->training.items[i], err) != 0)
            return ERR;
    if (open_databases(&databases, arguments, err) != 0)
        return ERR;
    progress_start(&progress, "", NULL, 0);
    const struct training_options options = {
        .files = arguments->training,
        .held_out = {databases.list.items, databases.list.n, arguments->held_out},
        .match = {.min_tokens = match->min_tokens,
                  .is_renamed = !command_line_has("match") || match->match == MATCH_TYPE2,
                  .renames_literals = match->renames_literals},
        .n_jobs = (int)arguments->n_jobs,
        .meter = progress_meter(&progress),
    };
    if (training_search(&training, &options, err) != 0)
        return ERR;
    progress_clear(&progress);
    size_t limit = arguments->is_json ? SIZE_MAX : (size_t)arguments->limit;
    scoped(json) *report = training_report_make(&training, &options, limit);
    if (arguments->is_json)
        json_write_pretty(report, stdout);
    else
        training_report_print(report, stdout);
    return json_is_true(json_get(report, "clean")) ? EXIT_OK : EXIT_FAILED;
}

static int prepare(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    (void)err;
    if (!arguments->training.n && command_line_has("held-out,rewrites"))
        return command_usage(command, "--held-out and --rewrites need --training");
    if (!arguments->training.n)
        return 0;
    if (command_line_has("against,group-by,preset"))
        return command_usage(command, "--training is a check of its own: remove --against, "
                                      "--group-by and --preset");
    if (arguments->options.match.match == MATCH_SIMILAR)
        return command_usage(command, "--training finds exact and renamed programs: choose --match "
                                      "type1 or type2");
    return 0;
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    if (arguments->training.n)
        return check_training(arguments, err);
    scoped(db) *db = NULL;
    scoped(checking) checking = {0};
    scoped(str) dedup = {0};
    arguments->options.limit = arguments->is_json ? SIZE_MAX : (size_t)arguments->limit;
    if (store_open_by(&db, arguments->db, (int)arguments->n_jobs, err) != 0 ||
        store_choose_split_set(db, arguments->db, arguments->split_set, true, err) != 0 ||
        guarding_check(&checking, db, arguments->db, &arguments->options, arguments->n_jobs, err) !=
            0)
        return ERR;
    guarding_add_dedup_options(&dedup, db);
    guarding_remember_read(command, arguments->db, arguments->n_jobs, &db, checking.report);
    print(&checking, arguments->is_json); /* the last, because the reader of a pipe may be gone */
    if (!arguments->is_json)
        tell_remedy(&checking, arguments, &dedup);
    return checking.is_clean ? EXIT_OK : EXIT_FAILED;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Grouping", guarding_split_options, offsetof(struct arguments, options.check)},
    {"Training data", training_options, 0},
    {"Matching programs", guarding_match_options, offsetof(struct arguments, options.match)},
    {0},
};

const struct command command_check = {
    .name = "check",
    .manual =
        (const char[]){
#include "commands/help/check.txt.inc"
        },
    .groups = groups,
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, arguments, db)},
    ARGUMENTS(arguments, 0),
    .prepare = prepare,
    .run = run,
};
