/* tokfix check: tests whether a data set is clean. */
#include "db/store.h"
#include "commands/commands.h"
#include "commands/guarding.h"
#include "commands/values.h"
#include "report/leak_report.h"

struct arguments {
    const char *db;
    struct checking_options options;
    int64_t limit, n_jobs;
    bool is_json;
};

static const struct command_option own_options[] = {
    {0, "against", "BENCH",
     "search for the programs of this benchmark: a folder or a file, see `tokfix leak --help`; may "
     "be repeated",
     TO_TEXTS(arguments, options.against)},
    OPTION_LIMIT(arguments, limit, "maximum number of rows in each printed list", "20"),
    {0, "json", NULL, "print the whole report as one JSON object", TO_FLAG(arguments, is_json),
     UNTOLD},
    OPTION_JOBS(arguments, n_jobs),
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
static void tell_remedy(const struct checking *checking, const char *db, const struct str *dedup)
{
    bool are_splits_clean = true;
    json_each(test, json_get(json_get(checking->report, "splits"), "tests")) {
        are_splits_clean = are_splits_clean && json_is_true(json_get(test, "passed"));
    }
    if (checking->is_clean)
        tell_next("tokfix export", db, " --format pairs -o pairs/");
    else if (!are_splits_clean)
        tell_next("tokfix dedup", db, str_text(dedup));
    else
        tell_next("tokfix leak", db, " --against BENCH --mark");
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    scoped(db) *db = NULL;
    scoped(checking) checking = {0};
    scoped(str) dedup = {0};
    arguments->options.limit = arguments->is_json ? SIZE_MAX : (size_t)arguments->limit;
    if (store_open_by(&db, arguments->db, (int)arguments->n_jobs, err) != 0 ||
        guarding_check(&checking, db, arguments->db, &arguments->options, arguments->n_jobs, err) !=
            0)
        return ERR;
    print(&checking, arguments->is_json);
    guarding_add_dedup_options(&dedup, db);
    guarding_remember_read(command, arguments->db, arguments->n_jobs, &db, checking.report);
    if (!arguments->is_json)
        tell_remedy(&checking, arguments->db, &dedup);
    return checking.is_clean ? EXIT_OK : EXIT_FAILED;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Grouping", guarding_split_options, offsetof(struct arguments, options.check)},
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
    .run = run,
};
