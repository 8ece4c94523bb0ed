/* What the part of a program that decides about a token says, compared with the whole program. */
#ifndef TESTS_SUPPORT_DECIDING_H
#define TESTS_SUPPORT_DECIDING_H

#include "tokenize/lone_parts.h"

/* All zero, but for the parser, before the first use. Release with deciding_release(). */
struct deciding {
    struct syntax_parser *parser; /* borrowed */
    struct program_parts parts;
    struct program whole, part;
    unsigned n_tokens;    /* that were compared */
    unsigned n_errors;    /* of them, those of programs with syntax errors */
    unsigned n_less;      /* tokens whose part has no syntax error, but the program has */
    unsigned n_more;      /* the other way round */
    unsigned n_different; /* tokens of programs with errors, for which the parts say otherwise */
};

/* Reads a program. Returns false if it has no tokens, or no tree. */
bool deciding_read(struct deciding *deciding, const char *text, size_t length);

/* Returns the part that decides about a token of `part`. Its memory is reused. */
struct lone_part deciding_part(struct deciding *deciding, size_t token);

/* Compares what the tree says about a token, which must not be layout. Fails if the program parses,
 * and its part says otherwise. */
void deciding_compare(struct deciding *deciding, size_t token, const char *name);

void deciding_release(struct deciding *deciding);
SCOPED_VALUE(deciding, deciding_release)

#endif
