/* Tokens that only give a program its form. */
#ifndef AUGMENT_FORM_H
#define AUGMENT_FORM_H

#include "tokenize/program.h"

/* Whether a token only carries form: line ends and blocks, brackets, the quotes of strings with
 * interpolations, and the signs in the language's table (struct token_rules, form). */
bool token_is_form(const struct program *program, size_t index);

#endif
