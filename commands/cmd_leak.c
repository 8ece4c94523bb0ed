/* tokfix leak: what of a benchmark, or of held-out splits, stands in training data. */
#include "cli/command_line.h"
#include "cli/tell.h"
#include "db/store.h"
#include "guard/leak.h"
#include "commands/commands.h"
#include "commands/guarding.h"
#include "commands/values.h"
#include "report/leak_report.h"

#include <inttypes.h>
#include <string.h>

static const char *names_leak_kind(int number)
{
    return number < N_PAPER_LEAK_KINDS ? leak_kind_name((enum leak_kind)number) : NULL;
}

struct arguments {
    const char *db, *against;
    struct veracity_options veracity;
    const char *split; /* NULL: all fixes */
    struct match_options options;
    int64_t n_jobs, top;
    bool is_marking, is_unmarking, is_json;
};

static int take_against(const struct command_option *option, const char *text, void *variable,
                        struct err *err)
{
    if (*(const char **)variable)
        return err_set(err, "--against may stand only once; tokfix check takes more");
    return option_take_text(option, text, variable, err);
}

static const struct command_option own_options[] = {
    {0, "against", "BENCH", "the benchmark",
     TO_VARIABLE(const char *, arguments, against, take_against)},
    {0, "split", "NAME", "search in this split only", .otherwise = "all fixes",
     .names = names_split, TO_TEXT(arguments, split)},
    {0, "repaired", "FILE",
     "print the performance veracity of a system that repairs these items, ids one a line",
     TO_TEXT(arguments, veracity.repaired)},
    {0, "retrained", "FILE",
     "with --repaired: what the system repairs after it was retrained without what leaks",
     TO_TEXT(arguments, veracity.retrained)},
    {0, "leak-kind", "KIND",
     "with --repaired: which leaks count\n"
     "pair\tof a system that was trained from scratch or fine-tuned\n"
     "fixed\tof a zero-shot system\n"
     "buggy\tof a system whose output is not code",
     "pair", TO_ENUM(arguments, veracity.kind, names_leak_kind)},
    {0, "mark", NULL,
     "mark what leaks as excluded, with the evidence: the fixes that hold a program of the "
     "benchmark on either side, and the relatives",
     TO_FLAG(arguments, is_marking)},
    {0, "unmark", NULL,
     "remove the marks of all earlier --mark; the fixes are in the splits they were in before",
     TO_FLAG(arguments, is_unmarking)},
    {0, "top", "N", "rows in each list that is printed", "20", TO_TOP(arguments, top)},
    {0, "json", NULL, "everything as one JSON object", TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

/* That one split was searched is among the options of a report. */
static void add_split(struct json *report, const char *split)
{
    struct str options = {0};
    str_print(&options, "%s --split %s", json_text(json_get(report, "options")), split);
    json_free(json_take(report, "options"));
    json_set_text(report, "options", str_text(&options));
    str_release(&options);
}

/* Searches for the benchmark; adds `benchmark` to the report, and marks. */
static int search_benchmark(const struct arguments *arguments, struct db *db, struct pairs *pairs,
                            struct json *report, int64_t *n_marked, struct err *err)
{
    struct progress progress;
    struct guard_options guard = guarding_options(arguments->n_jobs, &progress);
    struct leak_search search;
    int status =
        leak_search_run(&search, arguments->against, db, pairs, &arguments->options,
                        arguments->split ? split_find(arguments->split) : NO_SPLIT, &guard, err);
    progress_clear(&progress);
    if (status == 0) {
        size_t top = arguments->is_json ? SIZE_MAX : (size_t)arguments->top;
        struct json *found =
            leak_report_make(&search.leaks, pairs, &search.benchmark, &search.needles, top);
        struct veracity veracity;
        if (arguments->split)
            add_split(found, arguments->split);
        if (arguments->veracity.repaired)
            status = veracity_read(&veracity, &arguments->veracity, &search, err);
        if (arguments->veracity.repaired && status == 0)
            leak_report_add_veracity(found, &veracity);
        json_set(report, "benchmark", found);
    }
    if (status == 0 && arguments->is_marking)
        status = leaks_mark(&search.leaks, pairs, &search.benchmark, db, n_marked, err);
    leak_search_release(&search);
    return status;
}

/* Looks for relatives; adds `ancestry` to the report, and marks. */
static int search_ancestry(const struct arguments *arguments, struct db *db,
                           const struct pairs *pairs, struct json *report, int64_t *n_marked,
                           struct err *err)
{
    struct ancestry ancestry;
    struct progress progress;
    progress_watch(&progress, "searching", db);
    int status = ancestry_find(&ancestry, db, pairs, err);
    if (status == 0) {
        size_t top = arguments->is_json ? SIZE_MAX : (size_t)arguments->top;
        json_set(report, "ancestry", ancestry_report_make(&ancestry, pairs, top));
        if (arguments->is_marking)
            status = ancestry_mark(&ancestry, pairs, db, err);
        *n_marked = ancestry.n_leaking;
    }
    progress_unwatch(&progress, db);
    ancestry_release(&ancestry);
    return status;
}

static int search(const struct arguments *arguments, struct db *db, struct json *report,
                  struct err *err)
{
    struct pairs pairs;
    int64_t n_splits, n_benchmark = 0, n_ancestry = 0;
    int status = db_get_int(db, &n_splits, "SELECT count(*) FROM split_run", err);
    if (status == 0 && !n_splits && !arguments->against)
        status = err_set(err,
                         "'%s' has no splits whose ancestry could be compared; run tokfix split "
                         "first, or name a benchmark with --against",
                         arguments->db);
    if (status != 0)
        return ERR;
    status = guarding_pairs(&pairs, db, err);
    if (status == 0 && arguments->against)
        status = search_benchmark(arguments, db, &pairs, report, &n_benchmark, err);
    if (status == 0 && n_splits)
        status = search_ancestry(arguments, db, &pairs, report, &n_ancestry, err);
    if (arguments->is_marking) {
        struct json *marked = json_object();
        json_set_double(marked, "benchmark", (double)n_benchmark);
        json_set_double(marked, "ancestry", (double)n_ancestry);
        json_set(report, "marked", marked);
    }
    pairs_release(&pairs);
    return status;
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
    double n_of_benchmark = json_number(json_get(marked, "benchmark"), 0);
    if (marked)
        printf("\nMarked as excluded (table exclusions): %.0f %s for the benchmark, %.0f for "
               "ancestry\n",
               n_of_benchmark, plural(n_of_benchmark, "fix", "fixes"),
               json_number(json_get(marked, "ancestry"), 0));
}

static int leak(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct db *db;
    int status = arguments->is_marking ? guarding_begin(&db, arguments->db, &err)
                                       : store_open(&db, arguments->db, &err);
    if (status != 0)
        return command_fail(command, &err);
    struct json *report = json_object();
    status = search(arguments, db, report, &err);
    if (arguments->is_marking) {
        if (status == 0)
            status = guarding_remember(db, report, &err);
        status = guarding_end(db, command, command_line_retold(), status, &err);
    }
    if (status == 0)
        print(arguments, report);
    if (!arguments->is_marking && status == 0)
        guarding_remember_read(command, arguments->db, db, report);
    else if (!arguments->is_marking)
        db_close(db);
    json_free(report);
    return status == 0 ? EXIT_OK : command_fail(command, &err);
}

static void print_unmarked(const struct unmarked *unmarked, bool is_json)
{
    if (is_json) {
        struct json *report = json_object(), *counts = json_object();
        json_set_int(counts, "fixes", unmarked->n_fixes);
        json_set_int(counts, "benchmark", unmarked->n_benchmark);
        json_set_int(counts, "ancestry", unmarked->n_ancestry);
        json_set(report, "unmarked", counts);
        json_write_pretty(report, stdout);
        json_free(report);
        return;
    }
    printf("Removed the marks of %" PRId64 " %s (table exclusions): %" PRId64
           " for a benchmark, %" PRId64 " for ancestry\n",
           unmarked->n_fixes, plural((double)unmarked->n_fixes, "fix", "fixes"),
           unmarked->n_benchmark, unmarked->n_ancestry);
}

/* Mutants that were excluded because their programs were get their splits. */
static int unmark(const struct command *command, const struct arguments *arguments)
{
    struct err err;
    struct db *db;
    struct unmarked unmarked;
    if (guarding_begin(&db, arguments->db, &err) != 0)
        return command_fail(command, &err);
    int64_t n_left_out = 0;
    int status = leaks_unmark(&unmarked, db, &err);
    if (status == 0 && !unmarked.n_fixes) { /* nothing was done, and it is no step */
        db_close(db);
        print_unmarked(&unmarked, arguments->is_json);
        return EXIT_OK;
    }
    if (status == 0)
        status = guarding_extend(db, arguments->n_jobs, &err);
    if (status == 0)
        status = db_get_int(db, &n_left_out,
                            "SELECT coalesce(sum(n_programs), 0) FROM mutate_left_out "
                            "WHERE reason = 'excluded'",
                            &err);
    if (guarding_end(db, command, command_line_retold(), status, &err) != 0)
        return command_fail(command, &err);
    print_unmarked(&unmarked, arguments->is_json);
    if (unmarked.n_in_no_split)
        tell(command, "%" PRId64 " of these %s in no split: run tokfix split again",
             unmarked.n_in_no_split,
             plural((double)unmarked.n_in_no_split, "fixes is", "fixes are"));
    if (n_left_out)
        tell(command,
             "%" PRId64 " %s not mutated because the fixes were excluded: run tokfix mutate again",
             n_left_out, plural((double)n_left_out, "program was", "programs were"));
    return EXIT_OK;
}

/* How many of the files are standard input. */
static int n_standard_inputs(const struct arguments *arguments)
{
    const char *const files[] = {arguments->against, arguments->veracity.repaired,
                                 arguments->veracity.retrained};
    int n = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        n += files[i] && strcmp(files[i], "-") == 0;
    return n;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {0};
    int status;
    if (!command_line_read(command, argc, argv, &arguments, &status))
        return status;
    arguments.db = argv[optind];
    if (arguments.is_unmarking && command_line_has_other("unmark,json,jobs"))
        return command_usage(command, "--unmark searches for nothing: it takes no options but "
                                      "--json and --jobs");
    if (arguments.is_unmarking)
        return unmark(command, &arguments);
    if (arguments.veracity.repaired && !arguments.against)
        return command_usage(command, "--repaired names items of a benchmark: add --against");
    if ((command_line_has("retrained,leak-kind")) && !arguments.veracity.repaired)
        return command_usage(command, "%s is about what a system repairs: add --repaired",
                             arguments.veracity.retrained ? "--retrained" : "--leak-kind");
    if (n_standard_inputs(&arguments) > 1)
        return command_usage(command, "only one file can be standard input (-)");
    bool is_searching = command_line_has("split") || command_line_has_of(guarding_match_options);
    if (is_searching && !arguments.against)
        return command_usage(command, "these options say how to search for a benchmark: add "
                                      "--against");
    return leak(command, &arguments);
}

static const struct command_group groups[] = {{"Options", own_options, 0},
                                              {"When a program is found in another",
                                               guarding_match_options,
                                               offsetof(struct arguments, options)},
                                              {0}};

static const struct command_section sections[] = {
    {"Kinds of leaks",
     "Those of Li et al., Journal of Software 35(7), 2024:\n"
     "buggy\tan item's buggy program is in the buggy program of a fix\n"
     "fixed\tits fixed program is in the fixed program of a fix\n"
     "pair\tboth are in the same fix; such a leak counts as buggy and as fixed, too\n"
     "\n"
     "Others:\n"
     "buggy-in-fixed\tan item's buggy program is in the fixed program of a fix\n"
     "fixed-in-buggy\tits fixed program is in the buggy program of a fix\n"
     "program\ta program of a folder of sources, which does not say which are buggy\n"
     "\n"
     "A pair leak is listed once. Its sides, and a program that is found on the other side too, "
     "have rows of their own only where they match more strongly.\n"
     "\n"
     "--mark excludes a fix for a leak of any kind: one side is enough, as in the data set "
     "Clean4J. The paper looks for texts of any length: --match type1 --min-tokens 1. Here, tokens "
     "are compared, not text."},
    {"Performance veracity",
     "PV = (Perf_o - Perf_L) / Perf_T, formula 6 of the paper. Perf_o: the items of --repaired. "
     "Perf_L: those of them that leak, in the kind of --leak-kind. Perf_T: Perf_o without the "
     "items of Perf_L that are missing in --retrained; without --retrained, Perf_o. Other items "
     "that retraining lost or gained are printed and do not count. The paper looks for the patches "
     "that a system made; to do so, put them into fixed/ of BENCH."},
    {"Ancestry",
     "Near duplicates have a high Jaccard similarity of tokens (tokfix dedup --preset). The essay "
     "on history leakage takes the cosine similarity of CodeBERT vectors, from 0.85: these are "
     "different measures, and their figures cannot be compared."},
    {0}};

const struct command command_leak = {
    .name = "leak",
    .summary = "find benchmark and held-out programs in training data",
    .synopsis = "DB [--against BENCH] [OPTION]...",
    .text =
        "Finds leakage. With --against: programs of a benchmark in the fixes of the database. When "
        "the database has splits: relatives "
        "of held-out fixes in a split that is held out less, that is, other fixes of the same "
        "history and duplicates as `tokfix dedup` linked them, with the chain. Fixes that are "
        "marked as excluded do not count.\n"
        "\n"
        "BENCH is a folder with buggy/ and fixed/, a file of JSON lines (`pairs` as tokfix "
        "exports them, or `nbf`), or any folder of sources.\n"
        "\n"
        "A fix that --mark excludes keeps its row in the table splits, and is not used; the view "
        "split_sizes counts what is left of each split. --unmark removes all marks of --mark. "
        "Fixes that were marked before tokfix split was run are in no split then, and programs "
        "that were not mutated because of marks have no mutants; messages say how many.",
    .groups = groups,
    .sections = sections,
    .exit_status = "0\tdone, whether or not something leaks (see: tokfix check)\n1\tfailed\n"
                   "2\twrong command line",
    .examples = "tokfix leak bugs.db --against quixbugs --match type2\n"
                "tokfix leak bugs.db --against real_bugs.jsonl --match similar --mark\n"
                "tokfix leak bugs.db --unmark\n"
                "tokfix leak bugs.db --json",
    .operands = {"one database", 1, 1, NULL},
    .if_stopped = "nothing was changed",
    .run = run,
};
