/* Tokens that give a program its form and say nothing else. */
#ifndef AUGMENT_FORM_H
#define AUGMENT_FORM_H

#include "tokenize/program.h"

/* Whether a token of a program only carries form: line ends and blocks, brackets, and what the
 * language's table names (struct language, form_kinds). Comments are no tokens. */
bool token_is_form(const struct program *program, size_t index);

#endif
