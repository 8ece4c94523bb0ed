/* See exporting_filters.h. */
#include "miner/exporting_filters.h"

#include "base/date.h"
#include "classify/classify.h"
#include "miner/names.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct command_option exporting_filter_options[] = {
    {EXPORTING_CATEGORY, "category", "LIST",
     "variable_misuse, binary_operator, comparison_operator, logical_operator, "
     "assignment_operator, literal, other, or all",
     "the first six", names_category},
    {EXPORTING_PATTERN, "pattern", "LIST", "SStuB patterns: CHANGE_OPERAND, ...", NULL,
     names_pattern},
    {EXPORTING_ROLE, "role", "LIST", "of the changed identifier: variable, function, ..., or none",
     NULL, names_role},
    {EXPORTING_STATUS, "status", "LIST",
     "verdicts of the failing submission: \"Wrong Answer\", ...", NULL, NULL},
    {EXPORTING_LANGUAGE, "language", "NAME", "programming language", NULL, names_language},
    {EXPORTING_ORIGINAL_LANGUAGE, "original-language", "LIST",
     "as the metadata has them: \"PyPy3 (7.3.0)\", ...", NULL, NULL},
    {EXPORTING_DIALECT, "dialect", "LIST", "2, 3, both, or none", NULL, names_dialect},
    {EXPORTING_MIN_TOKENS, "min-tokens", "N", "least tokens of the buggy program", NULL, NULL},
    {EXPORTING_MAX_TOKENS, "max-tokens", "N", "most tokens of the buggy program", NULL, NULL},
    {EXPORTING_SINCE, "since", "DATE",
     "of the fixed submission, as YYYY-MM-DD (UTC) or Unix seconds", NULL, NULL},
    {EXPORTING_BEFORE, "before", "DATE", "likewise, exclusive", NULL, NULL},
    {EXPORTING_REPAIR_IN_PROGRAM, "repair-in-program", "ANSWER",
     "yes or no: whether the repair is a token elsewhere in the program", NULL, names_yes_no},
    {EXPORTING_KEEP, "keep", "LIST",
     "what is left out by default: duplicates, conflicts, excluded, or all", NULL, names_mark},
    {EXPORTING_ONE_PER_CLUSTER, "one-per-cluster", "KIND",
     "of each exact, renamed, near or patch cluster the earliest", NULL, names_cluster_kind},
    {EXPORTING_BALANCE, "balance", "WHAT", "category: as many fixes of each as of the rarest", NULL,
     names_balance},
    {EXPORTING_SAMPLE, "sample", "N", "at most N fixes", NULL, NULL},
    {EXPORTING_SEED, "seed", "SEED", "of sample, balance and negatives", "0", NULL},
    {0},
};

/* A list of such names. */
static int add_names(struct exporting *exporting, struct export_names *names, const char *list)
{
    char *copy = mem_copy_text(list, strlen(list));
    array_push(&exporting->lists, copy);
    for (char *rest = copy, *name; (name = strsep(&rest, ","));)
        array_push(&names->list, name);
    return EXIT_OK;
}

int exporting_set_number(const struct command *command, const char *option, int64_t min,
                         int64_t max, int64_t *number)
{
    if (command_number(optarg, min, max, number) == 0)
        return EXIT_OK;
    if (max < INT64_MAX)
        return command_usage(command,
                             "%s takes a whole number from %" PRId64 " to %" PRId64 ", not '%s'",
                             option, min, max, optarg);
    return command_usage(command, "%s takes a whole number from %" PRId64 " on, not '%s'", option,
                         min, optarg);
}

static int set_date(const struct command *command, const char *option, int64_t *seconds)
{
    if (date_parse(seconds, optarg) == 0)
        return EXIT_OK;
    return command_usage(command, "%s takes a date such as 2020-01-31, or Unix seconds, not '%s'",
                         option, optarg);
}

static int set_negatives(const struct command *command, double *share)
{
    char *end;
    errno = 0;
    *share = strtod(optarg, &end);
    bool is_number = end != optarg && !*end && !errno && !optarg[strspn(optarg, "0123456789.")];
    if (is_number && *share >= 0 && *share <= 1)
        return EXIT_OK;
    return command_usage(command, "--negatives takes a number from 0 to 1, not '%s'", optarg);
}

static void set_kept(unsigned *kept)
{
    char *copy = mem_copy_text(optarg, strlen(optarg));
    for (char *rest = copy, *name; (name = strsep(&rest, ","));) {
        int mark = command_name_number(names_mark, name);
        *kept |= mark < N_EXPORT_MARKS ? 1u << mark : (1u << N_EXPORT_MARKS) - 1;
    }
    free(copy);
}

/* Which rows there are, beyond what a single fix tells. */
static int set_sampling(const struct command *command, struct export_choice *choice, int code)
{
    switch (code) {
    case EXPORTING_KEEP:
        set_kept(&choice->kept);
        return EXIT_OK;
    case EXPORTING_ONE_PER_CLUSTER:
        choice->one_per_cluster = optarg;
        return EXIT_OK;
    case EXPORTING_SAMPLE:
        return exporting_set_number(command, "--sample", 1, INT64_MAX, &choice->n_sample);
    case EXPORTING_BALANCE:
        choice->balances_categories = true;
        return EXIT_OK;
    case EXPORTING_NEGATIVES:
        return set_negatives(command, &choice->negatives);
    case EXPORTING_SEED:
        choice->seed = optarg;
        return EXIT_OK;
    case EXPORTING_SHUFFLE:
        choice->shuffle_seed = optarg;
        return EXIT_OK;
    default:
        return EXPORTING_NOT;
    }
}

static int set_own(const struct command *command, struct exporting *exporting, int code)
{
    struct export_choice *choice = &exporting->choice;
    switch (code) {
    case EXPORTING_CATEGORY:
        exporting->categories = optarg;
        return EXIT_OK;
    case EXPORTING_PATTERN:
        return add_names(exporting, &choice->patterns, optarg);
    case EXPORTING_ROLE:
        return add_names(exporting, &choice->roles, optarg);
    case EXPORTING_DIALECT:
        return add_names(exporting, &choice->dialects, optarg);
    case EXPORTING_STATUS:
        return add_names(exporting, &choice->statuses, optarg);
    case EXPORTING_ORIGINAL_LANGUAGE:
        return add_names(exporting, &choice->original_languages, optarg);
    case EXPORTING_LANGUAGE:
        choice->language = optarg;
        return EXIT_OK;
    case EXPORTING_MIN_TOKENS:
        return exporting_set_number(command, "--min-tokens", 0, INT64_MAX, &choice->min_tokens);
    case EXPORTING_MAX_TOKENS:
        return exporting_set_number(command, "--max-tokens", 0, INT64_MAX, &choice->max_tokens);
    case EXPORTING_SINCE:
        return set_date(command, "--since", &choice->since);
    case EXPORTING_BEFORE:
        return set_date(command, "--before", &choice->before);
    case EXPORTING_REPAIR_IN_PROGRAM:
        choice->repair_in_program = strcmp(optarg, "yes") == 0;
        return EXIT_OK;
    default:
        return EXPORTING_NOT;
    }
}

int exporting_set_filter(const struct command *command, struct exporting *exporting, int code)
{
    int status = set_sampling(command, &exporting->choice, code);
    return status == EXPORTING_NOT ? set_own(command, exporting, code) : status;
}

void exporting_set_splits(struct exporting *exporting)
{
    add_names(exporting, &exporting->choice.splits, optarg);
}
