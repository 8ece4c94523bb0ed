/* A program without the lines that do not matter. */
#ifndef TOKENIZE_KEPT_LINES_H
#define TOKENIZE_KEPT_LINES_H

#include "tokenize/program.h"

/* Sets `out` to those of the lines in some bytes of a program, which are whole lines, that have one
 * of two words, and those that they need: the headers of statements around them, and the other
 * clauses of such a statement. So a scope has the same names of these two, and the grammar accepts
 * the text if it accepts the program. `place`, a byte of the program in a line that is kept,
 * becomes the byte of `out`. Only for languages whose lines are parsed by themselves. */
void kept_lines(struct str *out, const struct program *program, struct byte_range bytes,
                struct token_text a, struct token_text b, size_t *place);

#endif
