/* Which dialect of its language a program is written in (Python 2 or 3). */
#ifndef CLASSIFY_DIALECT_H
#define CLASSIFY_DIALECT_H

#include "tokenize/program.h"

/* The dialect's name (for Python "2", "3" or "both"), static; NULL for a language that has none.
 * Constructs that only one dialect has decide; where the program has none, or some of each, what
 * the metadata call the language (`original_language`, may be NULL) decides; else it is all. */
const char *dialect_of(const struct program *program, const char *original_language);

#endif
