/* Tokenizes a program without a parse if it differs from another one in one name, number or string.
 */
#ifndef TOKENIZE_SUBSTITUTE_H
#define TOKENIZE_SUBSTITUTE_H

#include "tokenize/program.h"

/* Makes `program` for a source from `similar`, a program with tokens. The two may differ only in
 * one identifier, in one number that is replaced by another of its kind, or in the text between the
 * quotes of one string. A parser reads both as the same sequence of symbols, so both have the same
 * tree, except for the places of its nodes. Returns false and leaves `program` unchanged if this is
 * not certain.
 *
 * This takes a twentieth of the time of a parse. tree-sitter's incremental parsing takes three
 * fifths. It can also resolve an ambiguity of the grammar differently from a full parse, so it is
 * not used. */
bool program_substitute(struct program *program, struct syntax_parser *parser, const char *source,
                        uint32_t length, const struct program *similar);

#endif
