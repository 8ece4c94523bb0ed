/* The texts of manuals (see command.h), wrapped for a terminal. */
#ifndef CLI_WRAPPING_H
#define CLI_WRAPPING_H

#include "base/str.h"

enum { WRAPPING_WIDTH = 80 };

/* Appends a text (see command.h), each line indented and wrapped at WRAPPING_WIDTH columns. Where
 * the first line goes behind something, `column` is where that ends; else it is 0. Ends with a line
 * end. */
void wrapping_add(struct str *out, const char *text, size_t indent, size_t column);

/* The length of the line, and of its term: 0 where the line is no item of a list. */
size_t wrapping_line_length(const char *line);
size_t wrapping_term_length(const char *line);

#endif
