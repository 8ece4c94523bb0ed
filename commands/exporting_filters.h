/* The options that say which fixes are written: a part of exporting.h. */
#ifndef COMMANDS_EXPORTING_FILTERS_H
#define COMMANDS_EXPORTING_FILTERS_H

#include "commands/exporting.h"

/* Takes one of the options, as exporting_set() does. */
int exporting_set_filter(const struct command *command, struct exporting *exporting, int code);

#endif
