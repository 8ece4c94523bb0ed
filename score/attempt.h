/* Tries a change on the program of an item, and finds how the result differs. A change is an edit
 * of a token, or other code in place of the program. */
#ifndef SCORE_ATTEMPT_H
#define SCORE_ATTEMPT_H

#include "classify/classify.h"
#include "score/row_programs.h"
#include "score/gold.h"
#include "tokenize/difference.h"

struct attempt {
    const struct gold_item *item;
    const struct language *language;
    struct str applied; /* the program with the change */
    bool is_edit;       /* the change is of one place */
    struct row_programs *programs;
    bool was_read[N_ROW_SIDES];
    struct lexical *fragments; /* of the language */
    struct program fragment;   /* the item's program, if it is a fragment; without a language: not
                                * tokenized */
};

void attempt_init(struct attempt *attempt);
void attempt_release(struct attempt *attempt);

/* Begins with a new item. */
void attempt_begin(struct attempt *attempt, const struct gold_item *item);

/* Makes the program in which the token at a place becomes `repair`. Returns false if there is no
 * token to edit, or if it does not change. */
bool attempt_edit(struct attempt *attempt, int64_t line, int64_t column, const char *repair);

/* Makes the program that code gives in its place (answer_add_fitted()). */
void attempt_replace(struct attempt *attempt, struct token_text code, bool moves_all);

/* The difference between an item's program and another text. */
struct change {
    enum difference difference;
    struct token_edit edit;   /* of a single edit, if both parse */
    int64_t line, column;     /* the place in the item's program */
    struct token_text repair; /* the token there after the change; empty: none */
};

/* Compares the item's program with the fixed one, or with the one that was made last (ROW_APPLIED).
 * Returns false if the other program cannot be read. */
bool attempt_compare(struct attempt *attempt, struct change *change, enum row_side side);

/* Returns the category of a change to the program that was made last; CATEGORY_OTHER if it is not a
 * single-token edit. */
enum bug_category attempt_category(const struct attempt *attempt, const struct change *change);

/* Whether the program that was made last has the tokens of the fixed program, or tokens with the
 * same value (tokenize/same_value.h) in the item's dialect; in all, if that is unknown. False if
 * the fixed program is unknown. */
bool attempt_is_fixed(struct attempt *attempt);

/* Whether two texts are tokens with the same value, as there. */
bool attempt_is_same_value(const struct attempt *attempt, struct token_text a, struct token_text b);

/* Whether a text is empty, or is one token in any context. */
bool attempt_is_one_token(struct attempt *attempt, const char *text);

#endif
