/* UTF-8: validity and code points (libunistring). */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether `length` bytes are well-formed UTF-8 (no surrogates, no overlong forms). */
bool utf8_is_valid(const char *bytes, size_t length);

/* Returns the number of bytes before the first that is not well-formed. */
size_t utf8_valid_length(const char *bytes, size_t length);

/* Appends the text. Each byte that is not part of a well-formed character becomes U+FFFD. */
void utf8_add_valid(struct str *out, const char *bytes, size_t length);

/* Appends bytes as the characters with their numbers (ISO 8859-1). */
void utf8_add_latin1(struct str *out, const char *bytes, size_t length);

/* Decodes the first code point of `length` > 0 bytes. Returns its length in bytes, or 0 if the
 * bytes do not start with a well-formed one. */
size_t utf8_decode(const char *bytes, size_t length, uint32_t *code);

/* Writes a code point, which is not a surrogate, to up to four bytes. Returns their number. */
size_t utf8_encode(char *bytes, uint32_t code);

/* Returns the length of the byte order mark at the start of a text: 3, or 0 if there is none. */
size_t utf8_byte_order_mark(const char *bytes, size_t length);

/* Returns the columns that a code point takes on a terminal: 0 (combining), 1, or 2 (East Asian
 * wide). */
size_t utf8_columns_of(uint32_t code);

/* Returns the columns that `length` bytes of well-formed UTF-8 without control characters take. */
size_t utf8_columns(const char *bytes, size_t length);

/* Returns the number of code points in `length` bytes of well-formed UTF-8. */
size_t utf8_count(const char *bytes, size_t length);

/* Which characters that are not ASCII may be in an identifier: those of Unicode (UAX 31: XID_Start,
 * then XID_Continue), or those of Java (Character.isJavaIdentifierStart, then
 * isJavaIdentifierPart), which has currency signs, too. */
enum utf8_names { UTF8_NAMES_XID, UTF8_NAMES_JAVA };

/* Returns whether a code point may be in an identifier, or start one. */
bool utf8_is_identifier_part(enum utf8_names names, uint32_t code, bool is_first);

/* Returns whether a code point is white space (Unicode). */
bool utf8_is_space(uint32_t code);

/* Appends the name and version of the library. */
void utf8_add_library(struct str *out);

#endif
