/* Programs to try things on: the real ones, and small ones that are hard to cut into tokens. */
#ifndef TESTS_SUPPORT_CORPUS_H
#define TESTS_SUPPORT_CORPUS_H

#include <stdbool.h>
#include <stddef.h>

/* Real programs: the sample in $SAMPLE and, where it is, the larger set in $SHARED. */

struct corpus_source {
    const char *path;
    const char *text; /* UTF-8 without byte order mark; no zero behind it */
    size_t length;    /* bytes */
    bool is_sample;   /* from $SAMPLE */
};

typedef void corpus_visitor(const struct corpus_source *source, void *context);

/* Calls `visit` for each readable .py file that is UTF-8, sorted by path; the text is gone when it
 * returns. Of the larger set one file of $PROGRAMS is visited: of 8 in the fast tests, of 4 in the
 * slow ones; `make test-slow PROGRAMS=1` visits all. Says `skipped: ...` on stdout when there is no
 * $SHARED. */
void corpus_visit(corpus_visitor *visit, void *context);

/* Small programs that are hard to cut into tokens: without blanks, with strange strings, with what
 * only the grammar takes. All of them parse. */

extern const char *const dense_programs[]; /* ends with NULL */

#endif
