/* Compares two programs that the user named, in the way mining compares the two of a pair. */
#ifndef MINER_COMPARING_H
#define MINER_COMPARING_H

#include "base/mem.h"
#include "db/store.h"
#include "miner/unit_miner.h"

/* The two programs, and the result. The first program is taken for the buggy one. */
struct comparing {
    const char *names[2]; /* paths; "-" is standard input */
    struct source sources[2];
    enum reject_reason reason; /* REJECT_NONE if the pair is a fix */
    struct fix_row fix;        /* set for a fix; its dialect is that of the buggy program alone */

    /* Why the pair is not a fix, or does not parse, in words; and, if it is not a fix, the numbers
     * that are known */
    struct str why;
    bool has_distance;
    struct token_distance distance;
    struct position first; /* where the programs first differ, in the buggy program */
    struct arena arena;
};

/* Reads and compares programs in one language, with the limits (bytes, tokens) of `options`.
 * Returns ERR when a program cannot be read. Set everything except the names to zero before the
 * call, and release with comparing_release() in any case. */
int comparing_run(struct comparing *comparing, const struct language *language,
                  const struct mine_options *options, struct err *err);
void comparing_release(struct comparing *comparing);
SCOPED_VALUE(comparing, comparing_release)

#endif
