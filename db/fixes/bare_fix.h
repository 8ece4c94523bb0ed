/* Fixes without the comments in their programs, for rows in which no comment gives the answer away.
 */
#ifndef DB_FIXES_BARE_FIX_H
#define DB_FIXES_BARE_FIX_H

#include "db/fixes/fix_reader.h"
#include "tokenize/comments.h"
#include "tokenize/program.h"

/* A bare fix. Zero it before the first use; its memory is reused. */
struct bare_fix {
    struct fix fix; /* places and lines are those in its own programs; other texts are borrowed */
    /* private */
    struct str buggy, fixed;
    struct comments comments;
    struct program before, after;
};

/* Makes the bare fix of a fix. Returns NULL, or the reason why there is none, as a static text: it
 * is proven for each program that its tokens are the same. */
const char *bare_fix_make(struct bare_fix *bare, const struct fix *fix,
                          const struct lexical *lexical);
void bare_fix_release(struct bare_fix *bare);
SCOPED_VALUE(bare_fix, bare_fix_release)

#endif
