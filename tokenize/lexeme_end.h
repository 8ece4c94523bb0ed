/* Where the lexeme that starts at a byte ends: the lower half of the lexer. */
#ifndef TOKENIZE_LEXEME_END_H
#define TOKENIZE_LEXEME_END_H

#include "base/array.h"
#include "languages/language.h"

#include <stdint.h>

/* A language's table, made ready for the light scan: what each byte value can start. */

enum byte_class {
    BYTE_UNCLEAR, /* no token of the language starts so */
    BYTE_WORD,
    BYTE_DIGIT,
    BYTE_SIGN,
    BYTE_BLANK,
    BYTE_LINE_END,
    BYTE_COMMENT, /* or a sign: lexeme_comment() tells */
    BYTE_QUOTE,
    BYTE_CONTINUATION,
};

/* A compound of the language, with its length. */
struct compound {
    const char *text;
    size_t length;
};

/* Read-only once it is made. */
struct lexical {
    const struct language *language;
    unsigned char classes[256];       /* enum byte_class */
    ARRAY(struct compound) compounds; /* ordered by first byte, then as the language has them */
    uint32_t first_compound[257];     /* by first byte: its compounds end where the next one's
                                            begin */
    bool starts_joined[256];          /* first bytes of the language's joined kinds */
    bool is_plain[256];               /* starts neither a string, a comment nor a line */
    bool is_number_part[256];         /* hexadecimal digits, and what separates digits */
};

struct lexical *lexical_new(const struct language *language);
void lexical_free(struct lexical *lexical);
SCOPED_POINTER(lexical, lexical_free)

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

/* The byte behind the lexeme at `at`, which is not behind the text; 0 when only a parse can tell.
 */
uint32_t lexeme_end(const struct scan *scan, uint32_t at);

/* The same for a string whose opening quote is at `at`; text in its braces is code if `has_format`.
 */
uint32_t lexeme_end_of_string(const struct scan *scan, uint32_t at, bool has_format);

/* The end of the longest compound that starts at `at`; 0 when none does. */
uint32_t lexeme_end_of_compound(const struct scan *scan, uint32_t at);

/* Whether a word directly before a quote makes the string one with interpolations. */
bool lexeme_is_format_prefix(const struct language *language, const char *word, size_t length);

#endif
