/* Programs written anew in ways that leave all, some or none of their tokens as they are. All of them
 * parse if the program does; texts of strings are never touched. */
#ifndef TESTS_SUPPORT_REWRITES_H
#define TESTS_SUPPORT_REWRITES_H

#include "base/str.h"
#include "tokenize/token_text.h"

#include <stdbool.h>

/* Whether a token of Python is a name that may be another one: no keyword, number, sign or string. */
bool text_is_name(struct token_text text);

/* The number of tokens without layout; 0 for a program that does not parse. */
size_t code_token_count(const char *code, size_t length);

/* Each of the following appends to `out`; the program is a text that must parse. */

/* Every level of four columns becomes `unit`, with `before` in front of every line. */
void rewrite_indentation(struct str *out, const char *code, const char *unit, const char *before);

/* Comments before and behind lines, and blank lines. */
void rewrite_comments(struct str *out, const char *code);

/* Names become v0, v1, ... by first use. With `breaks`, the last use of one that is used before becomes
 * the name before it; returns false where there is none. */
bool rewrite_names(struct str *out, const char *code, bool breaks);

/* The last number becomes `number`; where there is none, the first operator a strange one. Returns false for a program without any. */
bool rewrite_token(struct str *out, const char *code, const char *number);

/* The first lines of the program, with half of its tokens or less; false where no such part parses. */
bool rewrite_first_half(struct str *out, const char *code);

/* Without the strings that are statements of the outermost block. */
void rewrite_without_texts(struct str *out, const char *code);

#endif
