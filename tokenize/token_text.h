/* The text of a token, and how two texts compare. */
#ifndef TOKENIZE_TOKEN_TEXT_H
#define TOKENIZE_TOKEN_TEXT_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/* Returns the value of a hexadecimal digit; 16 if it is none. */
static inline unsigned hex_digit(char c)
{
    char lower = (char)(c | 0x20);
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    return lower >= 'a' && lower <= 'f' ? (unsigned)(lower - 'a' + 10) : 16;
}

/* Returns whether it is a letter or a digit of ASCII, or `_`. */
static inline bool is_ascii_word(char c)
{
    char lower = (char)(c | 0x20);
    return c == '_' || (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9');
}

struct token_text {
    const char *bytes; /* borrowed, not zero-terminated */
    size_t length;
};

/* Returns whether two texts are the same. CRLF and CR, which occur only in strings, count as line
 * feeds. */
bool token_text_equal(struct token_text a, struct token_text b);

/* Returns whether a text is this word, byte for byte. */
bool token_text_is(struct token_text text, const char *word);

/* Return the number of bytes that two texts have in common at their start, or before their ends; at
 * most `limit`, which both have. */
size_t token_text_common_start(const char *a, const char *b, size_t limit);
size_t token_text_common_end(const char *a_end, const char *b_end, size_t limit);

/* Write a text with CRLF and CR as line feeds: to `out`, which has room for the text, and to the
 * end of a string. The first returns the length of the result. */
size_t token_text_fold(char *out, struct token_text text);
void token_text_add_folded(struct str *out, struct token_text text);

/* Returns whether a text is in a list that ends with NULL. The list may be NULL. */
bool token_text_is_one_of(struct token_text text, const char *const *list);

#endif
