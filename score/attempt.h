/* Tries a change on the program of an item, and finds how the result differs. A change is an edit
 * of a token, or other code in place of the program. */
#ifndef SCORE_ATTEMPT_H
#define SCORE_ATTEMPT_H

#include "score/gold.h"
#include "tokenize/difference.h"

/* All zero before the first use. */
struct attempt {
    const struct gold_item *item;
    const struct language *language;
    struct str applied;        /* the program with the change */
    bool is_edit;              /* the change is of one place */
    struct lexical *fragments; /* of the language */
    struct program program;    /* the item's, without blanks around it, as tokens */
    bool is_read, is_known;    /* it is there; it is known whether it parses */
    bool is_whole;             /* it parses */
    struct syntax_parsers parsers;
    struct program parsed; /* for reuse */
};

void attempt_release(struct attempt *attempt);

/* Begins with a new item. */
void attempt_begin(struct attempt *attempt, const struct gold_item *item);

/* Makes the program in which the token at a place becomes `repair`. Returns false if there is no
 * token to edit, or if it does not change. */
bool attempt_edit(struct attempt *attempt, int64_t line, int64_t column, const char *repair);

/* The difference between an item's program and another text. */
struct change {
    enum difference difference;
    int64_t line, column;     /* of a single edit: the place in the item's program */
    struct token_text repair; /* the token there after the change; empty: none */
};

/* Makes the program that code gives in its place (answer_add_fitted()), and compares it. Returns
 * false if it cannot be read: it is not made of tokens, or does not parse as the item's program
 * does. */
bool attempt_replace(struct attempt *attempt, struct token_text code, struct change *change);

/* Compares the item's program with another. Returns false if one cannot be cut into tokens. */
bool attempt_compare(struct attempt *attempt, struct change *change, struct token_text other);

/* Whether the program that was made last has the tokens of the fixed program, or tokens with the
 * same value (tokenize/same_value.h) in the item's dialect; in all, if that is unknown. False if
 * the fixed program is unknown. */
bool attempt_is_fixed(struct attempt *attempt);

/* Whether two texts are tokens with the same value, as there. */
bool attempt_is_same_value(const struct attempt *attempt, struct token_text a, struct token_text b);

/* Whether a text is empty, or is one token in any context. */
bool attempt_is_one_token(const struct attempt *attempt, const char *text);

#endif
