/* Which dialect of its language a program is written in (Python 2 or 3). */
#ifndef CLASSIFY_DIALECT_H
#define CLASSIFY_DIALECT_H

#include "base/scoped.h"
#include "tokenize/program.h"

struct dialect_finder; /* opaque: a language's rules, by node kind; read-only */

struct dialect_finder *dialect_finder_new(const struct language *language);
void dialect_finder_free(struct dialect_finder *finder);
SCOPED_POINTER(dialect_finder, dialect_finder_free)

/* The dialect's name (for Python "2", "3" or "both"), static; NULL for a language that has none.
 * Constructs that only one dialect has decide; where the program has none, or some of each, what
 * the metadata call the language (`original_language`, may be NULL) decides; else it is all. */
const char *dialect_find(const struct dialect_finder *finder, const struct program *program,
                         const char *original_language);

#endif
