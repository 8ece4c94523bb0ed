/* The options that say which fixes are written: a part of exporting.h. */
#ifndef MINER_EXPORTING_FILTERS_H
#define MINER_EXPORTING_FILTERS_H

#include "miner/exporting.h"

/* Takes one of the options, as exporting_set() does. */
int exporting_set_filter(const struct command *command, struct exporting *exporting, int code);

/* Takes `optarg` as a whole number: EXIT_OK, or EXIT_USAGE with a message as command_usage gives
 * it. */
int exporting_set_number(const struct command *command, const char *option, int64_t min,
                         int64_t max, int64_t *number);

#endif
