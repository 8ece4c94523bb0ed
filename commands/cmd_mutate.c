/* tokfix mutate: puts bugs into correct programs, and stores them as fixes with the real ones. */
#include "augment/mutate.h"
#include "base/file.h"
#include "base/str.h"
#include "base/table.h"
#include "commands/command_list.h"
#include "commands/database_access.h"
#include "commands/filter_options.h"
#include "commands/program_language.h"
#include "commands/progress.h"
#include "commands/source_kinds.h"
#include "guard/split.h"
#include "report/summaries.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_PER_PROGRAM = 1000 };

struct mutating {
    struct mined_dataset dataset; /* its programs are mutated; without a path, those of the fixes */
    struct mutate_options options;
    int64_t n_jobs;
    bool is_json;
    struct fix_choice fixes; /* real ones: whose programs are mutated, and whose edits count */
};

static OPTION_NAMES(name_of_distribution, "uniform", "real");

static const char *name_of_mutated(int number)
{
    return number == N_MUTATION_RULES  ? "all"
           : number < N_MUTATION_RULES ? mutation_rule_name((enum mutation_rule)number)
                                       : NULL;
}

static const struct command_option own_options[] = {
    {0, "per-program", "K", "maximum number of different mutants of each program", "5",
     TO_NUMBER(mutating, options.per_program, 1, MAX_PER_PROGRAM)},
    {0, "distribution", "WHICH",
     "how mutants are drawn at random\n"
     "uniform: the category, the token and its replacement are each drawn with equal probability\n"
     "real: categories and edits are as frequent as in the real fixes of the database (of the "
     "training split, if there are splits)",
     "uniform", TO_SECOND(mutating, options.follows_real, name_of_distribution)},
    OPTION_SEED(mutating, options.seed),
    {0, "category", "LIST",
     "make mutants of these categories: variable_misuse, binary_operator, comparison_operator, "
     "logical_operator, assignment_operator, literal; or all",
     .otherwise = "all", .names = name_of_mutated, TO_TEXT(mutating, options.categories)},
    {0, "split", "LIST",
     "mutate only programs of these splits, made by `tokfix split`: train, validation, test, or "
     "fold1, fold2, ...",
     .otherwise = "all programs", .names = filter_split_name, TO_TEXT(mutating, options.splits)},
    OPTION_SPLIT_SET(mutating, fixes.split_set),
    {0, "dataset", "DATASET",
     "mutate all Accepted programs of the dataset that the database was mined from, not only those "
     "of fixes",
     TO_TEXT(mutating, dataset.path)},
    {0, "metadata", "PATH", "folder or archive of the metadata, if DATASET contains none",
     TO_TEXT(mutating, dataset.metadata)},
    {0, "json", NULL, "print the report as one JSON object", TO_FLAG(mutating, is_json)},
    OPTION_JOBS(mutating, n_jobs),
    {0},
};

/* Decides from the splits and marks of a store whether a program may be mutated. */
struct refusing {
    struct split_places *places;
    const char *splits;  /* the wanted splits; "": all */
    struct table chosen; /* names of the fixed programs that the filters take */
    bool has_chosen;     /* without a dataset */
};

static void refusing_release(struct refusing *refusing)
{
    table_release(&refusing->chosen);
}
SCOPED_VALUE(refusing, refusing_release)

static void name_program(struct str *name, const char *problem_id, const char *submission_id)
{
    str_print(name, "%s\n%s", problem_id, submission_id);
}

/* Reads which programs the filters take, after fix_select_keys(). */
static int read_chosen(struct refusing *refusing, struct db *db, struct err *err)
{
    int status;
    scoped(str) name = {0};
    scoped(db_statement) *s =
        db_query(db, err,
                 "SELECT problem_id, submission_id FROM temp.filtered_fixes JOIN fixes "
                 "USING (fix_key) JOIN submissions ON submission_key = fixed_submission_key "
                 "WHERE origin = 'real'",
                 NULL);
    while ((status = db_step(s, err)) == 1) {
        str_clear(&name);
        name_program(&name, db_text(s, 0), db_text(s, 1));
        table_add(&refusing->chosen, str_text(&name));
    }
    return status;
}

static bool is_chosen(const struct refusing *refusing, const struct submission_row *submission)
{
    scoped(str) name = {0};
    name_program(&name, submission->problem_id, submission->submission_id);
    return !refusing->has_chosen || table_find(&refusing->chosen, str_text(&name)) != TABLE_NONE;
}

static enum mutate_refusal refuse(void *context, const struct submission_row *submission)
{
    const struct refusing *refusing = context;
    if (!is_chosen(refusing, submission))
        return MUTATE_OTHER_FIX;
    struct split_place place = split_places_find(refusing->places, submission->problem_id,
                                                 submission->submission_id, submission->user_id);
    switch (place.kind) {
    case PLACE_EXCLUDED:
        return MUTATE_EXCLUDED;
    case PLACE_TWO:
        return MUTATE_IN_TWO_SPLITS;
    case PLACE_NOWHERE:
        return split_places_has_splits(refusing->places) ? MUTATE_IN_NO_SPLIT : MUTATE_NOT_REFUSED;
    default:
        return *refusing->splits && !option_list_holds(refusing->splits, split_names[place.split])
                   ? MUTATE_OTHER_SPLIT
                   : MUTATE_NOT_REFUSED;
    }
}

/* Fails if --split names splits that the split set does not have. */
static int check_split_names(const struct mutating *mutating, struct db *db, struct err *err)
{
    scoped_array struct text_list names = {0};
    unsigned subsets;
    if (!*mutating->options.splits)
        return 0;
    if (store_read_subsets(&subsets, db, err) != 0)
        return ERR;
    option_split(mutating->options.splits, &names);
    if (!subsets)
        return err_set(err, "'%s' has no splits, which --split needs; run tokfix split first",
                       mutating->dataset.db_path);
    for (size_t i = 0; i < names.n; i++)
        if (store_check_subset(subsets, names.items[i], err) != 0)
            return ERR;
    return 0;
}

static int mutate(const struct command *command, const struct mutating *mutating, struct db *db,
                  struct mutate_counts *counts, struct fix_account *account, struct err *err)
{
    scoped(progress) progress = {0};
    scoped(split_places) *places = NULL;
    if (split_places_open(&places, db, err) != 0)
        return ERR;
    scoped(refusing) refusing = {.places = places,
                                 .splits = mutating->options.splits,
                                 .has_chosen = !mutating->dataset.path};
    struct mutate_options options = mutating->options;
    if (program_language_choose(&options.language, command, db, language_has_mutations, "mutants",
                                err) != 0)
        return ERR;
    options.n_jobs = (int)mutating->n_jobs;
    options.meter = progress_meter(&progress);
    options.programs = mutating->dataset.path ? "dataset" : "fixes";
    if (fix_select_keys(account, db, &mutating->fixes, err) != 0 ||
        read_chosen(&refusing, db, err) != 0)
        return ERR;
    options.regions = &mutating->fixes.filters[FILTER_REGION];
    options.refuse = refuse;
    options.refuse_context = &refusing;
    progress_start(&progress, "mutating", "programs", 0);
    if (check_split_names(mutating, db, err) != 0)
        return ERR;
    /* An archive is spooled in the folder of the database. */
    struct mined_dataset dataset = mutating->dataset;
    dataset.db = db;
    scoped(correct_source) source = {0};
    return accepted_programs_open(&source, &dataset, options.language, err) == 0 &&
                   mutate_store(db, &options, &source, counts, err) == 0
               ? correct_source_finish(&source, err)
               : ERR;
}

static int64_t count_mutants(const struct mutate_counts *counts)
{
    int64_t n = 0;
    for (int rule = 0; rule < N_MUTATION_RULES; rule++)
        n += counts->n_mutants[rule];
    return n;
}

static void tell_regions(const struct command *command, const struct mutate_counts *counts)
{
    scoped(str) regions = {0};
    int64_t n = 0;
    for (int region = 0; region < N_REGIONS; region++) {
        if (counts->n_of_region[region])
            str_print(&regions, "%s%s %" PRId64, n ? ", " : "", fix_region_names[region],
                      counts->n_of_region[region]);
        n += counts->n_of_region[region];
    }
    if (n)
        tell(command, "%s left out: by region: %s (--region all includes %s)",
             counted(n, "mutant", "mutants").text, str_text(&regions),
             plural((double)n, "it", "them"));
}

/* Prints what was left out, or why no program was mutated. */
static void tell_notes(const struct command *command, const struct mutating *mutating,
                       const struct mutate_counts *counts)
{
    int64_t n_refused = 0;
    for (int i = 0; i < N_MUTATE_REFUSALS; i++)
        n_refused += counts->n_refused[i];
    if (counts->n_replaced && count_mutants(counts))
        tell(command, "replaced %s", counted(counts->n_replaced, "mutant", "mutants").text);
    tell_regions(command, counts);
    if (counts->n_programs == 0 && n_refused == 0)
        tell(command, "there are no programs to mutate; mutants are made from the %s",
             mutating->dataset.path ? "Accepted programs of the dataset"
                                    : "fixed programs of real fixes");
    else if (counts->n_programs == 0 && n_refused)
        tell(command, "no programs are left to mutate; the report says why");
}

/* Stores the mutants, which are new. They get the splits of their programs. */
static int finish(const struct mutating *mutating, struct db *db, struct err *err)
{
    return database_extend_splits(db, mutating->n_jobs, err) == 0 ? database_commit(db, err) : ERR;
}

/* Mutates the programs of the database. Mutants get the splits of their programs. Fails if
 * there are none, which changes nothing. */
static int mutate_at(const struct command *command, const struct mutating *mutating,
                     struct err *err)
{
    const char *path = mutating->dataset.db_path;
    scoped(db) *db = NULL;
    scoped(json) *summary = NULL;
    struct mutate_counts counts = {0};
    struct fix_account account;
    if (database_change(&db, path, err) != 0 ||
        store_choose_split_set(db, path, mutating->fixes.split_set, true, err) != 0 ||
        mutate(command, mutating, db, &counts, &account, err) != 0)
        return ERR;
    bool has_mutants = count_mutants(&counts) > 0;
    if ((has_mutants && finish(mutating, db, err) != 0) ||
        mutate_summary_collect(&summary, db, err) != 0)
        return ERR;
    (mutating->is_json ? json_write_pretty : mutate_summary_print)(summary, stdout);
    filter_options_tell(command, &account, ADVISE_FILTERS);
    tell_notes(command, mutating, &counts);
    if (!has_mutants)
        return err_set(err, "no mutant could be made, so nothing was added to '%s'", path);
    if (!mutating->is_json)
        tell_next("tokfix dedup", path, "");
    return EXIT_OK;
}

/* Selects the rules of the wanted categories. */
static void choose_rules(struct mutate_options *options)
{
    const char *list = options->categories;
    for (int rule = 0; rule < N_MUTATION_RULES; rule++)
        options->is_wanted[rule] =
            !*list || option_list_holds(list, "all") ||
            option_list_holds(list, mutation_rule_name((enum mutation_rule)rule));
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct mutating *arguments = variables;
    choose_rules(&arguments->options);
    if (arguments->dataset.metadata && !arguments->dataset.path)
        return command_usage(command, "--metadata needs --dataset");
    return mutate_at(command, arguments, err);
}

static const struct command_group groups[] = {
    {"Options", own_options, 0},
    {"Which real fixes to learn from, and whose programs to mutate", filters_of_mutate,
     offsetof(struct mutating, fixes)},
    {0}};

const struct command command_mutate = {
#include "commands/help/mutate.inc"
    .groups = groups,
    .operands = {"one database", 1, 1, .first = OPTION_AT(const char *, mutating, dataset.db_path)},
    .if_stopped = "nothing was changed",
    ARGUMENTS(mutating, .options = {.categories = "", .splits = ""}, .fixes = FIX_CHOICE_ALL),
    .run = run,
};
