/* Line ends and blocks as tokens. Internal to the tokenizer. */
#ifndef TOKENIZE_LAYOUT_H
#define TOKENIZE_LAYOUT_H

#include "tokenize/program.h"

/* Drops the skipped tokens of `program` and, where the language's layout has meaning, inserts its
 * line ends and blocks. Returns false when bytes between the tokens are no white space, or when a
 * line is indented as no open block is; the program's error then says where and which. */
bool layout_apply(struct program *program);

#endif
