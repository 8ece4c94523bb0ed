/* A program's tokens as one value. */
#ifndef TOKENIZE_DIGEST_H
#define TOKENIZE_DIGEST_H

#include "base/hash.h"
#include "tokenize/program.h"

/* 128 bits of all tokens, layout included: two programs whose tokens are equal
 * (program_tokens_equal) have the same, and others another one. `scratch` is overwritten; its
 * memory is reused. */
struct digest program_digest(const struct program *program, struct str *scratch);

/* The same of a piece of a program: of the tokens between two bytes, without the layout before the
 * first one and after the last one. Pieces that differ only in comments, blanks, blank lines and
 * the indentation of the whole have the same. */
struct digest program_piece_digest(const struct program *program, size_t start_byte,
                                   size_t end_byte, struct str *scratch);

#endif
