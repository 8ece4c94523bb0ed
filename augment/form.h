/* Tokens that only give a program its form. */
#ifndef AUGMENT_FORM_H
#define AUGMENT_FORM_H

#include "tokenize/program.h"

/* Whether a token only carries form: line ends and blocks, brackets, and the tokens in the
 * language's table (struct language, form_kinds). Comments are not tokens. */
bool token_is_form(const struct program *program, size_t index);

#endif
