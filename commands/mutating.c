/* See mutating.h. */
#include "commands/mutating.h"

#include "base/interrupt.h"
#include "base/shell.h"
#include "cli/command_line.h"
#include "cli/option.h"
#include "cli/tell.h"
#include "guard/split_place.h"
#include "commands/accepted_programs.h"
#include "commands/guarding.h"
#include "commands/mining.h"
#include "report/mutate_report.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>

/* Of all Accepted submissions of the dataset; an archive is spooled beside the database. */
static int mutate_accepted(const struct mutating *mutating, const struct mutate_options *options,
                           struct db *db, const char *path, struct mutate_counts *counts,
                           struct err *err)
{
    struct accepted_programs programs;
    struct str folder = {0};
    const char *slash = strrchr(path, '/');
    str_add(&folder, slash ? path : "./", slash ? (size_t)(slash - path) + 1 : 2);
    int status = accepted_programs_open(&programs, db, mutating->dataset, mutating->metadata,
                                        str_text(&folder), err);
    struct correct_source source = accepted_programs_source(&programs);
    if (status == 0)
        status = mutate_store(db, options, &source, counts, err);
    if (status == 0)
        status = accepted_programs_finish(&programs, err);
    accepted_programs_close(&programs);
    str_release(&folder);
    return status;
}

/* Of the fixed programs in the database. */
static int mutate_fixed(const struct mutate_options *options, struct db *db,
                        struct mutate_counts *counts, struct err *err)
{
    struct fixed_programs programs;
    int status = fixed_programs_open(&programs, db, err);
    struct correct_source source = fixed_programs_source(&programs);
    if (status == 0)
        status = mutate_store(db, options, &source, counts, err);
    fixed_programs_close(&programs);
    return status;
}

/* What the splits and marks of a store say about a program. */
struct refusing {
    struct split_places *places;
    const char *splits; /* that are wanted; NULL: all */
};

static enum mutate_refusal refuse(void *context, const struct submission_row *submission)
{
    const struct refusing *refusing = context;
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
        return refusing->splits && !option_list_holds(refusing->splits, split_names[place.split])
                   ? MUTATE_OTHER_SPLIT
                   : MUTATE_NOT_REFUSED;
    }
}

static int mutate(const struct mutating *mutating, struct db *db, const char *path,
                  struct mutate_counts *counts, struct err *err)
{
    struct mutate_options options = mutating->options;
    struct refusing refusing = {.splits = mutating->splits};
    struct progress progress;
    options.n_jobs = (int)mutating->n_jobs;
    options.meter = progress_meter(&progress);
    options.programs = mutating->dataset ? "dataset" : "fixes";
    options.categories = mutating->categories ? mutating->categories : "";
    options.splits = mutating->splits ? mutating->splits : "";
    options.refuse = refuse;
    options.refuse_context = &refusing;
    progress_start(&progress, "mutating", "programs", 0);
    int status = split_places_open(&refusing.places, db, err);
    if (status == 0 && mutating->splits && !split_places_has_splits(refusing.places))
        status = err_set(err,
                         "'%s' has no splits that --split could choose from; run tokfix split "
                         "first",
                         path);
    if (status == 0)
        status = mutating->dataset ? mutate_accepted(mutating, &options, db, path, counts, err)
                                   : mutate_fixed(&options, db, counts, err);
    split_places_close(refusing.places);
    progress_clear(&progress);
    return status;
}

/* Mutants go where their programs are. */
static int make_mutants(const struct mutating *mutating, struct db *db, const char *path,
                        struct mutate_counts *counts, struct err *err)
{
    if (mutate(mutating, db, path, counts, err) != 0)
        return ERR;
    return guarding_extend(db, mutating->n_jobs, err);
}

/* What the database had before. */
struct before {
    int64_t n_dedups, n_benchmarks; /* whether dedup was run; fixes that leak --mark has marked */
};

static int look_before(struct before *before, struct db *db, struct err *err)
{
    if (db_get_int(db, &before->n_dedups, "SELECT count(*) FROM dedup_run", err) != 0)
        return ERR;
    return db_get_int(db, &before->n_benchmarks,
                      "SELECT count(*) FROM exclusions WHERE reason = 'benchmark'", err);
}

/* What to do now, or why there is nothing to be done. */
static void tell_next(const struct command *command, const struct mutating *mutating,
                      const struct mutate_counts *counts, const struct before *before)
{
    int64_t n_mutants = 0, n_refused = 0;
    for (int rule = 0; rule < N_MUTATION_RULES; rule++)
        n_mutants += counts->n_mutants[rule];
    for (int i = 0; i < N_MUTATE_REFUSALS; i++)
        n_refused += counts->n_refused[i];
    if (counts->n_replaced)
        tell(command, "replaced %" PRId64 " %s", counts->n_replaced,
             plural((double)counts->n_replaced, "mutant", "mutants"));
    if (counts->n_long)
        tell(command, "%" PRId64 " %s of more than %" PRId64 " tokens left alone (--max-tokens)",
             counts->n_long, plural((double)counts->n_long, "program", "programs"),
             mutating->options.max_tokens);
    if (counts->n_programs == 0 && counts->n_long == 0 && n_refused == 0)
        tell(command, "there was no program to mutate: mutants are made of the %s",
             mutating->dataset ? "Accepted programs of the dataset"
                               : "fixed programs of real fixes");
    else if (counts->n_programs == 0 && n_refused)
        tell(command, "no program is left to be mutated; the report says why");
    if (n_mutants)
        tell_more(command, "export takes them with --origin mutant");
    if (before->n_dedups && n_mutants)
        tell(command, "the duplicates are those of before; run tokfix dedup again, so that it "
                      "takes the mutants in");
    if (before->n_benchmarks && n_mutants)
        tell(command, "the mutants were not searched for the programs of a benchmark; run tokfix "
                      "leak --mark again");
}

/* The options as others are to give them: the dataset is called there as the run calls it. */
static int add_options(struct str *options, const struct mutating *mutating, struct db *db,
                       struct err *err)
{
    struct run_row run;
    struct db_statement *statement;
    str_add_text(options, command_line_retold());
    if (!mutating->dataset)
        return 0;
    if (store_read_run(db, &run, &statement, err) != 1)
        return ERR;
    str_add_text(options, " --dataset ");
    shell_add_word(options, run.dataset);
    db_finish(statement);
    return 0;
}

static int mutate_at(const struct command *command, const struct mutating *mutating,
                     const char *path)
{
    struct err err;
    struct db *db;
    struct json *report = NULL;
    struct mutate_counts counts = {0};
    struct before before = {0};
    if (guarding_begin(&db, path, &err) != 0)
        return command_fail(command, &err);
    int status = look_before(&before, db, &err);
    if (status == 0)
        status = make_mutants(mutating, db, path, &counts, &err);
    if (status == 0)
        status = mutate_report_collect(&report, db, &err);
    struct str options = {0};
    if (status == 0)
        status = add_options(&options, mutating, db, &err);
    status = guarding_end(db, command, str_text(&options), status, &err);
    str_release(&options);
    if (status != 0) {
        json_free(report);
        return command_fail(command, &err);
    }
    if (mutating->is_json)
        json_write_pretty(report, stdout);
    else
        mutate_report_print(report, stdout);
    json_free(report);
    tell_next(command, mutating, &counts, &before);
    return EXIT_OK;
}

int mutating_remove(const struct command *command, const struct mutating *mutating)
{
    struct err err;
    struct db *db;
    int64_t n = 0;
    if (guarding_begin(&db, mutating->input, &err) != 0)
        return command_fail(command, &err);
    int status = mutate_remove(db, &n, &err);
    if (guarding_end(db, command, command_line_retold(), status, &err) != 0)
        return command_fail(command, &err);
    if (mutating->is_json) {
        struct json *report = json_object();
        json_set_double(report, "n_removed", (double)n);
        json_write_pretty(report, stdout);
        json_free(report);
    } else {
        printf("removed %" PRId64 " %s\n", n, plural((double)n, "mutant", "mutants"));
    }
    return EXIT_OK;
}

static void add_metadata(struct str *words, const struct mutating *mutating)
{
    if (!mutating->metadata)
        return;
    str_add_text(words, " --metadata ");
    shell_add_word(words, mutating->metadata);
}

/* What is to be done when the dataset is mined. */
static void add_rest(struct str *words, const struct mutating *mutating)
{
    str_add_text(words, "tokfix mutate ");
    shell_add_word(words, mutating->output);
    str_add_text(words, " --dataset ");
    shell_add_word(words, mutating->input);
    add_metadata(words, mutating);
    if (mutating->options.max_tokens)
        str_print(words, " --max-tokens %" PRId64, mutating->options.max_tokens);
    str_print(words, " --per-program %" PRId64 " --distribution %s --seed ",
              mutating->options.per_program, mutating->options.follows_real ? "real" : "uniform");
    shell_add_word(words, mutating->options.seed);
    if (mutating->options.is_wanted[MUTATE_ARGUMENT_SWAP])
        str_add_text(words, " --argument-swap");
    if (mutating->categories)
        str_print(words, " --category %s", mutating->categories);
}

/* What goes on with mining that was stopped. */
static void add_resuming(struct str *words, const struct mutating *mutating)
{
    str_add_text(words, "tokfix mine --resume ");
    shell_add_word(words, mutating->input);
    add_metadata(words, mutating);
    str_add_text(words, " -o ");
    shell_add_word(words, mutating->output);
    str_add_text(words, " && ");
    add_rest(words, mutating);
}

/* Of a dataset that is mined. */
static int mutate_mined(const struct command *command, const struct mutating *mutating)
{
    struct str rest = {0};
    if (interrupt_signal()) /* it came too late for mining to heed it */
        raise(interrupt_signal());
    str_print(&rest, "'%s' holds what was mined; go on with: ", mutating->output);
    add_rest(&rest, mutating);
    interrupt_outcome(str_text(&rest));
    int status = mutate_at(command, mutating, mutating->output);
    interrupt_outcome(NULL);
    if (status != EXIT_OK)
        tell(command, "%s", str_text(&rest));
    str_release(&rest);
    return status;
}

int mutating_run_dataset(const struct command *command, struct mutating *mutating)
{
    struct mine_arguments mine = mine_arguments_default();
    struct str command_line = {0};
    add_resuming(&command_line, mutating);
    mine.dataset = mutating->dataset = mutating->input;
    mine.metadata = mutating->metadata;
    mine.output = mutating->output;
    mine.n_jobs = mutating->n_jobs;
    mine.is_replacing = mutating->is_replacing;
    mine.command_line = str_text(&command_line);
    int status = mining_run(command, &mine);
    interrupt_forget();
    str_release(&command_line);
    return status == EXIT_OK ? mutate_mined(command, mutating) : status;
}

int mutating_run_database(const struct command *command, const struct mutating *mutating)
{
    return mutate_at(command, mutating, mutating->input);
}
