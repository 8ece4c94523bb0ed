/* The options that say which fixes are written: a part of exporting.h. */
#ifndef MINER_EXPORTING_FILTERS_H
#define MINER_EXPORTING_FILTERS_H

#include "miner/exporting.h"

/* Takes one of the options, as exporting_set() does. */
int exporting_set_filter(const struct command *command, struct exporting *exporting, int code);

#endif
