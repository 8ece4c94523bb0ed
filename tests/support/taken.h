/* Values for the options of a table. */
#ifndef TESTS_SUPPORT_TAKEN_H
#define TESTS_SUPPORT_TAKEN_H

#include "commands/cli/option.h"

/* Sets the variable of the option with this name from a text. Returns 0, or ERR. */
int take_option(const struct command_option *options, const char *name, const char *text,
                void *variables, struct err *err);

#endif
