/* tokfix rewrite: the same programs in other words. */
#include "augment/rewrite_store.h"
#include "augment/rewrite_tree.h"
#include "base/file.h"
#include "base/target.h"
#include "cli/command_line.h"
#include "cli/tell.h"
#include "db/store_log.h"
#include "commands/commands.h"
#include "commands/values.h"
#include "commands/progress.h"
#include "db/replacing.h"
#include "report/rewrite_report.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PER_KIND = 100 };

static const char *names_rewrite(int number)
{
    return number < N_REWRITE_KINDS ? rewrite_kind_name((enum rewrite_kind)number) : NULL;
}

static const char *names_excluded(int number)
{
    return number == 0 ? "excluded" : NULL;
}

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
    {'o', "output", "PATH", "the database or folder to make; must be given",
     TO_TEXT(arguments, output)},
    {0, "kind", "LIST",
     "what is done\n"
     "rename\tone variable or parameter gets another name\n"
     "condition\tthe sides of a comparison in a condition are swapped (if, elif, while, "
     "conditional expression): if a < b becomes if b > a\n"
     "reorder\tthe sides of any comparison are swapped\n"
     "mirror\tthe branches of an if are swapped, and its condition is negated\n"
     "comments\tall comments are deleted",
     "rename,reorder,mirror,comments", TO_BITS(arguments, run.choice.kinds, names_rewrite)},
    {0, "per-kind", "N",
     "rewrites of one fix, or program, by one kind; or a range, 3-8, from which the number is "
     "drawn for each. Where there are fewer, as many as there are",
     "1", .max = MAX_PER_KIND, .takes = "a whole number from 1 to {max}, or two as in 3-8",
     TO_VARIABLE(struct rewrite_choice, arguments, run.choice, take_per_kind)},
    {0, "max-tokens", "N", "longest program that is rewritten, in tokens", .otherwise = "no limit",
     TO_NUMBER(arguments, run.choice.max_tokens, 1, INT64_MAX)},
    {0, "keep", "WHAT",
     "excluded: of a database, also fixes that are marked as excluded, so that tokfix score can "
     "tell what leaks from what does not",
     .names = names_excluded, TO_FLAG(arguments, run.takes_excluded)},
    {0, "seed", "SEED", "any text", "0", TO_TEXT(arguments, run.choice.seed)},
    {0, "language", "NAME", "language of the programs of a folder", LANGUAGE_DEFAULT,
     TO_LANGUAGE(arguments, run.choice.language)},
    {0, "force", NULL, "replace an existing database", TO_FLAG(arguments, is_replacing)},
    {0, "json", NULL, "what was made as one JSON object on standard output",
     TO_FLAG(arguments, is_json)},
    OPTION_JOBS(arguments, n_jobs),
    {0},
};

/* The language of the store's run. */
static int find_language(const struct language **out, struct db *db, struct err *err)
{
    struct run_row row;
    struct db_statement *statement;
    int status = store_read_run(db, &row, &statement, err);
    if (status != 1)
        return status;
    *out = language_find(row.language);
    if (!*out)
        err_set(err, "the database is of programs in '%s', which this tokfix does not know",
                row.language);
    db_finish(statement);
    return *out ? 0 : ERR;
}

/* JSON is data, and told before what was made is put in its place: when it is lost, so is all. */
static int report(const struct arguments *arguments, const struct rewrite_counts *counts,
                  const char *unit, struct err *err)
{
    progress_clear(arguments->run.meter.context);
    if (arguments->is_json)
        rewrite_report_print_json(counts, &arguments->run.choice, unit, stdout);
    else if (tell_loudness() != LOUDNESS_QUIET)
        rewrite_report_print(counts, &arguments->run.choice, unit, stderr);
    return file_flush(stdout, "-", err);
}

static int write_store(struct arguments *arguments, struct db *db, const char *path,
                       struct err *err)
{
    struct store *store;
    struct rewrite_counts counts;
    if (find_language(&arguments->run.choice.language, db, err) != 0 ||
        store_create(&store, path, err) != 0)
        return ERR;
    if (rewrite_store(store, db, &arguments->run, &counts, err) == 0 &&
        store_add_step(store_db(store), "rewrite", command_line_retold(), true, err) == 0)
        return store_finish(store, err) == 0 ? report(arguments, &counts, "fixes", err) : ERR;
    store_abandon(store);
    return ERR;
}

static int rewrite_database(struct arguments *arguments, struct err *err)
{
    struct db *db;
    struct target target;
    if (target_spare(arguments->output, arguments->input, "the database that is read", err) != 0 ||
        replacing_is_safe(arguments->output, true, err) != 0 ||
        store_open(&db, arguments->input, err) != 0)
        return ERR;
    if (target_open(&target, arguments->output, arguments->is_replacing, err) != 0) {
        db_close(db);
        return ERR;
    }
    int status = write_store(arguments, db, target.partial_path, err);
    db_close(db);
    if (status == 0)
        return target_commit(&target, err);
    target_abandon(&target);
    return ERR;
}

static int rewrite_folder(const struct arguments *arguments, struct err *err)
{
    struct target folder;
    struct rewrite_counts counts;
    if (target_open_folder(&folder, arguments->output, &rewrite_tree_rules, false, err) != 0)
        return ERR;
    if (rewrite_tree(&folder, arguments->input, &arguments->run, &counts, err) == 0 &&
        report(arguments, &counts, "programs", err) == 0)
        return target_commit(&folder, err);
    target_abandon(&folder);
    return ERR;
}

static int rewrite(const struct command *command, struct arguments *arguments, bool is_tree)
{
    struct err err;
    struct progress progress;
    progress_start(&progress, "rewriting", is_tree ? "programs" : "fixes", 0);
    arguments->run.n_jobs = (int)arguments->n_jobs;
    arguments->run.meter = progress_meter(&progress);
    int status = is_tree ? rewrite_folder(arguments, &err) : rewrite_database(arguments, &err);
    if (status == 0)
        return EXIT_OK;
    progress_clear(&progress);
    return command_fail(command, &err);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {0};
    int status;
    if (!command_line_read(command, argc, argv, &arguments, &status))
        return status;
    arguments.input = argv[optind];
    bool is_tree = file_is_folder(arguments.input);
    if (!arguments.output)
        return command_usage(command, "-o must name the %s to make",
                             is_tree ? "folder" : "database");
    if (is_tree && arguments.is_replacing)
        return command_usage(command, "--force replaces databases only; name a new folder with -o");
    if (is_tree && arguments.run.takes_excluded)
        return command_usage(command, "--keep goes with a database");
    if (!is_tree && command_line_has("language"))
        return command_usage(command,
                             "--language is for folders; a database knows that of its programs");
    return rewrite(command, &arguments, is_tree);
}

static const struct command_group groups[] = {{"Options", own_options, 0}, {0}};

static const struct command_section sections[] = {
    {"The setting of Li and others",
     "Journal of Software 35(7), 2024 (doi 10.13328/j.cnki.jos.007110): one variable or parameter "
     "is renamed, or the operands of a condition are swapped (if, while, conditional expressions), "
     "three to eight variants of a bug by each:\n"
     "\n"
     "tokfix rewrite bugs.db -o variants.db --kind rename,condition --per-kind 3-8\n"
     "\n"
     "Variants by rename differ in the variable, and then in its new name. A program has as many "
     "by condition as it has comparisons that can be swapped; operands of `and` and `or` keep "
     "their order, for the first may guard the second. Bugs with fewer than three variants keep "
     "those that they have, and are counted. tokfix score --rewrites pools both kinds as "
     "rename+condition."},
    {"What is kept",
     "A rewrite does what the program did: it prints the same and ends in the same way, whatever "
     "it is given. Where that is not certain nothing is rewritten: names that the program may look "
     "up as text, comparisons that may call code of the program, programs that may read their own "
     "text, and so on. Not kept are the texts of error messages, and, where both sides of a "
     "comparison fail, which of them fails first.\n"
     "\n"
     "Of a fix both programs are rewritten at the same place, and the bug stays one token, which "
     "is told in the new fix. If the bug is in the renamed variable, it has the new name there."},
    {0},
};

const struct command command_rewrite = {
    .name = "rewrite",
    .summary = "write programs otherwise, with the same meaning",
    .synopsis = "DB -o NEW.db [OPTION]...\nTREE -o DIR [OPTION]...",
    .text =
        "Of a database of fixes, makes a new one of rewrites: fixes of the origin `rewrite`, whose "
        "submissions have the ids of the originals with the kind added: ~rename, ~reorder, and so "
        "on."
        " Each is in the split of the fix that it was made of. Fixes that are marked as "
        "excluded are left out (but with --keep excluded), and so are mutants beside real fixes. "
        "Where a model finds a bug and not its rewrite, it goes by "
        "something else than what the program means.\n"
        "\n"
        "Of a folder of programs, makes a folder with one for each kind: DIR/rename, and so on, "
        "which hold the rewritten programs under the paths that they have in TREE.\n"
        "\n"
        "Where a rewrite is done is drawn by the seed and the fix's id, or the program's path: it "
        "does not depend on what else is there.",
    .groups = groups,
    .sections = sections,
    .exit_status = "0\tdone\n1\tfailed: nothing was made\n2\twrong command line",
    .examples = "tokfix rewrite bugs.db -o rewrites.db\n"
                "tokfix rewrite bugs.db -o renamed.db --kind rename --per-kind 3 --seed 7\n"
                "tokfix rewrite bugs.db -o variants.db --kind rename,condition --per-kind 3-8\n"
                "tokfix rewrite Project_CodeNet/data -o rewritten --kind mirror,reorder",
    .operands = {"one database or folder", 1, 1, NULL},
    .if_stopped = "nothing was made",
    .run = run,
};
