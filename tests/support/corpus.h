/* Programs for tests: real ones, and small ones that are hard to tokenize. */
#ifndef TESTS_SUPPORT_CORPUS_H
#define TESTS_SUPPORT_CORPUS_H

#include "tokenize/languages/language.h"

#include <stdbool.h>
#include <stddef.h>

/* Real programs: the sample in $SAMPLE and, if it exists, the larger set in $SHARED. */

struct corpus_source {
    const char *path;
    const char *text; /* UTF-8 without byte order mark; not zero-terminated */
    size_t length;    /* bytes */
    bool is_sample;   /* from $SAMPLE */
};

typedef void corpus_visitor(const struct corpus_source *source, void *context);

/* Calls `visit` for each readable .py file that is UTF-8, sorted by path. The text is valid only
 * during the call. Of the larger set one file of $PROGRAMS is visited: of 32 in the fast tests, of
 * 4 in the slow ones; `make test-slow PROGRAMS=1` visits all. Prints `skipped: ...` to standard
 * output if $SHARED does not exist. */
void corpus_visit(corpus_visitor *visit, void *context);

/* Does the same for each file of another language below $SHARED/data, UTF-8 or not. */
void corpus_visit_language(const struct language *language, corpus_visitor *visit, void *context);

/* Small programs that are hard to tokenize: without blanks, with unusual strings, with rare syntax.
 * All of them parse. */

extern const char *const dense_programs[]; /* ends with NULL */

#endif
