/* The tokens of a program that has one name, number or string instead of another, without a parse.
 */
#ifndef TOKENIZE_SUBSTITUTE_H
#define TOKENIZE_SUBSTITUTE_H

#include "tokenize/program.h"

/* Makes `program` for a source from `similar`, a program with tokens, if they differ in nothing but
 * one identifier that is another identifier, one number that is another of its kind, or the text
 * between the quotes of one string. To a parser the two are then the same sequence of symbols, so
 * the tree is the same but for its places. Returns false, with `program` as it was, when that is
 * not certain.
 *
 * It takes a twentieth of a parse. tree-sitter's own incremental parsing takes three fifths, and
 * can resolve an ambiguity of the grammar otherwise than a parse from the start: it is not used. */
bool program_substitute(struct program *program, struct syntax_parser *parser, const char *source,
                        uint32_t length, const struct program *similar);

#endif
