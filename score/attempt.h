/* Changes that are tried on the program of an item: an edit of a token, or other code in the place
 * of what was shown; and what differs then.
 *
 * The light scan cuts the program into lexemes, to find the token, and the sieve compares the
 * program that a change makes with the fixed one; only what it lets pass is parsed. */
#ifndef SCORE_ATTEMPT_H
#define SCORE_ATTEMPT_H

#include "classify/classify.h"
#include "export/row_check.h"
#include "score/gold_item.h"
#include "tokenize/difference.h"
#include "tokenize/lexer.h"

/* An edit: `old` becomes `new`. For an insertion, `old` is the lexeme after it, or empty. */
struct fragment_edit {
    enum edit_kind kind;
    struct token_text old, new; /* parts of the two texts */
};

/* Compares two pieces of code that do not parse alone, such as a line that begins with `elif`, by
 * their lexemes, however they are laid out; DIFFERENCE_SINGLE sets the edit. False when the texts
 * differ and the light scan cannot tell their lexemes. */
bool fragment_difference(enum difference *out, struct fragment_edit *edit,
                         const struct language *language, const struct lexical *lexical,
                         struct token_text buggy, struct token_text fixed);

struct lexemes {
    ARRAY(struct lexeme) list;
};

struct attempt {
    const struct gold_item *item;
    const struct language *language; /* of the sieve */
    struct str applied;              /* the program with the change */
    struct row_programs *programs;
    struct sieve *sieve;
    bool was_parsed[N_ROW_SIDES];
    bool was_scanned, is_scanned; /* the lexemes are all, and certain */
    struct lexemes lexemes;       /* of the program */
};

void attempt_init(struct attempt *attempt);
void attempt_release(struct attempt *attempt);

/* Goes on to an item, of which nothing is known yet. */
void attempt_begin(struct attempt *attempt, const struct gold_item *item);

/* Makes the program in which the token at a place becomes `repair`. False when there is no token to
 * edit, or it stays what it is. */
bool attempt_edit(struct attempt *attempt, int64_t line, int64_t column, const char *repair);

/* Makes the program in which code takes the place of what was shown (answer_add_fitted()). */
void attempt_replace(struct attempt *attempt, struct token_text code, bool moves_all);

/* What differs between an item's program and another text. */
struct change {
    enum difference difference;
    struct token_edit edit;   /* of a single one where both parse */
    int64_t line, column;     /* where it is in the item's program */
    struct token_text repair; /* the token that stands there then; empty for none */
};

/* Compares the item's program with the fixed one, or with the one that was made last (ROW_APPLIED).
 * False when the other one cannot be read. */
bool attempt_compare(struct attempt *attempt, struct change *change, enum row_side side);

/* The category of a change to the program that was made last; CATEGORY_OTHER for what is no
 * single-token edit. */
enum bug_category attempt_category(const struct attempt *attempt, const struct change *change);

/* Whether what was made last has the tokens of the fixed program. */
bool attempt_is_fixed(struct attempt *attempt);

/* Whether a text is nothing, or is one token wherever it stands. */
bool attempt_is_one_token(struct attempt *attempt, const char *text);

#endif
