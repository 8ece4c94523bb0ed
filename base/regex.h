/* POSIX extended regular expressions. If memory runs out, the program ends (mem_exhausted()). */
#ifndef BASE_REGEX_H
#define BASE_REGEX_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

/* Compiles a pattern of our own, which is known to be right. Release with regfree(). */
void regex_compile(regex_t *out, const char *pattern);

/* Returns whether a text contains the pattern. Sets the first `n` places, as regexec() does. */
bool regex_find(const regex_t *regex, const char *text, size_t n, regmatch_t *places);

#endif
