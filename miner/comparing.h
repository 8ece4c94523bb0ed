/* Comparing two programs that somebody named, as mining compares those of a pair. */
#ifndef MINER_COMPARING_H
#define MINER_COMPARING_H

#include "base/arena.h"
#include "db/store.h"
#include "miner/unit_miner.h"

/* The two programs, the first taken for the buggy one, and what was found. */
struct comparing {
    const char *names[2]; /* paths; "-" is standard input */
    struct source sources[2];
    enum reject_reason reason; /* REJECT_NONE: a fix */
    struct fix_row fix;        /* of a fix; its dialect is that of the buggy program alone */

    /* Of what is none: why, in words, and in numbers what is known */
    struct str why;
    bool has_distance;
    struct token_distance distance;
    struct position first; /* of that, in the buggy program */
    struct arena arena;
};

/* Reads and compares them, with the limits of mining (its language, bytes and tokens). ERR when one
 * cannot be read. Zero all but the names before, and release in any case. */
int comparing_run(struct comparing *comparing, const struct mine_options *options, struct err *err);
void comparing_release(struct comparing *comparing);
SCOPED_VALUE(comparing, comparing_release)

#endif
