/* Programs changed by chance, and the same way each time. */
#ifndef TESTS_SUPPORT_MUTATION_H
#define TESTS_SUPPORT_MUTATION_H

#include "base/dice.h"
#include "base/str.h"
#include "tokenize/program.h"

enum mutation {
    /* one token */
    MUTATE_TOKEN_OF_PROGRAM, /* becomes another token of the program */
    MUTATE_TOKEN_OF_KIND,    /* becomes one of the same kind */
    MUTATE_TOKEN_AT_WILL,    /* becomes anything that may be a token */
    MUTATE_NOT,              /* a `not` comes or goes, alone or in `not in` and `is not` */
    MUTATE_STRING,           /* another text, quotes, hashes, braces and line ends included */
    MUTATE_QUOTES,           /* of a string */
    /* more than one */
    MUTATE_SWAP_TOKENS,
    MUTATE_TWO_TOKENS,
    MUTATE_SWAP_LINES,
    MUTATE_DELETE_LINE,
    MUTATE_DUPLICATE_LINE,
    MUTATE_INDENT_LINE, /* or dedent it */
    /* layout that has no meaning */
    MUTATE_COMMENT, /* comes, goes or changes */
    MUTATE_BLANK_LINE,
    MUTATE_LINE_TAIL, /* blanks behind a line */
    MUTATE_SPACE,     /* between two tokens */
    MUTATE_LINE_ENDS, /* CRLF, CR or LF */
    MUTATE_BREAK,     /* a line in two, or two into one */
    MUTATE_REINDENT,  /* the whole program */
    MUTATE_SPACES,    /* between all tokens */
    /* anything */
    MUTATE_BYTE,
    N_MUTATIONS
};

const char *mutation_name(enum mutation mutation);

/* Whether the mutation leaves the tokens as they are, if the result parses. Spaces that are taken
 * away may join two tokens to another one, all the same. */
bool mutation_is_layout(enum mutation mutation);

/* Puts a mutant of the program, which must have tokens, into `out`. Returns false where the
 * mutation finds no place; the mutant may be the same as the program, and need not parse. */
bool mutate(struct str *out, const struct program *program, enum mutation mutation,
            struct dice *chance);

#endif
