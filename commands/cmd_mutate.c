/* tokfix mutate: correct programs with bugs put in, as fixes beside the real ones. */
#include "base/file_kind.h"
#include "base/pipeline.h"
#include "cli/command_line.h"
#include "cli/tell.h"
#include "commands/commands.h"
#include "commands/mutating.h"
#include "commands/value_names.h"

#include <getopt.h>
#include <string.h>

enum { MAX_PER_PROGRAM = 1000 };

enum {
    OPTION_PER_PROGRAM = 256,
    OPTION_DISTRIBUTION,
    OPTION_MAX_TOKENS,
    OPTION_SEED,
    OPTION_ARGUMENT_SWAP,
    OPTION_CATEGORY,
    OPTION_SPLIT,
    OPTION_REMOVE,
    OPTION_DATASET,
    OPTION_METADATA,
    OPTION_FORCE,
    OPTION_JSON,
};

static const char *names_distribution(int number)
{
    static const char *const names[] = {"uniform", "real", NULL};
    return names[number];
}

static const struct command_option own_options[] = {
    {OPTION_PER_PROGRAM, "per-program", "K", "at most K different mutants of each program", "5",
     NULL},
    {OPTION_MAX_TOKENS, "max-tokens", "N", "longest program that is mutated, in tokens", "no limit",
     NULL},
    {OPTION_DISTRIBUTION, "distribution", "WHICH",
     "how they are drawn\n"
     "uniform\ta category, a token, and what it becomes, each as likely\n"
     "real\tcategories and edits as often as in the real fixes of the database (of the training "
     "split, if there are splits)",
     "uniform", names_distribution},
    {OPTION_SEED, "seed", "SEED", "any text; another one draws others", "0", NULL},
    {OPTION_ARGUMENT_SWAP, "argument-swap", NULL,
     "also exchange two arguments of a call: mutants of the category other, which change more than "
     "one token",
     NULL, NULL},
    {OPTION_CATEGORY, "category", "LIST",
     "mutants of these categories: variable_misuse, binary_operator, comparison_operator, "
     "logical_operator, assignment_operator, literal; other with --argument-swap; all",
     "all", names_category},
    {OPTION_SPLIT, "split", "LIST",
     "mutate only programs of these splits: train, validation, test, as tokfix split decided",
     "all programs", names_split},
    {OPTION_REMOVE, "remove", NULL,
     "of a database: remove its mutants, and what dedup, split and leak found about them", NULL,
     NULL},
    {OPTION_DATASET, "dataset", "DATASET",
     "of a database: mutate all Accepted programs of the dataset that it was mined from, not only "
     "those of fixes",
     NULL, NULL},
    {OPTION_METADATA, "metadata", "PATH",
     "folder or archive of the metadata, when DATASET has none", NULL, NULL},
    {'o', "output", "DB", "of a dataset: the database to make", NULL, NULL},
    {OPTION_FORCE, "force", NULL, "of a dataset: replace an existing database", NULL, NULL},
    {OPTION_JSON, "json", NULL, "what was made, as one JSON object", NULL, NULL},
    COMMAND_LINE_JOBS,
    {0},
};

static int set_option(const struct command *command, void *context, int code)
{
    struct mutating *arguments = context;
    arguments->has_other_options |= code != OPTION_REMOVE && code != OPTION_JSON && code != 'j';
    switch (code) {
    case OPTION_PER_PROGRAM:
        if (command_number(optarg, 1, MAX_PER_PROGRAM, &arguments->options.per_program) == 0)
            return EXIT_OK;
        return command_usage(command, "--per-program takes a whole number from 1 to %d, not '%s'",
                             MAX_PER_PROGRAM, optarg);
    case OPTION_MAX_TOKENS:
        return command_line_number(command, "--max-tokens", 1, INT64_MAX,
                                   &arguments->options.max_tokens);
    case OPTION_DISTRIBUTION:
        arguments->options.follows_real = strcmp(optarg, "real") == 0;
        return EXIT_OK;
    case OPTION_SEED:
        arguments->options.seed = optarg;
        return EXIT_OK;
    case OPTION_ARGUMENT_SWAP:
        arguments->options.is_wanted[MUTATE_ARGUMENT_SWAP] = true;
        return EXIT_OK;
    case OPTION_CATEGORY:
        arguments->categories = optarg;
        return EXIT_OK;
    case OPTION_SPLIT:
        arguments->splits = optarg;
        return EXIT_OK;
    case OPTION_REMOVE:
        arguments->is_removing = true;
        return EXIT_OK;
    case OPTION_DATASET:
        arguments->dataset = optarg;
        return EXIT_OK;
    case OPTION_METADATA:
        arguments->metadata = optarg;
        return EXIT_OK;
    case 'o':
        arguments->output = optarg;
        return EXIT_OK;
    case OPTION_FORCE:
        arguments->is_replacing = true;
        return EXIT_OK;
    case OPTION_JSON:
        arguments->is_json = true;
        return EXIT_OK;
    default:
        return command_line_jobs(command, optarg, &arguments->n_jobs);
    }
}

/* The rules of the categories that are wanted. */
static int choose_rules(const struct command *command, struct mutating *arguments)
{
    bool *is_wanted = arguments->options.is_wanted;
    bool swaps_arguments = is_wanted[MUTATE_ARGUMENT_SWAP];
    const char *list = arguments->categories;
    for (int rule = 0; rule < N_MUTATION_RULES; rule++)
        is_wanted[rule] =
            !list || names_list_holds(list, names_all) ||
            names_list_holds(list,
                             bug_category_name(mutation_rule_category((enum mutation_rule)rule)));
    if (swaps_arguments && !is_wanted[MUTATE_ARGUMENT_SWAP])
        return command_usage(command, "--argument-swap makes mutants of the category other; add it "
                                      "to --category");
    if (list && !swaps_arguments && names_list_holds(list, "other"))
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
    struct mutating arguments = {
        .options = {.per_program = 5, .seed = "0"},
        .n_jobs = pipeline_cpu_count(),
    };
    int status;
    if (!command_line_read(command, argc, argv, set_option, &arguments, &status))
        return status;
    arguments.input = argv[optind];
    if (arguments.is_removing && arguments.has_other_options)
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

static const struct command_group groups[] = {{"Options", own_options}, {0}};

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
