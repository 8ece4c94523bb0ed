/* Finds what compilers accept and a grammar does not, and what to hand it instead. */
#ifndef TOKENIZE_LENIENCY_H
#define TOKENIZE_LENIENCY_H

#include "tokenize/handed.h"
#include "tokenize/lexer.h"

/* The tokens of a text in a language that has rules for readings. Borrowed. */
struct cut_text {
    const struct language *language;
    const char *source;
    uint32_t length; /* bytes */
    const struct token *tokens;
    size_t n_tokens;
};

/* Adds edits of round 0: for blanks and signs after a directive, headers in conditions,
 * declarations without a type, functions whose parameters are only names, and the rules of the
 * language. */
void leniency_find(struct handed *handed, const struct cut_text *text);

#endif
