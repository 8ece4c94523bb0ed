/* Edits of a program that keep its syntax valid.
 *
 * No edit changes a token that an earlier edit made or that is next to one (`is_touched`). So no
 * change is undone, and the number of tokens in which two versions differ is known. New texts are
 * in `arena`. If the program has no place for an edit, it returns false and changes nothing. */
#ifndef GROW_EDITS_H
#define GROW_EDITS_H

#include "base/chance.h"
#include "base/mem.h"
#include "tests/grow/script.h"

/* Changes one token: replaces it, or inserts or deletes a `not` after if, elif or while. */
bool edit_one_token(struct script *script, struct dice *dice, struct arena *arena);

/* Replaces `low` to `high` tokens at different places. */
bool edit_many_tokens(struct script *script, struct dice *dice, struct arena *arena, size_t low,
                      size_t high);

/* Inserts or deletes a line with a simple statement. */
bool edit_statement(struct script *script, struct dice *dice, struct arena *arena);

/* Adds a comment, a blank line, or a blank in a line. The tokens do not change. */
bool edit_format(struct script *script, struct dice *dice, struct arena *arena);

/* Insert words at an index, or remove them. */
void script_insert(struct script *script, size_t index, const struct word *words, size_t n);
void script_delete(struct script *script, size_t index, size_t n);

#endif
