/* The programs of an item as tokens and trees. */
#ifndef SCORE_ROW_PROGRAMS_H
#define SCORE_ROW_PROGRAMS_H

#include "tokenize/program.h"

enum row_side {
    ROW_BUGGY,
    ROW_FIXED,
    ROW_APPLIED, /* the buggy program with an answer applied */
    N_ROW_SIDES,
};

struct row_programs; /* opaque; each thread has its own */

struct row_programs *row_programs_new(void);
void row_programs_free(struct row_programs *programs);

/* Forgets the programs of the previous item, and keeps the memory. */
void row_programs_forget(struct row_programs *programs);

/* Tokenizes a side. The source is borrowed until row_programs_forget(). Returns NULL if this is not
 * possible. */
const struct program *row_programs_tokenize(struct row_programs *programs,
                                            const struct language *language, enum row_side side,
                                            const char *source, size_t length);

/* Parses a side that was tokenized, once. Returns whether it parses. */
bool row_programs_parse(struct row_programs *programs, enum row_side side);

/* Returns a side that was tokenized, or NULL. */
const struct program *row_programs_get(const struct row_programs *programs, enum row_side side);

/* Returns the lexer's table of the language. */
const struct lexical *row_programs_lexical(struct row_programs *programs,
                                           const struct language *language);

#endif
