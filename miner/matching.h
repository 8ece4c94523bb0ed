/* The options that say when a benchmark's program is found in another: of the commands leak and
 * check. */
#ifndef MINER_MATCHING_H
#define MINER_MATCHING_H

#include "guard/needles.h"
#include "miner/command.h"

#include <getopt.h>

enum {
    MATCHING_MATCH = 512,
    MATCHING_SIMILARITY,
    MATCHING_THRESHOLD,
    MATCHING_MIN_TOKENS,
    MATCHING_LITERALS,
};

/* For the table of long options. */
#define MATCHING_OPTIONS                                              \
    {"match", required_argument, NULL, MATCHING_MATCH},               \
        {"similarity", required_argument, NULL, MATCHING_SIMILARITY}, \
        {"threshold", required_argument, NULL, MATCHING_THRESHOLD},   \
        {"min-tokens", required_argument, NULL, MATCHING_MIN_TOKENS}, \
    {                                                                 \
        "literals", no_argument, NULL, MATCHING_LITERALS              \
    }

/* For the help. */
#define MATCHING_HELP                                                                              \
    "      --match HOW          type1: the same tokens, without white space, blank lines,\n"       \
    "                           comments and docstrings, as a whole or as a part of another\n"     \
    "                           type2: also after names are numbered by first use\n"               \
    "                           similar: also programs that are similar as a whole\n"              \
    "                           (default: type1)\n"                                                \
    "      --similarity OF      similar: Jaccard similarity of the multisets of what: token, or\n" \
    "                           tree for the shape of the syntax tree (default: token)\n"          \
    "      --threshold X        similar: from which similarity on (default: 0.85)\n"               \
    "      --min-tokens N       shorter programs of a benchmark can only be equal, not\n"          \
    "                           contained or similar (default: 20)\n"                              \
    "      --literals           type2: number the literals, too\n"

/* What the options are when none is given. */
struct match_options matching_default(void);

/* Takes one of the options, whose value is `optarg`: EXIT_OK, or EXIT_USAGE with a message as
 * command_usage gives it; MATCHING_NOT for any other code. */
enum { MATCHING_NOT = -1 };
int matching_set(const struct command *command, struct match_options *options, int code);

#endif
