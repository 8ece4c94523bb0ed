/* A program as the lexer of its language reads it, if these are not the bytes of the file: Java has
 * Unicode escapes anywhere, in names, as quotes and as line ends (JLS 3.3), and a mark of the end
 * (JLS 3.5). */
#ifndef TOKENIZE_DECODED_H
#define TOKENIZE_DECODED_H

#include "base/mem.h"
#include "base/str.h"
#include "languages/language.h"
#include "tokenize/token_text.h"

#include <stdint.h>

/* The texts that were made. Zero it before its first use; later uses reuse its memory. */
struct decoded {
    struct str text;
    ARRAY(struct decoded_place) places; /* after each escape, ascending */
};

/* From byte `at` of the decoded text on, a byte is `n_more` bytes later in the file. */
struct decoded_place {
    uint32_t at, n_more;
};

/* Replace `text` by the decoded one, which is borrowed from `decoded`, or leave it as it is if
 * there is nothing to decode. The first is for a whole program, the second for one of its tokens.
 * Return false if a backslash begins no valid escape; the first then sets `error_byte` to its byte.
 * A surrogate that is half of no pair becomes three bytes that are not UTF-8. */
bool decoded_program(struct decoded *decoded, const struct language *language,
                     struct token_text *text, uint32_t *error_byte);
bool decoded_token(struct decoded *decoded, const struct language *language,
                   struct token_text *text);

/* Returns the byte of the file for a byte of the text that decoded_program() made last, or for its
 * end. */
uint32_t decoded_file_byte(const struct decoded *decoded, uint32_t at);

void decoded_release(struct decoded *decoded);
SCOPED_VALUE(decoded, decoded_release)

#endif
