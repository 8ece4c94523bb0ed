/* Random changes of programs, the same for the same seed. */
#ifndef TESTS_SUPPORT_MUTATION_H
#define TESTS_SUPPORT_MUTATION_H

#include "base/chance.h"
#include "base/str.h"
#include "tokenize/program.h"

enum mutation {
    /* one token */
    MUTATE_TOKEN_OF_PROGRAM, /* becomes another token of the program */
    MUTATE_TOKEN_OF_KIND,    /* becomes another token of the same kind */
    MUTATE_TOKEN_AT_WILL,    /* becomes any token */
    MUTATE_NOT,              /* a `not` is added or removed, alone or in `not in` and `is not` */
    MUTATE_STRING,           /* gets another text, with quotes, hashes, braces and line ends */
    MUTATE_QUOTES,           /* the quotes of a string */
    /* more than one */
    MUTATE_SWAP_TOKENS,
    MUTATE_TWO_TOKENS,
    MUTATE_SWAP_LINES,
    MUTATE_DELETE_LINE,
    MUTATE_DUPLICATE_LINE,
    MUTATE_INDENT_LINE, /* indent or dedent it */
    /* layout without meaning */
    MUTATE_COMMENT, /* is added, removed or changed */
    MUTATE_BLANK_LINE,
    MUTATE_LINE_TAIL, /* blanks at the end of a line */
    MUTATE_SPACE,     /* between two tokens */
    MUTATE_LINE_ENDS, /* CRLF, CR or LF */
    MUTATE_BREAK,     /* divide a line, or join two */
    MUTATE_REINDENT,  /* the whole program */
    MUTATE_SPACES,    /* between all tokens */
    /* anything */
    MUTATE_BYTE,
    N_MUTATIONS
};

const char *mutation_name(enum mutation mutation);

/* Returns whether the mutation keeps the tokens if the result parses. (Removing spaces may still
 * join two tokens.) */
bool mutation_is_layout(enum mutation mutation);

/* Sets `out` to a mutant of the program, which must have tokens and, except for layout, a tree.
 * Returns false if the mutation finds no place. The mutant may be equal to the program, and may
 * have no tokens. */
bool mutate(struct str *out, const struct program *program, enum mutation mutation,
            struct dice *chance);

#endif
