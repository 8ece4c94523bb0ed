/* A command line as it was given, to be shown to others: without what is of this machine alone. */
#ifndef MINER_RETELLING_H
#define MINER_RETELLING_H

#include "base/str.h"
#include "cli/command.h"

/* Appends the option of that code, and its value, `optarg`, as words of a shell; of a path, only the
 * last part. */
enum retelling { RETELLING_VALUE, RETELLING_PATH };
void retelling_add(struct str *line, const struct command *command, int code, enum retelling kind);

#endif
