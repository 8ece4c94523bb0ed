/* The line in which a Python program states its encoding (PEP 263). */
#ifndef LANGUAGES_PYTHON_ENCODING_H
#define LANGUAGES_PYTHON_ENCODING_H

#include <stddef.h>

/* Finds the name of an encoding in a comment: coding[:=]\s*([-\w.]+). Returns its length; 0 if
 * there is none. */
size_t python_encoding_in_comment(const char **name, const char *bytes, size_t length);

/* Finds the name in a program without its byte order mark: in the first line, or in the second if
 * the first has only blanks and a comment. */
size_t python_find_encoding(const char **name, const char *bytes, size_t length);

#endif
