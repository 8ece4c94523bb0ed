/* tokfix mutate: correct programs with bugs put in, as fixes beside the real ones. */
#include "base/file_kind.h"
#include "cli/command_line.h"
#include "cli/tell.h"
#include "commands/commands.h"
#include "commands/mutating.h"
#include "commands/values.h"

#include <string.h>

enum { MAX_PER_PROGRAM = 1000 };

static const char *names_distribution(int number)
{
    static const char *const names[] = {"uniform", "real", NULL};
    return names[number];
}

static const struct command_option own_options[] = {
    {0, "per-program", "K", "at most K different mutants of each program", "5",
     TO_NUMBER(mutating, options.per_program, 1, MAX_PER_PROGRAM)},
    {0, "max-tokens", "N", "longest program that is mutated, in tokens", .otherwise = "no limit",
     TO_NUMBER(mutating, options.max_tokens, 1, INT64_MAX)},
    {0, "distribution", "WHICH",
     "how they are drawn\n"
     "uniform\ta category, a token, and what it becomes, each as likely\n"
     "real\tcategories and edits as often as in the real fixes of the database (of the training "
     "split, if there are splits)",
     "uniform", TO_SECOND(mutating, options.follows_real, names_distribution)},
    {0, "seed", "SEED", "any text; another one draws others", "0", TO_TEXT(mutating, options.seed)},
    {0, "argument-swap", NULL,
     "also exchange two arguments of a call: mutants of the category other, which change more than "
     "one token",
     TO_FLAG(mutating, options.is_wanted[MUTATE_ARGUMENT_SWAP])},
    {0, "category", "LIST",
     "mutants of these categories: variable_misuse, binary_operator, comparison_operator, "
     "logical_operator, assignment_operator, literal; other with --argument-swap; all",
     .otherwise = "all", .names = names_category, TO_TEXT(mutating, categories)},
    {0, "split", "LIST",
     "mutate only programs of these splits: train, validation, test, as tokfix split decided",
     .otherwise = "all programs", .names = names_split, TO_TEXT(mutating, splits)},
    {0, "remove", NULL,
     "of a database: remove its mutants, and what dedup, split and leak found about them",
     TO_FLAG(mutating, is_removing)},
    {0, "dataset", "DATASET",
     "of a database: mutate all Accepted programs of the dataset that it was mined from, not only "
     "those of fixes",
     TO_TEXT(mutating, dataset)},
    {0, "metadata", "PATH", "folder or archive of the metadata, when DATASET has none",
     TO_TEXT(mutating, metadata)},
    {'o', "output", "DB", "of a dataset: the database to make", TO_TEXT(mutating, output)},
    {0, "force", NULL, "of a dataset: replace an existing database",
     TO_FLAG(mutating, is_replacing)},
    {0, "json", NULL, "what was made, as one JSON object", TO_FLAG(mutating, is_json)},
    OPTION_JOBS(mutating, n_jobs),
    {0},
};

/* The rules of the categories that are wanted. */
static int choose_rules(const struct command *command, struct mutating *arguments)
{
    bool *is_wanted = arguments->options.is_wanted;
    bool swaps_arguments = is_wanted[MUTATE_ARGUMENT_SWAP];
    const char *list = arguments->categories;
    for (int rule = 0; rule < N_MUTATION_RULES; rule++)
        is_wanted[rule] =
            !list || option_list_holds(list, names_all) ||
            option_list_holds(list,
                              bug_category_name(mutation_rule_category((enum mutation_rule)rule)));
    if (swaps_arguments && !is_wanted[MUTATE_ARGUMENT_SWAP])
        return command_usage(command, "--argument-swap makes mutants of the category other; add it "
                                      "to --category");
    if (list && !swaps_arguments && option_list_holds(list, "other"))
        return command_usage(command, "mutants of the category other are made with --argument-swap "
                                      "only");
    is_wanted[MUTATE_ARGUMENT_SWAP] = swaps_arguments;
    return EXIT_OK;
}

/* What cannot be read is what the other arguments say, and whoever opens it reports why. */
static bool is_database(const struct mutating *arguments)
{
    struct file_start start;
    struct err ignored;
    if (file_start_read(&start, arguments->input, &ignored) != 0)
        return !arguments->output;
    return start.kind == FILE_KIND_DATABASE;
}

/* Of a database, or of what is none: then opening it tells why. */
static int run_database(const struct command *command, const struct mutating *arguments,
                        bool is_store)
{
    static const char hint[] = "of a dataset name the database to make: -o DB";
    if (!is_store && (arguments->is_replacing || arguments->metadata))
        return command_usage(command, "'%s' is no database; %s", arguments->input, hint);
    if (arguments->output || arguments->is_replacing)
        return command_usage(command, "-o and --force go with a dataset; the mutants of a database "
                                      "are kept in it");
    if (arguments->metadata && !arguments->dataset)
        return command_usage(command, "--metadata goes with a dataset");
    int status = mutating_run_database(command, arguments);
    if (status != EXIT_OK && !is_store)
        tell(command, "%s", hint);
    return status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct mutating arguments = {0};
    int status;
    if (!command_line_read(command, argc, argv, &arguments, &status))
        return status;
    arguments.input = argv[optind];
    if (arguments.is_removing && command_line_has_other("remove,json,jobs"))
        return command_usage(command, "--remove can be combined with --json only");
    if (arguments.is_removing)
        return mutating_remove(command, &arguments);
    if (choose_rules(command, &arguments) != EXIT_OK)
        return EXIT_USAGE;
    bool is_store = is_database(&arguments);
    if (is_store || !arguments.output)
        return run_database(command, &arguments, is_store);
    if (strcmp(arguments.input, "-") == 0)
        return command_usage(command, "a dataset is read twice; standard input cannot be");
    if (arguments.dataset)
        return command_usage(command, "--dataset goes with a database");
    if (arguments.splits)
        return command_usage(command, "--split goes with a database that tokfix split has split");
    return mutating_run_dataset(command, &arguments);
}

static const struct command_group groups[] = {{"Options", own_options, 0}, {0}};

const struct command command_mutate = {
    .name = "mutate",
    .summary = "put bugs into correct programs, as fixes beside the real ones",
    .synopsis = "DB [OPTION]...\nDATASET -o DB [OPTION]...",
    .text =
        "Makes mutants by the rewrites of BugLab (Allamanis and others, NeurIPS 2021): in a "
        "correct program one token is changed, so that the fix is to change it back. They are "
        "stored as fixes with the origin `mutant`; those of an earlier run are replaced. Export, "
        "show and publish take them with --origin mutant, or real,mutant; dedup, split, leak and "
        "check look at all.\n"
        "\n"
        "variable_misuse\ta variable that is read becomes another one of the function, assigned on "
        "an earlier line\n"
        "binary_operator\tany arithmetic or bitwise operator becomes any other\n"
        "comparison_operator\twithin < <= > >= == !=, within in and not in, within is and is not\n"
        "logical_operator\tand becomes or, and back; `not` is added to or taken from a name or "
        "call in a test\n"
        "assignment_operator\t+= and the like become any other or =; = becomes one of them where "
        "the variable was assigned on an earlier line\n"
        "literal\t0, 1 and 2 become each other, True becomes False, and back; not in the value of "
        "a parameter\n"
        "\n"
        "Every mutant parses, differs from its program in exactly one token, gives it back when "
        "its fix is applied, and is equal, token by token, to no Accepted submission of its "
        "problem that is known: of a database those of its fixes, with --dataset (or of a DATASET) "
        "all of them. Each program is mutated once in its problem, however often it was "
        "submitted.\n"
        "\n"
        "When the database has splits, a mutant is in the split of its program: that of the "
        "program's fixes, else of its problem, else the one that tokfix split would give it. A "
        "program is not mutated if it is in no split or in two, or if leak --mark has excluded its "
        "fixes. A mutant that is an exact, renamed or near duplicate of a program in another split "
        "is marked as excluded, so that tokfix check stays clean. All of these are counted.\n"
        "\n"
        "A DATASET is mined first, as tokfix mine does without options.",
    .groups = groups,
    .exit_status = "0\tdone\n1\tfailed: the database is as before, unless the message is about "
                   "standard output; of a DATASET: it says what is kept, and how to go on\n"
                   "2\twrong command line\n"
                   "75\ta DATASET: mining was stopped; the message says how to go on",
    .examples = "tokfix mutate bugs.db\n"
                "tokfix mutate bugs.db --per-program 100 --distribution real --seed 7\n"
                "tokfix mutate bugs.db --dataset Project_CodeNet\n"
                "tokfix mutate bugs.db --split train --category literal,variable_misuse\n"
                "tokfix mutate bugs.db --remove\n"
                "tokfix mutate Project_CodeNet -o mutants.db",
    .operands = {"one database or dataset", 1, 1, NULL},
    .if_stopped = "nothing was changed",
    .run = run,
};
