/* Command lines that people type or paste. */
#ifndef BASE_SHELL_H
#define BASE_SHELL_H

#include "base/str.h"

/* Appends a word in the syntax of a POSIX shell: in single quotes if it needs them. */
void shell_add_word(struct str *out, const char *word);

/* The same for the path of a file that is an argument: one that begins with - gets ./ before it, so
 * that it is not taken as an option. "-" itself stays. */
void shell_add_path(struct str *out, const char *path);

#endif
