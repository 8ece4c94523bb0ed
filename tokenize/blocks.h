/* Blocks by indentation, as in Python's tokenizer (Language Reference 2.1.8). */
#ifndef TOKENIZE_BLOCKS_H
#define TOKENIZE_BLOCKS_H

#include "base/array.h"

#include <stdbool.h>
#include <stdint.h>

/* Columns of the open blocks, in ascending order. The outermost column, 0, is not stored. */
struct blocks {
    ARRAY(uint32_t) columns;
};

/* Returns the column of the token at byte `at` of a line that starts at `line_start`. A tab
 * advances to the next multiple of eight. A form feed sets the column to zero. Blanks after a line
 * continuation do not count. */
uint32_t blocks_column(const char *source, uint32_t line_start, uint32_t at);

/* Starts a logical line at a column. Sets `n_changed` to 1 if the line opens a block, to -n if it
 * closes n blocks, and to 0 otherwise. Returns false if no open block has that column. */
bool blocks_start_line(struct blocks *blocks, uint32_t column, int64_t *n_changed);

void blocks_release(struct blocks *blocks);

#endif
