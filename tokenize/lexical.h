/* A language's table, made ready for the light scan: what each byte value can start. */
#ifndef TOKENIZE_LEXICAL_H
#define TOKENIZE_LEXICAL_H

#include "base/array.h"
#include "languages/language.h"

#include <stdint.h>

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

#endif
