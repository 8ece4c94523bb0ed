/* See exporting_filters.h. */
#include "miner/exporting_filters.h"

#include "base/date.h"
#include "classify/classify.h"
#include "guard/pairs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *pattern_at(int number)
{
    return number < N_PATTERNS ? sstub_pattern_name((enum sstub_pattern)number) : NULL;
}

static const char *role_at(int number)
{
    if (number + 1 < N_ROLES)
        return identifier_role_name((enum identifier_role)(number + 1));
    return number + 1 == N_ROLES ? "none" : NULL;
}

static const char *dialect_at(int number)
{
    static const char *const dialects[] = {"2", "3", "both", "none", NULL};
    return dialects[number];
}

static const char *kind_at(int number)
{
    static const char *const kinds[] = {"exact", "renamed", "near", "patch", NULL};
    return kinds[number];
}

static const char *keep_at(int number)
{
    static const char *const marks[] = {"duplicates", "conflicts", "excluded", "all", NULL};
    return marks[number];
}

static const char *split_at(int number)
{
    return split_names[number];
}

/* A list of such names. */
static void add_names(struct exporting *exporting, struct export_names *names, const char *list)
{
    char *copy = mem_copy_text(list, strlen(list));
    array_push(&exporting->lists, copy);
    for (char *rest = copy, *name; (name = strsep(&rest, ","));)
        array_push(&names->list, name);
}

static int set_names(const struct command *command, struct exporting *exporting, const char *option,
                     struct export_names *list, const char *(*names)(int number))
{
    size_t first = list->list.n;
    add_names(exporting, list, optarg);
    for (size_t i = first; names && i < list->list.n; i++)
        if (command_find(command, option, list->list.items[i], names) < 0)
            return EXIT_USAGE;
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

static int set_kept(const struct command *command, unsigned *kept)
{
    char *copy = mem_copy_text(optarg, strlen(optarg));
    int mark = 0;
    for (char *rest = copy, *name; mark >= 0 && (name = strsep(&rest, ","));) {
        mark = command_find(command, "--keep", name, keep_at);
        if (mark >= 0)
            *kept |= mark < N_EXPORT_MARKS ? 1u << mark : (1u << N_EXPORT_MARKS) - 1;
    }
    free(copy);
    return mark < 0 ? EXIT_USAGE : EXIT_OK;
}

static int set_language(const struct command *command, struct export_choice *choice)
{
    const struct language *language = command_language(command, optarg);
    choice->language = language ? language->name : NULL;
    return language ? EXIT_OK : EXIT_USAGE;
}

static int set_repair_in_program(const struct command *command, struct export_choice *choice)
{
    choice->repair_in_program = strcmp(optarg, "yes") == 0;
    if (choice->repair_in_program || strcmp(optarg, "no") == 0)
        return EXIT_OK;
    return command_usage(command, "--repair-in-program takes yes or no, not '%s'", optarg);
}

static int set_balance(const struct command *command, struct export_choice *choice)
{
    choice->balances_categories = strcmp(optarg, "category") == 0;
    if (choice->balances_categories)
        return EXIT_OK;
    return command_usage(command, "--balance takes category, not '%s'", optarg);
}

/* Which rows there are, beyond what a single fix tells. */
static int set_sampling(const struct command *command, struct export_choice *choice, int code)
{
    int found = 0;
    switch (code) {
    case EXPORTING_KEEP:
        return set_kept(command, &choice->kept);
    case EXPORTING_ONE_PER_CLUSTER:
        found = command_find(command, "--one-per-cluster", optarg, kind_at);
        choice->one_per_cluster = optarg;
        return found < 0 ? EXIT_USAGE : EXIT_OK;
    case EXPORTING_SAMPLE:
        return exporting_set_number(command, "--sample", 1, INT64_MAX, &choice->n_sample);
    case EXPORTING_BALANCE:
        return set_balance(command, choice);
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
        return set_names(command, exporting, "--pattern", &choice->patterns, pattern_at);
    case EXPORTING_ROLE:
        return set_names(command, exporting, "--role", &choice->roles, role_at);
    case EXPORTING_DIALECT:
        return set_names(command, exporting, "--dialect", &choice->dialects, dialect_at);
    case EXPORTING_STATUS:
        return set_names(command, exporting, "--status", &choice->statuses, NULL);
    case EXPORTING_ORIGINAL_LANGUAGE:
        return set_names(command, exporting, "--original-language", &choice->original_languages,
                         NULL);
    case EXPORTING_LANGUAGE:
        return set_language(command, choice);
    case EXPORTING_MIN_TOKENS:
        return exporting_set_number(command, "--min-tokens", 0, INT64_MAX, &choice->min_tokens);
    case EXPORTING_MAX_TOKENS:
        return exporting_set_number(command, "--max-tokens", 0, INT64_MAX, &choice->max_tokens);
    case EXPORTING_SINCE:
        return set_date(command, "--since", &choice->since);
    case EXPORTING_BEFORE:
        return set_date(command, "--before", &choice->before);
    case EXPORTING_REPAIR_IN_PROGRAM:
        return set_repair_in_program(command, choice);
    default:
        return EXPORTING_NOT;
    }
}

int exporting_set_filter(const struct command *command, struct exporting *exporting, int code)
{
    int status = set_sampling(command, &exporting->choice, code);
    return status == EXPORTING_NOT ? set_own(command, exporting, code) : status;
}

int exporting_set_splits(const struct command *command, struct exporting *exporting)
{
    return set_names(command, exporting, "--split", &exporting->choice.splits, split_at);
}
