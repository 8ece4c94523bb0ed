/* A program's tokens as one value. */
#ifndef TOKENIZE_DIGEST_H
#define TOKENIZE_DIGEST_H

#include "base/hash.h"
#include "tokenize/program.h"

/* 128 bits of all tokens, layout included: two programs whose tokens are equal
 * (program_tokens_equal) have the same, and others another one. `scratch` is overwritten; its
 * memory is reused. */
struct digest program_digest(const struct program *program, struct str *scratch);

#endif
