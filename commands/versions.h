/* What --version prints. */
#ifndef COMMANDS_VERSIONS_H
#define COMMANDS_VERSIONS_H

#include <stdio.h>

/* A line for tokfix, each library, and each grammar with its ABI and language. */
void versions_print(FILE *out);

#endif
