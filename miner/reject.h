/* Reasons for which pairs are no fixes. */
#ifndef MINER_REJECT_H
#define MINER_REJECT_H

/* Why a pair is no fix. A pair has the first reason that holds for one of its sides; the last two
 * are about both together. */
enum reject_reason {
    REJECT_NONE,
    REJECT_UNREADABLE,
    REJECT_TOO_LARGE, /* --max-bytes */
    REJECT_ENCODING,  /* not UTF-8 */
    REJECT_SYNTAX_ERROR,
    REJECT_TOO_MANY_TOKENS, /* --max-tokens */
    REJECT_IDENTICAL,
    REJECT_MULTI_TOKEN,
    N_REJECT_REASONS
};

/* The reason's name in the store. */
const char *reject_reason_name(enum reject_reason reason);

#endif
