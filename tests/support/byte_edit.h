/* Random changes of a few bytes of a text, the same for the same seed. */
#ifndef TESTS_SUPPORT_BYTE_EDIT_H
#define TESTS_SUPPORT_BYTE_EDIT_H

#include "base/chance.h"
#include "base/str.h"

/* Appends a text of any language with a change of a few bytes, often at one place: another piece of
 * text for some of them, perhaps one that changes how the rest is read. */
void edit_bytes(struct str *out, const char *text, size_t length, struct dice *chance);

#endif
