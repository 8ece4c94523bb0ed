/* See matching.h. */
#include "commands/matching.h"

#include "commands/value_names.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

const struct command_option matching_options[] = {
    {MATCHING_MATCH, "match", "HOW",
     "what counts\n"
     "type1\tthe same tokens, without white space, blank lines, comments and docstrings, as a whole "
     "or as a part of another\n"
     "type2\talso after names are numbered by first use\n"
     "similar\talso programs that are similar as a whole",
     "type1", names_match},
    {MATCHING_SIMILARITY, "similarity", "OF",
     "similar: Jaccard similarity of the multisets of what: token, or tree for the shape of the "
     "syntax tree",
     "token", names_similarity},
    {MATCHING_THRESHOLD, "threshold", "X", "similar: from which similarity on", "0.85", NULL},
    {MATCHING_MIN_TOKENS, "min-tokens", "N",
     "shorter programs of a benchmark can only be equal, not contained or similar; 0 and 1: no "
     "minimum",
     "20", NULL},
    {MATCHING_LITERALS, "literals", NULL, "type2: number the literals, too", NULL, NULL},
    {0},
};

struct match_options matching_default(void)
{
    return (struct match_options){.match = MATCH_TYPE1, .threshold = 0.85, .min_tokens = 20};
}

static int set_threshold(const struct command *command, struct match_options *options)
{
    char *end;
    errno = 0;
    options->threshold = strtod(optarg, &end);
    bool is_number = end != optarg && !*end && !errno && !optarg[strspn(optarg, "0123456789.")];
    if (is_number && options->threshold >= 0.1 && options->threshold <= 1)
        return EXIT_OK;
    return command_usage(command, "--threshold takes a number from 0.1 to 1, not '%s'", optarg);
}

static int set_min_tokens(const struct command *command, struct match_options *options)
{
    int64_t number;
    if (command_number(optarg, 0, INT32_MAX, &number) != 0)
        return command_usage(command, "--min-tokens takes a whole number from 0, not '%s'", optarg);
    options->min_tokens = number ? (uint32_t)number : 1; /* no needle is shorter */
    return EXIT_OK;
}

int matching_set(const struct command *command, struct match_options *options, int code)
{
    switch (code) {
    case MATCHING_MATCH:
        options->match = (enum leak_match)leak_match_find(optarg);
        return EXIT_OK;
    case MATCHING_SIMILARITY:
        options->uses_trees = strcmp(optarg, "tree") == 0;
        return EXIT_OK;
    case MATCHING_THRESHOLD:
        return set_threshold(command, options);
    case MATCHING_MIN_TOKENS:
        return set_min_tokens(command, options);
    case MATCHING_LITERALS:
        options->renames_literals = true;
        return EXIT_OK;
    default:
        return MATCHING_NOT;
    }
}
