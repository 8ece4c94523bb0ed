/* The options that say when a benchmark's program is found in another: of the commands leak and
 * check. */
#ifndef COMMANDS_MATCHING_H
#define COMMANDS_MATCHING_H

#include "guard/needles.h"
#include "cli/command.h"

enum {
    MATCHING_MATCH = 512,
    MATCHING_SIMILARITY,
    MATCHING_THRESHOLD,
    MATCHING_MIN_TOKENS,
    MATCHING_LITERALS,
};

/* For the manual. */
extern const struct command_option matching_options[];

/* What the options are when none is given. */
struct match_options matching_default(void);

/* Takes one of the options, whose value is `optarg`: EXIT_OK, or EXIT_USAGE with a message as
 * command_usage gives it; MATCHING_NOT for any other code. */
enum { MATCHING_NOT = -1 };
int matching_set(const struct command *command, struct match_options *options, int code);

#endif
