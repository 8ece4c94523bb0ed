/* Command lines that people type or paste. */
#ifndef BASE_SHELL_H
#define BASE_SHELL_H

#include "base/str.h"

/* Appends a word in the syntax of a POSIX shell: in single quotes if it needs them. */
void shell_add_word(struct str *out, const char *word);

#endif
