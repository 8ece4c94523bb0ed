/* The comments of a program, and the program without them. Its tokens are the same.
 *
 * A comment alone on its lines goes with the lines, also if several comments are on them. One that
 * ends a line goes with the blanks before it, and any other with those after it, if there are some
 * before it or a line begins there. Without blanks beside it, a blank takes its place, as in C
 * (C11, 5.1.1.2), and so it does after a line continuation at the end of the program. Comments that
 * say how the file is run (`keeps_comment` of the language) stay. */
#ifndef TOKENIZE_COMMENTS_H
#define TOKENIZE_COMMENTS_H

#include "base/mem.h"
#include "base/str.h"
#include "tokenize/program.h"

#include <stdbool.h>
#include <stdint.h>

/* Bytes of a source that are left out. */
struct comment_cut {
    uint32_t start, end;
    uint32_t n_left; /* blanks that take their place: 0 or 1 */
};

/* All zero before the first use; later uses reuse its memory. */
struct comments {
    struct byte_ranges list; /* bytes of the source */
    ARRAY(struct comment_cut) cuts;
};

/* Finds the comments of a program, also those in groups that are not compiled. Returns false if it
 * cannot be cut into tokens; a zero byte is not looked for. */
bool comments_find(struct comments *comments, const struct lexical *lexical, const char *source,
                   size_t length);

/* Whether a comment of a program, which is what is between its tokens, contains the word of a
 * verdict (base/verdicts.h). */
bool comments_name_verdict(const struct program *program);

/* Sets the cuts that leave the comments out of the same source. */
void comments_plan(struct comments *comments, const struct language *language, const char *source,
                   size_t length);

/* Appends the source without the cuts. */
void comments_write_rest(struct str *out, const struct comments *comments, const char *source,
                         size_t length);

/* Returns where a byte of the source is in the rest. One that is left out is where its cut is. */
size_t comments_rest_byte(const struct comments *comments, size_t byte);

void comments_release(struct comments *comments);
SCOPED_VALUE(comments, comments_release)

#endif
