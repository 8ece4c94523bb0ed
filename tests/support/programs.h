/* Programs for tests: from text, with a marked place, and in pairs. */
#ifndef TESTS_SUPPORT_PROGRAMS_H
#define TESTS_SUPPORT_PROGRAMS_H

#include "base/mem.h"
#include "base/str.h"
#include "tokenize/difference.h"
#include "tokenize/program.h"

/* Python programs from text. */

/* Tokenizes and parses a zero-terminated text, with a parser that all tests share. Returns false if
 * one of the two is not possible. Release with program_release(). */
bool tokenize_text(struct program *program, const char *text);

/* Does the same, and fails the test if the program does not parse. */
void tokenize_valid(struct program *program, const char *text);
struct program tokenized(const char *text);

/* The shared parser, and its table for the lexer. */
struct syntax_parser *shared_parser(void);
const struct lexical *shared_lexical(void);

/* Cuts `length` bytes into tokens, without a parse. Returns false if that is not possible. Release
 * with program_release(). */
bool cut_bytes(struct program *program, const char *bytes, size_t length);

/* Finding tokens, and comparing pairs of programs. */

/* Tokenizes and parses `length` bytes, which may lack a final zero. Returns false if one of the two
 * is not possible. Release with program_release(). */
bool tokenize_bytes(struct program *program, const char *bytes, size_t length);

/* What must hold for every program. Return NULL if it does, or what is wrong, in a static buffer.
 */

/* The tokens ascend, every byte that is not a blank, in a comment or part of a line continuation is
 * in exactly one of them, and no such byte is in one that is not a string or joined (a splice of C
 * may be in any token). */
const char *wrong_cover(const struct program *program);

/* The node of each token is around it, and none of the node's children is. */
const char *wrong_node(const struct program *program);

/* Returns whether the grammar reads a part of a parsed program as no interpreter does, and could
 * not if the part were alone:
 * - A statement begins before the part and goes on in it, or begins in it and goes on after it,
 *   other than with its block or a clause: a line end is a blank to the grammar where no statement
 *   can end.
 * - A part of several lines begins with a clause, because it accepts an indent anywhere.
 * - The keyword of a clause is a name to it.
 * - A string ends in a comment: what is in backquotes is one to it. */
bool part_is_misread(const struct program *program, const struct lone_part *part);

/* Returns whether the token is one of code or text, not of layout, with this text. */
bool token_is(const struct program *program, size_t index, const char *text);

struct program_pair {
    struct program buggy, fixed;
    enum difference difference;
    struct token_edit edit; /* set for DIFFERENCE_SINGLE */
};

/* Tokenizes and compares two programs that must parse. Release with pair_release(). */
void pair_compare(struct program_pair *pair, const char *buggy, const char *fixed);
void pair_release(struct program_pair *pair);
SCOPED_VALUE(program_pair, pair_release)

/* Returns the text before a mark, and moves on to what is after it: tables whose rows are in one
 * text. Release with str_release(). */
struct str cut_off(const char **rest, const char *mark);

#endif
