/* The open blocks are a stack of columns. */
#include "tokenize/blocks.h"

enum { TAB_WIDTH = 8 };

uint32_t blocks_column(const char *source, uint32_t line_start, uint32_t at)
{
    uint32_t column = 0;
    for (uint32_t i = line_start; i < at; i++) {
        if (source[i] == '\t')
            column = (column / TAB_WIDTH + 1) * TAB_WIDTH;
        else if (source[i] == '\f')
            column = 0;
        else if (source[i] == ' ')
            column++;
        else
            break; /* a line continuation */
    }
    return column;
}

static uint32_t innermost(const struct blocks *blocks)
{
    return blocks->columns.n ? blocks->columns.items[blocks->columns.n - 1] : 0;
}

bool blocks_start_line(struct blocks *blocks, uint32_t column, int64_t *n_changed)
{
    *n_changed = 0;
    if (column > innermost(blocks)) {
        array_push(&blocks->columns, column);
        *n_changed = 1;
        return true;
    }
    while (column < innermost(blocks)) {
        blocks->columns.n--;
        --*n_changed;
    }
    return column == innermost(blocks);
}

void blocks_release(struct blocks *blocks)
{
    array_release(&blocks->columns);
}
