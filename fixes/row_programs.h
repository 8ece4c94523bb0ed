/* The programs of a row that is checked, as tokens: a thread's own. */
#ifndef FIXES_ROW_PROGRAMS_H
#define FIXES_ROW_PROGRAMS_H

#include "tokenize/program.h"

enum row_side {
    ROW_BUGGY,
    ROW_FIXED,
    ROW_APPLIED, /* the buggy program with the edit */
    N_ROW_SIDES,
};

struct row_programs; /* opaque */

struct row_programs *row_programs_new(void);
void row_programs_free(struct row_programs *programs);

/* Forgets the programs of the row before, and keeps the memory. */
void row_programs_forget(struct row_programs *programs);

/* Tokenizes a side of the row; the buggy one first, since it makes the others cheap. The source is
 * borrowed until it is forgotten. Returns NULL when it does not parse. */
const struct program *row_programs_tokenize(struct row_programs *programs,
                                            const struct language *language, enum row_side side,
                                            const char *source, size_t length);

/* A side that was tokenized, or NULL. */
const struct program *row_programs_get(const struct row_programs *programs, enum row_side side);

/* The table of the language's light scan. */
const struct lexical *row_programs_lexical(struct row_programs *programs,
                                           const struct language *language);

#endif
