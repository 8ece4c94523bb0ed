/* See exporting_filters.h. */
#include "commands/exporting_filters.h"

#include "base/date.h"
#include "base/utf8.h"
#include "classify/classify.h"
#include "cli/command_line.h"
#include "commands/value_names.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NEGATIVES = 1000 };

/* The filters that commands have in common. */
#define FILTERS                                                                                     \
    {EXPORTING_PATTERN, "pattern", "LIST", "SStuB patterns: CHANGE_OPERAND, ...", NULL,             \
     names_pattern},                                                                                \
        {EXPORTING_ROLE, "role",                                                                    \
         "LIST",         "of the changed identifier: variable, function, ..., or none",             \
         NULL,           names_role},                                                               \
        {EXPORTING_PROBLEM, "problem", "LIST", "problems, by their ids", NULL, NULL},               \
        {EXPORTING_TOKEN,                                                                           \
         "token",                                                                                   \
         "TEXT",                                                                                    \
         "this token stands before or after the edit; may be repeated",                             \
         NULL,                                                                                      \
         NULL},                                                                                     \
        {EXPORTING_EDIT,                                                                            \
         "edit",                                                                                    \
         "EDIT",                                                                                    \
         "'BEFORE => AFTER': this token becomes that one, as in '< => <='; '=> not' and 'not =>' "  \
         "are an inserted and a deleted one; may be repeated",                                      \
         NULL,                                                                                      \
         NULL},                                                                                     \
        {EXPORTING_CONTAINS,                                                                        \
         "contains",                                                                                \
         "TEXT",                                                                                    \
         "stands in one of the two programs, byte for byte (case matters); repeated: each does",    \
         NULL,                                                                                      \
         NULL},                                                                                     \
        {EXPORTING_STATUS,                                                                          \
         "status",                                                                                  \
         "LIST",                                                                                    \
         "verdicts of the failing submission: \"Wrong Answer\", ...",                               \
         NULL,                                                                                      \
         NULL},                                                                                     \
        {EXPORTING_LANGUAGE, "language", "NAME", "programming language", NULL, names_language},     \
        {EXPORTING_ORIGINAL_LANGUAGE,                                                               \
         "original-language",                                                                       \
         "LIST",                                                                                    \
         "as the metadata has them: \"PyPy3 (7.3.0)\", ...",                                        \
         NULL,                                                                                      \
         NULL},                                                                                     \
        {EXPORTING_DIALECT, "dialect", "LIST", "2, 3, both, or none", NULL, names_dialect},         \
        {EXPORTING_MIN_TOKENS, "min-tokens", "N", "least tokens of the buggy program", NULL, NULL}, \
        {EXPORTING_MAX_TOKENS,                                                                      \
         "max-tokens",                                                                              \
         "N",                                                                                       \
         "most tokens of the buggy program",                                                        \
         "no limit; 1024 for the format nbf",                                                       \
         NULL},                                                                                     \
        {EXPORTING_SINCE,                                                                           \
         "since",                                                                                   \
         "DATE",                                                                                    \
         "of the fixed submission, as YYYY-MM-DD (UTC) or Unix seconds",                            \
         NULL,                                                                                      \
         NULL},                                                                                     \
        {EXPORTING_BEFORE, "before", "DATE", "likewise, exclusive", NULL, NULL},                    \
        {EXPORTING_REPAIR_IN_PROGRAM,                                                               \
         "repair-in-program",                                                                       \
         "ANSWER",                                                                                  \
         "yes or no: whether the repair is a token elsewhere in the program",                       \
         NULL,                                                                                      \
         names_yes_no},                                                                             \
        {EXPORTING_ONE_PER_CLUSTER,                                                                 \
         "one-per-cluster",                                                                         \
         "KIND",                                                                                    \
         "of each exact, renamed, near or patch cluster the earliest",                              \
         NULL,                                                                                      \
         names_cluster_kind},                                                                       \
        {EXPORTING_BALANCE,                                                                         \
         "balance",                                                                                 \
         "WHAT",                                                                                    \
         "category: as many fixes of each as of the rarest",                                        \
         NULL,                                                                                      \
         names_balance},                                                                            \
    {                                                                                               \
        EXPORTING_SAMPLE, "sample", "N", "at most N fixes", NULL, NULL                              \
    }

#define CATEGORY                                              \
    "variable_misuse, binary_operator, comparison_operator, " \
    "logical_operator, assignment_operator, literal, other, or all"

const struct command_option exporting_filter_options[] = {
    {EXPORTING_ORIGIN, "origin", "LIST",
     "real (mined), mutant (tokfix mutate), rewrite (tokfix rewrite), or several of these",
     "real, where there are such", names_origin},
    {EXPORTING_CATEGORY, "category", "LIST", CATEGORY, "the first six", names_category},
    FILTERS,
    {EXPORTING_KEEP, "keep", "LIST",
     "what is left out by default: duplicates, conflicts, excluded, or all", NULL, names_mark},
    {EXPORTING_SEED, "seed", "SEED", "of sample, balance and negatives", "0", NULL},
    {0},
};

const struct command_option exporting_show_options[] = {
    {EXPORTING_ORIGIN, "origin", "LIST", "real, mutant, rewrite, or several of these", "all",
     names_origin},
    {EXPORTING_CATEGORY, "category", "LIST", CATEGORY, "all", names_category},
    FILTERS,
    {EXPORTING_MARKED, "marked", "LIST",
     "duplicates, conflicts, excluded, or none, which is what export takes", NULL, names_marked},
    {EXPORTING_SEED, "seed", "SEED", "of sample, balance and random", "0; of random a new one",
     NULL},
    {0},
};

/* A list of such names. */
static int add_names(struct exporting *exporting, struct fix_names *names, const char *list)
{
    char *copy = mem_copy_text(list, strlen(list));
    array_push(&exporting->lists, copy);
    for (char *rest = copy, *name; (name = strsep(&rest, ","));)
        array_push(&names->list, name);
    return EXIT_OK;
}

/* A text of the command line, which stays where it is. */
static int set_text(const struct command *command, const char *option, struct fix_names *list)
{
    if (!*optarg || !utf8_is_valid(optarg, strlen(optarg)))
        return command_usage(command, "%s takes a text, not an empty one or one that is not UTF-8",
                             option);
    array_push(&list->list, optarg);
    return EXIT_OK;
}

/* Without the blanks at both ends of the text, which is changed. */
static char *cut_blanks(char *text)
{
    text += strspn(text, " \t");
    for (size_t length = strlen(text); length && strchr(" \t", text[length - 1]);)
        text[--length] = '\0';
    return text;
}

/* No operator holds an arrow: the first one is ours. */
static int set_edit(const struct command *command, struct exporting *exporting)
{
    char *copy = mem_copy_text(optarg, strlen(optarg)), *arrow = strstr(copy, "=>");
    array_push(&exporting->lists, copy);
    struct fix_edit edit = {"", ""};
    if (arrow) {
        *arrow = '\0';
        edit = (struct fix_edit){cut_blanks(copy), cut_blanks(arrow + strlen("=>"))};
    }
    if (!*edit.before && !*edit.after)
        return command_usage(
            command, "--edit takes 'BEFORE => AFTER', as in '< => <=' or '=> not', not '%s'",
            optarg);
    array_push(&exporting->choice.edits, edit);
    return EXIT_OK;
}

static int set_date(const struct command *command, const char *option, int64_t *seconds)
{
    if (date_parse(seconds, optarg) == 0)
        return EXIT_OK;
    return command_usage(command,
                         "%s takes a date such as 2020-01-31, or Unix seconds, of the years 1970 "
                         "to 9999, not '%s'",
                         option, optarg);
}

/* As a ratio, or as a percentage of the rows. */
static int set_negatives(const struct command *command, double *ratio)
{
    char *end;
    errno = 0;
    double number = strtod(optarg, &end);
    bool is_percentage = end != optarg && strcmp(end, "%") == 0;
    bool is_number = end != optarg && (!*end || is_percentage) && !errno &&
                     optarg[strspn(optarg, "0123456789.")] == *end;
    *ratio = is_percentage ? number / (100 - number) : number;
    if (is_number && number >= 0 && (is_percentage ? number < 100 : number <= MAX_NEGATIVES))
        return EXIT_OK;
    return command_usage(command,
                         "--negatives takes a number from 0 to %d, so many for each fix, or a "
                         "percentage of the rows below 100%%, such as 30%%, not '%s'",
                         MAX_NEGATIVES, optarg);
}

static void set_kept(unsigned *kept)
{
    char *copy = mem_copy_text(optarg, strlen(optarg));
    for (char *rest = copy, *name; (name = strsep(&rest, ","));) {
        int mark = command_name_number(names_mark, name);
        *kept |= mark < N_FIX_MARKS ? 1u << mark : (1u << N_FIX_MARKS) - 1;
    }
    free(copy);
}

static void set_marked(unsigned *marked)
{
    char *copy = mem_copy_text(optarg, strlen(optarg));
    for (char *rest = copy, *name; (name = strsep(&rest, ","));)
        *marked |= 1u << command_name_number(names_marked, name);
    free(copy);
}

/* Which rows there are, beyond what a single fix tells. */
static int set_sampling(const struct command *command, struct fix_choice *choice, int code)
{
    switch (code) {
    case EXPORTING_KEEP:
        set_kept(&choice->kept);
        return EXIT_OK;
    case EXPORTING_ONE_PER_CLUSTER:
        choice->one_per_cluster = optarg;
        return EXIT_OK;
    case EXPORTING_SAMPLE:
        return command_line_number(command, "--sample", 1, INT64_MAX, &choice->n_sample);
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

/* What the edit and the programs say. */
static int set_content(const struct command *command, struct exporting *exporting, int code)
{
    struct fix_choice *choice = &exporting->choice;
    switch (code) {
    case EXPORTING_PROBLEM:
        return add_names(exporting, &choice->problems, optarg);
    case EXPORTING_TOKEN:
        return set_text(command, "--token", &choice->tokens);
    case EXPORTING_EDIT:
        return set_edit(command, exporting);
    case EXPORTING_CONTAINS:
        return set_text(command, "--contains", &choice->texts);
    case EXPORTING_MARKED:
        set_marked(&choice->marked);
        return EXIT_OK;
    default:
        return EXPORTING_NOT;
    }
}

static int set_own(const struct command *command, struct exporting *exporting, int code)
{
    struct fix_choice *choice = &exporting->choice;
    switch (code) {
    case EXPORTING_CATEGORY:
        exporting->categories = optarg;
        return EXIT_OK;
    case EXPORTING_ORIGIN:
        return add_names(exporting, &choice->origins, optarg);
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
        return command_line_number(command, "--min-tokens", 0, INT64_MAX, &choice->min_tokens);
    case EXPORTING_MAX_TOKENS:
        return command_line_number(command, "--max-tokens", 0, INT64_MAX, &choice->max_tokens);
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
    if (status == EXPORTING_NOT)
        status = set_content(command, exporting, code);
    return status == EXPORTING_NOT ? set_own(command, exporting, code) : status;
}

/* `all` is every split that there is. */
void exporting_set_splits(struct exporting *exporting)
{
    struct fix_names *splits = &exporting->choice.splits, named = {0};
    add_names(exporting, &named, optarg);
    for (size_t i = 0; i < named.list.n; i++) {
        bool is_all = strcmp(named.list.items[i], names_all) == 0;
        if (!is_all)
            array_push(&splits->list, named.list.items[i]);
        for (int split = 0; is_all && split < N_SPLITS; split++)
            array_push(&splits->list, split_names[split]);
    }
    array_release(&named.list);
}
