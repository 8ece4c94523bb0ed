/* Blocks by indentation, as Python's tokenizer has them (Language Reference 2.1.8). */
#ifndef TOKENIZE_BLOCKS_H
#define TOKENIZE_BLOCKS_H

#include "base/array.h"

#include <stdbool.h>
#include <stdint.h>

/* Columns of the open blocks, rising; the outermost, 0, is not kept. */
struct blocks {
    ARRAY(uint32_t) columns;
};

/* The column of the token at byte `at` of a line that starts at `line_start`: tabs go to multiples
 * of eight, a form feed sets it to zero, what follows a line continuation does not count. */
uint32_t blocks_column(const char *source, uint32_t line_start, uint32_t at);

/* A logical line starts at a column. `n_changed` is set to 1 when it opens a block, to -n when it
 * closes n, else to 0. Returns false when no open block has that column. */
bool blocks_start_line(struct blocks *blocks, uint32_t column, int64_t *n_changed);

void blocks_release(struct blocks *blocks);

#endif
