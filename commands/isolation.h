/* What the commands that run programs of others check before they begin. */
#ifndef COMMANDS_ISOLATION_H
#define COMMANDS_ISOLATION_H

#include "commands/cli/command.h"

/* Opens a sandbox, and closes it. Returns ERR if this machine cannot isolate programs; the message
 * says what to do. If all processes of a sandbox cannot be limited together, prints a note. */
int isolation_check(const struct command *command, struct err *err);

#endif
