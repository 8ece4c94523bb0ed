/* Digests of a program's tokens. */
#ifndef TOKENIZE_DIGEST_H
#define TOKENIZE_DIGEST_H

#include "base/hash.h"
#include "tokenize/program.h"

/* Returns a digest of 128 bits of all tokens, including layout. Two programs have the same digest
 * exactly if their tokens are equal (program_tokens_equal). `scratch` is overwritten; its memory is
 * reused. */
struct digest program_digest(const struct program *program, struct str *scratch);

/* Returns the digest of a piece of a program: of the tokens between two bytes, without the layout
 * before the first token and after the last one. Pieces have the same digest if they differ only in
 * comments, blanks, blank lines and the indentation of the whole piece. */
struct digest program_piece_digest(const struct program *program, size_t start_byte,
                                   size_t end_byte, struct str *scratch);

#endif
