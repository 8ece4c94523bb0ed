/* Edits of a program that keep its syntax valid.
 *
 * None touches a token that an earlier edit made or stood beside (`is_touched`): what was changed
 * once stays so, and the number of tokens in which two versions differ is known. New texts are
 * made in `arena`. All return false, and change nothing, where the program offers no place. */
#ifndef GROW_EDITS_H
#define GROW_EDITS_H

#include "base/arena.h"
#include "base/dice.h"
#include "tests/grow/script.h"

/* Changes one token: replaces it, or inserts or deletes a `not` behind if, elif or while. */
bool edit_one_token(struct script *script, struct dice *dice, struct arena *arena);

/* Replaces `low` to `high` tokens at distinct places. */
bool edit_many_tokens(struct script *script, struct dice *dice, struct arena *arena, size_t low,
                      size_t high);

/* Inserts or deletes a line with a simple statement. */
bool edit_statement(struct script *script, struct dice *dice, struct arena *arena);

/* Adds a comment, a blank line, or a blank inside a line: the tokens stay the same. */
bool edit_format(struct script *script, struct dice *dice, struct arena *arena);

/* Puts words at an index, or takes them away. */
void script_insert(struct script *script, size_t index, const struct word *words, size_t n);
void script_delete(struct script *script, size_t index, size_t n);

#endif
