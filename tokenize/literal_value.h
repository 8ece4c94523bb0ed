/* The type and the value of a literal as bytes: two literals are the same if these are. Their rules
 * are in the table of the language (struct value_rules). */
#ifndef TOKENIZE_LITERAL_VALUE_H
#define TOKENIZE_LITERAL_VALUE_H

#include "base/str.h"
#include "tokenize/lexical.h"

#include <stdbool.h>
#include <stdint.h>

/* Append the type and the value of a number, of a whole string (of a program in `dialect`; NULL:
 * unknown), and of the start of a string with interpolations, whose quotes are those of its end.
 * Return false if they are not known; then what was appended means nothing. */
bool literal_add_number(struct str *out, const struct language *language, struct token_text text);
bool literal_add_string(struct str *out, const struct language *language, struct token_text text,
                        const char *dialect);
bool literal_add_quote(struct str *out, const struct language *language, struct token_text text);

/* Appends what literal_add_number() would for this number, without a suffix. */
void literal_add_integer(struct str *out, const struct value_rules *rules, uint32_t value);

/* Returns the value of a hexadecimal digit; 16 if it is none. */
int literal_digit(char c);

#endif
