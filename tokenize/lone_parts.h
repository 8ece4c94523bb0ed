/* Parts of a program that are parsed by themselves (struct lone_part), in place of the program: to
 * say what the tokens of an edit are, to find the scopes of names, and the dialect of a line. The
 * tokens decide which parts, not the tree. */
#ifndef TOKENIZE_LONE_PARTS_H
#define TOKENIZE_LONE_PARTS_H

#include "tokenize/difference.h"
#include "tokenize/parts.h"

/* Returns whether two parts of a program certainly have the same tree. */
bool lone_parts_equal(const struct lone_part *a, const struct lone_part *b);

/* Returns the logical line of a token that is not layout, in a language whose lines can be parsed
 * by themselves. */
struct lone_part lone_part_line(const struct program *program, size_t token);

/* Sets the smallest parts of two programs whose trees say what the token of an edit is: all that is
 * read about the token from the tree is as in that of the whole program. In Python they are the
 * logical lines, unless one of the tokens joins lines to a statement; then they are the parts
 * around them. `parts` is memory for all of these, until its next use. */
void lone_parts_deciding(struct program_parts *parts, const struct program *buggy,
                         const struct program *fixed, const struct token_edit *edit,
                         struct lone_part deciding[2]);

/* Leaves out of a part what says nothing of the scopes of two names at a token, in a language with
 * logical lines and scopes: most statements that do not bind them. Returns false if none binds one
 * of them. `left_out` is memory for it. */
bool lone_part_binding(struct lone_part *out, struct byte_ranges *left_out,
                       const struct program *program, size_t token,
                       const struct token_text names[2]);

/* Returns whether a token of a program with a tree is in an error, or an error in the innermost
 * statement around the token. The statements in that one do not count. */
bool token_is_near_error(const struct program *program, size_t token);

/* Returns whether two programs have trees with the same errors, and none of them is near the edit:
 * then the trees say what its tokens are. */
bool edit_is_apart_from_errors(const struct program *buggy, const struct program *fixed,
                               const struct token_edit *edit);

#endif
