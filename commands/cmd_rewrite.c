/* tokfix rewrite: rewrites programs without changing their meaning. */
#include "augment/rewrite.h"
#include "base/file.h"
#include "base/json.h"
#include "base/target.h"
#include "commands/command_list.h"
#include "commands/database_access.h"
#include "commands/filter_options.h"
#include "commands/program_language.h"
#include "commands/progress.h"
#include "commands/cli/command_line.h"
#include "db/store_log.h"
#include "report/printout.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char rewrite_text[] = {
#include "report/text/rewrite.txt.inc"
};

enum { MAX_PER_KIND = 100 };

struct arguments {
    const char *input, *output;
    struct rewrite_run run;
    int64_t n_jobs;
    bool is_replacing, is_json;
};

/* "3", or "3-8". */
static int take_per_kind(const struct command_option *option, const char *text, void *variable,
                         struct err *err)
{
    struct rewrite_choice *choice = variable;
    size_t length = strcspn(text, "-");
    char *first = mem_copy_text(text, length);
    int status = option_number(first, 1, option->max, &choice->least);
    (void)err;
    choice->most = choice->least;
    if (status == 0 && text[length])
        status = option_number(text + length + 1, choice->least, option->max, &choice->most);
    free(first);
    return status;
}

static const struct command_option own_options[] = {
    {'o', "output", "PATH", "database or folder to create; required", TO_TEXT(arguments, output)},
    {0, "kind", "LIST",
     "kinds of rewrites\n"
     "rename: one variable or parameter gets another name\n"
     "condition: the sides of a comparison in a condition are swapped (if, elif, while, "
     "conditional expression): if a < b becomes if b > a",
     "rename,condition", TO_BITS(arguments, run.choice.kinds, rewrite_kind_name)},
    {0, "per-kind", "N",
     "number of rewrites of each kind for a fix or program; or a range such as 3-8, from which "
     "the number is drawn at random. If fewer are possible, all of them are made",
     "1", .max = MAX_PER_KIND, .takes = "a whole number from 1 to {max}, or two as in 3-8",
     TO_VARIABLE(struct rewrite_choice, arguments, run.choice, take_per_kind)},
    {0, "marked", "LIST",
     "with a database, rewrite fixes with these marks only: duplicates, conflicts, excluded; none: "
     "fixes without a mark; or all",
     "none,duplicates,conflicts", TO_BITS(arguments, run.marks, filter_mark_name)},
    OPTION_SPLIT_SET(arguments, run.fixes.split_set),
    OPTION_SEED(arguments, run.choice.seed),
    {0, "language", "NAME", "language of the programs of a folder", LANGUAGE_DEFAULT,
     TO_LANGUAGE(arguments, run.choice.language)},
    {0, "force", NULL, "replace an existing database", TO_FLAG(arguments, is_replacing)},
    {0, "json", NULL, "print a summary as one JSON object on standard output",
     TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

/* `unit` names the items: "fixes" or "programs". */
static struct json *collect(const struct rewrite_counts *counts,
                            const struct rewrite_choice *choice, const char *unit)
{
    struct json *kinds = json_array(), *missing = json_array();
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++) {
        struct json *row = json_make(J_TEXT("kind", rewrite_kind_name(kind)),
                                     J_INT("rewritten", counts->n_rewritten[kind]),
                                     J_INT("rewrites", counts->n_rewrites[kind]));
        if (!(choice->kinds & (1u << kind))) {
            json_free(row);
            continue;
        }
        if (choice->least > 1)
            json_set_int(row, "fewer", counts->n_fewer[kind]);
        json_set_int(row, "without", counts->n_read - counts->n_rewritten[kind]);
        json_push(kinds, row);
        for (enum rewrite_reason reason = 0; reason < N_REWRITE_REASONS; reason++)
            if (counts->n_refused[kind][reason])
                json_push(missing, json_make(J_TEXT("kind", rewrite_kind_name(kind)),
                                             J_TEXT("reason", rewrite_reason_name(reason)),
                                             J_INT("n", counts->n_refused[kind][reason])));
    }
    return json_make(J_TEXT("unit", unit), J_INT("n", counts->n_read),
                     J_INT("least", choice->least), J_VALUE("kinds", kinds),
                     J_VALUE("missing", missing), J_INT("left_out_marked", counts->n_unlisted),
                     J_INT("left_out_not_real", counts->n_made),
                     J_INT("in_no_split", counts->n_in_no_split));
}

/* Prints the summary before the output gets its final name, because JSON is data: if writing it
 * fails, the command fails and leaves no output. */
static int summarize(const struct arguments *arguments, const struct rewrite_counts *counts,
                     const char *unit, struct err *err)
{
    scoped(json) *summary = collect(counts, &arguments->run.choice, unit);
    progress_clear(arguments->run.meter.context);
    if (arguments->is_json)
        json_write_pretty(summary, stdout);
    else if (tell_stream())
        printout_print(rewrite_text, summary, NULL, tell_stream());
    return file_flush(stdout, "-", err);
}

/* Fails if no rewrite was made. The summary says why. */
static int refuse_nothing(const struct rewrite_counts *counts, const char *unit, struct err *err)
{
    for (enum rewrite_kind kind = 0; kind < N_REWRITE_KINDS; kind++)
        if (counts->n_rewrites[kind])
            return 0;
    if (!counts->n_read)
        return err_set(err, "there is nothing to write: there are no %s to rewrite", unit);
    return err_set(err, "there is nothing to write: no rewrite of %" PRId64 " %s is possible",
                   counts->n_read, unit);
}

static int write_store(const struct command *command, struct arguments *arguments, struct db *db,
                       const char *path, struct err *err)
{
    scoped(db) *store = NULL;
    struct rewrite_counts counts;
    const struct language **language = &arguments->run.choice.language;
    if (program_language_choose(language, command, db, language_has_rewrites, "rewrites", err) !=
            0 ||
        store_view_language(db, (*language)->name, err) != 0 ||
        store_create(&store, path, err) != 0 ||
        rewrite_store(store, db, &arguments->run, &counts, err) != 0 ||
        store_add_step(store, command_line_kept(), arguments->output, err) != 0 ||
        store_finish(hand_over(store), err) != 0 ||
        summarize(arguments, &counts, "fixes", err) != 0)
        return ERR;
    filter_options_tell(command, &counts.account, ADVISE_FILTERS);
    return refuse_nothing(&counts, "fixes", err);
}

static int rewrite_database(const struct command *command, struct arguments *arguments,
                            struct err *err)
{
    scoped(db) *db = NULL;
    scoped(target) target = {0};
    if (target_spare(arguments->output, arguments->input, "the input database", err) != 0 ||
        replacing_is_safe(arguments->output, true, err) != 0 ||
        database_read(&db, arguments->input, arguments->run.fixes.split_set, err) != 0 ||
        target_open(&target, arguments->output, arguments->is_replacing, err) != 0 ||
        write_store(command, arguments, db, target.partial_path, err) != 0)
        return ERR;
    return target_commit(&target, err);
}

static int rewrite_folder(const struct arguments *arguments, struct err *err)
{
    scoped(target) folder = {0};
    struct rewrite_counts counts;
    if (target_open_folder(&folder, arguments->output, &rewrite_tree_rules, false, err) != 0 ||
        rewrite_tree(&folder, arguments->input, &arguments->run, &counts, err) != 0 ||
        summarize(arguments, &counts, "programs", err) != 0 ||
        refuse_nothing(&counts, "programs", err) != 0)
        return ERR;
    return target_commit(&folder, err);
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    scoped(progress) progress = {0};
    bool is_tree = file_is_folder(arguments->input);
    if (!arguments->output)
        return command_usage(command, "name the %s to create: -o %s",
                             is_tree ? "folder" : "database", is_tree ? "DIR" : "DB");
    if (is_tree && arguments->is_replacing)
        return command_usage(command, "--force replaces databases only; name a new folder with -o");
    if (is_tree && command_line_has("marked,split-set,category,region,where"))
        return command_usage(command, "--marked, --split-set and filters need a database");
    if (!is_tree && command_line_has("language"))
        return command_usage(
            command, "--language is for folders; a database stores the language of its programs");
    progress_start(&progress, "rewriting", is_tree ? "programs" : "fixes", 0);
    arguments->run.n_jobs = (int)arguments->n_jobs;
    arguments->run.meter = progress_meter(&progress);
    if ((is_tree ? rewrite_folder(arguments, err) : rewrite_database(command, arguments, err)) != 0)
        return ERR;
    if (!is_tree && !arguments->is_json)
        tell_next("tokfix show", arguments->output, "");
    return EXIT_OK;
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Which fixes of a database", filters_of_rewrite, offsetof(struct arguments, run.fixes)},
    {0}};

const struct command command_rewrite = {
#include "commands/help/rewrite.inc"
    .groups = groups,
    .operands = {"one database or folder", 1, 1,
                 .first = OPTION_AT(const char *, arguments, input)},
    .if_stopped = "nothing was written",
    ARGUMENTS(arguments, .run.fixes = FIX_CHOICE_ALL),
    .run = run,
};
