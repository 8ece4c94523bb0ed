/* What a command took of the machine. */
#ifndef COMMANDS_USAGE_H
#define COMMANDS_USAGE_H

#include "cli/command.h"

#include <time.h>

void usage_start(struct timespec *start);

/* Tells, when verbose, the time since the start, the processor time, and the most memory that was
 * held. */
void usage_tell(const struct command *command, const struct timespec *start);

#endif
