/* A program without the lines that do not matter. */
#ifndef TOKENIZE_KEPT_LINES_H
#define TOKENIZE_KEPT_LINES_H

#include "tokenize/program.h"

/* Sets `out` to some bytes of a program, which are whole lines, with blanks in place of all lines
 * that do not have one of two words, unless another line that has one needs them: the headers of
 * statements around it, and the other clauses of such a statement. So the places are the same, a
 * scope has the same names of these two, and the grammar accepts the text if it accepts the
 * program. Only for languages whose lines are parsed by themselves. */
void kept_lines(struct str *out, const struct program *program, struct byte_range bytes,
                struct token_text a, struct token_text b);

#endif
