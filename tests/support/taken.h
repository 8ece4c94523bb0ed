/* Values that options of a table take. */
#ifndef TESTS_SUPPORT_TAKEN_H
#define TESTS_SUPPORT_TAKEN_H

#include "cli/option.h"

/* Takes a value for the option of that name into the variables of its table; 0, or ERR. */
int take_option(const struct command_option *options, const char *name, const char *text,
                void *variables, struct err *err);

#endif
