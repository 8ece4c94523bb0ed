/* The format nbf: its markers, and what can be checked of a row beyond keys and types. */
#ifndef EXPORT_NBF_H
#define EXPORT_NBF_H

#include "base/json.h"
#include "export/row_check.h"
#include "tokenize/token_text.h"

/* The places of nbf's error_marker. */

/* The byte of a line and column of a text (UTF-8), both from 0: lines end with LF alone, columns
 * are code points. The numbers are as JSON has them, none below 0. False when there is no such
 * place. */
bool nbf_marker_find(size_t *byte, struct token_text text, double line, double column);

/* The rules of a row of `nbf`, beyond its keys and their types: those that the loader and the
 * scorer of nbfbaselines rely on. */

/* Reports every rule that a row breaks; the numbers of its marker may be any. */
void nbf_check(const struct json *row, struct row_check *check);

#endif
