/* The lines at the start of a Python program that say how it is read: its encoding (PEP 263). */
#ifndef LANGUAGES_PYTHON_ENCODING_H
#define LANGUAGES_PYTHON_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a comment names the interpreter or the encoding. Lines count from 1. */
bool python_keeps_comment(const char *bytes, size_t length, size_t line);

/* Finds the name in a program without its byte order mark: in the first line, or in the second if
 * the first has only blanks and a comment. */
size_t python_find_encoding(const char **name, const char *bytes, size_t length);

#endif
