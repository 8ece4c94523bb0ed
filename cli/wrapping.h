/* Wraps the texts of manuals (see command.h) for a terminal. */
#ifndef CLI_WRAPPING_H
#define CLI_WRAPPING_H

#include "base/str.h"

enum { WRAPPING_WIDTH = 80 };

/* Appends a text (see command.h). Each line is indented and wrapped at WRAPPING_WIDTH columns. If
 * the first line continues a line of `out`, `column` is the column where that line ends; otherwise
 * it is 0. The output ends with a line end. */
void wrapping_add(struct str *out, const char *text, size_t indent, size_t column);

/* Return the length in bytes of a line, and of its term: 0 if the line is not a list item. */
size_t wrapping_line_length(const char *line);
size_t wrapping_term_length(const char *line);

#endif
