/* tokfix dedup: finds clusters of duplicates, conflicting fixes and identical problems. */
#include "cli/command_line.h"
#include "guard/duplicates.h"
#include "guard/problem_ties.h"
#include "commands/commands.h"
#include "commands/guarding.h"
#include "commands/values.h"
#include "report/dedup_report.h"

struct arguments {
    const char *db, *problem_clusters;
    struct fingerprint_options fingerprints;
    int64_t n_jobs, limit;
    bool is_json;
};

static const struct command_option own_options[] = {
    {0, "preset", "NAME",
     "definition of near duplicates\n"
     "allamanis\tsimilarity of at least 0.8 for sets of tokens and 0.7 for multisets; 20 tokens "
     "or more\n"
     "buglab\tsimilarity of at least 0.85 for sets of tokens; 10 tokens or more\n"
     "bigcode\tsimilarity of at least 0.7 for sets of runs of 5 tokens; 10 tokens or more",
     "allamanis", TO_PRESET(arguments, fingerprints.preset)},
    {0, "literals", NULL, "for renamed duplicates, also number the literals",
     TO_FLAG(arguments, fingerprints.renames_literals)},
    {0, "problem-clusters", "FILE",
     "read clusters of identical problems from FILE: each line has the problem ids of one "
     "cluster, separated by commas",
     TO_TEXT(arguments, problem_clusters)},
    OPTION_LIMIT(
        arguments, limit,
        "maximum number of rows in each printed list: clusters of each kind, programs with "
        "conflicting fixes, identical problems",
        "10"),
    {0, "json", NULL, "print the report as one JSON object", TO_FLAG(arguments, is_json), UNTOLD},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

static int find_duplicates(const struct arguments *arguments, struct db *db, struct err *err)
{
    scoped(pairs) pairs = {0};
    scoped(fingerprints) prints = {0};
    scoped(duplicates) duplicates = {0};
    scoped(progress) progress = {0};
    struct guard_options guard = guarding_options(arguments->n_jobs, &progress);
    if (guarding_pairs(&pairs, db, err) != 0 ||
        fingerprints_make(&prints, db, &pairs, &arguments->fingerprints, &guard, err) != 0)
        return ERR;
    duplicates_find(&duplicates, &pairs, &prints, false, &guard);
    progress_clear(&progress);
    progress_watch(&progress, "writing", db);
    return duplicates_store(&duplicates, &pairs, &prints, db, err);
}

/* Links problems, and collects the report. */
static int summarize(const struct arguments *arguments, struct db *db, struct json **report,
                     struct err *err)
{
    scoped(progress) progress = {0};
    progress_watch(&progress, "counting", db);
    return problem_ties_make(db, arguments->problem_clusters, err) == 0
               ? dedup_report_collect(report, db, arguments->limit, err)
               : ERR;
}

static int run(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    scoped(db) *db = NULL;
    scoped(json) *report = NULL;
    scoped(str) again = {0};
    int64_t n_splits, n_earlier;
    if (guarding_begin(&db, arguments->db, err) != 0 ||
        db_get_int(db, &n_splits, "SELECT count(*) FROM split_run", err) != 0 ||
        db_get_int(db, &n_earlier, "SELECT count(*) FROM dedup_run", err) != 0 ||
        find_duplicates(arguments, db, err) != 0 || summarize(arguments, db, &report, err) != 0 ||
        guarding_end(db, command, command_line_retold(), err) != 0)
        return ERR;
    (arguments->is_json ? json_write_pretty : dedup_report_print)(report, stdout);
    if (n_earlier)
        tell(command, "replaced the earlier duplicates");
    if (n_splits)
        tell(command,
             "the splits depend on the earlier duplicates; run tokfix split again, with the same "
             "options and --replace, to group fixes by the new ones");
    guarding_add_split_options(&again, db);
    if (n_splits)
        str_add_text(&again, " --replace");
    if (!arguments->is_json)
        tell_next("tokfix split", arguments->db, str_text(&again));
    return EXIT_OK;
}

const struct command command_dedup = {
    .name = "dedup",
#include "dedup.help"
    .groups = OPTION_GROUP(own_options),
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, arguments, db)},
    .if_stopped = "nothing was changed",
    ARGUMENTS(arguments, 0),
    .run = run,
};
