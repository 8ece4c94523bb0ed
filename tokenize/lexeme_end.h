/* Where the lexeme that starts at a byte ends: the lower half of the lexer. */
#ifndef TOKENIZE_LEXEME_END_H
#define TOKENIZE_LEXEME_END_H

#include "tokenize/lexical.h"

#include <stddef.h>

/* A text that is scanned. */
struct scan {
    const struct lexical *lexical;
    const char *text;
    uint32_t length;
};

/* The class of a byte; behind the text a line end. */
static inline enum byte_class scan_class(const struct scan *scan, uint32_t at)
{
    if (at >= scan->length)
        return BYTE_LINE_END;
    return (enum byte_class)scan->lexical->classes[(unsigned char)scan->text[at]];
}

/* The byte; behind the text zero. */
static inline char scan_char(const struct scan *scan, uint32_t at)
{
    return at < scan->length ? scan->text[at] : '\0';
}

/* The bytes of the comment that a text starts with: up to the end of its line, or to behind what
 * closes it. 0: it starts with none; SIZE_MAX: the comment is not closed. */
size_t lexeme_comment(const struct language *language, const char *text, size_t length);

/* The byte behind the lexeme at `at`, which is not behind the text; 0 when only a parse can tell. */
uint32_t lexeme_end(const struct scan *scan, uint32_t at);

/* The same for a string whose opening quote is at `at`; text in its braces is code if `has_format`. */
uint32_t lexeme_end_of_string(const struct scan *scan, uint32_t at, bool has_format);

/* The end of the longest compound that starts at `at`; 0 when none does. */
uint32_t lexeme_end_of_compound(const struct scan *scan, uint32_t at);

/* Whether a word directly before a quote makes the string one with interpolations. */
bool lexeme_is_format_prefix(const struct language *language, const char *word, size_t length);

#endif
