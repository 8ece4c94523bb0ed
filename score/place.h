/* From a line and a column to a byte. */
#ifndef SCORE_PLACE_H
#define SCORE_PLACE_H

#include "tokenize/token_text.h"

#include <stdbool.h>
#include <stdint.h>

/* The byte of a program (UTF-8) that stands in that line (from 1; ended by LF, CRLF or CR) and
 * column (from 0, in code points): the inverse of source_position(). False when there is no such
 * place; the end of a line is one. */
bool place_find(size_t *byte, struct token_text program, int64_t line, int64_t column);

#endif
