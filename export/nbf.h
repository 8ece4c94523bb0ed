/* The places of error_marker in rows of the format nbf. */
#ifndef EXPORT_NBF_H
#define EXPORT_NBF_H

#include "tokenize/token_text.h"

/* The byte of a line and column of a text (UTF-8), both from 0: lines end with LF alone, columns
 * are code points. The numbers are as JSON has them, none below 0. False when there is no such
 * place. */
bool nbf_marker_find(size_t *byte, struct token_text text, double line, double column);

#endif
