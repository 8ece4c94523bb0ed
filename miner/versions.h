/* What --version prints. */
#ifndef MINER_VERSIONS_H
#define MINER_VERSIONS_H

#include <stdio.h>

/* A line for tokfix, each library, and each grammar with its ABI and language. */
void versions_print(FILE *out);

#endif
