/* The tokens of a program that has one name or number instead of another, without a parse. */
#ifndef TOKENIZE_SUBSTITUTE_H
#define TOKENIZE_SUBSTITUTE_H

#include "tokenize/program.h"

/* Makes `program` for a source from `similar`, a program with tokens, if they differ in nothing but
 * one identifier that is another identifier, or one number that is another of its kind. To a parser
 * the two are then the same sequence of symbols, so the tree is the same but for its places. Returns
 * false, with `program` as it was, when that is not certain. */
bool program_substitute(struct program *program, struct syntax_parser *parser, const char *source,
                        uint32_t length, const struct program *similar);

#endif
