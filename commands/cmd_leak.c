/* tokfix leak: searches training data for programs of a benchmark and relatives of held-out fixes.
 */
#include "cli/command_line.h"
#include "commands/commands.h"
#include "commands/filters.h"
#include "commands/guarding.h"
#include "commands/values.h"
#include "db/store.h"
#include "guard/ancestry.h"
#include "guard/leak.h"
#include "report/leak_report.h"

#include <inttypes.h>
#include <string.h>

static const char *names_leak_kind(int number)
{
    return number < N_PAPER_LEAK_KINDS ? leak_kind_names[number] : NULL;
}

struct arguments {
    const char *db, *against;
    struct veracity_options veracity;
    const char *split;     /* NULL: all fixes */
    const char *split_set; /* NULL: the default */
    struct match_options options;
    int64_t n_jobs, limit;
    bool is_marking, is_unmarking, is_json;
};

static int take_against(const struct command_option *option, const char *text, void *variable,
                        struct err *err)
{
    if (*(const char **)variable)
        return err_set(err, "--against can be given only once; tokfix check takes several");
    return option_take_text(option, text, variable, err);
}

static const struct command_option own_options[] = {
    {0, "against", "BENCH", "search for the programs of this benchmark",
     TO_VARIABLE(const char *, arguments, against, take_against)},
    {0, "split", "NAME", "search in this split only", .otherwise = "all fixes",
     .names = names_split, TO_TEXT(arguments, split)},
    OPTION_SPLIT_SET(arguments, split_set),
    {0, "repaired", "FILE",
     "print the performance veracity of a system that repairs these items; FILE has one id per "
     "line",
     TO_TEXT(arguments, veracity.repaired)},
    {0, "retrained", "FILE",
     "with --repaired, the items that the system repairs after retraining without the leaking "
     "fixes",
     TO_TEXT(arguments, veracity.retrained)},
    {0, "leak-kind", "KIND",
     "with --repaired, the leaks that count\n"
     "pair: for a system trained from scratch or fine-tuned\n"
     "fixed: for a zero-shot system\n"
     "buggy: for a system that does not output code",
     "pair", TO_ENUM(arguments, veracity.kind, names_leak_kind)},
    {0, "mark", NULL,
     "mark leaking fixes as excluded, and store the evidence: fixes that contain a program of the "
     "benchmark on either side, and relatives of held-out fixes",
     TO_FLAG(arguments, is_marking)},
    {0, "unmark", NULL, "remove all marks set by --mark; the fixes return to their earlier splits",
     TO_FLAG(arguments, is_unmarking)},
    OPTION_LIMIT(arguments, limit, "maximum number of rows in each printed list", "20"),
    {0, "json", NULL, "print the whole report as one JSON object", TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

static size_t top_of(const struct arguments *arguments)
{
    return arguments->is_json ? SIZE_MAX : (size_t)arguments->limit;
}

/* Adds to the options in the report that only this split was searched. */
static void add_split(struct json *report, const char *split)
{
    scoped(str) options = {0};
    str_print(&options, "%s --split %s", json_text_at(report, "options"), split);
    json_free(json_take(report, "options"));
    json_set_text(report, "options", str_text(&options));
}

/* Searches for the benchmark; adds `benchmark` to the report, and marks. */
static int search_benchmark(const struct arguments *arguments, struct db *db, struct pairs *pairs,
                            struct json *report, int64_t *n_marked, struct err *err)
{
    scoped(progress) progress = {0};
    scoped(leak_search) search = {0};
    struct guard_options guard = guarding_options(arguments->n_jobs, &progress);
    struct leak_request request = {arguments->against, &arguments->options,
                                   arguments->split ? split_find(arguments->split) : NO_SPLIT};
    struct veracity veracity;
    if (leak_search_run(&search, &request, db, pairs, &guard, err) != 0)
        return ERR;
    progress_clear(&progress);
    struct json *found = leak_report_make(&search.leaks, pairs, &search.benchmark, &search.needles,
                                          top_of(arguments));
    json_set(report, "benchmark", found);
    if (arguments->split)
        add_split(found, arguments->split);
    if (arguments->veracity.repaired) {
        if (veracity_read(&veracity, &arguments->veracity, &search, err) != 0)
            return ERR;
        leak_report_add_veracity(found, &veracity);
    }
    return arguments->is_marking
               ? leaks_mark(&search.leaks, pairs, &search.benchmark, db, n_marked, err)
               : 0;
}

/* Looks for relatives; adds `ancestry` to the report, and marks. */
static int search_ancestry(const struct arguments *arguments, struct db *db,
                           const struct pairs *pairs, struct json *report, int64_t *n_marked,
                           struct err *err)
{
    scoped(ancestry) ancestry = {0};
    scoped(progress) progress = {0};
    progress_watch(&progress, "searching", db);
    if (ancestry_find(&ancestry, db, pairs, err) != 0)
        return ERR;
    json_set(report, "ancestry", ancestry_report_make(&ancestry, pairs, top_of(arguments)));
    if (!arguments->is_marking)
        return 0;
    if (ancestry.has_folds && ancestry.n_leaking && !arguments->against)
        return err_set(err,
                       "relatives in folds cannot be marked, because a fix that is excluded would "
                       "be missing in its own fold, too; make the folds again with --group-by "
                       "problem-cluster,user,duplicates to keep relatives in one fold");
    *n_marked = ancestry.has_folds ? 0 : ancestry.n_leaking;
    return ancestry.has_folds ? 0 : ancestry_mark(&ancestry, pairs, db, err);
}

static int search(const struct arguments *arguments, struct db *db, struct json *report,
                  struct err *err)
{
    scoped(pairs) pairs = {0};
    int64_t n_benchmark = 0, n_ancestry = 0;
    unsigned parts;
    if (store_read_parts(&parts, db, err) != 0 ||
        (arguments->split && parts && store_check_part(parts, arguments->split, err) != 0))
        return ERR;
    if (!parts && !arguments->against)
        return err_set(
            err,
            "'%s' has no splits to compare; run tokfix split first, or name a benchmark with "
            "--against",
            arguments->db);
    if (checking_name_set(report, db, err) != 0 || guarding_pairs(&pairs, db, true, err) != 0 ||
        (arguments->against &&
         search_benchmark(arguments, db, &pairs, report, &n_benchmark, err) != 0) ||
        (parts && search_ancestry(arguments, db, &pairs, report, &n_ancestry, err) != 0))
        return ERR;
    if (arguments->is_marking)
        json_set(report, "marked",
                 json_make(J_DOUBLE("benchmark", (double)n_benchmark),
                           J_DOUBLE("ancestry", (double)n_ancestry)));
    return 0;
}

static void print(const struct arguments *arguments, const struct json *report)
{
    const struct json *benchmark = json_get(report, "benchmark");
    const struct json *ancestry = json_get(report, "ancestry");
    const struct json *marked = json_get(report, "marked");
    if (arguments->is_json) {
        json_write_pretty(report, stdout);
        return;
    }
    if (benchmark)
        leak_report_print(benchmark, stdout);
    if (benchmark && ancestry)
        putchar('\n');
    if (ancestry)
        ancestry_report_print(ancestry, stdout);
    if (marked)
        printf("\n"
               "Marked as excluded (table exclusions): %s for the benchmark, %.0f for ancestry\n",
               counted((int64_t)json_number_at(marked, "benchmark"), "fix", "fixes").text,
               json_number_at(marked, "ancestry"));
}

static int leak(const struct command *command, const struct arguments *arguments, struct err *err)
{
    scoped(db) *db = NULL;
    scoped(json) *report = json_object();
    int (*open)(struct db **, const char *, struct err *) =
        arguments->is_marking ? guarding_begin : store_open;
    if (open(&db, arguments->db, err) != 0 ||
        store_choose_split_set(db, arguments->db, arguments->split_set, true, err) != 0 ||
        search(arguments, db, report, err) != 0 ||
        (arguments->is_marking &&
         (guarding_remember(db, report, err) != 0 || guarding_end(db, err) != 0)))
        return ERR;
    if (!arguments->is_marking)
        guarding_remember_read(command, arguments->db, arguments->n_jobs, &db, report);
    print(arguments, report); /* the last, because the reader of a pipe may be gone */
    return EXIT_OK;
}

static void print_unmarked(const struct unmarked *unmarked, bool is_json)
{
    if (is_json) {
        scoped(json) *report = json_object();
        json_set(report, "unmarked",
                 json_make(J_INT("fixes", unmarked->n_fixes),
                           J_INT("benchmark", unmarked->n_benchmark),
                           J_INT("ancestry", unmarked->n_ancestry)));
        json_write_pretty(report, stdout);
        return;
    }
    printf("Removed the marks of %s (table exclusions): %" PRId64 " for a benchmark, %" PRId64
           " for ancestry\n",
           counted(unmarked->n_fixes, "fix", "fixes").text, unmarked->n_benchmark,
           unmarked->n_ancestry);
}

/* Removes the marks. Mutants that were excluded along with their programs get splits again. */
static int unmark(const struct command *command, const struct arguments *arguments, struct err *err)
{
    scoped(db) *db = NULL;
    struct unmarked unmarked;
    int64_t n_left_out = 0;
    if (guarding_begin(&db, arguments->db, err) != 0 || leaks_unmark(&unmarked, db, err) != 0)
        return ERR;
    if (!unmarked.n_fixes) { /* nothing changed, so no step is recorded */
        print_unmarked(&unmarked, arguments->is_json);
        return EXIT_OK;
    }
    if (guarding_extend(db, arguments->n_jobs, err) != 0 ||
        db_get_int(db, &n_left_out,
                   "SELECT coalesce(sum(n_programs), 0) FROM mutate_left_out "
                   "WHERE reason = 'excluded'",
                   err) != 0 ||
        guarding_end(db, err) != 0)
        return ERR;
    print_unmarked(&unmarked, arguments->is_json);
    tell_count(command, unmarked.n_in_no_split,
               "of these fixes is in no split: run tokfix split again",
               "of these fixes are in no split: run tokfix split again");
    tell_count(
        command, n_left_out,
        "program was not mutated because the fixes were excluded: run tokfix mutate again",
        "programs were not mutated because the fixes were excluded: run tokfix mutate again");
    return EXIT_OK;
}

/* The number of file arguments that are standard input. */
static int n_standard_inputs(const struct arguments *arguments)
{
    const char *const files[] = {arguments->against, arguments->veracity.repaired,
                                 arguments->veracity.retrained};
    int n = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        n += files[i] && strcmp(files[i], "-") == 0;
    return n;
}

static int run(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    if (arguments->is_unmarking && command_line_has_other("unmark,json,jobs"))
        return command_usage(command, "--unmark can be combined only with --json and --jobs");
    if (arguments->is_unmarking)
        return unmark(command, arguments, err);
    if (arguments->veracity.repaired && !arguments->against)
        return command_usage(command, "--repaired needs a benchmark: add --against");
    if (command_line_has("retrained,leak-kind") && !arguments->veracity.repaired)
        return command_usage(command, "%s needs the repairs of a system: add --repaired",
                             arguments->veracity.retrained ? "--retrained" : "--leak-kind");
    if (n_standard_inputs(arguments) > 1)
        return command_usage(command, "only one file can be standard input (-)");
    bool is_searching = command_line_has("split") || command_line_has_of(guarding_match_options);
    if (is_searching && !arguments->against)
        return command_usage(command, "options of the search for a benchmark need --against");
    return leak(command, arguments, err);
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Matching programs", guarding_match_options, offsetof(struct arguments, options)},
    {0}};

const struct command command_leak = {
    .name = "leak",
    .manual =
        (const char[]){
#include "commands/help/leak.txt.inc"
        },
    .groups = groups,
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, arguments, db)},
    .if_stopped = "nothing was changed",
    ARGUMENTS(arguments, 0),
    .run = run,
};
