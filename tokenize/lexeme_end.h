/* Finds the end of the lexeme that starts at a byte. This is the lower half of the lexer. */
#ifndef TOKENIZE_LEXEME_END_H
#define TOKENIZE_LEXEME_END_H

#include "base/array.h"
#include "languages/language.h"

#include <stdint.h>

/* What a byte value can start, according to the language's table. */
enum byte_class {
    BYTE_UNCLEAR, /* no token of the language starts with it */
    BYTE_WORD,
    BYTE_DIGIT,
    BYTE_SIGN,
    BYTE_BLANK,
    BYTE_LINE_END,
    BYTE_COMMENT, /* or a sign: lexeme_comment() decides */
    BYTE_QUOTE,
    BYTE_CONTINUATION,
};

/* A compound of the language, with its length. */
struct compound {
    const char *text;
    size_t length;
};

/* A language's table, prepared for the light scan. Read-only after lexical_new(). */
struct lexical {
    const struct language *language;
    unsigned char classes[256];       /* enum byte_class */
    ARRAY(struct compound) compounds; /* ordered by first byte, then as in the language's list */
    uint32_t first_compound[257];     /* by first byte: where its compounds begin; they end where
                                       * those of the next byte begin */
    bool starts_joined[256];          /* first bytes of the language's joined kinds */
    bool is_plain[256];               /* starts neither a string, a comment nor a line */
    bool is_number_part[256];         /* hexadecimal digits and digit separators */
};

/* Returns a new table for the language. The caller frees it with lexical_free(). */
struct lexical *lexical_new(const struct language *language);
void lexical_free(struct lexical *lexical);
SCOPED_POINTER(lexical, lexical_free)

/* A text that is scanned. */
struct scan {
    const struct lexical *lexical;
    const char *text;
    uint32_t length;
};

/* Returns the class of a byte; after the end of the text, BYTE_LINE_END. */
static inline enum byte_class scan_class(const struct scan *scan, uint32_t at)
{
    if (at >= scan->length)
        return BYTE_LINE_END;
    return (enum byte_class)scan->lexical->classes[(unsigned char)scan->text[at]];
}

/* Returns the byte at `at`; after the end of the text, zero. */
static inline char scan_char(const struct scan *scan, uint32_t at)
{
    return at < scan->length ? scan->text[at] : '\0';
}

/* Returns the length of the comment at the start of a text: up to the line end, or including the
 * mark that closes the comment. Returns 0 if the text does not start with a comment, SIZE_MAX if
 * the comment is not closed. */
size_t lexeme_comment(const struct language *language, const char *text, size_t length);

/* Returns the byte after the lexeme at `at`, which must be inside the text; 0 if a parse is needed
 * to decide. */
uint32_t lexeme_end(const struct scan *scan, uint32_t at);

/* Returns the byte after the string with its opening quote at `at`; 0 if a parse is needed to
 * decide. If `has_format`, text in braces is code. */
uint32_t lexeme_end_of_string(const struct scan *scan, uint32_t at, bool has_format);

/* Returns the end of the longest compound that starts at `at`; 0 if there is none. */
uint32_t lexeme_end_of_compound(const struct scan *scan, uint32_t at);

/* Returns whether a word directly before a quote gives the string interpolations. */
bool lexeme_is_format_prefix(const struct language *language, const char *word, size_t length);

#endif
