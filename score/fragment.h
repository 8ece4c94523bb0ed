/* The difference of two pieces of code that do not parse alone, such as a line that begins with
 * `elif`: of their lexemes, in whatever lines they stand. */
#ifndef SCORE_FRAGMENT_H
#define SCORE_FRAGMENT_H

#include "tokenize/difference.h"
#include "tokenize/lexer.h"

/* The lexemes of a text by the light scan; release the list. Returns whether they are all, and
 * certain: not without `lexical`. */
struct lexemes {
    ARRAY(struct lexeme) list;
};
bool lexemes_scan(struct lexemes *out, const struct lexical *lexical, struct token_text text);

/* An edit: `old` becomes `new`. For an insertion, `old` is the lexeme after it, or empty. */
struct fragment_edit {
    enum edit_kind kind;
    struct token_text old, new; /* parts of the two texts */
};

/* Compares, blanks around the texts aside; DIFFERENCE_SINGLE sets the edit. False when the texts
 * differ and the light scan cannot tell their lexemes. */
bool fragment_difference(enum difference *out, struct fragment_edit *edit,
                         const struct language *language, const struct lexical *lexical,
                         struct token_text buggy, struct token_text fixed);

#endif
