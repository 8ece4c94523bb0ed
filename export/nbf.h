/* Finds the places that `error_marker` names in rows of the format nbf. */
#ifndef EXPORT_NBF_H
#define EXPORT_NBF_H

#include "tokenize/token_text.h"

/* Finds the byte at a line and column of a UTF-8 text, both from 0. Only LF ends a line; columns
 * are code points. The numbers are JSON numbers, not negative. Returns false if the text has no
 * such place. */
bool nbf_marker_find(size_t *byte, struct token_text text, double line, double column);

#endif
