/* See matching.h. */
#include "miner/matching.h"

#include "guard/anchors.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct match_options matching_default(void)
{
    return (struct match_options){.match = MATCH_TYPE1, .threshold = 0.85, .min_tokens = 20};
}

static int set_match(const struct command *command, struct match_options *options)
{
    int match = leak_match_find(optarg);
    if (match < 0)
        return command_usage(command, "--match takes type1, type2 or similar, not '%s'", optarg);
    options->match = (enum leak_match)match;
    return EXIT_OK;
}

static int set_similarity(const struct command *command, struct match_options *options)
{
    options->uses_trees = strcmp(optarg, "tree") == 0;
    if (options->uses_trees || strcmp(optarg, "token") == 0)
        return EXIT_OK;
    return command_usage(command, "--similarity takes token or tree, not '%s'", optarg);
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
    if (command_number(optarg, ANCHOR_TOKENS, INT32_MAX, &number) != 0)
        return command_usage(command, "--min-tokens takes a whole number from %d, not '%s'",
                             ANCHOR_TOKENS, optarg);
    options->min_tokens = (uint32_t)number;
    return EXIT_OK;
}

int matching_set(const struct command *command, struct match_options *options, int code)
{
    switch (code) {
    case MATCHING_MATCH:
        return set_match(command, options);
    case MATCHING_SIMILARITY:
        return set_similarity(command, options);
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
