/* Finds the dialect of a program (Python 2 or 3). */
#ifndef CLASSIFY_DIALECT_H
#define CLASSIFY_DIALECT_H

#include "base/mem.h"
#include "tokenize/program.h"

struct dialect_finder; /* opaque: a language's rules, by node kind; used by one thread */

/* Returns a new finder for the language. The caller frees it with dialect_finder_free(). */
struct dialect_finder *dialect_finder_new(const struct language *language);
void dialect_finder_free(struct dialect_finder *finder);
SCOPED_POINTER(dialect_finder, dialect_finder_free)

/* Returns the static name of the dialect of a program (for Python "2", "3" or "both"), or of some
 * bytes of it that are whole lines (NULL: all). Returns NULL if the language has no dialects. The
 * program has tokens; the parser is that of its language.
 *
 * Constructs that only one dialect has decide. If the program has no such construct, or some of
 * each dialect, the language name in the metadata decides (`original_language`, may be NULL).
 * Otherwise builtins that only one dialect has decide, and else the result is all dialects.
 *
 * Only lines that may have such a construct are parsed, each by itself, up to the first that has
 * one; those with a syntax error do not count. In a language whose lines are not parsed by
 * themselves, only the metadata counts. */
const char *dialect_find(const struct dialect_finder *finder, struct syntax_parser *parser,
                         const struct program *program, const struct byte_range *bytes,
                         const char *original_language);

/* Returns whether the dialect of a parsed program may change if one of its tokens, or a text at its
 * place, is replaced by another text. False is certain. */
bool dialect_may_change(const struct dialect_finder *finder, const struct program *program,
                        size_t token, struct token_text before, struct token_text after);

#endif
