/* Command lines that people type, or paste. */
#ifndef BASE_SHELL_H
#define BASE_SHELL_H

#include "base/str.h"

/* Appends a word as a POSIX shell reads it: in single quotes unless it needs none. */
void shell_add_word(struct str *out, const char *word);

#endif
